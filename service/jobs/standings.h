/** What a game's players have, loaded where a decision about the game depends on it. */
#ifndef REVERSID_JOBS_STANDINGS_H
#define REVERSID_JOBS_STANDINGS_H

#include "domain/match.h"
#include "store/store.h"

/** Whether standings_settle would ask the store. */
bool standings_are_needed(const struct game_change *change);

/**
 * Completes a change by what it does to its players, before it is saved. Costs nothing where it
 * does nothing to them; else one round trip, in which nothing else may be asked.
 *
 * Errors: those of store_flush and settle_change.
 */
FALLIBLE struct result standings_settle(struct store *store, struct game_change *change,
                                        int64_t now_ms);

/**
 * Asks for what two people have who may begin a game with each other; settle_change takes the
 * answers. So it is known in the round trip that looks at the two anyhow.
 *
 * @param standings  two places, filled by the flush, ascending by player
 */
void standings_ask_two(struct store *store, const struct uuid *a, const struct uuid *b,
                       enum ladder ladder, struct standing *standings);

#endif
