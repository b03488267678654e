/** The review that a request is about. */
#ifndef REVERSID_ENDPOINTS_REVIEW_H
#define REVERSID_ENDPOINTS_REVIEW_H

#include "endpoints/endpoint.h"

/**
 * Loads the game of the path's {id}, checks the caller, and loads its review of a strength.
 *
 * Errors: those of ep_load_game; GAME_NOT_FINISHED; OWN_RATED_GAME where the game came through what
 * the caller is playing now.
 */
FALLIBLE struct result review_load(struct http_request *request, struct endpoint *endpoint,
                                   enum study_strength strength, struct ep_game **loaded,
                                   struct study_found *found);

/** Answers with schema Review: 200 once it has ended, 202 before. */
FALLIBLE struct result review_answer(struct http_request *request, struct endpoint *endpoint,
                                     const struct game *game, const struct study *study);

#endif
