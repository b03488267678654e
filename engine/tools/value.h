/**
 * What a position is worth for the side that speaks, also where that side has to pass or the game
 * is over.
 */
#ifndef REVERSI_VALUE_H
#define REVERSI_VALUE_H

#include "reversi/search.h"

/** The longest name of a move: a square, `pass` or `over`. */
enum { VALUE_NAME_SIZE = 5 };

/** Discs for board.own where the game is over, empty squares to the winner. */
int value_final(struct rev_board board);

/**
 * As rev_search; but where the side to move has none, the result has one move on REV_NO_SQUARE: its
 * pass, with the line that follows, or the end of the game, proved and without a line.
 */
void value_search(struct rev_search_context *context, struct rev_board board,
                  const struct rev_limits *limits, struct rev_result *result);

/** Writes what a move of a result is called. */
void value_name(const struct rev_root_move *move, char name[VALUE_NAME_SIZE]);

#endif
