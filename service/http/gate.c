#include "base/clock.h"
#include "base/log.h"
#include "http/exchange.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/*
 * A new connection waits here until its first head is complete. The head is looked at with
 * MSG_PEEK, so libmicrohttpd then reads it as if nothing had happened. What this buys: a client
 * that dribbles its head costs a descriptor and no buffers, and malformed heads are answered by us,
 * not with the library's own pages of HTML.
 */

/* More than this of a client's leftovers is not worth a polite end. */
enum { LINGER_BYTES_MAX = 4 * 1024 * 1024 };

static bool watch(struct http_connection *connection)
{
    /* Edge-triggered: a head that is not complete must not wake us again until more of it comes. */
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET,
                                .data.ptr = &connection->watch};
    return epoll_ctl(connection->thread->epoll_fd, EPOLL_CTL_ADD, connection->fd, &event) == 0;
}

/** Closing would not do: a copy of the descriptor may keep the socket, and its events coming. */
static void unwatch(struct http_connection *connection)
{
    epoll_ctl(connection->thread->epoll_fd, EPOLL_CTL_DEL, connection->fd, NULL);
}

void gate_close(struct http_connection *connection)
{
    unwatch(connection);
    close(connection->fd);
    loop_forget(connection);
}

/** Throws away what comes. False: the connection is over. */
static bool drain(struct http_connection *connection)
{
    for (;;) {
        char *bytes = connection->thread->head;
        ssize_t count = recv(connection->fd, bytes, HTTP_HEAD_BYTES_MAX, MSG_DONTWAIT);
        if (count <= 0)
            return count < 0 && (errno == EAGAIN || errno == EINTR);
        connection->bytes_marked += count;
        if (connection->bytes_marked > LINGER_BYTES_MAX)
            return false;
    }
}

static void begin_linger(struct http_connection *connection)
{
    connection->phase = PHASE_LINGER;
    connection->bytes_marked = 0;
    connection->deadline_ms = clock_steady_ms() + HTTP_LINGER_MS;
    shutdown(connection->fd, SHUT_WR);
    if (!drain(connection))
        gate_close(connection);
}

void gate_linger(struct http_connection *connection)
{
    int fd = fcntl(connection->fd, F_DUPFD_CLOEXEC, 0);
    struct http_connection *rest = fd < 0 ? NULL : calloc(1, sizeof *rest);
    if (!rest) {
        if (fd >= 0)
            close(fd);
        return;
    }
    rest->watch.kind = WATCH_CONNECTION;
    rest->fd = fd;
    rest->address = connection->address;
    rest->client = connection->client;
    rest->thread = connection->thread;
    rest->counted = connection->counted;
    connection->counted = false;
    loop_add(connection->thread, rest);
    if (watch(rest))
        begin_linger(rest);
    else
        gate_close(rest);
}

/** Answers with a problem and ends the connection. */
static void refuse(struct http_connection *connection, const struct http_head *head,
                   enum error_code code, const struct problem *problem)
{
    struct exchange *exchange = exchange_new(connection->thread, connection);
    exchange->request.problem = *problem;
    exchange->fields = head ? head->fields : NULL;
    exchange->field_count = head ? head->field_count : 0;
    handler_identify(exchange);
    exchange_count(exchange);
    answer_refuse(exchange, code);
    exchange_over(exchange);
    exchange_release(exchange);
    begin_linger(connection);
}

/** An empty line or two before a request is what some clients send after a body. */
static size_t skip_empty_lines(const char *text, size_t length)
{
    size_t skipped = 0;
    while (skipped + 2 <= length && skipped < 4 && memcmp(text + skipped, "\r\n", 2) == 0)
        skipped += 2;
    return skipped;
}

/** What is wrong with so many bytes that hold no complete head, if anything. */
static enum error_code too_long(const char *text, size_t length)
{
    bool has_line = memchr(text, '\n', length) != NULL;
    if (!has_line && length > HTTP_TARGET_BYTES_MAX + 64)
        return ERROR_URI_TOO_LONG;
    return length >= HTTP_HEAD_BYTES_MAX ? ERROR_HEADERS_TOO_LARGE : ERROR_NONE;
}

/** Looks at a complete head; lets the connection pass or refuses it. */
static void inspect(struct http_connection *connection, char *text, size_t length)
{
    struct http_field fields[HTTP_FIELDS_MAX];
    struct http_head head = {.fields = fields};
    struct problem problem = {0};
    struct result result = http_head_parse(text, length, &head, &problem);
    if (failed(result)) {
        refuse(connection, &head, result.code, &problem);
        return;
    }
    unwatch(connection);
    handler_adopt(connection);
}

static void look(struct http_connection *connection)
{
    char *text = connection->thread->head;
    struct problem problem = {0};
    ssize_t count = recv(connection->fd, text, HTTP_HEAD_BYTES_MAX + 1, MSG_PEEK | MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0) {
        gate_close(connection);
        return;
    }
    connection->head_begun = true;
    size_t skipped = skip_empty_lines(text, (size_t)count);
    text += skipped;
    size_t length = (size_t)count - skipped;
    size_t head_length = http_head_length(text, length);
    enum error_code code = head_length > 0 ? ERROR_NONE : too_long(text, length);
    if (head_length > 0)
        inspect(connection, text, head_length);
    else if (code != ERROR_NONE)
        refuse(connection, NULL, code, &problem);
}

void gate_enter(struct http_thread *thread, struct http_connection *connection)
{
    connection->phase = PHASE_GATE;
    connection->deadline_ms = clock_steady_ms() + thread->server->options.request_ms_max;
    loop_add(thread, connection);
    if (watch(connection))
        look(connection);
    else
        gate_close(connection);
}

void gate_event(struct http_connection *connection, unsigned events)
{
    if (connection->phase == PHASE_LINGER) {
        if ((events & (EPOLLHUP | EPOLLERR)) || !drain(connection))
            gate_close(connection);
    } else if (events & (EPOLLHUP | EPOLLERR)) {
        gate_close(connection);
    } else {
        look(connection);
        /* A client that half-closed with its head incomplete never completes it: the next
           deadline ends it, as it would end one that just stalls. */
    }
}

void gate_expire(struct http_connection *connection)
{
    struct problem problem = {0};
    if (connection->phase == PHASE_GATE && connection->head_begun)
        refuse(connection, NULL, ERROR_REQUEST_TIMEOUT, &problem);
    else
        gate_close(connection);
}

/* --- accepting ------------------------------------------------------------------------------- */

static struct http_thread *least_loaded(struct http_server *server)
{
    struct http_thread *least = &server->threads[0];
    for (int i = 1; i < server->options.threads; i++)
        if (atomic_load_explicit(&server->threads[i].load, memory_order_relaxed) <
            atomic_load_explicit(&least->load, memory_order_relaxed))
            least = &server->threads[i];
    return least;
}

/** Turns a connection away that is one too many, saying so if that is easily done. */
static void turn_away(struct http_thread *thread, struct http_connection *connection)
{
    static const char detail[] = "There are too many open connections.";
    struct exchange *exchange = exchange_new(thread, connection);
    memcpy(exchange->request.problem.detail, detail, sizeof detail);
    handler_identify(exchange);
    exchange_count(exchange);
    answer_refuse(exchange, ERROR_OVERLOADED);
    exchange_over(exchange);
    exchange_release(exchange);
    shutdown(connection->fd, SHUT_WR);
    recv(connection->fd, thread->head, HTTP_HEAD_BYTES_MAX, MSG_DONTWAIT);
    close(connection->fd);
    free(connection);
}

static void receive(struct http_thread *thread, int fd, const struct sockaddr *address)
{
    struct http_server *server = thread->server;
    struct http_connection *connection = calloc(1, sizeof *connection);
    if (!connection)
        abort();
    connection->watch.kind = WATCH_CONNECTION;
    connection->fd = fd;
    connection->address = http_address_from(address);
    connection->client = http_client_by_address(&server->secret, &connection->address);
    connection->thread = thread;
    if (atomic_load(&server->connections) >= server->options.connections_max ||
        !http_counter_enter(server->client_connections, connection->client)) {
        turn_away(thread, connection);
        return;
    }
    connection->counted = true;
    atomic_fetch_add(&server->connections, 1);
    connection->thread = least_loaded(server);
    atomic_fetch_add_explicit(&connection->thread->load, 1, memory_order_relaxed);
    if (connection->thread == thread)
        gate_enter(thread, connection);
    else
        loop_post_connection(connection);
}

void gate_accept(struct http_thread *thread)
{
    /* A bounded number at a time, so that a flood of connections does not starve those that are
       open; the listening socket shows itself again. */
    for (int i = 0; i < 64; i++) {
        struct sockaddr_storage address;
        socklen_t size = sizeof address;
        int fd = accept4(thread->server->listen_fd, (struct sockaddr *)&address, &size,
                         SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            receive(thread, fd, (const struct sockaddr *)&address);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            LOG(LOG_ERROR, "accept", log_string("error", strerror(errno)));
            loop_pause_listening(thread);
            return;
        } else if (errno != EINTR && errno != ECONNABORTED) {
            return;
        }
    }
}
