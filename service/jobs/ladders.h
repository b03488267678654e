/** Upkeep of the ladders. */
#ifndef REVERSID_JOBS_LADDERS_H
#define REVERSID_JOBS_LADDERS_H

#include "store/store.h"

/**
 * A sweeper's job, without a context: folds moves into the counts that ranks are read from, and
 * takes players off the ladder whose last rated game is too long ago.
 */
bool ladders_run(void *context, struct store *store);

/** Takes a player off all ladders at once, as one whose account goes. Repeatable. Errors: those of
 *  store_flush; OVERLOADED where games of the player kept ending. */
FALLIBLE struct result ladders_leave(struct store *store, const struct uuid *player);

#endif
