#include "base/crypto.h"

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static EVP_MD *sha256;

/* EVP_sha256() would look for an implementation at each use, which takes longer than the digest. */
static void fetch(void)
{
    sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
    if (!sha256)
        abort();
}

void crypto_sha256(const void *bytes, size_t length, uint8_t digest[SHA256_SIZE])
{
    pthread_once(&once, fetch);
    if (EVP_Digest(bytes, length, digest, NULL, sha256, NULL) != 1)
        abort();
}

void crypto_hmac_sha256(const void *key, size_t key_length, const void *bytes, size_t length,
                        uint8_t digest[SHA256_SIZE])
{
    if (!EVP_Q_mac(NULL, "HMAC", NULL, "SHA256", NULL, key, key_length, bytes, length, digest,
                   SHA256_SIZE, NULL))
        abort();
}

void crypto_random(void *bytes, size_t length)
{
    if (RAND_bytes(bytes, (int)length) != 1)
        abort();
}

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void crypto_base64url(const uint8_t *bytes, size_t length, char *text)
{
    unsigned pending = 0;
    int bits = 0;
    for (size_t i = 0; i < length; i++) {
        pending = (pending << 8 | bytes[i]) & 0xffff;
        for (bits += 8; bits >= 6; bits -= 6)
            *text++ = alphabet[pending >> (bits - 6) & 0x3f];
    }
    if (bits > 0)
        *text++ = alphabet[pending << (6 - bits) & 0x3f];
    *text = '\0';
}

static int sextet(char character)
{
    if (character >= 'A' && character <= 'Z')
        return character - 'A';
    if (character >= 'a' && character <= 'z')
        return character - 'a' + 26;
    if (character >= '0' && character <= '9')
        return character - '0' + 52;
    return character == '-' ? 62 : character == '_' ? 63 : -1;
}

bool crypto_base64url_decode(const char *text, size_t length, uint8_t *bytes, size_t capacity,
                             size_t *decoded)
{
    if (length % 4 == 1 || length * 3 / 4 > capacity)
        return false;
    unsigned pending = 0;
    int bits = 0;
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        int value = sextet(text[i]);
        if (value < 0)
            return false;
        pending = (pending << 6 | (unsigned)value) & 0xffff;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes[count++] = (uint8_t)(pending >> bits);
        }
    }
    if (pending & ((1u << bits) - 1))
        return false;
    *decoded = count;
    return true;
}
