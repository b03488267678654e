/**
 * A second solver, as plain as can be: alpha-beta over every move in reading order. What the
 * engine's solver says is held against it.
 */
#ifndef TEST_PLAIN_SOLVER_H
#define TEST_PLAIN_SOLVER_H

#include "reversi/board.h"

/** Exact discs for the mover, empty squares to the winner. Meant for up to ten empty squares. */
int plain_solve(struct rev_board board);

/** The same after the mover's move on a legal square, for the mover. */
int plain_solve_move(struct rev_board board, int square);

#endif
