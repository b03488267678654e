/* Studies in the database: what is saved is loaded, and a claim is one replica's at a time. */

#include "database.h"
#include "store_fixture.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

enum { LEASE_MS = 60 * 1000, DAY_MS = 24 * 60 * 60 * 1000 };

static struct random randomness;
static struct store *store;
static const struct uuid nobody = {{0}};

/** Tests do not see each other's studies. */
static void begin(void)
{
    randomness = random_for("store_studies");
    store = fixture_store();
    database_change("DELETE FROM studies");
}

static void end(void)
{
    store_free(store);
}

/** An analysis of two positions, with every field drawn from what the table allows. */
static struct study any_study(void)
{
    struct rev_game games[2];
    struct study study;
    struct uuid id = fixture_id(&randomness);
    struct study_budget budget = {1 + random_next(&randomness) % 1000000,
                                  1 + random_below(&randomness, 60), random_below(&randomness, 61)};
    rev_game_init(&games[0], REV_OPENING_STANDARD, NULL);
    rev_game_init(&games[1], REV_OPENING_ORIGINAL, NULL);
    study_of_positions(&study, &id, games, 2, &budget, fixture_now());
    study.caller = fixture_id(&randomness);
    study.has_token = random_below(&randomness, 2);
    for (int i = 0; i < GAME_FINGERPRINT_SIZE; i++)
        study.fingerprint[i] = (uint8_t)random_next(&randomness);
    return study;
}

static void insert(const struct study *study)
{
    bool inserted = false;
    store_ask_insert_study(store, study, &inserted);
    fixture_flush(store);
    ck_assert(inserted);
}

static struct study load(const struct study_key *key)
{
    struct study_found found;
    store_ask_study(store, key, &found);
    fixture_flush(store);
    ck_assert(found.found);
    ck_assert_int_gt(found.now_ms, 0);
    return found.study;
}

static struct study inserted(void)
{
    struct study study = any_study();
    insert(&study);
    return study;
}

/** Claims a study as it was loaded. */
static bool claim(struct study *study, int lease_ms)
{
    bool claimed = false;
    store_ask_claim_study(store, study, lease_ms, &claimed);
    fixture_flush(store);
    if (claimed)
        *study = load(&study->key);
    return claimed;
}

static struct rev_result any_result(void)
{
    struct rev_result result = {.depth = random_below(&randomness, 30),
                                .exact = random_below(&randomness, 2),
                                .confidence = random_below(&randomness, 101),
                                .nodes = random_next(&randomness) % 1000000,
                                .move_count = random_below(&randomness, 20)};
    for (int i = 0; i < result.move_count; i++) {
        struct rev_root_move *move = &result.moves[i];
        move->line_length = 1 + random_below(&randomness, REV_LINE_MAX);
        for (int at = 0; at < move->line_length; at++)
            move->line[at] = (uint8_t)random_below(&randomness, 64);
        move->square = move->line[0];
        move->score = random_below(&randomness, 2 * REV_SCORE_MAX + 1) - REV_SCORE_MAX;
        move->exact = random_below(&randomness, 2);
        move->bound = !move->exact && random_below(&randomness, 2);
    }
    return result;
}

/** Saves the present step; the study is as it is then. */
static bool save(struct study *study, const struct rev_result *result, int lease_ms)
{
    struct study next = *study;
    bool saved = false;
    study_advance(&next, result);
    store_ask_save_study(store, &next, study->step, result, lease_ms, &saved);
    fixture_flush(store);
    if (saved)
        *study = load(&study->key);
    return saved;
}

static void same_results(const struct rev_result *a, const struct rev_result *b)
{
    ck_assert_int_eq(a->depth, b->depth);
    ck_assert_int_eq(a->exact, b->exact);
    ck_assert_int_eq(a->confidence, b->confidence);
    ck_assert_uint_eq(a->nodes, b->nodes);
    ck_assert_int_eq(a->move_count, b->move_count);
    for (int i = 0; i < a->move_count; i++)
        ck_assert_mem_eq(&a->moves[i], &b->moves[i], sizeof a->moves[i]);
}

/** Everything but what claims change. */
static void same_studies(const struct study *a, const struct study *b)
{
    struct study one = *a, other = *b;
    one.claim = other.claim = one.attempt = other.attempt = 0;
    ck_assert_mem_eq(&one, &other, sizeof one);
}

START_TEST(every_field_survives_insert_and_load)
{
    for (int i = 0; i < 50; i++) {
        struct study study = inserted();
        struct study loaded = load(&study.key);
        ck_assert_mem_eq(&study, &loaded, sizeof study);
    }
}
END_TEST

START_TEST(a_study_that_does_not_exist_is_not_found)
{
    struct study study = any_study();
    struct study_found found = {.found = true, .now_ms = 1};
    store_ask_study(store, &study.key, &found);
    fixture_flush(store);
    ck_assert(!found.found);
    ck_assert_int_eq(found.now_ms, 0);
}
END_TEST

START_TEST(inserting_twice_keeps_the_first)
{
    struct study first = inserted(), second = any_study();
    second.key = first.key;
    bool again = true;
    store_ask_insert_study(store, &second, &again);
    fixture_flush(store);
    ck_assert(!again);
    struct study loaded = load(&first.key);
    ck_assert_mem_eq(&first, &loaded, sizeof first);
}
END_TEST

START_TEST(a_game_has_a_study_of_each_strength)
{
    struct uuid player = fixture_id(&randomness);
    struct game game = fixture_game(&randomness, &player);
    fixture_play(&randomness, &game, 10);
    for (int strength = STUDY_QUICK; strength <= STUDY_DEEP; strength++) {
        struct study study;
        study_of_game(&study, &game, (enum study_strength)strength, fixture_now());
        insert(&study);
        struct study loaded = load(&study.key);
        ck_assert_mem_eq(&study, &loaded, sizeof study);
    }
}
END_TEST

START_TEST(a_claim_is_anothers_only_when_it_is_over)
{
    struct study study = inserted(), late = study;
    ck_assert(claim(&study, LEASE_MS));
    ck_assert_int_eq(study.status, STUDY_RUNNING);
    ck_assert_int_eq(study.claim, 1);
    ck_assert_int_eq(study.attempt, 1);
    ck_assert(!claim(&late, LEASE_MS));
    struct study again = study;
    ck_assert(!claim(&again, LEASE_MS));
    bool renewed = false;
    store_ask_renew_study(store, &study.key, study.claim, 0, &renewed);
    fixture_flush(store);
    ck_assert(renewed);
    again = load(&study.key);
    ck_assert_int_eq(again.status, STUDY_QUEUED);
    ck_assert(claim(&again, LEASE_MS));
    ck_assert_int_eq(again.attempt, 2);
    store_ask_renew_study(store, &study.key, study.claim, LEASE_MS, &renewed);
    fixture_flush(store);
    ck_assert(!renewed);
}
END_TEST

START_TEST(what_is_given_back_was_no_attempt)
{
    struct study study = inserted();
    struct study before = study;
    bool released = false;
    ck_assert(claim(&study, LEASE_MS));
    store_ask_release_study(store, &study.key, study.claim, &released);
    fixture_flush(store);
    ck_assert(released);
    struct rev_result result = any_result();
    ck_assert(!save(&study, &result, LEASE_MS));
    study = load(&study.key);
    ck_assert_int_eq(study.attempt, 0);
    same_studies(&study, &before);
    ck_assert(claim(&study, LEASE_MS));
}
END_TEST

START_TEST(a_step_is_saved_with_its_result)
{
    struct study study = inserted();
    struct rev_result results[2] = {any_result(), any_result()};
    results[0].nodes = results[1].nodes = study.budget.nodes_max;
    ck_assert(claim(&study, LEASE_MS));
    ck_assert(save(&study, &results[0], LEASE_MS));
    ck_assert_int_eq(study.status, STUDY_RUNNING);
    ck_assert_int_eq(study.step, 1);
    ck_assert_int_eq(study.version, 2);
    ck_assert_int_eq(study.depth, results[0].depth);
    ck_assert_int_eq(study.attempt, 0);
    ck_assert(save(&study, &results[1], LEASE_MS));
    ck_assert_int_eq(study.status, STUDY_DONE);
    ck_assert_uint_eq(study.nodes, 2 * study.budget.nodes_max);
    STUDY_RESULTS_CLEANUP struct study_results found = {0};
    store_ask_study_results(store, &study.key, &found);
    fixture_flush(store);
    ck_assert_int_eq(found.count, 2);
    same_results(&found.results[0], &results[0]);
    same_results(&found.results[1], &results[1]);
    ck_assert(!claim(&study, LEASE_MS));
}
END_TEST

START_TEST(a_deeper_result_takes_the_place_of_the_one_before)
{
    struct study study = any_study();
    study.budget.nodes_max = 100 * 1000 * 1000;
    insert(&study);
    struct rev_result first = any_result(), second = any_result();
    first.nodes = study_limits(&study).nodes_max;
    ck_assert(claim(&study, LEASE_MS));
    ck_assert(save(&study, &first, LEASE_MS));
    ck_assert_int_eq(study.step, 0);
    ck_assert_int_eq(study.stage, 1);
    ck_assert(save(&study, &second, LEASE_MS));
    ck_assert_int_eq(study.step, 1);
    STUDY_RESULTS_CLEANUP struct study_results found = {0};
    store_ask_study_results(store, &study.key, &found);
    fixture_flush(store);
    ck_assert_int_eq(found.count, 1);
    same_results(&found.results[0], &second);
}
END_TEST

START_TEST(what_was_thought_under_an_older_claim_is_dropped)
{
    struct study study = inserted();
    struct rev_result result = any_result();
    ck_assert(claim(&study, 0));
    struct study older = study;
    ck_assert(claim(&study, LEASE_MS));
    ck_assert(!save(&older, &result, LEASE_MS));
    struct study loaded = load(&study.key);
    ck_assert_mem_eq(&loaded, &study, sizeof loaded);
    STUDY_RESULTS_CLEANUP struct study_results found = {0};
    store_ask_study_results(store, &study.key, &found);
    fixture_flush(store);
    ck_assert_int_eq(found.count, 0);
    ck_assert(save(&study, &result, LEASE_MS));
    ck_assert(!save(&older, &result, LEASE_MS));
}
END_TEST

START_TEST(without_a_lease_it_goes_to_the_end_of_the_queue)
{
    struct study first = any_study(), second = any_study();
    first.created_ms -= 2000, second.created_ms -= 1000;
    insert(&first);
    insert(&second);
    static struct study_list due;
    store_ask_studies_due(store, 10, &due);
    fixture_flush(store);
    ck_assert_int_eq(due.count, 2);
    ck_assert(uuid_equal(&due.studies[0].key.id, &first.key.id));
    struct rev_result result = any_result();
    result.nodes = first.budget.nodes_max;
    ck_assert(claim(&first, LEASE_MS));
    store_ask_studies_due(store, 10, &due);
    fixture_flush(store);
    ck_assert_int_eq(due.count, 1);
    ck_assert(save(&first, &result, 0));
    ck_assert_int_eq(first.status, STUDY_QUEUED);
    bool renewed = true;
    store_ask_renew_study(store, &first.key, first.claim - 1, LEASE_MS, &renewed);
    fixture_flush(store);
    ck_assert(!renewed); /* nobody works on it: a renewal on its way would keep it from all */
    store_ask_studies_due(store, 10, &due);
    fixture_flush(store);
    ck_assert_int_eq(due.count, 2);
    ck_assert(uuid_equal(&due.studies[0].key.id, &second.key.id));
    ck_assert_mem_eq(&due.studies[1], &first, sizeof first);
    store_ask_studies_due(store, 1, &due);
    fixture_flush(store);
    ck_assert_int_eq(due.count, 1);
}
END_TEST

START_TEST(an_impossible_row_keeps_no_other_study_waiting)
{
    struct study bad = inserted(), good = inserted();
    static struct study_list due;
    char id[UUID_TEXT_SIZE];
    bool set_aside = false;
    uuid_write(&bad.key.id, id);
    database_change("ALTER TABLE studies DROP CONSTRAINT studies_fingerprint_check; "
                    "UPDATE studies SET fingerprint = '' WHERE id = '%s'",
                    id);
    store_ask_studies_due(store, 10, &due);
    fixture_flush(store);
    ck_assert_int_eq(due.count, 1);
    ck_assert(uuid_equal(&due.studies[0].key.id, &good.key.id));
    ck_assert_int_eq(due.impossible_count, 1);
    ck_assert(uuid_equal(&due.impossible[0].id, &bad.key.id));
    store_ask_set_aside_study(store, &due.impossible[0], LEASE_MS, &set_aside);
    store_ask_studies_due(store, 10, &due);
    fixture_flush(store);
    ck_assert(set_aside && due.impossible_count == 0 && due.count == 1);
}
END_TEST

START_TEST(who_gives_up_and_who_begins_again_is_one)
{
    struct study study = inserted();
    bool done = false;
    ck_assert(claim(&study, 0));
    struct study stale = study;
    stale.claim--;
    store_ask_fail_study(store, &stale, &done);
    fixture_flush(store);
    ck_assert(!done);
    store_ask_fail_study(store, &study, &done);
    fixture_flush(store);
    ck_assert(done);
    store_ask_fail_study(store, &study, &done);
    fixture_flush(store);
    ck_assert(!done);
    study = load(&study.key);
    ck_assert_int_eq(study.status, STUDY_FAILED);
    ck_assert_int_eq(study.version, 2);
    const struct uuid restarter = {{7}};
    store_ask_restart_study(store, &study.key, &restarter, &done);
    fixture_flush(store);
    ck_assert(done);
    study = load(&study.key);
    ck_assert_int_eq(study.status, STUDY_QUEUED);
    ck_assert_int_eq(study.attempt, 0);
    ck_assert(uuid_equal(&study.caller, &restarter) && study.has_token);
    store_ask_restart_study(store, &study.key, &restarter, &done);
    fixture_flush(store);
    ck_assert(!done);
}
END_TEST

static struct study_load load_of(const struct uuid *caller)
{
    struct study_load load;
    store_ask_study_load(store, caller, &load);
    fixture_flush(store);
    return load;
}

START_TEST(open_studies_are_counted)
{
    ck_assert_int_eq(load_of(&nobody).queued, 0);
    struct study one = inserted(), other = any_study(), ended = inserted();
    other.caller = one.caller;
    insert(&other);
    bool failed_now = false;
    store_ask_fail_study(store, &ended, &failed_now);
    fixture_flush(store);
    ck_assert(claim(&other, LEASE_MS));
    struct study_load load = load_of(&one.caller);
    ck_assert_int_eq(load.queued, 1);
    ck_assert_int_eq(load.running, 1);
    ck_assert_int_eq(load.callers, 2);
    ck_assert_int_eq(load_of(&ended.caller).callers, 0);
}
END_TEST

static int count(const char *table)
{
    return database_number("SELECT count(*) FROM %s", table);
}

START_TEST(deleting_takes_the_results_along_and_stops_whoever_works_on_it)
{
    struct study study = inserted();
    struct rev_result result = any_result();
    bool deleted = false;
    result.nodes = study.budget.nodes_max;
    ck_assert(claim(&study, LEASE_MS));
    ck_assert(save(&study, &result, LEASE_MS));
    store_ask_delete_study(store, &study.key, &deleted);
    fixture_flush(store);
    ck_assert(deleted);
    ck_assert_int_eq(count("study_steps"), 0);
    ck_assert(!save(&study, &result, LEASE_MS));
    bool renewed = true;
    store_ask_renew_study(store, &study.key, study.claim, LEASE_MS, &renewed);
    store_ask_delete_study(store, &study.key, &deleted);
    fixture_flush(store);
    ck_assert(!renewed);
    ck_assert(!deleted);
}
END_TEST

START_TEST(analyses_that_ended_long_ago_are_deleted_and_nothing_else)
{
    struct uuid player = fixture_id(&randomness);
    struct game game = fixture_game(&randomness, &player);
    struct study review, open = any_study(), recent = any_study();
    int deleted = -1;
    int64_t now_ms = fixture_now();
    study_of_game(&review, &game, STUDY_QUICK, now_ms - 9 * (int64_t)DAY_MS);
    insert(&review);
    open.updated_ms -= 9 * (int64_t)DAY_MS;
    insert(&open);
    insert(&recent);
    for (int i = 0; i < 3; i++) {
        struct study old = any_study();
        old.updated_ms -= 9 * (int64_t)DAY_MS;
        old.status = STUDY_DONE;
        old.step = old.steps;
        insert(&old);
    }
    store_ask_delete_ended_analyses(store, now_ms - DAY_MS, 2, &deleted);
    fixture_flush(store);
    ck_assert_int_eq(deleted, 2);
    store_ask_delete_ended_analyses(store, now_ms - DAY_MS, 2, &deleted);
    fixture_flush(store);
    ck_assert_int_eq(deleted, 1);
    ck_assert_int_eq(count("studies"), 3);
}
END_TEST

/** Rows that no study can have, as somebody may make them by hand. */
static const char *const impossible[] = {
    "f5:", "f5", ":3", "f:3", "z9:3", "f5:65", "f5:3=<x", "f5:3 ", " f5:3", "f5:3  d3:1", "f5d:1",
};

START_TEST(a_result_that_is_none_is_noticed)
{
    struct study study = inserted();
    struct rev_result result = any_result();
    ck_assert(claim(&study, LEASE_MS));
    ck_assert(save(&study, &result, LEASE_MS));
    database_change("UPDATE study_steps SET moves = '%s'", impossible[_i]);
    STUDY_RESULTS_CLEANUP struct study_results found = {0};
    store_ask_study_results(store, &study.key, &found);
    ck_assert_int_eq(store_flush(store).code, ERROR_INTERNAL);
}
END_TEST

static Suite *suite(void)
{
    Suite *suite = suite_create("store_studies");
    TCase *cases = tcase_create("cases");
    tcase_set_timeout(cases, 120);
    tcase_add_checked_fixture(cases, begin, end);
    tcase_add_test(cases, every_field_survives_insert_and_load);
    tcase_add_test(cases, a_study_that_does_not_exist_is_not_found);
    tcase_add_test(cases, inserting_twice_keeps_the_first);
    tcase_add_test(cases, a_game_has_a_study_of_each_strength);
    tcase_add_test(cases, a_claim_is_anothers_only_when_it_is_over);
    tcase_add_test(cases, what_is_given_back_was_no_attempt);
    tcase_add_test(cases, a_step_is_saved_with_its_result);
    tcase_add_test(cases, a_deeper_result_takes_the_place_of_the_one_before);
    tcase_add_test(cases, what_was_thought_under_an_older_claim_is_dropped);
    tcase_add_test(cases, without_a_lease_it_goes_to_the_end_of_the_queue);
    tcase_add_test(cases, an_impossible_row_keeps_no_other_study_waiting);
    tcase_add_test(cases, who_gives_up_and_who_begins_again_is_one);
    tcase_add_test(cases, open_studies_are_counted);
    tcase_add_test(cases, deleting_takes_the_results_along_and_stops_whoever_works_on_it);
    tcase_add_test(cases, analyses_that_ended_long_ago_are_deleted_and_nothing_else);
    tcase_add_loop_test(cases, a_result_that_is_none_is_noticed, 0,
                        sizeof impossible / sizeof impossible[0]);
    suite_add_tcase(suite, cases);
    return suite;
}

int main(void)
{
    return database_suite_run(suite());
}
