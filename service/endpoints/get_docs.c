#include "endpoints/asset.h"
#include "endpoints/endpoint.h"

#include <string.h>

ASSET(docs_index_html)
ASSET(docs_docs_css)
ASSET(docs_init_js)
ASSET(docs_swagger_ui_css)
ASSET(docs_swagger_ui_bundle_js)

static const struct asset {
    const char *name;
    const char *content_type;
    const unsigned char *bytes;
    const size_t *size;
} assets[] = {
    {"docs.css", "text/css; charset=utf-8", docs_docs_css, &docs_docs_css_size},
    {"init.js", "text/javascript; charset=utf-8", docs_init_js, &docs_init_js_size},
    {"swagger-ui.css", "text/css; charset=utf-8", docs_swagger_ui_css, &docs_swagger_ui_css_size},
    {"swagger-ui-bundle.js", "text/javascript; charset=utf-8", docs_swagger_ui_bundle_js,
     &docs_swagger_ui_bundle_js_size},
};

/* The page loads nothing from elsewhere, and runs and styles itself by files of ours only. Its
   library draws its icons from data: URLs, hence that exception. */
static const char policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

static void answer(struct http_request *request, const char *content_type,
                   const unsigned char *bytes, size_t size)
{
    char etag[HTTP_ETAG_SIZE];
    asset_etag(bytes, size, etag);
    asset_answer(request, content_type, bytes, size, etag);
}

struct result ep_get_docs(struct http_request *request, void *worker)
{
    (void)worker;
    http_response_header(request, "Content-Security-Policy", policy);
    answer(request, "text/html; charset=utf-8", docs_index_html, docs_index_html_size);
    return OK;
}

struct result ep_get_docs_asset(struct http_request *request, void *worker)
{
    (void)worker;
    const char *name = http_param(request, "asset").data;
    for (size_t i = 0; i < sizeof assets / sizeof assets[0]; i++)
        if (strcmp(assets[i].name, name) == 0) {
            answer(request, assets[i].content_type, assets[i].bytes, *assets[i].size);
            return OK;
        }
    return fail_for(&request->problem, ERROR_ASSET_NOT_FOUND, "asset", "The page is at /docs.");
}
