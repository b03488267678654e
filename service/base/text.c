#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_FIRST = 256 };

void text_grow(struct text *text, size_t more)
{
    size_t wanted = text->length + more + 1;
    size_t capacity = text->capacity ? text->capacity : CAPACITY_FIRST;
    while (capacity < wanted)
        capacity *= 2;
    char *data = realloc(text->data, capacity);
    if (!data)
        abort();
    text->data = data;
    text->capacity = capacity;
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list arguments;
    text_reserve(text, 128);
    va_start(arguments, format);
    size_t room = text->capacity - text->length;
    int wanted = vsnprintf(text->data + text->length, room, format, arguments);
    va_end(arguments);
    assert(wanted >= 0);
    if ((size_t)wanted >= room) {
        text_reserve(text, (size_t)wanted);
        va_start(arguments, format);
        vsnprintf(text->data + text->length, (size_t)wanted + 1, format, arguments);
        va_end(arguments);
    }
    text->length += (size_t)wanted;
}

void text_clear(struct text *text)
{
    text->length = 0;
    if (text->data)
        text->data[0] = '\0';
}

void text_release(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}

/** How many bytes the character that starts here has; 0: it is malformed or cut. */
static size_t utf8_character(const unsigned char *bytes, size_t length)
{
    unsigned char first = bytes[0];
    size_t size = first == 0     ? 0
                  : first < 0x80 ? 1
                  : first < 0xc2 ? 0
                  : first < 0xe0 ? 2
                  : first < 0xf0 ? 3
                  : first < 0xf5 ? 4
                                 : 0;
    if (size == 0 || size > length)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    if ((first == 0xe0 && bytes[1] < 0xa0) || (first == 0xed && bytes[1] > 0x9f) ||
        (first == 0xf0 && bytes[1] < 0x90) || (first == 0xf4 && bytes[1] > 0x8f))
        return 0;
    return size;
}

bool text_is_utf8(const char *bytes, size_t length)
{
    return text_utf8_prefix(bytes, length, length) == length;
}

size_t text_utf8_prefix(const char *bytes, size_t length, size_t limit)
{
    const unsigned char *at = (const unsigned char *)bytes;
    size_t prefix = 0;
    size_t end = length < limit ? length : limit;
    while (prefix < end) {
        size_t size = utf8_character(at + prefix, length - prefix);
        if (size == 0 || prefix + size > end)
            break;
        prefix += size;
    }
    return prefix;
}

size_t text_utf8_characters(const char *bytes, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += (bytes[i] & 0xc0) != 0x80; /* the further bytes of a character begin so */
    return count;
}

bool text_parse_number(const char *text, size_t length, uint64_t max, uint64_t *value)
{
    if (length == 0 || (length > 1 && text[0] == '0'))
        return false;
    uint64_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (number > (max - digit) / 10 || digit > max)
            return false;
        number = number * 10 + digit;
    }
    *value = number;
    return true;
}

int text_hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    char lower = (char)(digit | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool text_equal_constant_time(const void *a, const void *b, size_t length)
{
    const volatile unsigned char *left = a, *right = b;
    unsigned char difference = 0;
    for (size_t i = 0; i < length; i++)
        difference |= (unsigned char)(left[i] ^ right[i]);
    return difference == 0;
}
