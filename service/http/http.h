/**
 * What an endpoint sees of HTTP: the request, the response, parking, and streams.
 *
 * An endpoint is one function that runs top to bottom on a request worker:
 *
 *     struct result ep_get_game(struct http_request *request, void *worker);
 *
 * It fills `request->response` and returns OK, or returns an error, which becomes a problem answer
 * (RFC 9457) with `request->problem` as its detail. Instead of waiting it parks the request: the
 * connection stays suspended without a thread, and the endpoint (or another function) runs again
 * when somebody wakes it or its time is up.
 *
 * No HTTP library shows through here.
 */
#ifndef REVERSID_HTTP_HTTP_H
#define REVERSID_HTTP_HTTP_H

#include "base/crypto.h"
#include "base/error.h"
#include "base/text.h"
#include "base/workers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct http_request;

/** An endpoint or the continuation of one. `worker` is the request worker's own state. */
typedef struct result http_handler(struct http_request *request, void *worker);

enum http_method { HTTP_GET, HTTP_POST, HTTP_PUT, HTTP_PATCH, HTTP_DELETE, HTTP_METHOD_COUNT };

/** Who may call. Closed by default: a row of routes.def names one. */
enum http_access {
    ACCESS_OPEN,   /* says the same to everybody: a token is not looked at, but for its limits */
    ACCESS_PUBLIC, /* no token needed; one that is sent must be valid */
    ACCESS_ENTRY,  /* the same, but one that has ended counts as none */
    ACCESS_PLAYER  /* a valid token of a player */
};

/** What a token that was made for some purposes only must have been made for. */
enum http_scope {
    SCOPE_NONE,    /* any */
    SCOPE_READ,    /* seeing what is one's own */
    SCOPE_PLAY,    /* games, challenges, seeks */
    SCOPE_ACCOUNT, /* name, settings, blocks */
    SCOPE_SESSION, /* tokens themselves, and the account's end: no such token ever may */
    SCOPE_COUNT
};

/** Which bucket of the rate limits a call draws from. */
enum http_rate { RATE_NONE, RATE_READ, RATE_MOVE, RATE_CREATE, RATE_ENGINE, RATE_COUNT };

/** A row of routes.def. */
struct http_route {
    const char *name; /* the contract's operationId */
    enum http_method method;
    const char *path; /* "/v1/games/{id}/moves/{ply}" */
    enum http_access access;
    enum http_scope scope;
    size_t body_bytes_max; /* 0: takes no body */
    enum http_rate rate;
    enum work_class work; /* how late it is refused when the queue is full. WORK_ACCEPTED: never,
                             for the connection's own thread runs the handler, which must not block
                             or park; its `worker` is the server option's */
    http_handler *handler;
    bool local; /* the handler may also begin on the connection's own thread, where it must not
                   block; its `worker` is then what http_local's `begin` made */
};

enum {
    HTTP_PARAMS_MAX = 4,
    HTTP_QUERY_MAX = 16,
    HTTP_REQUEST_ID_SIZE = 64 + 1,
    HTTP_ADDRESS_SIZE = 46,
    HTTP_RESPONSE_HEADERS_MAX = 12,
    HTTP_ETAG_SIZE = 96
};

/** A piece of the request's text; NUL-terminated as well. `data` NULL: absent. */
struct http_value {
    const char *data;
    size_t length;
};

/** What is answered. Zero-initialised but for `status` 200. */
struct http_response {
    int status;
    const char *content_type; /* static; NULL: no body */
    struct text body;         /* owned */
    const void *static_body;  /* used instead of `body` when not NULL; lives for ever */
    size_t static_body_length;
    char etag[HTTP_ETAG_SIZE]; /* complete, as `W/"…"`; empty: none */
    bool cacheable_for_ever;   /* Cache-Control: public, immutable; else private, no-cache */
    bool vary_accept;          /* the representation also depends on Accept */
    int retry_after_s;         /* 0: the default of the error's status, if it has one */
    int header_count;          /* further headers; names static, values owned by the request */
    struct {
        const char *name;
        const char *value;
    } headers[HTTP_RESPONSE_HEADERS_MAX];
};

/** Writes what a problem document holds beside the standard members (`,"state":{…}`); see json/. */
typedef void http_problem_extra(struct http_request *request, struct text *body);

struct http_request {
    const struct http_route *route;
    enum http_method method; /* HEAD comes as HTTP_GET */
    bool head;
    const char *path;
    char id[HTTP_REQUEST_ID_SIZE]; /* echoed as X-Request-Id; the client's own if it sent a sane one
                                    */
    char address[HTTP_ADDRESS_SIZE]; /* of the client, as the trusted proxies say */
    int64_t arrived_steady_ms;
    const char *body; /* NUL-terminated; "" without a body */
    size_t body_length;
    struct problem problem;            /* detail of the error that the handler returns */
    http_problem_extra *problem_extra; /* may be set by the handler together with an error */
    struct http_response response;
    void *state;  /* the endpoint's own across parks: from http_request_alloc */
    int runs;     /* how often a handler ran before: 0 at first */
    bool closing; /* the service stops: answer now, do not park again */
    bool gone;    /* the client is known to be gone: end the stream */
};

/* --- the request ------------------------------------------------------------------------- */

/** The part of the path that `{name}` stands for, percent-decoded. The route must have it. */
struct http_value http_param(const struct http_request *request, const char *name);

/** A query parameter, percent-decoded; absent: data is NULL. */
struct http_value http_query(const struct http_request *request, const char *name);

/**
 * A hash of what is asked for: the operation, the path, and the query's parameters in whatever
 * order they stand, but for those named. It tells requests apart, and keeps nothing secret.
 *
 * @param except  parameters that are left out; ends with NULL
 */
void http_query_hash(const struct http_request *request, const char *const *except,
                     uint8_t hash[SHA256_SIZE]);

/**
 * Refuses (400 invalid-query, naming it) a query parameter that is not in the list or comes twice.
 *
 * @param names  ends with NULL
 */
FALLIBLE struct result http_query_only(struct http_request *request, const char *const *names);

/** A request header by name, any case; absent: data is NULL. */
struct http_value http_header(const struct http_request *request, const char *name);

/** True if If-None-Match names this ETag (weak comparison) or is `*`. */
bool http_none_match(const struct http_request *request, const char *etag);

/**
 * The media type among `offered` (ends with NULL) that Accept prefers; the first one when Accept is
 * absent or leaves it open; NULL when none is acceptable.
 */
const char *http_accept(const struct http_request *request, const char *const *offered);

/** The token of `Authorization: Bearer …`, whatever the scheme's case; absent: data is NULL. */
struct http_value http_bearer_token(const struct http_request *request);

/** The bearer token is good: from now on it has rate limits of its own. */
void http_request_authenticated(struct http_request *request);

struct http_server;

/** The server that the request came to, for its figures (server.h). */
const struct http_server *http_request_server(const struct http_request *request);

/** Zeroed memory that lives as long as the request. */
void *http_request_alloc(struct http_request *request, size_t size);

/* --- the response ------------------------------------------------------------------------ */

/** Adds a header. `name` must be static; `value` is copied. */
void http_response_header(struct http_request *request, const char *name, const char *value);

/** Answers 304 without a body, keeping the ETag. */
void http_response_not_modified(struct http_request *request);

/* --- parking ----------------------------------------------------------------------------- */

/**
 * Asks to run `again` later instead of answering: when http_request_wake is called (or was called
 * since this run began), or at `until_steady_ms` by clock_steady_ms. The handler then returns OK.
 *
 * Only so many requests may wait, in all and of one client. On failure the request will not wait:
 * a handler that has something to answer, above all a command that has been carried out, answers it
 * now; another returns the failure. Who has parked or begun a stream once keeps its place.
 *
 * Errors: SHUTTING_DOWN while `closing`, OVERLOADED, TOO_MANY_STREAMS.
 */
FALLIBLE struct result http_request_park(struct http_request *request, int64_t until_steady_ms,
                                         http_handler *again);

/** Wakes a parked request; remembered if it is running now. Any thread, any number of times, as
 * long as the request's finish hook has not run. */
void http_request_wake(struct http_request *request);

/**
 * Whether the client has closed its side since it sent the request: it waits no more. For a handler
 * that runs again after a park, and whose work is worth sparing; one system call.
 */
bool http_request_client_left(const struct http_request *request);

/**
 * Has `hook(argument)` run once when the request is over, before its memory goes away, on whichever
 * thread that is. At most one hook a request; it must not block.
 */
void http_request_on_finish(struct http_request *request, void (*hook)(void *argument),
                            void *argument);

bool http_request_has_finish_hook(const struct http_request *request);

/* --- on the connection's own thread ------------------------------------------------------ */

/**
 * Ends this run of a `local` route's handler, which is on the connection's own thread, without an
 * answer: it goes on there with `next` at http_request_go_on. The handler then returns OK.
 */
void http_request_await(struct http_request *request, http_handler *next);

/** Runs what the request awaits. The connection's own thread only. */
void http_request_go_on(struct http_request *request);

/** Ends this run likewise: a worker runs the route's handler from its beginning. */
void http_request_hand_over(struct http_request *request);

/* --- streams ----------------------------------------------------------------------------- */

/**
 * Makes the answer a stream: the headers of `response` are sent when the handler returns, and the
 * handler parks to run again. While a stream is open every run may send. On failure, which is
 * http_request_park's, there is no stream.
 */
FALLIBLE struct result http_stream_begin(struct http_request *request);

/**
 * Sends an event. One that has not begun to leave when the next is sent is dropped for it: each
 * event must stand for itself. Bytes are copied.
 */
void http_stream_send(struct http_request *request, const char *bytes, size_t length);

/** True while an earlier event has not left completely: a heartbeat would be pointless. */
bool http_stream_busy(const struct http_request *request);

/** Ends the stream after what was sent; the handler then returns OK without parking. */
void http_stream_end(struct http_request *request);

#endif
