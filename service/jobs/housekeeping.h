/** Deletes what nobody needs any more, after named times. */
#ifndef REVERSID_JOBS_HOUSEKEEPING_H
#define REVERSID_JOBS_HOUSEKEEPING_H

#include "store/store.h"

/**
 * A sweeper's job: deletes tokens that expired long ago, at most HOUSEKEEPING_TOKENS a run, and the
 * guests who have neither a token nor a game then; analyses that ended long ago, at most
 * HOUSEKEEPING_ANALYSES a run; challenges, seeks and outages that are long over, at most
 * HOUSEKEEPING_ENDED of each; sessions and nonces that are over; and departures that were done long
 * ago, at most HOUSEKEEPING_ENDED, with those of their players whom nothing needs. Reviews stay
 * with their games.
 *
 * @return  whether there may be more of them
 */
bool housekeeping_run(void *context, struct store *store);

#endif
