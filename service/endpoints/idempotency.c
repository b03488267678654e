#include "endpoints/idempotency.h"

#include "base/clock.h"
#include "base/limits.h"

#include <string.h>

struct result idempotency_key(struct http_request *request, struct http_value *key)
{
    *key = http_header(request, "Idempotency-Key");
    if (!key->data)
        return OK;
    bool sane = key->length > 0 && key->length <= IDEMPOTENCY_KEY_LENGTH_MAX;
    for (size_t i = 0; sane && i < key->length; i++)
        sane = key->data[i] > ' ' && key->data[i] < 0x7f;
    if (sane)
        return OK;
    return fail_for(&request->problem, ERROR_INVALID_HEADER, "Idempotency-Key",
                    "Idempotency-Key must be 1 to %d visible ASCII characters.",
                    IDEMPOTENCY_KEY_LENGTH_MAX);
}

struct uuid idempotency_id(const struct services *services, const char *purpose,
                           const struct uuid *caller, struct http_value key)
{
    if (!key.data)
        return uuid_new(clock_now_ms());
    TEXT_CLEANUP struct text bytes = {0};
    text_append(&bytes, (const char *)services->idempotency_secret, STORE_SECRET_SIZE);
    text_append(&bytes, purpose, strlen(purpose) + 1);
    text_append(&bytes, (const char *)caller->bytes, sizeof caller->bytes);
    text_append(&bytes, key.data, key.length);
    return uuid_of(bytes.data, bytes.length);
}
