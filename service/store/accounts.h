/**
 * What the store knows of people who signed in: identities, names, sessions. Asked and flushed like
 * all of store.h.
 */
#ifndef REVERSID_STORE_ACCOUNTS_H
#define REVERSID_STORE_ACCOUNTS_H

#include "store/store.h"

enum { IDENTITY_SUBJECT_SIZE = 255 + 1, STORE_HASH_SIZE = SHA256_SIZE };

/** Who Google says that somebody is. */
struct identity_found {
    bool found;
    struct uuid player;
};

void store_ask_identity(struct store *store, const char *subject, struct identity_found *identity);

/** Whether the nonce with this hash was used. */
void store_ask_nonce_use(struct store *store, const uint8_t hash[STORE_HASH_SIZE], bool *used);

/* Within a transaction, each: in this order, so that no two wait for each other. */

/** Uses a nonce up. */
void store_ask_use_nonce(struct store *store, const uint8_t hash[STORE_HASH_SIZE],
                         int64_t expires_ms);

/** Binds an identity to a player. */
void store_ask_add_identity(struct store *store, const char *subject, const struct uuid *player,
                            int64_t created_ms);

/** Takes one key of a name for a player; `folded` NULL: the key is not its first one. */
void store_ask_add_name(struct store *store, const uint8_t key[STORE_HASH_SIZE],
                        const struct uuid *player, const char *folded);

/** Makes a player who is signed in. */
void store_ask_add_account(struct store *store, const struct player *player, const char *subject);

/** Makes a guest a player who is signed in, under its new name; the guest's tokens end at a time.
 */
void store_ask_claim_guest(struct store *store, const struct player *player, const char *subject,
                           int64_t tokens_end_ms);

/** A sign-in that lasts. */
struct session {
    struct refresh_key refresh; /* with player and session */
    int64_t created_ms;
    int64_t expires_ms;
    struct token_key access;
    int64_t access_expires_ms;
};

void store_ask_add_session(struct store *store, const struct session *session);

#endif
