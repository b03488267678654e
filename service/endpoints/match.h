/** The match that a request is about, with its games. */
#ifndef REVERSID_ENDPOINTS_MATCH_H
#define REVERSID_ENDPOINTS_MATCH_H

#include "endpoints/endpoint.h"

/** A match as one caller sees it. */
struct ep_match {
    struct ep_caller caller;
    struct match_found found;
    struct game_list games; /* the first one, and the latest: at most STORE_PAGE_MAX - 1 */
};

/** Gives the games back. A zeroed one is fine. */
void match_release(struct ep_match *match);
#define EP_MATCH_CLEANUP __attribute__((cleanup(match_release)))

/**
 * Loads a match with its games and checks the caller.
 *
 * Errors: TOKEN_…, MATCH_NOT_FOUND, DATABASE_UNAVAILABLE.
 */
FALLIBLE struct result match_load(struct http_request *request, struct endpoint *endpoint,
                                  const struct uuid *id, struct ep_match *match);

/** The same without asking for the caller, who is in `match` already. */
FALLIBLE struct result match_look_up(struct http_request *request, struct endpoint *endpoint,
                                     const struct uuid *id, struct ep_match *match);

/** A match as the caller sees it, into an array or member. */
void match_write(struct json_writer *writer, const struct ep_match *match);

/** Writes the ETag of a match as the caller sees it. */
void match_etag(const struct ep_match *match, char etag[HTTP_ETAG_SIZE]);

/** Answers with schema Match; 304 where a GET names what would be sent. */
void match_answer(struct http_request *request, const struct ep_match *match);

#endif
