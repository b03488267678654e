/** Whether what an engine says of one position tells what to play in another. */
#ifndef REVERSID_DOMAIN_LIKENESS_H
#define REVERSID_DOMAIN_LIKENESS_H

#include "reversi/notation.h"

/**
 * Equal but for turning, mirroring and exchanging the colours of the discs; whose turn it is makes
 * no difference. What an engine says of one then serves for the other.
 */
bool position_is_like(const struct rev_position *a, const struct rev_position *b);

/** How a game stands that is being played, and stood before its last move; the same at its start.
 */
struct live_position {
    struct rev_position before;
    struct rev_position now;
};

/**
 * Whether a position is like that of the game, like the one before, whose best line goes on with
 * what to play now, or like one that a move leads to: all of these together are the value of every
 * move.
 */
bool position_is_near(const struct rev_position *position, const struct live_position *game);

#endif
