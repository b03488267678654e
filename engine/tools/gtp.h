/**
 * The Go Text Protocol, version 2, as boards and engines for Reversi use it: squares in Reversi's
 * own notation (`d3`, row 1 at the top), colours `b` and `w`, `pass` where a side has no move.
 */
#ifndef REVERSI_GTP_H
#define REVERSI_GTP_H

#include "player.h"

#include <stdatomic.h>
#include <stdio.h>

/** Placements and passes. */
enum { GTP_HISTORY_MAX = 2 * REV_PLY_MAX };

/**
 * A session. Invariants: `history` holds each placement of `game` in order, and the passes that
 * were said; game.ply is the number of placements in it.
 */
struct gtp {
    struct player player;
    uint64_t random;
    struct rev_search_context *context; /* borrowed */
    FILE *out;                          /* borrowed */
    bool quit;
    int looks;          /* at the clock of looking for the board */
    atomic_bool cancel; /* nobody waits for the move any more */
    struct rev_game game;
    int history_count;
    uint8_t history[GTP_HISTORY_MAX]; /* a square, or REV_NO_SQUARE for a pass */
};

void gtp_init(struct gtp *gtp, const struct player *player, uint64_t seed,
              struct rev_search_context *context, FILE *out);

/**
 * Does what a line says and writes the answer. Any text is accepted: what is wrong is answered
 * with `?` and a sentence.
 *
 * @param line  without its end; taken apart on the way
 */
void gtp_execute(struct gtp *gtp, char *line);

#endif
