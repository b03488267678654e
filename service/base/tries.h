/**
 * How often something is decided again whose compare-and-set lost.
 *
 * Where what is decided on has changed, somebody else decides about the same, and a few times in a
 * row mean a storm. Where it has not, the change lost on what goes with it, as what a player has:
 * then each time another game of that player began or ended, of which there may be as many at once
 * as the player plays, and all of them get through.
 */
#ifndef REVERSID_BASE_TRIES_H
#define REVERSID_BASE_TRIES_H

#include "base/limits.h"

#include <stdbool.h>

/** Zeroed: none yet. */
struct tries {
    int changed, unchanged; /* lost ones, by whether what is decided on was another after it */
};

/** Notes a try that lost. @return  whether to try again */
static inline bool tries_again(struct tries *tries, bool changed)
{
    return changed ? ++tries->changed < COMPARE_AND_SET_TRIES : ++tries->unchanged < STANDING_TRIES;
}

#endif
