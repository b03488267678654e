#include "base/limits.h"
#include "store/connection.h"

static bool read_pulse(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct pulse *pulse = place;
    struct row row = {answer, 0, PQntuples(answer) != 1};
    if (row.bad)
        return false;
    pulse->beat_ms = column_time(&row, 0);
    pulse->outage_seq = column_int4(&row, 1);
    pulse->now_ms = column_time(&row, 2);
    return !row.bad;
}

void store_ask_pulse(struct store *store, struct pulse *pulse)
{
    ask_begin(store, STATEMENT_get_pulse, read_pulse, pulse);
}

void store_ask_renew_heartbeat(struct store *store, bool *alive)
{
    ask_begin(store, STATEMENT_renew_heartbeat, read_changed, alive);
    parameter_int8(store, HEARTBEAT_STALE_MS);
}

void store_ask_note_outage(struct store *store, int64_t beat_ms, bool *noted)
{
    ask_begin(store, STATEMENT_note_outage, read_changed, noted);
    parameter_time(store, beat_ms);
    parameter_int8(store, HEARTBEAT_STALE_MS);
}

static bool read_outages(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct outage_list *list = place;
    for (list->count = 0; list->count < PQntuples(answer); list->count++) {
        struct row row = {answer, list->count, false};
        list->outages[list->count] = (struct outage){
            .seq = column_int4(&row, 0),
            .from_ms = column_time(&row, 1),
            .to_ms = column_time(&row, 2),
        };
        if (row.bad)
            return false;
    }
    return true;
}

void store_ask_delete_old_outages(struct store *store, int64_t before_ms, int limit, int *deleted)
{
    ask_begin(store, STATEMENT_delete_old_outages, read_count, deleted);
    parameter_time(store, before_ms);
    parameter_int8(store, limit);
}

void store_ask_outages(struct store *store, int seq, int64_t ended_after_ms,
                       struct outage_list *outages)
{
    outages->count = 0;
    ask_begin(store, STATEMENT_list_outages, read_outages, outages);
    parameter_int4(store, seq);
    parameter_time(store, ended_after_ms);
    parameter_int8(store, STORE_OUTAGES_MAX);
}
