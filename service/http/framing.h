/**
 * What the head of a request must look like, checked without any HTTP library.
 *
 * What readers are known to understand differently in the same bytes is refused (RFC 9112, sections
 * 2.2, 5.1, 5.2, 6.3 and 11.2): bare CR or LF, folded lines, blanks before a colon, NUL, repeated
 * or conflicting lengths. Pure functions; they allocate nothing.
 */
#ifndef REVERSID_HTTP_FRAMING_H
#define REVERSID_HTTP_FRAMING_H

#include "base/error.h"
#include "base/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A header field; both parts are NUL-terminated pieces of the block that was parsed. */
struct http_field {
    const char *name;
    const char *value; /* without blanks around */
    size_t value_length;
};

/** What a head says about the message. */
struct http_framing {
    int minor_version; /* of HTTP/1: 0 or 1 */
    bool has_length;
    uint64_t content_length; /* 0 without one */
    bool chunked;
    bool expects_continue;
};

/** The pieces of a request line, inside the text that was parsed, not NUL-terminated. */
struct http_request_line {
    const char *method;
    size_t method_length;
    const char *target;
    size_t target_length;
    int minor_version;
};

/** Reads `METHOD SP target SP HTTP/1.x`, without its line end. */
FALLIBLE struct result http_request_line_parse(const char *line, size_t length,
                                               struct http_request_line *parsed,
                                               struct problem *problem);

/** True for a non-empty token of RFC 9110: what methods and header names are made of. */
bool http_is_token(const char *text, size_t length);

/**
 * Reads header lines up to and with the empty line that ends them.
 *
 * @param block   `length` bytes; NULs are written over its separators
 * @param fields  room for HTTP_FIELDS_MAX; *count receives their number
 */
FALLIBLE struct result http_fields_parse(char *block, size_t length, struct http_field *fields,
                                         int *count, struct problem *problem);

/** Host, Content-Length, Transfer-Encoding and Expect of a head, checked together. */
FALLIBLE struct result http_framing_check(const struct http_field *fields, int count,
                                          int minor_version, struct http_framing *framing,
                                          struct problem *problem);

/** A whole head: the request line, the fields, and what they say together. */
struct http_head {
    struct http_request_line line;
    struct http_field *fields; /* the caller's, HTTP_FIELDS_MAX of them */
    int field_count;           /* those that were read, also when a later one is at fault */
    struct http_framing framing;
};

/**
 * Reads a head from its first byte to the end of its empty line.
 *
 * @param text  overwritten as http_fields_parse does; the head points into it
 */
FALLIBLE struct result http_head_parse(char *text, size_t length, struct http_head *head,
                                       struct problem *problem);

/**
 * How long the head is that begins the text: the bytes up to the end of the first empty line,
 * whatever its line ends. 0: it is not complete.
 */
size_t http_head_length(const char *text, size_t length);

/** The first field of that name in any case; NULL: there is none. */
const struct http_field *http_field_find(const struct http_field *fields, int count,
                                         const char *name);

#endif
