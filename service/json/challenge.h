/** Challenges as JSON, as the contract's schema Challenge has them. */
#ifndef REVERSID_JSON_CHALLENGE_H
#define REVERSID_JSON_CHALLENGE_H

#include "domain/challenge.h"
#include "json/writer.h"

/** A challenge as one caller sees it. */
struct challenge_view {
    const struct challenge *challenge;
    const struct meeting *meeting; /* of the maker and whoever may accept */
    struct uuid player;            /* the caller; nil: nobody */
    int64_t now_ms;
    const char *public_url; /* put before links; "" leaves them relative */
};

/** Schema Challenge. */
void json_challenge(struct json_writer *writer, const struct challenge_view *view);

#endif
