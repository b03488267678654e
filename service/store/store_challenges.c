#include "base/limits.h"
#include "domain/words.h"
#include "store/accounts.h"
#include "store/meeting_row.h"
#include "store/terms_row.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The columns of a challenge in the order in which every statement gives and takes them. */
enum challenge_column {
    CHALLENGE_ID,
    CHALLENGE_MAKER,
    CHALLENGE_MAKER_NAME,
    CHALLENGE_TARGET,
    CHALLENGE_TARGET_NAME,
    CHALLENGE_CODE,
    CHALLENGE_CREATED_AT,
    CHALLENGE_OPENING,
    CHALLENGE_GIVEN_POSITION,
    CHALLENGE_TERMS,
    CHALLENGE_COLOR = CHALLENGE_TERMS + TERMS_COLUMN_COUNT,
    CHALLENGE_SEED,
    CHALLENGE_GUESTS,
    CHALLENGE_METADATA,
    CHALLENGE_FINGERPRINT,
    CHALLENGE_EXPIRES_AT,
    CHALLENGE_VERSION, /* from here on what changes */
    CHALLENGE_STATUS,
    CHALLENGE_TAKEN_BY,
    CHALLENGE_DECLINE_REASON,
    CHALLENGE_UPDATED_AT,
    CHALLENGE_COLUMN_COUNT
};

/* --- to parameters ----------------------------------------------------------------------- */

static void parameter_people(struct store *store, const struct challenge *challenge)
{
    bool open = uuid_is_nil(&challenge->target);
    parameter_uuid(store, &challenge->maker);
    parameter_text(store, challenge->maker_name);
    parameter_uuid_or_null(store, &challenge->target);
    if (open)
        parameter_null(store);
    else
        parameter_text(store, challenge->target_name);
    if (open)
        parameter_text(store, challenge->code);
    else
        parameter_null(store);
}

static void parameter_opening(struct store *store, const struct terms *terms)
{
    char position[REV_POSITION_TEXT_SIZE];
    parameter_text(store, words_opening[terms->opening]);
    if (terms->opening == OPENING_POSITION) {
        rev_position_write(&terms->position, position);
        parameter_text(store, position);
    } else
        parameter_null(store);
}

static void parameter_changing(struct store *store, const struct challenge *challenge)
{
    parameter_int4(store, challenge->version);
    parameter_text(store, words_challenge_status[challenge->status]);
    parameter_uuid_or_null(store, &challenge->taken_by);
    if (challenge->status == CHALLENGE_DECLINED)
        parameter_text(store, words_decline[challenge->reason]);
    else
        parameter_null(store);
    parameter_time(store, challenge->updated_ms);
}

static void add_challenge(struct store *store, const struct challenge *challenge)
{
    ask_begin(store, STATEMENT_add_challenge, read_nothing, NULL);
    parameter_uuid(store, &challenge->id);
    parameter_people(store, challenge);
    parameter_time(store, challenge->created_ms);
    parameter_opening(store, &challenge->terms);
    terms_row_write(store, &challenge->terms);
    parameter_text(store, words_color_wish[challenge->color]);
    parameter_int8(store, (int64_t)challenge->seed);
    parameter_bool(store, challenge->guests);
    parameter_text(store, challenge->metadata);
    parameter_bytes(store, challenge->fingerprint, sizeof challenge->fingerprint);
    parameter_time(store, challenge->expires_ms);
    parameter_changing(store, challenge);
}

static void check_room(struct store *store, const struct challenge *challenge)
{
    ask_begin(store, STATEMENT_check_challenge_room, read_nothing, NULL);
    parameter_uuid(store, &challenge->maker);
    parameter_uuid_or_null(store, &challenge->target);
    parameter_int8(store, CHALLENGES_OPEN_MAX);
    parameter_int8(store, CHALLENGES_OPEN_TO_ONE_MAX);
}

void store_ask_add_challenge(struct store *store, const struct challenge *challenge, bool *added)
{
    store_ask_begin(store);
    store_ask_lock_open(store, &challenge->maker);
    check_room(store, challenge);
    add_challenge(store, challenge);
    if (uuid_is_nil(&challenge->target)) {
        ask_begin(store, STATEMENT_add_invitation_code, read_nothing, NULL);
        parameter_text(store, challenge->code);
        parameter_uuid(store, &challenge->id);
    }
    store_ask_commit(store, added);
}

void store_ask_change_challenge(struct store *store, const struct challenge *challenge)
{
    assert(store->in_transaction);
    ask_begin(store, STATEMENT_change_challenge, read_nothing, NULL);
    parameter_uuid(store, &challenge->id);
    parameter_int4(store, challenge->version - 1);
    parameter_changing(store, challenge);
}

/* --- from rows --------------------------------------------------------------------------- */

static void read_people(struct row *row, struct challenge *challenge)
{
    challenge->maker = column_uuid(row, CHALLENGE_MAKER);
    column_text_copy(row, CHALLENGE_MAKER_NAME, challenge->maker_name,
                     sizeof challenge->maker_name);
    challenge->target = column_uuid_or_nil(row, CHALLENGE_TARGET);
    if (uuid_is_nil(&challenge->target))
        column_text_copy(row, CHALLENGE_CODE, challenge->code, sizeof challenge->code);
    else
        column_text_copy(row, CHALLENGE_TARGET_NAME, challenge->target_name,
                         sizeof challenge->target_name);
}

static void read_opening(struct row *row, struct terms *terms)
{
    size_t length;
    terms->opening = (enum game_opening)column_word(row, CHALLENGE_OPENING, words_opening);
    if (terms->opening != OPENING_POSITION)
        return;
    const char *position = column_text(row, CHALLENGE_GIVEN_POSITION, &length);
    row->bad |= !rev_position_parse(position, length, &terms->position, NULL);
}

static void read_changing(struct row *row, struct challenge *challenge)
{
    challenge->version = column_int4(row, CHALLENGE_VERSION);
    challenge->status =
        (enum challenge_status)column_word(row, CHALLENGE_STATUS, words_challenge_status);
    challenge->taken_by = column_uuid_or_nil(row, CHALLENGE_TAKEN_BY);
    if (challenge->status == CHALLENGE_DECLINED)
        challenge->reason =
            (enum decline_reason)column_word(row, CHALLENGE_DECLINE_REASON, words_decline);
    challenge->updated_ms = column_time(row, CHALLENGE_UPDATED_AT);
}

static void read_row(struct row *row, struct challenge *challenge)
{
    memset(challenge, 0, sizeof *challenge);
    challenge->id = column_uuid(row, CHALLENGE_ID);
    read_people(row, challenge);
    challenge->created_ms = column_time(row, CHALLENGE_CREATED_AT);
    read_opening(row, &challenge->terms);
    terms_row_read(row, CHALLENGE_TERMS, &challenge->terms);
    challenge->color = (enum color_wish)column_word(row, CHALLENGE_COLOR, words_color_wish);
    challenge->seed = (uint64_t)column_int8(row, CHALLENGE_SEED);
    challenge->guests = column_bool(row, CHALLENGE_GUESTS);
    column_text_copy(row, CHALLENGE_METADATA, challenge->metadata, sizeof challenge->metadata);
    column_bytes(row, CHALLENGE_FINGERPRINT, challenge->fingerprint, sizeof challenge->fingerprint);
    challenge->expires_ms = column_time(row, CHALLENGE_EXPIRES_AT);
    read_changing(row, challenge);
}

static bool read_challenge(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct challenge_found *found = place;
    struct row row = {answer, 0, false};
    found->found = PQntuples(answer) > 0;
    if (!found->found)
        return true;
    found->now_ms = column_time(&row, CHALLENGE_COLUMN_COUNT);
    meeting_row_read(&row, CHALLENGE_COLUMN_COUNT + 1, &found->meeting);
    read_row(&row, &found->challenge);
    if (row.bad)
        snprintf(why, WHY_SIZE, "the row of a challenge is impossible");
    return !row.bad;
}

static void ask_one(struct store *store, enum statement statement,
                    struct challenge_found *challenge)
{
    challenge->found = false;
    challenge->now_ms = 0;
    challenge->meeting = (struct meeting){0};
    ask_begin(store, statement, read_challenge, challenge);
}

void store_ask_challenge(struct store *store, const struct uuid *id, const struct uuid *asks,
                         struct challenge_found *challenge)
{
    ask_one(store, STATEMENT_get_challenge, challenge);
    parameter_uuid(store, id);
    parameter_uuid(store, asks);
}

void store_ask_challenge_by_code(struct store *store, const char code[INVITATION_CODE_SIZE],
                                 const struct uuid *asks, struct challenge_found *challenge)
{
    ask_one(store, STATEMENT_get_challenge_by_code, challenge);
    parameter_text(store, code);
    parameter_uuid(store, asks);
}

static bool read_counts(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, false};
    struct challenge_count *count = place;
    count->open = (int)column_int8(&row, 0);
    count->to_target = (int)column_int8(&row, 1);
    return !row.bad;
}

void store_ask_challenge_count(struct store *store, const struct uuid *maker,
                               const struct uuid *target, struct challenge_count *count)
{
    ask_begin(store, STATEMENT_count_open_challenges, read_counts, count);
    parameter_uuid(store, maker);
    parameter_uuid_or_null(store, target);
}

/* --- lists ------------------------------------------------------------------------------- */

void challenge_list_release(struct challenge_list *list)
{
    free(list->challenges);
    *list = (struct challenge_list){0};
}

static bool read_list(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct challenge_list *list = place;
    free(list->challenges);
    list->count = 0;
    list->rows = (struct page_rows){0};
    list->challenges = calloc((size_t)PQntuples(answer) + 1, sizeof *list->challenges);
    if (!list->challenges) {
        snprintf(why, WHY_SIZE, "no memory for %d challenges", PQntuples(answer));
        return false;
    }
    for (struct row row = {answer, 0, false}; row.number < PQntuples(answer); row.number++) {
        struct challenge_found *found = &list->challenges[list->count];
        row.bad = false;
        found->found = true;
        meeting_row_read(&row, CHALLENGE_COLUMN_COUNT, &found->meeting);
        read_row(&row, &found->challenge);
        if (row.bad)
            leave_out_id(why, "challenge", &found->challenge.id);
        list->count += !row.bad;
        page_rows_note(&list->rows, &row, !row.bad, CHALLENGE_UPDATED_AT, CHALLENGE_ID);
    }
    return true;
}

/** Begins a question for challenges, and one for the time with it: an empty list has one too. */
static void ask_list(struct store *store, enum statement statement, struct challenge_list *list)
{
    *list = (struct challenge_list){0};
    store_ask_now(store, &list->now_ms);
    ask_begin(store, statement, read_list, list);
}

void store_ask_challenges(struct store *store, const struct challenge_query *query,
                          struct challenge_list *challenges)
{
    assert(query->limit >= 0 && query->limit <= STORE_PAGE_MAX);
    ask_list(store, STATEMENT_list_challenges, challenges);
    parameter_uuid(store, &query->player);
    parameter_bool(store, query->incoming);
    parameter_bool(store, query->outgoing);
    parameter_time(store, query->after.time_ms ? query->after.time_ms : TIME_LAST);
    parameter_uuid(store, &query->after.id);
    parameter_int8(store, query->limit);
}

void store_ask_challenges_changed(struct store *store, const struct uuid *player, int64_t since_ms,
                                  int limit, struct challenge_list *challenges)
{
    assert(limit >= 0 && limit <= STORE_PAGE_MAX);
    ask_list(store, STATEMENT_list_challenges_changed, challenges);
    parameter_uuid(store, player);
    parameter_time(store, since_ms);
    parameter_int8(store, limit);
}

void store_ask_kept_challenges(struct store *store, const struct uuid *player,
                               const struct page_cursor *after, int limit,
                               struct challenge_list *challenges)
{
    assert(limit >= 0 && limit <= STORE_PAGE_MAX);
    ask_list(store, STATEMENT_list_kept_challenges, challenges);
    parameter_uuid(store, player);
    parameter_time(store, after->time_ms ? after->time_ms : TIME_LAST);
    parameter_uuid(store, &after->id);
    parameter_int8(store, limit);
}

void store_ask_delete_ended_challenges(struct store *store, int64_t before_ms, int limit,
                                       int *deleted)
{
    ask_begin(store, STATEMENT_delete_ended_challenges, read_count, deleted);
    parameter_time(store, before_ms);
    parameter_int8(store, limit);
}
