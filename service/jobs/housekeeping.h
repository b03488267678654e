/** Deletes what nobody needs any more, after named times. */
#ifndef REVERSID_JOBS_HOUSEKEEPING_H
#define REVERSID_JOBS_HOUSEKEEPING_H

#include "store/store.h"

/** A sweeper's job: tokens that expired long ago, and guests who have neither a token nor a game.
 */
void housekeeping_run(void *context, struct store *store);

#endif
