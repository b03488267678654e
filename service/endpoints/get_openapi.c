#include "endpoints/asset.h"
#include "endpoints/endpoint.h"

static struct result answer(struct http_request *request, const char *name)
{
    static const char *const names[] = {NULL};
    TRY(http_query_only(request, names));
    return asset_answer(request, name) ? OK : fail(ERROR_INTERNAL);
}

struct result ep_get_openapi_json(struct http_request *request, void *worker)
{
    (void)worker;
    return answer(request, "openapi.json");
}

struct result ep_get_openapi_yaml(struct http_request *request, void *worker)
{
    (void)worker;
    return answer(request, "openapi.yaml");
}
