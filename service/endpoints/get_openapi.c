#include "endpoints/asset.h"
#include "endpoints/endpoint.h"

ASSET(openapi_json)
ASSET(openapi_yaml)

static struct result answer(struct http_request *request, const char *content_type,
                            const unsigned char *bytes, size_t size)
{
    static const char *const names[] = {NULL};
    char etag[HTTP_ETAG_SIZE];
    TRY(http_query_only(request, names));
    asset_etag(bytes, size, etag);
    asset_answer(request, content_type, bytes, size, etag);
    return OK;
}

struct result ep_get_openapi_json(struct http_request *request, void *worker)
{
    (void)worker;
    return answer(request, "application/json", openapi_json, openapi_json_size);
}

struct result ep_get_openapi_yaml(struct http_request *request, void *worker)
{
    (void)worker;
    return answer(request, "application/yaml", openapi_yaml, openapi_yaml_size);
}
