/**
 * Inside of the HTTP folder: what is known about one request and its answer, and the objects that
 * carry it. Endpoints see the first member only (http.h).
 *
 * The way of a request: a connection is accepted and held at the gate (gate.c) until its first head
 * is complete and well-formed; libmicrohttpd then reads it (handler.c), the exchange is checked,
 * routed, and queued with its connection suspended; a worker runs the endpoint (flow.c), perhaps
 * again and again with rests in the parking lot (park.c); the answer is built (answer.c) and handed
 * back to the connection's own thread (loop.c), which resumes it. A stream leaves libmicrohttpd
 * when its head is ready and goes on on its own (stream.c).
 *
 * Invariants
 *  1. libmicrohttpd's daemons and connections are touched by their own thread only.
 *  2. An exchange lives while it has references: its connection holds one until libmicrohttpd has
 *     completed it, its flow one from the queue to the end of its last run, the inbox one for each
 *     time it stands there, a stream one while its socket is open.
 *  3. The worker that runs an exchange owns everything in it but what is marked otherwise; the
 *     connection's thread owns it before and after.
 */
#ifndef REVERSID_HTTP_EXCHANGE_H
#define REVERSID_HTTP_EXCHANGE_H

#include "http/address.h"
#include "http/client.h"
#include "http/framing.h"
#include "http/gzip.h"
#include "http/rate.h"
#include "http/route.h"
#include "http/server.h"
#include "http/target.h"

#include <pthread.h>
#include <stdatomic.h>

struct MHD_Connection;
struct MHD_Daemon;
struct MHD_Response;

/* --- arena: memory that lives as long as an exchange --------------------------------------- */

struct arena_chunk {
    struct arena_chunk *next;
    size_t used, size;
    char bytes[];
};

/* --- connections ---------------------------------------------------------------------------- */

/** Who stands behind an event of a thread's event loop; the first member of what it is about. */
struct http_watch {
    enum http_watch_kind {
        WATCH_INBOX,
        WATCH_LISTEN,
        WATCH_DAEMON,
        WATCH_CONNECTION,
        WATCH_STREAM,
        WATCH_LOCAL
    } kind;
};

/** What a connection waits for; decides what its deadline means. */
enum http_phase {
    PHASE_GATE,   /* its first head */
    PHASE_HEAD,   /* the next head */
    PHASE_BODY,   /* the rest of a request */
    PHASE_WORK,   /* our answer: no deadline */
    PHASE_ANSWER, /* the client to take the answer */
    PHASE_LINGER  /* the client to close */
};

/** A socket from accept to close. Owned by its thread. */
struct http_connection {
    struct http_watch watch;
    int fd;
    enum http_phase phase;
    int64_t deadline_ms;
    int64_t idle_since_ms;
    int64_t bytes_marked; /* received when it was last looked at; -1: not yet */
    bool head_begun;      /* bytes of the next head have come */
    bool timed_out;       /* was answered 408: what still comes is thrown away */
    struct http_address address;
    uint64_t client; /* the key of that address */
    struct http_thread *thread;
    struct exchange *exchange;               /* the one that is being read or answered, or NULL */
    bool counted;                            /* among the server's and the client's connections */
    struct http_connection *previous, *next; /* all of the thread's */
    struct http_connection *inbox_next;
};

/* --- streams -------------------------------------------------------------------------------- */

struct http_stream {
    struct http_watch watch;
    struct exchange *exchange;
    struct http_stream *previous, *next; /* all of the thread's that are attached */
    pthread_mutex_t lock;                /* guards all below */
    int fd;                              /* -1: not attached yet, or closed */
    bool chunked;
    bool gzipped;
    bool ending, gone;
    bool wants_write;    /* the event loop watches for room */
    struct text current; /* leaving; `current_sent` of it have left */
    size_t current_sent;
    struct text waiting; /* the event after it, complete with framing */
    struct gzip_sums sent_sums,
        waiting_sums;    /* where gzipped: of all that leaves, and of waiting */
    int64_t progress_ms; /* when bytes left last */
};

/* --- exchanges ------------------------------------------------------------------------------ */

enum flow_state { FLOW_RUNNING, FLOW_PARKED };

struct exchange {
    struct http_request request;
    struct http_server *server;
    struct http_thread *thread;
    struct http_connection *connection; /* of its thread; NULL: over */
    struct MHD_Connection *mhd;         /* of its thread; NULL: over, or never was */
    atomic_int references;

    /* The head. */
    const char *raw_target; /* where libmicrohttpd has it */
    char *target_text;      /* a copy, with the query */
    size_t target_length;
    struct http_target target;
    struct http_match match;
    struct http_field *fields;
    int field_count;
    struct http_framing framing;
    uint64_t client; /* whose limits count: the token's once it was good, else the address's */
    uint64_t token; /* who the bearer token claims to be; 0: there is none, or it is none of ours */
    struct http_rate_state rate;
    bool is_options;
    bool head_done;

    /* The body. */
    struct text body;
    size_t discarded;

    /* The answer. */
    enum error_code refusal; /* found before the endpoint ran: answered instead of running it */
    bool close;              /* the connection ends with this answer */
    int64_t started_us;
    bool counted;         /* in the server's number of busy exchanges */
    bool suspended;       /* of its thread, as the next two */
    bool detached;        /* its socket went to the stream */
    bool abandoned;       /* the thread ends: drop the connection */
    atomic_bool answered; /* the answer or the stream's head is ready */
    struct MHD_Response *answer;
    size_t answer_bytes;
    int status; /* of the answer whose sending began; 0: none. Its thread's, as `response` may not
                   be looked at while a worker still writes it */
    atomic_bool in_inbox;
    struct exchange *inbox_next;

    /* The flow. */
    struct work work;
    http_handler *again;
    bool park_wanted;
    bool awaits;    /* goes on when http_request_go_on is called; the thread's own */
    bool hand_over; /* a worker is to begin again */
    bool held;      /* counted as parked or streaming */
    bool stream_begun;
    atomic_bool gone;
    int64_t until_ms;
    int heap_index; /* under the parking lot's lock, as the next two */
    enum flow_state flow;
    bool woken;
    void (*finish_hook)(void *argument);
    void *finish_argument;
    struct http_stream *stream;

    struct arena_chunk *chunks; /* beyond the first bytes */
    size_t arena_used;
    char arena[2048];
};

static inline struct exchange *exchange_of(struct http_request *request)
{
    return (struct exchange *)request;
}

static inline const struct exchange *exchange_of_const(const struct http_request *request)
{
    return (const struct exchange *)request;
}

/* --- threads and the server ------------------------------------------------------------------ */

struct http_thread {
    struct http_server *server;
    int number;
    pthread_t thread;
    int epoll_fd;
    int event_fd;
    struct MHD_Daemon *daemon;
    struct http_watch inbox_watch, listen_watch, daemon_watch, local_watch;
    void *local;       /* of options.local; may be NULL */
    int local_fd;      /* watched; -1: none */
    bool local_pushes; /* it is watched for room, too */
    bool dispatching;  /* the inbox is read before the next wait; the thread's own */
    struct http_connection *connections;
    struct http_stream *streams;
    bool daemon_due; /* the daemon has something to do that its epoll does not show */
    struct http_connection *entering; /* being added to the daemon */
    atomic_int load;                  /* connections; the next one goes where there are fewest */
    int64_t swept_ms;
    _Atomic(struct exchange *) inbox;
    _Atomic(struct http_connection *) inbox_connections;
    atomic_bool stopping;
    bool listening;
    uint64_t id_state; /* of request ids */
    char head[HTTP_HEAD_BYTES_MAX + 1];
};

/** Exchanges whose flow rests until a time or a wake. */
struct http_parking {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    struct exchange **heap; /* least `until_ms` first */
    int count, capacity;
    bool stopping;
};

struct http_server {
    struct http_server_options options;
    char url[80];
    int listen_fd;
    struct http_router *router;
    struct http_client_secret secret;
    struct http_counter *client_connections;
    struct http_counter *client_streams;
    struct http_rates *rates;
    struct http_networks *proxies;
    struct http_parking parking;
    struct http_thread *threads;
    atomic_int thread_count; /* of those, running; grows while the first already serves */
    bool cors_any;
    atomic_bool closing;
    atomic_int busy;  /* complete requests whose answer has not left */
    atomic_int flows; /* exchanges that a worker has, will have, or that are parked */
    atomic_int held;  /* of these, parked or streaming */
    atomic_int streams;
    atomic_int connections;
    pthread_mutex_t quiet_lock;
    pthread_cond_t quiet; /* busy or flows went down while closing */
    _Atomic uint64_t requests[HTTP_METHOD_COUNT][6];
    _Atomic uint64_t duration_us_sum;
    _Atomic uint64_t duration_buckets[HTTP_DURATION_BUCKETS];
};

/* --- exchange.c ------------------------------------------------------------------------------ */

/** A new exchange with one reference. */
struct exchange *exchange_new(struct http_thread *thread, struct http_connection *connection);
void exchange_hold(struct exchange *exchange);
void exchange_release(struct exchange *exchange);

/** Memory from the exchange's arena, not zeroed. */
void *exchange_alloc(struct exchange *exchange, size_t size);

/** Counts it as busy; stopping waits for these. */
void exchange_count(struct exchange *exchange);

/** The reverse, once; writes the access log line and the figures. Any thread. */
void exchange_over(struct exchange *exchange);

/* --- answer.c -------------------------------------------------------------------------------- */

/** Whether the endpoint has set a header itself. */
bool answer_has_header(const struct http_response *response, const char *name);

/** Turns a failure into a problem document in the response. */
void answer_problem(struct exchange *exchange, enum error_code code);

/** Builds `answer` from the response; compresses. Worker or the connection's thread. */
void answer_build(struct exchange *exchange);

/** Frees an answer that nobody took. */
void answer_drop(struct exchange *exchange);

/** The answer's head and, unless `head_only`, its body as bytes, for sockets that we write to. */
void answer_write(struct exchange *exchange, bool head_only, bool gzipped, struct text *out);

/** True where the client takes gzip. */
bool answer_may_gzip(const struct exchange *exchange);

/** Sends a problem on the socket past libmicrohttpd, which must not have begun an answer. */
void answer_refuse(struct exchange *exchange, enum error_code code);

/* --- flow.c ---------------------------------------------------------------------------------- */

/**
 * Counts the exchange among those that rest or stream, of all and of its client, until it is over.
 * Worker. Errors: SHUTTING_DOWN, OVERLOADED, TOO_MANY_STREAMS.
 */
FALLIBLE struct result flow_hold_place(struct exchange *exchange);

/** Queues the exchange for a worker. False: refused. */
bool flow_start(struct exchange *exchange);

/** Begins it here, on its own thread. True: it is answered; false: it will be. */
bool flow_start_here(struct exchange *exchange);

/* --- park.c ---------------------------------------------------------------------------------- */

bool parking_start(struct http_parking *parking);
void parking_stop(struct http_parking *parking);

/** Rests the exchange's flow, or queues it at once if it was woken meanwhile. The caller must not
 * touch the exchange any more. */
void parking_enter(struct exchange *exchange);

/** Wakes all that are parked. */
void parking_wake_all(struct http_parking *parking);

/** How many rest now. */
int parking_count(struct http_parking *parking);

/* --- stream.c -------------------------------------------------------------------------------- */

/** Gives the stream its socket, whose ownership it takes, and sends the head. Its thread only. */
void stream_attach(struct exchange *exchange, int fd);

/** Closes all streams of a thread that ends. */
void stream_close_all(struct http_thread *thread);

/** An event of its socket. Its thread only. */
void stream_event(struct http_stream *stream, unsigned events);

/** The endpoint is done: ends the stream after what was sent. Worker. */
void stream_finish(struct exchange *exchange);

/** Cuts a stream whose reader takes nothing. Worker. */
void stream_check_stalled(struct exchange *exchange);

/* --- gate.c ---------------------------------------------------------------------------------- */

/** Accepts what waits and hands it to the threads. */
void gate_accept(struct http_thread *thread);

/** Takes a new connection in. Its thread only. */
void gate_enter(struct http_thread *thread, struct http_connection *connection);

/** An event of a connection at the gate or lingering. */
void gate_event(struct http_connection *connection, unsigned events);

/**
 * Ends a connection whose last answer is sent so that the client can read it: on a copy of its
 * descriptor that drains what still comes until the client closes, or HTTP_LINGER_MS. From now on
 * the copy is what counts among the connections.
 */
void gate_linger(struct http_connection *connection);

/** The time of a connection at the gate, or lingering, is up. */
void gate_expire(struct http_connection *connection);

/** Closes a connection that is at the gate or lingers. */
void gate_close(struct http_connection *connection);

/* --- handler.c ------------------------------------------------------------------------------- */

/** A daemon for this thread; NULL: it could not be made. */
struct MHD_Daemon *handler_daemon(struct http_thread *thread);

/** Lets the daemon read a connection whose first head has come. */
void handler_adopt(struct http_connection *connection);

/** Goes on with a suspended exchange whose answer is ready. Its thread only. */
void handler_resume(struct exchange *exchange);

/** Notes how many bytes have come on a connection that waits for its next head. */
void handler_mark(struct http_connection *connection);

/** The time of a connection that the daemon reads or answers is up. */
void handler_expire(struct http_connection *connection);

/** Ends the daemon with all its connections. */
void handler_stop(struct http_thread *thread);

/** Names the exchange: the client's X-Request-Id if that is sane, else one of ours. */
void handler_identify(struct exchange *exchange);

/* --- loop.c ---------------------------------------------------------------------------------- */

bool loop_start(struct http_thread *thread);

/** Hands an exchange to its thread. Any thread. */
void loop_post(struct exchange *exchange);

/** Hands a new connection to its thread. */
void loop_post_connection(struct http_connection *connection);

/** Does not accept until the next sweep: there are no descriptors left. */
void loop_pause_listening(struct http_thread *thread);

/** Wakes the thread. */
void loop_wake(struct http_thread *thread);

/** Puts a connection under the thread's care. */
void loop_add(struct http_thread *thread, struct http_connection *connection);

/** Takes it out, uncounts and frees it; its descriptor is somebody else's business. */
void loop_forget(struct http_connection *connection);

/** Takes and frees what is left in the inbox of a thread that has ended. */
void loop_drain(struct http_thread *thread);

#endif
