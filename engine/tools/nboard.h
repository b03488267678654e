/**
 * The NBoard protocol, version 2: the board sends commands, a line each, and never waits for an
 * answer; what the engine has to say comes when it is known. `ping` stops whatever it is thinking.
 * Version 1, whose moves come without the word `move`, is understood as well.
 */
#ifndef REVERSI_NBOARD_H
#define REVERSI_NBOARD_H

#include "ggf.h"
#include "player.h"

#include <stdatomic.h>
#include <stdio.h>

struct lines;

/** A session. */
struct nboard {
    struct player player;
    bool player_is_fixed; /* named on the command line, so `set depth` is only for hints */
    uint64_t random;
    struct rev_search_context *context; /* borrowed */
    struct lines *lines;                /* borrowed; looked at during a search; may be NULL */
    FILE *out;                          /* borrowed */
    int depth;
    int looks;          /* at the clock of looking for input */
    atomic_bool cancel; /* a command came that stops the search */
    bool quit;
    struct ggf_game at;
};

/**
 * @param player   NULL: one whose depth the board sets
 * @param context  gets a pause of this session (rev_search_context_pause), so it has to stay where
 *                 it is, as has `nboard`
 */
void nboard_init(struct nboard *nboard, const struct player *player, uint64_t seed,
                 struct rev_search_context *context, struct lines *lines, FILE *out);

/**
 * Does what a line says. Any text is accepted; commands that are not known are passed over, as the
 * protocol asks, and what cannot be done is told in a status line.
 */
void nboard_execute(struct nboard *nboard, char *line);

#endif
