/** The seek that a request is about. */
#ifndef REVERSID_ENDPOINTS_SEEK_H
#define REVERSID_ENDPOINTS_SEEK_H

#include "endpoints/endpoint.h"
#include "jobs/pairing.h"

/** Lives as long as the request. */
struct ep_seek {
    struct endpoint *endpoint; /* of the present run */
    struct ep_caller caller;
    struct uuid player; /* the caller's; nil: anonymous, or a token that does not see what is its
                           player's */
    struct seek_found found;
    int status;  /* to answer with in the end */
    bool replay; /* it had been done before */
};

/** Reads the seek's id from the path. Errors: INVALID_PATH. */
FALLIBLE struct result seek_read_id(struct http_request *request, struct uuid *id);

/**
 * Loads the seek of the path's {id} and checks the caller. Conflicts that the handler returns from
 * here on carry the seek in `state`.
 *
 * Errors: INVALID_PATH, TOKEN_…, SEEK_NOT_FOUND, DATABASE_UNAVAILABLE.
 */
FALLIBLE struct result seek_load(struct http_request *request, struct endpoint *endpoint,
                                 struct ep_seek **loaded);

/** The seek is the caller's. */
bool seek_is_mine(const struct ep_seek *loaded);

/**
 * What asking for an own seek does: it lives on, and is paired if another one fits.
 *
 * Errors: those of the flush.
 */
FALLIBLE struct result seek_ask_for(struct http_request *request, struct endpoint *endpoint,
                                    struct seek_found *seek);

/** Has conflicts carry the seek in `state`. Requires request->state to be it. */
void seek_show_in_problems(struct http_request *request);

/** Writes the ETag of a seek as the caller sees it. */
void seek_etag(const struct ep_seek *loaded, char etag[HTTP_ETAG_SIZE]);

/** Answers with schema Seek; 304 where a GET names what would be sent. */
void seek_answer(struct http_request *request, const struct ep_seek *loaded);

/** What pairs seeks. */
struct pairing seek_pairing(const struct endpoint *endpoint);

#endif
