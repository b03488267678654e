/**
 * The request target: the path's segments and the query's parameters, percent-decoded.
 *
 * Pure; decoding happens in place, in storage of the caller's.
 */
#ifndef REVERSID_HTTP_TARGET_H
#define REVERSID_HTTP_TARGET_H

#include "base/error.h"
#include "http/http.h"

enum { HTTP_SEGMENTS_MAX = 12 };

struct http_query_parameter {
    struct http_value name, value;
};

struct http_target {
    int segment_count; /* of "/" none; more than HTTP_SEGMENTS_MAX: nothing is there */
    struct http_value segments[HTTP_SEGMENTS_MAX];
    int query_count;
    struct http_query_parameter query[HTTP_QUERY_MAX];
};

/**
 * Splits and decodes a target.
 *
 * @param text  NUL-terminated, visible ASCII; overwritten, and the target points into it. Origin
 *              form ("/v1/games?limit=5") or absolute form ("http://host/v1/games").
 *
 * Fails with INVALID_PATH or INVALID_QUERY where an escape is broken or what it stands for is no
 * UTF-8 or a NUL, and ROUTE_NOT_FOUND where no route can be meant: an empty segment, a trailing
 * slash, too many segments.
 */
FALLIBLE struct result http_target_parse(char *text, struct http_target *target,
                                         struct problem *problem);

#endif
