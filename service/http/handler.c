#include "base/clock.h"
#include "base/crypto.h"
#include "base/log.h"
#include "base/mix.h"
#include "http/exchange.h"
#include "http/negotiate.h"

#include <assert.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

/* The head is restored from what libmicrohttpd's parser leaves behind, and that is another parser
   in its 1.0. */
#if MHD_VERSION < 0x00097500 || MHD_VERSION >= 0x01000000
#error "this file is written for libmicrohttpd 0.9.75 and its successors before 1.0"
#endif

/* --- identity -------------------------------------------------------------------------------- */

static bool is_sane_id(const char *id, size_t length)
{
    static const char characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                     "0123456789._-";
    return length > 0 && length < HTTP_REQUEST_ID_SIZE && strspn(id, characters) == length;
}

/** The next of a sequence that begins at a random place: ids need to differ, not to be secret. */
static uint64_t next_random(uint64_t *state)
{
    return mix_bits(*state += MIX_STEP);
}

static void write_hex(uint64_t number, char *out)
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < 16; i++)
        out[i] = digits[number >> (60 - 4 * i) & 15];
}

/**
 * X-Forwarded-For as one list: proxies may add a line of their own behind the client's, and only
 * the last entries can be trusted.
 */
static const char *forwarded_for(struct exchange *exchange)
{
    static const char name[] = "X-Forwarded-For";
    const struct http_field *fields = exchange->fields, *end = fields + exchange->field_count;
    size_t size = 1, length = 0;
    for (const struct http_field *field = fields; field < end; field++)
        if (strcasecmp(field->name, name) == 0)
            size += field->value_length + 1;
    if (size == 1)
        return NULL;
    char *list = exchange_alloc(exchange, size);
    for (const struct http_field *field = fields; field < end; field++) {
        if (strcasecmp(field->name, name) != 0)
            continue;
        if (length > 0)
            list[length++] = ',';
        memcpy(list + length, field->value, field->value_length);
        length += field->value_length;
    }
    list[length] = '\0';
    return list;
}

/** Whose limits count, as check_rate says. */
static void find_client(struct exchange *exchange, const struct http_address *address)
{
    const struct http_server *server = exchange->server;
    const struct http_server_options *options = &server->options;
    struct http_value token = http_bearer_token(&exchange->request);
    exchange->client = http_client_by_address(&server->secret, address);
    if (!token.data ||
        (options->is_token && !options->is_token(options->token_secrets, token.data, token.length)))
        return;
    exchange->token = http_client_by_token(&server->secret, token.data, token.length);
    exchange->client = http_rates_is_proven(server->rates, exchange->token)
                           ? exchange->token
                           : http_client_unproven(&server->secret, address);
}

void handler_identify(struct exchange *exchange)
{
    struct http_request *request = &exchange->request;
    struct http_value id = http_header(request, "X-Request-Id");
    if (id.data && is_sane_id(id.data, id.length)) {
        memcpy(request->id, id.data, id.length + 1);
    } else {
        write_hex(next_random(&exchange->thread->id_state), request->id);
        write_hex(next_random(&exchange->thread->id_state), request->id + 16);
        request->id[32] = '\0';
    }
    const struct http_address *peer = &exchange->connection->address;
    struct http_address client =
        http_address_behind(exchange->server->proxies, peer, forwarded_for(exchange));
    http_address_write(&client, request->address);
    find_client(exchange, &client);
}

/* --- the head -------------------------------------------------------------------------------- */

/**
 * Restores the header lines: the library has put NULs where names and lines ended.
 *
 * @return  false: a line did not end with CR LF, or held a NUL
 */
static bool restore_lines(char *at, const char *end)
{
    while (at < end) {
        if (*at == '\0') /* the empty line */
            return end - at == 2 && at[1] == '\0' && memcpy(at, "\r\n", 2);
        char *name_end = memchr(at, '\0', (size_t)(end - at));
        char *value = name_end ? name_end + 1 : NULL;
        char *value_end = value ? memchr(value, '\0', (size_t)(end - value)) : NULL;
        if (!value_end || end - value_end < 2 || value_end[1] != '\0')
            return false;
        *name_end = ':';
        memcpy(value_end, "\r\n", 2);
        at = value_end + 2;
    }
    return false;
}

/**
 * A copy of the head as it was sent. libmicrohttpd takes much that means different things to
 * different readers and shows only what it made of it; but it parses in place, overwriting
 * separators with NULs, so the original can be had again and judged by our own rules.
 *
 * @return  NULL: it cannot be restored, which only malformed heads cannot
 */
static char *restore_head(struct exchange *exchange, const char *method, const char *version,
                          size_t length)
{
    size_t method_length = strlen(method), version_length = strlen(version);
    const char *target = exchange->raw_target;
    size_t target_length = exchange->target_length;
    if (target != method + method_length + 1 || version != target + target_length + 1 ||
        (size_t)(version + version_length + 2 - method) > length)
        return NULL;
    char *head = memcpy(exchange_alloc(exchange, length), method, length);
    char *at = head + method_length;
    *at++ = ' ';
    memcpy(at, exchange->target_text, target_length);
    at += target_length;
    *at++ = ' ';
    at += version_length;
    if (at[0] != '\0' || at[1] != '\0')
        return NULL;
    memcpy(at, "\r\n", 2);
    return restore_lines(at + 2, head + length) ? head : NULL;
}

/** Asked before a head is called too large, so that its target is named where that is the cause. */
static struct result check_target_length(struct exchange *exchange)
{
    if (exchange->target_length <= HTTP_TARGET_BYTES_MAX)
        return OK;
    return fail_with(&exchange->request.problem, ERROR_URI_TOO_LONG,
                     "The path with its query is longer than %d bytes.", HTTP_TARGET_BYTES_MAX);
}

static struct result read_head(struct exchange *exchange, const char *method, const char *version)
{
    struct problem *problem = &exchange->request.problem;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(exchange->mhd, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    size_t length = info->header_size;
    if (length > HTTP_HEAD_BYTES_MAX) {
        TRY(check_target_length(exchange));
        return fail(ERROR_HEADERS_TOO_LARGE);
    }
    char *text = restore_head(exchange, method, version, length);
    if (!text)
        return fail_with(problem, ERROR_INVALID_REQUEST, "The head is malformed.");
    struct http_field fields[HTTP_FIELDS_MAX];
    struct http_head head = {.fields = fields};
    struct result result = http_head_parse(text, length, &head, problem);
    size_t size = (size_t)head.field_count * sizeof fields[0];
    exchange->fields = memcpy(exchange_alloc(exchange, size), fields, size);
    exchange->field_count = head.field_count;
    exchange->framing = head.framing;
    return result;
}

/* --- the route ------------------------------------------------------------------------------- */

static bool find_method(struct exchange *exchange, const char *method)
{
    static const char *const names[HTTP_METHOD_COUNT] = {"GET", "POST", "PUT", "PATCH", "DELETE"};
    exchange->request.head = strcmp(method, "HEAD") == 0;
    exchange->is_options = strcmp(method, "OPTIONS") == 0;
    exchange->request.method = HTTP_GET;
    if (exchange->request.head || exchange->is_options)
        return true;
    for (int i = 0; i < HTTP_METHOD_COUNT; i++) {
        if (strcmp(method, names[i]) == 0) {
            exchange->request.method = (enum http_method)i;
            return true;
        }
    }
    return false;
}

static void add_allow(struct exchange *exchange)
{
    static const char *const names[HTTP_METHOD_COUNT] = {"GET, HEAD", "POST", "PUT", "PATCH",
                                                         "DELETE"};
    char allow[64] = "";
    size_t length = 0;
    for (int i = 0; i < HTTP_METHOD_COUNT; i++)
        if (exchange->match.methods & 1u << i)
            length += (size_t)snprintf(allow + length, sizeof allow - length, "%s, ", names[i]);
    snprintf(allow + length, sizeof allow - length, "OPTIONS");
    http_response_header(&exchange->request, "Allow", allow);
}

static struct result find_route(struct exchange *exchange, const char *method)
{
    struct http_request *request = &exchange->request;
    TRY(check_target_length(exchange));
    bool known = find_method(exchange, method);
    if (exchange->is_options && strcmp(exchange->target_text, "*") == 0)
        return OK;
    TRY(http_target_parse(exchange->target_text, &exchange->target, &request->problem));
    if (!http_router_match(exchange->server->router, request->method, &exchange->target,
                           &exchange->match))
        return fail(ERROR_ROUTE_NOT_FOUND);
    if (exchange->is_options) {
        add_allow(exchange);
        return OK;
    }
    if (!known || !exchange->match.route) {
        add_allow(exchange);
        return fail(ERROR_METHOD_NOT_ALLOWED);
    }
    request->route = exchange->match.route;
    return OK;
}

/** Headers that mean one thing or nothing: two of them would be read differently by others. */
static struct result check_singles(struct exchange *exchange)
{
    static const char *const names[] = {"Authorization",   "Content-Type",  "Content-Encoding",
                                        "Idempotency-Key", "Last-Event-ID", "X-Request-Id",
                                        "Origin"};
    const struct http_field *fields = exchange->fields;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct http_field *first = http_field_find(fields, exchange->field_count, names[i]);
        int after = first ? (int)(first - fields) + 1 : exchange->field_count;
        if (http_field_find(fields + after, exchange->field_count - after, names[i]))
            return fail_for(&exchange->request.problem, ERROR_INVALID_HEADER, names[i],
                            "%s stands there twice.", names[i]);
    }
    return OK;
}

/**
 * Takes the request out of the client's bucket. Whoever has shown a good token lately has one by
 * it. An address has two: for tokens that may be good, so that what others send from there does not
 * keep them from showing it, and for all else.
 */
static struct result check_rate(struct exchange *exchange)
{
    struct http_request *request = &exchange->request;
    if (exchange->is_options)
        return OK;
    const struct http_server_options *options = &exchange->server->options;
    enum http_rate kind = request->route->rate;
    int quota = exchange->token ? options->rates[kind] : options->rates_anonymous[kind];
    if (http_rates_take(exchange->server->rates, exchange->client, kind, quota,
                        request->arrived_steady_ms, &exchange->rate))
        return OK;
    request->response.retry_after_s = exchange->rate.retry_after_s;
    return fail_with(&request->problem, ERROR_RATE_LIMITED,
                     "More than %d requests a minute of this kind (\"%s\").", exchange->rate.quota,
                     http_rate_name(kind));
}

static struct result check_body(struct exchange *exchange)
{
    struct http_request *request = &exchange->request;
    const struct http_framing *framing = &exchange->framing;
    bool has_body = framing->chunked || framing->content_length > 0;
    if (!has_body)
        return OK;
    if (exchange->is_options || request->route->body_bytes_max == 0)
        return fail_with(&request->problem, ERROR_INVALID_REQUEST, "This operation takes no body.");
    if (framing->content_length > request->route->body_bytes_max)
        return fail_with(&request->problem, ERROR_BODY_TOO_LARGE,
                         "This operation takes at most %zu bytes.", request->route->body_bytes_max);
    struct http_value type = http_header(request, "Content-Type");
    struct http_value coding = http_header(request, "Content-Encoding");
    if (!type.data || !http_is_json_type(type.data))
        return fail_for(&request->problem, ERROR_UNSUPPORTED_MEDIA_TYPE, "Content-Type",
                        "The body must be application/json.");
    if (coding.data && strcmp(coding.data, "identity") != 0)
        return fail_for(&request->problem, ERROR_UNSUPPORTED_MEDIA_TYPE, "Content-Encoding",
                        "The body must come without content coding.");
    return OK;
}

/** The path without the query, for the endpoint and the log. */
static void note_path(struct exchange *exchange)
{
    size_t length = strcspn(exchange->target_text, "?");
    char *path = memcpy(exchange_alloc(exchange, length + 1), exchange->target_text, length);
    path[length] = '\0';
    exchange->request.path = path;
}

/** Everything that can be decided before the body: leaves `refusal` and `close`. */
static void judge_head(struct exchange *exchange, const char *method, const char *version)
{
    note_path(exchange);
    struct result result = read_head(exchange, method, version);
    exchange->close = failed(result); /* where this request ends is not certain */
    handler_identify(exchange);
    if (!failed(result))
        result = check_singles(exchange);
    if (!failed(result))
        result = find_route(exchange, method);
    if (!failed(result))
        result = check_rate(exchange);
    if (!failed(result))
        result = check_body(exchange);
    exchange->refusal = result.code;
}

/* --- answering ------------------------------------------------------------------------------- */

static enum MHD_Result queue_answer(struct exchange *exchange)
{
    struct http_connection *connection = exchange->connection;
    enum MHD_Result queued = MHD_queue_response(
        exchange->mhd, (unsigned)exchange->request.response.status, exchange->answer);
    MHD_destroy_response(exchange->answer);
    exchange->answer = NULL;
    exchange->status = exchange->request.response.status;
    connection->phase = PHASE_ANSWER;
    connection->deadline_ms = clock_steady_ms() + HTTP_ANSWER_MS_MAX;
    return queued;
}

/** Answers what needs no endpoint: a refusal, or OPTIONS. */
static enum MHD_Result queue_own(struct exchange *exchange)
{
    if (exchange->refusal != ERROR_NONE)
        answer_problem(exchange, exchange->refusal);
    else
        exchange->request.response.status = 204;
    answer_build(exchange);
    return queue_answer(exchange);
}

static bool is_own(const struct exchange *exchange)
{
    return exchange->refusal != ERROR_NONE || exchange->is_options;
}

/** The answer to HEAD of a stream: its headers, and it is over. */
static enum MHD_Result queue_stream_head(struct exchange *exchange)
{
    atomic_store(&exchange->gone, true);
    http_request_wake(&exchange->request);
    answer_build(exchange);
    return queue_answer(exchange);
}

/** Gives the socket to the stream; libmicrohttpd closes its own descriptor. */
static enum MHD_Result detach(struct exchange *exchange)
{
    int fd = fcntl(exchange->connection->fd, F_DUPFD_CLOEXEC, 0);
    exchange->detached = fd >= 0;
    if (exchange->detached)
        stream_attach(exchange, fd);
    return MHD_NO;
}

static enum MHD_Result answer(struct exchange *exchange)
{
    if (exchange->answer)
        return queue_answer(exchange);
    return exchange->request.head ? queue_stream_head(exchange) : detach(exchange);
}

/** Runs the endpoint here. */
static enum MHD_Result answer_at_once(struct exchange *exchange)
{
    struct http_request *request = &exchange->request;
    request->closing = atomic_load(&exchange->server->closing);
    struct result result = request->route->handler(request, exchange->server->options.no_worker);
    assert(!exchange->park_wanted && !exchange->stream);
    if (failed(result))
        answer_problem(exchange, result.code);
    answer_build(exchange);
    return queue_answer(exchange);
}

static bool begins_here(const struct exchange *exchange)
{
    const struct http_thread *thread = exchange->thread;
    return exchange->request.route->local && thread->local &&
           thread->server->options.local.ready(thread->local);
}

/** Begins the complete request, here or on a worker, and rests its connection. */
static enum MHD_Result submit(struct exchange *exchange)
{
    struct http_request *request = &exchange->request;
    if (exchange->body.length > 0) {
        request->body = exchange->body.data;
        request->body_length = exchange->body.length;
    }
    if (request->route->work == WORK_ACCEPTED)
        return answer_at_once(exchange);
    exchange->connection->phase = PHASE_WORK;
    if (atomic_load_explicit(&exchange->server->closing, memory_order_relaxed))
        exchange->refusal = ERROR_SHUTTING_DOWN;
    else if (begins_here(exchange)) {
        if (flow_start_here(exchange))
            return answer(exchange);
    } else if (!flow_start(exchange))
        exchange->refusal = ERROR_OVERLOADED;
    if (exchange->refusal != ERROR_NONE)
        return queue_own(exchange);
    exchange->suspended = true;
    MHD_suspend_connection(exchange->mhd);
    return MHD_YES;
}

/* --- what libmicrohttpd calls ---------------------------------------------------------------- */

static struct http_connection *connection_of(struct MHD_Connection *mhd)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info->socket_context;
}

/**
 * The request line was read, nothing of it was decoded yet: an exchange begins.
 *
 * @param target  in the connection's buffer
 */
static void *begin(void *context, const char *target, struct MHD_Connection *mhd)
{
    struct http_connection *connection = connection_of(mhd);
    struct exchange *exchange = exchange_new(context, connection);
    connection->exchange = exchange;
    connection->head_begun = true;
    exchange->mhd = mhd;
    exchange->raw_target = target;
    exchange->target_length = target ? strlen(target) : 0;
    exchange->target_text = exchange_alloc(exchange, exchange->target_length + 1);
    memcpy(exchange->target_text, target ? target : "", exchange->target_length + 1);
    /* The query is ours to parse. The library would note each parameter in the connection's
       memory, and thousands of empty ones would exhaust it: it gets none. */
    char *query = target ? strchr(target, '?') : NULL;
    if (query)
        query[1] = '\0';
    return exchange;
}

/** Nothing is decoded: http_target_parse does that, and refuses what this would let pass. */
static size_t keep_escapes(void *context, struct MHD_Connection *mhd, char *text)
{
    (void)context;
    (void)mhd;
    return strlen(text);
}

static enum MHD_Result first_call(struct exchange *exchange, const char *method,
                                  const char *version)
{
    struct http_connection *connection = exchange->connection;
    exchange->head_done = true;
    exchange_count(exchange);
    judge_head(exchange, method, version);
    const struct http_framing *framing = &exchange->framing;
    bool has_body = framing->chunked || framing->content_length > 0;
    connection->phase = PHASE_BODY;
    connection->deadline_ms =
        exchange->request.arrived_steady_ms + exchange->server->options.request_ms_max;
    /* An answer at this point makes the library close the connection; elsewhere it is kept. */
    bool unwelcome = framing->expects_continue || framing->content_length > HTTP_DISCARD_BYTES_MAX;
    exchange->close |= is_own(exchange) && has_body && unwelcome;
    if (!exchange->close)
        return MHD_YES; /* go on reading */
    return queue_own(exchange);
}

/** Ends a request in the middle of its body, where libmicrohttpd takes no answer. */
static enum MHD_Result cut(struct exchange *exchange, enum error_code code)
{
    answer_refuse(exchange, code);
    gate_linger(exchange->connection);
    exchange->abandoned = true;
    return MHD_NO;
}

static enum MHD_Result take_body(struct exchange *exchange, const char *bytes, size_t *size)
{
    size_t length = *size;
    *size = 0;
    if (!is_own(exchange)) {
        size_t most = exchange->request.route->body_bytes_max;
        if (exchange->body.length + length <= most) {
            text_append(&exchange->body, bytes, length);
            return MHD_YES;
        }
        exchange->refusal = ERROR_BODY_TOO_LARGE;
        text_release(&exchange->body);
    }
    exchange->discarded += length;
    if (exchange->discarded > HTTP_DISCARD_BYTES_MAX)
        return cut(exchange, exchange->refusal);
    return MHD_YES;
}

/** After the answer 408: reads on while there is a rest of the body, then ends the connection. */
static enum MHD_Result throw_away(size_t *size)
{
    bool more = *size > 0;
    *size = 0;
    return more ? MHD_YES : MHD_NO;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *mhd, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **request)
{
    struct exchange *exchange = *request;
    (void)context;
    (void)mhd;
    (void)url;
    if (exchange->connection->timed_out)
        return throw_away(upload_size);
    if (!exchange->head_done)
        return first_call(exchange, method, version);
    if (exchange->abandoned)
        return MHD_NO;
    if (*upload_size > 0)
        return take_body(exchange, upload, upload_size);
    if (is_own(exchange))
        return queue_own(exchange);
    if (atomic_load_explicit(&exchange->answered, memory_order_acquire))
        return answer(exchange);
    return submit(exchange);
}

static void await_next_head(struct http_connection *connection)
{
    connection->exchange = NULL;
    connection->phase = PHASE_HEAD;
    connection->head_begun = false;
    connection->bytes_marked = -1;
    connection->idle_since_ms = clock_steady_ms();
    connection->deadline_ms =
        connection->idle_since_ms + connection->thread->server->options.request_ms_max;
}

/** The client is gone: a flow that would still wait for something learns of it. */
static void leave_flow(struct exchange *exchange)
{
    bool answered = atomic_load_explicit(&exchange->answered, memory_order_acquire);
    if (!exchange->work.run || (answered && !exchange->stream))
        return;
    atomic_store(&exchange->gone, true);
    http_request_wake(&exchange->request);
}

/** The library is done with a request, whether or not it was answered. */
static void complete(void *context, struct MHD_Connection *mhd, void **request,
                     enum MHD_RequestTerminationCode reason)
{
    struct exchange *exchange = *request;
    (void)context;
    (void)mhd;
    if (!exchange)
        return;
    *request = NULL;
    struct http_connection *connection = exchange->connection;
    if (reason == MHD_REQUEST_TERMINATED_COMPLETED_OK && exchange->close)
        gate_linger(connection);
    await_next_head(connection);
    exchange->mhd = NULL;
    exchange->connection = NULL;
    if (!exchange->detached) {
        leave_flow(exchange);
        exchange_over(exchange);
    }
    exchange_release(exchange);
}

static void note_connection(void *context, struct MHD_Connection *mhd, void **socket_context,
                            enum MHD_ConnectionNotificationCode code)
{
    struct http_thread *thread = context;
    (void)mhd;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *socket_context = thread->entering;
        thread->entering = NULL;
    } else {
        loop_forget(*socket_context);
        *socket_context = NULL;
    }
}

/* --- what the loop calls --------------------------------------------------------------------- */

struct MHD_Daemon *handler_daemon(struct http_thread *thread)
{
    /* TURBO: a new connection is read at once, which is right because its head has come; and
       closing a connection leaves the socket alone, so that a copy of the descriptor can go on. */
    unsigned flags =
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_TURBO | MHD_USE_NO_LISTEN_SOCKET;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handle, thread, /* options: */
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HTTP_POOL_BYTES, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)thread->server->options.connections_max, MHD_OPTION_CONNECTION_TIMEOUT,
        0u, /* deadlines are ours */
        MHD_OPTION_URI_LOG_CALLBACK, begin, thread, MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes,
        NULL, MHD_OPTION_NOTIFY_COMPLETED, complete, thread, MHD_OPTION_NOTIFY_CONNECTION,
        note_connection, thread, MHD_OPTION_END);
}

void handler_adopt(struct http_connection *connection)
{
    struct http_thread *thread = connection->thread;
    const struct sockaddr address = {.sa_family = AF_INET}; /* the library only notes it */
    await_next_head(connection);
    thread->entering = connection;
    thread->daemon_due = true;
    MHD_add_connection(thread->daemon, connection->fd, &address, sizeof address);
    if (thread->entering) { /* refused, its descriptor closed, before we were told of it */
        thread->entering = NULL;
        loop_forget(connection);
    }
}

void handler_resume(struct exchange *exchange)
{
    if (!exchange->mhd || !exchange->suspended)
        return;
    exchange->suspended = false;
    exchange->thread->daemon_due = true;
    MHD_resume_connection(exchange->mhd);
}

/** How many bytes have come on a connection since its beginning. */
static int64_t bytes_received(const struct http_connection *connection)
{
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (getsockopt(connection->fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0)
        return 0;
    return (int64_t)info.tcpi_bytes_received;
}

void handler_mark(struct http_connection *connection)
{
    connection->bytes_marked = bytes_received(connection);
}

/**
 * Answers 408 and says that nothing more comes. What the client still sends is read for a while: if
 * the socket closed on it, the client would get a reset instead of the answer.
 */
static void time_out(struct http_connection *connection)
{
    struct exchange *exchange = connection->exchange;
    struct exchange *own = exchange ? exchange : exchange_new(connection->thread, connection);
    if (own->request.id[0] == '\0')
        handler_identify(own);
    exchange_count(own);
    own->request.problem = (struct problem){0}; /* of a refusal that waited for the whole body */
    answer_refuse(own, ERROR_REQUEST_TIMEOUT);
    if (own != exchange) {
        exchange_over(own);
        exchange_release(own);
    }
    shutdown(connection->fd, SHUT_WR);
    connection->timed_out = true;
    connection->phase = PHASE_ANSWER;
    connection->deadline_ms = clock_steady_ms() + HTTP_LINGER_MS;
}

/** A connection waits for its next head; @return false: its time is up without one. */
static bool may_wait_on(struct http_connection *connection, int64_t now_ms)
{
    const struct http_server_options *options = &connection->thread->server->options;
    int64_t received = bytes_received(connection);
    bool begun = connection->head_begun ||
                 (connection->bytes_marked >= 0 && received > connection->bytes_marked);
    if (connection->head_begun)
        return false;
    if (!begun && now_ms - connection->idle_since_ms >= options->idle_ms_max)
        return false;
    connection->head_begun = begun;
    connection->bytes_marked = received;
    connection->deadline_ms = now_ms + options->request_ms_max;
    return true;
}

void handler_expire(struct http_connection *connection)
{
    int64_t now_ms = clock_steady_ms();
    if (connection->phase == PHASE_HEAD && may_wait_on(connection, now_ms))
        return;
    bool in_request = connection->phase == PHASE_BODY ||
                      (connection->phase == PHASE_HEAD && connection->head_begun);
    connection->deadline_ms = now_ms + HTTP_ANSWER_MS_MAX;
    if (in_request)
        time_out(connection);
    else /* the library sees the end and closes */
        shutdown(connection->fd, SHUT_RDWR);
}

void handler_stop(struct http_thread *thread)
{
    for (struct http_connection *connection = thread->connections; connection;
         connection = connection->next) {
        struct exchange *exchange = connection->exchange;
        if (!exchange)
            continue;
        exchange->abandoned = true;
        handler_resume(exchange);
    }
    MHD_run(thread->daemon);
    MHD_stop_daemon(thread->daemon);
}
