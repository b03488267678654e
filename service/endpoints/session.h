/** Sessions: what signing in and refreshing answer alike. */
#ifndef REVERSID_ENDPOINTS_SESSION_H
#define REVERSID_ENDPOINTS_SESSION_H

#include "endpoints/endpoint.h"
#include "store/accounts.h"

/** A session with the secrets that its player is told, once. */
struct ep_session {
    struct session row;
    struct session_ends ends; /* once it is stored */
    char access[TOKEN_SIZE];
    char refresh[REFRESH_TOKEN_SIZE];
};

/** Loads and checks the caller. Errors: TOKEN_…. */
FALLIBLE struct result ep_load_caller(struct http_request *request, struct endpoint *endpoint,
                                      struct ep_caller *caller);

/** Reads a body that holds a secret: what is wrong with its JSON is said without citing it. */
FALLIBLE struct result ep_read_secret_body(struct http_request *request, struct json_in *body);

/** The hash by which an identity is known for a day after its account was deleted. */
void ep_hash_identity(const struct services *services, const char *subject,
                      uint8_t hash[STORE_HASH_SIZE]);

/** A new session of a player. */
void ep_begin_session(const struct services *services, struct ep_session *session,
                      const struct uuid *player);

/** A new access token for a session. */
void ep_mint_access(const struct services *services, struct ep_session *session,
                    const struct uuid *player);

/** Members of the answer: the tokens and when they end. */
void ep_write_session(struct json_writer *writer, const struct ep_session *session);

#endif
