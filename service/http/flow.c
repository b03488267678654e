#include "base/clock.h"
#include "base/log.h"
#include "http/exchange.h"

#include <assert.h>
#include <stddef.h>
#include <sys/socket.h>

struct result flow_hold_place(struct exchange *exchange)
{
    struct http_server *server = exchange->server;
    if (exchange->request.closing)
        return fail(ERROR_SHUTTING_DOWN);
    if (exchange->held)
        return OK;
    if (atomic_fetch_add(&server->held, 1) >= server->options.streams_max) {
        atomic_fetch_sub(&server->held, 1);
        return fail(ERROR_OVERLOADED);
    }
    if (!http_counter_enter(server->client_streams, exchange->client)) {
        atomic_fetch_sub(&server->held, 1);
        return fail_with(&exchange->request.problem, ERROR_TOO_MANY_STREAMS,
                         "At most %d streams and waiting requests of one client.",
                         server->options.streams_per_client_max);
    }
    exchange->held = true;
    return OK;
}

static void leave_place(struct exchange *exchange)
{
    struct http_server *server = exchange->server;
    if (!exchange->held)
        return;
    http_counter_leave(server->client_streams, exchange->client);
    atomic_fetch_sub(&server->held, 1);
}

static void end_flow(struct exchange *exchange)
{
    struct http_server *server = exchange->server;
    leave_place(exchange);
    exchange_release(exchange);
    pthread_mutex_lock(&server->quiet_lock);
    if (atomic_fetch_sub(&server->flows, 1) == 1)
        pthread_cond_broadcast(&server->quiet);
    pthread_mutex_unlock(&server->quiet_lock);
}

/** The last run is over: what the endpoint left becomes the answer, or the stream's end. */
static void finish(struct exchange *exchange, struct result result, bool in_handler)
{
    if (exchange->finish_hook)
        exchange->finish_hook(exchange->finish_argument);
    if (exchange->stream_begun) {
        stream_finish(exchange);
    } else {
        if (failed(result))
            answer_problem(exchange, result.code);
        answer_build(exchange);
        atomic_store_explicit(&exchange->answered, true, memory_order_release);
        if (!in_handler)
            loop_post(exchange);
    }
    end_flow(exchange);
}

/** The first run of a stream is over: its head may leave. */
static void publish_stream(struct exchange *exchange)
{
    exchange->stream_begun = true;
    atomic_store_explicit(&exchange->answered, true, memory_order_release);
    loop_post(exchange);
}

/** A worker begins again. */
static void hand_over(struct exchange *exchange)
{
    exchange->hand_over = false;
    exchange->again = exchange->match.route->handler;
    exchange->request.runs = 0;
    if (!workers_submit(exchange->server->options.workers, &exchange->work,
                        exchange->match.route->work))
        finish(exchange, fail(ERROR_OVERLOADED), false);
}

/**
 * Runs the handler that is due.
 *
 * @param in_handler  libmicrohttpd waits for this very run, so nobody need be woken for its answer
 * @return            true: the exchange is answered; false: it goes on, perhaps already elsewhere
 */
static bool advance(struct exchange *exchange, void *state, bool in_handler)
{
    struct http_request *request = &exchange->request;
    request->closing = atomic_load(&exchange->server->closing);
    request->gone = atomic_load(&exchange->gone);
    exchange->park_wanted = false;
    struct result result = exchange->again(request, state);
    request->runs++;
    if (exchange->awaits)
        return false;
    if (exchange->hand_over) {
        hand_over(exchange);
        return false;
    }
    if (exchange->stream && !exchange->stream_begun && !failed(result))
        publish_stream(exchange);
    if (exchange->stream_begun)
        stream_check_stalled(exchange);
    if (!failed(result) && exchange->park_wanted && !request->gone) {
        parking_enter(exchange);
        return false;
    }
    finish(exchange, result, in_handler);
    return true;
}

static void run(struct work *work, void *state)
{
    struct exchange *exchange = (struct exchange *)((char *)work - offsetof(struct exchange, work));
    (void)advance(exchange, state, false);
}

static void begin_flow(struct exchange *exchange)
{
    exchange->again = exchange->match.route->handler;
    exchange->work.run = run;
    exchange_hold(exchange);
    atomic_fetch_add(&exchange->server->flows, 1);
}

bool flow_start(struct exchange *exchange)
{
    begin_flow(exchange);
    if (workers_submit(exchange->server->options.workers, &exchange->work,
                       exchange->match.route->work))
        return true;
    end_flow(exchange);
    return false;
}

bool flow_start_here(struct exchange *exchange)
{
    begin_flow(exchange);
    return advance(exchange, exchange->thread->local, true);
}

void http_request_await(struct http_request *request, http_handler *next)
{
    struct exchange *exchange = exchange_of(request);
    exchange->awaits = true;
    exchange->again = next;
}

void http_request_go_on(struct http_request *request)
{
    struct exchange *exchange = exchange_of(request);
    assert(exchange->awaits);
    exchange->awaits = false;
    (void)advance(exchange, exchange->thread->local, false);
}

void http_request_hand_over(struct http_request *request)
{
    exchange_of(request)->hand_over = true;
}

struct result http_request_park(struct http_request *request, int64_t until_steady_ms,
                                http_handler *again)
{
    struct exchange *exchange = exchange_of(request);
    assert(again);
    TRY(flow_hold_place(exchange));
    exchange->park_wanted = true;
    exchange->until_ms = until_steady_ms;
    exchange->again = again;
    return OK;
}

bool http_request_client_left(const struct http_request *request)
{
    /* The connection rests while its request is worked on, so its descriptor is open. */
    char byte;
    int fd = exchange_of_const(request)->connection->fd;
    return recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

void http_request_on_finish(struct http_request *request, void (*hook)(void *argument),
                            void *argument)
{
    struct exchange *exchange = exchange_of(request);
    assert(!exchange->finish_hook);
    exchange->finish_hook = hook;
    exchange->finish_argument = argument;
}

bool http_request_has_finish_hook(const struct http_request *request)
{
    return exchange_of_const(request)->finish_hook != NULL;
}
