/**
 * What signing in reads: ID tokens, sets of keys, and names, from any bytes.
 *
 * An input is the text of a token; and, cut at line feeds, the words of a token's header, of its
 * claims, and its signature, so that mutations reach what stands behind base64url.
 */
#include "auth/id_token.h"
#include "auth/key_set.h"
#include "base/crypto.h"
#include "base/text.h"
#include "fuzz.h"
#include "names/name.h"

#include <string.h>

static const char client_ids[] = "first.example, second.example";

/* Within the lives of the tokens of the corpus. */
#define NOW_MS INT64_C(1700000000000)

/** What holds of every token that is taken. */
static void check_token(const struct id_token *token, const char *text, size_t length)
{
    FUZZ_REQUIRE(token->text == text && token->signed_length < length);
    FUZZ_REQUIRE(text[token->signed_length] == '.');
    FUZZ_REQUIRE(memchr(text + token->signed_length + 1, '.', length - token->signed_length - 1) ==
                 NULL);
    FUZZ_REQUIRE(token->subject[0] != '\0' && token->kid[0] != '\0');
    FUZZ_REQUIRE(token->signature_length <= sizeof token->signature);
    FUZZ_REQUIRE(token->expires_ms > NOW_MS - 1000 * ID_TOKEN_LEEWAY_S);
    FUZZ_REQUIRE(token->expires_ms <=
                 NOW_MS + INT64_C(1000) * (ID_TOKEN_LEEWAY_S + ID_TOKEN_LIFE_S_MAX));
}

static void try_token(const char *text, size_t length)
{
    struct id_token token;
    enum id_token_fault fault = id_token_read(text, length, client_ids, NOW_MS, &token);
    FUZZ_REQUIRE(fault < ID_TOKEN_FAULT_COUNT && id_token_faults[fault]);
    FUZZ_REQUIRE(fault != ID_TOKEN_SIGNATURE); /* is not looked at */
    if (fault == ID_TOKEN_GOOD) {
        check_token(&token, text, length);
        FUZZ_REQUIRE(id_token_read(text, length, "others.example", NOW_MS, &token) == ID_TOKEN_AUD);
    }
}

/** Appends a part of a token in base64url. */
static void append_part(struct text *token, const uint8_t *bytes, size_t size)
{
    char *text = malloc(BASE64URL_LENGTH(size) + 1);
    crypto_base64url(bytes, size, text);
    text_puts(token, text);
    free(text);
}

/** The token whose parts are the lines of the input. */
static void try_lines(const uint8_t *data, size_t size)
{
    TEXT_CLEANUP struct text token = {0};
    for (int part = 0; part < 3; part++) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end && part < 2 ? (size_t)(end - data) : size;
        if (part > 0)
            text_putc(&token, '.');
        append_part(&token, data, length);
        data += length + (length < size);
        size -= length + (length < size);
    }
    try_token(token.data, token.length);
}

static void try_keys(const char *text, size_t length)
{
    struct key_set set = {0};
    bool read = key_set_read(text, length, &set);
    FUZZ_REQUIRE(read == (set.count > 0) && set.count <= KEY_SET_KEYS_MAX);
    for (int i = 0; i < set.count; i++)
        FUZZ_REQUIRE(key_set_find(&set, set.keys[i].kid) != NULL);
    key_set_release(&set);
}

/** A name that is taken is in NFC: read again it is the same, with the same keys. */
static void try_name(const char *text, size_t length)
{
    struct name name, again;
    char folded[NAME_FOLDED_SIZE];
    if (!text_is_utf8(text, length) || name_read(text, length, &name) != NAME_GOOD)
        return;
    size_t kept = strlen(name.text);
    FUZZ_REQUIRE(kept > 0 && kept < PLAYER_NAME_SIZE && text_is_utf8(name.text, kept));
    FUZZ_REQUIRE(name_read(name.text, kept, &again) == NAME_GOOD);
    FUZZ_REQUIRE(strcmp(name.text, again.text) == 0 && strcmp(name.folded, again.folded) == 0);
    FUZZ_REQUIRE(name.key_count == again.key_count);
    FUZZ_REQUIRE(memcmp(name.keys, again.keys, (size_t)name.key_count * SHA256_SIZE) == 0);
    FUZZ_REQUIRE(name_remake(name.text, &again) && again.key_count == name.key_count);
    FUZZ_REQUIRE(memcmp(name.keys, again.keys, (size_t)name.key_count * SHA256_SIZE) == 0);
    FUZZ_REQUIRE(name_fold(name.text, kept, folded) && strcmp(folded, name.folded) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Ended by a NUL, as all text of requests is. */
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    try_token(text, size);
    try_lines(data, size);
    try_keys(text, size);
    try_name(text, size);
    free(text);
    return 0;
}
