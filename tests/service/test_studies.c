/**
 * Studies: worked on step by step by one replica at a time, given back, taken over, given up. A
 * "replica" is what one service runs: pool, workers, studies; its sweeper is the test itself.
 */
#include "base/limits.h"
#include "database.h"
#include "domain/review.h"
#include "fake_request.h"
#include "jobs/studies.h"
#include "store_fixture.h"
#include "suite.h"

#include <sched.h>
#include <string.h>

enum { AT_ONCE = 2, ENDLESS_NODES = 2000 * 1000 * 1000 };

struct replica {
    struct ai *ai;
    struct workers *workers;
    struct hub *hub;
    struct studies *studies;
};

static struct random randomness;
static struct store *store;

static void *begin_worker(void *context)
{
    (void)context;
    return fixture_store();
}

static void end_worker(void *state)
{
    store_free(state);
}

static struct store *store_of(void *worker)
{
    return worker;
}

static struct replica start(void)
{
    struct replica replica = {.hub = hub_new()};
    replica.ai = ai_start(&(struct ai_options){
        .threads = 1, .background_threads = AT_ONCE, .queue_max = 1, .table_bytes = 1 << 20});
    replica.workers = workers_start(&(struct workers_options){
        .name = "test", .count = 2, .queue_max = 10, .begin = begin_worker, .end = end_worker});
    ck_assert(replica.ai && replica.workers);
    replica.studies = studies_new(&(struct studies_options){.ai = replica.ai,
                                                            .workers = replica.workers,
                                                            .hub = replica.hub,
                                                            .store_of = store_of,
                                                            .at_once = AT_ONCE});
    ck_assert_ptr_nonnull(replica.studies);
    return replica;
}

/** Ends it as main does: what is worked on is given back. */
static void stop(struct replica *replica)
{
    ai_stop(replica->ai);
    workers_stop(replica->workers);
    ai_free(replica->ai);
    studies_free(replica->studies);
    hub_free(replica->hub);
}

static struct studies_figures figures_of(const struct replica *replica)
{
    struct studies_figures figures;
    studies_figures(replica->studies, &figures);
    return figures;
}

static int thinking(const struct replica *replica)
{
    struct ai_figures figures;
    ai_figures(replica->ai, &figures);
    return figures.background;
}

/** Tests do not see each other's studies. */
static void begin(void)
{
    randomness = random_for("studies");
    store = fixture_store();
    database_change("DELETE FROM studies");
}

static void end(void)
{
    store_free(store);
}

/** Queues the analysis of `count` positions. */
static struct study_key queue_analysis(int count, uint64_t nodes)
{
    struct rev_game games[STUDY_STEPS_MAX];
    struct study study;
    struct uuid id = fixture_id(&randomness);
    const struct study_budget budget = {nodes, 40, 10};
    bool inserted = false;
    for (int i = 0; i < count; i++)
        rev_game_init(&games[i], REV_OPENING_STANDARD, NULL);
    study_of_positions(&study, &id, games, count, &budget, fixture_now());
    store_ask_insert_study(store, &study, &inserted);
    fixture_flush(store);
    ck_assert(inserted);
    return study.key;
}

static struct study load(const struct study_key *key)
{
    struct study_found found;
    store_ask_study(store, key, &found);
    fixture_flush(store);
    ck_assert(found.found);
    return found.study;
}

/** Sweeps as the sweeper would until a study has ended. */
static struct study wait_for_end(struct replica *replica, const struct study_key *key)
{
    struct study study;
    while (study = load(key), study_is_open(&study)) {
        studies_sweep(replica->studies, store);
        sched_yield();
    }
    return study;
}

static void wait_until_thinking(struct replica *replica, int count)
{
    while (thinking(replica) != count)
        sched_yield();
}

static int results_of(const struct study_key *key)
{
    STUDY_RESULTS_CLEANUP struct study_results found = {0};
    store_ask_study_results(store, key, &found);
    fixture_flush(store);
    return found.count;
}

START_TEST(an_analysis_is_done_step_by_step_and_those_who_watch_are_woken)
{
    struct replica replica = start();
    struct study_key key = queue_analysis(5, 1000);
    struct uuid topic = study_topic(&key);
    struct fake_request watcher = {0};
    hub_watch(replica.hub, &watcher.request, &topic);
    studies_take(replica.studies, store);
    struct study study = wait_for_end(&replica, &key);
    ck_assert_int_eq(study.status, STUDY_DONE);
    ck_assert_int_eq(results_of(&key), 5);
    while (atomic_load(&watcher.wakes) < 5)
        sched_yield();
    fake_request_finish(&watcher);
    ck_assert_uint_eq(figures_of(&replica).steps, 5);
    ck_assert_uint_eq(figures_of(&replica).done, 1);
    stop(&replica);
}
END_TEST

START_TEST(a_review_values_the_moves_of_its_game)
{
    struct replica replica = start();
    struct uuid player = fixture_id(&randomness);
    struct game game = fixture_game(&randomness, &player);
    struct study study;
    bool inserted = false;
    fixture_play(&randomness, &game, 64);
    fixture_insert(store, &game);
    study_of_game(&study, &game, STUDY_QUICK, fixture_now());
    store_ask_insert_study(store, &study, &inserted);
    fixture_flush(store);
    studies_take(replica.studies, store);
    study = wait_for_end(&replica, &study.key);
    ck_assert_int_eq(study.status, STUDY_DONE);
    STUDY_RESULTS_CLEANUP struct study_results found = {0};
    struct review review;
    store_ask_study_results(store, &study.key, &found);
    fixture_flush(store);
    ck_assert(review_build(&game.rules, found.results, found.count, 0, &review));
    ck_assert_int_eq(review.count, game.rules.ply);
    ck_assert(review.moves[review.count - 1].exact);
    stop(&replica);
}
END_TEST

/** The review of a game that was given up after one move. */
static struct study_results review_first_move(struct replica *replica, int square)
{
    struct uuid player = fixture_id(&randomness);
    struct game game = fixture_game(&randomness, &player);
    struct study study;
    struct study_results found = {0};
    bool inserted = false;
    ck_assert_int_eq(rev_game_play(&game.rules, square), REV_MOVE_PLAYED);
    game.status = GAME_FINISHED;
    game.reason = REASON_RESIGNATION;
    game.winner = WINNER_BLACK;
    fixture_insert(store, &game);
    study_of_game(&study, &game, STUDY_QUICK, fixture_now());
    store_ask_insert_study(store, &study, &inserted);
    fixture_flush(store);
    studies_take(replica->studies, store);
    ck_assert_int_eq(wait_for_end(replica, &study.key).status, STUDY_DONE);
    store_ask_study_results(store, &study.key, &found);
    fixture_flush(store);
    ck_assert_int_eq(found.count, 1);
    return found;
}

/** Symmetry turns them into one another: a search for the best of them has valued all. */
START_TEST(every_first_move_is_as_good_as_the_best_and_is_not_searched_again)
{
    struct replica replica = start();
    struct rev_game start_of_game;
    int seen = 0;
    rev_game_init(&start_of_game, REV_OPENING_STANDARD, NULL);
    uint64_t nodes = 0;
    for (uint64_t rest = start_of_game.legal; rest; rest &= rest - 1, seen++) {
        int square = __builtin_ctzll(rest);
        STUDY_RESULTS_CLEANUP struct study_results found = review_first_move(&replica, square);
        const struct rev_result *result = &found.results[0];
        ck_assert_int_eq(result->moves[0].square, square);
        if (result->move_count > 1)
            ck_assert_int_eq(result->moves[1].score, result->moves[0].score);
        if (seen > 0)
            ck_assert_uint_eq(result->nodes, nodes);
        nodes = result->nodes;
    }
    ck_assert_int_eq(seen, 4);
    stop(&replica);
}
END_TEST

START_TEST(no_more_are_worked_on_than_there_are_threads)
{
    struct replica replica = start();
    for (int i = 0; i < AT_ONCE + 2; i++)
        (void)queue_analysis(1, ENDLESS_NODES);
    for (int i = 0; i < 3; i++)
        studies_take(replica.studies, store);
    wait_until_thinking(&replica, AT_ONCE);
    studies_sweep(replica.studies, store);
    struct studies_figures figures = figures_of(&replica);
    ck_assert_int_eq(figures.running, AT_ONCE);
    ck_assert_int_eq(figures.queued, 2);
    stop(&replica);
}
END_TEST

START_TEST(what_a_service_that_stops_works_on_is_given_back)
{
    struct replica first = start(), second = start();
    struct study_key key = queue_analysis(1, ENDLESS_NODES);
    studies_take(first.studies, store);
    wait_until_thinking(&first, 1);
    ck_assert_int_eq(load(&key).status, STUDY_RUNNING);
    stop(&first);
    struct study study = load(&key);
    ck_assert_int_eq(study.status, STUDY_QUEUED);
    ck_assert_int_eq(study.attempt, 0);
    studies_take(second.studies, store);
    ck_assert_int_eq(load(&key).status, STUDY_RUNNING);
    stop(&second);
}
END_TEST

START_TEST(a_study_belongs_to_one_replica)
{
    struct replica replicas[2] = {start(), start()};
    struct study_key keys[6];
    uint64_t steps = 0;
    for (int i = 0; i < 6; i++)
        keys[i] = queue_analysis(10, 500);
    for (int i = 0; i < 6; i++) {
        struct study study;
        while (study = load(&keys[i]), study_is_open(&study)) {
            studies_take(replicas[0].studies, store);
            studies_take(replicas[1].studies, store);
        }
    }
    for (int i = 0; i < 6; i++)
        ck_assert_int_eq(results_of(&keys[i]), 10);
    for (int i = 0; i < 2; i++) {
        /* On a machine that is busy beyond a lease a result may be dropped; none counts twice. */
        steps += figures_of(&replicas[i]).steps;
        stop(&replicas[i]);
    }
    ck_assert_uint_eq(steps, 60);
}
END_TEST

START_TEST(a_study_that_was_deleted_is_put_down_at_the_next_sweep)
{
    struct replica replica = start();
    struct study_key key = queue_analysis(1, ENDLESS_NODES);
    bool deleted = false;
    studies_take(replica.studies, store);
    wait_until_thinking(&replica, 1);
    store_ask_delete_study(store, &key, &deleted);
    fixture_flush(store);
    ck_assert(deleted);
    studies_sweep(replica.studies, store);
    wait_until_thinking(&replica, 0);
    stop(&replica);
}
END_TEST

START_TEST(cancelling_stops_a_search_that_would_go_on_for_minutes)
{
    struct replica replica = start();
    struct study_key key = queue_analysis(1, ENDLESS_NODES),
                     other = queue_analysis(1, ENDLESS_NODES);
    studies_take(replica.studies, store);
    wait_until_thinking(&replica, 2);
    studies_cancel(replica.studies, &key);
    wait_until_thinking(&replica, 1);
    ck_assert_int_eq(load(&other).status, STUDY_RUNNING);
    while (load(&key).status == STUDY_RUNNING)
        sched_yield();
    stop(&replica);
    ck_assert_int_eq(results_of(&key), 0);
}
END_TEST

START_TEST(a_claim_is_renewed_while_it_is_worked_on)
{
    struct replica replica = start(), other = start();
    struct study_key key = queue_analysis(1, ENDLESS_NODES);
    studies_take(replica.studies, store);
    wait_until_thinking(&replica, 1);
    database_change("UPDATE studies SET lease_until = now() + interval '1 second'");
    studies_sweep(replica.studies, store);
    ck_assert_int_eq(database_number("SELECT count(*) FROM studies"
                                     " WHERE lease_until > now() + interval '2 seconds'"),
                     1);
    studies_take(other.studies, store);
    ck_assert_int_eq(thinking(&other), 0);
    ck_assert_int_eq(load(&key).claim, 1);
    stop(&replica);
    stop(&other);
}
END_TEST

START_TEST(what_is_thought_after_another_has_claimed_it_is_dropped)
{
    struct replica replica = start();
    struct study_key key = queue_analysis(1, ENDLESS_NODES);
    studies_take(replica.studies, store);
    wait_until_thinking(&replica, 1);
    database_change(
        "UPDATE studies SET claim = claim + 1, lease_until = now() + interval '1 hour'");
    struct study before = load(&key);
    studies_sweep(replica.studies, store);
    wait_until_thinking(&replica, 0);
    stop(&replica);
    struct study after = load(&key);
    ck_assert_mem_eq(&before, &after, sizeof before);
    ck_assert_int_eq(results_of(&key), 0);
}
END_TEST

START_TEST(a_study_that_does_not_get_on_is_given_up)
{
    struct replica replica = start();
    struct study_key key = queue_analysis(1, 1000);
    database_change("UPDATE studies SET attempt = %d", STUDY_ATTEMPTS_MAX);
    studies_take(replica.studies, store);
    ck_assert_int_eq(load(&key).status, STUDY_FAILED);
    ck_assert_uint_eq(figures_of(&replica).given_up, 1);
    stop(&replica);
}
END_TEST

START_TEST(a_review_whose_game_is_gone_is_given_up)
{
    struct replica replica = start();
    struct game game = {.id = fixture_id(&randomness)};
    struct study study;
    bool inserted = false;
    rev_game_init(&game.rules, REV_OPENING_STANDARD, NULL);
    fixture_play(&randomness, &game, 3);
    study_of_game(&study, &game, STUDY_QUICK, fixture_now());
    store_ask_insert_study(store, &study, &inserted);
    fixture_flush(store);
    while (load(&study.key).status != STUDY_FAILED) {
        database_change("UPDATE studies SET lease_until = now() WHERE lease_until IS NOT NULL");
        studies_take(replica.studies, store);
    }
    ck_assert_int_eq(load(&study.key).attempt, STUDY_ATTEMPTS_MAX);
    stop(&replica);
}
END_TEST

START_TEST(without_a_database_nothing_is_lost)
{
    struct replica replica = start();
    struct study_key key = queue_analysis(1, 1000);
    struct store_options nowhere = {.url = "host=/nowhere", .application_name = "test"};
    struct store *away = store_new(&nowhere);
    studies_take(replica.studies, away);
    ck_assert(!studies_sweep(replica.studies, away));
    store_free(away);
    ck_assert_int_eq(load(&key).attempt, 0);
    studies_take(replica.studies, store);
    ck_assert_int_eq(wait_for_end(&replica, &key).status, STUDY_DONE);
    stop(&replica);
}
END_TEST

static Suite *suite(void)
{
    Suite *suite = suite_create("studies");
    TCase *cases = tcase_create("cases");
    tcase_set_timeout(cases, 300);
    tcase_add_checked_fixture(cases, begin, end);
    tcase_add_test(cases, an_analysis_is_done_step_by_step_and_those_who_watch_are_woken);
    tcase_add_test(cases, a_review_values_the_moves_of_its_game);
    tcase_add_test(cases, every_first_move_is_as_good_as_the_best_and_is_not_searched_again);
    tcase_add_test(cases, no_more_are_worked_on_than_there_are_threads);
    tcase_add_test(cases, what_a_service_that_stops_works_on_is_given_back);
    tcase_add_test(cases, a_study_belongs_to_one_replica);
    tcase_add_test(cases, a_study_that_was_deleted_is_put_down_at_the_next_sweep);
    tcase_add_test(cases, cancelling_stops_a_search_that_would_go_on_for_minutes);
    tcase_add_test(cases, a_claim_is_renewed_while_it_is_worked_on);
    tcase_add_test(cases, what_is_thought_after_another_has_claimed_it_is_dropped);
    tcase_add_test(cases, a_study_that_does_not_get_on_is_given_up);
    tcase_add_test(cases, a_review_whose_game_is_gone_is_given_up);
    tcase_add_test(cases, without_a_database_nothing_is_lost);
    suite_add_tcase(suite, cases);
    return suite;
}

int main(void)
{
    return database_suite_run(suite());
}
