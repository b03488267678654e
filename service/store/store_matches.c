#include "domain/words.h"
#include "store/match_row.h"

#include <stdio.h>

enum match_column {
    MATCH_ID,
    MATCH_CREATED_AT,
    MATCH_WINS_NEEDED,
    MATCH_VERSION, /* from here on what changes */
    MATCH_STATUS,
    MATCH_GAME_NUMBER,
    MATCH_FIRST_WINS,
    MATCH_SECOND_WINS,
    MATCH_WINNER,
    MATCH_REASON,
    MATCH_UPDATED_AT,
    MATCH_COLUMN_COUNT
};

/* Indexed by side. */
static const char *const words_side[] = {"first", "second", NULL};

static void parameter_changing(struct store *store, const struct match *match)
{
    parameter_int4(store, match->version);
    parameter_text(store, words_status[match->status]);
    parameter_int4(store, match->game_number);
    parameter_int4(store, match->wins[0]);
    parameter_int4(store, match->wins[1]);
    if (match->winner == MATCH_NO_SIDE) {
        parameter_null(store);
        parameter_null(store);
    } else {
        parameter_text(store, words_side[match->winner]);
        parameter_text(store, words_match_reason[match->reason]);
    }
    parameter_time(store, match->updated_ms);
}

void match_row_write(struct store *store, const struct match *match)
{
    bool is_new = match->version == 1;
    ask_begin(store, is_new ? STATEMENT_add_match : STATEMENT_change_match, read_nothing, NULL);
    parameter_uuid(store, &match->id);
    if (is_new) {
        parameter_time(store, match->created_ms);
        parameter_int4(store, match->wins_needed);
    } else
        parameter_int4(store, match->version - 1);
    parameter_changing(store, match);
}

/** The index of a word in its list; bad if it is none of them. */
static int column_word(struct row *row, int column, const char *const *words)
{
    size_t length;
    const char *text = column_text(row, column, &length);
    int index = words_index(words, text, length);
    row->bad |= index < 0;
    return index < 0 ? 0 : index;
}

static bool read_match(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct match_found *found = place;
    struct match *match = &found->match;
    found->found = PQntuples(answer) > 0;
    if (!found->found)
        return true;
    struct row row = {answer, 0, false};
    match->id = column_uuid(&row, MATCH_ID);
    match->created_ms = column_time(&row, MATCH_CREATED_AT);
    match->wins_needed = column_int4(&row, MATCH_WINS_NEEDED);
    match->version = column_int4(&row, MATCH_VERSION);
    match->status = (enum game_status)column_word(&row, MATCH_STATUS, words_status);
    match->game_number = column_int4(&row, MATCH_GAME_NUMBER);
    match->wins[0] = column_int4(&row, MATCH_FIRST_WINS);
    match->wins[1] = column_int4(&row, MATCH_SECOND_WINS);
    match->winner = MATCH_NO_SIDE;
    match->reason = MATCH_NOT_DECIDED;
    if (match->status == GAME_FINISHED) {
        match->winner = column_word(&row, MATCH_WINNER, words_side);
        match->reason = (enum match_reason)column_word(&row, MATCH_REASON, words_match_reason);
    }
    match->updated_ms = column_time(&row, MATCH_UPDATED_AT);
    found->now_ms = column_time(&row, MATCH_COLUMN_COUNT);
    if (row.bad)
        snprintf(why, WHY_SIZE, "the row of a match is impossible");
    return !row.bad;
}

void store_ask_match(struct store *store, const struct uuid *id, struct match_found *match)
{
    match->found = false;
    match->now_ms = 0;
    ask_begin(store, STATEMENT_get_match, read_match, match);
    parameter_uuid(store, id);
}
