/**
 * What headers, paths and queries hold, from any bytes: tokens, base64url, UUIDs, times, numbers,
 * codes of invitations.
 * What is accepted comes back the same when it is written and read again, and has one spelling.
 */
#include "auth/token.h"
#include "base/clock.h"
#include "base/text.h"
#include "base/uuid.h"
#include "domain/challenge.h"
#include "fuzz.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static void try_base64url(const char *text, size_t length)
{
    uint8_t *bytes = malloc(length + 1);
    char *again = malloc(BASE64URL_LENGTH(length) + 1);
    size_t decoded = SIZE_MAX;
    if (crypto_base64url_decode(text, length, bytes, length, &decoded)) {
        FUZZ_REQUIRE(decoded == length * 3 / 4);
        crypto_base64url(bytes, decoded, again);
        FUZZ_REQUIRE(strlen(again) == length && memcmp(again, text, length) == 0);
        FUZZ_REQUIRE(length == 0 ||
                     !crypto_base64url_decode(text, length, bytes, decoded - 1, &decoded));
    } else {
        FUZZ_REQUIRE(decoded == SIZE_MAX);
    }
    free(bytes);
    free(again);
}

static const struct token_secrets secrets = {.check = "what nobody else knows"};

static void try_token(const char *text, size_t length)
{
    struct token_key key;
    uint8_t hash[SHA256_SIZE];
    if (!token_read(&secrets, text, length, &key))
        return;
    FUZZ_REQUIRE(length == TOKEN_LENGTH && memcmp(text, "rv", 2) == 0 && text[3] == '_');
    crypto_sha256(text, length, hash);
    FUZZ_REQUIRE(memcmp(hash, key.hash, sizeof hash) == 0);
}

/** A token whose player and secret are the first bytes; the next two spoil one character of it. */
static void try_spoilt_token(const uint8_t *data, size_t size)
{
    enum { PAYLOAD = 40, CHECK = TOKEN_BYTES - PAYLOAD };
    uint8_t bytes[TOKEN_BYTES], digest[SHA256_SIZE], checked[TOKEN_SECRET_SIZE + 4 + PAYLOAD];
    char text[TOKEN_SIZE] = "rvg_";
    struct token_key key;
    if (size < PAYLOAD + 2)
        return;
    memcpy(bytes, data, PAYLOAD);
    memcpy(checked, secrets.check, TOKEN_SECRET_SIZE);
    memcpy(checked + TOKEN_SECRET_SIZE, text, TOKEN_PREFIX_LENGTH);
    memcpy(checked + TOKEN_SECRET_SIZE + TOKEN_PREFIX_LENGTH, data, PAYLOAD);
    crypto_sha256(checked, sizeof checked, digest);
    memcpy(bytes + PAYLOAD, digest, CHECK);
    crypto_base64url(bytes, sizeof bytes, text + TOKEN_PREFIX_LENGTH);
    FUZZ_REQUIRE(token_read(&secrets, text, TOKEN_LENGTH, &key));
    FUZZ_REQUIRE(memcmp(key.player.bytes, data, sizeof key.player.bytes) == 0);
    char *spoilt = &text[data[PAYLOAD] % TOKEN_LENGTH], other = (char)data[PAYLOAD + 1];
    bool same = *spoilt == other;
    *spoilt = other;
    FUZZ_REQUIRE(token_read(&secrets, text, TOKEN_LENGTH, &key) == same);
}

static void try_uuid(const char *text, size_t length)
{
    struct uuid id, again;
    char written[UUID_TEXT_SIZE];
    if (!uuid_parse(text, length, &id))
        return;
    uuid_write(&id, written);
    FUZZ_REQUIRE(strlen(written) == length);
    for (size_t i = 0; i < length; i++)
        FUZZ_REQUIRE(written[i] == tolower((unsigned char)text[i]));
    FUZZ_REQUIRE(uuid_parse(written, length, &again) && uuid_equal(&id, &again));
}

static void try_time(const char *text, size_t length)
{
    static const int64_t first_ms = 0, last_ms = INT64_C(253402300799999), day_ms = 86400000;
    int64_t time_ms = INT64_MIN, again = INT64_MIN;
    char written[CLOCK_TEXT_SIZE];
    if (!clock_parse(text, length, &time_ms)) {
        FUZZ_REQUIRE(time_ms == INT64_MIN);
        return;
    }
    FUZZ_REQUIRE(memchr(text, 0, length) == NULL);
    FUZZ_REQUIRE(time_ms > first_ms - day_ms && time_ms < last_ms + day_ms);
    if (time_ms < first_ms || time_ms > last_ms)
        return;
    clock_write(time_ms, written);
    FUZZ_REQUIRE(strlen(written) == CLOCK_TEXT_SIZE - 1);
    FUZZ_REQUIRE(clock_parse(written, CLOCK_TEXT_SIZE - 1, &again) && again == time_ms);
}

static void try_number(const char *text, size_t length)
{
    uint64_t number = 0, again = 0;
    char written[24];
    if (!text_parse_number(text, length, UINT64_MAX, &number))
        return;
    snprintf(written, sizeof written, "%" PRIu64, number);
    FUZZ_REQUIRE(strlen(written) == length && memcmp(written, text, length) == 0);
    FUZZ_REQUIRE(text_parse_number(text, length, number, &again) && again == number);
    FUZZ_REQUIRE(number == 0 || !text_parse_number(text, length, number - 1, &again));
}

static void try_utf8(const char *text, size_t length)
{
    size_t sound = text_utf8_prefix(text, length, length);
    FUZZ_REQUIRE(sound <= length && text_is_utf8(text, sound));
    FUZZ_REQUIRE(text_is_utf8(text, length) == (sound == length));
    for (size_t limit = 0; limit < length && limit < 16; limit++) {
        size_t prefix = text_utf8_prefix(text, length, limit);
        FUZZ_REQUIRE(prefix <= limit && prefix <= sound);
        FUZZ_REQUIRE(prefix == sound || prefix + 4 > limit);
    }
}

/** A code is what is left of capitals without the hyphens, and never a UUID. */
static void try_code(const char *text, size_t length)
{
    char code[INVITATION_CODE_SIZE], again[INVITATION_CODE_SIZE];
    struct uuid id;
    size_t at = 0;
    if (!invitation_code_read(text, length, code))
        return;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '-')
            FUZZ_REQUIRE(code[at++] == toupper((unsigned char)text[i]));
    FUZZ_REQUIRE(at == INVITATION_CODE_LENGTH && strspn(code, invitation_alphabet) == at);
    FUZZ_REQUIRE(invitation_code_read(code, at, again) && strcmp(code, again) == 0);
    FUZZ_REQUIRE(!uuid_parse(text, length, &id));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    try_base64url(text, size);
    try_token(text, size);
    try_spoilt_token(data, size);
    try_uuid(text, size);
    try_time(text, size);
    try_number(text, size);
    try_utf8(text, size);
    try_code(text, size);
    return 0;
}
