/* Lists of games: what belongs on them, in which order, page by page without gaps or repeats. */

#include "database.h"
#include "domain/deadline.h"
#include "store_fixture.h"
#include "suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 7, MANY = 60 };

/** A list of ids as it was gathered from pages. */
struct gathered {
    struct uuid ids[4 * MANY];
    int count;
};

static int times_in(const struct gathered *gathered, const struct uuid *id)
{
    int times = 0;
    for (int i = 0; i < gathered->count; i++)
        times += uuid_equal(&gathered->ids[i], id);
    return times;
}

/** Adds a page; those of its games that are among the test's own must be as they were inserted. */
static void gather(struct gathered *gathered, const struct game_list *page,
                   const struct game games[MANY])
{
    for (int i = 0; i < page->count; i++) {
        ck_assert_int_lt(gathered->count, (int)(sizeof gathered->ids / sizeof gathered->ids[0]));
        gathered->ids[gathered->count++] = page->games[i].id;
        for (int j = 0; j < MANY; j++)
            if (uuid_equal(&page->games[i].id, &games[j].id))
                fixture_equal(&page->games[i], &games[j]);
    }
}

/** Moves the AI to the other seat. */
static void swap_seats(struct game *game)
{
    struct seat seat = game->seats[REV_BLACK];
    game->seats[REV_BLACK] = game->seats[REV_WHITE];
    game->seats[REV_WHITE] = seat;
}

static void make_local(struct game *game)
{
    game->seats[REV_WHITE] = game->seats[REV_BLACK];
}

static void finish(struct game *game)
{
    game->status = GAME_FINISHED;
    game->reason = REASON_RESIGNATION;
    game->winner = WINNER_BLACK;
}

/* --- by id ------------------------------------------------------------------------------- */

START_TEST(games_by_id_are_those_that_exist)
{
    struct random random = random_for("games_by_id_are_those_that_exist");
    struct store *store = fixture_store();
    struct uuid ids[STORE_PAGE_MAX];
    struct game games[2] = {fixture_any_game(&random), fixture_any_game(&random)};
    for (int i = 0; i < STORE_PAGE_MAX; i++)
        ids[i] = fixture_id(&random);
    ids[3] = games[0].id;
    ids[STORE_PAGE_MAX - 1] = games[1].id;
    fixture_insert(store, &games[0]);
    fixture_insert(store, &games[1]);

    struct game_list list;
    store_ask_games(store, ids, STORE_PAGE_MAX, &list);
    fixture_flush(store);
    ck_assert_int_eq(list.count, 2);
    ck_assert_int_gt(list.now_ms, 0);
    int first = uuid_equal(&list.games[0].id, &games[0].id) ? 0 : 1;
    fixture_equal(&list.games[0], &games[first]);
    fixture_equal(&list.games[1], &games[1 - first]);
    game_list_release(&list);

    store_ask_games(store, ids, 0, &list);
    fixture_flush(store);
    ck_assert_int_eq(list.count, 0);
    ck_assert_int_gt(list.now_ms, 0);
    game_list_release(&list);
    store_free(store);
}
END_TEST

START_TEST(an_impossible_row_is_left_out_of_a_list_and_named)
{
    struct random random = random_for("an_impossible_row_is_left_out_of_a_list_and_named");
    struct store *store = fixture_store();
    struct uuid player = fixture_id(&random);
    struct game games[2] = {fixture_game(&random, &player), fixture_game(&random, &player)};
    struct uuid ids[2] = {games[0].id, games[1].id};
    char id[UUID_TEXT_SIZE];
    fixture_play(&random, &games[1], 2);
    fixture_insert(store, &games[0]);
    fixture_insert(store, &games[1]);
    uuid_write(&ids[1], id);
    database_change("UPDATE games SET moves = 'a1a2' WHERE id = '%s'", id);
    struct game_list list;
    store_ask_games(store, ids, 2, &list);
    fixture_flush(store);
    ck_assert_int_eq(list.count, 1);
    ck_assert(uuid_equal(&list.games[0].id, &ids[0]));
    ck_assert_int_eq(list.impossible_count, 1);
    ck_assert(uuid_equal(&list.impossible[0].id, &ids[1]));
    ck_assert_int_eq(list.impossible[0].created_ms, games[1].created_ms);
    ck_assert_int_eq(list.impossible[0].updated_ms, games[1].updated_ms);
    ck_assert_int_eq(list.impossible[0].urgency_ms, game_urgency_ms(&games[1]));
    ck_assert_ptr_nonnull(strstr(list.impossible[0].why, "its moves are illegal"));
    game_list_release(&list);
    store_free(store);
}
END_TEST

/* --- live games -------------------------------------------------------------------------- */

static struct game insert_live(struct random *random, struct store *store, int64_t created_ms)
{
    struct uuid player = fixture_id(random);
    struct game game = fixture_game(random, &player);
    game.visibility = VISIBILITY_PUBLIC;
    game.created_ms = created_ms;
    fixture_insert(store, &game);
    return game;
}

START_TEST(live_games_page_without_gaps_or_repeats_while_others_begin)
{
    struct random random = random_for("live_games_page_without_gaps_or_repeats");
    struct store *store = fixture_store();
    /* A stretch of time of this test's own, with several games in the same millisecond. */
    int64_t end_ms = INT64_C(100000000000) + random_below(&random, INT32_MAX);
    struct game games[MANY];
    for (int i = 0; i < MANY; i++)
        games[i] = insert_live(&random, store, end_ms - i / 3);
    struct gathered gathered = {0};
    struct page_cursor after = {.time_ms = end_ms + 1};
    while (gathered.count < MANY) {
        struct game_list page;
        store_ask_live_games(store, &after, PAGE, &page);
        fixture_flush(store);
        ck_assert_int_gt(page.count, 0);
        for (int i = 0; i + 1 < page.count; i++)
            ck_assert_int_ge(page.games[i].created_ms, page.games[i + 1].created_ms);
        gather(&gathered, &page, games);
        after.time_ms = page.games[page.count - 1].created_ms;
        after.id = page.games[page.count - 1].id;
        game_list_release(&page);
        (void)insert_live(&random, store, end_ms + 2); /* newer: before all pages */
    }
    for (int i = 0; i < MANY; i++)
        ck_assert_int_eq(times_in(&gathered, &games[i].id), 1);
    store_free(store);
}
END_TEST

START_TEST(unlisted_and_ended_games_are_not_among_the_live)
{
    struct random random = random_for("unlisted_and_ended_games_are_not_among_the_live");
    struct store *store = fixture_store();
    struct uuid player = fixture_id(&random);
    struct game unlisted = fixture_game(&random, &player), over = unlisted;
    int64_t far_ms = INT64_C(4000000000000) + random_below(&random, INT32_MAX);
    unlisted.created_ms = over.created_ms = far_ms;
    over.id = fixture_id(&random);
    over.visibility = VISIBILITY_PUBLIC;
    finish(&over);
    fixture_insert(store, &unlisted);
    fixture_insert(store, &over);
    struct game watched = insert_live(&random, store, far_ms);
    struct game_list page;
    struct page_cursor start = {0}, after = {.time_ms = far_ms + 1};
    store_ask_live_games(store, &after, PAGE, &page);
    fixture_flush(store);
    ck_assert_int_ge(page.count, 1);
    ck_assert(uuid_equal(&page.games[0].id, &watched.id));
    for (int i = 0; i < page.count; i++)
        ck_assert(page.games[i].status == GAME_LIVE &&
                  page.games[i].visibility == VISIBILITY_PUBLIC);
    game_list_release(&page);
    store_ask_live_games(store, &start, 1, &page);
    fixture_flush(store);
    ck_assert_int_eq(page.count, 1);
    ck_assert_int_ge(page.games[0].created_ms, far_ms);
    game_list_release(&page);
    store_free(store);
}
END_TEST

/* --- a player's games -------------------------------------------------------------------- */

/** Whether a game belongs on a player's list. The player holds every human seat. */
static bool belongs(const struct game *game, const struct my_games_query *query)
{
    bool live = game->status == GAME_LIVE;
    if (game->updated_ms < query->changed_since_ms)
        return false;
    switch (query->state) {
    case MY_GAMES_MY_TURN:
        return live && game->seats[game->rules.now.turn].kind == SEAT_HUMAN;
    case MY_GAMES_LIVE:
        return live;
    case MY_GAMES_FINISHED:
        return game->status == GAME_FINISHED;
    case MY_GAMES_ABORTED:
        return game->status == GAME_ABORTED;
    case MY_GAMES_ALL:
        break;
    }
    return true;
}

/** Games of one player: as black, as white, on one device; live and over; some at the same time. */
static void insert_mine(struct random *random, struct store *store, const struct uuid *player,
                        struct game games[MANY], int64_t begin_ms)
{
    for (int i = 0; i < MANY; i++) {
        games[i] = fixture_game(random, player);
        if (i % 3 == 1)
            swap_seats(&games[i]);
        if (i % 3 == 2)
            make_local(&games[i]);
        fixture_play(random, &games[i], random_below(random, 6));
        if (random_below(random, 3) == 0)
            finish(&games[i]);
        else if (random_below(random, 4) == 0)
            games[i].status = GAME_ABORTED;
        games[i].updated_ms = begin_ms + random_below(random, MANY / 2);
        if (games[i].status == GAME_LIVE && random_below(random, 2))
            games[i].deadline_ms = begin_ms + random_below(random, MANY);
        fixture_insert(store, &games[i]);
    }
}

/** What a list is ordered by. */
static int64_t key_of(const struct game *game, enum my_games_sort sort)
{
    return sort == MY_GAMES_BY_UPDATED ? game->updated_ms : game_urgency_ms(game);
}

/** Pages through a list and holds it against what belongs on it. */
static void check_mine(struct store *store, const struct game games[MANY],
                       struct my_games_query query)
{
    struct gathered gathered = {0};
    int64_t sign = query.sort == MY_GAMES_BY_UPDATED ? -1 : 1;
    for (;;) {
        struct game_list page;
        store_ask_my_games(store, &query, &page);
        fixture_flush(store);
        gather(&gathered, &page, games);
        for (int i = 0; i < page.count; i++) {
            int64_t key = key_of(&page.games[i], query.sort);
            ck_assert(query.after.time_ms == 0 || sign * (key - query.after.time_ms) >= 0);
            query.after.time_ms = key;
            query.after.id = page.games[i].id;
        }
        int count = page.count;
        game_list_release(&page);
        if (count < query.limit)
            break;
    }
    int expected = 0;
    for (int i = 0; i < MANY; i++) {
        ck_assert_int_eq(times_in(&gathered, &games[i].id), belongs(&games[i], &query));
        expected += belongs(&games[i], &query);
    }
    ck_assert_int_eq(gathered.count, expected);
}

START_TEST(my_games_are_mine_by_state_order_and_time)
{
    struct random random = random_for("my_games_are_mine_by_state_order_and_time");
    struct store *store = fixture_store();
    struct uuid player = fixture_id(&random);
    struct game games[MANY];
    int64_t begin_ms = fixture_now() - MANY;
    insert_mine(&random, store, &player, games, begin_ms);
    for (int state = MY_GAMES_ALL; state <= MY_GAMES_ABORTED; state++)
        for (int sort = MY_GAMES_BY_UPDATED; sort <= MY_GAMES_BY_DEADLINE; sort++)
            for (int since = 0; since < 2; since++)
                check_mine(store, games,
                           (struct my_games_query){
                               .player = player,
                               .state = (enum my_games_state)state,
                               .sort = (enum my_games_sort)sort,
                               .changed_since_ms = since ? begin_ms + MANY / 4 : 0,
                               .limit = PAGE,
                           });
    store_free(store);
}
END_TEST

START_TEST(a_game_that_ends_moves_among_the_finished)
{
    struct random random = random_for("a_game_that_ends_moves_among_the_finished");
    struct store *store = fixture_store();
    struct uuid player = fixture_id(&random);
    struct game game = fixture_game(&random, &player);
    struct my_games_query query = {.player = player, .state = MY_GAMES_FINISHED, .limit = PAGE};
    struct game_list before, after;
    bool saved = false;
    fixture_insert(store, &game);
    finish(&game);
    game.version = 2;
    game.updated_ms += 5;
    store_ask_my_games(store, &query, &before);
    store_ask_save_game(store, &game, 1, &saved);
    store_ask_my_games(store, &query, &after);
    fixture_flush(store);
    ck_assert(saved);
    ck_assert_int_eq(before.count, 0);
    ck_assert_int_eq(after.count, 1);
    fixture_equal(&after.games[0], &game);
    game_list_release(&before);
    game_list_release(&after);
    store_free(store);
}
END_TEST

/* --- turns of the AI that nobody works on ------------------------------------------------ */

static bool is_left(struct store *store, const struct game *game)
{
    struct game_list list;
    store_ask_ai_turns_left(store, STORE_PAGE_MAX, &list);
    fixture_flush(store);
    bool left = false;
    for (int i = 0; i < list.count; i++) {
        ck_assert(game_is_ai_turn(&list.games[i]));
        if (!uuid_equal(&list.games[i].id, &game->id))
            continue;
        fixture_equal(&list.games[i], game);
        left = true;
    }
    game_list_release(&list);
    return left;
}

START_TEST(turns_of_the_ai_are_left_when_no_lease_is_alive)
{
    struct random random = random_for("turns_of_the_ai_are_left_when_no_lease_is_alive");
    struct store *store = fixture_store();
    struct uuid player = fixture_id(&random);
    struct game game = fixture_game(&random, &player);
    bool saved = false, claimed = false;
    fixture_insert(store, &game);
    ck_assert(!is_left(store, &game)); /* a human is to move */

    fixture_play(&random, &game, 1);
    game.version = 2;
    game.ai_lease_until_ms = 0;
    store_ask_save_game(store, &game, 1, &saved);
    fixture_flush(store);
    ck_assert(saved);
    ck_assert(is_left(store, &game)); /* nobody claimed it */

    store_ask_claim_ai(store, &game, 1, 60000, &claimed);
    fixture_flush(store);
    ck_assert(claimed);
    ck_assert(!is_left(store, &game));

    game.version = 3;
    game.ai_lease_until_ms = fixture_now() - 1000;
    store_ask_save_game(store, &game, 2, &saved);
    fixture_flush(store);
    ck_assert(is_left(store, &game)); /* the lease has ended */

    game.version = 4;
    finish(&game);
    store_ask_save_game(store, &game, 3, &saved);
    fixture_flush(store);
    ck_assert(!is_left(store, &game));
    store_free(store);
}
END_TEST

START_TEST(an_impossible_turn_of_the_ai_does_not_hide_the_others)
{
    struct random random = random_for("an_impossible_turn_of_the_ai_does_not_hide_the_others");
    struct store *store = fixture_store();
    struct uuid player = fixture_id(&random);
    struct game bad = fixture_game(&random, &player), good = fixture_game(&random, &player);
    struct game_list list;
    char id[UUID_TEXT_SIZE];
    fixture_play(&random, &bad, 1);
    fixture_play(&random, &good, 1);
    good.ai_lease_until_ms = fixture_now() - 1; /* after the other */
    fixture_insert(store, &bad);
    fixture_insert(store, &good);
    uuid_write(&bad.id, id);
    database_change("UPDATE games SET moves = 'a1' WHERE id = '%s'", id);
    store_ask_ai_turns_left(store, STORE_PAGE_MAX, &list);
    fixture_flush(store);
    ck_assert_int_eq(list.impossible_count, 1);
    ck_assert(uuid_equal(&list.impossible[0].id, &bad.id));
    ck_assert_ptr_nonnull(strstr(list.impossible[0].why, "its moves are illegal"));
    game_list_release(&list);
    ck_assert(is_left(store, &good));

    bool set_aside[2] = {false, true};
    store_ask_set_aside_ai_turn(store, &bad.id, 60000, &set_aside[0]);
    store_ask_set_aside_ai_turn(store, &bad.id, 60000, &set_aside[1]);
    fixture_flush(store);
    ck_assert(set_aside[0] && !set_aside[1]);
    store_ask_ai_turns_left(store, STORE_PAGE_MAX, &list);
    fixture_flush(store);
    ck_assert_int_eq(list.impossible_count, 0);
    game_list_release(&list);
    database_change("DELETE FROM games WHERE id = '%s'", id);
    store_free(store);
}
END_TEST

static Suite *suite(void)
{
    Suite *suite = suite_create("store_lists");
    TCase *tests = tcase_create("lists");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, games_by_id_are_those_that_exist);
    tcase_add_test(tests, an_impossible_row_is_left_out_of_a_list_and_named);
    tcase_add_test(tests, live_games_page_without_gaps_or_repeats_while_others_begin);
    tcase_add_test(tests, unlisted_and_ended_games_are_not_among_the_live);
    tcase_add_test(tests, my_games_are_mine_by_state_order_and_time);
    tcase_add_test(tests, a_game_that_ends_moves_among_the_finished);
    tcase_add_test(tests, turns_of_the_ai_are_left_when_no_lease_is_alive);
    tcase_add_test(tests, an_impossible_turn_of_the_ai_does_not_hide_the_others);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return database_suite_run(suite());
}
