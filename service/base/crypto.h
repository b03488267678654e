/** Hashes, random bytes and their spellings, all from OpenSSL. */
#ifndef REVERSID_BASE_CRYPTO_H
#define REVERSID_BASE_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32 };

void crypto_sha256(const void *bytes, size_t length, uint8_t digest[SHA256_SIZE]);

/** HMAC-SHA-256 (RFC 2104). */
void crypto_hmac_sha256(const void *key, size_t key_length, const void *bytes, size_t length,
                        uint8_t digest[SHA256_SIZE]);

/** Fills with random bytes fit for secrets. Ends the process if the system has none to give. */
void crypto_random(void *bytes, size_t length);

/** Length of the unpadded base64url spelling of `length` bytes, without NUL. */
#define BASE64URL_LENGTH(length) (((length)*8 + 5) / 6)

/** Writes unpadded base64url and a NUL. */
void crypto_base64url(const uint8_t *bytes, size_t length, char *text);

/**
 * Reads unpadded base64url strictly: no padding, no other characters, unused bits zero.
 *
 * @param bytes     room for `capacity` bytes
 * @param decoded   how many were written, on success
 */
bool crypto_base64url_decode(const char *text, size_t length, uint8_t *bytes, size_t capacity,
                             size_t *decoded);

#endif
