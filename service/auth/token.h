/**
 * Bearer tokens: opaque to clients, recognisable to us before the database is asked.
 *
 * A token is a prefix for its kind and the base64url of 16 bytes of the player's id, 24 random
 * bytes and 4 bytes of checksum. The id tells where to look, the checksum lets junk be refused
 * unseen, the random part is the secret. Only the SHA-256 of the whole is stored.
 */
#ifndef REVERSID_AUTH_TOKEN_H
#define REVERSID_AUTH_TOKEN_H

#include "base/crypto.h"
#include "base/uuid.h"

#include <stdbool.h>
#include <stddef.h>

/** Prefix of a guest's token. */
#define TOKEN_PREFIX "rvg_"

enum {
    TOKEN_BYTES = 16 + 24 + 4,
    TOKEN_LENGTH = sizeof(TOKEN_PREFIX) - 1 + BASE64URL_LENGTH(TOKEN_BYTES),
    TOKEN_SIZE = TOKEN_LENGTH + 1
};

/** A token as it is kept: whose it says it is, and the hash under which it is found. */
struct token_key {
    struct uuid player;
    uint8_t hash[SHA256_SIZE];
};

/** Makes a new token for a player. `text` is the secret, shown once. */
void token_mint(const struct uuid *player, char text[TOKEN_SIZE], struct token_key *key);

/**
 * Recognises a token.
 *
 * @return  false: the text is no token of ours (length, prefix, alphabet, checksum)
 */
bool token_read(const char *text, size_t length, struct token_key *key);

#endif
