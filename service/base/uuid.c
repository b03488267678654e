#include "base/uuid.h"

#include "base/crypto.h"
#include "base/text.h"

#include <string.h>

static void mark(struct uuid *id, int version)
{
    id->bytes[6] = (uint8_t)((id->bytes[6] & 0x0f) | version << 4);
    id->bytes[8] = (uint8_t)((id->bytes[8] & 0x3f) | 0x80);
}

struct uuid uuid_new(int64_t now_ms)
{
    struct uuid id;
    crypto_random(id.bytes, sizeof id.bytes);
    for (int i = 0; i < 6; i++)
        id.bytes[i] = (uint8_t)((uint64_t)now_ms >> (40 - 8 * i));
    mark(&id, 7);
    return id;
}

struct uuid uuid_of(const void *bytes, size_t length)
{
    uint8_t digest[SHA256_SIZE];
    crypto_sha256(bytes, length, digest);
    struct uuid id;
    memcpy(id.bytes, digest, sizeof id.bytes);
    mark(&id, 8);
    return id;
}

static bool is_dash(size_t at)
{
    return at == 8 || at == 13 || at == 18 || at == 23;
}

bool uuid_parse(const char *text, size_t length, struct uuid *id)
{
    if (length != UUID_TEXT_SIZE - 1)
        return false;
    struct uuid parsed;
    size_t byte = 0;
    for (size_t i = 0; i < length;) {
        if (is_dash(i)) {
            if (text[i++] != '-')
                return false;
            continue;
        }
        int high = text_hex_value(text[i]), low = text_hex_value(text[i + 1]);
        if (high < 0 || low < 0)
            return false;
        parsed.bytes[byte++] = (uint8_t)(high << 4 | low);
        i += 2;
    }
    *id = parsed;
    return true;
}

void uuid_write(const struct uuid *id, char text[UUID_TEXT_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    size_t at = 0;
    for (size_t byte = 0; byte < sizeof id->bytes; byte++) {
        if (is_dash(at))
            text[at++] = '-';
        text[at++] = digits[id->bytes[byte] >> 4];
        text[at++] = digits[id->bytes[byte] & 0x0f];
    }
    text[at] = '\0';
}

bool uuid_equal(const struct uuid *a, const struct uuid *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

bool uuid_is_nil(const struct uuid *id)
{
    static const struct uuid nil;
    return uuid_equal(id, &nil);
}
