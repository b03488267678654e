/** Files that are part of the program. */
#ifndef REVERSID_ENDPOINTS_ASSET_H
#define REVERSID_ENDPOINTS_ASSET_H

#include "http/http.h"

#include <stddef.h>

/** An embedded file, from cmake's embed_file(). */
#define ASSET(symbol)                                                                              \
    extern const unsigned char symbol[];                                                           \
    extern const size_t symbol##_size;

/**
 * Answers with an embedded file; 304 where the client has it.
 *
 * @param etag  must change with the content, as `W/"…"`
 */
void asset_answer(struct http_request *request, const char *content_type,
                  const unsigned char *bytes, size_t size, const char *etag);

/** An ETag from a file's content. */
void asset_etag(const unsigned char *bytes, size_t size, char etag[HTTP_ETAG_SIZE]);

#endif
