/** What a request's headers ask for: ETags, media types, content codings. Pure functions. */
#ifndef REVERSID_HTTP_NEGOTIATE_H
#define REVERSID_HTTP_NEGOTIATE_H

#include <stdbool.h>

/** True if an If-None-Match list names the ETag by weak comparison, or is `*`. */
bool http_etag_listed(const char *if_none_match, const char *etag);

/**
 * The media type of `offered` (ends with NULL) to which an Accept header gives the highest weight,
 * the first of equals; NULL: none is acceptable. A header that is not well-formed counts as absent
 * from the first fault on; one without any well-formed range accepts everything.
 */
const char *http_accept_choose(const char *accept, const char *const *offered);

/** True if an Accept-Encoding header takes gzip. */
bool http_accepts_gzip(const char *accept_encoding);

/**
 * True for application/json in any case, without parameters but charset=utf-8.
 */
bool http_is_json_type(const char *content_type);

/** True if a comma-separated list of origins is `*` or names this one. */
bool http_origin_listed(const char *origins, const char *origin);

#endif
