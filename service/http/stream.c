#include "base/clock.h"
#include "http/exchange.h"

#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/*
 * A stream's socket is a copy of the connection's descriptor: libmicrohttpd closes its own and
 * forgets the connection, whose memory and place in its lists would otherwise stay taken for hours.
 * From then on it is this file's alone.
 *
 * Invariants
 *  1. `lock` guards the buffers and the descriptor; any thread may send, only the stream's own
 *     thread closes.
 *  2. `current` holds what has begun to leave or is to leave next; `waiting` holds at most one
 * event, the latest, and replaces itself. So a slow reader skips, and what it gets is whole.
 *  3. A gzipped body's sums count what has begun to leave; those of `waiting` come on top when it
 *     does, for until then it may be replaced.
 *  4. The event loop watches for room exactly while `current` is not empty (wants_write).
 */

struct result http_stream_begin(struct http_request *request)
{
    struct exchange *exchange = exchange_of(request);
    assert(!exchange->stream);
    TRY(flow_hold_place(exchange));
    struct http_stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        abort();
    stream->watch.kind = WATCH_STREAM;
    stream->exchange = exchange;
    stream->fd = -1;
    stream->chunked = exchange->framing.minor_version == 1;
    stream->gzipped = stream->chunked && answer_may_gzip(exchange);
    stream->progress_ms = clock_steady_ms();
    pthread_mutex_init(&stream->lock, NULL);
    exchange->stream = stream;
    return OK;
}

static bool is_pending(const struct http_stream *stream)
{
    return stream->current_sent < stream->current.length;
}

/** Sends what the socket takes now. False: the client is gone. Under the lock. */
static bool flush(struct http_stream *stream)
{
    for (;;) {
        if (!is_pending(stream)) {
            text_release(&stream->current);
            stream->current = stream->waiting;
            stream->waiting = (struct text){0};
            stream->current_sent = 0;
            gzip_count(&stream->sent_sums, &stream->waiting_sums);
            stream->waiting_sums = (struct gzip_sums){0};
            if (!is_pending(stream))
                return true;
        }
        ssize_t sent =
            send(stream->fd, stream->current.data + stream->current_sent,
                 stream->current.length - stream->current_sent, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0)
            return errno == EAGAIN || errno == EINTR;
        stream->current_sent += (size_t)sent;
        stream->progress_ms = clock_steady_ms();
    }
}

/** Tells the event loop whether room is wanted. Under the lock. */
static void watch(struct http_stream *stream)
{
    bool wanted = is_pending(stream);
    if (wanted == stream->wants_write)
        return;
    stream->wants_write = wanted;
    struct epoll_event event = {.events = EPOLLRDHUP | (wanted ? EPOLLOUT : 0),
                                .data.ptr = &stream->watch};
    epoll_ctl(stream->exchange->thread->epoll_fd, EPOLL_CTL_MOD, stream->fd, &event);
}

/** Sends, and once all has left of a stream that ends, lets the client know. Under the lock. */
static void pump(struct http_stream *stream)
{
    if (stream->fd < 0 || stream->gone)
        return;
    if (!flush(stream) || (stream->ending && !is_pending(stream))) {
        /* The event loop sees the hang-up and closes: the descriptor is its own. */
        stream->gone = true;
        shutdown(stream->fd, SHUT_RDWR);
        return;
    }
    watch(stream);
}

/** Appends bytes as one chunk. */
static void put_chunk(const char *bytes, size_t length, struct text *out)
{
    text_printf(out, "%zx\r\n", length);
    text_append(out, bytes, length);
    text_puts(out, "\r\n");
}

/** Makes an event the one that is to leave next. Under the lock. */
static void put_event(struct http_stream *stream, const char *bytes, size_t length)
{
    struct text packed TEXT_CLEANUP = {0};
    text_clear(&stream->waiting);
    if (!stream->chunked) {
        text_append(&stream->waiting, bytes, length);
        return;
    }
    if (!stream->gzipped) {
        put_chunk(bytes, length, &stream->waiting);
        return;
    }
    gzip_put_piece(bytes, length, &packed, &stream->waiting_sums);
    put_chunk(packed.data, packed.length, &stream->waiting);
}

/** Appends what ends the body to what is still to leave. Under the lock. */
static void put_end(struct http_stream *stream)
{
    struct text tail TEXT_CLEANUP = {0};
    if (stream->gzipped) {
        struct gzip_sums all = stream->sent_sums;
        gzip_count(&all, &stream->waiting_sums);
        gzip_put_tail(&all, &tail);
        put_chunk(tail.data, tail.length, &stream->waiting);
    }
    if (stream->chunked)
        text_puts(&stream->waiting, "0\r\n\r\n");
}

void http_stream_send(struct http_request *request, const char *bytes, size_t length)
{
    struct http_stream *stream = exchange_of(request)->stream;
    if (length == 0)
        return;
    pthread_mutex_lock(&stream->lock);
    if (!stream->gone && !stream->ending) {
        put_event(stream, bytes, length);
        pump(stream);
    }
    pthread_mutex_unlock(&stream->lock);
}

bool http_stream_busy(const struct http_request *request)
{
    struct http_stream *stream = exchange_of_const(request)->stream;
    pthread_mutex_lock(&stream->lock);
    bool busy = is_pending(stream) || stream->waiting.length > 0;
    pthread_mutex_unlock(&stream->lock);
    return busy;
}

void http_stream_end(struct http_request *request)
{
    exchange_of(request)->park_wanted = false;
}

void stream_finish(struct exchange *exchange)
{
    struct http_stream *stream = exchange->stream;
    pthread_mutex_lock(&stream->lock);
    stream->ending = true;
    put_end(stream);
    pump(stream);
    pthread_mutex_unlock(&stream->lock);
}

void stream_check_stalled(struct exchange *exchange)
{
    struct http_stream *stream = exchange->stream;
    pthread_mutex_lock(&stream->lock);
    bool stalled = stream->fd >= 0 && !stream->gone && is_pending(stream) &&
                   clock_steady_ms() - stream->progress_ms > exchange->server->options.stall_ms_max;
    if (stalled) {
        stream->gone = true;
        shutdown(stream->fd, SHUT_RDWR);
    }
    pthread_mutex_unlock(&stream->lock);
}

static void set_options(int fd, int stall_ms_max)
{
    int buffer = HTTP_STREAM_SOCKET_BYTES, patience = stall_ms_max, on = 1;
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &patience, sizeof patience);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/** Writes the head before whatever event already waits. */
static void put_head(struct exchange *exchange, struct http_stream *stream)
{
    struct text head = {0}, gzip_head TEXT_CLEANUP = {0};
    exchange->close = true;
    answer_write(exchange, true, stream->gzipped, &head);
    text_puts(&head, stream->chunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n");
    if (stream->gzipped) {
        gzip_put_head(&gzip_head);
        put_chunk(gzip_head.data, gzip_head.length, &head);
    }
    text_release(&stream->current);
    stream->current = head;
    stream->current_sent = 0;
}

static void unlink_stream(struct http_stream *stream)
{
    if (stream->previous)
        stream->previous->next = stream->next;
    else
        stream->exchange->thread->streams = stream->next;
    if (stream->next)
        stream->next->previous = stream->previous;
}

/** The client or we ended it: the endpoint learns of it at its next run, which comes now. */
static void detach(struct http_stream *stream)
{
    struct exchange *exchange = stream->exchange;
    unlink_stream(stream);
    pthread_mutex_lock(&stream->lock);
    epoll_ctl(exchange->thread->epoll_fd, EPOLL_CTL_DEL, stream->fd, NULL);
    close(stream->fd);
    stream->fd = -1;
    stream->gone = true;
    bool over = stream->ending;
    text_release(&stream->current);
    text_release(&stream->waiting);
    pthread_mutex_unlock(&stream->lock);
    atomic_store(&exchange->gone, true);
    atomic_fetch_sub(&exchange->server->streams, 1);
    if (!over)
        http_request_wake(&exchange->request);
    exchange_over(exchange);
    exchange_release(exchange);
}

void stream_attach(struct exchange *exchange, int fd)
{
    struct http_stream *stream = exchange->stream;
    exchange_hold(exchange);
    atomic_fetch_add(&exchange->server->streams, 1);
    set_options(fd, exchange->server->options.stall_ms_max);
    stream->previous = NULL;
    stream->next = exchange->thread->streams;
    if (stream->next)
        stream->next->previous = stream;
    exchange->thread->streams = stream;
    pthread_mutex_lock(&stream->lock);
    stream->fd = fd;
    put_head(exchange, stream);
    exchange->status = exchange->request.response.status;
    struct epoll_event event = {.events = EPOLLRDHUP, .data.ptr = &stream->watch};
    bool watched = epoll_ctl(exchange->thread->epoll_fd, EPOLL_CTL_ADD, fd, &event) == 0;
    if (watched)
        pump(stream);
    pthread_mutex_unlock(&stream->lock);
    if (!watched)
        detach(stream);
}

void stream_event(struct http_stream *stream, unsigned events)
{
    if (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) {
        detach(stream);
        return;
    }
    pthread_mutex_lock(&stream->lock);
    pump(stream);
    pthread_mutex_unlock(&stream->lock);
}

void stream_close_all(struct http_thread *thread)
{
    while (thread->streams)
        detach(thread->streams);
}
