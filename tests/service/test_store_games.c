/* Games in the database: what is saved is loaded, and of two who change a game one does. */

#include "base/clock.h"
#include "database.h"
#include "store_fixture.h"
#include "suite.h"

#include <check.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND_TRIPS = 300 };

START_TEST(every_field_survives_insert_and_load)
{
    struct random random = random_for("every_field_survives_insert_and_load");
    struct store *store = fixture_store();
    for (int i = 0; i < ROUND_TRIPS; i++) {
        struct game game = fixture_any_game(&random);
        fixture_insert(store, &game);
        struct game loaded = fixture_load(store, &game.id);
        fixture_equal(&game, &loaded);
    }
    store_free(store);
}
END_TEST

/** Gives `game` everything that commands change from another game with the same opening and seats.
 */
static void change_all(struct random *random, struct game *game)
{
    struct game changed;
    do
        changed = fixture_any_game(random);
    while (changed.opening != OPENING_STANDARD || changed.seats[REV_WHITE].kind != SEAT_AI ||
           changed.seats[REV_BLACK].kind != SEAT_HUMAN);
    changed.id = game->id;
    changed.opening = game->opening;
    changed.visibility = game->visibility;
    memcpy(changed.seats, game->seats, sizeof changed.seats);
    changed.creator = game->creator;
    changed.seed = game->seed;
    changed.created_ms = game->created_ms;
    changed.clock = game->clock;
    changed.match = game->match;
    memcpy(changed.metadata, game->metadata, sizeof changed.metadata);
    memcpy(changed.fingerprint, game->fingerprint, sizeof changed.fingerprint);
    *game = changed;
}

START_TEST(everything_that_commands_change_survives_save_and_load)
{
    struct random random = random_for("everything_that_commands_change_survives_save_and_load");
    struct store *store = fixture_store();
    struct uuid player = fixture_id(&random);
    struct game game = fixture_game(&random, &player);
    fixture_insert(store, &game);
    for (int i = 0; i < ROUND_TRIPS; i++) {
        int version = game.version;
        bool saved = false;
        change_all(&random, &game);
        struct game_change change = {.game = game};
        const struct store_terms terms = {.expected_version = version, .by_time = true};
        store_ask_save_change(store, &change, &terms, &saved);
        fixture_flush(store);
        ck_assert(saved);
        struct game loaded = fixture_load(store, &game.id);
        fixture_equal(&game, &loaded);
    }
    store_free(store);
}
END_TEST

START_TEST(a_game_comes_with_the_databases_time)
{
    struct random random = random_for("a_game_comes_with_the_databases_time");
    struct store *store = fixture_store();
    struct uuid player = fixture_id(&random);
    struct game game = fixture_game(&random, &player);
    fixture_insert(store, &game);
    struct game_found found;
    int64_t before_ms, after_ms;
    store_ask_now(store, &before_ms);
    store_ask_game(store, &game.id, &found);
    store_ask_now(store, &after_ms);
    fixture_flush(store);
    ck_assert(found.found);
    ck_assert_int_le(before_ms, found.now_ms);
    ck_assert_int_le(found.now_ms, after_ms);
    ck_assert_int_lt(llabs(after_ms - clock_now_ms()), 60000);
    store_free(store);
}
END_TEST

START_TEST(a_game_that_does_not_exist_is_not_found)
{
    struct random random = random_for("a_game_that_does_not_exist_is_not_found");
    struct store *store = fixture_store();
    struct uuid id = fixture_id(&random);
    struct game_found found = {.found = true, .now_ms = 1};
    store_ask_game(store, &id, &found);
    fixture_flush(store);
    ck_assert(!found.found);
    ck_assert_int_eq(found.now_ms, 0);
    store_free(store);
}
END_TEST

START_TEST(inserting_twice_keeps_the_first)
{
    struct random random = random_for("inserting_twice_keeps_the_first");
    struct store *store = fixture_store();
    struct game first = fixture_any_game(&random), second = fixture_any_game(&random);
    second.id = first.id;
    second.match = (struct game_match){.game_number = 0};
    fixture_insert(store, &first);
    bool inserted = true;
    store_ask_insert_game(store, &second, &inserted);
    fixture_flush(store);
    ck_assert(!inserted);
    struct game loaded = fixture_load(store, &first.id);
    fixture_equal(&first, &loaded);
    store_free(store);
}
END_TEST

START_TEST(a_save_at_another_version_writes_nothing)
{
    struct random random = random_for("a_save_at_another_version_writes_nothing");
    struct store *store = fixture_store();
    struct uuid player = fixture_id(&random);
    struct game game = fixture_game(&random, &player);
    fixture_insert(store, &game);
    struct game changed = game;
    changed.version = 3;
    bool saved = true;
    store_ask_save_game(store, &changed, 2, &saved);
    fixture_flush(store);
    ck_assert(!saved);
    struct game loaded = fixture_load(store, &game.id);
    fixture_equal(&game, &loaded);
    store_free(store);
}
END_TEST

/* --- races ------------------------------------------------------------------------------- */

enum { RACERS = 8, ROUNDS = 20 };

struct race {
    pthread_barrier_t start;
    const struct game *game;
    bool claim; /* the AI's turn; else save */
};

struct racer {
    pthread_t thread;
    struct race *race;
    int won;
};

static void *run_race(void *context)
{
    struct racer *racer = context;
    struct race *race = racer->race;
    struct store *store = fixture_store();
    fixture_flush(store);
    for (int round = 0; round < ROUNDS; round++) {
        struct game next = race->game[round];
        bool won = false;
        next.version++;
        if (race->claim)
            store_ask_claim_ai(store, &race->game[round], race->game[round].ai_attempt + 1, 60000,
                               &won);
        else
            store_ask_save_game(store, &next, race->game[round].version, &won);
        pthread_barrier_wait(&race->start);
        fixture_flush(store);
        racer->won += won;
    }
    store_free(store);
    return NULL;
}

/** Lets all racers go for each of the games at once. Returns how many wins there were. */
static int race_for(const struct game games[ROUNDS], bool claim)
{
    struct race race = {.game = games, .claim = claim};
    struct racer racers[RACERS];
    int won = 0;
    pthread_barrier_init(&race.start, NULL, RACERS);
    for (int i = 0; i < RACERS; i++) {
        racers[i] = (struct racer){.race = &race};
        ck_assert_int_eq(pthread_create(&racers[i].thread, NULL, run_race, &racers[i]), 0);
    }
    for (int i = 0; i < RACERS; i++) {
        pthread_join(racers[i].thread, NULL);
        won += racers[i].won;
    }
    pthread_barrier_destroy(&race.start);
    return won;
}

/** Inserts games in which the AI is to move and nobody has claimed the turn. */
static void insert_ai_turns(struct random *random, struct store *store, struct game games[ROUNDS])
{
    for (int i = 0; i < ROUNDS; i++) {
        struct uuid player = fixture_id(random);
        games[i] = fixture_game(random, &player);
        fixture_play(random, &games[i], 1);
        fixture_insert(store, &games[i]);
    }
}

START_TEST(of_savers_at_once_exactly_one_wins)
{
    struct random random = random_for("of_savers_at_once_exactly_one_wins");
    struct game games[ROUNDS];
    struct store *store = fixture_store();
    insert_ai_turns(&random, store, games);
    ck_assert_int_eq(race_for(games, false), ROUNDS);
    for (int i = 0; i < ROUNDS; i++)
        ck_assert_int_eq(fixture_load(store, &games[i].id).version, games[i].version + 1);
    store_free(store);
}
END_TEST

START_TEST(of_claims_at_once_exactly_one_wins)
{
    struct random random = random_for("of_claims_at_once_exactly_one_wins");
    struct game games[ROUNDS];
    struct store *store = fixture_store();
    insert_ai_turns(&random, store, games);
    ck_assert_int_eq(race_for(games, true), ROUNDS);
    for (int i = 0; i < ROUNDS; i++) {
        struct game claimed = fixture_load(store, &games[i].id);
        ck_assert_int_eq(claimed.version, games[i].version);
        ck_assert_int_eq(claimed.ai_attempt, 1);
        ck_assert_int_gt(claimed.ai_lease_until_ms, fixture_now());
    }
    store_free(store);
}
END_TEST

/** Claims for `lease_ms`; whether it succeeded. */
static bool claim(struct store *store, const struct game *game, int64_t lease_ms)
{
    bool claimed = false;
    store_ask_claim_ai(store, game, game->ai_attempt + 1, lease_ms, &claimed);
    fixture_flush(store);
    return claimed;
}

START_TEST(a_claim_holds_until_its_lease_ends)
{
    struct random random = random_for("a_claim_holds_until_its_lease_ends");
    struct store *store = fixture_store();
    struct game games[ROUNDS];
    insert_ai_turns(&random, store, games);
    ck_assert(claim(store, &games[0], 60000));
    struct game claimed = fixture_load(store, &games[0].id);
    ck_assert(!claim(store, &claimed, 60000));  /* alive */
    ck_assert(!claim(store, &games[0], 60000)); /* as it was before */

    ck_assert(claim(store, &games[1], -1)); /* a lease that has ended already */
    claimed = fixture_load(store, &games[1].id);
    ck_assert(claim(store, &claimed, 60000));
    ck_assert_int_eq(fixture_load(store, &games[1].id).ai_attempt, 2);
    store_free(store);
}
END_TEST

START_TEST(a_claim_on_a_game_that_moved_on_fails)
{
    struct random random = random_for("a_claim_on_a_game_that_moved_on_fails");
    struct store *store = fixture_store();
    struct game games[ROUNDS];
    insert_ai_turns(&random, store, games);
    struct game older = games[0];
    bool saved = false;
    games[0].version++;
    store_ask_save_game(store, &games[0], older.version, &saved);
    fixture_flush(store);
    ck_assert(saved);
    ck_assert(!claim(store, &older, 60000));
    ck_assert(claim(store, &games[0], 60000));
    store_free(store);
}
END_TEST

/* --- rows that no game has --------------------------------------------------------------- */

/** Spoils a stored game behind the service's back, past all constraints. */
static void spoil(const struct game *game, const char *change)
{
    char id[UUID_TEXT_SIZE];
    uuid_write(&game->id, id);
    database_change("UPDATE games SET %s WHERE id = '%s'", change, id);
}

START_TEST(an_impossible_row_is_an_internal_error)
{
    static const char *const changes[] = {
        "moves = 'a1' || substr(moves, 3)",    /* illegal */
        "moves = substr(moves, 1, 6) || 'd4'", /* taken */
        "moves = '!!!!!!!!'",                  /* no squares */
        ("turn = CASE turn WHEN 'black' THEN 'white' ELSE 'black' END, ai_lease_until = NULL, "
         "white_kind = 'human', white_player = black_player, white_name = 'x', white_level = NULL"),
    };
    struct random random = random_for("an_impossible_row_is_an_internal_error");
    struct store *store = fixture_store();
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct uuid player = fixture_id(&random);
        struct game game = fixture_game(&random, &player);
        fixture_play(&random, &game, 4);
        fixture_insert(store, &game);
        spoil(&game, changes[i]);
        struct game_found found;
        store_ask_game(store, &game.id, &found);
        struct result result = store_flush(store);
        ck_assert_int_eq(result.code, ERROR_INTERNAL);
        ck_assert_ptr_nonnull(strstr(store_why(store), "impossible"));
    }
    store_free(store);
}
END_TEST

START_TEST(the_table_refuses_what_the_domain_never_makes)
{
    static const char *const changes[] = {
        "version = 0",
        "branch = -1",
        "status = 'finished'",
        "status = 'paused'",
        "winner = 'black'",
        "reason = 'discs'",
        "turn = NULL",
        "moves = moves || 'x'",
        "moves = moves || 'd3'",
        "move_by = '!!!!'",
        "used_ms = '{1,2,3}'",
        "used_ms = '{1,2,3,NULL}'",
        "ai_lease_until = now()",
        "black_player = NULL",
        "black_level = 'easy'",
        "black_kind = 'dog'",
        "white_level = 'grandmaster'",
        "black_name = ''",
        "seed = -1",
        "seed = 9007199254740992",
        "metadata = ''",
        "fingerprint = ''",
        "opening = 'xot'",
        "white_rating = 1200000", /* of the AI */
        "start_position = repeat('-', 64) || ' X'",
        "visibility = 'secret'",
        "ai_attempt = -1",
        "ai_waits = true", /* black's turn, a human's */
        "status = 'finished', turn = NULL, winner = 'draw', reason = 'resignation'",
        "status = 'finished', turn = NULL, winner = 'black', reason = 'agreement'",
        "status = 'aborted', turn = NULL, winner = 'black', reason = 'discs'",
        "clock = 'hourglass'",
        "clock = 'per_move', clock_amount = 4",
        "clock = 'correspondence', clock_amount = 15",
        "clock_amount = 30",
        "on_timeout = 'wait'",
        "match_id = id",
        "match_id = id, wins_needed = 2, game_number = 1, black_wins = 0, white_wins = 0",
        "match_id = id, wins_needed = 3, game_number = 2, black_wins = 0, white_wins = 0",
        "match_id = gen_random_uuid(), wins_needed = 3, game_number = 2, black_wins = 1, "
        "white_wins = 1",
        "match_id = gen_random_uuid(), wins_needed = 1, game_number = 2, black_wins = 1, "
        "white_wins = 0",
        "adjusted_ms = -1",
        "outage_seq = -1",
        "black_misses = 4",
        "draw_by = 'black'",
        "draw_by = 'nobody', draw_ply = 0",
        "rematch_by = 'black', rematch_first = 'black'",
        ("status = 'aborted', turn = NULL, ai_lease_until = NULL, deadline_at = now()"),
        ("status = 'finished', turn = NULL, ai_lease_until = NULL, winner = 'draw', reason = "
         "'agreement'"),
    };
    struct random random = random_for("the_table_refuses_what_the_domain_never_makes");
    struct store *store = fixture_store();
    struct uuid player = fixture_id(&random);
    struct game game = fixture_game(&random, &player);
    while (game.rules.ply < 4) /* until black is to move, nothing passed */
        fixture_play(&random, &game, 1);
    fixture_insert(store, &game);
    store_free(store);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char id[UUID_TEXT_SIZE], sql[1024], sqlstate[6];
        uuid_write(&game.id, id);
        snprintf(sql, sizeof sql, "UPDATE games SET %s WHERE id = '%s'", changes[i], id);
        database_sqlstate(database_url(DATABASE_OWNER), sql, sqlstate);
        ck_assert_msg(strcmp(sqlstate, "23514") == 0, "%s: SQLSTATE %s", changes[i], sqlstate);
    }
}
END_TEST

static Suite *suite(void)
{
    Suite *suite = suite_create("store_games");
    TCase *tests = tcase_create("games");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, every_field_survives_insert_and_load);
    tcase_add_test(tests, everything_that_commands_change_survives_save_and_load);
    tcase_add_test(tests, a_game_comes_with_the_databases_time);
    tcase_add_test(tests, a_game_that_does_not_exist_is_not_found);
    tcase_add_test(tests, inserting_twice_keeps_the_first);
    tcase_add_test(tests, a_save_at_another_version_writes_nothing);
    tcase_add_test(tests, of_savers_at_once_exactly_one_wins);
    tcase_add_test(tests, of_claims_at_once_exactly_one_wins);
    tcase_add_test(tests, a_claim_holds_until_its_lease_ends);
    tcase_add_test(tests, a_claim_on_a_game_that_moved_on_fails);
    tcase_add_test(tests, an_impossible_row_is_an_internal_error);
    tcase_add_test(tests, the_table_refuses_what_the_domain_never_makes);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return database_suite_run(suite());
}
