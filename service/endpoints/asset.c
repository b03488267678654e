#include "endpoints/asset.h"

#include "base/crypto.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

/** An embedded file, from cmake's embed_file(). */
#define EMBEDDED(symbol)                                                                           \
    extern const unsigned char symbol[];                                                           \
    extern const size_t symbol##_size;

EMBEDDED(openapi_json)
EMBEDDED(openapi_yaml)
EMBEDDED(docs_index_html)
EMBEDDED(docs_docs_css)
EMBEDDED(docs_init_js)
EMBEDDED(docs_swagger_ui_css)
EMBEDDED(docs_swagger_ui_bundle_js)

static const struct asset {
    const char *name;
    const char *content_type;
    const unsigned char *bytes;
    const size_t *size;
} assets[] = {
    {"openapi.json", "application/json", openapi_json, &openapi_json_size},
    {"openapi.yaml", "application/yaml", openapi_yaml, &openapi_yaml_size},
    {"index.html", "text/html; charset=utf-8", docs_index_html, &docs_index_html_size},
    {"docs.css", "text/css; charset=utf-8", docs_docs_css, &docs_docs_css_size},
    {"init.js", "text/javascript; charset=utf-8", docs_init_js, &docs_init_js_size},
    {"swagger-ui.css", "text/css; charset=utf-8", docs_swagger_ui_css, &docs_swagger_ui_css_size},
    {"swagger-ui-bundle.js", "text/javascript; charset=utf-8", docs_swagger_ui_bundle_js,
     &docs_swagger_ui_bundle_js_size},
};

enum { ASSET_COUNT = sizeof assets / sizeof assets[0] };

/* Digests of the contents, made once. */
static char etags[ASSET_COUNT][HTTP_ETAG_SIZE];
static pthread_once_t etags_made = PTHREAD_ONCE_INIT;

static void make_etags(void)
{
    for (int i = 0; i < ASSET_COUNT; i++) {
        uint8_t digest[SHA256_SIZE];
        char name[BASE64URL_LENGTH(12) + 1];
        crypto_sha256(assets[i].bytes, *assets[i].size, digest);
        crypto_base64url(digest, 12, name);
        snprintf(etags[i], sizeof etags[i], "W/\"%s\"", name);
    }
}

static void answer(struct http_request *request, const struct asset *asset, const char *etag)
{
    struct http_response *response = &request->response;
    snprintf(response->etag, sizeof response->etag, "%s", etag);
    if (http_none_match(request, response->etag)) {
        http_response_not_modified(request);
        return;
    }
    response->content_type = asset->content_type;
    response->static_body = asset->bytes;
    response->static_body_length = *asset->size;
}

bool asset_answer(struct http_request *request, const char *name)
{
    pthread_once(&etags_made, make_etags);
    for (int i = 0; i < ASSET_COUNT; i++)
        if (strcmp(assets[i].name, name) == 0) {
            answer(request, &assets[i], etags[i]);
            return true;
        }
    return false;
}
