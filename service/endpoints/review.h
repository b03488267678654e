/** The review that a request is about. */
#ifndef REVERSID_ENDPOINTS_REVIEW_H
#define REVERSID_ENDPOINTS_REVIEW_H

#include "endpoints/endpoint.h"

/** A review, as far as the caller may see it. */
struct ep_review {
    struct ep_game *game;
    struct study_found found;
    uint64_t withheld; /* moves, 1 << index, that would tell what to play in a rated game */
};

/**
 * Loads the game of the path's {id}, checks the caller, and loads its review of a strength.
 *
 * Errors: those of ep_load_game; GAME_NOT_FINISHED.
 */
FALLIBLE struct result review_load(struct http_request *request, struct endpoint *endpoint,
                                   enum study_strength strength, struct ep_review *review);

/** Sets the answer's ETag: another one where something else is withheld. */
void review_tag(struct http_request *request, const struct ep_review *review);

/** Answers with schema Review: 200 once it has ended, 202 before. */
FALLIBLE struct result review_answer(struct http_request *request, struct endpoint *endpoint,
                                     const struct ep_review *review);

#endif
