#include "base/crypto.h"
#include "endpoints/embedded.h"
#include "endpoints/endpoint.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The files of web/page. index.html names the others by a folder that is the digest of them all: an
   address whose content never changes, so browsers keep it for ever and ask for index.html alone.
 */
extern const struct embedded_file page_files[];
extern const size_t page_files_count;

/* Stands in index.html for that folder's name. */
static const char placeholder[] = "@DIGEST@";

static char digest[BASE64URL_LENGTH(12) + 1];
static struct text index_page;
static pthread_once_t made = PTHREAD_ONCE_INIT;

static const struct embedded_file *find(const char *name)
{
    for (size_t i = 0; i < page_files_count; i++)
        if (strcmp(page_files[i].name, name) == 0)
            return &page_files[i];
    return NULL;
}

static void make_digest(void)
{
    struct text all TEXT_CLEANUP = {0};
    uint8_t sha[SHA256_SIZE];
    for (size_t i = 0; i < page_files_count; i++) {
        text_append(&all, page_files[i].name, strlen(page_files[i].name) + 1);
        text_append(&all, (const char *)page_files[i].bytes, *page_files[i].size);
    }
    crypto_sha256(all.data, all.length, sha);
    crypto_base64url(sha, 12, digest);
}

static void make(void)
{
    make_digest();
    const struct embedded_file *file = find("index.html");
    assert(file);
    const char *at = (const char *)file->bytes, *end = at + *file->size, *next;
    while ((next = strstr(at, placeholder))) {
        text_append(&index_page, at, (size_t)(next - at));
        text_puts(&index_page, digest);
        at = next + sizeof placeholder - 1;
    }
    text_append(&index_page, at, (size_t)(end - at));
}

static void answer(struct http_request *request, const char *type, const void *bytes, size_t size)
{
    struct http_response *response = &request->response;
    snprintf(response->etag, sizeof response->etag, "W/\"%s\"", digest);
    if (http_none_match(request, response->etag)) {
        http_response_not_modified(request);
        return;
    }
    response->content_type = type;
    response->static_body = bytes;
    response->static_body_length = size;
}

/* Scripts, styles and data come from here only; nothing is inline, nobody may frame the page. */
static const char policy[] = "default-src 'none'; script-src 'self'; style-src 'self'; "
                             "img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
                             "form-action 'none'; frame-ancestors 'none'";

/* Where people can sign in with Google, what its button needs besides. It opens a window of its own
   and looks at where it was asked from. */
#define GOOGLE "https://accounts.google.com/gsi/"
static const char policy_with_google[] =
    "default-src 'none'; script-src 'self' " GOOGLE "client; style-src 'self' " GOOGLE "style; "
    "img-src 'self' data:; connect-src 'self' " GOOGLE "; frame-src " GOOGLE "; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

struct result ep_get_page(struct http_request *request, void *worker)
{
    const struct endpoint *endpoint = worker;
    bool google = *endpoint->services->config->google_client_ids != '\0';
    pthread_once(&made, make);
    http_response_header(request, "Content-Security-Policy", google ? policy_with_google : policy);
    http_response_header(request, "Referrer-Policy",
                         google ? "strict-origin-when-cross-origin" : "no-referrer");
    http_response_header(request, "Cross-Origin-Opener-Policy",
                         google ? "same-origin-allow-popups" : "same-origin");
    answer(request, "text/html; charset=utf-8", index_page.data, index_page.length);
    return OK;
}

static const char *type_of(const char *name)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".css", "text/css; charset=utf-8"},
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".json", "application/json"},
        {".svg", "image/svg+xml"},
    };
    const char *ending = strrchr(name, '.');
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(ending, types[i].ending) == 0)
            return types[i].type;
    abort(); /* a file of ours without a type */
}

/* A page that was loaded from an older version of the service may still ask for a module of it: it
   gets the present one, which it must not keep under that address. */
struct result ep_get_page_asset(struct http_request *request, void *worker)
{
    (void)worker;
    pthread_once(&made, make);
    const struct embedded_file *file = find(http_param(request, "asset").data);
    if (!file)
        return fail_for(&request->problem, ERROR_ASSET_NOT_FOUND, "asset", "The page is at /.");
    request->response.cacheable_for_ever = strcmp(http_param(request, "digest").data, digest) == 0;
    answer(request, type_of(file->name), file->bytes, *file->size);
    return OK;
}
