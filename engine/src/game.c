#include "reversi/game.h"
