/**
 * The keys that an issuer publishes: a JSON Web Key Set (RFC 7517). Pure.
 */
#ifndef REVERSID_AUTH_KEY_SET_H
#define REVERSID_AUTH_KEY_SET_H

#include "auth/id_token.h"

enum {
    KEY_SET_KEYS_MAX = 16, /* Google publishes two or three */
    KEY_BITS_MIN = 2048,   /* fewer are no longer safe */
    KEY_BITS_MAX = 8192,   /* more cost too much to verify with */
    KEY_SET_BYTES_MAX = 64 * 1024
};

struct key_set {
    int count;
    struct {
        char kid[ID_TOKEN_KID_SIZE];
        struct evp_pkey_st *key; /* owned */
    } keys[KEY_SET_KEYS_MAX];
};

/**
 * Reads the RSA keys for signing with RS256 that the set holds; others are passed over.
 *
 * @param set  to be released; untouched where there is none to use
 * @return     false: this is no such set, or none of its keys is of use
 */
bool key_set_read(const char *text, size_t length, struct key_set *set);

/** Frees the keys and leaves an empty set. */
void key_set_release(struct key_set *set);

/** The key with this id, still the set's; NULL: there is none. */
struct evp_pkey_st *key_set_find(const struct key_set *set, const char *kid);

#endif
