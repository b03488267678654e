#include "endpoints/asset.h"

#include "base/crypto.h"

#include <stdio.h>
#include <string.h>

void asset_etag(const unsigned char *bytes, size_t size, char etag[HTTP_ETAG_SIZE])
{
    uint8_t digest[SHA256_SIZE];
    char name[BASE64URL_LENGTH(12) + 1];
    crypto_sha256(bytes, size, digest);
    crypto_base64url(digest, 12, name);
    snprintf(etag, HTTP_ETAG_SIZE, "W/\"%s\"", name);
}

void asset_answer(struct http_request *request, const char *content_type,
                  const unsigned char *bytes, size_t size, const char *etag)
{
    struct http_response *response = &request->response;
    snprintf(response->etag, sizeof response->etag, "%s", etag);
    if (http_none_match(request, response->etag)) {
        http_response_not_modified(request);
        return;
    }
    response->content_type = content_type;
    response->static_body = bytes;
    response->static_body_length = size;
}
