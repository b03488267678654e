/* The connection, and the exchange of what was asked for what comes back. See connection.h for the
   invariants. */

#include "store/connection.h"

#include "base/clock.h"
#include "base/fault.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BACKOFF_FIRST_MS = 50,
    BACKOFF_MAX_MS = 2000,
    FAULT_SETTLE_MS = 100, /* for the server to carry out what it was sent */
    ROLLED_BACK_MAX =
        4, /* attempts at statements that the server rolls back for no fault of theirs */
    NUMBER_TEXT_SIZE = 16
};

struct store *store_new(const struct store_options *options)
{
    struct store *store = calloc(1, sizeof *store);
    if (!store)
        abort();
    store->options = *options;
    return store;
}

void connection_drop(struct store *store)
{
    PQfinish(store->connection);
    store->connection = NULL;
    memset(store->prepared, 0, sizeof store->prepared);
}

void store_free(struct store *store)
{
    if (!store)
        return;
    connection_drop(store);
    text_release(&store->bytes);
    free(store);
}

const char *store_why(const struct store *store)
{
    return store->why;
}

const char *store_left_out(const struct store *store)
{
    return store->left_out;
}

__attribute__((format(printf, 2, 3))) static void set_why(struct store *store, const char *format,
                                                          ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(store->why, sizeof store->why, format, arguments);
    va_end(arguments);
    for (char *at = store->why; *at; at++) /* libpq's messages have several lines */
        if (*at == '\n')
            *at = at[1] ? ' ' : '\0';
}

static void set_why_connection(struct store *store)
{
    set_why(store, "%s", PQerrorMessage(store->connection));
}

/* --- connecting -------------------------------------------------------------------------- */

static int remaining_ms(int64_t deadline_ms)
{
    int64_t left = deadline_ms - clock_steady_ms();
    return left > 0 ? (int)left : 0;
}

/** Waits until the connection's socket is ready. False: the deadline came first. */
static bool wait_socket(const PGconn *connection, short events, int64_t deadline_ms, short *ready)
{
    struct pollfd socket = {PQsocket(connection), events, 0};
    int count;
    do
        count = poll(&socket, 1, remaining_ms(deadline_ms));
    while (count < 0 && errno == EINTR);
    *ready = socket.revents;
    return count > 0;
}

static void ignore_notice(void *context, const PGresult *notice)
{
    (void)context, (void)notice;
}

/**
 * The URL's own `options`, preceded by ours, so that the URL has the last word.
 *
 * @return  false: the URL is malformed; `why` is set
 */
static bool server_options(struct store *store, char *options, size_t size)
{
    char *error = NULL;
    PQconninfoOption *parsed = PQconninfoParse(store->options.url, &error);
    if (!parsed) {
        set_why(store, "the database's URL: %s", error ? error : "out of memory");
        PQfreemem(error);
        return false;
    }
    const char *own = "";
    for (const PQconninfoOption *option = parsed; option->keyword; option++)
        if (strcmp(option->keyword, "options") == 0 && option->val)
            own = option->val;
    /* A replica whose machine dies in mid-transaction holds its locks until the server notices. No
       statement of ours runs so long that compiling it would pay. */
    snprintf(
        options, size,
        "-c statement_timeout=%d -c jit=off -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5"
        " -c tcp_keepalives_count=3 %s",
        store->options.statement_ms_max, own);
    PQconninfoFree(parsed);
    return true;
}

/** Begins to connect. NULL: out of memory or a bad URL. */
static PGconn *connect_start(struct store *store)
{
    char options[1024], timeout[NUMBER_TEXT_SIZE];
    if (!server_options(store, options, sizeof options))
        return NULL;
    snprintf(timeout, sizeof timeout, "%d", store->options.statement_ms_max + STORE_GRACE_MS);

    /* What stands before dbname is a default that the URL may change, what follows it is not. */
    const char *const keywords[] = {"fallback_application_name",
                                    "target_session_attrs",
                                    "tcp_user_timeout",
                                    "dbname",
                                    "options",
                                    "client_encoding",
                                    NULL};
    const char *const values[] = {store->options.application_name,
                                  "read-write",
                                  timeout,
                                  store->options.url,
                                  options,
                                  "UTF8",
                                  NULL};
    return PQconnectStartParams(keywords, values, 1);
}

/** Goes through the handshake. False: it failed or took too long; `why` is set. */
static bool connect_finish(struct store *store)
{
    int64_t deadline_ms = clock_steady_ms() + store->options.connect_ms_max;
    PostgresPollingStatusType status = PGRES_POLLING_WRITING;
    if (PQstatus(store->connection) == CONNECTION_BAD)
        status = PGRES_POLLING_FAILED;
    while (status != PGRES_POLLING_OK) {
        short ready;
        if (status == PGRES_POLLING_FAILED) {
            set_why_connection(store);
            return false;
        }
        if (!wait_socket(store->connection, status == PGRES_POLLING_READING ? POLLIN : POLLOUT,
                         deadline_ms, &ready)) {
            set_why(store, "the database did not answer within %d ms while connecting",
                    store->options.connect_ms_max);
            return false;
        }
        status = PQconnectPoll(store->connection);
    }
    return true;
}

static void back_off(struct store *store)
{
    uint16_t random;
    crypto_random(&random, sizeof random);
    store->backoff_ms = store->backoff_ms ? 2 * store->backoff_ms : BACKOFF_FIRST_MS;
    if (store->backoff_ms > BACKOFF_MAX_MS)
        store->backoff_ms = BACKOFF_MAX_MS;
    /* Between half and all of it, so that a hundred workers do not come back at once. */
    store->connect_again_ms = clock_steady_ms() + store->backoff_ms / 2 +
                              (int)((int64_t)(store->backoff_ms / 2) * random / UINT16_MAX);
}

bool connection_make(struct store *store)
{
    if (store->backoff_ms && clock_steady_ms() < store->connect_again_ms)
        return false;
    store->connection = connect_start(store);
    if (!store->connection || !connect_finish(store) ||
        PQsetnonblocking(store->connection, 1) != 0 || !PQenterPipelineMode(store->connection)) {
        connection_drop(store);
        back_off(store);
        return false;
    }
    PQsetNoticeReceiver(store->connection, ignore_notice, NULL);
    store->backoff_ms = 0;
    return true;
}

/**
 * Finds out whether the server has closed an idle connection, before anything is risked on it. An
 * open one has nothing to read, so this costs one poll.
 */
static bool is_open(const struct store *store)
{
    short ready;
    while (wait_socket(store->connection, POLLIN, 0, &ready))
        if (!PQconsumeInput(store->connection))
            return false;
    return PQstatus(store->connection) == CONNECTION_OK;
}

/* --- one exchange ------------------------------------------------------------------------ */

/** How an exchange, or one question of it, ended. */
enum outcome {
    ANSWERED,
    MISSED,      /* a write of a transaction found nothing to change: all of it is undone */
    ROLLED_BACK, /* nothing happened, and asking again may succeed */
    REFUSED,     /* the statement failed; asking again will fail again */
    UNAVAILABLE, /* the server cannot do it at the moment; nothing happened */
    LOST         /* the connection is gone: whether the statement took effect is unknown */
};

static bool has_class(const char *sqlstate, const char *class)
{
    return strncmp(sqlstate, class, 2) == 0;
}

/** By which a write of a transaction says that it changed no row: division_by_zero. */
static const char sqlstate_missed[] = "22012";

/** What an SQLSTATE means for us. Source: appendix A of the PostgreSQL manual. */
static enum outcome outcome_of(const char *sqlstate)
{
    if (sqlstate[0] == '\0' || has_class(sqlstate, "08"))
        return LOST;
    if (strcmp(sqlstate, "57014") == 0) /* query_canceled: statement_timeout */
        return UNAVAILABLE;
    if (has_class(sqlstate, "57")) /* operator intervention: the backend is ended */
        return LOST;
    if (has_class(sqlstate, "40") ||    /* transaction rollback */
        strcmp(sqlstate, "26000") == 0) /* the prepared statement is gone */
        return ROLLED_BACK;
    if (has_class(sqlstate, "53") ||      /* insufficient resources */
        strcmp(sqlstate, "55P03") == 0 || /* lock_not_available */
        strcmp(sqlstate, "25006") == 0)   /* a standby now */
        return UNAVAILABLE;
    return REFUSED;
}

bool connection_send(struct store *store, struct question *question)
{
    enum statement statement = question->statement;
    const char *values[STATEMENT_PARAMETERS_MAX];
    int lengths[STATEMENT_PARAMETERS_MAX], formats[STATEMENT_PARAMETERS_MAX];
    assert(question->parameters == statement_parameters(statement));
    assert(question->parameters <= STATEMENT_PARAMETERS_MAX);
    for (int i = 0; i < question->parameters; i++) {
        const struct parameter *parameter = &store->parameter[question->parameters_from + i];
        values[i] = parameter->length < 0 ? NULL : store->bytes.data + parameter->offset;
        lengths[i] = parameter->length < 0 ? 0 : parameter->length;
        formats[i] = 1;
    }
    const char *name = statement_name(statement);
    question->prepares = !store->prepared[statement];
    if (question->prepares &&
        !PQsendPrepare(store->connection, name, statement_sql(statement), 0, NULL))
        return false;
    store->prepared[statement] = true;
    return PQsendQueryPrepared(store->connection, name, question->parameters, values, lengths,
                               formats, 1) &&
           (!question->syncs || PQpipelineSync(store->connection));
}

static bool is_write(const struct question *question)
{
    return statement_effect(question->statement) == WRITES;
}

static bool belong_together(const struct question *one, const struct question *other)
{
    return one->transaction && one->transaction == other->transaction;
}

/**
 * Places the synchronisation points. A write is a transaction of its own unless it belongs to a
 * larger one; that one has a point before its COMMIT, so that COMMIT is looked at whatever became
 * of the writes, and ends a transaction that failed as well. Reads that follow one another share
 * one, which costs both sides less: the server answers them with one send.
 */
static void place_syncs(struct store *store)
{
    struct question *last = NULL;
    for (int i = 0; i < store->asked; i++) {
        struct question *question = &store->questions[i];
        if (question->answered)
            continue;
        if (last)
            last->syncs =
                (is_write(last) || is_write(question)) &&
                (!belong_together(last, question) || question->statement == STATEMENT_commit);
        last = question;
    }
    if (last)
        last->syncs = true;
}

/** Sends all that is queued, taking in what arrives meanwhile so that neither side waits for the
 *  other. */
static bool send_all(struct store *store, int64_t deadline_ms)
{
    int left;
    while ((left = PQflush(store->connection)) == 1) {
        short ready;
        if (!wait_socket(store->connection, POLLIN | POLLOUT, deadline_ms, &ready))
            return false;
        if (ready & POLLIN && !PQconsumeInput(store->connection))
            return false;
    }
    return left == 0;
}

/** Waits until PQgetResult would not block. */
static bool wait_result(struct store *store, int64_t deadline_ms)
{
    while (PQisBusy(store->connection)) {
        short ready;
        if (!wait_socket(store->connection, POLLIN, deadline_ms, &ready)) {
            set_why(store, "the database did not answer within %d ms",
                    store->options.statement_ms_max + STORE_GRACE_MS);
            return false;
        }
        if (!PQconsumeInput(store->connection)) {
            set_why_connection(store);
            return false;
        }
    }
    return true;
}

/** Notes why a statement failed. One that could not be prepared, or is no longer, is prepared again
 *  when it is next asked. */
static enum outcome note_error(struct store *store, const struct question *question,
                               const PGresult *error)
{
    const char *sqlstate = PQresultErrorField(error, PG_DIAG_SQLSTATE);
    snprintf(store->sqlstate, sizeof store->sqlstate, "%s", sqlstate ? sqlstate : "");
    set_why(store, "%s: %s", statement_name(question->statement), PQresultErrorMessage(error));
    if (question->prepares || strcmp(store->sqlstate, "26000") == 0)
        store->prepared[question->statement] = false;
    if (question->transaction && strcmp(store->sqlstate, sqlstate_missed) == 0)
        return MISSED;
    return outcome_of(store->sqlstate);
}

/** A question before it in the same transaction failed: it was not looked at, nor prepared. */
static enum outcome note_abortion(struct store *store, const struct question *question,
                                  enum outcome outcome)
{
    if (question->prepares)
        store->prepared[question->statement] = false;
    return outcome == ANSWERED ? ROLLED_BACK : outcome;
}

/** Hands an answer to the question's reader. */
static enum outcome read_answer(struct store *store, const struct question *question,
                                const PGresult *answer)
{
    char why[WHY_SIZE] = "";
    bool possible = question->read(answer, question->place, why);
    if (!possible)
        set_why(store, "%s: %s", statement_name(question->statement), why);
    else if (why[0])
        leave_out(store->left_out, "%s: %s", statement_name(question->statement), why);
    return possible ? ANSWERED : REFUSED;
}

/**
 * Receives all that answers one question, with the synchronisation point that follows it. Only that
 * tells that a write is committed: an error may still come after its rows.
 */
static enum outcome receive(struct store *store, struct question *question)
{
    int64_t deadline_ms = clock_steady_ms() + store->options.statement_ms_max + STORE_GRACE_MS;
    enum outcome outcome = ANSWERED;
    int ends = question->prepares ? 2 : 1; /* what was sent for it ends with a NULL each */
    for (;;) {
        if (!wait_result(store, deadline_ms))
            return LOST;
        PGresult *result = PQgetResult(store->connection);
        ExecStatusType status = PQresultStatus(result); /* of NULL: a fatal error */
        if (!result && PQstatus(store->connection) == CONNECTION_BAD) {
            set_why_connection(store);
            return LOST;
        }
        if (!result)
            ends--;
        else if (status == PGRES_FATAL_ERROR)
            outcome = note_error(store, question, result);
        else if (status == PGRES_PIPELINE_ABORTED)
            outcome = note_abortion(store, question, outcome);
        else if (status == PGRES_COMMAND_OK && question->prepares)
            question->prepares = false;
        else if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
            outcome = read_answer(store, question, result);
        PQclear(result);
        if (status == PGRES_PIPELINE_SYNC || outcome == LOST || (ends == 0 && !question->syncs))
            return outcome;
    }
}

/**
 * A transaction stands or falls as a whole: what became of its questions becomes of all of them.
 * What comes after the first failure was not looked at, so the first one tells.
 *
 * @param begin  index of its first question
 * @param count  of its questions, which follow one another
 * @return       how it ended; one that missed is answered: it was not committed
 */
static enum outcome judge_transaction(struct store *store, int begin, int count,
                                      const enum outcome *outcomes)
{
    enum outcome outcome = ANSWERED;
    for (int i = begin; i < begin + count && outcome == ANSWERED; i++)
        outcome = outcomes[i];
    if (outcome == MISSED)
        outcome = ANSWERED;
    for (int i = begin; i < begin + count; i++)
        store->questions[i].answered = outcome == ANSWERED;
    return outcome;
}

/** Says how the worst of what was asked ended. */
static enum outcome judge(struct store *store, const enum outcome *outcomes)
{
    enum outcome worst = ANSWERED;
    for (int i = 0, count = 1; i < store->asked; i += count) {
        enum outcome outcome = outcomes[i];
        count = 1;
        while (i + count < store->asked &&
               belong_together(&store->questions[i], &store->questions[i + count]))
            count++;
        if (store->questions[i].transaction)
            outcome = judge_transaction(store, i, count, outcomes);
        else
            store->questions[i].answered = outcome == ANSWERED;
        if (outcome > worst)
            worst = outcome;
    }
    return worst;
}

/** A test's point: the service is killed when the server has this much of a transaction. */
static void fault_after_sending(struct store *store, const struct question *question)
{
    char point[64];
    if (!question->transaction)
        return;
    snprintf(point, sizeof point, "sent %s", statement_name(question->statement));
    if (!fault_is_due(point))
        return;
    while (PQflush(store->connection) == 1)
        continue;
    poll(NULL, 0, FAULT_SETTLE_MS);
    fault_strike();
}

/** A test's point: the service is killed when it knows that a transaction was committed. */
static void fault_after_commit(const struct store *store, const enum outcome *outcomes)
{
    for (int i = 0; i < store->asked; i++)
        if (store->questions[i].statement == STATEMENT_commit && outcomes[i] == ANSWERED &&
            *(const bool *)store->questions[i].place)
            fault_point("committed");
}

/** Asks everything that has no answer yet, and says how the worst of it ended. */
static enum outcome exchange(struct store *store)
{
    enum outcome outcomes[STORE_ASK_MAX] = {ANSWERED}; /* of what was answered before */
    bool sent[STORE_ASK_MAX] = {false};
    int64_t deadline_ms = clock_steady_ms() + store->options.statement_ms_max + STORE_GRACE_MS;
    place_syncs(store);
    for (int i = 0; i < store->asked; i++) {
        sent[i] = !store->questions[i].answered;
        if (sent[i] && !connection_send(store, &store->questions[i])) {
            set_why_connection(store);
            return LOST;
        }
        if (sent[i])
            fault_after_sending(store, &store->questions[i]);
    }
    if (!send_all(store, deadline_ms)) {
        set_why_connection(store);
        return LOST;
    }
    bool lost = false;
    for (int i = 0; i < store->asked; i++) {
        if (!sent[i])
            continue;
        outcomes[i] = lost ? LOST : receive(store, &store->questions[i]);
        lost |= outcomes[i] == LOST;
    }
    fault_after_commit(store, outcomes);
    return judge(store, outcomes);
}

/* --- flush ------------------------------------------------------------------------------- */

/** Whether everything that is still unanswered may be asked a second time. */
static bool only_reads_left(const struct store *store)
{
    for (int i = 0; i < store->asked; i++)
        if (!store->questions[i].answered && is_write(&store->questions[i]))
            return false;
    return true;
}

/** Reads find out by themselves that the server has closed the connection, and are asked again. */
static bool ensure_connected(struct store *store)
{
    if (store->connection && !only_reads_left(store) && !is_open(store))
        connection_drop(store);
    return store->connection || connection_make(store);
}

/** The connection works, but will never do what is asked of it: the server has become a standby, or
 *  a prepared plan no longer fits the schema. */
static bool is_stale(const struct store *store)
{
    return strcmp(store->sqlstate, "25006") == 0 || strcmp(store->sqlstate, "0A000") == 0;
}

static struct result flush_asked(struct store *store)
{
    bool lost_before = false;
    for (int attempt = 1;; attempt++) {
        if (!ensure_connected(store))
            return fail(ERROR_DATABASE_UNAVAILABLE);
        enum outcome outcome = exchange(store);
        if (outcome == ANSWERED)
            return OK;
        if (outcome == LOST || is_stale(store))
            connection_drop(store);
        if (outcome == REFUSED)
            return fail(ERROR_INTERNAL);
        if (outcome == UNAVAILABLE || (outcome == LOST && (lost_before || !only_reads_left(store))))
            return fail(ERROR_DATABASE_UNAVAILABLE);
        if (outcome == ROLLED_BACK && attempt == ROLLED_BACK_MAX)
            return fail(ERROR_DATABASE_UNAVAILABLE);
        lost_before |= outcome == LOST;
    }
}

void store_forget(struct store *store)
{
    store->asked = 0;
    store->parameters = 0;
    store->transactions = 0;
    text_clear(&store->bytes);
}

int store_room(const struct store *store)
{
    return STORE_ASK_MAX - store->asked;
}

void store_ask_begin(struct store *store)
{
    assert(!store->in_transaction);
    store->transactions++;
    store->in_transaction = true;
    ask_begin(store, STATEMENT_begin, read_nothing, NULL);
}

void store_ask_lock_open(struct store *store, const struct uuid *whose)
{
    assert(store->in_transaction);
    ask_begin(store, STATEMENT_lock_open, read_nothing, NULL);
    parameter_uuid(store, whose);
}

/** A COMMIT that ends a transaction which failed says that it rolled back. One whose BEGIN failed
 *  says nothing of that: then the flush fails. */
static bool read_commit(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    *(bool *)place = strcmp(PQcmdStatus((PGresult *)answer), "COMMIT") == 0;
    return true;
}

void store_ask_commit(struct store *store, bool *committed)
{
    assert(store->in_transaction);
    *committed = false;
    ask_begin(store, STATEMENT_commit, read_commit, committed);
    store->in_transaction = false;
}

struct result store_flush(struct store *store)
{
    store->sqlstate[0] = '\0';
    store->left_out[0] = '\0';
    if (store->asked == 0) {
        int64_t now_ms;
        store_ask_now(store, &now_ms);
        return store_flush(store);
    }
    assert(!store->in_transaction);
    struct result result = flush_asked(store);
    store_forget(store);
    return result;
}
