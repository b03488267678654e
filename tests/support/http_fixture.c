#include "http_fixture.h"

#include "base/clock.h"

#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* --- plain routes ---------------------------------------------------------------------------- */

static bool is_good(const void *secrets, const char *token, size_t length)
{
    (void)secrets;
    return length >= 4 && memcmp(token, "good", 4) == 0;
}

static struct result hello(struct http_request *request, void *worker)
{
    struct http_value token = http_bearer_token(request);
    if (token.data && is_good(NULL, token.data, token.length))
        http_request_authenticated(request);
    (void)worker;
    request->response.content_type = "application/json";
    text_puts(&request->response.body, "{\"hello\":\"world\"}");
    return OK;
}

static struct result alive(struct http_request *request, void *worker)
{
    TRY(http_query_only(request, (const char *const[]){NULL}));
    request->response.content_type = "text/plain; charset=utf-8";
    text_puts(&request->response.body, worker);
    return OK;
}

static struct result echo_parts(struct http_request *request, void *worker)
{
    (void)worker;
    static const char *const allowed[] = {"x", NULL};
    TRY(http_query_only(request, allowed));
    struct http_value a = http_param(request, "a"), b = http_param(request, "b");
    struct http_value x = http_query(request, "x");
    request->response.content_type = "text/plain; charset=utf-8";
    text_printf(&request->response.body, "%s\n%s\n%s", a.data, b.data, x.data ? x.data : "-");
    return OK;
}

static struct result echo_fixed(struct http_request *request, void *worker)
{
    (void)worker;
    request->response.content_type = "text/plain; charset=utf-8";
    text_printf(&request->response.body, "fixed %s", http_param(request, "b").data);
    return OK;
}

static struct result echo_body(struct http_request *request, void *worker)
{
    (void)worker;
    request->response.status = 201;
    request->response.content_type = "application/json";
    text_append(&request->response.body, request->body, request->body_length);
    http_response_header(request, "Location", "/echo");
    return OK;
}

static struct result big(struct http_request *request, void *worker)
{
    (void)worker;
    strcpy(request->response.etag, "W/\"big\"");
    if (http_none_match(request, request->response.etag)) {
        http_response_not_modified(request);
        return OK;
    }
    request->response.content_type = "text/plain; charset=utf-8";
    for (int i = 0; i < 2000; i++)
        text_printf(&request->response.body, "%09d\n", i);
    return OK;
}

static struct result static_text(struct http_request *request, void *worker)
{
    (void)worker;
    static const char text[30000] = "never changes, and is mostly empty";
    request->response.content_type = "text/plain; charset=utf-8";
    request->response.static_body = text;
    request->response.static_body_length = sizeof text;
    return OK;
}

static void add_state(struct http_request *request, struct text *body)
{
    (void)request;
    text_puts(body, ",\"state\":{}");
}

static struct result fail_as_asked(struct http_request *request, void *worker)
{
    (void)worker;
    request->problem_extra = add_state;
    return fail_at(&request->problem, error_by_slug(http_param(request, "slug").data), "/a/b",
                   "a \"quoted\" detail");
}

/* --- hold ------------------------------------------------------------------------------------ */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int holding, releases;

static struct result hold(struct http_request *request, void *worker)
{
    pthread_mutex_lock(&lock);
    holding++;
    while (releases == 0)
        pthread_cond_wait(&changed, &lock);
    releases--;
    holding--;
    pthread_mutex_unlock(&lock);
    return hello(request, worker);
}

int test_holding(void)
{
    pthread_mutex_lock(&lock);
    int count = holding;
    pthread_mutex_unlock(&lock);
    return count;
}

void test_hold_release(int count)
{
    pthread_mutex_lock(&lock);
    releases += count;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

/* --- waiters: requests that park, and streams, by name ---------------------------------------- */

enum { WAITERS_MAX = 4096 };

struct waiter {
    struct http_request *request;
    char name[32];
    bool woken, closing;
    char *event;
    size_t event_length;
};

static struct waiter *waiters[WAITERS_MAX];
static int waiter_count;
static atomic_int finished;

int test_finished(void)
{
    return atomic_load(&finished);
}

static void leave(void *argument)
{
    struct waiter *waiter = argument;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < waiter_count; i++)
        if (waiters[i] == waiter)
            waiters[i] = waiters[--waiter_count];
    pthread_mutex_unlock(&lock);
    free(waiter->event);
    atomic_fetch_add(&finished, 1);
}

static struct waiter *enter(struct http_request *request)
{
    struct waiter *waiter = http_request_alloc(request, sizeof *waiter);
    waiter->request = request;
    snprintf(waiter->name, sizeof waiter->name, "%s", http_param(request, "name").data);
    request->state = waiter;
    http_request_on_finish(request, leave, waiter);
    pthread_mutex_lock(&lock);
    waiters[waiter_count++] = waiter;
    pthread_mutex_unlock(&lock);
    return waiter;
}

static int count_waiters(const char *name)
{
    int count = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < waiter_count; i++)
        count += strcmp(waiters[i]->name, name) == 0;
    pthread_mutex_unlock(&lock);
    return count;
}

void test_await_waiters(const char *name, int count)
{
    test_await(count_waiters(name) == count);
}

/** Does something to each waiter of the name and wakes it, under the lock. */
static void for_each(const char *name, void (*change)(struct waiter *, const char *, size_t),
                     const char *bytes, size_t length)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < waiter_count; i++) {
        if (strcmp(waiters[i]->name, name) != 0)
            continue;
        change(waiters[i], bytes, length);
        http_request_wake(waiters[i]->request);
    }
    pthread_mutex_unlock(&lock);
}

static void mark_woken(struct waiter *waiter, const char *bytes, size_t length)
{
    (void)bytes;
    (void)length;
    waiter->woken = true;
}

static void set_event(struct waiter *waiter, const char *bytes, size_t length)
{
    free(waiter->event);
    waiter->event = memcpy(malloc(length), bytes, length);
    waiter->event_length = length;
}

bool test_event_taken(const char *name)
{
    bool taken = true;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < waiter_count; i++)
        taken &= strcmp(waiters[i]->name, name) != 0 || !waiters[i]->event;
    pthread_mutex_unlock(&lock);
    return taken;
}

static void mark_closing(struct waiter *waiter, const char *bytes, size_t length)
{
    (void)bytes;
    (void)length;
    waiter->closing = true;
}

void test_wake(const char *name)
{
    for_each(name, mark_woken, NULL, 0);
}

void test_publish(const char *name, const char *bytes, size_t length)
{
    for_each(name, set_event, bytes, length);
}

void test_close(const char *name)
{
    for_each(name, mark_closing, NULL, 0);
}

static struct result wait_for_wake(struct http_request *request, void *worker)
{
    (void)worker;
    struct waiter *waiter = request->state ? request->state : enter(request);
    struct http_value ms = http_query(request, "ms");
    struct http_value race = http_query(request, "race");
    int64_t now = clock_steady_ms();
    int64_t until = request->arrived_steady_ms + (ms.data ? atoi(ms.data) : 60000);
    if (race.data && request->runs == 0) {
        /* The wake comes after the endpoint looked and before it rests. */
        waiter->woken = true;
        http_request_wake(request);
        return http_request_park(request, until, wait_for_wake);
    }
    pthread_mutex_lock(&lock);
    bool woken = waiter->woken;
    pthread_mutex_unlock(&lock);
    bool must = !woken && !request->gone && now < until;
    if (must && !failed(http_request_park(request, until, wait_for_wake)))
        return OK;
    request->response.content_type = "text/plain; charset=utf-8";
    text_printf(&request->response.body, "%s %d",
                woken              ? "woken"
                : request->closing ? "closing"
                : must             ? "no place"
                                   : "timeout",
                request->runs);
    return OK;
}

static struct result stream(struct http_request *request, void *worker)
{
    (void)worker;
    struct waiter *waiter = request->state;
    if (!waiter) {
        waiter = enter(request);
        request->response.content_type = "text/event-stream";
        TRY(http_stream_begin(request));
        http_stream_send(request, "data: first\n\n", 13);
    }
    pthread_mutex_lock(&lock);
    if (waiter->event)
        http_stream_send(request, waiter->event, waiter->event_length);
    free(waiter->event);
    waiter->event = NULL;
    bool over = waiter->closing || request->closing || request->gone;
    pthread_mutex_unlock(&lock);
    if (over)
        http_stream_end(request);
    else
        return http_request_park(request, clock_steady_ms() + 15000, stream);
    return OK;
}

/* --- on the connection's own thread ---------------------------------------------------------- */

enum { AWAITING_MAX = 100 };

/** One for each HTTP thread. */
struct local {
    int event_fd;
    int awaiting_count;
    struct http_request *awaiting[AWAITING_MAX];
};

static atomic_bool local_is_ready;
static atomic_int local_awaiting;
static atomic_bool local_answers;

void test_local(bool ready, bool answers)
{
    atomic_store(&local_is_ready, ready);
    atomic_store(&local_answers, answers);
}

int test_local_awaiting(void)
{
    return atomic_load(&local_awaiting);
}

static struct result say_where(struct http_request *request, const char *where)
{
    request->response.content_type = "text/plain";
    text_puts(&request->response.body, where);
    return OK;
}

static struct result go_on_locally(struct http_request *request, void *worker)
{
    struct http_value how = http_param(request, "how");
    (void)worker;
    if (strcmp(how.data, "fail") == 0)
        return (struct result){ERROR_GAME_NOT_FOUND};
    if (strcmp(how.data, "over-later") == 0) {
        http_request_hand_over(request);
        return OK;
    }
    return say_where(request, "awaited here");
}

/** Answers, waits, or hands over, as its path says; on a worker it answers. */
static struct result begin_locally(struct http_request *request, void *worker)
{
    struct local *local = worker;
    struct http_value how = http_param(request, "how");
    if (!local)
        return say_where(request, "worker");
    if (strcmp(how.data, "now") == 0)
        return say_where(request, "here");
    if (strcmp(how.data, "over") == 0) {
        http_request_hand_over(request);
        return OK;
    }
    http_request_await(request, go_on_locally);
    local->awaiting[local->awaiting_count++] = request;
    atomic_fetch_add(&local_awaiting, 1);
    return OK;
}

static void *local_begin(void *context)
{
    struct local *local = calloc(1, sizeof *local);
    (void)context;
    local->event_fd = eventfd(0, EFD_NONBLOCK);
    return local;
}

static void local_end(void *state)
{
    struct local *local = state;
    close(local->event_fd);
    free(local);
}

static bool local_ready(void *state)
{
    const struct local *local = state;
    return atomic_load(&local_is_ready) && local->awaiting_count < AWAITING_MAX;
}

static int local_socket(void *state)
{
    return ((struct local *)state)->event_fd;
}

static void go_on_all(void *state)
{
    struct local *local = state;
    for (int i = 0; i < local->awaiting_count; i++) {
        atomic_fetch_sub(&local_awaiting, 1);
        http_request_go_on(local->awaiting[i]);
    }
    local->awaiting_count = 0;
}

static void local_pull(void *state)
{
    struct local *local = state;
    uint64_t value;
    ssize_t got = read(local->event_fd, &value, sizeof value);
    (void)got;
    go_on_all(local);
}

/** Has what is awaited answered in the next turn. */
static bool local_push(void *state)
{
    struct local *local = state;
    uint64_t one = 1;
    if (local->awaiting_count > 0 && atomic_load(&local_answers)) {
        ssize_t put = write(local->event_fd, &one, sizeof one);
        (void)put;
    }
    return false;
}

/* --- the server ------------------------------------------------------------------------------ */

static const struct http_route routes[] = {
    {"hello", HTTP_GET, "/hello", ACCESS_PUBLIC, SCOPE_NONE, 0, RATE_READ, WORK_ORDINARY, hello,
     false},
    {"echo_parts", HTTP_GET, "/echo/{a}/{b}", ACCESS_PUBLIC, SCOPE_NONE, 0, RATE_READ,
     WORK_ORDINARY, echo_parts, false},
    {"echo_fixed", HTTP_GET, "/echo/fixed/{b}", ACCESS_PUBLIC, SCOPE_NONE, 0, RATE_READ,
     WORK_ORDINARY, echo_fixed, false},
    {"echo_body", HTTP_POST, "/echo", ACCESS_PUBLIC, SCOPE_NONE, 1000, RATE_CREATE, WORK_ORDINARY,
     echo_body, false},
    {"echo_put", HTTP_PUT, "/echo", ACCESS_PUBLIC, SCOPE_NONE, 1000, RATE_MOVE, WORK_IMPORTANT,
     echo_body, false},
    {"big", HTTP_GET, "/big", ACCESS_PUBLIC, SCOPE_NONE, 0, RATE_READ, WORK_ORDINARY, big, false},
    {"static", HTTP_GET, "/static", ACCESS_PUBLIC, SCOPE_NONE, 0, RATE_READ, WORK_ORDINARY,
     static_text, false},
    {"fail", HTTP_GET, "/fail/{slug}", ACCESS_PUBLIC, SCOPE_NONE, 0, RATE_READ, WORK_ORDINARY,
     fail_as_asked, false},
    {"alive", HTTP_GET, "/alive", ACCESS_OPEN, SCOPE_NONE, 0, RATE_NONE, WORK_ACCEPTED, alive,
     false},
    {"hold", HTTP_GET, "/hold", ACCESS_PUBLIC, SCOPE_NONE, 0, RATE_READ, WORK_ORDINARY, hold,
     false},
    {"wait", HTTP_GET, "/wait/{name}", ACCESS_PUBLIC, SCOPE_NONE, 0, RATE_READ, WORK_ORDINARY,
     wait_for_wake, false},
    {"stream", HTTP_GET, "/stream/{name}", ACCESS_PUBLIC, SCOPE_NONE, 0, RATE_READ, WORK_ORDINARY,
     stream, false},
    {"local", HTTP_GET, "/local/{how}", ACCESS_PUBLIC, SCOPE_NONE, 0, RATE_READ, WORK_ORDINARY,
     begin_locally, true},
};

void http_fixture_init(struct http_fixture *fixture)
{
    static char no_worker[] = "no worker";
    test_local(true, true);
    *fixture = (struct http_fixture){
        .options = {.listen = "127.0.0.1:0",
                    .threads = 2,
                    .routes = routes,
                    .route_count = sizeof routes / sizeof routes[0],
                    .connections_max = 5000,
                    .connections_per_address_max = 5000,
                    .streams_max = 4000,
                    .streams_per_client_max = 4000,
                    .no_worker = no_worker,
                    .local = {.begin = local_begin,
                              .end = local_end,
                              .ready = local_ready,
                              .socket = local_socket,
                              .pull = local_pull,
                              .push = local_push,
                              .abandon = go_on_all},
                    .is_token = is_good,
                    .request_ms_max = 10000,
                    .idle_ms_max = 60000,
                    .stall_ms_max = 60000,
                    .cors_origins = "*",
                    .trusted_proxies = ""},
        .workers_options = {.name = "request", .count = 2, .queue_max = 1000}};
}

void http_fixture_start(struct http_fixture *fixture)
{
    char why[200] = "";
    fixture->workers = workers_start(&fixture->workers_options);
    fixture->options.workers = fixture->workers;
    fixture->server = http_server_start(&fixture->options, why, sizeof why);
    if (!fixture->server) {
        fprintf(stderr, "%s\n", why);
        abort();
    }
    fixture->url = http_server_url(fixture->server);
}

void http_fixture_stop(struct http_fixture *fixture)
{
    http_server_stop(fixture->server, 10000);
    http_server_free(fixture->server);
    workers_stop(fixture->workers);
}
