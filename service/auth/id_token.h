/**
 * Google's ID tokens: JSON Web Tokens (RFC 7519) signed with RS256, and nothing else that such a
 * token may be. Pure: keys and time are given.
 *
 * Who verifies with a library must trust it not to take `none`, an HMAC made with the public key,
 * padding, or a critical extension; see docs/decisions/sign-in.md. Here each is refused because it
 * is not the one thing that is read.
 */
#ifndef REVERSID_AUTH_ID_TOKEN_H
#define REVERSID_AUTH_ID_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ID_TOKEN_LENGTH_MAX = 8192,
    ID_TOKEN_KID_SIZE = 128 + 1,
    ID_TOKEN_SUBJECT_SIZE = 255 + 1,
    ID_TOKEN_NONCE_SIZE = 255 + 1,
    ID_TOKEN_SIGNATURE_BYTES_MAX = 1024, /* of a key of 8,192 bits */
    ID_TOKEN_LEEWAY_S = 60,              /* between Google's clock and ours */
    ID_TOKEN_LIFE_S_MAX = 24 * 60 * 60   /* Google's live an hour */
};

/** What is wrong with a token; the words for clients are id_token_faults. */
enum id_token_fault {
    ID_TOKEN_GOOD,
    ID_TOKEN_FORM,      /* not three parts, not base64url, not JSON, too long */
    ID_TOKEN_ALG,       /* another algorithm, or an extension that must be understood */
    ID_TOKEN_KID,       /* none of Google's keys */
    ID_TOKEN_SIGNATURE, /* not made with that key over these words */
    ID_TOKEN_ISS,       /* another issuer */
    ID_TOKEN_AUD,       /* made for another client */
    ID_TOKEN_EXP,       /* over, or good for too long */
    ID_TOKEN_IAT,       /* from the future */
    ID_TOKEN_NBF,       /* not good yet */
    ID_TOKEN_SUB,       /* names nobody */
    ID_TOKEN_NONCE,     /* another nonce than was promised, or one that was used */
    ID_TOKEN_FAULT_COUNT
};

/** One word each, part of the API. */
extern const char *const id_token_faults[ID_TOKEN_FAULT_COUNT];

/** A token whose words are as they should be and whose signature has yet to be looked at. */
struct id_token {
    const char *text;     /* borrowed */
    size_t signed_length; /* of `text`: what the signature is over */
    uint8_t signature[ID_TOKEN_SIGNATURE_BYTES_MAX];
    size_t signature_length;
    char kid[ID_TOKEN_KID_SIZE];
    char subject[ID_TOKEN_SUBJECT_SIZE]; /* who it is: the only thing that says so */
    char nonce[ID_TOKEN_NONCE_SIZE];     /* empty: none */
    int64_t issued_ms;
    int64_t expires_ms;
};

/** Whether a list of client ids names at least one, and nothing that could be none. */
bool id_token_are_client_ids(const char *client_ids);

/**
 * Reads a token and its claims, all but the signature. What costs least comes first, so a token
 * that was never meant for us costs no signature and no question for keys.
 *
 * @param client_ids  ours, separated by commas or blanks
 * @param now_ms      since 1970
 * @param token       untouched but for junk where the result is not ID_TOKEN_GOOD
 *
 * Owns: nothing.  Threads: any.  Cost: some ten microseconds, 12 KB of stack.
 */
enum id_token_fault id_token_read(const char *text, size_t length, const char *client_ids,
                                  int64_t now_ms, struct id_token *token);

struct evp_pkey_st; /* OpenSSL's EVP_PKEY */

/** Whether the token is signed with an RSA key. Cost: some twenty microseconds for 2,048 bits. */
bool id_token_is_signed(const struct id_token *token, struct evp_pkey_st *key);

#endif
