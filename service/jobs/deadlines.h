/**
 * Deadlines: applied by whoever touches a game, and by the sweeper to games that nobody touches.
 *
 * What is decided here holds only while the service is alive by the heartbeat and no further outage
 * has been noted; the statement that saves it insists on both.
 */
#ifndef REVERSID_JOBS_DEADLINES_H
#define REVERSID_JOBS_DEADLINES_H

#include "jobs/heartbeat.h"
#include "jobs/turns.h"

struct deadlines;

/** NULL: out of memory. Heartbeat and turns must outlive it. */
struct deadlines *deadlines_new(struct heartbeat *heartbeat, struct turns *turns);

/** NULL is fine. */
void deadlines_free(struct deadlines *deadlines);

/** Whether deadlines_settle would have something to do. For any thread; never waits. */
bool deadlines_wait_for(struct deadlines *deadlines, const struct game_found *found);

/**
 * Brings a game that was loaded up to the time it was loaded at: applies outages that it has not
 * seen and its deadline, saves that, and tells who watches. Then the game is not due: a command can
 * decide on it. Costs nothing where there is nothing to do. For any thread.
 *
 * @param found  the game after it, loaded again where somebody was faster
 *
 * Errors: those of store_flush; OVERLOADED where the game kept changing.
 */
FALLIBLE struct result deadlines_settle(struct deadlines *deadlines, struct store *store,
                                        struct game_found *found);

/**
 * The same for a list that was loaded with its time, in a few round trips however many games time
 * has done something to; where games keep changing they may stay as they were loaded. The list
 * keeps its games and their order, whatever became of them.
 *
 * @param list  at most STORE_PAGE_MAX games; live ones are settled
 *
 * Errors: those of store_flush; OVERLOADED without memory.
 */
FALLIBLE struct result deadlines_settle_list(struct deadlines *deadlines, struct store *store,
                                             struct game_list *list);

/**
 * A sweeper's job, with the deadlines as its context: the same for games whose deadline has passed
 * and that nobody touches. One thread at a time.
 *
 * @return  whether there may be more of them
 */
bool deadlines_sweep(void *deadlines, struct store *store);

#endif
