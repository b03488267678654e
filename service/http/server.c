#include "http/server.h"

#include "base/clock.h"
#include "http/exchange.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LISTEN_BACKLOG = 1024 };

/* --- the listening socket -------------------------------------------------------------------- */

/** Splits "host:port" or "[host]:port". */
static bool split_listen(const char *listen, char host[64], char port[8])
{
    const char *colon = strrchr(listen, ':');
    const char *start = listen, *end = colon;
    if (!colon)
        return false;
    if (*start == '[' && end > start && end[-1] == ']') {
        start++;
        end--;
    }
    size_t host_length = (size_t)(end - start), port_length = strlen(colon + 1);
    if (host_length >= 64 || port_length == 0 || port_length >= 8)
        return false;
    memcpy(host, start, host_length);
    host[host_length] = '\0';
    memcpy(port, colon + 1, port_length + 1);
    return true;
}

static int open_listening(const struct addrinfo *address)
{
    int on = 1;
    int fd = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    /* REUSEADDR lets a restart listen while old connections are in TIME_WAIT. Not REUSEPORT: with
       it a second service would silently take half the connections. */
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, address->ai_addr, address->ai_addrlen) == 0 && listen(fd, LISTEN_BACKLOG) == 0)
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

static void write_url(struct http_server *server)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    char host[INET6_ADDRSTRLEN] = "", port[8] = "";
    getsockname(server->listen_fd, (struct sockaddr *)&address, &size);
    getnameinfo((struct sockaddr *)&address, size, host, sizeof host, port, sizeof port,
                NI_NUMERICHOST | NI_NUMERICSERV);
    bool ipv6 = address.ss_family == AF_INET6;
    snprintf(server->url, sizeof server->url, "http://%s%s%s:%s", ipv6 ? "[" : "", host,
             ipv6 ? "]" : "", port);
}

static bool begin_listening(struct http_server *server, char *why, size_t why_size)
{
    const char *listen = server->options.listen;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found = NULL;
    char host[64], port[8];
    if (!split_listen(listen, host, port)) {
        snprintf(why, why_size, "\"%s\" is not address:port", listen);
        return false;
    }
    int error = getaddrinfo(host[0] ? host : NULL, port, &hints, &found);
    if (error) {
        snprintf(why, why_size, "cannot resolve %s: %s", listen, gai_strerror(error));
        return false;
    }
    server->listen_fd = open_listening(found);
    error = errno;
    freeaddrinfo(found);
    if (server->listen_fd < 0) {
        snprintf(why, why_size, "cannot listen on %s: %s", listen, strerror(error));
        return false;
    }
    write_url(server);
    return true;
}

/* --- start and stop -------------------------------------------------------------------------- */

static void init_quiet(struct http_server *server)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&server->quiet_lock, NULL);
    pthread_cond_init(&server->quiet, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static bool start_threads(struct http_server *server)
{
    int count = server->options.threads;
    server->threads = calloc((size_t)count, sizeof server->threads[0]);
    if (!server->threads)
        abort();
    for (int i = 0; i < count; i++) {
        server->threads[i].server = server;
        server->threads[i].number = i;
        server->threads[i].epoll_fd = server->threads[i].event_fd = -1;
    }
    for (; server->thread_count < count; server->thread_count++)
        if (!loop_start(&server->threads[server->thread_count]))
            return false;
    return true;
}

struct http_server *http_server_start(const struct http_server_options *options, char *why,
                                      size_t why_size)
{
    struct http_server *server = calloc(1, sizeof *server);
    if (!server)
        abort();
    server->options = *options;
    server->listen_fd = -1;
    server->proxies = http_networks_parse(options->trusted_proxies ? options->trusted_proxies : "");
    server->router = http_router_new(options->routes, options->route_count);
    server->secret = http_client_secret_new();
    server->client_connections =
        http_counter_new(options->connections_max, options->connections_per_address_max);
    server->client_streams =
        http_counter_new(options->streams_max, options->streams_per_client_max);
    server->rates = http_rates_new();
    server->cors_any = options->cors_origins && strcmp(options->cors_origins, "*") == 0;
    init_quiet(server);
    if (!parking_start(&server->parking))
        abort();
    if (!server->proxies)
        snprintf(why, why_size, "\"%s\" is no list of addresses and networks",
                 options->trusted_proxies);
    else if (begin_listening(server, why, why_size)) {
        if (start_threads(server))
            return server;
        snprintf(why, why_size, "cannot start the HTTP threads");
    }
    http_server_stop(server, 0);
    http_server_free(server);
    return NULL;
}

const char *http_server_url(const struct http_server *server)
{
    return server->url;
}

static bool is_quiet(struct http_server *server)
{
    return atomic_load(&server->busy) == 0 && atomic_load(&server->flows) == 0;
}

/** Waits until nothing is in flight, or the time is over. */
static void wait_until_quiet(struct http_server *server, int64_t until_ms)
{
    struct timespec until = {.tv_sec = until_ms / 1000, .tv_nsec = until_ms % 1000 * 1000000};
    pthread_mutex_lock(&server->quiet_lock);
    while (!is_quiet(server) &&
           pthread_cond_timedwait(&server->quiet, &server->quiet_lock, &until) != ETIMEDOUT)
        continue;
    pthread_mutex_unlock(&server->quiet_lock);
}

static void stop_thread(struct http_thread *thread)
{
    atomic_store(&thread->stopping, true);
    loop_wake(thread);
    pthread_join(thread->thread, NULL);
}

void http_server_stop(struct http_server *server, int grace_ms)
{
    int64_t until_ms = clock_steady_ms() + grace_ms;
    atomic_store(&server->closing, true);
    for (int i = 0; i < server->thread_count; i++)
        loop_wake(&server->threads[i]);
    parking_wake_all(&server->parking);
    wait_until_quiet(server, until_ms);
    for (int i = 0; i < server->thread_count; i++)
        stop_thread(&server->threads[i]);
    if (server->listen_fd >= 0)
        close(server->listen_fd);
    server->listen_fd = -1;
}

static void free_thread(struct http_thread *thread)
{
    loop_drain(thread);
    if (thread->local)
        thread->server->options.local.end(thread->local);
    if (thread->epoll_fd >= 0)
        close(thread->epoll_fd);
    if (thread->event_fd >= 0)
        close(thread->event_fd);
}

void http_server_free(struct http_server *server)
{
    if (!server)
        return;
    /* Endpoints that outlasted the grace still use the server's memory. */
    pthread_mutex_lock(&server->quiet_lock);
    while (atomic_load(&server->flows) > 0)
        pthread_cond_wait(&server->quiet, &server->quiet_lock);
    pthread_mutex_unlock(&server->quiet_lock);
    parking_stop(&server->parking);
    for (int i = 0; server->threads && i < server->options.threads; i++)
        free_thread(&server->threads[i]);
    free(server->threads);
    http_router_free(server->router);
    http_counter_free(server->client_connections);
    http_counter_free(server->client_streams);
    http_rates_free(server->rates);
    http_networks_free(server->proxies);
    pthread_cond_destroy(&server->quiet);
    pthread_mutex_destroy(&server->quiet_lock);
    free(server);
}

void http_server_figures(const struct http_server *server, struct http_server_figures *figures)
{
    for (int method = 0; method < HTTP_METHOD_COUNT; method++)
        for (int class = 0; class < 6; class ++)
            figures->requests[method][class] =
                atomic_load_explicit(&server->requests[method][class], memory_order_relaxed);
    figures->duration_us_sum = atomic_load_explicit(&server->duration_us_sum, memory_order_relaxed);
    uint64_t sum = 0;
    for (int i = 0; i < HTTP_DURATION_BUCKETS; i++) {
        sum += atomic_load_explicit(&server->duration_buckets[i], memory_order_relaxed);
        figures->duration_buckets[i] = sum;
    }
    figures->connections_open = atomic_load(&server->connections);
    figures->requests_in_flight = atomic_load(&server->flows);
    figures->requests_parked = parking_count((struct http_parking *)&server->parking);
    figures->streams_open = atomic_load(&server->streams);
}
