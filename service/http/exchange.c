#include "http/exchange.h"

#include "base/clock.h"
#include "base/log.h"
#include "http/negotiate.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct exchange *exchange_new(struct http_thread *thread, struct http_connection *connection)
{
    struct exchange *exchange = malloc(sizeof *exchange);
    if (!exchange)
        abort();
    memset(exchange, 0, offsetof(struct exchange, arena));
    exchange->server = thread->server;
    exchange->thread = thread;
    exchange->connection = connection;
    exchange->heap_index = -1;
    exchange->started_us = clock_steady_ns() / 1000;
    exchange->request.arrived_steady_ms = exchange->started_us / 1000;
    exchange->request.path = "";
    exchange->request.body = "";
    exchange->request.response.status = 200;
    atomic_init(&exchange->references, 1);
    return exchange;
}

void exchange_hold(struct exchange *exchange)
{
    atomic_fetch_add_explicit(&exchange->references, 1, memory_order_relaxed);
}

static void free_stream(struct http_stream *stream)
{
    if (!stream)
        return;
    pthread_mutex_destroy(&stream->lock);
    text_release(&stream->current);
    text_release(&stream->waiting);
    free(stream);
}

void exchange_release(struct exchange *exchange)
{
    if (atomic_fetch_sub_explicit(&exchange->references, 1, memory_order_acq_rel) > 1)
        return;
    for (struct arena_chunk *chunk = exchange->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free_stream(exchange->stream);
    answer_drop(exchange);
    text_release(&exchange->body);
    text_release(&exchange->request.response.body);
    free(exchange);
}

enum { ARENA_CHUNK_BYTES = 2048 };

static size_t align(size_t size)
{
    size_t alignment = _Alignof(max_align_t);
    return (size + alignment - 1) & ~(alignment - 1);
}

void *exchange_alloc(struct exchange *exchange, size_t size)
{
    size = align(size);
    size_t start = align(offsetof(struct exchange, arena) + exchange->arena_used);
    if (start + size <= sizeof *exchange) {
        exchange->arena_used = start + size - offsetof(struct exchange, arena);
        return (char *)exchange + start;
    }
    struct arena_chunk *chunk = exchange->chunks;
    if (!chunk || chunk->size - chunk->used < size) {
        size_t room = size > ARENA_CHUNK_BYTES ? size : ARENA_CHUNK_BYTES;
        size_t header = align(sizeof *chunk);
        chunk = malloc(header + room);
        if (!chunk)
            abort();
        *chunk = (struct arena_chunk){exchange->chunks, header - sizeof *chunk,
                                      header - sizeof *chunk + room};
        exchange->chunks = chunk;
    }
    char *bytes = chunk->bytes + chunk->used;
    chunk->used += size;
    return bytes;
}

void exchange_count(struct exchange *exchange)
{
    if (!exchange->counted)
        atomic_fetch_add(&exchange->server->busy, 1);
    exchange->counted = true;
}

/** Tells http_server_stop, if it waits, that there is less to wait for. */
static void tell_quiet(struct http_server *server)
{
    if (!atomic_load(&server->closing))
        return;
    pthread_mutex_lock(&server->quiet_lock);
    pthread_cond_broadcast(&server->quiet);
    pthread_mutex_unlock(&server->quiet_lock);
}

const int64_t http_duration_bounds_us[HTTP_DURATION_BUCKETS - 1] = {
    1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000, 1000000, 5000000};

/* What is logged, and counted among 4xx, where no answer was begun: mostly the client was gone. */
enum { STATUS_UNANSWERED = 499 };

static void count_figures(struct exchange *exchange, int status, int64_t duration_us)
{
    struct http_server *server = exchange->server;
    int class = status / 100;
    atomic_fetch_add_explicit(&server->requests[exchange->request.method][class], 1,
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&server->duration_us_sum, (uint64_t)duration_us,
                              memory_order_relaxed);
    size_t bucket = 0;
    while (bucket < HTTP_DURATION_BUCKETS - 1 && duration_us > http_duration_bounds_us[bucket])
        bucket++;
    atomic_fetch_add_explicit(&server->duration_buckets[bucket], 1, memory_order_relaxed);
}

static const char *method_name(const struct exchange *exchange)
{
    static const char *const names[] = {"GET", "POST", "PUT", "PATCH", "DELETE"};
    return exchange->is_options     ? "OPTIONS"
           : exchange->request.head ? "HEAD"
                                    : names[exchange->request.method];
}

void exchange_over(struct exchange *exchange)
{
    struct http_request *request = &exchange->request;
    if (!exchange->counted)
        return;
    exchange->counted = false;
    int64_t duration_us = clock_steady_ns() / 1000 - exchange->started_us;
    int status = exchange->status ? exchange->status : STATUS_UNANSWERED;
    count_figures(exchange, status, duration_us);
    if (exchange->server->options.access_log)
        LOG(LOG_INFO, "request", log_string("id", request->id),
            log_string("method", method_name(exchange)), log_string("path", request->path),
            log_string("route", request->route ? request->route->name : "-"),
            log_number("status", status),
            log_number("bytes", exchange->status ? (int64_t)exchange->answer_bytes : 0),
            log_number("duration_us", duration_us), log_string("address", request->address));
    if (atomic_fetch_sub(&exchange->server->busy, 1) == 1)
        tell_quiet(exchange->server);
}

/* --- what endpoints ask ------------------------------------------------------------------- */

struct http_value http_param(const struct http_request *request, const char *name)
{
    const struct exchange *exchange = exchange_of_const(request);
    int index = http_route_param_index(request->route, name);
    assert(index >= 0 && index < exchange->match.param_count);
    return exchange->target.segments[exchange->match.param_segments[index]];
}

struct http_value http_query(const struct http_request *request, const char *name)
{
    const struct http_target *target = &exchange_of_const(request)->target;
    for (int i = 0; i < target->query_count; i++)
        if (strcmp(target->query[i].name.data, name) == 0)
            return target->query[i].value;
    return (struct http_value){0};
}

static bool is_listed(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

struct result http_query_only(struct http_request *request, const char *const *names)
{
    const struct http_target *target = &exchange_of(request)->target;
    for (int i = 0; i < target->query_count; i++) {
        const char *name = target->query[i].name.data;
        if (!is_listed(name, names))
            return fail_for(&request->problem, ERROR_UNKNOWN_PARAMETER, name,
                            "There is no query parameter \"%s\" here.", name);
        if (http_query(request, name).data != target->query[i].value.data)
            return fail_for(&request->problem, ERROR_INVALID_QUERY, name,
                            "The query parameter \"%s\" stands there twice.", name);
    }
    return OK;
}

/** Adds a text of two parts to a hash in which their order does not matter. */
static void mix(const char *name, const char *value, uint8_t hash[SHA256_SIZE])
{
    uint8_t digests[2 * SHA256_SIZE], digest[SHA256_SIZE];
    crypto_sha256(name, strlen(name), digests);
    crypto_sha256(value, strlen(value), digests + SHA256_SIZE);
    crypto_sha256(digests, sizeof digests, digest);
    for (int i = 0; i < SHA256_SIZE; i++)
        hash[i] ^= digest[i];
}

void http_query_hash(const struct http_request *request, const char *const *except,
                     uint8_t hash[SHA256_SIZE])
{
    const struct http_target *target = &exchange_of_const(request)->target;
    memset(hash, 0, SHA256_SIZE);
    mix(request->route->name, request->path, hash);
    for (int i = 0; i < target->query_count; i++)
        if (!is_listed(target->query[i].name.data, except))
            mix(target->query[i].name.data, target->query[i].value.data, hash);
}

struct http_value http_header(const struct http_request *request, const char *name)
{
    const struct exchange *exchange = exchange_of_const(request);
    const struct http_field *field = http_field_find(exchange->fields, exchange->field_count, name);
    return field ? (struct http_value){field->value, field->value_length} : (struct http_value){0};
}

struct http_value http_bearer_token(const struct http_request *request)
{
    static const char scheme[] = "Bearer ";
    struct http_value header = http_header(request, "Authorization");
    if (!header.data || strncasecmp(header.data, scheme, sizeof scheme - 1) != 0)
        return (struct http_value){0};
    const char *token = header.data + sizeof scheme - 1;
    token += strspn(token, " ");
    return (struct http_value){token, header.length - (size_t)(token - header.data)};
}

bool http_none_match(const struct http_request *request, const char *etag)
{
    struct http_value header = http_header(request, "If-None-Match");
    return header.data && http_etag_listed(header.data, etag);
}

const char *http_accept(const struct http_request *request, const char *const *offered)
{
    struct http_value header = http_header(request, "Accept");
    return header.data ? http_accept_choose(header.data, offered) : *offered;
}

void http_request_authenticated(struct http_request *request)
{
    struct exchange *exchange = exchange_of(request);
    if (exchange->token)
        http_rates_prove(exchange->server->rates, exchange->token);
}

const struct http_server *http_request_server(const struct http_request *request)
{
    return exchange_of_const(request)->server;
}

void *http_request_alloc(struct http_request *request, size_t size)
{
    return memset(exchange_alloc(exchange_of(request), size), 0, size);
}

void http_response_header(struct http_request *request, const char *name, const char *value)
{
    struct http_response *response = &request->response;
    assert(response->header_count < HTTP_RESPONSE_HEADERS_MAX);
    size_t size = strlen(value) + 1;
    char *copy = memcpy(exchange_alloc(exchange_of(request), size), value, size);
    response->headers[response->header_count].name = name;
    response->headers[response->header_count].value = copy;
    response->header_count++;
}

void http_response_not_modified(struct http_request *request)
{
    request->response.status = 304;
    request->response.content_type = NULL;
    request->response.static_body = NULL;
    text_release(&request->response.body);
}
