#include "auth/token.h"

#include "base/text.h"

#include <string.h>

enum { ID_BYTES = 16, SECRET_BYTES = 24, CHECK_BYTES = 4 };

const char *const token_prefixes[TOKEN_KIND_COUNT] = {
    [TOKEN_GUEST] = "rvg_", [TOKEN_ACCESS] = "rva_", [TOKEN_PERSONAL] = "rvp_"};

static const char refresh_prefix[] = "rvr_";

/**
 * Over the bytes behind their prefix, so that no kind is another's with a letter changed.
 *
 * It is the beginning of one SHA-256 of the secret and these. HMAC, which takes seven times as long
 * and would be asked for twice a request, is for digests that are shown whole, which could be gone
 * on from, or of texts of any length; of these 32 bytes four are shown, and each kind has one
 * length.
 */
static void checksum(const struct token_secrets *secrets, const char *prefix, const uint8_t *bytes,
                     size_t length, uint8_t check[CHECK_BYTES])
{
    uint8_t all[TOKEN_SECRET_SIZE + TOKEN_PREFIX_LENGTH + REFRESH_TOKEN_BYTES];
    uint8_t digest[SHA256_SIZE];
    memcpy(all, secrets->check, TOKEN_SECRET_SIZE);
    memcpy(all + TOKEN_SECRET_SIZE, prefix, TOKEN_PREFIX_LENGTH);
    memcpy(all + TOKEN_SECRET_SIZE + TOKEN_PREFIX_LENGTH, bytes, length);
    crypto_sha256(all, TOKEN_SECRET_SIZE + TOKEN_PREFIX_LENGTH + length, digest);
    memcpy(check, digest, CHECK_BYTES);
}

/** Writes prefix and bytes, whose last ones become the checksum, and hashes the whole. */
static void spell(const struct token_secrets *secrets, const char *prefix, uint8_t *bytes,
                  size_t size, char *text, uint8_t hash[SHA256_SIZE])
{
    checksum(secrets, prefix, bytes, size - CHECK_BYTES, bytes + size - CHECK_BYTES);
    memcpy(text, prefix, TOKEN_PREFIX_LENGTH);
    crypto_base64url(bytes, size, text + TOKEN_PREFIX_LENGTH);
    crypto_sha256(text, strlen(text), hash);
}

/** Reads what spell wrote, behind a prefix of the right length. */
static bool unspell(const struct token_secrets *secrets, const char *text, size_t length,
                    uint8_t *bytes, size_t size, uint8_t hash[SHA256_SIZE])
{
    uint8_t check[CHECK_BYTES];
    size_t decoded;
    if (!crypto_base64url_decode(text + TOKEN_PREFIX_LENGTH, length - TOKEN_PREFIX_LENGTH, bytes,
                                 size, &decoded) ||
        decoded != size)
        return false;
    checksum(secrets, text, bytes, size - CHECK_BYTES, check);
    if (!text_equal_constant_time(check, bytes + size - CHECK_BYTES, CHECK_BYTES))
        return false;
    crypto_sha256(text, length, hash);
    return true;
}

void token_mint(const struct token_secrets *secrets, enum token_kind kind,
                const struct uuid *player, char text[TOKEN_SIZE], struct token_key *key)
{
    uint8_t bytes[TOKEN_BYTES];
    memcpy(bytes, player->bytes, ID_BYTES);
    crypto_random(bytes + ID_BYTES, SECRET_BYTES);
    spell(secrets, token_prefixes[kind], bytes, sizeof bytes, text, key->hash);
    key->player = *player;
}

static bool has_prefix(const char *text)
{
    for (int kind = 0; kind < TOKEN_KIND_COUNT; kind++)
        if (memcmp(text, token_prefixes[kind], TOKEN_PREFIX_LENGTH) == 0)
            return true;
    return false;
}

bool token_read(const struct token_secrets *secrets, const char *text, size_t length,
                struct token_key *key)
{
    uint8_t bytes[TOKEN_BYTES];
    if (length != TOKEN_LENGTH || !has_prefix(text) ||
        !unspell(secrets, text, length, bytes, sizeof bytes, key->hash))
        return false;
    memcpy(key->player.bytes, bytes, ID_BYTES);
    return true;
}

void refresh_token_mint(const struct token_secrets *secrets, const struct uuid *player,
                        const struct uuid *session, char text[REFRESH_TOKEN_SIZE],
                        struct refresh_key *key)
{
    uint8_t bytes[REFRESH_TOKEN_BYTES];
    memcpy(bytes, player->bytes, ID_BYTES);
    memcpy(bytes + ID_BYTES, session->bytes, ID_BYTES);
    crypto_random(bytes + 2 * ID_BYTES, SECRET_BYTES);
    spell(secrets, refresh_prefix, bytes, sizeof bytes, text, key->hash);
    key->player = *player;
    key->session = *session;
}

bool refresh_token_read(const struct token_secrets *secrets, const char *text, size_t length,
                        struct refresh_key *key)
{
    uint8_t bytes[REFRESH_TOKEN_BYTES];
    if (length != REFRESH_TOKEN_LENGTH || memcmp(text, refresh_prefix, TOKEN_PREFIX_LENGTH) != 0 ||
        !unspell(secrets, text, length, bytes, sizeof bytes, key->hash))
        return false;
    memcpy(key->player.bytes, bytes, ID_BYTES);
    memcpy(key->session.bytes, bytes + ID_BYTES, ID_BYTES);
    return true;
}

void refresh_token_next(const struct token_secrets *secrets, const char *text,
                        char next[REFRESH_TOKEN_SIZE], struct refresh_key *key)
{
    struct refresh_key before;
    uint8_t bytes[REFRESH_TOKEN_BYTES], digest[SHA256_SIZE];
    (void)refresh_token_read(secrets, text, REFRESH_TOKEN_LENGTH, &before);
    memcpy(bytes, before.player.bytes, ID_BYTES);
    memcpy(bytes + ID_BYTES, before.session.bytes, ID_BYTES);
    crypto_hmac_sha256(secrets->next, TOKEN_SECRET_SIZE, text, REFRESH_TOKEN_LENGTH, digest);
    memcpy(bytes + 2 * ID_BYTES, digest, SECRET_BYTES);
    spell(secrets, refresh_prefix, bytes, sizeof bytes, next, key->hash);
    key->player = before.player;
    key->session = before.session;
}
