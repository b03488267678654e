#include "base/clock.h"
#include "base/crypto.h"
#include "http/exchange.h"
#include "http/gzip.h"
#include "http/negotiate.h"

#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

/** Where the headers of an answer go: to libmicrohttpd, or into text. */
struct sink {
    struct MHD_Response *response;
    struct text *text; /* used instead when not NULL */
};

static void add(const struct sink *sink, const char *name, const char *value)
{
    if (!sink->text) {
        MHD_add_response_header(sink->response, name, value);
        return;
    }
    text_puts(sink->text, name);
    text_puts(sink->text, ": ");
    text_puts(sink->text, value);
    text_puts(sink->text, "\r\n");
}

static void add_number(const struct sink *sink, const char *name, int number)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%d", number);
    add(sink, name, digits);
}

static void add_cors(struct exchange *exchange, const struct sink *sink)
{
    const char *origins = exchange->server->options.cors_origins;
    struct http_value origin = http_header(&exchange->request, "Origin");
    if (!origins || *origins == '\0')
        return;
    if (exchange->server->cors_any)
        add(sink, "Access-Control-Allow-Origin", "*");
    else if (origin.data && http_origin_listed(origins, origin.data))
        add(sink, "Access-Control-Allow-Origin", origin.data);
    else
        return;
    if (exchange->is_options) {
        add(sink, "Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
        add(sink, "Access-Control-Allow-Headers",
            "Authorization, Content-Type, Accept, If-None-Match, Idempotency-Key, Last-Event-ID, "
            "X-Request-Id");
        add(sink, "Access-Control-Max-Age", "86400");
    } else {
        add(sink, "Access-Control-Expose-Headers",
            "Allow, ETag, Idempotent-Replay, Location, RateLimit, RateLimit-Policy, Retry-After, "
            "WWW-Authenticate, X-Request-Id");
    }
}

static void add_vary(struct exchange *exchange, const struct sink *sink)
{
    const char *origins = exchange->server->options.cors_origins;
    bool by_origin = origins && *origins && !exchange->server->cors_any;
    char vary[64];
    snprintf(vary, sizeof vary, "Authorization, Accept-Encoding%s%s",
             exchange->request.response.vary_accept ? ", Accept" : "", by_origin ? ", Origin" : "");
    add(sink, "Vary", vary);
}

bool answer_has_header(const struct http_response *response, const char *name)
{
    for (int i = 0; i < response->header_count; i++)
        if (strcmp(response->headers[i].name, name) == 0)
            return true;
    return false;
}

static void add_caching(const struct http_response *response, const struct sink *sink)
{
    if (response->etag[0])
        add(sink, "ETag", response->etag);
    if (answer_has_header(response, "Cache-Control"))
        return;
    if (response->status >= 400)
        add(sink, "Cache-Control", "no-store");
    else if (response->cacheable_for_ever)
        add(sink, "Cache-Control", "public, max-age=31536000, immutable");
    else
        add(sink, "Cache-Control", "private, no-cache");
}

static void add_own(const struct http_response *response, const struct sink *sink)
{
    for (int i = 0; i < response->header_count; i++)
        add(sink, response->headers[i].name, response->headers[i].value);
}

static void add_rate(struct exchange *exchange, const struct sink *sink)
{
    const struct http_rate_state *rate = &exchange->rate;
    char text[64];
    if (rate->quota == 0)
        return;
    const char *name = http_rate_name(exchange->request.route->rate);
    snprintf(text, sizeof text, "\"%s\";r=%d;t=%d", name, rate->remaining, rate->full_in_s);
    add(sink, "RateLimit", text);
    snprintf(text, sizeof text, "\"%s\";q=%d;w=60", name, rate->quota);
    add(sink, "RateLimit-Policy", text);
}

static void add_headers(struct exchange *exchange, const struct sink *sink, bool gzipped)
{
    const struct http_response *response = &exchange->request.response;
    add(sink, "X-Request-Id", exchange->request.id);
    if (response->content_type)
        add(sink, "Content-Type", response->content_type);
    if (gzipped)
        add(sink, "Content-Encoding", "gzip");
    add_caching(response, sink);
    add_vary(exchange, sink);
    add_cors(exchange, sink);
    add(sink, "X-Content-Type-Options", "nosniff");
    add_own(response, sink);
    if (!answer_has_header(response, "Content-Security-Policy"))
        add(sink, "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    add_rate(exchange, sink);
    if (response->retry_after_s > 0)
        add_number(sink, "Retry-After", response->retry_after_s);
    if (exchange->close)
        add(sink, "Connection", "close");
}

struct body {
    const void *bytes;
    size_t length;
};

static struct body body_of(const struct http_response *response)
{
    if (!response->content_type)
        return (struct body){"", 0};
    if (response->static_body)
        return (struct body){response->static_body, response->static_body_length};
    return (struct body){response->body.data ? response->body.data : "", response->body.length};
}

/** True for types that text compression helps. */
static bool is_compressible(const char *type)
{
    return strncmp(type, "text/", 5) == 0 || strstr(type, "json") || strstr(type, "xml") ||
           strstr(type, "yaml") || strstr(type, "javascript");
}

bool answer_may_gzip(const struct exchange *exchange)
{
    struct http_value accepted = http_header(&exchange->request, "Accept-Encoding");
    return accepted.data && http_accepts_gzip(accepted.data);
}

/** Compresses the body in place if that is wanted and helps. */
static bool compress(struct exchange *exchange)
{
    struct http_response *response = &exchange->request.response;
    struct body body = body_of(response);
    if (body.length < HTTP_GZIP_BYTES_MIN || !is_compressible(response->content_type))
        return false;
    struct text packed = {0};
    if (!answer_may_gzip(exchange))
        return false;
    if (response->static_body)
        return gzip_static(body.bytes, body.length, &response->static_body,
                           &response->static_body_length);
    if (!gzip_compress(body.bytes, body.length, &packed))
        return false;
    text_release(&response->body);
    response->body = packed;
    return true;
}

/** Hands the body's memory over to libmicrohttpd. */
static struct MHD_Response *make_response(struct http_response *response)
{
    struct body body = body_of(response);
    if (body.length == 0 || response->static_body)
        return MHD_create_response_from_buffer(body.length, (void *)body.bytes,
                                               MHD_RESPMEM_PERSISTENT);
    struct MHD_Response *made =
        MHD_create_response_from_buffer_with_free_callback(body.length, response->body.data, free);
    response->body = (struct text){0};
    return made;
}

void answer_build(struct exchange *exchange)
{
    struct http_response *response = &exchange->request.response;
    exchange->close |= atomic_load_explicit(&exchange->server->closing, memory_order_relaxed);
    bool gzipped = compress(exchange);
    exchange->answer_bytes = body_of(response).length;
    struct MHD_Response *made = make_response(response);
    if (!made)
        abort();
    struct sink sink = {.response = made};
    add_headers(exchange, &sink, gzipped);
    exchange->answer = made;
}

void answer_drop(struct exchange *exchange)
{
    if (exchange->answer)
        MHD_destroy_response(exchange->answer);
    exchange->answer = NULL;
}

static void write_date(struct text *out)
{
    time_t now = (time_t)(clock_now_ms() / 1000);
    struct tm parts;
    char date[40];
    gmtime_r(&now, &parts);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    text_printf(out, "Date: %s\r\n", date);
}

void answer_write(struct exchange *exchange, bool head_only, bool gzipped, struct text *out)
{
    struct sink sink = {.text = out};
    struct body body = body_of(&exchange->request.response);
    int status = exchange->request.response.status;
    text_printf(out, "HTTP/1.1 %d %s\r\n", status, MHD_get_reason_phrase_for((unsigned)status));
    write_date(out);
    add_headers(exchange, &sink, gzipped);
    if (!head_only)
        text_printf(out, "Content-Length: %zu\r\n\r\n", body.length);
    if (!head_only)
        text_append(out, body.bytes, body.length);
}

void answer_refuse(struct exchange *exchange, enum error_code code)
{
    struct text bytes TEXT_CLEANUP = {0};
    exchange->close = true;
    answer_problem(exchange, code);
    exchange->answer_bytes = exchange->request.response.body.length;
    answer_write(exchange, false, false, &bytes);
    /* A head of a few hundred bytes fits an empty socket buffer; if it does not, the client has
       other troubles. */
    exchange->status = exchange->request.response.status;
    ssize_t sent =
        send(exchange->connection->fd, bytes.data, bytes.length, MSG_DONTWAIT | MSG_NOSIGNAL);
    (void)sent;
}
