/** A growing piece of text, and the checks on text that comes from outside. */
#ifndef REVERSID_BASE_TEXT_H
#define REVERSID_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/**
 * Bytes that grow as they are appended. Zero-initialised is empty; `data` is NUL-terminated
 * whenever it is not NULL. Running out of memory ends the process: nothing sensible can be answered
 * then.
 */
struct text {
    char *data;
    size_t length;
    size_t capacity;
};

/** Grows so that `more` bytes and their NUL have room; see text_reserve. */
void text_grow(struct text *text, size_t more);

/* These are in line: answers are put together from hundreds of small pieces. */

/** Makes room for `more` bytes and their NUL: so much can be appended without moving `data`. */
static inline void text_reserve(struct text *text, size_t more)
{
    if (text->length + more >= text->capacity)
        text_grow(text, more);
}

static inline void text_append(struct text *text, const char *bytes, size_t length)
{
    text_reserve(text, length);
    if (length)
        memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

static inline void text_puts(struct text *text, const char *string)
{
    text_append(text, string, strlen(string));
}

static inline void text_putc(struct text *text, char character)
{
    text_append(text, &character, 1);
}

void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Empties without giving the memory back. */
void text_clear(struct text *text);

/** Gives the memory back and leaves an empty text. */
void text_release(struct text *text);

#define TEXT_CLEANUP __attribute__((cleanup(text_release)))

/** True if the bytes are well-formed UTF-8 (no overlong forms, surrogates, or NUL). */
bool text_is_utf8(const char *bytes, size_t length);

/** Length of the longest prefix of at most `limit` bytes that is well-formed UTF-8 without NUL. */
size_t text_utf8_prefix(const char *bytes, size_t length, size_t limit);

/** How many characters (code points) well-formed UTF-8 has. */
size_t text_utf8_characters(const char *bytes, size_t length);

/**
 * Reads a whole decimal number without sign, blanks or leading zeros ("0" itself is fine).
 *
 * @return  false: not such a number, or above `max`; `value` is untouched
 */
bool text_parse_number(const char *text, size_t length, uint64_t max, uint64_t *value);

/** What a hexadecimal digit of either case stands for; -1: it is none. */
int text_hex_value(char digit);

/** Compares two byte strings without the time depending on where they differ. */
bool text_equal_constant_time(const void *a, const void *b, size_t length);

#endif
