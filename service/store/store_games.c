#include "base/limits.h"
#include "domain/deadline.h"
#include "store/game_row.h"
#include "store/match_row.h"
#include "store/meeting_row.h"
#include "store/standing_row.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- one game ---------------------------------------------------------------------------- */

static bool read_game(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct game_found *found = place;
    found->found = PQntuples(answer) > 0;
    if (!found->found)
        return true;
    struct row row = {answer, 0, false};
    found->now_ms = column_time(&row, GAME_COLUMN_COUNT);
    return game_row_read(&row, &found->game, why);
}

void store_ask_game(struct store *store, const struct uuid *id, struct game_found *game)
{
    game->found = false;
    game->now_ms = 0;
    game->meeting = (struct meeting){0};
    ask_begin(store, STATEMENT_get_game, read_game, game);
    parameter_uuid(store, id);
}

void store_ask_insert_game(struct store *store, const struct game *game, bool *inserted)
{
    ask_begin(store, STATEMENT_insert_game, read_changed, inserted);
    game_row_settled(store, game);
    game_row_changing(store, game);
}

static void parameter_save(struct store *store, const struct game *game,
                           const struct store_terms *terms)
{
    parameter_uuid(store, &game->id);
    parameter_int4(store, terms->expected_version);
    parameter_bool(store, terms->by_time);
    if (terms->while_alive)
        parameter_int4(store, terms->outage_seq);
    else
        parameter_null(store);
    game_row_changing(store, game);
    parameter_int8(store, HEARTBEAT_STALE_MS);
}

void store_ask_save_game(struct store *store, const struct game *game, int expected_version,
                         bool *saved)
{
    ask_begin(store, STATEMENT_save_game, read_changed, saved);
    parameter_save(store, game, &(struct store_terms){.expected_version = expected_version});
}

/** Within a transaction. */
static void add_game(struct store *store, const struct game *game)
{
    ask_begin(store, STATEMENT_add_game, read_nothing, NULL);
    game_row_settled(store, game);
    game_row_changing(store, game);
}

static void check_present(struct store *store, const struct uuid *player)
{
    ask_begin(store, STATEMENT_check_present, read_nothing, NULL);
    parameter_uuid(store, player);
}

/** Reads what the players of a game are called into it, where that is not what it says. */
static bool read_names(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct game *game = place;
    struct row row = {answer, 0, false};
    if (PQntuples(answer) == 0)
        return true;
    for (int color = REV_BLACK; color <= REV_WHITE; color++)
        column_text_copy(&row, color, game->seats[color].name, sizeof game->seats[color].name);
    return !row.bad;
}

/** Within a transaction, at its end: checks that two may meet in a game, and names them as they are
 *  called now in the one that begins with it. */
static void check_meeting(struct store *store, struct game_change *change)
{
    struct game *begun = change->has_follower ? &change->follower : &change->game;
    const struct uuid *a = &change->game.seats[REV_BLACK].player;
    const struct uuid *b = &change->game.seats[REV_WHITE].player;
    bool ascending = memcmp(a->bytes, b->bytes, sizeof a->bytes) < 0;
    ask_begin(store, STATEMENT_check_unblocked, read_nothing, NULL);
    parameter_uuid(store, a);
    parameter_uuid(store, b);
    check_present(store, ascending ? a : b);
    check_present(store, ascending ? b : a);
    if (!change->begins && !change->has_follower)
        return;
    ask_begin(store, STATEMENT_name_seats, read_names, begun);
    parameter_uuid(store, &begun->id);
}

void store_ask_change(struct store *store, struct game_change *change,
                      const struct store_terms *terms)
{
    assert(store->in_transaction);
    if (change->begins)
        add_game(store, &change->game);
    else {
        ask_begin(store, STATEMENT_change_game, read_nothing, NULL);
        parameter_save(store, &change->game, terms);
    }
    if (change->has_follower)
        add_game(store, &change->follower);
    if (change->has_match)
        match_row_write(store, &change->match);
    standing_rows_write(store, change);
    if (terms->meeting)
        check_meeting(store, change);
}

int store_change_questions(const struct game_change *change)
{
    enum { TRANSACTION = 2, A_PLAYER = 3 }; /* its rating, chips, and ladder */
    return TRANSACTION + 1 + change->has_follower + change->has_match +
           A_PLAYER * change->player_count;
}

void store_ask_save_change(struct store *store, struct game_change *change,
                           const struct store_terms *terms, bool *saved)
{
    if (change->has_follower || change->has_match || change->player_count > 0 || terms->meeting) {
        store_ask_begin(store);
        store_ask_change(store, change, terms);
        store_ask_commit(store, saved);
    } else if (change->begins)
        store_ask_insert_game(store, &change->game, saved);
    else {
        ask_begin(store, STATEMENT_save_game, read_changed, saved);
        parameter_save(store, &change->game, terms);
    }
}

/** Begins a change of the AI's turn of a game, which must still be as it was loaded. */
static void ask_turn(struct store *store, enum statement statement, const struct game *game,
                     bool *changed)
{
    ask_begin(store, statement, read_changed, changed);
    parameter_uuid(store, &game->id);
    parameter_int4(store, game->version);
    parameter_int4(store, game->ai_attempt);
}

void store_ask_claim_ai(struct store *store, const struct game *game, int attempt, int64_t lease_ms,
                        bool *claimed)
{
    ask_turn(store, STATEMENT_claim_ai_turn, game, claimed);
    parameter_int4(store, attempt);
    parameter_int8(store, lease_ms);
}

void store_ask_postpone_ai(struct store *store, const struct game *game, int64_t least_ms,
                           int64_t most_ms, bool *postponed)
{
    ask_turn(store, STATEMENT_postpone_ai_turn, game, postponed);
    parameter_int8(store, least_ms);
    parameter_int8(store, most_ms);
}

void store_ask_wake_ai(struct store *store, const struct uuid players[2], int64_t most_ms,
                       int limit)
{
    ask_begin(store, STATEMENT_wake_ai_turns, read_nothing, NULL);
    parameter_uuid(store, &players[0]);
    parameter_uuid(store, &players[1]);
    parameter_int8(store, most_ms);
    parameter_int8(store, limit);
}

void store_ask_set_aside_ai_turn(struct store *store, const struct uuid *game, int64_t lease_ms,
                                 bool *set_aside)
{
    ask_begin(store, STATEMENT_set_aside_ai_turn, read_changed, set_aside);
    parameter_uuid(store, game);
    parameter_int8(store, lease_ms);
}

void store_ask_set_aside_deadline(struct store *store, const struct uuid *game, int64_t away_ms,
                                  bool *set_aside)
{
    ask_begin(store, STATEMENT_set_aside_deadline, read_changed, set_aside);
    parameter_uuid(store, game);
    parameter_int8(store, away_ms);
}

/* --- lists ------------------------------------------------------------------------------- */

void game_list_release(struct game_list *list)
{
    free(list->games);
    free(list->meetings);
    free(list->impossible);
    *list = (struct game_list){0};
}

static bool no_room(int count, char why[WHY_SIZE])
{
    snprintf(why, WHY_SIZE, "no memory for %d games", count);
    return false;
}

/** Makes room for an answer's rows. False: there is no memory. */
static bool make_room(struct game_list *list, int count, char why[WHY_SIZE])
{
    int64_t now_ms = list->now_ms; /* has an answer of its own */
    game_list_release(list);
    list->now_ms = now_ms;
    list->games = calloc((size_t)count + 1, sizeof *list->games);
    list->meetings = calloc((size_t)count + 1, sizeof *list->meetings);
    return (list->games && list->meetings) || no_room(count, why);
}

/** Notes a row that cannot be read, with the reason. False: there is no memory. */
static bool note_impossible(struct game_list *list, int row, int rows, const struct game *game,
                            const char *why)
{
    if (!list->impossible)
        list->impossible = calloc((size_t)rows, sizeof *list->impossible);
    if (!list->impossible)
        return false;
    struct impossible_game *impossible = &list->impossible[list->impossible_count++];
    *impossible = (struct impossible_game){.id = game->id,
                                           .row = row,
                                           .created_ms = game->created_ms,
                                           .updated_ms = game->updated_ms,
                                           .urgency_ms = game_urgency_ms(game)};
    snprintf(impossible->why, sizeof impossible->why, "%.*s", (int)sizeof impossible->why - 1, why);
    return true;
}

static bool read_games(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct game_list *list = place;
    int rows = PQntuples(answer);
    bool has_meetings = PQnfields(answer) > GAME_COLUMN_COUNT; /* not of live games */
    if (!make_room(list, rows, why))
        return false;
    for (int i = 0; i < rows; i++) {
        struct row row = {answer, i, false};
        struct game *game = &list->games[list->count];
        if (has_meetings)
            meeting_row_read(&row, GAME_COLUMN_COUNT, &list->meetings[list->count]);
        if (game_row_read(&row, game, why))
            list->count++;
        else if (!note_impossible(list, i, rows, game, why))
            return no_room(rows, why);
        why[0] = '\0'; /* that some are impossible is no failure */
    }
    return true;
}

/** Begins a question for games, and one for the time with it: an empty list has one too. */
static void ask_games(struct store *store, enum statement statement, struct game_list *games)
{
    *games = (struct game_list){0};
    store_ask_now(store, &games->now_ms);
    ask_begin(store, statement, read_games, games);
}

/**
 * @param first  the time that comes before all others in the list's order
 */
static void parameter_cursor(struct store *store, const struct page_cursor *after, int64_t first)
{
    parameter_time(store, after->time_ms ? after->time_ms : first);
    parameter_uuid(store, &after->id);
}

static void parameter_limit(struct store *store, int limit)
{
    assert(limit >= 0 && limit <= STORE_PAGE_MAX);
    parameter_int8(store, limit);
}

void store_ask_games(struct store *store, const struct uuid *ids, int count,
                     struct game_list *games)
{
    assert(count >= 0 && count <= STORE_PAGE_MAX);
    ask_games(store, STATEMENT_list_games_by_id, games);
    parameter_uuid_array(store, ids, count);
}

void store_ask_live_games(struct store *store, const struct page_cursor *after, int limit,
                          struct game_list *games)
{
    ask_games(store, STATEMENT_list_live_games, games);
    parameter_cursor(store, after, TIME_LAST);
    parameter_limit(store, limit);
}

void store_ask_my_games(struct store *store, const struct my_games_query *query,
                        struct game_list *games)
{
    enum my_games_state state = query->state;
    bool newest = query->sort == MY_GAMES_BY_UPDATED;
    ask_games(store,
              newest ? STATEMENT_list_player_games_newest : STATEMENT_list_player_games_urgent,
              games);
    parameter_uuid(store, &query->player);
    parameter_bool(store, state != MY_GAMES_FINISHED && state != MY_GAMES_ABORTED);
    parameter_bool(store, state == MY_GAMES_ALL || state == MY_GAMES_FINISHED);
    parameter_bool(store, state == MY_GAMES_ALL || state == MY_GAMES_ABORTED);
    parameter_bool(store, state == MY_GAMES_MY_TURN);
    parameter_time(store, query->changed_since_ms ? query->changed_since_ms : TIME_FIRST);
    parameter_cursor(store, &query->after, newest ? TIME_LAST : TIME_FIRST);
    parameter_limit(store, query->limit);
}

void store_ask_player_games_by_id(struct store *store, const struct uuid *player,
                                  const struct uuid *after, int limit, struct game_list *games)
{
    ask_games(store, STATEMENT_list_player_games_by_id, games);
    parameter_uuid(store, player);
    parameter_uuid(store, after);
    parameter_limit(store, limit);
}

void store_ask_public_games(struct store *store, const struct public_games_query *query,
                            struct game_list *games)
{
    ask_games(store, STATEMENT_list_player_games_public, games);
    parameter_uuid(store, &query->player);
    parameter_bool(store, query->live);
    parameter_bool(store, query->finished);
    parameter_cursor(store, &query->after, TIME_LAST);
    parameter_limit(store, query->limit);
}

void store_ask_ai_turns_left(struct store *store, int limit, struct game_list *games)
{
    ask_games(store, STATEMENT_list_ai_turns_left, games);
    parameter_limit(store, limit);
}

void store_ask_live_games_of(struct store *store, const struct uuid *player,
                             const struct uuid *after, int limit, struct game_list *games)
{
    ask_games(store, STATEMENT_list_live_games_of, games);
    parameter_uuid(store, player);
    parameter_uuid(store, after);
    parameter_limit(store, limit);
}

void store_ask_due_games(struct store *store, int limit, struct game_list *games)
{
    ask_games(store, STATEMENT_list_due_games, games);
    parameter_limit(store, limit);
}

/* --- the time and the schema ------------------------------------------------------------- */

void store_ask_now(struct store *store, int64_t *now_ms)
{
    ask_begin(store, STATEMENT_get_now, read_time, now_ms);
}

static bool read_schema_version(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, false};
    *(int *)place = column_int4(&row, 0);
    return !row.bad;
}

struct result store_schema_version(struct store *store, int *version)
{
    int read;
    ask_begin(store, STATEMENT_get_schema_version, read_schema_version, &read);
    struct result result = store_flush(store);
    if (failed(result) && strcmp(store->sqlstate, "42P01") == 0) { /* undefined_table */
        *version = 0;
        return OK;
    }
    if (!failed(result))
        *version = read;
    return result;
}
