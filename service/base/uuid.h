/** UUIDs: 16 bytes, compared and hashed as such, written in the usual 36 characters. */
#ifndef REVERSID_BASE_UUID_H
#define REVERSID_BASE_UUID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct uuid {
    uint8_t bytes[16];
};

enum { UUID_TEXT_SIZE = 36 + 1 };

/**
 * A new time-ordered UUID (version 7): the first 48 bits are the time, the rest is random.
 *
 * @param now_ms  milliseconds since 1970
 */
struct uuid uuid_new(int64_t now_ms);

/**
 * A UUID that is a function of some bytes (version 8): the first 128 bits of their SHA-256 with the
 * version and variant set.
 */
struct uuid uuid_of(const void *bytes, size_t length);

/** Reads 36 characters, either case. False: `length` characters are no UUID; `id` is untouched. */
bool uuid_parse(const char *text, size_t length, struct uuid *id);

/** Writes 36 characters, lower case, and a NUL. */
void uuid_write(const struct uuid *id, char text[UUID_TEXT_SIZE]);

bool uuid_equal(const struct uuid *a, const struct uuid *b);

/** True for the UUID of 128 zero bits, which stands for "none". */
bool uuid_is_nil(const struct uuid *id);

#endif
