/** What every decision about a game is made of. For this folder only. */
#ifndef REVERSID_DOMAIN_STEP_H
#define REVERSID_DOMAIN_STEP_H

#include "domain/game.h"

/** Whether a set of seats has a colour's. */
static inline bool step_holds(int seats, enum rev_color color)
{
    return (seats & 1 << color) != 0;
}

/** The seat of a colour, as a set. */
static inline int step_seat(enum rev_color color)
{
    return 1 << color;
}

static inline enum game_winner step_winner(enum rev_color color)
{
    return color == REV_BLACK ? WINNER_BLACK : WINNER_WHITE;
}

/**
 * Sets the board up and begins the first turn. Requires opening, seats, clock and match.
 *
 * @param start  for OPENING_XOT and OPENING_POSITION
 *
 * Errors: POSITION_FINISHED.
 */
FALLIBLE struct result step_open(struct game *game, const struct rev_position *start,
                                 int64_t now_ms);

/**
 * Gives a side time to learn that a game has begun which it asked for long before: with a clock of
 * seconds its first turn lasts CLOCK_AWAIT_HOURS, from now on. Before step_open; requires the
 * clock.
 */
void step_await(struct game *game, enum rev_color color, int64_t offered_ms, int64_t now_ms);

/** A visible change: a new version, and what became of the AI's turn in the old one gone. */
void step_touch(struct game *game, int64_t now_ms);

/** Lets the side to move begin to think: sets when, and its deadline. */
void step_begin_turn(struct game *game, int64_t now_ms);

/** Ends the game with a result; a visible change. */
void step_finish(struct game *game, enum game_winner winner, enum game_reason reason,
                 int64_t now_ms);

/** Ends the game without one; a visible change. */
void step_abort(struct game *game, int64_t now_ms);

/**
 * Places a disc of the side to move, with all that a placement brings about: who did it and how
 * long it took, a draw offer lapses, the next turn begins, or the game ends.
 *
 * Errors: ILLEGAL_MOVE, GAME_OVER.
 */
FALLIBLE struct result step_place(const struct game *game, int square, enum move_by by,
                                  int64_t now_ms, struct game *next);

#endif
