/**
 * What runs without a request: each job at once, then again and again, until the sweeper stops; and
 * the housekeeping job itself.
 */
#include "base/limits.h"
#include "database.h"
#include "jobs/housekeeping.h"
#include "jobs/sweeper.h"
#include "store_fixture.h"
#include "suite.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUR_MS = 3600 * 1000 };

static atomic_int first_runs, second_runs;
static _Atomic(struct store *) first_store;

static bool run_first(void *context, struct store *store)
{
    ck_assert_ptr_eq(context, &first_runs);
    atomic_store(&first_store, store);
    atomic_fetch_add(&first_runs, 1);
    return false;
}

static bool run_second(void *context, struct store *store)
{
    ck_assert_ptr_null(context);
    ck_assert_ptr_nonnull(store);
    atomic_fetch_add(&second_runs, 1);
    return false;
}

static const struct store_options nowhere = {.url = "host=/nowhere", .application_name = "test"};

START_TEST(each_job_runs_at_once_and_then_in_its_period)
{
    static const struct sweeper_job jobs[] = {{1, run_first, &first_runs},
                                              {HOUR_MS, run_second, NULL}};
    struct sweeper *sweeper = sweeper_start(&nowhere, jobs, 2);
    ck_assert_ptr_nonnull(sweeper);
    while (atomic_load(&first_runs) < 5 || atomic_load(&second_runs) < 1)
        sched_yield();
    ck_assert_ptr_nonnull(atomic_load(&first_store));
    sweeper_stop(sweeper);
    int runs = atomic_load(&first_runs);
    ck_assert_int_eq(atomic_load(&second_runs), 1);
    for (int i = 0; i < 1000; i++)
        sched_yield();
    ck_assert_int_eq(atomic_load(&first_runs), runs);
}
END_TEST

static atomic_int pieces_left = 3, runs_of_pieces;

/** Has three pieces of work. */
static bool run_in_pieces(void *context, struct store *store)
{
    (void)context, (void)store;
    atomic_fetch_add(&runs_of_pieces, 1);
    return atomic_fetch_sub(&pieces_left, 1) > 1;
}

START_TEST(a_job_that_left_something_to_do_goes_on_before_its_period)
{
    static const struct sweeper_job jobs[] = {{1, run_first, &first_runs},
                                              {HOUR_MS, run_in_pieces, NULL}};
    struct sweeper *sweeper = sweeper_start(&nowhere, jobs, 2);
    while (atomic_load(&pieces_left) > 0) /* or the test runs into its timeout */
        sched_yield();
    int runs = atomic_load(&first_runs);
    while (atomic_load(&first_runs) < runs + 5)
        sched_yield();
    sweeper_stop(sweeper);
    ck_assert_int_eq(atomic_load(&runs_of_pieces), 3);
}
END_TEST

START_TEST(a_sweeper_that_waits_stops_at_once)
{
    static const struct sweeper_job job = {HOUR_MS, run_second, NULL};
    struct sweeper *sweeper = sweeper_start(&nowhere, &job, 1);
    while (atomic_load(&second_runs) == 0)
        sched_yield();
    sweeper_stop(sweeper); /* or the test runs into its timeout */
    sweeper_stop(NULL);
}
END_TEST

/** A guest whose token expired so many days ago. Stored. */
static struct player guest_expired(struct random *random, struct store *store, int64_t days)
{
    struct player player = {.id = fixture_id(random), .name = "Ada", .created_ms = fixture_now()};
    struct token_key token;
    char text[TOKEN_SIZE];
    int64_t expires_ms;
    token_mint(&(struct token_secrets){{0}, {0}}, TOKEN_GUEST, &player.id, text, &token);
    store_ask_new_guest(store, &player, &token, (int)(-days * 24 * HOUR_MS / 1000), &expires_ms);
    fixture_flush(store);
    return player;
}

START_TEST(housekeeping_deletes_guests_whose_tokens_expired_long_ago)
{
    struct random random = random_for("housekeeping_deletes_guests_whose_tokens_expired_long_ago");
    struct store *store = fixture_store();
    struct player gone = guest_expired(&random, store, EXPIRED_TOKEN_DAYS + 1);
    struct player lately = guest_expired(&random, store, EXPIRED_TOKEN_DAYS - 1);
    struct player alive = guest_expired(&random, store, -1);
    struct player busy = guest_expired(&random, store, EXPIRED_TOKEN_DAYS + 1);
    struct game game = fixture_game(&random, &busy.id);
    fixture_insert(store, &game);
    ck_assert(!housekeeping_run(NULL, store));
    ck_assert(!fixture_has_player(&gone.id));
    ck_assert(fixture_has_player(&lately.id));
    ck_assert(fixture_has_player(&alive.id));
    ck_assert(fixture_has_player(&busy.id));
    ck_assert(!housekeeping_run(NULL, store)); /* again, and nothing more goes */
    ck_assert(fixture_has_player(&lately.id));
    ck_assert(fixture_has_player(&busy.id));
    store_free(store);
}
END_TEST

/** Tokens stored beyond EXPIRED_TOKEN_DAYS, whoever made them. */
static int count_expired(void)
{
    return database_number("SELECT count(*) FROM tokens"
                           " WHERE expires_at < now() - interval '%d days'",
                           EXPIRED_TOKEN_DAYS);
}

START_TEST(housekeeping_says_when_more_is_left)
{
    struct store *store = fixture_store();
    database_change(
        "WITH made AS (INSERT INTO players SELECT gen_random_uuid(), 'guest', 'Ada', now() "
        "FROM generate_series(1, %d) RETURNING id) "
        "INSERT INTO tokens SELECT id, sha256(id::text::bytea), now(), "
        "now() - interval '%d days' FROM made",
        HOUSEKEEPING_TOKENS + 1, EXPIRED_TOKEN_DAYS + 1);
    ck_assert(housekeeping_run(NULL, store));
    ck_assert_int_eq(count_expired(), 1);
    ck_assert(!housekeeping_run(NULL, store));
    ck_assert_int_eq(count_expired(), 0);
    store_free(store);
}
END_TEST

/** Runs statements as the tables' owner, in which `it` is an id. */
static void run_for(const struct uuid *id, const char *statement)
{
    char text[UUID_TEXT_SIZE];
    uuid_write(id, text);
    database_change("DO $$ DECLARE it uuid := '%s'; BEGIN %s; END $$", text, statement);
}

/** Somebody erased, about whom all was done so many days ago. Stored. */
static struct uuid departed(struct random *random, int days)
{
    struct uuid id = fixture_id(random);
    char statement[384];
    snprintf(statement, sizeof statement,
             "INSERT INTO players VALUES (it, 'erased', 'Deleted player', now()); "
             "INSERT INTO departures (player_id, created_at, lease_until, done_at) "
             "VALUES (it, now() - interval '90 days', now(), now() - interval '%d days')",
             days);
    run_for(&id, statement);
    return id;
}

/** How many rows of a table have an id in a column. */
static int count_rows(const char *table, const char *column, const struct uuid *id)
{
    char text[UUID_TEXT_SIZE];
    uuid_write(id, text);
    return database_number("SELECT count(*) FROM %s WHERE %s = '%s'", table, column, text);
}

static bool has_departure(const struct uuid *id)
{
    return count_rows("departures", "player_id", id) == 1;
}

/** Notes that an account was deleted so many hours ago; the identity's hash in hexadecimal. */
static void note_erasure(const char *hash, int hours)
{
    char sql[256];
    snprintf(sql, sizeof sql,
             "INSERT INTO erased_identities VALUES (decode('%s', 'hex'), "
             "now() - interval '%d hours')",
             hash, hours);
    database_run(database_url(DATABASE_OWNER), sql);
}

START_TEST(housekeeping_forgets_after_a_day_whose_account_was_deleted)
{
    static const char hash[] = "a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4";
    struct store *store = fixture_store();
    char sql[256], kept[64];
    note_erasure(hash, 25);
    note_erasure(hash, 23);
    note_erasure(hash, 0);
    ck_assert(!housekeeping_run(NULL, store));
    snprintf(sql, sizeof sql,
             "SELECT count(*) || ' since ' || (min(erased_at) > now() - interval '1 day') "
             "FROM erased_identities WHERE hash = decode('%s', 'hex')",
             hash);
    database_value(database_url(DATABASE_OWNER), sql, kept, sizeof kept);
    ck_assert_str_eq(kept, "2 since true");
    store_free(store);
}
END_TEST

START_TEST(housekeeping_forgets_who_left_long_ago)
{
    struct random random = random_for("housekeeping_forgets_who_left_long_ago");
    struct store *store = fixture_store();
    struct uuid gone = departed(&random, DONE_DEPARTURE_DAYS + 1);
    struct uuid lately = departed(&random, DONE_DEPARTURE_DAYS - 1);
    struct uuid going = departed(&random, DONE_DEPARTURE_DAYS + 1);
    struct uuid other = departed(&random, DONE_DEPARTURE_DAYS - 1);
    run_for(&going, "UPDATE departures SET done_at = NULL WHERE player_id = it");
    run_for(&gone, "INSERT INTO seekers VALUES (it, 1); "
                   "INSERT INTO blocks VALUES (it, gen_random_uuid(), 'Eve', now())");
    run_for(&other, "INSERT INTO seekers VALUES (it, 1)");
    for (int run = 0; run < 2; run++) {
        ck_assert(!housekeeping_run(NULL, store));
        ck_assert(!fixture_has_player(&gone) && !has_departure(&gone));
        ck_assert(fixture_has_player(&lately) && has_departure(&lately));
        ck_assert(fixture_has_player(&going) && has_departure(&going));
        ck_assert(fixture_has_player(&other) && has_departure(&other));
    }
    ck_assert_int_eq(count_rows("seekers", "player_id", &gone), 0);
    ck_assert_int_eq(count_rows("blocks", "player_id", &gone), 0);
    ck_assert_int_eq(count_rows("seekers", "player_id", &other), 1);
    store_free(store);
}
END_TEST

START_TEST(housekeeping_takes_what_lets_somebody_in_who_left_long_ago)
{
    struct random random = random_for("housekeeping_takes_what_lets_somebody_in_who_left_long_ago");
    struct store *store = fixture_store();
    struct uuid gone = departed(&random, DONE_DEPARTURE_DAYS + 1);
    run_for(&gone, "INSERT INTO tokens VALUES (it, sha256('a'), now(), now() + interval '1 day'); "
                   "INSERT INTO sessions VALUES (it, it, now(), now(), now() + interval '1 day', "
                   "sha256('b'))");
    ck_assert(!housekeeping_run(NULL, store));
    ck_assert(!fixture_has_player(&gone));
    ck_assert_int_eq(count_rows("tokens", "player_id", &gone), 0);
    ck_assert_int_eq(count_rows("sessions", "player_id", &gone), 0);
    store_free(store);
}
END_TEST

START_TEST(housekeeping_keeps_who_is_named_in_games_or_journals)
{
    struct random random = random_for("housekeeping_keeps_who_is_named_in_games_or_journals");
    struct store *store = fixture_store();
    enum { BLACK, WHITE, RATED, RICH, ALIVE, COUNT };
    struct uuid players[COUNT];
    for (int i = 0; i < COUNT; i++)
        players[i] = departed(&random, DONE_DEPARTURE_DAYS + 1);
    struct game game = fixture_game(&random, &players[BLACK]);
    fixture_insert(store, &game);
    game = fixture_game(&random, &players[WHITE]);
    struct seat seat = game.seats[REV_BLACK];
    game.seats[REV_BLACK] = game.seats[REV_WHITE];
    game.seats[REV_WHITE] = seat;
    fixture_insert(store, &game);
    run_for(&players[RATED], "INSERT INTO ratings VALUES "
                             "(it, 'live', 1200000, 1, 1, 0, 0, now(), false, 1)");
    run_for(&players[RICH], "INSERT INTO chips VALUES (it, 1000, 0, 0, 0, 1)");
    run_for(&players[ALIVE], "UPDATE players SET kind = 'guest' WHERE id = it");
    for (int run = 0; run < 2; run++) {
        ck_assert(!housekeeping_run(NULL, store));
        for (int i = 0; i < COUNT; i++) {
            ck_assert(fixture_has_player(&players[i]));
            ck_assert(!has_departure(&players[i]));
        }
    }
    ck_assert_int_eq(count_rows("ratings", "player_id", &players[RATED]), 1);
    ck_assert_int_eq(count_rows("chips", "player_id", &players[RICH]), 1);
    store_free(store);
}
END_TEST

START_TEST(housekeeping_leaves_to_others_what_they_noted_of_who_left)
{
    struct random random = random_for("housekeeping_leaves_to_others_what_they_noted_of_who_left");
    struct store *store = fixture_store();
    struct uuid gone = departed(&random, DONE_DEPARTURE_DAYS + 1);
    run_for(&gone, "INSERT INTO blocks VALUES (gen_random_uuid(), it, 'Deleted player', now())");
    ck_assert(!housekeeping_run(NULL, store));
    ck_assert(!fixture_has_player(&gone));
    ck_assert_int_eq(count_rows("blocks", "blocked_id", &gone), 1);
    store_free(store);
}
END_TEST

START_TEST(housekeeping_says_when_more_departures_are_left)
{
    struct store *store = fixture_store();
    database_change(
        "WITH made AS (INSERT INTO players SELECT gen_random_uuid(), 'erased', 'Crowd', now() "
        "FROM generate_series(1, %d) RETURNING id) "
        "INSERT INTO departures (player_id, created_at, lease_until, done_at) "
        "SELECT id, now(), now(), now() - interval '%d days' FROM made",
        HOUSEKEEPING_ENDED + 1, DONE_DEPARTURE_DAYS + 1);
    for (int more = 1; more >= 0; more--) {
        ck_assert_int_eq(housekeeping_run(NULL, store), more);
        ck_assert_int_eq(database_number("SELECT count(*) FROM players WHERE name = 'Crowd'"),
                         more);
    }
    store_free(store);
}
END_TEST

START_TEST(housekeeping_without_a_database_waits_for_the_next_time)
{
    struct store *store = store_new(&nowhere);
    ck_assert(!housekeeping_run(NULL, store));
    store_free(store);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sweeper");
    TCase *tcase = tcase_create("sweeper");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, each_job_runs_at_once_and_then_in_its_period);
    tcase_add_test(tcase, a_job_that_left_something_to_do_goes_on_before_its_period);
    tcase_add_test(tcase, a_sweeper_that_waits_stops_at_once);
    tcase_add_test(tcase, housekeeping_deletes_guests_whose_tokens_expired_long_ago);
    tcase_add_test(tcase, housekeeping_says_when_more_is_left);
    tcase_add_test(tcase, housekeeping_forgets_after_a_day_whose_account_was_deleted);
    tcase_add_test(tcase, housekeeping_forgets_who_left_long_ago);
    tcase_add_test(tcase, housekeeping_takes_what_lets_somebody_in_who_left_long_ago);
    tcase_add_test(tcase, housekeeping_keeps_who_is_named_in_games_or_journals);
    tcase_add_test(tcase, housekeeping_leaves_to_others_what_they_noted_of_who_left);
    tcase_add_test(tcase, housekeeping_says_when_more_departures_are_left);
    tcase_add_test(tcase, housekeeping_without_a_database_waits_for_the_next_time);
    suite_add_tcase(suite, tcase);
    return database_suite_run(suite);
}
