/* Several writes that stand or fall together, matches, deadlines in compare-and-sets, the
 * heartbeat. */

#include "base/limits.h"
#include "database.h"
#include "store_fixture.h"
#include "suite.h"

#include <check.h>
#include <pthread.h>
#include <string.h>

/** A match between two people that has begun, stored. */
static struct game_change begin_match(struct random *random, struct store *store)
{
    struct game_setup setup = {.id = fixture_id(random),
                               .creator = fixture_id(random),
                               .creator_name = "Ada",
                               .against = OPPONENT_PLAYER,
                               .opponent = fixture_id(random),
                               .opponent_name = "Ben",
                               .clock = {CLOCK_PER_MOVE, 600, TIMEOUT_FORFEIT},
                               .wins_needed = 3,
                               .visibility = VISIBILITY_UNLISTED,
                               .metadata = "{}"};
    struct game_change change;
    const struct store_terms terms = {0};
    bool saved = false;
    ck_assert(!failed(game_begin(&setup, fixture_now(), &change)));
    store_ask_save_change(store, &change, &terms, &saved);
    fixture_flush(store);
    ck_assert(saved);
    return change;
}

/** What it changes that black resigns. */
static struct game_change resign(const struct game *game)
{
    struct game_change change;
    struct game next;
    bool replay;
    int64_t now_ms = fixture_now();
    ck_assert(!failed(game_resign(game, SEATS_BLACK, REV_BLACK, now_ms, &next, &replay)));
    game_complete(game, &next, now_ms, &change);
    ck_assert(change.has_follower && change.has_match);
    return change;
}

static bool save(struct store *store, struct game_change *change, int version)
{
    const struct store_terms terms = {.expected_version = version};
    bool saved = true;
    store_ask_save_change(store, change, &terms, &saved);
    fixture_flush(store);
    return saved;
}

static struct match load_match(struct store *store, const struct uuid *id)
{
    struct match_found found;
    store_ask_match(store, id, &found);
    fixture_flush(store);
    ck_assert(found.found && found.now_ms > 0);
    return found.match;
}

static bool has_game(struct store *store, const struct uuid *id)
{
    struct game_found found;
    store_ask_game(store, id, &found);
    fixture_flush(store);
    return found.found;
}

static void equal_matches(const struct match *a, const struct match *b)
{
    ck_assert(uuid_equal(&a->id, &b->id));
    ck_assert_int_eq(a->version, b->version);
    ck_assert_int_eq(a->status, b->status);
    ck_assert_int_eq(a->wins_needed, b->wins_needed);
    ck_assert_int_eq(a->game_number, b->game_number);
    ck_assert_mem_eq(a->wins, b->wins, sizeof a->wins);
    ck_assert_int_eq(a->winner, b->winner);
    ck_assert_int_eq(a->reason, b->reason);
    ck_assert_int_eq(a->updated_ms, b->updated_ms);
}

START_TEST(the_end_of_a_game_writes_game_match_and_next_game)
{
    struct random random = random_for("the_end_of_a_game_writes_game_match_and_next_game");
    struct store *store = fixture_store();
    struct game game = begin_match(&random, store).game;
    for (int number = 1; number <= 3; number++) {
        struct game_change change = resign(&game);
        ck_assert(save(store, &change, game.version));
        struct game ended = fixture_load(store, &game.id);
        fixture_equal(&ended, &change.game);
        struct match match = load_match(store, &game.match.id);
        equal_matches(&match, &change.match);
        game = fixture_load(store, &change.follower.id);
        fixture_equal(&game, &change.follower);
    }
    store_free(store);
}
END_TEST

START_TEST(a_write_that_finds_nothing_to_change_undoes_all)
{
    struct random random = random_for("a_write_that_finds_nothing_to_change_undoes_all");
    struct store *store = fixture_store();
    struct game_change begun = begin_match(&random, store);
    struct game_change change = resign(&begun.game);
    char id[UUID_TEXT_SIZE];
    uuid_write(&begun.match.id, id);
    ck_assert(!save(store, &change, begun.game.version + 1));
    database_change("UPDATE matches SET version = 7, game_number = 7 WHERE id = '%s'", id);
    ck_assert(!save(store, &change, begun.game.version));
    struct game unchanged = fixture_load(store, &begun.game.id);
    fixture_equal(&unchanged, &begun.game);
    ck_assert(!has_game(store, &change.follower.id));
    database_change("UPDATE matches SET version = 1, game_number = 1 WHERE id = '%s'", id);
    fixture_insert(store, &change.follower);
    ck_assert(!save(store, &change, begun.game.version));
    unchanged = fixture_load(store, &begun.game.id);
    fixture_equal(&unchanged, &begun.game);
    ck_assert_int_eq(load_match(store, &begun.match.id).version, 1);
    store_free(store);
}
END_TEST

START_TEST(transactions_and_single_questions_of_one_flush_do_not_touch_each_other)
{
    struct random random =
        random_for("transactions_and_single_questions_of_one_flush_do_not_touch_each_other");
    struct store *store = fixture_store();
    struct game_change one = begin_match(&random, store), two = begin_match(&random, store);
    struct game_change first = resign(&one.game), second = resign(&two.game);
    struct uuid player = fixture_id(&random);
    struct game single = fixture_game(&random, &player);
    const struct store_terms wrong = {.expected_version = 9}, right = {.expected_version = 1};
    bool missed = true, saved = false, inserted = false;
    struct game_found found;
    store_ask_save_change(store, &first, &wrong, &missed);
    store_ask_insert_game(store, &single, &inserted);
    store_ask_save_change(store, &second, &right, &saved);
    store_ask_game(store, &single.id, &found);
    fixture_flush(store);
    ck_assert(!missed && inserted && saved && found.found);
    ck_assert_int_eq(fixture_load(store, &one.game.id).version, 1);
    ck_assert_int_eq(fixture_load(store, &two.game.id).version, 2);
    store_free(store);
}
END_TEST

START_TEST(several_changes_make_one_transaction)
{
    struct random random = random_for("several_changes_make_one_transaction");
    struct store *store = fixture_store();
    struct game_change one = begin_match(&random, store), two = begin_match(&random, store);
    struct game_change changes[2] = {resign(&one.game), resign(&two.game)};
    for (int right = 0; right <= 1; right++) {
        const struct store_terms terms[2] = {{.expected_version = 1},
                                             {.expected_version = right ? 1 : 9}};
        bool committed;
        store_ask_begin(store);
        store_ask_change(store, &changes[0], &terms[0]);
        store_ask_change(store, &changes[1], &terms[1]);
        store_ask_commit(store, &committed);
        fixture_flush(store);
        ck_assert_int_eq(committed, right);
        ck_assert_int_eq(fixture_load(store, &one.game.id).version, 1 + right);
        ck_assert_int_eq(fixture_load(store, &two.game.id).version, 1 + right);
    }
    store_free(store);
}
END_TEST

START_TEST(a_statement_that_is_refused_undoes_all_and_leaves_the_connection_usable)
{
    struct random random =
        random_for("a_statement_that_is_refused_undoes_all_and_leaves_the_connection_usable");
    struct store *store = fixture_store();
    struct game_change begun = begin_match(&random, store), change = resign(&begun.game);
    const struct store_terms terms = {.expected_version = 1};
    bool saved;
    change.match.wins[0] = 99; /* which the table refuses */
    store_ask_save_change(store, &change, &terms, &saved);
    ck_assert_int_eq(store_flush(store).code, ERROR_INTERNAL);
    ck_assert(!saved);
    ck_assert_int_eq(fixture_load(store, &begun.game.id).version, 1);
    ck_assert(!has_game(store, &change.follower.id));
    change = resign(&begun.game);
    ck_assert(save(store, &change, 1));
    store_free(store);
}
END_TEST

enum { ENDERS = 6 };

struct ender {
    pthread_t thread;
    const char *url;
    struct game_change change;
    bool saved;
};

static void *run_ender(void *argument)
{
    struct ender *ender = argument;
    const struct store_terms terms = {.expected_version = 1};
    struct store *store = fixture_store_at(ender->url, 20000);
    store_ask_save_change(store, &ender->change, &terms, &ender->saved);
    if (failed(store_flush(store)))
        ender->saved = false;
    store_free(store);
    return NULL;
}

/* At repeatable read, a row that somebody else has just changed is a serialization failure: the
   whole transaction is tried again, and then finds the version gone. */
static const char *const isolations[] = {"read%5C%20committed", "repeatable%5C%20read"};

START_TEST(of_those_who_end_a_game_at_once_exactly_one_does)
{
    struct random random = random_for("of_those_who_end_a_game_at_once_exactly_one_does");
    struct store *store = fixture_store();
    char url[1024];
    snprintf(url, sizeof url, "%s&options=-c%%20default_transaction_isolation%%3D%s",
             database_url(DATABASE_SERVICE), isolations[_i]);
    for (int round = 0; round < 10; round++) {
        struct game_change begun = begin_match(&random, store);
        struct ender enders[ENDERS];
        int saved = 0;
        for (int i = 0; i < ENDERS; i++) {
            enders[i] = (struct ender){.url = url, .change = resign(&begun.game)};
            ck_assert_int_eq(pthread_create(&enders[i].thread, NULL, run_ender, &enders[i]), 0);
        }
        for (int i = 0; i < ENDERS; i++) {
            pthread_join(enders[i].thread, NULL);
            saved += enders[i].saved;
        }
        ck_assert_int_eq(saved, 1);
        ck_assert_int_eq(load_match(store, &begun.match.id).version, 2);
    }
    store_free(store);
}
END_TEST

START_TEST(after_its_deadline_time_alone_changes_a_game)
{
    struct random random = random_for("after_its_deadline_time_alone_changes_a_game");
    struct store *store = fixture_store();
    struct game game = begin_match(&random, store).game;
    char id[UUID_TEXT_SIZE];
    uuid_write(&game.id, id);
    database_change(
        "UPDATE games SET deadline_at = now() - interval '1 millisecond' WHERE id = '%s'", id);
    struct game_change change = resign(&game);
    bool saved = true;
    ck_assert(!save(store, &change, 1));
    store_ask_save_game(store, &change.game, 1, &saved);
    fixture_flush(store);
    ck_assert(!saved);
    struct game_list due;
    bool listed = false;
    store_ask_due_games(store, STORE_PAGE_MAX, &due);
    fixture_flush(store);
    for (int i = 0; i < due.count; i++)
        listed |= uuid_equal(&due.games[i].id, &game.id);
    game_list_release(&due);
    ck_assert(listed);
    const struct store_terms terms = {.expected_version = 1, .by_time = true};
    store_ask_save_change(store, &change, &terms, &saved);
    fixture_flush(store);
    ck_assert(saved);
    store_free(store);
}
END_TEST

static struct pulse pulse_of(struct store *store)
{
    struct pulse pulse;
    store_ask_pulse(store, &pulse);
    fixture_flush(store);
    return pulse;
}

START_TEST(nothing_is_timed_out_unless_the_service_is_alive_and_knows_every_outage)
{
    struct random random =
        random_for("nothing_is_timed_out_unless_the_service_is_alive_and_knows_every_outage");
    struct store *store = fixture_store();
    struct game_change begun = begin_match(&random, store), change = resign(&begun.game);
    database_change("UPDATE heartbeats SET beat_at = now() - interval '4 seconds'");
    int seq = pulse_of(store).outage_seq;
    struct store_terms terms = {
        .expected_version = 1, .by_time = true, .while_alive = true, .outage_seq = seq};
    bool saved = true;
    store_ask_save_change(store, &change, &terms, &saved);
    fixture_flush(store);
    ck_assert(!saved);
    database_change("UPDATE heartbeats SET beat_at = now()");
    terms.outage_seq = seq + 1;
    store_ask_save_change(store, &change, &terms, &saved);
    fixture_flush(store);
    ck_assert(!saved);
    terms.outage_seq = seq;
    store_ask_save_change(store, &change, &terms, &saved);
    fixture_flush(store);
    ck_assert(saved);
    store_free(store);
}
END_TEST

START_TEST(a_sign_of_life_that_comes_too_late_is_an_outage_noted_once)
{
    struct store *store = fixture_store();
    bool alive = false, noted[3];
    database_change(
        "UPDATE heartbeats SET beat_at = date_trunc('milliseconds', now()) - interval '1 second'");
    store_ask_renew_heartbeat(store, &alive);
    fixture_flush(store);
    ck_assert(alive);
    struct pulse before = pulse_of(store);
    ck_assert_int_lt(before.now_ms - before.beat_ms, HEARTBEAT_STALE_MS);
    database_change("UPDATE heartbeats SET beat_at = date_trunc('milliseconds', now()) - interval "
                    "'20 seconds'");
    store_ask_renew_heartbeat(store, &alive);
    fixture_flush(store);
    ck_assert(!alive);
    before = pulse_of(store);
    for (int i = 0; i < 3; i++)
        store_ask_note_outage(store, before.beat_ms, &noted[i]);
    fixture_flush(store);
    ck_assert(noted[0] && !noted[1] && !noted[2]);
    struct pulse after = pulse_of(store);
    ck_assert_int_eq(after.outage_seq, before.outage_seq + 1);
    struct outage_list outages;
    store_ask_outages(store, before.outage_seq, before.beat_ms, &outages);
    fixture_flush(store);
    ck_assert_int_eq(outages.count, 1);
    ck_assert_int_eq(outages.outages[0].seq, after.outage_seq);
    ck_assert_int_eq(outages.outages[0].from_ms, before.beat_ms);
    ck_assert_int_eq(outages.outages[0].to_ms, after.beat_ms);
    store_ask_outages(store, before.outage_seq, after.beat_ms, &outages);
    fixture_flush(store);
    ck_assert_int_eq(outages.count, 0);
    store_free(store);
}
END_TEST

START_TEST(a_match_that_does_not_exist_is_not_found)
{
    struct random random = random_for("a_match_that_does_not_exist_is_not_found");
    struct store *store = fixture_store();
    struct uuid id = fixture_id(&random);
    struct match_found found = {.found = true};
    store_ask_match(store, &id, &found);
    fixture_flush(store);
    ck_assert(!found.found);
    store_free(store);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_play");
    TCase *tests = tcase_create("play");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, the_end_of_a_game_writes_game_match_and_next_game);
    tcase_add_test(tests, a_write_that_finds_nothing_to_change_undoes_all);
    tcase_add_test(tests, transactions_and_single_questions_of_one_flush_do_not_touch_each_other);
    tcase_add_test(tests, several_changes_make_one_transaction);
    tcase_add_test(tests, a_statement_that_is_refused_undoes_all_and_leaves_the_connection_usable);
    tcase_add_loop_test(tests, of_those_who_end_a_game_at_once_exactly_one_does, 0, 2);
    tcase_add_test(tests, after_its_deadline_time_alone_changes_a_game);
    tcase_add_test(tests, nothing_is_timed_out_unless_the_service_is_alive_and_knows_every_outage);
    tcase_add_test(tests, a_sign_of_life_that_comes_too_late_is_an_outage_noted_once);
    tcase_add_test(tests, a_match_that_does_not_exist_is_not_found);
    suite_add_tcase(suite, tests);
    return database_suite_run(suite);
}
