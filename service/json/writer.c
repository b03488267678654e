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

/** What goes before any value: the comma that separates it from the one before. */
static void begin_value(struct json_writer *writer)
{
    assert(writer->named == is_in_object(writer));
    if (writer->comma)
        text_putc(writer->out, ',');
    writer->comma = true;
    writer->named = false;
}

static void open_level(struct json_writer *writer, char opener, char closer)
{
    assert(writer->depth < JSON_DEPTH_MAX);
    begin_value(writer);
    text_putc(writer->out, opener);
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

void json_put_string_n(struct json_writer *writer, const char *value, size_t length)
{
    begin_value(writer);
    text_putc(writer->out, '"');
    size_t done = 0;
    for (size_t i = 0; i < length; i++) {
        if (is_plain((unsigned char)value[i]))
            continue;
        text_append(writer->out, value + done, i - done);
        append_escape(writer->out, (unsigned char)value[i]);
        done = i + 1;
    }
    text_append(writer->out, value + done, length - done);
    text_putc(writer->out, '"');
}

void json_put_string(struct json_writer *writer, const char *value)
{
    json_put_string_n(writer, value, strlen(value));
}

static void append_integer(struct text *out, int64_t value)
{
    char digits[21];
    int at = sizeof digits;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do
        digits[--at] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (value < 0)
        digits[--at] = '-';
    text_append(out, digits + at, sizeof digits - (size_t)at);
}

void json_put_number(struct json_writer *writer, int64_t value)
{
    begin_value(writer);
    append_integer(writer->out, value);
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
    begin_value(writer);
    text_puts(writer->out, json);
}

void json_member(struct json_writer *writer, const char *name)
{
    assert(is_in_object(writer) && !writer->named);
    if (writer->comma)
        text_putc(writer->out, ',');
    text_putc(writer->out, '"');
    text_puts(writer->out, name);
    text_append(writer->out, "\":", 2);
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
