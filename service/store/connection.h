/**
 * Inside of a store: the connection, and what has been asked but not yet sent.
 *
 * For this folder only. A question is put together by ask_begin and one parameter_… call for each
 * parameter, in order; its answer is read by the function given to ask_begin.
 *
 * Everything travels in PostgreSQL's binary formats: times are exact, and nothing is spelt out and
 * parsed again.
 */
#ifndef REVERSID_STORE_CONNECTION_H
#define REVERSID_STORE_CONNECTION_H

#include "base/text.h"
#include "store/statements.h"
#include "store/store.h"

#include <libpq-fe.h>

enum {
    STATEMENT_PARAMETERS_MAX = 65, /* inserting a game */
    PARAMETERS_MAX = STORE_ASK_MAX * STATEMENT_PARAMETERS_MAX,
    WHY_SIZE = 512,
    /* What a server may take beyond statement_timeout before it counts as frozen. */
    STORE_GRACE_MS = 1000
};

/**
 * Reads an answer into the places that the question named.
 *
 * @param place  as given to ask_begin
 * @param why    "" at first; set, it says why the answer is impossible, or what was left out of it
 * @return       false: the answer is impossible
 */
typedef bool (*answer_reader)(const PGresult *answer, void *place, char why[WHY_SIZE]);

/** Where a parameter lies in the store's bytes. */
struct parameter {
    size_t offset;
    int length; /* -1: null */
};

struct question {
    enum statement statement;
    answer_reader read;
    void *place;
    int parameters_from;
    int parameters;
    int transaction; /* which one it belongs to; 0: none, a write is one of its own */
    bool prepares;   /* its statement is being prepared along with it */
    bool syncs;      /* a synchronisation point follows it */
    bool answered;
};

/**
 * Invariants: connection is NULL or in pipeline mode, non-blocking, with nothing in flight and no
 * transaction open between two flushes; prepared[s] if the connection's server has prepared s;
 * asked is 0 after a flush.
 */
struct store {
    struct store_options options;
    PGconn *connection;
    bool prepared[STATEMENT_COUNT];
    int64_t connect_again_ms; /* steady clock: no attempt before */
    int backoff_ms;           /* 0: the last attempt succeeded */
    int transactions;         /* that were begun since the last flush */
    bool in_transaction;      /* what is asked now belongs to the last of them */
    int asked;
    struct question questions[STORE_ASK_MAX];
    int parameters;
    struct parameter parameter[PARAMETERS_MAX];
    struct text bytes;    /* of all parameters */
    char sqlstate[5 + 1]; /* of the last statement that failed in this flush; "" for none */
    char why[WHY_SIZE];
    char left_out[WHY_SIZE]; /* of this flush's lists */
};

/**
 * Makes the connection unless it is time to hold back; waits for it up to connect_ms_max.
 *
 * @return  false: there is none, `why` has the reason
 */
bool connection_make(struct store *store);

/** Closes it, if there is one. */
void connection_drop(struct store *store);

/** Queues a question on the connection, preparing its statement where that is new to it; sets
 * `prepares`. False: the connection is broken. */
bool connection_send(struct store *store, struct question *question);

/** Forgets all that was asked and not flushed. */
void store_forget(struct store *store);

/**
 * Begins a question; between store_ask_begin and store_ask_commit one of that transaction, in which
 * a write must fail where it changes no row, by dividing by zero. The place may be NULL where the
 * reader takes none.
 */
void ask_begin(struct store *store, enum statement statement, answer_reader read, void *place);

void parameter_null(struct store *store);
void parameter_bool(struct store *store, bool value);
void parameter_int4(struct store *store, int32_t value);
void parameter_int8(struct store *store, int64_t value);
void parameter_text(struct store *store, const char *value);
void parameter_bytes(struct store *store, const uint8_t *value, size_t length);
void parameter_uuid(struct store *store, const struct uuid *value);

/** TIME_FIRST and TIME_LAST stand for PostgreSQL's -infinity and infinity. */
void parameter_time(struct store *store, int64_t time_ms);
void parameter_int4_array(struct store *store, const int32_t *values, int count);

/** Of SHA-256 hashes. */
void parameter_hash_array(struct store *store, const uint8_t hashes[][SHA256_SIZE], int count);
void parameter_uuid_array(struct store *store, const struct uuid *values, int count);

#define TIME_FIRST INT64_MIN
#define TIME_LAST INT64_MAX

/**
 * A row of an answer being read. `bad` is set by the first column that is null or has another size
 * than its type; the value read is zero then, and whoever reads looks at `bad` once at the end.
 */
struct row {
    const PGresult *answer;
    int number;
    bool bad;
};

bool column_is_null(const struct row *row, int column);
bool column_bool(struct row *row, int column);
int32_t column_int4(struct row *row, int column);
int64_t column_int8(struct row *row, int column);
int64_t column_time(struct row *row, int column);
struct uuid column_uuid(struct row *row, int column);

/** The column's bytes, NUL-terminated; the answer's own. */
const char *column_text(struct row *row, int column, size_t *length);

/** Copies text; bad where it does not fit with its NUL. */
void column_text_copy(struct row *row, int column, char *text, size_t size);

/** Copies exactly `length` bytes. */
void column_bytes(struct row *row, int column, uint8_t *bytes, size_t length);

/** Copies exactly `count` integers of an array without nulls. */
void column_int4_array(struct row *row, int column, int32_t *values, int count);

/** Says in `why` what was left out of a list, after what it says already, as far as there is room.
 */
__attribute__((format(printf, 2, 3))) void leave_out(char why[WHY_SIZE], const char *format, ...);

/** The same for something with an id. */
void leave_out_id(char why[WHY_SIZE], const char *what, const struct uuid *id);

/**
 * Takes note of the rows of a page, each, in order.
 *
 * @param listed  it is an item of the list
 * @param time    the columns of the key by which the list is ordered, a time and a UUID
 */
void page_rows_note(struct page_rows *rows, const struct row *row, bool listed, int time, int id);

/** The same where the key is a number, an int4. */
void page_rows_note_number(struct page_rows *rows, const struct row *row, bool listed, int number);

/** The key of a study: the columns id and strength, which stand first. */
struct study_key study_row_key(struct row *row);

/** Reads whether a statement changed a row into a bool. For answer_reader. */
bool read_changed(const PGresult *answer, void *place, char why[WHY_SIZE]);

/** Takes no notice of what came back. For answer_reader. */
bool read_nothing(const PGresult *answer, void *place, char why[WHY_SIZE]);

/** Of a statement that answers with one number. `place` is an int. */
bool read_count(const PGresult *answer, void *place, char why[WHY_SIZE]);

/** Of one that answers with one time. `place` is an int64_t. */
bool read_time(const PGresult *answer, void *place, char why[WHY_SIZE]);

#endif
