#include "reversi/level.h"
