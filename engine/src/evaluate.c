#include "reversi/search.h"
