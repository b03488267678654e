#include "domain/words.h"
#include "store/accounts.h"
#include "store/connection.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** The columns of a study in the order in which every statement gives and takes them. */
enum study_column {
    STUDY_ID,
    STUDY_STRENGTH,
    STUDY_CALLER,
    STUDY_HAS_TOKEN,
    STUDY_CREATED_AT,
    STUDY_POSITIONS,
    STUDY_STEPS,
    STUDY_NODES_MAX,
    STUDY_DEPTH_MAX,
    STUDY_EXACT_EMPTIES_MAX,
    STUDY_FINGERPRINT,
    STUDY_VERSION,
    STUDY_STATUS,
    STUDY_STEP,
    STUDY_STAGE,
    STUDY_DEPTH,
    STUDY_NODES,
    STUDY_UPDATED_AT,
    STUDY_CLAIM,
    STUDY_ATTEMPT,
    STUDY_COLUMN_COUNT
};

/* By enum study_strength; and by what is stored of enum study_status: whether it is queued or
   running is what its lease says. */
static const char *const strengths[] = {"quick", "standard", "deep", "own", NULL};
static const char *const statuses[] = {"open", "open", "done", "failed", NULL};

static void parameter_key(struct store *store, const struct study_key *key)
{
    parameter_uuid(store, &key->id);
    parameter_text(store, strengths[key->strength]);
}

/* --- one study --------------------------------------------------------------------------- */

static int read_word(struct row *row, int column, const char *const *words)
{
    size_t length;
    const char *text = column_text(row, column, &length);
    int index = words_index(words, text, length);
    if (index < 0)
        row->bad = true;
    return index < 0 ? 0 : index;
}

struct study_key study_row_key(struct row *row)
{
    struct study_key key = {.id = column_uuid(row, STUDY_ID)};
    key.strength = (enum study_strength)read_word(row, STUDY_STRENGTH, strengths);
    return key;
}

static void read_settled(struct row *row, struct study *study)
{
    study->key = study_row_key(row);
    study->caller = column_uuid(row, STUDY_CALLER);
    study->has_token = column_bool(row, STUDY_HAS_TOKEN);
    study->created_ms = column_time(row, STUDY_CREATED_AT);
    column_text_copy(row, STUDY_POSITIONS, study->positions, sizeof study->positions);
    study->steps = column_int4(row, STUDY_STEPS);
    study->budget.nodes_max = (uint64_t)column_int8(row, STUDY_NODES_MAX);
    study->budget.depth_max = column_int4(row, STUDY_DEPTH_MAX);
    study->budget.exact_empties_max = column_int4(row, STUDY_EXACT_EMPTIES_MAX);
    column_bytes(row, STUDY_FINGERPRINT, study->fingerprint, sizeof study->fingerprint);
}

static bool read_row(struct row *row, struct study *study, char why[WHY_SIZE])
{
    memset(study, 0, sizeof *study);
    read_settled(row, study);
    study->version = column_int4(row, STUDY_VERSION);
    study->status = (enum study_status)read_word(row, STUDY_STATUS, statuses);
    study->step = column_int4(row, STUDY_STEP);
    study->stage = column_int4(row, STUDY_STAGE);
    study->depth = column_int4(row, STUDY_DEPTH);
    study->nodes = (uint64_t)column_int8(row, STUDY_NODES);
    study->updated_ms = column_time(row, STUDY_UPDATED_AT);
    study->claim = column_int4(row, STUDY_CLAIM);
    study->attempt = column_int4(row, STUDY_ATTEMPT);
    if (study->status == STUDY_QUEUED && column_bool(row, STUDY_COLUMN_COUNT))
        study->status = STUDY_RUNNING;
    if (row->bad)
        snprintf(why, WHY_SIZE, "the row of a study is impossible");
    return !row->bad;
}

static bool read_study(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct study_found *found = place;
    found->found = PQntuples(answer) > 0;
    if (!found->found)
        return true;
    struct row row = {answer, 0, false};
    found->now_ms = column_time(&row, STUDY_COLUMN_COUNT + 1);
    return read_row(&row, &found->study, why);
}

void store_ask_study(struct store *store, const struct study_key *key, struct study_found *study)
{
    study->found = false;
    study->now_ms = 0;
    ask_begin(store, STATEMENT_get_study, read_study, study);
    parameter_key(store, key);
}

void store_ask_study_room(struct store *store, const struct uuid *caller, int most)
{
    store_ask_lock_open(store, caller);
    ask_begin(store, STATEMENT_check_study_room, read_nothing, NULL);
    parameter_uuid(store, caller);
    parameter_int8(store, most);
}

void store_ask_insert_study(struct store *store, const struct study *study, bool *inserted)
{
    ask_begin(store, STATEMENT_insert_study, read_changed, inserted);
    parameter_key(store, &study->key);
    parameter_uuid(store, &study->caller);
    parameter_bool(store, study->has_token);
    parameter_time(store, study->created_ms);
    parameter_text(store, study->positions);
    parameter_int4(store, study->steps);
    parameter_int8(store, (int64_t)study->budget.nodes_max);
    parameter_int4(store, study->budget.depth_max);
    parameter_int4(store, study->budget.exact_empties_max);
    parameter_bytes(store, study->fingerprint, sizeof study->fingerprint);
    parameter_int4(store, study->version);
    parameter_text(store, statuses[study->status]);
    parameter_int4(store, study->step);
    parameter_int4(store, study->stage);
    parameter_int4(store, study->depth);
    parameter_int8(store, (int64_t)study->nodes);
    parameter_time(store, study->updated_ms);
    parameter_int4(store, study->claim);
    parameter_int4(store, study->attempt);
}

/* --- how much there is, and what is due -------------------------------------------------- */

static bool read_load(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct study_load *load = place;
    struct row row = {answer, 0, false};
    (void)why;
    load->queued = (int)column_int8(&row, 0);
    load->running = (int)column_int8(&row, 1);
    load->callers = (int)column_int8(&row, 2);
    return !row.bad;
}

void store_ask_study_load(struct store *store, const struct uuid *caller, struct study_load *load)
{
    ask_begin(store, STATEMENT_get_study_load, read_load, load);
    parameter_uuid(store, caller);
}

/** Those that can be: one impossible row must keep no other study waiting. */
static bool read_due(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct study_list *list = place;
    list->count = list->impossible_count = 0;
    for (int i = 0; i < PQntuples(answer); i++) {
        struct row row = {answer, i, false};
        struct study *study = &list->studies[list->count];
        if (read_row(&row, study, why))
            list->count++;
        else
            list->impossible[list->impossible_count++] = study->key;
        why[0] = '\0'; /* that some are impossible is no failure */
    }
    return true;
}

void store_ask_studies_due(struct store *store, int limit, struct study_list *studies)
{
    assert(limit >= 0 && limit <= STORE_STUDIES_MAX);
    studies->count = studies->impossible_count = 0;
    ask_begin(store, STATEMENT_list_studies_due, read_due, studies);
    parameter_int8(store, limit);
}

/* --- pages ------------------------------------------------------------------------------- */

void study_page_release(struct study_page *page)
{
    free(page->studies);
    *page = (struct study_page){0};
}

static bool read_page(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct study_page *page = place;
    char row_why[WHY_SIZE];
    study_page_release(page);
    page->studies = calloc((size_t)PQntuples(answer) + 1, sizeof *page->studies);
    if (!page->studies) {
        snprintf(why, WHY_SIZE, "no memory for %d studies", PQntuples(answer));
        return false;
    }
    for (struct row row = {answer, 0, false}; row.number < PQntuples(answer); row.number++) {
        struct study *study = &page->studies[page->count];
        row.bad = false;
        if (read_row(&row, study, row_why))
            page->count++;
        else
            leave_out_id(why, "study", &study->key.id);
        page_rows_note(&page->rows, &row, !row.bad, STUDY_CREATED_AT, STUDY_ID);
    }
    return true;
}

void store_ask_kept_studies(struct store *store, const struct uuid *player, bool reviews,
                            const struct page_cursor *after, int limit, struct study_page *page)
{
    assert(limit >= 0 && limit <= STORE_PAGE_MAX);
    *page = (struct study_page){0};
    ask_begin(store, STATEMENT_list_kept_studies, read_page, page);
    parameter_uuid(store, player);
    parameter_bool(store, reviews);
    parameter_time(store, after->time_ms ? after->time_ms : TIME_LAST);
    parameter_uuid(store, &after->id);
    parameter_int8(store, limit);
}

/* --- claims ------------------------------------------------------------------------------ */

void store_ask_claim_study(struct store *store, const struct study *study, int lease_ms,
                           bool *claimed)
{
    ask_begin(store, STATEMENT_claim_study, read_changed, claimed);
    parameter_key(store, &study->key);
    parameter_int4(store, study->claim);
    parameter_int8(store, lease_ms);
}

void store_ask_renew_study(struct store *store, const struct study_key *key, int claim,
                           int lease_ms, bool *renewed)
{
    ask_begin(store, STATEMENT_renew_study, read_changed, renewed);
    parameter_key(store, key);
    parameter_int4(store, claim);
    parameter_int8(store, lease_ms);
}

void store_ask_release_study(struct store *store, const struct study_key *key, int claim,
                             bool *released)
{
    ask_begin(store, STATEMENT_release_study, read_changed, released);
    parameter_key(store, key);
    parameter_int4(store, claim);
}

void store_ask_fail_study(struct store *store, const struct study *study, bool *given_up)
{
    ask_begin(store, STATEMENT_fail_study, read_changed, given_up);
    parameter_key(store, &study->key);
    parameter_int4(store, study->claim);
}

void store_ask_restart_study(struct store *store, const struct study_key *key,
                             const struct uuid *caller, bool *restarted)
{
    ask_begin(store, STATEMENT_restart_study, read_changed, restarted);
    parameter_key(store, key);
    parameter_uuid(store, caller);
}

void store_ask_set_aside_study(struct store *store, const struct study_key *key, int64_t away_ms,
                               bool *set_aside)
{
    ask_begin(store, STATEMENT_set_aside_study, read_changed, set_aside);
    parameter_key(store, key);
    parameter_int8(store, away_ms);
}

void store_ask_delete_study(struct store *store, const struct study_key *key, bool *deleted)
{
    ask_begin(store, STATEMENT_delete_study, read_changed, deleted);
    parameter_key(store, key);
}

void store_ask_delete_ended_analyses(struct store *store, int64_t before_ms, int limit,
                                     int *deleted)
{
    ask_begin(store, STATEMENT_delete_ended_analyses, read_count, deleted);
    parameter_time(store, before_ms);
    parameter_int8(store, limit);
}

/* --- results ----------------------------------------------------------------------------- */

/* A move is written as its line, a colon, its score, and a sign for what is known of that. */
enum { EXACT_SIGN = '=', BOUND_SIGN = '<' };

static void write_move(const struct rev_root_move *move, struct text *out)
{
    char square[REV_SQUARE_TEXT_SIZE];
    for (int i = 0; i < move->line_length; i++) {
        rev_square_write(move->line[i], square);
        text_puts(out, square);
    }
    text_printf(out, ":%d", move->score);
    if (move->exact)
        text_putc(out, EXACT_SIGN);
    if (move->bound)
        text_putc(out, BOUND_SIGN);
}

static void parameter_moves(struct store *store, const struct rev_result *result)
{
    TEXT_CLEANUP struct text moves = {0};
    for (int i = 0; i < result->move_count; i++) {
        if (i > 0)
            text_putc(&moves, ' ');
        write_move(&result->moves[i], &moves);
    }
    parameter_text(store, moves.data ? moves.data : "");
}

void store_ask_save_study(struct store *store, const struct study *study, int step,
                          const struct rev_result *result, int lease_ms, bool *saved)
{
    ask_begin(store, STATEMENT_save_study, read_changed, saved);
    parameter_key(store, &study->key);
    parameter_int4(store, study->claim);
    parameter_int4(store, study->version);
    parameter_text(store, statuses[study->status]);
    parameter_int4(store, study->step);
    parameter_int4(store, study->stage);
    parameter_int4(store, study->depth);
    parameter_int8(store, (int64_t)study->nodes);
    parameter_int8(store, lease_ms);
    parameter_int4(store, step);
    parameter_bool(store, result->exact);
    parameter_int4(store, result->confidence);
    parameter_int8(store, (int64_t)result->nodes);
    parameter_moves(store, result);
}

/** Reads one move up to a blank or the end. False: that is none. */
static bool read_move(const char **at, struct rev_root_move *move)
{
    const char *text = *at;
    *move = (struct rev_root_move){0};
    for (; *text != ':'; text += 2) {
        int square = text[0] && text[1] ? rev_square_parse(text, 2) : REV_NO_SQUARE;
        if (square == REV_NO_SQUARE || move->line_length == REV_LINE_MAX)
            return false;
        move->line[move->line_length++] = (uint8_t)square;
    }
    char *end;
    long score = strtol(text + 1, &end, 10);
    if (end == text + 1 || move->line_length == 0 || labs(score) > REV_SCORE_MAX)
        return false;
    move->square = move->line[0];
    move->score = (int)score;
    move->exact = *end == EXACT_SIGN;
    end += move->exact;
    move->bound = *end == BOUND_SIGN;
    *at = end + move->bound;
    return true;
}

/** Reads all moves. False: the text is malformed. */
static bool read_moves(const char *text, struct rev_result *result)
{
    while (*text) {
        if (result->move_count == REV_ROOT_MOVES_MAX ||
            !read_move(&text, &result->moves[result->move_count++]))
            return false;
        if (*text == ' ' && text[1])
            text++;
        else if (*text)
            return false;
    }
    return true;
}

static bool read_result(struct row *row, int step, struct rev_result *result)
{
    size_t length;
    result->depth = column_int4(row, 1);
    result->exact = column_bool(row, 2);
    result->confidence = column_int4(row, 3);
    result->nodes = (uint64_t)column_int8(row, 4);
    const char *moves = column_text(row, 5, &length);
    return column_int4(row, 0) == step && !row->bad && read_moves(moves, result);
}

void study_results_release(struct study_results *results)
{
    free(results->results);
    *results = (struct study_results){0};
}

static bool read_results(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct study_results *results = place;
    study_results_release(results);
    results->results = calloc((size_t)PQntuples(answer) + 1, sizeof *results->results);
    if (!results->results) {
        snprintf(why, WHY_SIZE, "no memory for %d results", PQntuples(answer));
        return false;
    }
    for (; results->count < PQntuples(answer); results->count++) {
        struct row row = {answer, results->count, false};
        if (!read_result(&row, results->count, &results->results[results->count])) {
            snprintf(why, WHY_SIZE, "the result of a study's step is impossible");
            return false;
        }
    }
    return true;
}

void store_ask_study_results(struct store *store, const struct study_key *key,
                             struct study_results *results)
{
    *results = (struct study_results){0};
    ask_begin(store, STATEMENT_list_study_results, read_results, results);
    parameter_key(store, key);
}
