/** Fair play: the engine does not help with a rated game that the caller is playing. */
#ifndef REVERSID_ENDPOINTS_FAIR_H
#define REVERSID_ENDPOINTS_FAIR_H

#include "endpoints/endpoint.h"
#include "store/ladders.h"

/** Room for what is not helped with, for as long as the request lives. */
struct rated_positions *fair_new(struct http_request *request);

/** Asks the store what is not helped with: nothing for a caller without a token. */
void fair_ask(struct endpoint *endpoint, const struct ep_caller *caller,
              struct rated_positions *positions);

/** As ep_require_good_token, and learns in the same round trip which positions are not helped with.
 */
FALLIBLE struct result fair_require(struct http_request *request, struct endpoint *endpoint,
                                    struct uuid *player, struct rated_positions *positions);

/** Refuses a position that tells what to play in one of the games. Errors: OWN_RATED_GAME. */
FALLIBLE struct result fair_check(const struct rated_positions *positions,
                                  const struct rev_position *asked);

/** The same for where each of some games stands. */
FALLIBLE struct result fair_check_games(const struct rated_positions *positions,
                                        const struct rev_game *games, int count);

enum { FAIR_OPENING_PLIES = 10 };

/**
 * The same for everything that a game came through after its first FAIR_OPENING_PLIES: those it
 * shares with many, and a rated game just begun would keep its players from every review.
 */
FALLIBLE struct result fair_check_course(const struct rated_positions *positions,
                                         const struct rev_game *game);

#endif
