/* Reads for many requests over one connection, and what becomes of them when it is lost. */

#include "base/clock.h"
#include "database.h"
#include "store/connection.h"
#include "store/reader.h"
#include "store_fixture.h"
#include "suite.h"

#include <check.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { READS_MAX = 400 };

/** One request's read, and how it ended. */
struct read {
    struct game_found found;
    struct caller caller;
    int ended; /* how often */
    bool answered;
    int order; /* 1 ended first */
};

static int ended_count;

static void note_end(void *argument, bool answered)
{
    struct read *read = argument;
    read->ended++;
    read->answered = answered;
    read->order = ++ended_count;
}

static struct reader *reader_at(int statement_ms_max)
{
    const struct store_options options = {
        .url = database_url(DATABASE_SERVICE),
        .statement_ms_max = statement_ms_max,
        .connect_ms_max = 20000,
        .application_name = "reversid reader",
    };
    return reader_new(&options);
}

static void connect_reader(struct reader *reader)
{
    bool connect;
    ck_assert(!reader_ready(reader, &connect));
    ck_assert(connect);
    ck_assert_int_eq(reader_socket(reader), -1);
    ck_assert(!reader_ready(reader, &connect));
    ck_assert(!connect); /* once */
    reader_connect(reader);
    ck_assert(reader_ready(reader, &connect));
    ck_assert(!connect);
    ck_assert_int_ge(reader_socket(reader), 0);
}

static void free_reader(struct reader *reader)
{
    reader_abandon(reader);
    reader_free(reader);
}

static void take(struct reader *reader, const struct uuid *id, struct read *read)
{
    struct token_key token = {.player = *id};
    *read = (struct read){0};
    store_ask_caller(reader_store(reader), &token, &read->caller);
    store_ask_game(reader_store(reader), id, &read->found);
    reader_take(reader, note_end, read);
}

/** Pushes and pulls as an event loop does until a read has ended. */
static void turn_until_ended(struct reader *reader, const struct read *read)
{
    while (!read->ended) {
        bool pushes = reader_push(reader);
        if (read->ended)
            return;
        struct pollfd socket = {reader_socket(reader), POLLIN | (pushes ? POLLOUT : 0), 0};
        poll(&socket, 1, 1000);
        if (socket.revents & ~POLLOUT)
            reader_pull(reader);
    }
}

static struct game stored_game(struct random *random)
{
    struct store *store = fixture_store();
    struct uuid player = fixture_id(random);
    struct game game = fixture_game(random, &player);
    fixture_insert(store, &game);
    store_free(store);
    return game;
}

static void terminate_backend(void)
{
    database_run(database_url(DATABASE_ADMIN),
                 "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                 " WHERE application_name = 'reversid reader'");
}

START_TEST(batches_of_any_size_are_answered_in_order)
{
    static struct read reads[READS_MAX];
    struct random random = random_for("batches_of_any_size_are_answered_in_order");
    struct game game = stored_game(&random);
    struct uuid none = fixture_id(&random);
    struct reader *reader = reader_at(10000);
    connect_reader(reader);
    for (int round = 0; round < 30; round++) {
        int batches = 1 + (int)random_below(&random, 4), count = 0;
        ended_count = 0;
        while (batches-- > 0) {
            for (int size = (int)random_below(&random, 40); size > 0; size--, count++)
                take(reader, random_below(&random, 3) ? &game.id : &none, &reads[count]);
            reader_push(reader);
        }
        if (count > 0)
            turn_until_ended(reader, &reads[count - 1]);
        for (int i = 0; i < count; i++) {
            ck_assert_int_eq(reads[i].ended, 1);
            ck_assert(reads[i].answered);
            ck_assert_int_eq(reads[i].order, i + 1);
            ck_assert(!reads[i].caller.known);
            if (reads[i].found.found)
                fixture_equal(&reads[i].found.game, &game);
        }
    }
    free_reader(reader);
}
END_TEST

START_TEST(a_full_reader_takes_no_more)
{
    static struct read reads[READS_MAX];
    struct random random = random_for("a_full_reader_takes_no_more");
    struct game game = stored_game(&random);
    struct reader *reader = reader_at(10000);
    bool connect;
    int count = 0;
    connect_reader(reader);
    while (reader_ready(reader, &connect) && count < READS_MAX)
        take(reader, &game.id, &reads[count++]);
    ck_assert_int_gt(count, 10);
    ck_assert_int_lt(count, READS_MAX);
    turn_until_ended(reader, &reads[count - 1]);
    ck_assert(reads[count - 1].answered);
    ck_assert(reader_ready(reader, &connect));
    free_reader(reader);
}
END_TEST

START_TEST(a_slow_server_is_left_to_the_workers)
{
    struct read read;
    struct random random = random_for("a_slow_server_is_left_to_the_workers");
    struct game game = stored_game(&random);
    struct reader *reader = reader_at(10000);
    struct database_lock *lock = database_lock("games");
    bool connect;
    connect_reader(reader);
    take(reader, &game.id, &read);
    reader_push(reader);
    while (reader_ready(reader, &connect))
        poll(NULL, 0, 10);
    ck_assert(!connect);
    database_unlock(lock);
    turn_until_ended(reader, &read);
    ck_assert(read.answered);
    ck_assert(reader_ready(reader, &connect));
    free_reader(reader);
}
END_TEST

START_TEST(a_lost_connection_ends_what_is_in_flight_unanswered)
{
    struct read reads[3];
    struct random random = random_for("a_lost_connection_ends_what_is_in_flight");
    struct game game = stored_game(&random);
    struct reader *reader = reader_at(10000);
    struct database_lock *lock = database_lock("games");
    connect_reader(reader);
    take(reader, &game.id, &reads[0]);
    take(reader, &game.id, &reads[1]);
    reader_push(reader);
    take(reader, &game.id, &reads[2]); /* not sent yet */
    terminate_backend();
    database_unlock(lock);
    turn_until_ended(reader, &reads[2]);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(reads[i].ended, 1);
        ck_assert(!reads[i].answered);
    }
    connect_reader(reader);
    take(reader, &game.id, &reads[0]);
    turn_until_ended(reader, &reads[0]);
    ck_assert(reads[0].answered);
    free_reader(reader);
}
END_TEST

START_TEST(an_idle_connection_that_the_server_closed_is_noticed)
{
    struct reader *reader = reader_at(10000);
    connect_reader(reader);
    terminate_backend();
    struct pollfd socket = {reader_socket(reader), POLLIN, 0};
    ck_assert_int_eq(poll(&socket, 1, 60000), 1);
    while (reader_socket(reader) >= 0)
        reader_pull(reader);
    connect_reader(reader);
    free_reader(reader);
}
END_TEST

START_TEST(a_statement_that_takes_too_long_ends_unanswered)
{
    struct read read;
    struct random random = random_for("a_statement_that_takes_too_long_ends_unanswered");
    struct game game = stored_game(&random);
    struct reader *reader = reader_at(100);
    struct database_lock *lock = database_lock("games");
    connect_reader(reader);
    take(reader, &game.id, &read);
    turn_until_ended(reader, &read);
    ck_assert(!read.answered);
    ck_assert_int_eq(reader_socket(reader), -1);
    database_unlock(lock);
    free_reader(reader);
}
END_TEST

START_TEST(an_impossible_row_spoils_its_own_read_alone)
{
    struct read reads[2];
    struct random random = random_for("an_impossible_row_spoils_its_own_read_alone");
    struct game good = stored_game(&random), bad = stored_game(&random);
    char id[UUID_TEXT_SIZE], sql[200];
    struct reader *reader = reader_at(10000);
    uuid_write(&bad.id, id);
    snprintf(sql, sizeof sql,
             "UPDATE games SET moves = 'a1', move_by = 'h', used_ms = '{0}' WHERE id = '%s'", id);
    database_run(database_url(DATABASE_ADMIN), sql);
    connect_reader(reader);
    take(reader, &bad.id, &reads[0]);
    take(reader, &good.id, &reads[1]);
    turn_until_ended(reader, &reads[1]);
    ck_assert(!reads[0].answered);
    ck_assert(reads[1].answered);
    ck_assert_int_ge(reader_socket(reader), 0);
    free_reader(reader);
}
END_TEST

START_TEST(a_server_that_is_away_is_not_asked_at_every_turn)
{
    const struct store_options options = {
        .url = "postgresql:///reversid?host=/nonexistent",
        .statement_ms_max = 1000,
        .connect_ms_max = 1000,
        .application_name = "reversid reader",
    };
    struct reader *reader = reader_new(&options);
    bool connect;
    ck_assert(!reader_ready(reader, &connect));
    ck_assert(connect);
    reader_connect(reader);
    ck_assert(!reader_ready(reader, &connect));
    ck_assert(!connect); /* backing off */
    free_reader(reader);
}
END_TEST

static Suite *suite(void)
{
    Suite *suite = suite_create("store_reader");
    TCase *tests = tcase_create("reader");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, batches_of_any_size_are_answered_in_order);
    tcase_add_test(tests, a_full_reader_takes_no_more);
    tcase_add_test(tests, a_slow_server_is_left_to_the_workers);
    tcase_add_test(tests, a_lost_connection_ends_what_is_in_flight_unanswered);
    tcase_add_test(tests, an_idle_connection_that_the_server_closed_is_noticed);
    tcase_add_test(tests, a_statement_that_takes_too_long_ends_unanswered);
    tcase_add_test(tests, an_impossible_row_spoils_its_own_read_alone);
    tcase_add_test(tests, a_server_that_is_away_is_not_asked_at_every_turn);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return database_suite_run(suite());
}
