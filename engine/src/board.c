#include "reversi/board.h"
