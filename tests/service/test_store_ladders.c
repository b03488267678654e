/* Folding the moves on the ladders into the counts: however many there are, and whoever folds. */

#include "store/ladders.h"

#include "database.h"
#include "store_fixture.h"
#include "suite.h"

#include <check.h>
#include <pthread.h>

enum { BATCH = 500, BACKLOG = 20000, PLANNED_AFTER = 8 /* calls, from which on a plan is kept */ };

static struct ladder_fold fold_once(struct store *store)
{
    struct ladder_fold fold;
    store_ask_fold_ladder(store, LADDER_LIVE, BATCH, &fold);
    fixture_flush(store);
    return fold;
}

/** Folds what nothing is wrong with. @return  how many moves */
static int fold(struct store *store)
{
    struct ladder_fold fold = fold_once(store);
    ck_assert_int_eq(fold.impossible, 0);
    return fold.folded;
}

static void clear(void)
{
    database_change("DELETE FROM ladder_deltas");
    database_change("DELETE FROM ladder_points");
}

/** One who folds until nothing is left. @return  how many it was that folded, as a pointer */
static void *fold_all(void *store)
{
    intptr_t sum = 0;
    int folded;
    do
        sum += folded = fold(store);
    while (folded > 0);
    return (void *)sum; /* NOLINT(performance-no-int-to-ptr) */
}

START_TEST(two_fold_a_backlog_at_once_with_plans_made_for_an_empty_table)
{
    struct store *stores[] = {fixture_store(), fixture_store()};
    pthread_t threads[2];
    intptr_t folded = 0;
    clear();
    database_change("ANALYZE ladder_deltas");
    for (int i = 0; i < PLANNED_AFTER; i++)
        ck_assert_int_eq(fold(stores[0]) + fold(stores[1]), 0);
    /* Each player comes onto the ladder, and from there moves twice. */
    database_change("INSERT INTO ladder_deltas SELECT 'live', md5((n / 3)::text)::uuid, n %% 3 + 1,"
                    " CASE n %% 3 WHEN 0 THEN NULL ELSE 1200 + n / 3 %% 400 + n %% 3 END,"
                    " 1201 + n / 3 %% 400 + n %% 3 FROM generate_series(0, %d) AS n",
                    BACKLOG - BACKLOG % 3 - 1);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, fold_all, stores[i]), 0);
    for (int i = 0; i < 2; i++) {
        void *sum;
        ck_assert_int_eq(pthread_join(threads[i], &sum), 0);
        folded += (intptr_t)sum;
    }
    ck_assert_int_eq(folded, BACKLOG - BACKLOG % 3);
    ck_assert_int_eq(database_number("SELECT count(*) FROM ladder_deltas"), 0);
    ck_assert_int_eq(database_number("SELECT sum(players) FROM ladder_points"), BACKLOG / 3);
    ck_assert_int_eq(database_number("SELECT count(*) FROM ladder_points WHERE players > 0"), 400);
    ck_assert_int_eq(database_number("SELECT min(points) FROM ladder_points WHERE players > 0"),
                     1203);
    for (int i = 0; i < 2; i++)
        store_free(stores[i]);
}
END_TEST

START_TEST(of_a_player_the_earlier_moves_are_folded_first)
{
    struct store *store = fixture_store();
    clear();
    database_change(
        "INSERT INTO ladder_deltas SELECT 'live', md5('one')::uuid, n,"
        " CASE WHEN n > 1 THEN 2000 - n END, 1999 - n FROM generate_series(1, 1200) AS n");
    for (int count = 1; count <= 3; count++) {
        ck_assert_int_eq(fold(store), count < 3 ? BATCH : 1200 - 2 * BATCH);
        ck_assert_int_eq(database_number("SELECT sum(players) FROM ladder_points"), 1);
        ck_assert_int_eq(database_number("SELECT points FROM ladder_points WHERE players = 1"),
                         1999 - (count < 3 ? count * BATCH : 1200));
    }
    ck_assert_int_eq(fold(store), 0);
    store_free(store);
}
END_TEST

START_TEST(a_move_from_where_nobody_stands_is_folded_with_the_others_and_told)
{
    struct store *store = fixture_store();
    clear();
    database_change("INSERT INTO ladder_points VALUES ('live', 1500, 1), ('live', 1600, 2)");
    database_change(
        "INSERT INTO ladder_deltas VALUES ('live', md5('a')::uuid, 7, 1400, 1401),"
        " ('live', md5('b')::uuid, 7, 1500, NULL), ('live', md5('c')::uuid, 7, 1500, 1600)");
    struct ladder_fold fold = fold_once(store);
    ck_assert_int_eq(fold.folded, 3);
    ck_assert_int_eq(fold.impossible, 2);
    ck_assert_int_eq(database_number("SELECT count(*) FROM ladder_deltas"), 0);
    ck_assert_int_eq(database_number("SELECT players FROM ladder_points WHERE points = 1500"), 0);
    ck_assert_int_eq(database_number("SELECT players FROM ladder_points WHERE points = 1600"), 3);
    ck_assert_int_eq(database_number("SELECT players FROM ladder_points WHERE points = 1401"), 1);
    store_free(store);
}
END_TEST

static Suite *suite(void)
{
    Suite *suite = suite_create("store_ladders");
    TCase *tests = tcase_create("folding");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, two_fold_a_backlog_at_once_with_plans_made_for_an_empty_table);
    tcase_add_test(tests, of_a_player_the_earlier_moves_are_folded_first);
    tcase_add_test(tests, a_move_from_where_nobody_stands_is_folded_with_the_others_and_told);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return database_suite_run(suite());
}
