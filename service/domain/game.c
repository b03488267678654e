#include "domain/game.h"
