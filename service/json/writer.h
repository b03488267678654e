/**
 * Writes JSON straight into a text. Commas and escapes are its business; what would be no JSON (a
 * member outside of an object, a value without its name, an end too many) fails an assertion.
 *
 *     json_begin_object(w);
 *     json_member_string(w, "id", id);
 *     json_member(w, "moves");
 *     json_begin_array(w);
 *     …
 *     json_end(w);
 *     json_end(w);
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
    bool named;                   /* a member's name stands, its value not yet */
    char closers[JSON_DEPTH_MAX]; /* what ends each open level */
};

/** Starts writing one value at the end of `out`. */
struct json_writer json_writer_to(struct text *out);

/* Objects and arrays, not more than JSON_DEPTH_MAX deep; json_end ends the innermost. */
void json_begin_object(struct json_writer *writer);
void json_begin_array(struct json_writer *writer);
void json_end(struct json_writer *writer);

/* A value: the whole, an element, or what the member is whose name stands. */
void json_put_string(struct json_writer *writer, const char *value);
void json_put_string_n(struct json_writer *writer, const char *value, size_t length);
void json_put_number(struct json_writer *writer, int64_t value);
void json_put_bool(struct json_writer *writer, bool value);
void json_put_null(struct json_writer *writer);

/** Text that is JSON already. */
void json_put_raw(struct json_writer *writer, const char *json);

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
