#include "domain/words.h"
#include "store/accounts.h"
#include "store/ladders.h"
#include "store/standing_row.h"
#include "store/terms_row.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* --- ratings ------------------------------------------------------------------------------ */

void rating_row_read(struct row *row, int column, struct rating *rating)
{
    rating->rating = column_int4(row, column);
    rating->games = column_int4(row, column + 1);
    rating->won = column_int4(row, column + 2);
    rating->drawn = column_int4(row, column + 3);
    rating->lost = column_int4(row, column + 4);
    rating->last_rated_ms = column_time(row, column + 5);
    rating->ranked = column_bool(row, column + 6);
    rating->seq = column_int4(row, column + 7);
}

static bool good(const struct row *row, const char *what, char why[WHY_SIZE])
{
    if (row->bad)
        snprintf(why, WHY_SIZE, "%s is impossible", what);
    return !row->bad;
}

static bool read_rating(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct row row = {answer, 0, false};
    if (PQntuples(answer) > 0)
        rating_row_read(&row, 0, place);
    return good(&row, "the row of a rating", why);
}

void store_ask_rating(struct store *store, const struct uuid *player, enum ladder ladder,
                      struct rating *rating)
{
    memset(rating, 0, sizeof *rating);
    ask_begin(store, STATEMENT_get_rating, read_rating, rating);
    parameter_uuid(store, player);
    parameter_text(store, words_ladder[ladder]);
}

/* --- a page of a ladder ------------------------------------------------------------------- */

enum page_column {
    PAGE_TOTAL,
    PAGE_NOW,
    PAGE_RANK, /* null, as all that follow, where the page is empty */
    PAGE_SHARING,
    PAGE_PLAYER,
    PAGE_NAME,
    PAGE_RATING,
    PAGE_GAMES,
    PAGE_WON,
    PAGE_DRAWN,
    PAGE_LOST,
    PAGE_LAST_RATED_AT,
    PAGE_RATING_30D
};

static void read_ladder_row(struct row *row, struct ladder_row *read)
{
    read->rank = column_int8(row, PAGE_RANK);
    read->sharing = column_int8(row, PAGE_SHARING);
    read->player = column_uuid(row, PAGE_PLAYER);
    column_text_copy(row, PAGE_NAME, read->name, sizeof read->name);
    read->rating = (struct rating){
        .rating = column_int4(row, PAGE_RATING),
        .games = column_int4(row, PAGE_GAMES),
        .won = column_int4(row, PAGE_WON),
        .drawn = column_int4(row, PAGE_DRAWN),
        .lost = column_int4(row, PAGE_LOST),
        .last_rated_ms = column_time(row, PAGE_LAST_RATED_AT),
        .ranked = true,
    };
    read->rating_30d = column_int4(row, PAGE_RATING_30D);
}

static void read_ladder_rows(const PGresult *answer, struct ladder_page *page, char why[WHY_SIZE])
{
    int rows = PQntuples(answer);
    for (struct row row = {answer, 0, false}; row.number < rows; row.number++) {
        struct ladder_row *read = &page->rows[page->count];
        row.bad = false;
        read_ladder_row(&row, read);
        if (row.number == rows - 2)
            page->rating_before = read->rating.rating;
        if (row.bad)
            leave_out_id(why, "the place of player", &read->player);
        page->count += !row.bad;
        page_rows_note(&page->read, &row, !row.bad, PAGE_LAST_RATED_AT, PAGE_PLAYER);
    }
}

static bool read_page(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct ladder_page *page = place;
    int rows = PQntuples(answer);
    struct row row = {answer, 0, rows < 1 || rows > STORE_PAGE_MAX};
    if (row.bad)
        return good(&row, "a page of a ladder", why);
    page->total = column_int8(&row, PAGE_TOTAL);
    page->now_ms = column_time(&row, PAGE_NOW);
    if (row.bad || column_is_null(&row, PAGE_PLAYER))
        return good(&row, "a ladder's total", why);
    page->rank = column_int8(&row, PAGE_RANK);
    page->sharing = column_int8(&row, PAGE_SHARING);
    read_ladder_rows(answer, page, why);
    return true;
}

static void ask_page(struct store *store, enum statement statement, enum ladder ladder,
                     struct ladder_page *page)
{
    page->count = 0;
    page->read = (struct page_rows){0};
    page->rank = page->sharing = 0;
    ask_begin(store, statement, read_page, page);
    parameter_text(store, words_ladder[ladder]);
}

void store_ask_ladder_from_rank(struct store *store, enum ladder ladder, int64_t rank, int limit,
                                struct ladder_page *page)
{
    assert(limit <= STORE_PAGE_MAX);
    ask_page(store, STATEMENT_list_ladder_from_rank, ladder, page);
    parameter_int8(store, rank);
    parameter_int8(store, limit);
}

void store_ask_ladder_after(struct store *store, enum ladder ladder,
                            const struct ladder_cursor *after, int limit, struct ladder_page *page)
{
    assert(limit <= STORE_PAGE_MAX);
    ask_page(store, STATEMENT_list_ladder_after, ladder, page);
    parameter_int4(store, after->rating);
    parameter_time(store, after->last_rated_ms);
    parameter_uuid(store, &after->player);
    parameter_int8(store, limit);
}

void store_ask_ladder_around(struct store *store, enum ladder ladder, const struct uuid *player,
                             int around, struct ladder_page *page)
{
    assert(2 * around + 1 <= STORE_PAGE_MAX);
    ask_page(store, STATEMENT_list_ladder_around, ladder, page);
    parameter_uuid(store, player);
    parameter_int8(store, around);
}

/* --- the whole ---------------------------------------------------------------------------- */

static bool read_total(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct ladder_total *total = place;
    struct row row = {answer, 0, false};
    total->players = column_int8(&row, 0);
    total->now_ms = column_time(&row, 1);
    return good(&row, "a ladder's total", why);
}

void store_ask_ladder_total(struct store *store, enum ladder ladder, struct ladder_total *total)
{
    ask_begin(store, STATEMENT_get_ladder_total, read_total, total);
    parameter_text(store, words_ladder[ladder]);
}

static bool read_steps(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct ladder_steps *steps = place;
    int rows = PQntuples(answer);
    struct row row = {answer, 0, rows < 1 || rows > LADDER_STEPS_MAX};
    if (row.bad)
        return good(&row, "how a ladder is spread", why);
    steps->now_ms = column_time(&row, 0);
    for (; !row.bad && row.number < rows && !column_is_null(&row, 1); row.number++) {
        struct ladder_step *step = &steps->steps[steps->count++];
        step->points = column_int4(&row, 1);
        step->players = column_int8(&row, 2);
    }
    return good(&row, "how a ladder is spread", why);
}

void store_ask_ladder_steps(struct store *store, enum ladder ladder, int points,
                            struct ladder_steps *steps)
{
    steps->count = 0;
    ask_begin(store, STATEMENT_list_ladder_points, read_steps, steps);
    parameter_text(store, words_ladder[ladder]);
    parameter_int4(store, points);
}

/* --- journals ----------------------------------------------------------------------------- */

static bool read_rating_entries(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct rating_entries *list = place;
    for (struct row row = {answer, 0, false}; row.number < PQntuples(answer); row.number++) {
        struct rating_entry *entry = &list->entries[list->count];
        row.bad = false;
        entry->seq = column_int4(&row, 0);
        entry->game = column_uuid(&row, 1);
        entry->opponent = column_uuid(&row, 2);
        strcpy(entry->opponent_name, DELETED_PLAYER_NAME);
        if (!column_is_null(&row, 3))
            column_text_copy(&row, 3, entry->opponent_name, sizeof entry->opponent_name);
        entry->score = (enum elo_score)(column_word(&row, 4, words_result) * ELO_DREW);
        entry->before = column_int4(&row, 5);
        entry->after = column_int4(&row, 6);
        entry->rated_ms = column_time(&row, 7);
        if (row.bad)
            leave_out(why, "change %d of a rating", entry->seq);
        list->count += !row.bad;
        page_rows_note_number(&list->rows, &row, !row.bad, 0);
    }
    return true;
}

static int before_or_all(int before)
{
    return before == 0 ? INT_MAX : before;
}

void store_ask_rating_entries(struct store *store, const struct uuid *player, enum ladder ladder,
                              int before, int limit, struct rating_entries *entries)
{
    assert(limit <= STORE_PAGE_MAX);
    entries->count = 0;
    entries->rows = (struct page_rows){0};
    ask_begin(store, STATEMENT_list_rating_changes, read_rating_entries, entries);
    parameter_uuid(store, player);
    parameter_text(store, words_ladder[ladder]);
    parameter_int4(store, before_or_all(before));
    parameter_int8(store, limit);
}

static bool read_versus(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct versus *versus = place;
    struct row row = {answer, 0, false};
    versus->won = column_int8(&row, 0);
    versus->drawn = column_int8(&row, 1);
    versus->lost = column_int8(&row, 2);
    versus->rated_won = column_int8(&row, 3);
    versus->rated_drawn = column_int8(&row, 4);
    versus->rated_lost = column_int8(&row, 5);
    return good(&row, "a count of games", why);
}

void store_ask_versus(struct store *store, const struct uuid *player, const struct uuid *other,
                      struct versus *versus)
{
    ask_begin(store, STATEMENT_count_versus, read_versus, versus);
    parameter_uuid(store, player);
    parameter_uuid(store, other);
}

/** Reads the placements of a game. False: they are none. */
static bool read_course(const char *moves, size_t length, struct course *course)
{
    bool good = length % 2 == 0 && length / 2 <= COURSE_PLIES_MAX;
    course->plies = good ? (uint8_t)(length / 2) : 0;
    for (int ply = 0; ply < course->plies; ply++) {
        int square = rev_square_parse(moves + (size_t)2 * (size_t)ply, 2);
        good &= square != REV_NO_SQUARE;
        course->squares[ply] = (uint8_t)square;
    }
    return good;
}

static bool read_rated_games(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct rated_games *list = place;
    int rows = PQntuples(answer);
    list->more = rows > RATED_GAMES_MAX;
    rows = list->more ? RATED_GAMES_MAX : rows;
    for (struct row row = {answer, 0, false}; row.number < rows; row.number++) {
        size_t length;
        row.bad = false;
        struct uuid id = column_uuid(&row, 0);
        const char *moves = column_text(&row, 1, &length);
        row.bad |= !read_course(moves, length, &list->games[list->count]);
        if (row.bad)
            leave_out_id(why, "rated game", &id);
        list->more |= row.bad;
        list->count += !row.bad;
    }
    return true;
}

void store_ask_rated_games(struct store *store, const struct uuid *player,
                           struct rated_games *games)
{
    games->count = 0;
    games->more = false;
    ask_begin(store, STATEMENT_list_rated_moves, read_rated_games, games);
    parameter_uuid(store, player);
    parameter_int8(store, RATED_GAMES_MAX + 1);
}

static bool read_chip_rows(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct chip_rows *list = place;
    for (struct row row = {answer, 0, false}; row.number < PQntuples(answer); row.number++) {
        struct chip_row *read = &list->entries[list->count];
        row.bad = false;
        read->seq = column_int4(&row, 0);
        read->entry.kind = (enum chip_kind)column_word(&row, 1, words_chip_kind);
        read->entry.amount = column_int4(&row, 2);
        read->entry.aside = column_int4(&row, 3);
        read->entry.balance = column_int8(&row, 4);
        read->game = column_uuid_or_nil(&row, 5);
        read->entered_ms = column_time(&row, 6);
        if (row.bad)
            leave_out(why, "movement %d of chips", read->seq);
        list->count += !row.bad;
        page_rows_note_number(&list->rows, &row, !row.bad, 0);
    }
    return true;
}

void store_ask_chip_rows(struct store *store, const struct uuid *player, int before, int limit,
                         struct chip_rows *rows)
{
    assert(limit <= STORE_PAGE_MAX);
    rows->count = 0;
    rows->rows = (struct page_rows){0};
    ask_begin(store, STATEMENT_list_chip_entries, read_chip_rows, rows);
    parameter_uuid(store, player);
    parameter_int4(store, before_or_all(before));
    parameter_int8(store, limit);
}

/* --- upkeep ------------------------------------------------------------------------------- */

static bool read_folded(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct ladder_fold *fold = place;
    struct row row = {answer, 0, false};
    fold->folded = (int)column_int8(&row, 0);
    fold->impossible = (int)column_int8(&row, 1);
    return good(&row, "a count of deltas", why);
}

void store_ask_fold_ladder(struct store *store, enum ladder ladder, int limit,
                           struct ladder_fold *fold)
{
    *fold = (struct ladder_fold){0};
    ask_begin(store, STATEMENT_fold_ladder, read_folded, fold);
    parameter_text(store, words_ladder[ladder]);
    parameter_int8(store, limit);
}

static bool read_ranked(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct ranked_list *list = place;
    int rows = PQntuples(answer);
    struct row row = {answer, 0, rows > STORE_INACTIVE_MAX};
    for (; !row.bad && row.number < rows; row.number++) {
        struct ranked *ranked = &list->ranked[list->count++];
        ranked->player = column_uuid(&row, 0);
        ranked->ladder = (enum ladder)column_word(&row, 1, words_ladder);
        rating_row_read(&row, 2, &ranked->rating);
    }
    return good(&row, "the row of a rating", why);
}

void store_ask_inactive(struct store *store, int64_t before_ms, int limit, struct ranked_list *list)
{
    assert(limit <= STORE_INACTIVE_MAX);
    list->count = 0;
    ask_begin(store, STATEMENT_list_inactive_ratings, read_ranked, list);
    parameter_time(store, before_ms);
    parameter_int8(store, limit);
}

void store_ask_leave_ladder(struct store *store, const struct uuid *player, enum ladder ladder,
                            const struct rating *rating)
{
    struct rating after;
    assert(store->in_transaction);
    rating_unrank(rating, &after);
    ask_begin(store, STATEMENT_unrank_rating, read_nothing, NULL);
    parameter_uuid(store, player);
    parameter_text(store, words_ladder[ladder]);
    parameter_int4(store, rating->seq);
    ladder_delta_write(store, player, ladder, rating, &after);
}

void store_ask_unrank(struct store *store, const struct ranked *ranked, bool *done)
{
    store_ask_begin(store);
    store_ask_leave_ladder(store, &ranked->player, ranked->ladder, &ranked->rating);
    store_ask_commit(store, done);
}
