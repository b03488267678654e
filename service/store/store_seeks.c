#include "domain/words.h"
#include "store/accounts.h"
#include "store/terms_row.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The columns of a seek in the order in which every statement gives and takes them. */
enum seek_column {
    SEEK_ID,
    SEEK_PLAYER,
    SEEK_PLAYER_NAME,
    SEEK_GUEST,
    SEEK_CREATED_AT,
    SEEK_OPENING,
    SEEK_TERMS,
    SEEK_COLOR = SEEK_TERMS + TERMS_COLUMN_COUNT,
    SEEK_SEED,
    SEEK_RATING,
    SEEK_RATING_MIN,
    SEEK_RATING_MAX,
    SEEK_FINGERPRINT,
    SEEK_VERSION, /* from here on what changes */
    SEEK_STATUS_NOW,
    SEEK_GAME_ID,
    SEEK_WITHDRAWN_REASON,
    SEEK_UPDATED_AT,
    SEEK_ALIVE_UNTIL,
    SEEK_COLUMN_COUNT
};

/* --- to parameters ----------------------------------------------------------------------- */

static void parameter_changing(struct store *store, const struct seek *seek)
{
    parameter_int4(store, seek->version);
    parameter_text(store, words_seek_status[seek->status]);
    parameter_uuid_or_null(store, &seek->game);
    if (seek->withdrawal != WITHDRAWN_NOT)
        parameter_text(store, words_withdrawal[seek->withdrawal]);
    else
        parameter_null(store);
    parameter_time(store, seek->updated_ms);
}

void store_ask_add_seek(struct store *store, const struct seek *seek)
{
    assert(store->in_transaction);
    ask_begin(store, STATEMENT_add_seek, read_nothing, NULL);
    parameter_uuid(store, &seek->id);
    parameter_uuid(store, &seek->player);
    parameter_text(store, seek->player_name);
    parameter_bool(store, seek->guest);
    parameter_time(store, seek->created_ms);
    parameter_text(store, words_opening[seek->terms.opening]);
    terms_row_write(store, &seek->terms);
    parameter_text(store, words_color_wish[seek->color]);
    parameter_int8(store, (int64_t)seek->seed);
    parameter_int4(store, seek->rating);
    parameter_int4(store, seek->rating_min);
    parameter_int4(store, seek->rating_max);
    parameter_bytes(store, seek->fingerprint, sizeof seek->fingerprint);
    parameter_changing(store, seek);
    parameter_time(store, seek->alive_until_ms);
}

void store_ask_change_seek(struct store *store, const struct seek *seek)
{
    assert(store->in_transaction);
    ask_begin(store, STATEMENT_change_seek, read_nothing, NULL);
    parameter_uuid(store, &seek->id);
    parameter_int4(store, seek->version - 1);
    parameter_changing(store, seek);
}

void store_ask_renew_seek(struct store *store, const struct seek *seek, bool *renewed)
{
    ask_begin(store, STATEMENT_renew_seek, read_changed, renewed);
    parameter_uuid(store, &seek->id);
    parameter_time(store, seek->alive_until_ms);
    parameter_bool(store, seek->guest);
    parameter_int4(store, seek->rating);
}

/* --- from rows --------------------------------------------------------------------------- */

static void read_row(struct row *row, struct seek *seek)
{
    memset(seek, 0, sizeof *seek);
    seek->id = column_uuid(row, SEEK_ID);
    seek->player = column_uuid(row, SEEK_PLAYER);
    column_text_copy(row, SEEK_PLAYER_NAME, seek->player_name, sizeof seek->player_name);
    seek->guest = column_bool(row, SEEK_GUEST);
    seek->created_ms = column_time(row, SEEK_CREATED_AT);
    seek->terms.opening = (enum game_opening)column_word(row, SEEK_OPENING, words_opening);
    terms_row_read(row, SEEK_TERMS, &seek->terms);
    seek->color = (enum color_wish)column_word(row, SEEK_COLOR, words_color_wish);
    seek->seed = (uint64_t)column_int8(row, SEEK_SEED);
    seek->rating = column_int4(row, SEEK_RATING);
    seek->rating_min = column_int4(row, SEEK_RATING_MIN);
    seek->rating_max = column_int4(row, SEEK_RATING_MAX);
    column_bytes(row, SEEK_FINGERPRINT, seek->fingerprint, sizeof seek->fingerprint);
    seek->version = column_int4(row, SEEK_VERSION);
    seek->status = (enum seek_status)column_word(row, SEEK_STATUS_NOW, words_seek_status);
    seek->game = column_uuid_or_nil(row, SEEK_GAME_ID);
    if (!column_is_null(row, SEEK_WITHDRAWN_REASON))
        seek->withdrawal =
            (enum seek_withdrawal)column_word(row, SEEK_WITHDRAWN_REASON, words_withdrawal);
    seek->updated_ms = column_time(row, SEEK_UPDATED_AT);
    seek->alive_until_ms = column_time(row, SEEK_ALIVE_UNTIL);
}

static bool read_seek(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct seek_found *found = place;
    struct row row = {answer, 0, false};
    found->found = PQntuples(answer) > 0;
    if (!found->found)
        return true;
    found->now_ms = column_time(&row, SEEK_COLUMN_COUNT);
    read_row(&row, &found->seek);
    if (row.bad)
        snprintf(why, WHY_SIZE, "the row of a seek is impossible");
    return !row.bad;
}

void store_ask_seek(struct store *store, const struct uuid *id, struct seek_found *seek)
{
    seek->found = false;
    seek->now_ms = 0;
    ask_begin(store, STATEMENT_get_seek, read_seek, seek);
    parameter_uuid(store, id);
}

/* --- who seeks --------------------------------------------------------------------------- */

static bool read_seekers(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct seekers *seekers = place;
    bool bad = false;
    for (int i = 0; i < PQntuples(answer); i++) {
        struct row row = {answer, i, false};
        struct uuid player = column_uuid(&row, 0);
        int seq = column_int4(&row, 1);
        for (int j = 0; j < seekers->count; j++)
            if (uuid_equal(&seekers->seekers[j].player, &player))
                seekers->seekers[j].seq = seq;
        bad |= row.bad;
    }
    return !bad;
}

void store_ask_seekers(struct store *store, struct seekers *seekers)
{
    struct uuid players[SEEKERS_MAX];
    assert(seekers->count <= SEEKERS_MAX);
    for (int i = 0; i < seekers->count; i++) {
        players[i] = seekers->seekers[i].player;
        seekers->seekers[i].seq = 0;
    }
    ask_begin(store, STATEMENT_list_seekers, read_seekers, seekers);
    parameter_uuid_array(store, players, seekers->count);
}

void store_ask_advance_seeker(struct store *store, const struct seeker *seeker)
{
    assert(store->in_transaction);
    ask_begin(store, STATEMENT_advance_seeker, read_nothing, NULL);
    parameter_uuid(store, &seeker->player);
    parameter_int4(store, seeker->seq);
}

/* --- lists ------------------------------------------------------------------------------- */

void seek_list_release(struct seek_list *list)
{
    free(list->seeks);
    *list = (struct seek_list){0};
}

/** @param time  the column by which the list is ordered */
static bool read_ordered(const PGresult *answer, struct seek_list *list, int time,
                         char why[WHY_SIZE])
{
    free(list->seeks);
    list->count = 0;
    list->rows = (struct page_rows){0};
    list->seeks = calloc((size_t)PQntuples(answer) + 1, sizeof *list->seeks);
    if (!list->seeks) {
        snprintf(why, WHY_SIZE, "no memory for %d seeks", PQntuples(answer));
        return false;
    }
    for (struct row row = {answer, 0, false}; row.number < PQntuples(answer); row.number++) {
        struct seek *seek = &list->seeks[list->count];
        row.bad = false;
        read_row(&row, seek);
        if (row.bad)
            leave_out_id(why, "seek", &seek->id);
        list->count += !row.bad;
        page_rows_note(&list->rows, &row, !row.bad, time, SEEK_ID);
    }
    return true;
}

static bool read_list(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    return read_ordered(answer, place, SEEK_CREATED_AT, why);
}

static bool read_kept(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    return read_ordered(answer, place, SEEK_UPDATED_AT, why);
}

/** Begins a question for seeks, and one for the time with it: an empty list has one too. */
static void ask_list(struct store *store, enum statement statement, struct seek_list *list)
{
    *list = (struct seek_list){0};
    store_ask_now(store, &list->now_ms);
    ask_begin(store, statement, read_list, list);
}

void store_ask_seeks_of(struct store *store, const struct uuid *players, int count,
                        struct seek_list *seeks)
{
    assert(count <= SEEKERS_MAX);
    ask_list(store, STATEMENT_list_seeks_of_players, seeks);
    parameter_uuid_array(store, players, count);
}

void store_ask_seeks_changed(struct store *store, const struct uuid *player, int64_t since_ms,
                             int limit, struct seek_list *seeks)
{
    assert(limit >= 0 && limit <= STORE_PAGE_MAX);
    ask_list(store, STATEMENT_list_seeks_changed, seeks);
    parameter_uuid(store, player);
    parameter_time(store, since_ms);
    parameter_int8(store, limit);
}

void store_ask_kept_seeks(struct store *store, const struct uuid *player,
                          const struct page_cursor *after, int limit, struct seek_list *seeks)
{
    assert(limit >= 0 && limit <= STORE_PAGE_MAX);
    *seeks = (struct seek_list){0};
    store_ask_now(store, &seeks->now_ms);
    ask_begin(store, STATEMENT_list_kept_seeks, read_kept, seeks);
    parameter_uuid(store, player);
    parameter_time(store, after->time_ms ? after->time_ms : TIME_LAST);
    parameter_uuid(store, &after->id);
    parameter_int8(store, limit);
}

static void ask_page(struct store *store, enum statement statement, const struct uuid *player,
                     const struct page_cursor *after, int limit, struct seek_list *seeks)
{
    assert(limit >= 0 && limit <= STORE_PAGE_MAX);
    ask_list(store, statement, seeks);
    parameter_uuid(store, player);
    parameter_time(store, after->time_ms ? after->time_ms : TIME_LAST);
    parameter_uuid(store, &after->id);
    parameter_int8(store, limit);
}

void store_ask_open_seeks(struct store *store, const struct uuid *player,
                          const struct page_cursor *after, int limit, struct seek_list *seeks)
{
    ask_page(store, STATEMENT_list_open_seeks, player, after, limit, seeks);
}

void store_ask_my_seeks(struct store *store, const struct uuid *player,
                        const struct page_cursor *after, int limit, struct seek_list *seeks)
{
    ask_page(store, STATEMENT_list_my_seeks, player, after, limit, seeks);
}

void store_ask_staked_seeks(struct store *store, const struct uuid *after, int limit,
                            struct seek_list *seeks)
{
    assert(limit >= 0 && limit <= STORE_PAGE_MAX);
    ask_list(store, STATEMENT_list_staked_seeks, seeks);
    parameter_uuid(store, after);
    parameter_int8(store, limit);
}

void store_ask_seek_candidates(struct store *store, const struct seek *seek, int limit,
                               struct seek_list *seeks)
{
    ask_list(store, STATEMENT_list_seek_candidates, seeks);
    parameter_uuid(store, &seek->player);
    parameter_text(store, words_opening[seek->terms.opening]);
    parameter_text(store, words_clock[seek->terms.clock.kind]);
    parameter_int4(store, seek->terms.clock.amount);
    parameter_text(store, words_on_timeout[seek->terms.clock.on_timeout]);
    parameter_int4(store, seek->terms.wins_needed);
    parameter_bool(store, seek_is_rated(seek));
    parameter_text(store, words_color_wish[seek->color]);
    parameter_int4(store, seek->rating);
    parameter_int4(store, seek->rating_min);
    parameter_int4(store, seek->rating_max);
    parameter_int8(store, limit);
    parameter_bool(store, seek->terms.staked);
}

void store_ask_delete_ended_seeks(struct store *store, int64_t before_ms, int limit, int *deleted)
{
    ask_begin(store, STATEMENT_delete_ended_seeks, read_count, deleted);
    parameter_time(store, before_ms);
    parameter_int8(store, limit);
}
