/**
 * Tokens of our own: opaque to clients, recognisable to us before the database is asked.
 *
 * A bearer token is a prefix for its kind and the base64url of 16 bytes of the player's id, 24
 * random bytes and 4 bytes of checksum. The id tells where to look; the checksum depends on a
 * secret that all replicas share, so that of what was not given out by us one in four thousand
 * million reaches the database; the random part is the token's own secret. Only the SHA-256 of the
 * whole is stored.
 *
 * A refresh token, which is no bearer token, also holds its session's id. The one that follows it
 * is a function of it and of another secret that all replicas share: a client that lost the answer
 * and asks again gets the same one, and a session has one line of them.
 */
#ifndef REVERSID_AUTH_TOKEN_H
#define REVERSID_AUTH_TOKEN_H

#include "base/crypto.h"
#include "base/uuid.h"

#include <stdbool.h>
#include <stddef.h>

enum token_kind {
    TOKEN_GUEST,    /* "rvg_": all that a guest has */
    TOKEN_ACCESS,   /* "rva_": of a session */
    TOKEN_PERSONAL, /* "rvp_": made by its player for a program, for some purposes */
    TOKEN_KIND_COUNT
};

enum {
    TOKEN_PREFIX_LENGTH = 4,
    TOKEN_BYTES = 16 + 24 + 4,
    TOKEN_LENGTH = TOKEN_PREFIX_LENGTH + BASE64URL_LENGTH(TOKEN_BYTES),
    TOKEN_SIZE = TOKEN_LENGTH + 1,
    REFRESH_TOKEN_BYTES = 16 + 16 + 24 + 4,
    REFRESH_TOKEN_LENGTH = TOKEN_PREFIX_LENGTH + BASE64URL_LENGTH(REFRESH_TOKEN_BYTES),
    REFRESH_TOKEN_SIZE = REFRESH_TOKEN_LENGTH + 1,
    TOKEN_SECRET_SIZE = 32
};

/** What all replicas know and nobody else. */
struct token_secrets {
    uint8_t check[TOKEN_SECRET_SIZE]; /* without it nobody can tell a checksum */
    uint8_t
        next[TOKEN_SECRET_SIZE]; /* without it nobody who saw a refresh token can tell the next */
};

/** What a bearer token of a kind begins with. */
extern const char *const token_prefixes[TOKEN_KIND_COUNT];

/** A token as it is kept: whose it says it is, and the hash under which it is found. */
struct token_key {
    struct uuid player;
    uint8_t hash[SHA256_SIZE];
};

/** Makes a new token for a player. `text` is the secret, shown once. */
void token_mint(const struct token_secrets *secrets, enum token_kind kind,
                const struct uuid *player, char text[TOKEN_SIZE], struct token_key *key);

/**
 * Recognises a bearer token.
 *
 * @return  false: the text is no token of ours (length, prefix, alphabet, checksum)
 */
bool token_read(const struct token_secrets *secrets, const char *text, size_t length,
                struct token_key *key);

/** A refresh token as it is kept. */
struct refresh_key {
    struct uuid player;
    struct uuid session;
    uint8_t hash[SHA256_SIZE];
};

/** Makes the first refresh token of a new session. */
void refresh_token_mint(const struct token_secrets *secrets, const struct uuid *player,
                        const struct uuid *session, char text[REFRESH_TOKEN_SIZE],
                        struct refresh_key *key);

/** Recognises a refresh token. False: the text is none of ours. */
bool refresh_token_read(const struct token_secrets *secrets, const char *text, size_t length,
                        struct refresh_key *key);

/**
 * The refresh token that follows one.
 *
 * @param text  of the one before, which refresh_token_read recognised
 */
void refresh_token_next(const struct token_secrets *secrets, const char *text,
                        char next[REFRESH_TOKEN_SIZE], struct refresh_key *key);

#endif
