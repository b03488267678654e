/**
 * Writes JSON straight into a text. Commas and escapes are its business, nesting is checked by
 * assert.
 *
 *     json_object(w); json_member_string(w, "id", id); json_member(w, "moves"); json_array(w); …
 *     json_end(w); json_end(w);
 *
 * Strings must be UTF-8.
 */
#ifndef REVERSID_JSON_WRITER_H
#define REVERSID_JSON_WRITER_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { JSON_DEPTH_MAX = 32 };

struct json_writer {
    struct text *out; /* borrowed */
    int depth;
    bool comma;                   /* something stands before on this level */
    char closers[JSON_DEPTH_MAX]; /* what ends each open level */
};

/** Starts writing one value at the end of `out`. */
struct json_writer json_writer_to(struct text *out);

void json_object(struct json_writer *writer);
void json_array(struct json_writer *writer);
void json_end(struct json_writer *writer);

void json_string(struct json_writer *writer, const char *value);
void json_string_n(struct json_writer *writer, const char *value, size_t length);
void json_number(struct json_writer *writer, int64_t value);
void json_real(struct json_writer *writer, double value, int decimals);
void json_bool(struct json_writer *writer, bool value);
void json_null(struct json_writer *writer);

/** Text that is JSON already. */
void json_raw(struct json_writer *writer, const char *json);

/** The name of the next member; a value follows. Names are plain ASCII literals. */
void json_member(struct json_writer *writer, const char *name);

/* A member with its value. */
void json_member_string(struct json_writer *writer, const char *name, const char *value);
void json_member_number(struct json_writer *writer, const char *name, int64_t value);
void json_member_bool(struct json_writer *writer, const char *name, bool value);
void json_member_null(struct json_writer *writer, const char *name);
void json_member_raw(struct json_writer *writer, const char *name, const char *json);

/** A time as RFC 3339 UTC with milliseconds. */
void json_member_time(struct json_writer *writer, const char *name, int64_t time_ms);

#endif
