/**
 * Makes the keys of names anew when the rules change by which names look alike: ours, or Unicode's
 * tables. Until then a name is protected by the keys that it has.
 */
#ifndef REVERSID_JOBS_NAMES_H
#define REVERSID_JOBS_NAMES_H

#include "store/store.h"

/**
 * A sweeper's job, without a context: renews the names of a page of players. Where two names look
 * alike that did not before, both stay.
 *
 * @return  whether there may be more of them
 */
bool names_run(void *context, struct store *store);

#endif
