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
#include <string.h>

enum { HOUR_MS = 3600 * 1000 };

static atomic_int first_runs, second_runs;
static _Atomic(struct store *) first_store;

static void run_first(void *context, struct store *store)
{
    ck_assert_ptr_eq(context, &first_runs);
    atomic_store(&first_store, store);
    atomic_fetch_add(&first_runs, 1);
}

static void run_second(void *context, struct store *store)
{
    ck_assert_ptr_null(context);
    ck_assert_ptr_nonnull(store);
    atomic_fetch_add(&second_runs, 1);
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
    token_mint(&player.id, text, &token);
    store_ask_new_guest(store, &player, &token, fixture_now() - days * 24 * HOUR_MS);
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
    housekeeping_run(NULL, store);
    ck_assert(!fixture_has_player(&gone.id));
    ck_assert(fixture_has_player(&lately.id));
    ck_assert(fixture_has_player(&alive.id));
    ck_assert(fixture_has_player(&busy.id));
    housekeeping_run(NULL, store); /* again, and nothing more goes */
    ck_assert(fixture_has_player(&lately.id));
    ck_assert(fixture_has_player(&busy.id));
    store_free(store);
}
END_TEST

START_TEST(housekeeping_without_a_database_waits_for_the_next_time)
{
    struct store *store = store_new(&nowhere);
    housekeeping_run(NULL, store);
    store_free(store);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sweeper");
    TCase *tcase = tcase_create("sweeper");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, each_job_runs_at_once_and_then_in_its_period);
    tcase_add_test(tcase, a_sweeper_that_waits_stops_at_once);
    tcase_add_test(tcase, housekeeping_deletes_guests_whose_tokens_expired_long_ago);
    tcase_add_test(tcase, housekeeping_without_a_database_waits_for_the_next_time);
    suite_add_tcase(suite, tcase);
    database_begin();
    int status = suite_run(suite);
    database_end();
    return status;
}
