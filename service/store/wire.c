/* Parameters and columns in PostgreSQL's binary formats: big-endian integers, times as microseconds
   since 2000, arrays with a header of five integers. Source: the send and recv functions that the
   PostgreSQL manual names for each type. */

#include "store/connection.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { OID_BYTEA = 17, OID_INT4 = 23, OID_UUID = 2950 };

static const int64_t epoch_2000_ms = INT64_C(946684800000);

static void put_be(uint8_t *bytes, uint64_t value, int size)
{
    for (int i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value >> 8 * (size - 1 - i));
}

static uint64_t get_be(const char *bytes, int size)
{
    uint64_t value = 0;
    for (int i = 0; i < size; i++)
        value = value << 8 | (uint8_t)bytes[i];
    return value;
}

/* --- parameters -------------------------------------------------------------------------- */

void ask_begin(struct store *store, enum statement statement, answer_reader read, void *place)
{
    assert(store->asked < STORE_ASK_MAX);
    store->questions[store->asked++] = (struct question){
        .statement = statement,
        .read = read,
        .place = place,
        .parameters_from = store->parameters,
        .transaction = store->in_transaction ? store->transactions : 0,
    };
}

static struct parameter *parameter_begin(struct store *store)
{
    assert(store->asked > 0 && store->parameters < PARAMETERS_MAX);
    store->questions[store->asked - 1].parameters++;
    struct parameter *parameter = &store->parameter[store->parameters++];
    *parameter = (struct parameter){store->bytes.length, 0};
    return parameter;
}

void parameter_null(struct store *store)
{
    parameter_begin(store)->length = -1;
}

void parameter_bytes(struct store *store, const uint8_t *value, size_t length)
{
    parameter_begin(store)->length = (int)length;
    text_append(&store->bytes, (const char *)value, length);
}

void parameter_text(struct store *store, const char *value)
{
    parameter_bytes(store, (const uint8_t *)value, strlen(value));
}

void parameter_uuid(struct store *store, const struct uuid *value)
{
    parameter_bytes(store, value->bytes, sizeof value->bytes);
}

void parameter_bool(struct store *store, bool value)
{
    uint8_t byte = value;
    parameter_bytes(store, &byte, 1);
}

void parameter_int4(struct store *store, int32_t value)
{
    uint8_t bytes[4];
    put_be(bytes, (uint32_t)value, 4);
    parameter_bytes(store, bytes, sizeof bytes);
}

void parameter_int8(struct store *store, int64_t value)
{
    uint8_t bytes[8];
    put_be(bytes, (uint64_t)value, 8);
    parameter_bytes(store, bytes, sizeof bytes);
}

void parameter_time(struct store *store, int64_t time_ms)
{
    if (time_ms == TIME_FIRST || time_ms == TIME_LAST)
        parameter_int8(store, time_ms);
    else
        parameter_int8(store, (time_ms - epoch_2000_ms) * 1000);
}

/** Dimensions, no nulls, element type, then for the one dimension its length and lower bound. */
static void put_array_header(struct text *bytes, uint32_t type, int count)
{
    const uint32_t header[] = {1, 0, type, (uint32_t)count, 1};
    for (size_t i = 0; i < sizeof header / sizeof header[0]; i++) {
        uint8_t field[4];
        put_be(field, header[i], 4);
        text_append(bytes, (const char *)field, sizeof field);
    }
}

static void put_array_element(struct text *bytes, const uint8_t *value, uint32_t size)
{
    uint8_t length[4];
    put_be(length, size, 4);
    text_append(bytes, (const char *)length, sizeof length);
    text_append(bytes, (const char *)value, size);
}

void parameter_int4_array(struct store *store, const int32_t *values, int count)
{
    struct parameter *parameter = parameter_begin(store);
    put_array_header(&store->bytes, OID_INT4, count);
    for (int i = 0; i < count; i++) {
        uint8_t value[4];
        put_be(value, (uint32_t)values[i], 4);
        put_array_element(&store->bytes, value, sizeof value);
    }
    parameter->length = (int)(store->bytes.length - parameter->offset);
}

void parameter_uuid_array(struct store *store, const struct uuid *values, int count)
{
    struct parameter *parameter = parameter_begin(store);
    put_array_header(&store->bytes, OID_UUID, count);
    for (int i = 0; i < count; i++)
        put_array_element(&store->bytes, values[i].bytes, sizeof values[i].bytes);
    parameter->length = (int)(store->bytes.length - parameter->offset);
}

void parameter_hash_array(struct store *store, const uint8_t hashes[][SHA256_SIZE], int count)
{
    struct parameter *parameter = parameter_begin(store);
    put_array_header(&store->bytes, OID_BYTEA, count);
    for (int i = 0; i < count; i++)
        put_array_element(&store->bytes, hashes[i], SHA256_SIZE);
    parameter->length = (int)(store->bytes.length - parameter->offset);
}

/* --- columns ----------------------------------------------------------------------------- */

bool column_is_null(const struct row *row, int column)
{
    return PQgetisnull(row->answer, row->number, column);
}

/** The bytes of a column that must have a certain length; NULL and `bad` otherwise. */
static const char *column_of(struct row *row, int column, size_t length)
{
    if (column_is_null(row, column) ||
        (size_t)PQgetlength(row->answer, row->number, column) != length) {
        row->bad = true;
        return NULL;
    }
    return PQgetvalue(row->answer, row->number, column);
}

bool column_bool(struct row *row, int column)
{
    const char *bytes = column_of(row, column, 1);
    return bytes && *bytes;
}

int32_t column_int4(struct row *row, int column)
{
    const char *bytes = column_of(row, column, 4);
    return bytes ? (int32_t)(uint32_t)get_be(bytes, 4) : 0;
}

int64_t column_int8(struct row *row, int column)
{
    const char *bytes = column_of(row, column, 8);
    return bytes ? (int64_t)get_be(bytes, 8) : 0;
}

int64_t column_time(struct row *row, int column)
{
    int64_t us = column_int8(row, column);
    int64_t ms = us / 1000 - (us % 1000 < 0); /* the millisecond that has begun */
    return row->bad ? 0 : ms + epoch_2000_ms;
}

void column_bytes(struct row *row, int column, uint8_t *bytes, size_t length)
{
    const char *value = column_of(row, column, length);
    if (value)
        memcpy(bytes, value, length);
    else
        memset(bytes, 0, length);
}

struct uuid column_uuid(struct row *row, int column)
{
    struct uuid id;
    column_bytes(row, column, id.bytes, sizeof id.bytes);
    return id;
}

const char *column_text(struct row *row, int column, size_t *length)
{
    if (column_is_null(row, column))
        row->bad = true;
    *length = (size_t)PQgetlength(row->answer, row->number, column);
    return PQgetvalue(row->answer, row->number, column);
}

void column_text_copy(struct row *row, int column, char *text, size_t size)
{
    size_t length;
    const char *value = column_text(row, column, &length);
    if (length >= size) {
        row->bad = true;
        length = 0;
    }
    memcpy(text, value, length);
    text[length] = '\0';
}

void column_int4_array(struct row *row, int column, int32_t *values, int count)
{
    enum { HEADER = 5 * 4, ELEMENT = 4 + 4, EMPTY_HEADER = 3 * 4 };
    size_t length = count ? HEADER + (size_t)count * ELEMENT : EMPTY_HEADER;
    const char *bytes = column_of(row, column, length);
    if (!bytes)
        return;
    if (get_be(bytes, 4) != (count ? 1 : 0) || get_be(bytes + 8, 4) != OID_INT4)
        row->bad = true;
    for (int i = 0; i < count; i++) {
        const char *element = bytes + HEADER + (size_t)i * ELEMENT;
        if (get_be(element, 4) != 4)
            row->bad = true;
        values[i] = (int32_t)(uint32_t)get_be(element + 4, 4);
    }
}

/* --- rows of lists ----------------------------------------------------------------------- */

void leave_out(char why[WHY_SIZE], const char *format, ...)
{
    size_t used = strlen(why);
    if (used > 0 && used + 2 < WHY_SIZE)
        used += (size_t)snprintf(why + used, WHY_SIZE - used, ", ");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why + used, WHY_SIZE - used, format, arguments);
    va_end(arguments);
}

void leave_out_id(char why[WHY_SIZE], const char *what, const struct uuid *id)
{
    char text[UUID_TEXT_SIZE];
    uuid_write(id, text);
    leave_out(why, "%s %s", what, text);
}

static void note(struct page_rows *rows, const struct row *row, bool listed, struct page_cursor key)
{
    rows->count = row->number + 1;
    if (row->number == PQntuples(row->answer) - 2)
        rows->before = key;
    rows->has_last = listed;
}

void page_rows_note(struct page_rows *rows, const struct row *row, bool listed, int time, int id)
{
    struct row key = {row->answer, row->number, false};
    note(rows, row, listed, (struct page_cursor){column_time(&key, time), column_uuid(&key, id)});
}

void page_rows_note_number(struct page_rows *rows, const struct row *row, bool listed, int number)
{
    struct row key = {row->answer, row->number, false};
    note(rows, row, listed, (struct page_cursor){.time_ms = column_int4(&key, number)});
}

/* --- answers of statements that change rows ---------------------------------------------- */

bool read_changed(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    *(bool *)place = strcmp(PQcmdTuples((PGresult *)answer), "0") != 0;
    return true;
}

bool read_nothing(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)answer, (void)place, (void)why;
    return true;
}

bool read_count(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, PQntuples(answer) != 1};
    if (row.bad)
        return false;
    *(int *)place = (int)column_int8(&row, 0);
    return !row.bad;
}

bool read_time(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, PQntuples(answer) != 1};
    if (row.bad)
        return false;
    *(int64_t *)place = column_time(&row, 0);
    return !row.bad;
}
