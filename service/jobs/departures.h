/**
 * What players leave behind who were erased, or who as guests became another player: matches are
 * left, challenges and seeks end, their seats in past games get another name, or holder, and what
 * they asked the engine for ends, or gets another holder.
 *
 * That a player is gone was settled by one transaction, with which every token ended. All else is
 * done here, again and again, until a pass that began a while after that finds nothing left: a
 * request that was under way when the tokens ended may have begun something more. Every step is
 * harmless to repeat, so a replica may be killed at any of them. A game, or a step, that cannot be
 * done is put aside: it keeps neither the rest of its departure nor other departures from going on,
 * and is tried again later, the later the more often it failed.
 */
#ifndef REVERSID_JOBS_DEPARTURES_H
#define REVERSID_JOBS_DEPARTURES_H

#include "jobs/deadlines.h"
#include "jobs/turns.h"

#include <stdatomic.h>

/** Zeroed but for the first three, which are set before it runs. */
struct departures {
    struct deadlines *deadlines;
    struct turns *turns;
    struct hub *hub; /* is told of what others see change */
    atomic_uint_fast64_t finished, put_aside;
};

struct departures_figures {
    uint64_t finished;  /* departures of which nothing was left to do */
    uint64_t put_aside; /* games and steps that could not be done, each time that they were tried */
};

/** For any thread. */
void departures_figures(const struct departures *departures, struct departures_figures *figures);

/**
 * A sweeper's job, with the departures as its context.
 *
 * @return  whether there may be more of them
 */
bool departures_run(void *departures, struct store *store);

#endif
