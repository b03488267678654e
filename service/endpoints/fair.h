/** Fair play in requests: every way to the engine refuses here what domain/fair_play.h forbids. */
#ifndef REVERSID_ENDPOINTS_FAIR_H
#define REVERSID_ENDPOINTS_FAIR_H

#include "domain/fair_play.h"
#include "endpoints/position.h"

/** Room for the caller's rated games, for as long as the request lives. */
struct rated_games *fair_new(struct http_request *request);

/** Asks the store for them: none of a caller without a token. */
void fair_ask(struct endpoint *endpoint, const struct ep_caller *caller, struct rated_games *games);

/** Checks the token if there is one, and learns the caller's rated games in the same round trip. */
FALLIBLE struct result fair_require(struct http_request *request, struct endpoint *endpoint,
                                    struct ep_caller *caller, struct rated_games *games);

/** Refuses a position that the engine is asked about. Errors: OWN_RATED_GAME. */
FALLIBLE struct result fair_check(struct http_request *request, const struct rated_games *games,
                                  const struct rev_position *asked);

/** The same for the positions of a body; of several the problem names the first that is refused. */
FALLIBLE struct result fair_check_all(struct http_request *request, const struct rated_games *games,
                                      const struct positions *asked);

/**
 * Looks once more at what was thought about, before it is answered: a rated game may have got there
 * meanwhile. One round trip for a caller with a token.
 *
 * Errors: those of fair_check_all; DATABASE_UNAVAILABLE.
 */
FALLIBLE struct result fair_check_again(struct http_request *request, struct endpoint *endpoint,
                                        const struct ep_caller *caller,
                                        const struct positions *asked);

/**
 * The moves of a game, 1 << index each, of which nothing must be said: those before or after which
 * it stood where fair_check refuses.
 */
uint64_t fair_withheld(const struct rated_games *games, const struct rev_game *played);

/**
 * Refuses a change of a game against the AI that would have it move where it must not: in the game,
 * or in the one that follows. Before the change is saved; costs a round trip where
 * fair_play_concerns, else nothing.
 *
 * Errors: OWN_RATED_GAME, DATABASE_UNAVAILABLE.
 */
FALLIBLE struct result fair_check_change(struct http_request *request, struct endpoint *endpoint,
                                         const struct game_change *change);

#endif
