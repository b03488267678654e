/** Balanced positions to start from: eight plies on, and even as far as the engine can see. */
#ifndef REVERSI_BALANCED_H
#define REVERSI_BALANCED_H

#include "reversi/game.h"

/** How many there are. */
int rev_balanced_count(void);

/**
 * One of them. Requires 0 <= index < rev_balanced_count().
 * Source: `reversi balanced`, random plies from the standard start kept where a search finds no
 * advantage.
 */
void rev_balanced_position(int index, struct rev_position *position);

/** The game that leads to it, from the standard start. The same requirement. */
void rev_balanced_game(int index, struct rev_game *game);

#endif
