/* What a store does when the database goes away, is slow, or has forgotten something. The server is
   this program's own. */

#include "base/clock.h"
#include "database.h"
#include "store/connection.h"
#include "store_fixture.h"
#include "suite.h"

#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** Ends all connections of stores and waits until they are gone. */
static void terminate_backends(void)
{
    database_run(database_url(DATABASE_ADMIN),
                 "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                 " WHERE application_name = 'reversid test'");
}

/** Waits until a query of the server's gives a value. */
static void await(const char *sql, const char *expected)
{
    char value[64];
    for (;;) {
        database_value(database_url(DATABASE_ADMIN), sql, value, sizeof value);
        if (strcmp(value, expected) == 0)
            return;
        usleep(10000);
    }
}

static void await_blocked(void)
{
    await("SELECT count(*) FROM pg_stat_activity"
          " WHERE application_name = 'reversid test' AND wait_event_type = 'Lock'",
          "1");
}

/** A game that is stored, in which a human is to move. */
static struct game stored_game(struct random *random, struct store *store)
{
    struct uuid player = fixture_id(random);
    struct game game = fixture_game(random, &player);
    fixture_insert(store, &game);
    return game;
}

/** A flush on a thread of its own. */
struct flush {
    pthread_t thread;
    struct store *store;
    struct result result;
};

static void *run_flush(void *context)
{
    struct flush *flush = context;
    flush->result = store_flush(flush->store);
    return NULL;
}

static void begin_flush(struct flush *flush, struct store *store)
{
    flush->store = store;
    ck_assert_int_eq(pthread_create(&flush->thread, NULL, run_flush, flush), 0);
}

static struct result end_flush(struct flush *flush)
{
    pthread_join(flush->thread, NULL);
    return flush->result;
}

/* --- connections that are lost ----------------------------------------------------------- */

/** Asks one question; `i` chooses which. False: there are no more. */
static bool ask_one(struct store *store, struct random *random, int i, struct game_list *list)
{
    static bool flag;
    static int64_t now_ms;
    static int count;
    static struct caller caller;
    static struct game_found found;
    static struct game game;
    static const struct page_cursor start;
    struct token_key token = {.player = fixture_id(random)};
    struct my_games_query mine = {.player = token.player, .limit = 1};
    struct player guest = {.id = token.player, .name = "Ann", .created_ms = fixture_now()};
    game = fixture_game(random, &token.player);
    switch (i) {
    case 0:
        store_ask_now(store, &now_ms);
        return true;
    case 1:
        store_ask_caller(store, &token, &caller);
        return true;
    case 2:
        store_ask_new_guest(store, &guest, &token, 1, &now_ms);
        return true;
    case 3:
        store_ask_extend_token(store, &token, fixture_now(), fixture_now());
        return true;
    case 4:
        store_ask_delete_stale_guests(store, 1, 1, &count);
        return true;
    case 5:
        store_ask_game(store, &game.id, &found);
        return true;
    case 6:
        store_ask_insert_game(store, &game, &flag);
        return true;
    case 7:
        store_ask_save_game(store, &game, 1, &flag);
        return true;
    case 8:
        store_ask_claim_ai(store, &game, 1, 1, &flag);
        return true;
    case 9:
        store_ask_games(store, &game.id, 1, list);
        return true;
    case 10:
        store_ask_live_games(store, &start, 1, list);
        return true;
    case 11:
        store_ask_my_games(store, &mine, list);
        return true;
    case 12:
        mine.sort = MY_GAMES_BY_DEADLINE;
        store_ask_my_games(store, &mine, list);
        return true;
    case 13:
        store_ask_ai_turns_left(store, 1, list);
        return true;
    case 14:
        store_ask_set_aside_ai_turn(store, &game.id, 1, &flag);
        return true;
    case 15:
        store_ask_postpone_ai(store, &game, 1, 1, &flag);
        return true;
    case 16:
        store_ask_wake_ai(store, (const struct uuid[2]){game.id, game.creator}, 1, 1);
        return true;
    default:
        return false;
    }
}

START_TEST(after_the_server_closed_the_connection_every_call_works)
{
    struct random random = random_for("after_the_server_closed_the_connection");
    struct store *store = fixture_store();
    struct game_list list = {0};
    for (int i = 0; ask_one(store, &random, i, &list); i++) {
        fixture_flush(store);
        game_list_release(&list);
        terminate_backends();
        ck_assert(ask_one(store, &random, i, &list));
        fixture_flush(store);
        game_list_release(&list);
    }
    int version;
    terminate_backends();
    ck_assert(!failed(store_schema_version(store, &version)));
    ck_assert_int_eq(version, store_schema_built());
    store_free(store);
}
END_TEST

START_TEST(a_read_under_way_is_asked_again)
{
    struct random random = random_for("a_read_under_way_is_asked_again");
    struct store *store = fixture_store();
    struct game game = stored_game(&random, store);
    struct game_found found;
    struct flush flush;
    struct database_lock *lock = database_lock("games");
    store_ask_game(store, &game.id, &found);
    begin_flush(&flush, store);
    await_blocked();
    terminate_backends();
    database_unlock(lock);
    ck_assert(!failed(end_flush(&flush)));
    ck_assert(found.found);
    fixture_equal(&found.game, &game);
    store_free(store);
}
END_TEST

START_TEST(a_write_under_way_is_not_asked_again)
{
    struct random random = random_for("a_write_under_way_is_not_asked_again");
    struct store *store = fixture_store();
    struct game game = stored_game(&random, store), next = game;
    struct flush flush;
    bool saved = false;
    struct database_lock *lock = database_lock("games");
    next.version = 2;
    store_ask_save_game(store, &next, 1, &saved);
    begin_flush(&flush, store);
    await_blocked();
    terminate_backends();
    database_unlock(lock);
    ck_assert_int_eq(end_flush(&flush).code, ERROR_DATABASE_UNAVAILABLE);
    ck_assert_str_ne(store_why(store), "");
    ck_assert_int_eq(fixture_load(store, &game.id).version, 1);
    store_ask_save_game(store, &next, 1, &saved);
    fixture_flush(store);
    ck_assert(saved);
    store_free(store);
}
END_TEST

START_TEST(a_stopped_server_is_unavailable_and_a_started_one_works_again)
{
    struct random random = random_for("a_stopped_server_is_unavailable");
    struct store *store = fixture_store(), *unconnected = fixture_store();
    struct game game = stored_game(&random, store);
    struct game_found found;
    database_stop();
    for (int i = 0; i < 100; i++) { /* most of them while it holds back from connecting */
        store_ask_game(store, &game.id, &found);
        ck_assert_int_eq(store_flush(store).code, ERROR_DATABASE_UNAVAILABLE);
        ck_assert_str_ne(store_why(store), "");
        ck_assert_int_eq(store_flush(unconnected).code, ERROR_DATABASE_UNAVAILABLE);
    }
    database_start();
    do
        store_ask_game(store, &game.id, &found);
    while (failed(store_flush(store)));
    ck_assert(found.found);
    fixture_equal(&found.game, &game);
    while (failed(store_flush(unconnected)))
        continue;
    store_free(store);
    store_free(unconnected);
}
END_TEST

START_TEST(no_connection_is_tried_while_backing_off)
{
    char url[1024];
    snprintf(url, sizeof url, "host=/nowhere dbname=x");
    struct store *store = fixture_store_at(url, 1000);
    int64_t before_ms = clock_steady_ms();
    ck_assert_int_eq(store_flush(store).code, ERROR_DATABASE_UNAVAILABLE);
    ck_assert_int_eq(store->backoff_ms, 50);
    for (int expected = 100; expected < 400; expected *= 2) {
        int64_t again_ms = store->connect_again_ms;
        ck_assert_int_ge(again_ms, before_ms + store->backoff_ms / 2);
        while (clock_steady_ms() < again_ms) {
            ck_assert_int_eq(store_flush(store).code, ERROR_DATABASE_UNAVAILABLE);
            if (clock_steady_ms() < again_ms)
                ck_assert_int_eq(store->connect_again_ms, again_ms);
        }
        before_ms = clock_steady_ms();
        if (store->connect_again_ms == again_ms)
            ck_assert_int_eq(store_flush(store).code, ERROR_DATABASE_UNAVAILABLE);
        ck_assert_int_eq(store->backoff_ms, expected);
    }
    store->backoff_ms = 2000;
    store->connect_again_ms = 0;
    ck_assert_int_eq(store_flush(store).code, ERROR_DATABASE_UNAVAILABLE);
    ck_assert_int_eq(store->backoff_ms, 2000);
    store_free(store);
}
END_TEST

/* --- servers that are slow --------------------------------------------------------------- */

START_TEST(a_statement_that_takes_too_long_is_given_up)
{
    struct random random = random_for("a_statement_that_takes_too_long_is_given_up");
    struct store *store = fixture_store_at(database_url(DATABASE_SERVICE), 100);
    struct game game = stored_game(&random, store), next = game;
    bool saved = false;
    int64_t now_ms = 0;
    struct database_lock *lock = database_lock("games");
    next.version = 2;
    store_ask_save_game(store, &next, 1, &saved);
    store_ask_now(store, &now_ms);
    ck_assert_int_eq(store_flush(store).code, ERROR_DATABASE_UNAVAILABLE);
    ck_assert_ptr_nonnull(strstr(store_why(store), "save_game"));
    database_unlock(lock);
    ck_assert_int_eq(fixture_load(store, &game.id).version, 1);
    store_free(store);
}
END_TEST

START_TEST(a_frozen_server_does_not_hold_anybody_for_ever)
{
    struct random random = random_for("a_frozen_server_does_not_hold_anybody_for_ever");
    struct store *store = fixture_store_at(database_url(DATABASE_SERVICE), 100);
    struct game game = stored_game(&random, store);
    struct game_found found;
    pid_t backend = PQbackendPID(store->connection);
    ck_assert_int_eq(kill(backend, SIGSTOP), 0);
    store_ask_game(store, &game.id, &found);
    struct result result = store_flush(store);
    ck_assert_int_eq(kill(backend, SIGCONT), 0);
    ck_assert(!failed(result)); /* a read: answered by another backend */
    ck_assert(found.found);

    bool saved = false;
    backend = PQbackendPID(store->connection);
    ck_assert_int_eq(kill(backend, SIGSTOP), 0);
    store_ask_save_game(store, &game, 1, &saved);
    result = store_flush(store);
    ck_assert_int_eq(kill(backend, SIGCONT), 0);
    ck_assert_int_eq(result.code, ERROR_DATABASE_UNAVAILABLE);
    store_free(store);
}
END_TEST

/* --- what a server may say --------------------------------------------------------------- */

/** Runs SQL on the store's own connection. */
static void run_inside(struct store *store, const char *sql)
{
    ck_assert(PQsendQueryParams(store->connection, sql, 0, NULL, NULL, NULL, NULL, 0));
    ck_assert(PQpipelineSync(store->connection));
    ExecStatusType status;
    do {
        PGresult *result = PQgetResult(store->connection);
        status = PQresultStatus(result);
        ck_assert(!result || status != PGRES_FATAL_ERROR);
        PQclear(result);
    } while (status != PGRES_PIPELINE_SYNC);
}

START_TEST(a_forgotten_statement_is_prepared_again)
{
    struct random random = random_for("a_forgotten_statement_is_prepared_again");
    struct store *store = fixture_store();
    struct game game = stored_game(&random, store), next = game;
    bool saved = false, inserted = true;
    struct game_found found;
    store_ask_game(store, &game.id, &found);
    store_ask_save_game(store, &game, 7, &saved);
    fixture_flush(store);
    run_inside(store, "DEALLOCATE ALL");
    next.version = 2;
    store_ask_save_game(store, &next, 1, &saved);
    store_ask_game(store, &game.id, &found);
    store_ask_insert_game(store, &game, &inserted);
    fixture_flush(store);
    ck_assert(saved);
    ck_assert(!inserted);
    ck_assert_int_eq(fixture_load(store, &game.id).version, 2);
    store_free(store);
}
END_TEST

START_TEST(a_server_that_has_become_read_only_is_left)
{
    struct random random = random_for("a_server_that_has_become_read_only_is_left");
    struct store *store = fixture_store();
    struct game game = stored_game(&random, store);
    bool saved = false;
    run_inside(store, "SET default_transaction_read_only = on");
    store_ask_save_game(store, &game, 1, &saved);
    ck_assert_int_eq(store_flush(store).code, ERROR_DATABASE_UNAVAILABLE);
    store_ask_save_game(store, &game, 1, &saved);
    fixture_flush(store);
    ck_assert(saved);
    store_free(store);
}
END_TEST

enum { SAVERS = 4, SAVES = 50 };

struct saver {
    pthread_t thread;
    const char *url;
    struct game game;
};

/** Raises a game's version again and again, loading it anew whenever another was faster. */
static void *run_saver(void *context)
{
    struct saver *saver = context;
    struct store *store = fixture_store_at(saver->url, 20000);
    for (int saves = 0; saves < SAVES;) {
        struct game next = fixture_load(store, &saver->game.id);
        bool saved = false;
        next.version++;
        store_ask_save_game(store, &next, next.version - 1, &saved);
        fixture_flush(store);
        saves += saved;
    }
    store_free(store);
    return NULL;
}

START_TEST(what_the_server_rolls_back_is_tried_again)
{
    struct random random = random_for("what_the_server_rolls_back_is_tried_again");
    struct store *store = fixture_store();
    struct saver savers[SAVERS];
    struct game game = stored_game(&random, store);
    char url[1024];
    /* At this level a row that somebody else has just changed is a serialization failure. */
    snprintf(url, sizeof url,
             "%s&options=-c%%20default_transaction_isolation%%3Drepeatable%%5C%%20read",
             database_url(DATABASE_SERVICE));
    for (int i = 0; i < SAVERS; i++) {
        savers[i] = (struct saver){.url = url, .game = game};
        ck_assert_int_eq(pthread_create(&savers[i].thread, NULL, run_saver, &savers[i]), 0);
    }
    for (int i = 0; i < SAVERS; i++)
        pthread_join(savers[i].thread, NULL);
    ck_assert_int_eq(fixture_load(store, &game.id).version, 1 + SAVERS * SAVES);
    store_free(store);
}
END_TEST

START_TEST(one_question_that_fails_leaves_the_others_alone)
{
    struct random random = random_for("one_question_that_fails_leaves_the_others_alone");
    struct store *store = fixture_store();
    struct game first = fixture_any_game(&random), bad = fixture_any_game(&random),
                last = fixture_any_game(&random);
    bool inserted[3] = {false};
    bad.version = 0; /* which the table refuses */
    store_ask_insert_game(store, &first, &inserted[0]);
    store_ask_insert_game(store, &bad, &inserted[1]);
    store_ask_insert_game(store, &last, &inserted[2]);
    ck_assert_int_eq(store_flush(store).code, ERROR_INTERNAL);
    ck_assert_ptr_nonnull(strstr(store_why(store), "games_version_check"));
    ck_assert(inserted[0] && inserted[2]);
    struct game loaded = fixture_load(store, &last.id);
    fixture_equal(&loaded, &last);
    store_free(store);
}
END_TEST

START_TEST(the_most_that_may_be_asked_is_answered)
{
    enum { LISTS = STORE_ASK_MAX / 2 };
    struct random random = random_for("the_most_that_may_be_asked_is_answered");
    struct store *store = fixture_store();
    struct uuid ids[STORE_ASK_MAX];
    struct game games[STORE_ASK_MAX];
    bool inserted[STORE_ASK_MAX] = {false};
    struct game_list lists[LISTS];
    for (int i = 0; i < STORE_ASK_MAX; i++) {
        games[i] = fixture_any_game(&random);
        ids[i] = games[i].id;
        store_ask_insert_game(store, &games[i], &inserted[i]);
    }
    fixture_flush(store);
    for (int i = 0; i < STORE_ASK_MAX; i++)
        ck_assert(inserted[i]);
    for (int i = 0; i < LISTS; i++)
        store_ask_games(store, ids, STORE_ASK_MAX, &lists[i]);
    fixture_flush(store);
    for (int i = 0; i < LISTS; i++) {
        ck_assert_int_eq(lists[i].count, STORE_ASK_MAX);
        game_list_release(&lists[i]);
    }
    store_free(store);
}
END_TEST

/* --- where to connect -------------------------------------------------------------------- */

START_TEST(a_malformed_url_is_said)
{
    struct store *store = fixture_store_at("postgresql://[", 1000);
    ck_assert_int_eq(store_flush(store).code, ERROR_DATABASE_UNAVAILABLE);
    ck_assert_ptr_nonnull(strstr(store_why(store), "URL"));
    store_free(store);
}
END_TEST

START_TEST(a_second_host_serves_when_the_first_does_not)
{
    char url[1024], host[256] = "";
    PQconninfoOption *options = PQconninfoParse(database_url(DATABASE_SERVICE), NULL);
    for (PQconninfoOption *option = options; option->keyword; option++)
        if (strcmp(option->keyword, "host") == 0)
            snprintf(host, sizeof host, "%s", option->val);
    PQconninfoFree(options);
    snprintf(url, sizeof url, "%s&host=/nowhere,%s", database_url(DATABASE_SERVICE), host);
    struct store *store = fixture_store_at(url, 20000);
    fixture_flush(store);
    store_free(store);
}
END_TEST

static int notices;

static void count_notice(void *context, const PGresult *notice)
{
    (void)context, (void)notice;
    notices++;
}

START_TEST(a_transaction_gives_the_server_nothing_to_warn_of)
{
    struct random random = random_for("a_transaction_gives_the_server_nothing_to_warn_of");
    struct store *store = fixture_store();
    const struct seeker seeker = {.player = fixture_id(&random)};
    fixture_flush(store);
    PQsetNoticeReceiver(store->connection, count_notice, NULL);
    for (int round = 0; round < 2; round++) {
        bool committed = round > 0;
        store_ask_begin(store);
        store_ask_advance_seeker(store, &seeker);
        store_ask_commit(store, &committed);
        fixture_flush(store);
        ck_assert_int_eq(committed, round == 0); /* the second time the count has moved on */
    }
    ck_assert_int_eq(notices, 0);
    store_free(store);
}
END_TEST

static Suite *suite(void)
{
    Suite *suite = suite_create("store_connection");
    TCase *tests = tcase_create("connection");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, after_the_server_closed_the_connection_every_call_works);
    tcase_add_test(tests, a_read_under_way_is_asked_again);
    tcase_add_test(tests, a_write_under_way_is_not_asked_again);
    tcase_add_test(tests, a_stopped_server_is_unavailable_and_a_started_one_works_again);
    tcase_add_test(tests, no_connection_is_tried_while_backing_off);
    tcase_add_test(tests, a_statement_that_takes_too_long_is_given_up);
    tcase_add_test(tests, a_frozen_server_does_not_hold_anybody_for_ever);
    tcase_add_test(tests, a_forgotten_statement_is_prepared_again);
    tcase_add_test(tests, a_server_that_has_become_read_only_is_left);
    tcase_add_test(tests, what_the_server_rolls_back_is_tried_again);
    tcase_add_test(tests, one_question_that_fails_leaves_the_others_alone);
    tcase_add_test(tests, the_most_that_may_be_asked_is_answered);
    tcase_add_test(tests, a_malformed_url_is_said);
    tcase_add_test(tests, a_second_host_serves_when_the_first_does_not);
    tcase_add_test(tests, a_transaction_gives_the_server_nothing_to_warn_of);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    database_begin_own();
    int status = suite_run(suite());
    database_end();
    return status;
}
