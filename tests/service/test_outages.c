/**
 * Outages and deadlines against a real database: what is decided about time rests on every outage
 * there was, and on the time it is.
 */
#include "base/limits.h"
#include "database.h"
#include "domain/deadline.h"
#include "jobs/deadlines.h"
#include "store_fixture.h"
#include "suite.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

enum { SECOND_MS = 1000, TURN_S = 600 };

/** What a service runs as far as it is about deadlines. */
struct replica {
    struct ai *ai;
    struct hub *hub;
    struct turns *turns;
    struct heartbeat *heartbeat;
    struct deadlines *deadlines;
};

static struct replica start(void)
{
    struct replica replica = {.hub = hub_new(), .heartbeat = heartbeat_new()};
    replica.ai =
        ai_start(&(struct ai_options){.threads = 1, .queue_max = 1, .table_bytes = 1 << 20});
    replica.turns = turns_new(&(struct turns_options){.ai = replica.ai, .hub = replica.hub});
    replica.deadlines = deadlines_new(replica.heartbeat, replica.turns);
    ck_assert(replica.ai && replica.turns && replica.heartbeat && replica.deadlines);
    return replica;
}

static void stop(struct replica *replica)
{
    ai_stop(replica->ai);
    ai_free(replica->ai);
    deadlines_free(replica->deadlines);
    heartbeat_free(replica->heartbeat);
    turns_free(replica->turns);
    hub_free(replica->hub);
}

/** Tests see neither each other's games nor outages, and the service is alive. */
static void begin_anew(void)
{
    database_change("DELETE FROM games");
    database_change("DELETE FROM outages");
    database_change("UPDATE heartbeats SET beat_at = date_trunc('milliseconds', now()) + "
                    "interval '1 minute', outage_seq = 0");
}

/** A game between two people, whose first turn began some seconds ago. Stored. */
static struct game game_begun(struct random *random, struct store *store, int seconds_ago)
{
    struct game game;
    struct game_setup setup = {.id = fixture_id(random),
                               .creator = fixture_id(random),
                               .creator_name = "Ada",
                               .against = OPPONENT_PLAYER,
                               .opponent = fixture_id(random),
                               .opponent_name = "Ben",
                               .clock = {CLOCK_PER_MOVE, TURN_S, TIMEOUT_FORFEIT},
                               .metadata = "{}"};
    ck_assert(
        !failed(game_create(&setup, fixture_now() - (int64_t)seconds_ago * SECOND_MS, &game)));
    fixture_insert(store, &game);
    return game;
}

static struct game_found found(struct store *store, const struct game *game)
{
    struct game_found found;
    store_ask_game(store, &game->id, &found);
    fixture_flush(store);
    ck_assert(found.found);
    return found;
}

/* By whoever touches the game, or by the sweeper. */
enum { TOUCHED, SWEPT, WAY_COUNT };

static void settle(const struct replica *replica, struct store *store, const struct game *game,
                   int way)
{
    struct game_found touched = found(store, game);
    if (way == TOUCHED)
        ck_assert(!failed(deadlines_settle(replica->deadlines, store, &touched)));
    else
        (void)deadlines_sweep(replica->deadlines, store);
}

START_TEST(a_turn_gets_back_what_more_outages_took_than_one_look_shows)
{
    struct random random = random_for("a_turn_gets_back_what_more_outages_took");
    struct replica replica = start();
    struct store *store = fixture_store();
    begin_anew();
    enum { OUTAGES = 3 * STORE_OUTAGES_MAX / 2, PERIOD_S = 10, AWAY_S = 8 };
    struct game game = game_begun(&random, store, OUTAGES * PERIOD_S + 5);
    database_change("INSERT INTO outages (seq, began_at, ended_at) SELECT n, "
                    "turn_started_at + (n * %d - %d) * interval '1 second', "
                    "turn_started_at + n * %d * interval '1 second' "
                    "FROM games, generate_series(1, %d) n",
                    PERIOD_S, AWAY_S, PERIOD_S, OUTAGES);
    database_change("UPDATE heartbeats SET outage_seq = %d", OUTAGES);
    settle(&replica, store, &game, _i);
    struct game after = fixture_load(store, &game.id);
    ck_assert_int_eq(after.status, GAME_LIVE);
    ck_assert_int_eq(after.adjusted_ms, OUTAGES * AWAY_S * SECOND_MS);
    ck_assert_int_eq(after.outage_seq, OUTAGES);
    store_free(store);
    stop(&replica);
}
END_TEST

/* --- an outage that is noted while a game is looked at ---------------------------------------- */

struct other {
    const struct replica *replica;
    const struct game *game;
    int way;
};

static void *settle_elsewhere(void *argument)
{
    const struct other *other = argument;
    struct store *store = fixture_store();
    settle(other->replica, store, other->game, other->way);
    store_free(store);
    return NULL;
}

static void run(PGconn *session, const char *sql)
{
    PGresult *result = PQexec(session, sql);
    ExecStatusType status = PQresultStatus(result);
    ck_assert_msg(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, "%s", sql);
    PQclear(result);
}

/** Waits until somebody waits for the heartbeat, which the session has locked. */
static void await_waiter(PGconn *session)
{
    for (bool waits = false; !waits; sched_yield()) {
        PGresult *result =
            PQexec(session,
                   "SELECT FROM pg_locks WHERE relation = 'heartbeats'::regclass AND NOT granted");
        ck_assert_int_eq(PQresultStatus(result), PGRES_TUPLES_OK);
        waits = PQntuples(result) > 0;
        PQclear(result);
    }
}

START_TEST(an_outage_noted_while_a_game_is_looked_at_is_not_overlooked)
{
    struct random random = random_for("an_outage_noted_while_a_game_is_looked_at");
    struct replica replica = start();
    struct store *store = fixture_store();
    begin_anew();
    struct game game = game_begun(&random, store, TURN_S + 5);
    struct other other = {&replica, &game, _i};
    pthread_t thread;
    PGconn *session = PQconnectdb(database_url(DATABASE_OWNER));
    run(session, "BEGIN");
    run(session, "LOCK TABLE heartbeats IN ACCESS EXCLUSIVE MODE");
    ck_assert_int_eq(pthread_create(&thread, NULL, settle_elsewhere, &other), 0);
    await_waiter(session);
    run(session, "UPDATE heartbeats SET outage_seq = 1");
    run(session, "INSERT INTO outages (seq, began_at, ended_at) SELECT 1, deadline_at - "
                 "interval '1 minute', deadline_at FROM games");
    run(session, "COMMIT");
    pthread_join(thread, NULL);
    PQfinish(session);
    struct game after = fixture_load(store, &game.id);
    ck_assert_int_eq(after.status, GAME_LIVE);
    ck_assert_int_eq(after.adjusted_ms, 60 * SECOND_MS);
    store_free(store);
    stop(&replica);
}
END_TEST

START_TEST(a_clock_that_was_put_back_leaves_no_game_that_is_due)
{
    struct random random = random_for("a_clock_that_was_put_back");
    struct replica replica = start();
    struct store *store = fixture_store();
    begin_anew();
    struct game game = game_begun(&random, store, 0);
    struct game_found loaded = found(store, &game);
    loaded.now_ms = game.deadline_ms + 1; /* as the clock had it when it was loaded */
    ck_assert(!failed(deadlines_settle(replica.deadlines, store, &loaded)));
    ck_assert_int_eq(loaded.game.status, GAME_LIVE);
    ck_assert(!game_is_due(&loaded.game, loaded.now_ms));
    store_free(store);
    stop(&replica);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("outages");
    TCase *tests = tcase_create("outages");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, a_turn_gets_back_what_more_outages_took_than_one_look_shows, 0,
                        WAY_COUNT);
    tcase_add_loop_test(tests, an_outage_noted_while_a_game_is_looked_at_is_not_overlooked, 0,
                        WAY_COUNT);
    tcase_add_test(tests, a_clock_that_was_put_back_leaves_no_game_that_is_due);
    suite_add_tcase(suite, tests);
    return database_suite_run(suite);
}
