/**
 * What players leave behind who were erased, or who as guests became another player: matches are
 * left, challenges and seeks end, and their seats in past games get another name, or holder.
 *
 * That a player is gone was settled by one transaction, with which every token ended. All else is
 * done here, again and again, until a pass that began a while after that finds nothing left: a
 * request that was under way when the tokens ended may have begun something more. Every step is
 * harmless to repeat, so a replica may be killed at any of them.
 */
#ifndef REVERSID_JOBS_DEPARTURES_H
#define REVERSID_JOBS_DEPARTURES_H

#include "jobs/deadlines.h"
#include "jobs/turns.h"

struct departures {
    struct deadlines *deadlines;
    struct turns *turns;
};

/**
 * A sweeper's job, with the departures as its context.
 *
 * @return  whether there may be more of them
 */
bool departures_run(void *departures, struct store *store);

#endif
