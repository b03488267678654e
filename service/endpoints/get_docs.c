#include "endpoints/asset.h"
#include "endpoints/endpoint.h"

/* The page loads nothing from elsewhere, and runs and styles itself by files of ours only. Its
   library draws its icons from data: URLs, hence that exception. */
static const char policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

struct result ep_get_docs(struct http_request *request, void *worker)
{
    (void)worker;
    http_response_header(request, "Content-Security-Policy", policy);
    http_response_header(request, "Referrer-Policy", "no-referrer");
    return asset_answer(request, "index.html") ? OK : fail(ERROR_INTERNAL);
}

struct result ep_get_docs_asset(struct http_request *request, void *worker)
{
    (void)worker;
    if (asset_answer(request, http_param(request, "asset").data))
        return OK;
    return fail_for(&request->problem, ERROR_ASSET_NOT_FOUND, "asset", "The page is at /docs.");
}
