#include "base/log.h"

#include "base/clock.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

/*
 * Invariants
 *  1. A line is one write(2) of whole bytes ending in '\n', so lines of different threads do not
 * mix.
 *  2. A line holds no other control character and is UTF-8, whatever the values hold.
 *  3. What looks like a token is hidden, wherever in a line it stands: people put them into paths.
 *  4. Each thread composes in a buffer of its own: logging takes no lock.
 */

static atomic_int lowest_level = LOG_INFO;
static atomic_bool write_json = false;

static _Thread_local char line_bytes[4096];

struct line {
    size_t length;
};

/* What a line keeps free for the end of the value that did not fit, and for the line's own end. */
enum { LINE_RESERVE = 8 };

void log_configure(enum log_level level, bool json)
{
    atomic_store(&lowest_level, level);
    atomic_store(&write_json, json);
}

bool log_enabled(enum log_level level)
{
    return (int)level >= atomic_load_explicit(&lowest_level, memory_order_relaxed);
}

static void put(struct line *line, const char *bytes, size_t length)
{
    size_t room = sizeof line_bytes - line->length;
    if (length > room)
        length = room;
    memcpy(line_bytes + line->length, bytes, length);
    line->length += length;
}

static void put_string(struct line *line, const char *string)
{
    put(line, string, strlen(string));
}

/** True while a value may still grow; what is longer is cut off. */
static bool has_room(const struct line *line, size_t more)
{
    return line->length + more + LINE_RESERVE <= sizeof line_bytes;
}

static void put_escape(struct line *line, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    const char escape[] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
    put(line, escape, sizeof escape);
}

/** The value between quotes; bytes that are no UTF-8 are shown as \u00xx. */
static void put_quoted(struct line *line, const char *value)
{
    size_t length = strlen(value);
    put_string(line, "\"");
    while (length > 0 && has_room(line, 6)) {
        size_t character = 1;
        while (character < 4 && character < length &&
               text_utf8_prefix(value, length, character) == 0)
            character++;
        unsigned char first = (unsigned char)*value;
        if (text_utf8_prefix(value, length, character) == 0) {
            character = 1;
            put_escape(line, first);
        } else if (first < 0x20 || first == 0x7f) {
            put_escape(line, first);
        } else {
            if (first == '"' || first == '\\')
                put_string(line, "\\");
            put(line, value, character);
        }
        value += character;
        length -= character;
    }
    put_string(line, "\"");
}

/** True if key=value can show it without quotes. */
static bool is_plain(const char *value)
{
    if (*value == '\0')
        return false;
    for (; *value; value++)
        if (*value <= ' ' || *value >= 0x7f || *value == '"' || *value == '\\' || *value == '=')
            return false;
    return true;
}

static void put_number(struct line *line, int64_t number)
{
    char digits[24];
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    char *at = digits + sizeof digits;
    do
        *--at = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0)
        *--at = '-';
    put(line, at, (size_t)(digits + sizeof digits - at));
}

static void put_pair(struct line *line, bool json, const struct log_field *field)
{
    if (!has_room(line, strlen(field->key) + 32))
        return;
    bool first = line->length <= 1;
    if (json) {
        put_string(line, first ? "\"" : ",\"");
        put_string(line, field->key);
        put_string(line, "\":");
    } else {
        put_string(line, first ? "" : " ");
        put_string(line, field->key);
        put_string(line, "=");
    }
    if (!field->string)
        put_number(line, field->number);
    else if (json || !is_plain(field->string) || !has_room(line, strlen(field->string)))
        put_quoted(line, field->string);
    else
        put_string(line, field->string);
}

static bool is_token_character(char character)
{
    return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z') ||
           (character >= '0' && character <= '9') || character == '-' || character == '_' ||
           character == '.';
}

/** How much of what stands here tells only of which kind a token is; 0: it does not look like one,
 *  of ours or of Google's. */
static size_t token_head(const char *text, size_t length)
{
    if (length < 4)
        return 0;
    if (text[0] == 'r' && text[1] == 'v' && text[3] == '_')
        return 4;
    return memcmp(text, "eyJ", 3) == 0 ? 3 : 0;
}

/** Hides what looks like a token. */
static void hide_tokens(struct line *line)
{
    enum { SHORTEST = 20 };
    for (size_t from = 0; from < line->length; from++) {
        size_t head = token_head(line_bytes + from, line->length - from), end = from + head;
        if (head == 0)
            continue;
        while (end < line->length && is_token_character(line_bytes[end]))
            end++;
        if (end - from >= SHORTEST)
            memset(line_bytes + from + head, '*', end - from - head);
        from = end - 1;
    }
}

static void write_line(const struct line *line)
{
    size_t written = 0;
    while (written < line->length) {
        ssize_t count = write(STDERR_FILENO, line_bytes + written, line->length - written);
        if (count < 0 && errno != EINTR)
            return; /* a log that cannot be written must not stop the service */
        if (count > 0)
            written += (size_t)count;
    }
}

void log_event(enum log_level level, const char *event, const struct log_field *fields,
               int field_count)
{
    static const char *const names[] = {"debug", "info", "warning", "error", "off"};
    if (!log_enabled(level))
        return;
    bool json = atomic_load_explicit(&write_json, memory_order_relaxed);
    char time[CLOCK_TEXT_SIZE];
    clock_write(clock_now_ms(), time);
    const struct log_field head[] = {log_string("time", time), log_string("level", names[level]),
                                     log_string("event", event)};
    struct line line = {0};
    if (json)
        put_string(&line, "{");
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        put_pair(&line, json, &head[i]);
    for (int i = 0; i < field_count; i++)
        put_pair(&line, json, &fields[i]);
    put_string(&line, json ? "}\n" : "\n");
    hide_tokens(&line);
    write_line(&line);
}
