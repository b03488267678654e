/**
 * The rules once more, as slowly and plainly as they are written in a rule book: square by square
 * on a grid, no sets. What the engine computes is held against it.
 */
#ifndef TEST_REFERENCE_H
#define TEST_REFERENCE_H

#include "reversi/board.h"

/** As rev_flips. */
uint64_t reference_flips(struct rev_board board, int square);

/** As rev_moves. */
uint64_t reference_moves(struct rev_board board);

#endif
