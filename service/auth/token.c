#include "auth/token.h"

#include "base/text.h"

#include <string.h>

enum { ID_BYTES = 16, SECRET_BYTES = 24, CHECK_BYTES = 4 };

static void checksum(const uint8_t bytes[TOKEN_BYTES], uint8_t check[CHECK_BYTES])
{
    uint8_t digest[SHA256_SIZE];
    crypto_sha256(bytes, ID_BYTES + SECRET_BYTES, digest);
    memcpy(check, digest, CHECK_BYTES);
}

void token_mint(const struct uuid *player, char text[TOKEN_SIZE], struct token_key *key)
{
    uint8_t bytes[TOKEN_BYTES];
    memcpy(bytes, player->bytes, ID_BYTES);
    crypto_random(bytes + ID_BYTES, SECRET_BYTES);
    checksum(bytes, bytes + ID_BYTES + SECRET_BYTES);
    strcpy(text, TOKEN_PREFIX);
    crypto_base64url(bytes, sizeof bytes, text + strlen(TOKEN_PREFIX));
    key->player = *player;
    crypto_sha256(text, TOKEN_LENGTH, key->hash);
}

bool token_read(const char *text, size_t length, struct token_key *key)
{
    const size_t prefix = strlen(TOKEN_PREFIX);
    uint8_t bytes[TOKEN_BYTES], check[CHECK_BYTES];
    size_t decoded;
    if (length != TOKEN_LENGTH || memcmp(text, TOKEN_PREFIX, prefix) != 0 ||
        !crypto_base64url_decode(text + prefix, length - prefix, bytes, sizeof bytes, &decoded) ||
        decoded != sizeof bytes)
        return false;
    checksum(bytes, check);
    if (!text_equal_constant_time(check, bytes + ID_BYTES + SECRET_BYTES, CHECK_BYTES))
        return false;
    memcpy(key->player.bytes, bytes, ID_BYTES);
    crypto_sha256(text, length, key->hash);
    return true;
}
