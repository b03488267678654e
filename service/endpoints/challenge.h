/** The challenge that a request is about. */
#ifndef REVERSID_ENDPOINTS_CHALLENGE_H
#define REVERSID_ENDPOINTS_CHALLENGE_H

#include "endpoints/endpoint.h"

/** Lives as long as the request. */
struct ep_challenge {
    struct endpoint *endpoint; /* of the present run */
    struct ep_caller caller;
    struct uuid player; /* the caller's; nil: anonymous, or a token that does not see what is its
                           player's */
    struct challenge_found found;
    int status;  /* to answer with in the end */
    bool replay; /* it had been done before */
};

/** Which challenge the path means: by its id, or by an invitation's code. */
struct challenge_name {
    bool is_code;
    char code[INVITATION_CODE_SIZE];
    struct uuid id;
};

/** Reads the path's {id}. Errors: INVALID_PATH. */
FALLIBLE struct result challenge_read_name(struct http_request *request,
                                           struct challenge_name *name);

/**
 * Loads the challenge of the path's {id} and checks the caller. Conflicts that the handler returns
 * from here on carry the challenge in `state`.
 *
 * Errors: INVALID_PATH, TOKEN_…, CHALLENGE_NOT_FOUND (also where it is between others),
 * SCOPE_MISSING (where it is not for everybody to see), DATABASE_UNAVAILABLE.
 */
FALLIBLE struct result challenge_load(struct http_request *request, struct endpoint *endpoint,
                                      struct ep_challenge **loaded);

/** Reads it again after somebody was faster. Errors: those of the flush, CHALLENGE_NOT_FOUND. */
FALLIBLE struct result challenge_reload(struct http_request *request, struct ep_challenge *loaded);

/** A decision about a challenge: fills `next` and `replay`, or fails. */
typedef struct result challenge_decide(const struct ep_challenge *loaded, const void *decision,
                                       struct challenge *next, bool *replay);

/** Decides, saves by compare-and-set, and decides again where somebody was faster; tells who
 *  waits. */
FALLIBLE struct result challenge_change(struct http_request *request, struct ep_challenge *loaded,
                                        challenge_decide *decide, const void *decision);

/** Wakes whoever waits for a challenge, and its players' streams. */
void challenge_tell(const struct endpoint *endpoint, const struct challenge *challenge);

/** Writes the ETag of a challenge as the caller sees it. */
void challenge_etag(const struct ep_challenge *loaded, char etag[HTTP_ETAG_SIZE]);

/** Answers with schema Challenge; 304 where a GET names what would be sent. */
void challenge_answer(struct http_request *request, const struct ep_challenge *loaded);

/** A challenge as a player sees it, into an array or member. */
void challenge_write(struct json_writer *writer, const struct endpoint *endpoint,
                     const struct challenge_found *found, const struct uuid *player,
                     int64_t now_ms);

#endif
