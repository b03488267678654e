/**
 * The HTTP server: listens, checks framing, matches routes, queues requests for the workers.
 *
 * A few threads, each with its own event loop on one shared listening socket, never block: the
 * endpoints run on `workers`. Everything that is malformed, too large, or unknown is answered here.
 */
#ifndef REVERSID_HTTP_SERVER_H
#define REVERSID_HTTP_SERVER_H

#include "http/http.h"

struct http_server;

/**
 * What an HTTP thread does beside HTTP, so that a `local` route's handler can ask others without
 * waiting for them. Everything is called on the thread itself and must not block, but for `begin`
 * and `end`, which are called before and after it.
 */
struct http_local {
    void *(*begin)(void *context); /* makes the thread's state; NULL instead of it: there is none */
    void (*end)(void *state);
    bool (*ready)(void *state); /* whether a handler may begin here now */
    int (*socket)(void *state); /* to be watched; -1: none */
    void (*pull)(void *state);  /* the socket shows something */
    bool (*push)(void *state);  /* once a turn of the loop; true: again when the socket has room */
    void (*abandon)(void *state); /* the thread ends: what is awaited goes on now */
    void *context;
};

struct http_server_options {
    const char *listen; /* "127.0.0.1:8080", "[::1]:0"; port 0 takes a free one */
    int threads;
    const struct http_route *routes;
    int route_count;
    struct workers *workers; /* runs the endpoints; outlives the server */
    void *no_worker;         /* what handlers get as `worker` that run without one */
    struct http_local local;
    int connections_max; /* in all */
    int connections_per_address_max;
    int streams_max; /* parked or streaming requests in all */
    int streams_per_client_max;
    /* Requests a minute by kind; 0: no limit. Of one good token, and of one address, first for all
       tokens from there that are not known to be good yet, second for all else. */
    int rates[RATE_COUNT];
    int rates_anonymous[RATE_COUNT];
    /* Whether a bearer token can be one of ours, without asking whether it is; NULL: any can. Any
       thread. It is given `token_secrets`. */
    bool (*is_token)(const void *secrets, const char *text, size_t length);
    const void *token_secrets;
    int request_ms_max;       /* from a request's first byte to its last */
    int idle_ms_max;          /* between requests on a connection */
    int stall_ms_max;         /* a stream whose reader takes nothing for so long is cut */
    const char *cors_origins; /* "*", or a comma-separated list of origins, or "" for none */
    const char
        *trusted_proxies; /* comma-separated addresses or CIDR whose X-Forwarded-For counts */
    bool access_log;      /* one line a request */
};

/**
 * Starts listening. @return new; NULL with a sentence in `why` (e.g. the address is in use).
 */
struct http_server *http_server_start(const struct http_server_options *options, char *why,
                                      size_t why_size);

/** The address that it listens on, as "http://127.0.0.1:8080". Lives as long as the server. */
const char *http_server_url(const struct http_server *server);

/**
 * Stops taking connections and requests, answers those in flight (parked ones are woken with
 * `closing` set, streams end), and waits for them up to `grace_ms`.
 */
void http_server_stop(struct http_server *server, int grace_ms);

/** Frees a stopped server. NULL is fine. */
void http_server_free(struct http_server *server);

enum { HTTP_DURATION_BUCKETS = 12 };

/** Upper ends of the buckets of durations in microseconds; the last bucket has none. */
extern const int64_t http_duration_bounds_us[HTTP_DURATION_BUCKETS - 1];

/** Figures for /metrics, consistent enough for that. */
struct http_server_figures {
    uint64_t requests[HTTP_METHOD_COUNT][6]; /* by method and status class 1xx … 5xx (index 1..5) */
    uint64_t duration_us_sum;
    uint64_t duration_buckets[HTTP_DURATION_BUCKETS]; /* requests up to each bound; the last: all */
    int connections_open;
    int requests_in_flight;
    int requests_parked;
    int streams_open;
};

void http_server_figures(const struct http_server *server, struct http_server_figures *figures);

#endif
