#include "reversi/notation.h"
