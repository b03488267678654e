/**
 * What an Idempotency-Key stands for: the id of what a request makes is a function of the caller
 * and the key, so a repeated request finds what the first one made, and the key needs no table. A
 * fingerprint kept with what was made tells whether it is the same request.
 */
#ifndef REVERSID_ENDPOINTS_IDEMPOTENCY_H
#define REVERSID_ENDPOINTS_IDEMPOTENCY_H

#include "endpoints/endpoint.h"

/** Reads the header; absent: data is NULL. Errors: INVALID_HEADER. */
FALLIBLE struct result idempotency_key(struct http_request *request, struct http_value *key);

/**
 * The id of what a caller makes with a key. Nobody else can compute it: what is unlisted stays so.
 *
 * @param purpose  what is made, "game": a key may serve once for each
 * @param key      absent: a new id each time
 */
struct uuid idempotency_id(const struct services *services, const char *purpose,
                           const struct uuid *caller, struct http_value key);

#endif
