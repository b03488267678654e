#include "json/writer.h"

#include "base/clock.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

struct json_writer json_writer_to(struct text *out)
{
    return (struct json_writer){.out = out};
}

static bool is_in_object(const struct json_writer *writer)
{
    return writer->depth > 0 && writer->closers[writer->depth - 1] == '}';
}

/**
 * Makes room for `length` bytes after the comma that separates them from what stands before.
 *
 * @return  where the bytes go; end_piece takes the place after the last
 */
static char *begin_piece(struct json_writer *writer, size_t length)
{
    text_reserve(writer->out, length + 1);
    char *at = writer->out->data + writer->out->length;
    if (writer->comma)
        *at++ = ',';
    return at;
}

static void end_piece(struct json_writer *writer, char *end)
{
    *end = '\0';
    writer->out->length = (size_t)(end - writer->out->data);
}

static char *put(char *at, const char *bytes, size_t length)
{
    return (char *)memcpy(at, bytes, length) + length;
}

/** Begins the piece that is a value or the beginning of one. */
static char *begin_value(struct json_writer *writer, size_t length)
{
    assert(writer->named == is_in_object(writer));
    char *at = begin_piece(writer, length);
    writer->comma = true;
    writer->named = false;
    return at;
}

static void open_level(struct json_writer *writer, char opener, char closer)
{
    assert(writer->depth < JSON_DEPTH_MAX);
    char *at = begin_value(writer, 1);
    *at++ = opener;
    end_piece(writer, at);
    writer->closers[writer->depth++] = closer;
    writer->comma = false;
}

void json_begin_object(struct json_writer *writer)
{
    open_level(writer, '{', '}');
}

void json_begin_array(struct json_writer *writer)
{
    open_level(writer, '[', ']');
}

void json_end(struct json_writer *writer)
{
    assert(writer->depth > 0 && !writer->named);
    text_putc(writer->out, writer->closers[--writer->depth]);
    writer->comma = true;
}

static void append_escape(struct text *out, unsigned char character)
{
    switch (character) {
    case '"':
        text_puts(out, "\\\"");
        break;
    case '\\':
        text_puts(out, "\\\\");
        break;
    case '\n':
        text_puts(out, "\\n");
        break;
    case '\t':
        text_puts(out, "\\t");
        break;
    default:
        text_printf(out, "\\u%04x", character);
    }
}

static bool is_plain(unsigned char character)
{
    return character >= 0x20 && character != '"' && character != '\\' && character != 0x7f;
}

/** True if one of the eight bytes is the character. */
static bool has_byte(uint64_t bytes, unsigned char character)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t zero_there = bytes ^ ones * character;
    return (zero_there - ones) & ~zero_there & ones << 7;
}

static bool are_plain(uint64_t bytes)
{
    const uint64_t ones = 0x0101010101010101u;
    bool has_control = (bytes - ones * 0x20) & ~bytes & ones << 7;
    return !has_control && !has_byte(bytes, '"') && !has_byte(bytes, '\\') &&
           !has_byte(bytes, 0x7f);
}

/** How many bytes from the beginning stand for themselves; looks at eight at once. */
static size_t plain_prefix(const char *value, size_t length)
{
    size_t prefix = 0;
    for (uint64_t bytes; prefix + sizeof bytes <= length; prefix += sizeof bytes) {
        memcpy(&bytes, value + prefix, sizeof bytes);
        if (!are_plain(bytes))
            break;
    }
    while (prefix < length && is_plain((unsigned char)value[prefix]))
        prefix++;
    return prefix;
}

/** The rest of a string, from its first byte that needs an escape on. */
static void append_escaped(struct text *out, const char *rest, size_t length)
{
    while (length > 0) {
        append_escape(out, (unsigned char)*rest);
        size_t plain = plain_prefix(rest + 1, length - 1);
        text_append(out, rest + 1, plain);
        rest += 1 + plain;
        length -= 1 + plain;
    }
    text_putc(out, '"');
}

void json_put_string_n(struct json_writer *writer, const char *value, size_t length)
{
    size_t prefix = plain_prefix(value, length);
    char *at = begin_value(writer, prefix + 2);
    *at++ = '"';
    at = put(at, value, prefix);
    if (prefix == length)
        *at++ = '"';
    end_piece(writer, at);
    if (prefix < length)
        append_escaped(writer->out, value + prefix, length - prefix);
}

void json_put_string(struct json_writer *writer, const char *value)
{
    json_put_string_n(writer, value, strlen(value));
}

void json_put_number(struct json_writer *writer, int64_t value)
{
    char digits[21];
    int first = sizeof digits;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do
        digits[--first] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (value < 0)
        digits[--first] = '-';
    size_t length = sizeof digits - (size_t)first;
    end_piece(writer, put(begin_value(writer, length), digits + first, length));
}

void json_put_bool(struct json_writer *writer, bool value)
{
    json_put_raw(writer, value ? "true" : "false");
}

void json_put_null(struct json_writer *writer)
{
    json_put_raw(writer, "null");
}

void json_put_raw(struct json_writer *writer, const char *json)
{
    size_t length = strlen(json);
    end_piece(writer, put(begin_value(writer, length), json, length));
}

void json_member(struct json_writer *writer, const char *name)
{
    assert(is_in_object(writer) && !writer->named);
    size_t length = strlen(name);
    char *at = begin_piece(writer, length + 3);
    *at++ = '"';
    at = put(at, name, length);
    *at++ = '"';
    *at++ = ':';
    end_piece(writer, at);
    writer->comma = false;
    writer->named = true;
}

void json_member_string(struct json_writer *writer, const char *name, const char *value)
{
    json_member(writer, name);
    json_put_string(writer, value);
}

void json_member_number(struct json_writer *writer, const char *name, int64_t value)
{
    json_member(writer, name);
    json_put_number(writer, value);
}

void json_member_bool(struct json_writer *writer, const char *name, bool value)
{
    json_member(writer, name);
    json_put_bool(writer, value);
}

void json_member_null(struct json_writer *writer, const char *name)
{
    json_member(writer, name);
    json_put_null(writer);
}

void json_member_raw(struct json_writer *writer, const char *name, const char *json)
{
    json_member(writer, name);
    json_put_raw(writer, json);
}

void json_member_time(struct json_writer *writer, const char *name, int64_t time_ms)
{
    char text[CLOCK_TEXT_SIZE];
    clock_write(time_ms, text);
    json_member_string(writer, name, text);
}
