#include "base/clock.h"
#include "base/crypto.h"
#include "http/exchange.h"

#include <errno.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

/*
 * One thread's event loop: libmicrohttpd's epoll descriptor, the inbox's eventfd, connections at
 * the gate, and streams, all in one epoll of ours.
 *
 * libmicrohttpd never waits by itself: its own loop, when exactly 128 events are there at once,
 * waits again before it serves them. Here it is run whenever its descriptor shows something, and
 * resuming a connection, which does not show there, sets `daemon_due`.
 */

enum { EVENTS_MAX = 64 };

/* --- connections ----------------------------------------------------------------------------- */

void loop_add(struct http_thread *thread, struct http_connection *connection)
{
    connection->previous = NULL;
    connection->next = thread->connections;
    if (connection->next)
        connection->next->previous = connection;
    thread->connections = connection;
}

void loop_forget(struct http_connection *connection)
{
    struct http_thread *thread = connection->thread;
    if (connection->previous)
        connection->previous->next = connection->next;
    else
        thread->connections = connection->next;
    if (connection->next)
        connection->next->previous = connection->previous;
    if (connection->counted) {
        http_counter_leave(thread->server->client_connections, connection->client);
        atomic_fetch_sub(&thread->server->connections, 1);
        atomic_fetch_sub_explicit(&thread->load, 1, memory_order_relaxed);
    }
    free(connection);
}

static bool is_gated(const struct http_connection *connection)
{
    return connection->phase == PHASE_GATE || connection->phase == PHASE_LINGER;
}

/** Ends what took too long. */
static void sweep(struct http_thread *thread)
{
    int64_t now_ms = clock_steady_ms();
    if (now_ms - thread->swept_ms < HTTP_SWEEP_MS)
        return;
    thread->swept_ms = now_ms;
    for (struct http_connection *connection = thread->connections, *next; connection;
         connection = next) {
        next = connection->next;
        /* The bytes that came up to now belong to the last request; later ones begin the next. */
        if (connection->phase == PHASE_HEAD && connection->bytes_marked < 0)
            handler_mark(connection);
        if (connection->phase == PHASE_WORK || connection->deadline_ms > now_ms)
            continue;
        if (is_gated(connection))
            gate_expire(connection);
        else
            handler_expire(connection);
    }
}

/* --- the inbox ------------------------------------------------------------------------------- */

/** The HTTP thread that runs; NULL on others. */
static _Thread_local struct http_thread *current;

void loop_wake(struct http_thread *thread)
{
    uint64_t one = 1;
    ssize_t written = write(thread->event_fd, &one, sizeof one);
    (void)written; /* fails only when a wake is pending already */
}

void loop_post(struct exchange *exchange)
{
    struct http_thread *thread = exchange->thread;
    if (atomic_exchange(&exchange->in_inbox, true))
        return;
    exchange_hold(exchange);
    struct exchange *first = atomic_load(&thread->inbox);
    do
        exchange->inbox_next = first;
    while (!atomic_compare_exchange_weak(&thread->inbox, &first, exchange));
    if (!first && !(current == thread && thread->dispatching))
        loop_wake(thread);
}

void loop_post_connection(struct http_connection *connection)
{
    struct http_thread *thread = connection->thread;
    struct http_connection *first = atomic_load(&thread->inbox_connections);
    do
        connection->inbox_next = first;
    while (!atomic_compare_exchange_weak(&thread->inbox_connections, &first, connection));
    if (!first)
        loop_wake(thread);
}

static void read_inbox(struct http_thread *thread)
{
    struct exchange *exchange = atomic_exchange(&thread->inbox, NULL);
    for (struct exchange *next; exchange; exchange = next) {
        next = exchange->inbox_next;
        atomic_store(&exchange->in_inbox, false);
        handler_resume(exchange);
        exchange_release(exchange);
    }
    struct http_connection *connection = atomic_exchange(&thread->inbox_connections, NULL);
    for (struct http_connection *next; connection; connection = next) {
        next = connection->inbox_next;
        gate_enter(thread, connection);
    }
}

void loop_drain(struct http_thread *thread)
{
    struct exchange *exchange = atomic_exchange(&thread->inbox, NULL);
    for (struct exchange *next; exchange; exchange = next) {
        next = exchange->inbox_next;
        exchange_release(exchange);
    }
    struct http_connection *connection = atomic_exchange(&thread->inbox_connections, NULL);
    for (struct http_connection *next; connection; connection = next) {
        next = connection->inbox_next;
        loop_add(thread, connection);
        gate_close(connection);
    }
}

/* --- the loop -------------------------------------------------------------------------------- */

static bool listen_on(struct http_thread *thread, bool on)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &thread->listen_watch};
    int operation = on ? EPOLL_CTL_ADD : EPOLL_CTL_DEL;
    thread->listening = on;
    return epoll_ctl(thread->epoll_fd, operation, thread->server->listen_fd, &event) == 0;
}

void loop_pause_listening(struct http_thread *thread)
{
    listen_on(thread, false);
}

/** The last thread to start listens, since all that it hands connections to are there then; not
 *  while it pauses or the server closes. */
static void adjust_listening(struct http_thread *thread)
{
    const struct http_server *server = thread->server;
    bool listens = thread->number == server->options.threads - 1;
    bool wanted = listens && !atomic_load(&server->closing);
    if (wanted != thread->listening)
        listen_on(thread, wanted);
}

/* --- what the thread does beside HTTP --------------------------------------------------------- */

/** Watches the socket that is there now; a closed one has left the epoll by itself. */
static void watch_local(struct http_thread *thread, bool pushes)
{
    int fd = thread->server->options.local.socket(thread->local);
    if (fd == thread->local_fd && pushes == thread->local_pushes)
        return;
    struct epoll_event event = {.events = EPOLLIN | (pushes ? EPOLLOUT : 0),
                                .data.ptr = &thread->local_watch};
    if (fd >= 0)
        epoll_ctl(thread->epoll_fd, fd == thread->local_fd ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd,
                  &event);
    thread->local_fd = fd;
    thread->local_pushes = pushes;
}

static void pull_local(struct http_thread *thread, unsigned events)
{
    if (!(events & ~(unsigned)EPOLLOUT))
        return; /* pushing is for the end of the turn */
    thread->server->options.local.pull(thread->local);
    watch_local(thread, thread->local_pushes);
}

static void push_local(struct http_thread *thread)
{
    if (thread->local)
        watch_local(thread, thread->server->options.local.push(thread->local));
}

static void dispatch(struct http_thread *thread, struct http_watch *watch, unsigned events)
{
    switch (watch->kind) {
    case WATCH_INBOX:
        break; /* the inbox is read after every wait */
    case WATCH_LISTEN:
        gate_accept(thread);
        break;
    case WATCH_DAEMON:
        thread->daemon_due = true;
        break;
    case WATCH_CONNECTION:
        gate_event((struct http_connection *)watch, events);
        break;
    case WATCH_STREAM:
        stream_event((struct http_stream *)watch, events);
        break;
    case WATCH_LOCAL:
        pull_local(thread, events);
        break;
    }
}

static void run_daemon(struct http_thread *thread)
{
    MHD_UNSIGNED_LONG_LONG timeout;
    if (!thread->daemon_due)
        return;
    MHD_run(thread->daemon);
    /* No connection has a deadline of the library's, so a timeout means: more is pending. */
    thread->daemon_due = MHD_get_timeout(thread->daemon, &timeout) == MHD_YES;
}

static void close_gated(struct http_thread *thread)
{
    for (struct http_connection *connection = thread->connections, *next; connection;
         connection = next) {
        next = connection->next;
        if (is_gated(connection))
            gate_close(connection);
    }
}

static void *run_loop(void *argument)
{
    struct http_thread *thread = argument;
    struct epoll_event events[EVENTS_MAX];
    char name[16];
    snprintf(name, sizeof name, "http-%d", thread->number % 1000);
    pthread_setname_np(pthread_self(), name);
    current = thread;
    while (!atomic_load(&thread->stopping)) {
        int wait_ms = thread->daemon_due ? 0 : HTTP_SWEEP_MS;
        int count = epoll_wait(thread->epoll_fd, events, EVENTS_MAX, wait_ms);
        thread->dispatching = true;
        for (int i = 0; i < count; i++)
            dispatch(thread, events[i].data.ptr, events[i].events);
        thread->dispatching = false;
        read_inbox(thread);
        run_daemon(thread);
        push_local(thread);
        sweep(thread);
        adjust_listening(thread);
    }
    if (thread->local)
        thread->server->options.local.abandon(thread->local);
    read_inbox(thread);
    handler_stop(thread);
    stream_close_all(thread);
    close_gated(thread);
    return NULL;
}

static bool watch_fd(struct http_thread *thread, int fd, unsigned events, struct http_watch *watch,
                     enum http_watch_kind kind)
{
    watch->kind = kind;
    struct epoll_event event = {.events = events, .data.ptr = watch};
    return fd >= 0 && epoll_ctl(thread->epoll_fd, EPOLL_CTL_ADD, fd, &event) == 0;
}

static int daemon_fd(struct http_thread *thread)
{
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(thread->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

bool loop_start(struct http_thread *thread)
{
    sigset_t all, before;
    thread->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    thread->event_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    thread->daemon = handler_daemon(thread);
    thread->listen_watch.kind = WATCH_LISTEN;
    thread->local_watch.kind = WATCH_LOCAL;
    thread->local_fd = -1;
    if (thread->server->options.local.begin)
        thread->local = thread->server->options.local.begin(thread->server->options.local.context);
    crypto_random(&thread->id_state, sizeof thread->id_state);
    if (thread->epoll_fd < 0 || !thread->daemon ||
        /* Edge-triggered, each write shows once and nothing has to be read. */
        !watch_fd(thread, thread->event_fd, EPOLLIN | EPOLLET, &thread->inbox_watch, WATCH_INBOX) ||
        !watch_fd(thread, daemon_fd(thread), EPOLLIN, &thread->daemon_watch, WATCH_DAEMON))
        return false;
    adjust_listening(thread);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&thread->thread, NULL, run_loop, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error == 0;
}
