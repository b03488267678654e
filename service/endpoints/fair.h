/** Fair play: the engine does not help with a position of a rated game that the caller is playing.
 */
#ifndef REVERSID_ENDPOINTS_FAIR_H
#define REVERSID_ENDPOINTS_FAIR_H

#include "endpoints/endpoint.h"
#include "store/ladders.h"

/** As ep_require_good_token, and learns in the same round trip which positions are not helped with.
 */
FALLIBLE struct result fair_require(struct http_request *request, struct endpoint *endpoint,
                                    struct uuid *player, struct rated_positions *positions);

/** Refuses a position that is like one of them. Errors: OWN_RATED_GAME. */
FALLIBLE struct result fair_check(const struct rated_positions *positions,
                                  const struct rev_game *games, int count);

#endif
