#include "store/reader.h"

#include "base/clock.h"
#include "store/connection.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    FLIGHTS_MAX = 256, /* in flight; answers of so many games are half a megabyte */
    PATIENCE_MS = 100, /* older than that, a flight shows that the server is slow: take no more */
    FLIGHT_ASK_MAX = 4
};

struct reader_flight {
    struct reader_flight *next;
    reader_done *done;
    void *argument;
    int64_t taken_ms;
    bool syncs; /* the batch's synchronisation point follows it */
    bool failed;
    int count;
    int at;   /* the question whose results come next */
    int ends; /* NULLs that are still to come for it */
    struct question questions[FLIGHT_ASK_MAX];
};

enum reader_state {
    DOWN,       /* no connection; ours */
    CONNECTING, /* asked for; whoever runs reader_connect has the store */
    CONNECTED   /* made; ours */
};

/*
 * Invariants
 *  1. first … last are in flight, oldest first; the last `unsent` of them stand before the next
 *     push.
 *  2. store->connection is looked at by this thread only while the state is not CONNECTING.
 *  3. Flights are in flight only while store->connection is not NULL.
 */
struct reader {
    struct store *store;
    _Atomic enum reader_state state;
    struct reader_flight *first, *last;
    int in_flight;
    int unsent;
    bool pending_sync; /* the next result is a synchronisation point */
    bool broken;       /* something could not be sent */
};

struct reader *reader_new(const struct store_options *options)
{
    struct reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        abort();
    reader->store = store_new(options);
    return reader;
}

void reader_free(struct reader *reader)
{
    if (!reader)
        return;
    assert(reader->in_flight == 0 && atomic_load(&reader->state) != CONNECTING);
    store_free(reader->store);
    free(reader);
}

struct store *reader_store(struct reader *reader)
{
    return reader->store;
}

int reader_socket(const struct reader *reader)
{
    if (atomic_load_explicit(&reader->state, memory_order_acquire) != CONNECTED)
        return -1;
    return PQsocket(reader->store->connection);
}

/* --- the connection ------------------------------------------------------------------------- */

bool reader_ready(struct reader *reader, bool *connect)
{
    enum reader_state state = atomic_load_explicit(&reader->state, memory_order_acquire);
    *connect = state == DOWN && clock_steady_ms() >= reader->store->connect_again_ms;
    if (*connect)
        atomic_store_explicit(&reader->state, CONNECTING, memory_order_relaxed);
    return state == CONNECTED && reader->in_flight < FLIGHTS_MAX &&
           (!reader->first || clock_steady_ms() - reader->first->taken_ms < PATIENCE_MS);
}

void reader_connect(struct reader *reader)
{
    bool made = connection_make(reader->store);
    atomic_store_explicit(&reader->state, made ? CONNECTED : DOWN, memory_order_release);
}

static struct reader_flight *take_first(struct reader *reader)
{
    struct reader_flight *flight = reader->first;
    reader->first = flight->next;
    if (!reader->first)
        reader->last = NULL;
    reader->in_flight--;
    return flight;
}

static void end_flight(struct reader_flight *flight, bool answered)
{
    flight->done(flight->argument, answered);
    free(flight);
}

void reader_abandon(struct reader *reader)
{
    if (atomic_load_explicit(&reader->state, memory_order_acquire) != CONNECTED)
        return;
    connection_drop(reader->store);
    atomic_store_explicit(&reader->state, DOWN, memory_order_relaxed);
    reader->pending_sync = reader->broken = false;
    reader->unsent = 0;
    while (reader->first)
        end_flight(take_first(reader), false);
}

/* --- out ------------------------------------------------------------------------------------- */

/** What was sent for a question ends with a NULL each: the statement, before it its preparation. */
static void begin_question(struct reader_flight *flight)
{
    flight->ends = flight->questions[flight->at].prepares ? 2 : 1;
}

void reader_take(struct reader *reader, reader_done *done, void *argument)
{
    struct store *store = reader->store;
    struct reader_flight *flight = calloc(1, sizeof *flight);
    if (!flight)
        abort();
    assert(store->asked > 0 && store->asked <= FLIGHT_ASK_MAX);
    flight->done = done;
    flight->argument = argument;
    flight->taken_ms = clock_steady_ms();
    flight->count = store->asked;
    memcpy(flight->questions, store->questions, (size_t)store->asked * sizeof store->questions[0]);
    for (int i = 0; i < flight->count; i++) {
        assert(statement_effect(flight->questions[i].statement) != WRITES);
        reader->broken |= !connection_send(store, &flight->questions[i]);
    }
    begin_question(flight);
    store_forget(store);
    if (reader->last)
        reader->last->next = flight;
    else
        reader->first = flight;
    reader->last = flight;
    reader->in_flight++;
    reader->unsent++;
}

bool reader_push(struct reader *reader)
{
    if (!reader->first)
        return false;
    PGconn *connection = reader->store->connection;
    int64_t wait_ms_max = reader->store->options.statement_ms_max + STORE_GRACE_MS;
    reader->broken |= clock_steady_ms() - reader->first->taken_ms > wait_ms_max;
    if (reader->unsent > 0 && !reader->broken) {
        reader->last->syncs = true;
        reader->unsent = 0;
        reader->broken = !PQpipelineSync(connection);
    }
    int left = reader->broken ? -1 : PQflush(connection);
    if (left < 0)
        reader_abandon(reader);
    return left == 1;
}

/* --- in -------------------------------------------------------------------------------------- */

/** @return  false: the statement failed, and with it the rest of its batch */
static bool take_result(struct reader_flight *flight, const PGresult *result)
{
    struct question *question = &flight->questions[flight->at];
    ExecStatusType status = PQresultStatus(result);
    char why[WHY_SIZE];
    if (status == PGRES_COMMAND_OK && question->prepares)
        question->prepares = false;
    else if (status == PGRES_TUPLES_OK) /* a row that cannot be: whoever asks again reports it */
        flight->failed |= !question->read(result, question->place, why);
    else
        return false;
    return true;
}

/** The end of a command; the flight's last one ends the flight. */
static void take_end(struct reader *reader)
{
    struct reader_flight *flight = reader->first;
    if (--flight->ends > 0)
        return;
    if (++flight->at < flight->count) {
        begin_question(flight);
        return;
    }
    reader->pending_sync = flight->syncs;
    take_first(reader);
    end_flight(flight, !flight->failed);
}

/** @return  false: nothing more can be had of this connection */
static bool take_next(struct reader *reader)
{
    PGconn *connection = reader->store->connection;
    PGresult *result = PQgetResult(connection);
    bool good = PQstatus(connection) == CONNECTION_OK;
    if (good && PQresultStatus(result) == PGRES_PIPELINE_SYNC)
        reader->pending_sync = false;
    else if (good && result)
        good = take_result(reader->first, result);
    else if (good)
        take_end(reader);
    PQclear(result);
    return good;
}

void reader_pull(struct reader *reader)
{
    PGconn *connection = reader->store->connection;
    bool good = PQconsumeInput(connection);
    while (good && (reader->in_flight > reader->unsent || reader->pending_sync) &&
           !PQisBusy(connection))
        good = take_next(reader);
    /* Idle, an open connection has nothing to read: the server has closed it. */
    if (!good || PQstatus(connection) != CONNECTION_OK)
        reader_abandon(reader);
}
