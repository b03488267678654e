/* Deadlines that are applied by whoever touches a game and by the sweeper, and the heartbeat. */

#include "base/limits.h"
#include "database.h"
#include "events/hub.h"
#include "jobs/deadlines.h"
#include "store_fixture.h"
#include "suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/** What applies deadlines, on a store of its own. No AI plays in these games. */
struct service {
    struct store *store;
    struct hub *hub;
    struct turns *turns;
    struct heartbeat *heartbeat;
    struct deadlines *deadlines;
};

/** Begins without any outage before. */
static struct service begin(void)
{
    database_change("DELETE FROM outages");
    database_change(
        "UPDATE heartbeats SET beat_at = date_trunc('milliseconds', now()), outage_seq = 0");
    struct service service = {
        .store = fixture_store(), .hub = hub_new(), .heartbeat = heartbeat_new()};
    service.turns = turns_new(&(struct turns_options){.hub = service.hub});
    service.deadlines = deadlines_new(service.heartbeat, service.turns);
    ck_assert(service.heartbeat && service.turns && service.deadlines);
    ck_assert(!failed(heartbeat_beat(service.heartbeat, service.store)));
    return service;
}

static void end(struct service *service)
{
    deadlines_free(service->deadlines);
    heartbeat_free(service->heartbeat);
    turns_free(service->turns);
    hub_free(service->hub);
    store_free(service->store);
}

/** A stored game between two people whose turn began so long ago; 30 seconds a move. */
static struct game begin_game(struct random *random, struct store *store, int64_t ago_ms)
{
    struct game_setup setup = {.id = fixture_id(random),
                               .creator = fixture_id(random),
                               .creator_name = "Ada",
                               .against = OPPONENT_PLAYER,
                               .opponent = fixture_id(random),
                               .opponent_name = "Ben",
                               .clock = {CLOCK_PER_MOVE, 30, TIMEOUT_FORFEIT},
                               .visibility = VISIBILITY_UNLISTED,
                               .metadata = "{}"};
    struct game game;
    ck_assert(!failed(game_create(&setup, fixture_now() - ago_ms, &game)));
    fixture_insert(store, &game);
    return game;
}

static struct game_found find(struct store *store, const struct uuid *id)
{
    struct game_found found;
    store_ask_game(store, id, &found);
    fixture_flush(store);
    ck_assert(found.found);
    return found;
}

static void spoil(const struct game *game, const char *change)
{
    char id[UUID_TEXT_SIZE];
    uuid_write(&game->id, id);
    database_change("UPDATE games SET %s WHERE id = '%s'", change, id);
}

START_TEST(a_game_that_is_due_is_settled_by_whoever_loads_it)
{
    struct random random = random_for("a_game_that_is_due_is_settled_by_whoever_loads_it");
    struct service service = begin();
    struct game due = begin_game(&random, service.store, 31000);
    struct game running = begin_game(&random, service.store, 1000);
    struct game_found found = find(service.store, &due.id),
                      other = find(service.store, &running.id);
    ck_assert(deadlines_wait_for(service.deadlines, &found));
    ck_assert(!deadlines_wait_for(service.deadlines, &other));
    ck_assert(!failed(deadlines_settle(service.deadlines, service.store, &found)));
    ck_assert(!failed(deadlines_settle(service.deadlines, service.store, &other)));
    ck_assert_int_eq(found.game.reason, REASON_TIMEOUT);
    ck_assert_int_eq(other.game.version, 1);
    struct game stored = fixture_load(service.store, &due.id);
    fixture_equal(&stored, &found.game);
    end(&service);
}
END_TEST

START_TEST(whoever_comes_second_finds_what_the_first_made_of_the_game)
{
    struct random random = random_for("whoever_comes_second_finds_what_the_first_made_of_the_game");
    struct service service = begin();
    struct game due = begin_game(&random, service.store, 31000);
    struct game_found first = find(service.store, &due.id), second = first;
    ck_assert(!failed(deadlines_settle(service.deadlines, service.store, &first)));
    ck_assert(!failed(deadlines_settle(service.deadlines, service.store, &second)));
    fixture_equal(&first.game, &second.game);
    ck_assert_int_eq(second.game.version, 2);
    end(&service);
}
END_TEST

START_TEST(after_an_outage_a_turn_has_what_was_left_of_it)
{
    struct random random = random_for("after_an_outage_a_turn_has_what_was_left_of_it");
    struct service service = begin();
    struct game due = begin_game(&random, service.store, 31000);
    database_change(
        "UPDATE heartbeats SET beat_at = date_trunc('milliseconds', now()) - interval '20 s'");
    struct game_found found = find(service.store, &due.id);
    ck_assert(!failed(deadlines_settle(service.deadlines, service.store, &found)));
    ck_assert_int_eq(found.game.status, GAME_LIVE);
    ck_assert_int_ge(found.game.adjusted_ms, 20000);
    ck_assert_int_eq(found.game.deadline_ms, due.deadline_ms + found.game.adjusted_ms);
    ck_assert_int_eq(found.game.version, 2);
    struct game later = begin_game(&random, service.store, 10000);
    struct game_found touched = find(service.store, &later.id);
    ck_assert(deadlines_wait_for(service.deadlines, &touched));
    ck_assert(!failed(deadlines_settle(service.deadlines, service.store, &touched)));
    ck_assert_int_ge(touched.game.adjusted_ms, 9000);
    ck_assert(!deadlines_wait_for(service.deadlines, &touched));
    end(&service);
}
END_TEST

START_TEST(the_sweeper_settles_what_nobody_touches_whatever_rows_stand_before_it)
{
    struct random random =
        random_for("the_sweeper_settles_what_nobody_touches_whatever_rows_stand_before_it");
    enum { GAMES = 40 };
    struct service service = begin();
    struct game games[GAMES], bad = begin_game(&random, service.store, 600000);
    spoil(&bad, "moves = 'a1', move_by = 'h', used_ms = '{1}'"); /* illegal */
    for (int i = 0; i < GAMES; i++)
        games[i] = begin_game(&random, service.store, 31000 + i);
    ck_assert(!deadlines_sweep(service.deadlines, service.store));
    for (int i = 0; i < GAMES; i++)
        ck_assert_int_eq(fixture_load(service.store, &games[i].id).reason, REASON_TIMEOUT);
    struct game_list due;
    store_ask_due_games(service.store, STORE_PAGE_MAX, &due);
    fixture_flush(service.store);
    ck_assert_int_eq(due.count + due.impossible_count, 0);
    game_list_release(&due);
    end(&service);
}
END_TEST

START_TEST(a_game_that_cannot_be_written_keeps_none_beside_it_from_going_on)
{
    struct random random =
        random_for("a_game_that_cannot_be_written_keeps_none_beside_it_from_going_on");
    enum { GAMES = 8 };
    struct service service = begin();
    struct game games[GAMES];
    char id[UUID_TEXT_SIZE];
    for (int i = 0; i < GAMES; i++)
        games[i] = begin_game(&random, service.store, 31000 + i);
    uuid_write(&games[3].id, id);
    database_change("ALTER TABLE games"
                    " ADD CONSTRAINT stays CHECK (status = 'live' OR id <> '%s')",
                    id);
    ck_assert(!deadlines_sweep(service.deadlines, service.store));
    for (int i = 0; i < GAMES; i++)
        ck_assert_int_eq(fixture_load(service.store, &games[i].id).reason,
                         i == 3 ? REASON_NONE : REASON_TIMEOUT);
    struct game_found put_away = find(service.store, &games[3].id);
    ck_assert(!deadlines_wait_for(service.deadlines, &put_away));
    database_change("ALTER TABLE games DROP CONSTRAINT stays");
    end(&service);
}
END_TEST

START_TEST(a_list_is_settled_in_its_order_for_whoever_reads_it)
{
    struct random random = random_for("a_list_is_settled_in_its_order_for_whoever_reads_it");
    enum { GAMES = 40 };
    struct service service = begin();
    struct uuid ids[GAMES];
    GAME_LIST_CLEANUP struct game_list list, before;
    for (int i = 0; i < GAMES; i++)
        ids[i] = begin_game(&random, service.store, i % 3 ? 31000 : 1000).id;
    store_ask_games(service.store, ids, GAMES, &list);
    store_ask_games(service.store, ids, GAMES, &before);
    fixture_flush(service.store);
    ck_assert(!failed(deadlines_settle_list(service.deadlines, service.store, &list)));
    ck_assert_int_eq(list.count, GAMES);
    int ended = 0;
    for (int i = 0; i < GAMES; i++) {
        ck_assert(uuid_equal(&list.games[i].id, &before.games[i].id));
        struct game stored = fixture_load(service.store, &list.games[i].id);
        fixture_equal(&list.games[i], &stored);
        ended += stored.reason == REASON_TIMEOUT;
    }
    ck_assert_int_eq(ended, GAMES - (GAMES + 2) / 3);
    end(&service);
}
END_TEST

START_TEST(an_old_outage_is_deleted_once_no_running_turn_needs_it)
{
    struct random random = random_for("an_old_outage_is_deleted_once_no_running_turn_needs_it");
    struct service service = begin();
    const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;
    struct game waiting = begin_game(&random, service.store, 40 * day_ms);
    spoil(&waiting, "deadline_at = now() + interval '1 day'");
    database_change(
        "INSERT INTO outages SELECT 7 - n, now() - n * interval '10 days' - interval '1 hour', "
        "now() - n * interval '10 days' FROM generate_series(2, 6) AS n");
    database_change("UPDATE heartbeats SET outage_seq = 5");
    int deleted = 0;
    store_ask_delete_old_outages(service.store, fixture_now() - 15 * day_ms, 100, &deleted);
    fixture_flush(service.store);
    ck_assert_int_eq(deleted, 2); /* 3 and 4 were in the turn, 5 is the latest one */
    spoil(&waiting, "outage_seq = 3");
    store_ask_delete_old_outages(service.store, fixture_now() - 15 * day_ms, 100, &deleted);
    fixture_flush(service.store);
    ck_assert_int_eq(deleted, 1); /* the game knows of 3 now */
    end(&service);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("deadlines");
    TCase *tests = tcase_create("deadlines");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, a_game_that_is_due_is_settled_by_whoever_loads_it);
    tcase_add_test(tests, whoever_comes_second_finds_what_the_first_made_of_the_game);
    tcase_add_test(tests, after_an_outage_a_turn_has_what_was_left_of_it);
    tcase_add_test(tests, the_sweeper_settles_what_nobody_touches_whatever_rows_stand_before_it);
    tcase_add_test(tests, a_game_that_cannot_be_written_keeps_none_beside_it_from_going_on);
    tcase_add_test(tests, a_list_is_settled_in_its_order_for_whoever_reads_it);
    tcase_add_test(tests, an_old_outage_is_deleted_once_no_running_turn_needs_it);
    suite_add_tcase(suite, tests);
    return database_suite_run(suite);
}
