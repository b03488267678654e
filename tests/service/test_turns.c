/**
 * The AI's turns: thought about, saved once, dropped when the game moved on, and taken over when
 * they were left behind. A "replica" is what one service runs: pool, workers, turns.
 */
#include "base/limits.h"
#include "database.h"
#include "domain/fair_play.h"
#include "fake_request.h"
#include "jobs/turns.h"
#include "store/ladders.h"
#include "store_fixture.h"
#include "suite.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

struct replica {
    struct ai *ai;
    struct workers *workers;
    struct hub *hub;
    struct turns *turns;
};

static void *begin_worker(void *context)
{
    const struct store_options *options = context;
    return options ? store_new(options) : fixture_store();
}

static void end_worker(void *state)
{
    store_free(state);
}

static struct store *store_of(void *worker)
{
    return worker;
}

/** One thinking thread and two workers. `options` of their stores; NULL: the test's database. */
static struct replica start_with(struct store_options *options)
{
    struct replica replica = {.hub = hub_new()};
    replica.ai =
        ai_start(&(struct ai_options){.threads = 1, .queue_max = 10, .table_bytes = 1 << 20});
    replica.workers = workers_start(&(struct workers_options){.name = "test",
                                                              .count = 2,
                                                              .queue_max = 10,
                                                              .begin = begin_worker,
                                                              .end = end_worker,
                                                              .context = options});
    ck_assert(replica.ai && replica.workers);
    replica.turns = turns_new(&(struct turns_options){
        .ai = replica.ai, .workers = replica.workers, .hub = replica.hub, .store_of = store_of});
    ck_assert_ptr_nonnull(replica.turns);
    return replica;
}

static struct replica start(void)
{
    return start_with(NULL);
}

/** Ends it as main does. What was thought through is saved by then; what was not is dropped. */
static void stop(struct replica *replica)
{
    ai_stop(replica->ai);
    workers_stop(replica->workers);
    ai_free(replica->ai);
    turns_free(replica->turns);
    hub_free(replica->hub);
}

/* --- a gate that keeps the thinking thread --------------------------------------------------- */

struct gate {
    struct ai_task task;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool reached, open;
};

static void think_at_gate(struct ai_task *task, struct rev_search_context *context)
{
    struct gate *gate = (struct gate *)task;
    (void)context;
    pthread_mutex_lock(&gate->lock);
    gate->reached = true;
    pthread_cond_broadcast(&gate->changed);
    while (!gate->open)
        pthread_cond_wait(&gate->changed, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
}

static void done_at_gate(struct ai_task *task)
{
    (void)task;
}

static void close_gate(struct gate *gate, struct replica *replica)
{
    *gate = (struct gate){.task = {.think = think_at_gate, .done = done_at_gate},
                          .lock = PTHREAD_MUTEX_INITIALIZER,
                          .changed = PTHREAD_COND_INITIALIZER};
    ck_assert(ai_submit(replica->ai, &gate->task));
    pthread_mutex_lock(&gate->lock);
    while (!gate->reached)
        pthread_cond_wait(&gate->changed, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
}

static void open_gate(struct gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    gate->open = true;
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->lock);
}

/* --- games ----------------------------------------------------------------------------------- */

/** Tests do not see each other's games. */
static void forget_games(void)
{
    database_change("DELETE FROM games");
}

/** The human plays black from a position; NULL: the usual start. */
static struct game new_game(struct random *random, enum rev_level level,
                            const struct rev_position *start, enum rev_color human)
{
    struct game game;
    struct game_setup setup = {.id = fixture_id(random),
                               .creator = fixture_id(random),
                               .creator_name = "Ada",
                               .level = level,
                               .color = human,
                               .opening = start ? OPENING_POSITION : OPENING_STANDARD,
                               .seed = random_next(random) >> 11,
                               .metadata = "{}"};
    if (start)
        setup.position = *start;
    ck_assert(!failed(game_create(&setup, fixture_now(), &game)));
    return game;
}

/** A human's move as the endpoint makes it, but for saving. `lease_ms`: of the AI's turn after it.
 */
static struct game after_move(const struct game *game, int square, int64_t lease_ms)
{
    struct game next;
    bool replay = false;
    struct game_move move = {
        .ply = game->rules.ply + 1, .square = square, .branch = game->branch, .seats = SEATS_BOTH};
    ck_assert(!failed(game_play(game, &move, fixture_now(), &next, &replay)));
    if (game_is_ai_turn(&next))
        game_lease_ai(&next, fixture_now() + lease_ms);
    return next;
}

enum { ALIVE_MS = 60000, OVER_MS = -1000, F5 = 37, E6 = 44 };

/** Black has played f5, and it is the AI's turn, claimed once. Stored. */
static struct game ai_to_move(struct random *random, struct store *store, enum rev_level level,
                              int64_t lease_ms)
{
    struct game game = new_game(random, level, NULL, REV_BLACK);
    game = after_move(&game, F5, lease_ms);
    fixture_insert(store, &game);
    return game;
}

static void save(struct store *store, const struct game *game, int expected_version)
{
    bool saved = false;
    store_ask_save_game(store, game, expected_version, &saved);
    fixture_flush(store);
    ck_assert(saved);
}

/** Waits until the game is no longer at a version. */
static struct game wait_beyond(struct store *store, const struct game *game)
{
    struct game now = fixture_load(store, &game->id);
    while (now.version == game->version) {
        sched_yield();
        now = fixture_load(store, &game->id);
    }
    return now;
}

static void end_leases(void)
{
    database_change("UPDATE games SET ai_lease_until = now() - interval '1 second' "
                    "WHERE ai_lease_until IS NOT NULL");
}

/** The move that the AI must find. */
static int best_of(const struct game *game)
{
    struct rev_search_context *context = rev_search_context_new(1 << 20);
    enum rev_level level = game->seats[game->rules.now.turn].level;
    int square = rev_level_play(context, &game->rules, level, game->seed, NULL).square;
    rev_search_context_free(context);
    return square;
}

/** One move of the AI's was added, and nothing else happened. */
static void check_answered(const struct game *before, const struct game *after, int square,
                           enum move_by by)
{
    int ply = before->rules.ply;
    ck_assert_int_eq(after->version, before->version + 1);
    ck_assert_int_eq(after->branch, before->branch);
    ck_assert_int_eq(after->rules.ply, ply + 1);
    ck_assert_int_eq(after->rules.plies[ply].square, square);
    ck_assert_int_eq(after->by[ply], by);
    ck_assert_int_eq(after->ai_attempt, 0);
    ck_assert_int_eq(after->ai_lease_until_ms, 0);
}

/** Waits until the AI has moved, once, as its level does. */
static void check_plays(struct store *store, const struct game *game)
{
    struct game answered = wait_beyond(store, game);
    check_answered(game, &answered, best_of(game), BY_AI);
}

/* --- thinking -------------------------------------------------------------------------------- */

START_TEST(the_ai_plays_its_level_s_move_and_those_who_watch_are_woken)
{
    struct random random = random_for("the_ai_plays_its_level_s_move");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct game game = ai_to_move(&random, store, (enum rev_level)_i, ALIVE_MS);
    struct fake_request watcher = {0};
    hub_watch(replica.hub, &watcher.request, &game.id);
    turns_begin(replica.turns, &game);
    struct game answered = wait_beyond(store, &game);
    check_answered(&game, &answered, best_of(&game), BY_AI);
    while (atomic_load(&watcher.wakes) == 0)
        sched_yield();
    fake_request_finish(&watcher);
    stop(&replica);
    struct game end = fixture_load(store, &game.id);
    fixture_equal(&end, &answered);
    store_free(store);
}
END_TEST

START_TEST(a_turn_that_two_replicas_think_about_is_played_once)
{
    struct random random = random_for("a_turn_that_two_replicas_think_about_is_played_once");
    struct store *store = fixture_store();
    struct replica first = start(), second = start();
    struct game game = ai_to_move(&random, store, REV_LEVEL_EASY, ALIVE_MS);
    for (int i = 0; i < 5; i++) {
        turns_begin(first.turns, &game);
        turns_begin(second.turns, &game);
    }
    (void)wait_beyond(store, &game);
    stop(&first);
    stop(&second);
    struct game end = fixture_load(store, &game.id);
    check_answered(&game, &end, best_of(&game), BY_AI);
    store_free(store);
}
END_TEST

START_TEST(what_was_thought_about_an_older_version_is_dropped)
{
    struct random random = random_for("what_was_thought_about_an_older_version_is_dropped");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct gate gate;
    struct game game = ai_to_move(&random, store, REV_LEVEL_EASY, ALIVE_MS), resigned;
    bool replay;
    close_gate(&gate, &replica);
    turns_begin(replica.turns, &game);
    ck_assert(
        !failed(game_resign(&game, SEATS_BLACK, REV_BLACK, fixture_now(), &resigned, &replay)));
    save(store, &resigned, game.version);
    open_gate(&gate);

    struct game next = ai_to_move(&random, store, REV_LEVEL_EASY, ALIVE_MS);
    turns_begin(replica.turns, &next); /* once it is played, so was the one before it */
    (void)wait_beyond(store, &next);
    stop(&replica);
    struct game end = fixture_load(store, &game.id);
    fixture_equal(&end, &resigned);
    store_free(store);
}
END_TEST

/**
 * A game in which black has played f5, and the same after an undo and e6 instead, such that the
 * AI's answer to f5 is legal and not its own after e6. Only a version tells the two apart.
 */
static void find_two_branches(struct random *random, struct game *game, struct game *undone,
                              struct game *other)
{
    bool replay;
    do {
        *game = new_game(random, REV_LEVEL_EASY, NULL, REV_BLACK);
        *game = after_move(game, F5, ALIVE_MS);
        ck_assert(!failed(game_undo(game, 1, SEATS_BLACK, fixture_now(), undone, &replay)));
        *other = after_move(undone, E6, ALIVE_MS);
    } while (!(other->rules.legal & rev_bit(best_of(game))) || best_of(game) == best_of(other));
}

START_TEST(the_turn_before_an_undo_is_not_played_after_it)
{
    struct random random = random_for("the_turn_before_an_undo_is_not_played_after_it");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct gate gate;
    struct game game, undone, other;
    find_two_branches(&random, &game, &undone, &other);
    fixture_insert(store, &game);
    close_gate(&gate, &replica);
    turns_begin(replica.turns, &game);
    save(store, &undone, game.version);
    save(store, &other, undone.version);
    open_gate(&gate);
    /* Once this one is played, so was the one before it, unless it was dropped. */
    struct game last = ai_to_move(&random, store, REV_LEVEL_EASY, ALIVE_MS);
    turns_begin(replica.turns, &last);
    (void)wait_beyond(store, &last);
    turns_begin(replica.turns, &other);
    (void)wait_beyond(store, &other);
    stop(&replica);
    struct game end = fixture_load(store, &game.id);
    check_answered(&other, &end, best_of(&other), BY_AI);
    ck_assert_int_eq(end.rules.plies[0].square, E6);
    store_free(store);
}
END_TEST

START_TEST(a_cancelled_turn_is_not_played)
{
    struct random random = random_for("a_cancelled_turn_is_not_played");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct gate gate;
    struct game game = ai_to_move(&random, store, REV_LEVEL_EASY, ALIVE_MS);
    struct game other = ai_to_move(&random, store, REV_LEVEL_EASY, ALIVE_MS);
    close_gate(&gate, &replica);
    turns_begin(replica.turns, &game);
    turns_begin(replica.turns, &other);
    turns_cancel(replica.turns, &game.id, game.version + 1);
    open_gate(&gate);
    (void)wait_beyond(store, &other);
    stop(&replica);
    struct game end = fixture_load(store, &game.id);
    fixture_equal(&end, &game);
    store_free(store);
}
END_TEST

/** A position in which the AI, whatever it plays, moves at least `moves` times before the human. */
static bool moves_again(const struct rev_game *game, enum rev_color ai, int moves)
{
    if (moves == 0)
        return true;
    if (game->over || game->now.turn != ai)
        return false;
    for (uint64_t rest = game->legal; rest; rest &= rest - 1) {
        struct rev_game next = *game;
        (void)rev_game_play(&next, __builtin_ctzll(rest));
        if (!moves_again(&next, ai, moves - 1))
            return false;
    }
    return true;
}

static struct rev_position find_runs_of(struct random *random, int moves)
{
    for (;;) {
        struct rev_game game;
        rev_game_init(&game, REV_OPENING_STANDARD, NULL);
        while (!game.over) {
            if (game.ply > 46 && moves_again(&game, game.now.turn, moves))
                return game.now;
            (void)rev_game_play(&game, random_square(random, game.legal));
        }
    }
}

START_TEST(the_ai_moves_on_by_itself_while_the_human_has_to_pass)
{
    struct random random = random_for("the_ai_moves_on_by_itself_while_the_human_has_to_pass");
    struct store *store = fixture_store();
    struct replica replica = start();
    for (int round = 0; round < 5; round++) {
        struct rev_position start = find_runs_of(&random, 3);
        struct game game = new_game(&random, REV_LEVEL_EASY, &start, rev_other(start.turn));
        game_lease_ai(&game, fixture_now() + ALIVE_MS);
        fixture_insert(store, &game);
        turns_begin(replica.turns, &game);
        struct game now = wait_beyond(store, &game);
        while (game_is_ai_turn(&now))
            now = wait_beyond(store, &now);
        ck_assert_int_ge(now.rules.ply, 3);
        ck_assert_int_eq(now.version, 1 + now.rules.ply);
        for (int ply = 0; ply < now.rules.ply; ply++) {
            ck_assert_int_eq(now.rules.plies[ply].color, start.turn);
            ck_assert_int_eq(now.by[ply], BY_AI);
        }
        ck_assert(now.rules.over == (now.status == GAME_FINISHED));
        ck_assert_int_eq(now.ai_lease_until_ms, 0);
    }
    stop(&replica);
    store_free(store);
}
END_TEST

START_TEST(a_whole_game_is_played_to_its_end)
{
    struct random random = random_for("a_whole_game_is_played_to_its_end");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct game game = new_game(&random, REV_LEVEL_EASY, NULL, REV_BLACK);
    fixture_insert(store, &game);
    while (game.status == GAME_LIVE) {
        struct game next = after_move(&game, random_square(&random, game.rules.legal), ALIVE_MS);
        save(store, &next, game.version);
        if (game_is_ai_turn(&next))
            turns_begin(replica.turns, &next);
        while (game_is_ai_turn(&next))
            next = wait_beyond(store, &next);
        game = next;
    }
    stop(&replica);
    ck_assert(game.rules.over);
    ck_assert_int_eq(game.status, GAME_FINISHED);
    ck_assert_int_eq(game.reason, REASON_DISCS);
    ck_assert_int_eq(game.winner, game_winner_by_discs(&game.rules));
    for (int ply = 0; ply < game.rules.ply; ply++)
        ck_assert_int_eq(game.by[ply], game.rules.plies[ply].color == REV_BLACK ? BY_HUMAN : BY_AI);
    store_free(store);
}
END_TEST

enum { A_SWEEP = 100 }; /* turns that one looks at */

/* --- turns that wait for a rated game -------------------------------------------------------- */

/** A game that is past its opening, with the AI to move. Stored. */
static struct game ai_to_move_late(struct random *random, struct store *store, int64_t lease_ms)
{
    struct game game = new_game(random, REV_LEVEL_EASY, NULL, REV_BLACK);
    while (game.rules.ply < 13 || !game_is_ai_turn(&game))
        game = after_move(&game, random_square(random, game.rules.legal), lease_ms);
    fixture_insert(store, &game);
    return game;
}

/** Whom the AI plays has a rated game that stands where the game does. */
static struct game begin_rated(struct random *random, struct store *store, const struct game *game)
{
    struct game rated;
    struct game_setup setup = {.id = fixture_id(random),
                               .creator = game->creator,
                               .creator_name = "Ada",
                               .against = OPPONENT_PLAYER,
                               .opponent = fixture_id(random),
                               .opponent_name = "Ben",
                               .clock = {CLOCK_PER_MOVE, 600, TIMEOUT_FORFEIT},
                               .rated = true,
                               .metadata = "{}"};
    ck_assert(!failed(game_create(&setup, fixture_now(), &rated)));
    rated.prize.rating[REV_BLACK] = rated.prize.rating[REV_WHITE] = 1200000;
    for (int ply = 0; ply < game->rules.ply; ply++)
        rated = after_move(&rated, game->rules.plies[ply].square, ALIVE_MS);
    fixture_insert(store, &rated);
    return rated;
}

static void end_rated(void)
{
    database_run(database_url(DATABASE_OWNER), "DELETE FROM games WHERE rated");
}

/** Nothing was played, no claim is left, and the game shows that, from the first time on in one new
 *  version. Returns it as it waits. */
static struct game check_waits(struct store *store, const struct game *game)
{
    struct game now = fixture_load(store, &game->id);
    while (now.ai_attempt != 0) {
        sched_yield();
        now = fixture_load(store, &game->id);
    }
    ck_assert(now.ai_waits);
    ck_assert_int_eq(now.version, game->version + (game->ai_waits ? 0 : 1));
    if (game->ai_waits)
        ck_assert_int_eq(now.updated_ms, game->updated_ms);
    ck_assert_int_eq(now.rules.ply, game->rules.ply);
    ck_assert_int_gt(now.ai_lease_until_ms, fixture_now());
    return now;
}

/** Who watches a game, and who watches all of its human's. */
struct watchers {
    struct fake_request of_game, of_player;
};

static void watch(struct watchers *watchers, const struct replica *replica, const struct game *game)
{
    *watchers = (struct watchers){0};
    hub_watch(replica->hub, &watchers->of_game.request, &game->id);
    hub_watch(replica->hub, &watchers->of_player.request, &game->creator);
}

/** Waits until both were told as often as that, and sees that they were not more often. */
static void check_told(struct watchers *watchers, int times)
{
    struct fake_request *const both[] = {&watchers->of_game, &watchers->of_player};
    for (int i = 0; i < 2; i++) {
        while (atomic_load(&both[i]->wakes) < times)
            sched_yield();
        ck_assert_int_eq(atomic_load(&both[i]->wakes), times);
    }
}

/** They are told no more: before the replica stops. */
static void unwatch(struct watchers *watchers)
{
    fake_request_finish(&watchers->of_game);
    fake_request_finish(&watchers->of_player);
}

START_TEST(a_move_that_a_rated_game_forbids_by_the_time_it_is_found_waits_however_often)
{
    struct random random = random_for("a_move_that_a_rated_game_forbids_by_the_time_it_is_found");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct watchers watchers;
    struct game game = ai_to_move_late(&random, store, OVER_MS);
    watch(&watchers, &replica, &game);
    for (int round = 0; round <= AI_ATTEMPTS_MAX; round++) {
        struct gate gate;
        end_leases();
        close_gate(&gate, &replica);
        turns_sweep(replica.turns, store);
        ck_assert_int_gt(fixture_load(store, &game.id).ai_attempt, 0);
        (void)begin_rated(&random, store, &game);
        open_gate(&gate);
        game = check_waits(store, &game);
        check_told(&watchers, 1);
        end_rated();
    }
    end_leases();
    turns_sweep(replica.turns, store);
    check_plays(store, &game);
    check_told(&watchers, 2);
    unwatch(&watchers);
    stop(&replica);
    store_free(store);
}
END_TEST

START_TEST(a_turn_that_must_wait_is_not_thought_about_nor_played_simply_after_many_claims)
{
    struct random random = random_for("a_turn_that_must_wait_is_not_thought_about");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct ai_figures figures;
    struct watchers watchers;
    struct game game = ai_to_move_late(&random, store, OVER_MS);
    watch(&watchers, &replica, &game);
    (void)begin_rated(&random, store, &game);
    for (int claims = 0; claims <= AI_ATTEMPTS_MAX; claims++) {
        char change[100];
        snprintf(change, sizeof change, "UPDATE games SET ai_attempt = %d WHERE NOT rated", claims);
        database_run(database_url(DATABASE_OWNER), change);
        end_leases();
        turns_sweep(replica.turns, store);
        game = check_waits(store, &game);
        check_told(&watchers, 1);
    }
    ai_figures(replica.ai, &figures);
    ck_assert_uint_eq(figures.queued + figures.finished, 0);
    end_rated();
    end_leases();
    turns_sweep(replica.turns, store);
    check_plays(store, &game);
    check_told(&watchers, 2);
    unwatch(&watchers);
    stop(&replica);
    store_free(store);
}
END_TEST

START_TEST(a_turn_that_has_waited_long_is_looked_at_seldom)
{
    static const struct {
        int64_t age_ms, wait_ms;
    } cases[] = {{0, AI_WAIT_MS_MIN}, {100000, 25000}, {86400000, AI_WAIT_MS_MAX}};
    struct random random = random_for("a_turn_that_has_waited_long_is_looked_at_seldom");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct game game = ai_to_move_late(&random, store, OVER_MS);
    (void)begin_rated(&random, store, &game);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char change[160];
        int64_t begun_ms = fixture_now();
        snprintf(change, sizeof change,
                 "UPDATE games SET turn_started_at = now() - %lld * interval '1 millisecond'",
                 (long long)cases[i].age_ms);
        database_run(database_url(DATABASE_OWNER), change);
        end_leases();
        turns_sweep(replica.turns, store);
        int64_t took_ms = fixture_now() - begun_ms;
        int64_t until_ms = fixture_load(store, &game.id).ai_lease_until_ms;
        ck_assert_int_ge(until_ms, begun_ms + cases[i].wait_ms - 1);
        ck_assert_int_le(until_ms, begun_ms + cases[i].wait_ms + 2 * took_ms + 1);
    }
    stop(&replica);
    store_free(store);
}
END_TEST

/** A sweep's worth of turns of one player, who has a rated game, at the head of the list; and one
 *  turn of somebody else's behind them. */
static struct game behind_a_sweep(struct random *random, struct store *store)
{
    struct game game = ai_to_move_late(random, store, 2 * OVER_MS);
    for (int i = 1; i < A_SWEEP; i++)
        (void)ai_to_move_late(random, store, 2 * OVER_MS);
    (void)begin_rated(random, store, &game);
    database_change("UPDATE games SET turn_started_at = now() - interval '1 hour', "
                    "black_player = (SELECT black_player FROM games WHERE rated) WHERE NOT rated");
    return ai_to_move(random, store, REV_LEVEL_EASY, OVER_MS);
}

/** All but the last are put off, which is played. */
static void check_others_are_found(struct replica *replica, struct store *store,
                                   const struct game *last)
{
    ck_assert(turns_sweep(replica->turns, store));
    ck_assert_int_eq(database_number("SELECT count(*) FROM games "
                                     "WHERE ai_attempt = 0 AND ai_lease_until > now()"),
                     A_SWEEP);
    ck_assert(!turns_sweep(replica->turns, store));
    check_plays(store, last);
}

START_TEST(turns_beside_a_rated_game_that_cannot_be_read_do_not_keep_the_others_from_being_found)
{
    struct random random = random_for("turns_beside_a_rated_game_that_cannot_be_read");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct game last = behind_a_sweep(&random, store);
    database_change("UPDATE games SET moves = overlay(moves PLACING 'zz' FROM 1) WHERE rated");
    check_others_are_found(&replica, store, &last);
    stop(&replica);
    store_free(store);
}
END_TEST

START_TEST(turns_for_which_rated_games_cannot_be_asked_for_do_not_keep_the_others_from_being_found)
{
    struct random random = random_for("turns_for_which_rated_games_cannot_be_asked_for");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct game last = behind_a_sweep(&random, store);
    database_run(database_url(DATABASE_OWNER), "ALTER TABLE games RENAME idle_since TO idle");
    check_others_are_found(&replica, store, &last);
    database_run(database_url(DATABASE_OWNER), "ALTER TABLE games RENAME idle TO idle_since");
    stop(&replica);
    store_free(store);
}
END_TEST

START_TEST(a_rated_game_that_cannot_be_read_forbids_everything)
{
    struct random random = random_for("a_rated_game_that_cannot_be_read");
    struct store *store = fixture_store();
    struct game game = ai_to_move_late(&random, store, ALIVE_MS);
    struct rated_games rated;
    struct game other = new_game(&random, REV_LEVEL_EASY, NULL, REV_BLACK);
    char id[UUID_TEXT_SIZE];
    (void)begin_rated(&random, store, &game);
    struct game bad = begin_rated(&random, store, &game);
    uuid_write(&bad.id, id);
    database_change("UPDATE games SET moves = overlay(moves PLACING 'zz' FROM 1) WHERE id = '%s'",
                    id);
    store_ask_rated_games(store, &game.creator, &rated);
    fixture_flush(store);
    ck_assert_int_eq(rated.count, 1);
    ck_assert(rated.more);
    ck_assert_ptr_nonnull(strstr(store_left_out(store), id));
    ck_assert(fair_play_forbids(&rated, &other.rules.now));
    store_free(store);
}
END_TEST

/** A turn that waits for as long as any does. */
static struct game waiting(struct random *random, struct store *store)
{
    struct game game = ai_to_move_late(random, store, ALIVE_MS);
    game.ai_attempt = 0;
    game.ai_waits = true;
    game.ai_lease_until_ms = fixture_now() + AI_WAIT_MS_MAX - 1000;
    game.version++;
    save(store, &game, game.version - 1);
    return game;
}

static bool is_due(struct store *store, const struct game *game)
{
    struct game now = fixture_load(store, &game->id);
    ck_assert_int_eq(now.version, game->version);
    ck_assert_int_eq(now.ai_attempt, game->ai_attempt);
    bool due = now.ai_lease_until_ms <= fixture_now();
    ck_assert(due || now.ai_lease_until_ms == game->ai_lease_until_ms);
    return due;
}

START_TEST(what_waits_for_a_rated_game_is_looked_at_as_soon_as_that_has_gone_on)
{
    struct random random = random_for("what_waits_for_a_rated_game_is_looked_at");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct game waits = waiting(&random, store), of_other = waiting(&random, store);
    struct game claimed = ai_to_move_late(&random, store, ALIVE_MS), away = waiting(&random, store);
    struct game_change change = {.game = begin_rated(&random, store, &waits)};
    away.ai_lease_until_ms = fixture_now() + 2 * AI_WAIT_MS_MAX;
    away.version++;
    save(store, &away, away.version - 1);
    /* These two and the first are of one player. */
    struct game *const mine[] = {&claimed, &away};
    for (int i = 0; i < 2; i++) {
        char id[UUID_TEXT_SIZE];
        uuid_write(&mine[i]->id, id);
        database_change("UPDATE games SET black_player = "
                        "(SELECT black_player FROM games WHERE rated) WHERE id = '%s'",
                        id);
    }
    struct game_change casual = change, begun = change;
    casual.game.prize.rated = false;
    begun.game.version = 1;
    turns_follow(replica.turns, store, &casual);
    turns_follow(replica.turns, store, &begun);
    ck_assert(!is_due(store, &waits));
    turns_follow(replica.turns, store, &change);
    ck_assert(is_due(store, &waits));
    ck_assert(!is_due(store, &of_other) && !is_due(store, &claimed) && !is_due(store, &away));
    stop(&replica);
    store_free(store);
}
END_TEST

START_TEST(a_game_that_is_being_changed_keeps_nobody_who_wakes_turns_waiting)
{
    struct random random = random_for("a_game_that_is_being_changed_keeps_nobody");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct game held = waiting(&random, store), white = waiting(&random, store);
    struct game_change change = {.game = begin_rated(&random, store, &held)};
    change.game.seats[REV_BLACK].player = white.creator;
    change.game.seats[REV_WHITE].player = held.creator;
    char id[UUID_TEXT_SIZE], lock[100];
    uuid_write(&held.id, id);
    snprintf(lock, sizeof lock, "SELECT 1 FROM games WHERE id = '%s' FOR UPDATE", id);
    PGconn *other = PQconnectdb(database_url(DATABASE_SERVICE));
    PQclear(PQexec(other, "BEGIN"));
    PGresult *locked = PQexec(other, lock);
    ck_assert_int_eq(PQntuples(locked), 1);
    PQclear(locked);
    turns_follow(replica.turns, store, &change);
    ck_assert(is_due(store, &white));
    PQfinish(other);
    ck_assert(!is_due(store, &held));
    stop(&replica);
    store_free(store);
}
END_TEST

/* --- turns left behind ----------------------------------------------------------------------- */

START_TEST(a_turn_whose_claim_ran_out_is_taken_over)
{
    struct random random = random_for("a_turn_whose_claim_ran_out_is_taken_over");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct gate gate;
    struct game game = ai_to_move(&random, store, REV_LEVEL_EASY, OVER_MS);
    close_gate(&gate, &replica);
    turns_sweep(replica.turns, store);
    struct game claimed = fixture_load(store, &game.id);
    ck_assert_int_eq(claimed.version, game.version);
    ck_assert_int_eq(claimed.ai_attempt, 2);
    ck_assert_int_gt(claimed.ai_lease_until_ms, game.ai_lease_until_ms);
    open_gate(&gate);
    check_plays(store, &game);
    stop(&replica);
    store_free(store);
}
END_TEST

START_TEST(turns_that_cannot_be_read_do_not_keep_the_sweeper_from_the_others)
{
    struct random random = random_for("turns_that_cannot_be_read");
    struct store *store = fixture_store();
    struct replica replica = start();
    for (int i = 0; i < A_SWEEP; i++)
        (void)ai_to_move(&random, store, REV_LEVEL_EASY, 2 * OVER_MS);
    database_change("UPDATE games SET moves = 'a1'");
    struct game game = ai_to_move(&random, store, REV_LEVEL_EASY, OVER_MS);
    ck_assert(turns_sweep(replica.turns, store)); /* finds those alone, and that more may be left */
    ck_assert(!turns_sweep(replica.turns, store));
    check_plays(store, &game);
    stop(&replica);
    store_free(store);
}
END_TEST

START_TEST(only_turns_whose_claim_ran_out_are_taken_over)
{
    struct random random = random_for("only_turns_whose_claim_ran_out_are_taken_over");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct game alive = ai_to_move(&random, store, REV_LEVEL_EASY, ALIVE_MS);
    struct game human = new_game(&random, REV_LEVEL_EASY, NULL, REV_BLACK);
    struct game aborted = new_game(&random, REV_LEVEL_EASY, NULL, REV_WHITE), next;
    bool replay;
    fixture_insert(store, &human);
    game_lease_ai(&aborted, fixture_now() + OVER_MS);
    fixture_insert(store, &aborted);
    ck_assert(!failed(game_abort(&aborted, SEATS_WHITE, fixture_now(), &next, &replay)));
    save(store, &next, aborted.version);
    turns_sweep(replica.turns, store);
    stop(&replica);
    const struct game *const games[] = {&alive, &human, &next};
    for (int i = 0; i < 3; i++) {
        struct game end = fixture_load(store, &games[i]->id);
        fixture_equal(&end, games[i]);
    }
    store_free(store);
}
END_TEST

START_TEST(two_replicas_that_sweep_take_a_turn_over_once)
{
    struct random random = random_for("two_replicas_that_sweep_take_a_turn_over_once");
    struct store *store = fixture_store();
    struct replica first = start(), second = start();
    struct game game = ai_to_move(&random, store, REV_LEVEL_EASY, OVER_MS);
    struct gate first_gate, second_gate;
    close_gate(&first_gate, &first);
    close_gate(&second_gate, &second);
    turns_sweep(first.turns, store);
    turns_sweep(second.turns, store);
    ck_assert_int_eq(fixture_load(store, &game.id).ai_attempt, 2);
    struct ai_figures first_figures, second_figures;
    ai_figures(first.ai, &first_figures);
    ai_figures(second.ai, &second_figures);
    ck_assert_uint_eq(first_figures.queued, 1);
    ck_assert_uint_eq(second_figures.queued, 0);
    open_gate(&first_gate);
    open_gate(&second_gate);
    (void)wait_beyond(store, &game);
    stop(&first);
    stop(&second);
    store_free(store);
}
END_TEST

static void check_figures(const struct replica *replica, uint64_t taken_over, uint64_t fallbacks)
{
    struct turns_figures figures;
    turns_figures(replica->turns, &figures);
    ck_assert_uint_eq(figures.taken_over, taken_over);
    ck_assert_uint_eq(figures.fallbacks, fallbacks);
}

START_TEST(after_too_many_claims_a_simple_move_is_played_at_once)
{
    struct random random = random_for("after_too_many_claims_a_simple_move_is_played_at_once");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct game game = ai_to_move(&random, store, REV_LEVEL_HARD, ALIVE_MS);
    struct fake_request watcher = {0};
    hub_watch(replica.hub, &watcher.request, &game.id);
    /* As replicas do that die while they think: each claims, none comes to an end. */
    for (int attempt = 1; attempt <= AI_ATTEMPTS_MAX; attempt++) {
        struct gate gate;
        struct replica dying = start();
        ck_assert_int_eq(fixture_load(store, &game.id).ai_attempt, attempt);
        end_leases();
        close_gate(&gate, &dying);
        turns_sweep(attempt < AI_ATTEMPTS_MAX ? dying.turns : replica.turns, store);
        turns_cancel(dying.turns, &game.id, game.version + 1);
        open_gate(&gate);
        check_figures(&dying, attempt < AI_ATTEMPTS_MAX, 0);
        stop(&dying);
    }
    check_figures(&replica, 1, 1);
    struct game end = fixture_load(store, &game.id);
    check_answered(&game, &end, rev_level_fallback(&game.rules).square, BY_AUTO);
    ck_assert_int_eq(watcher.wakes, 1);
    fake_request_finish(&watcher);
    stop(&replica);
    store_free(store);
}
END_TEST

START_TEST(waiting_long_in_our_own_queue_is_no_failure)
{
    struct random random = random_for("waiting_long_in_our_own_queue_is_no_failure");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct gate gate;
    struct game game = ai_to_move(&random, store, REV_LEVEL_EASY, OVER_MS);
    close_gate(&gate, &replica);
    turns_begin(replica.turns, &game);
    for (int round = 0; round < 2 * AI_ATTEMPTS_MAX; round++) {
        end_leases();
        turns_sweep(replica.turns, store);
        struct game claimed = fixture_load(store, &game.id);
        ck_assert_int_eq(claimed.ai_attempt, 1);
        ck_assert_int_gt(claimed.ai_lease_until_ms, game.ai_lease_until_ms);
        ck_assert_int_eq(claimed.version, game.version);
    }
    struct ai_figures figures;
    ai_figures(replica.ai, &figures);
    ck_assert_uint_eq(figures.queued, 1); /* and it was not begun a second time */
    open_gate(&gate);
    check_plays(store, &game);
    stop(&replica);
    store_free(store);
}
END_TEST

START_TEST(a_turn_that_was_cancelled_by_mistake_is_taken_over)
{
    struct random random = random_for("a_turn_that_was_cancelled_by_mistake_is_taken_over");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct gate gate;
    struct game game = ai_to_move(&random, store, REV_LEVEL_EASY, OVER_MS);
    close_gate(&gate, &replica);
    turns_begin(replica.turns, &game);
    turns_cancel(replica.turns, &game.id, game.version + 1);
    turns_sweep(replica.turns, store);
    open_gate(&gate);
    check_plays(store, &game);
    stop(&replica);
    store_free(store);
}
END_TEST

/** Of stores that reach no database. */
static struct store_options nowhere = {.url = "host=/nowhere",
                                       .statement_ms_max = 1000,
                                       .connect_ms_max = 1000,
                                       .application_name = "reversid test"};

START_TEST(a_move_that_could_not_be_saved_is_made_by_whoever_comes_next)
{
    struct random random =
        random_for("a_move_that_could_not_be_saved_is_made_by_whoever_comes_next");
    struct store *store = fixture_store();
    struct replica cut_off = start_with(&nowhere), good = start();
    struct game game = ai_to_move(&random, store, REV_LEVEL_EASY, OVER_MS);
    turns_begin(cut_off.turns, &game);
    struct ai_figures figures = {0};
    while (figures.finished == 0)
        ai_figures(cut_off.ai, &figures);
    stop(&cut_off);
    ck_assert_int_eq(fixture_load(store, &game.id).version, game.version);
    turns_sweep(good.turns, store);
    check_plays(store, &game);
    stop(&good);
    store_free(store);
}
END_TEST

START_TEST(a_sweep_without_a_database_does_nothing)
{
    struct store *store = store_new(&nowhere);
    struct replica replica = start();
    turns_sweep(replica.turns, store);
    struct ai_figures figures;
    ai_figures(replica.ai, &figures);
    ck_assert_uint_eq(figures.queued + figures.finished + figures.cancelled, 0);
    stop(&replica);
    store_free(store);
}
END_TEST

START_TEST(no_turn_is_begun_once_the_pool_has_stopped)
{
    struct random random = random_for("no_turn_is_begun_once_the_pool_has_stopped");
    struct store *store = fixture_store();
    struct replica replica = start();
    struct game game = ai_to_move(&random, store, REV_LEVEL_EASY, ALIVE_MS);
    ai_stop(replica.ai);
    turns_begin(replica.turns, &game);
    turns_cancel(replica.turns, &game.id, game.version + 1);
    workers_stop(replica.workers);
    ai_free(replica.ai);
    turns_free(replica.turns);
    hub_free(replica.hub);
    struct game end = fixture_load(store, &game.id);
    fixture_equal(&end, &game);
    store_free(store);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("turns");
    TCase *tcase = tcase_create("turns");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, forget_games, NULL);
    tcase_add_loop_test(tcase, the_ai_plays_its_level_s_move_and_those_who_watch_are_woken,
                        REV_LEVEL_EASY, REV_LEVEL_COUNT);
    tcase_add_test(tcase, a_turn_that_two_replicas_think_about_is_played_once);
    tcase_add_test(tcase, what_was_thought_about_an_older_version_is_dropped);
    tcase_add_test(tcase, the_turn_before_an_undo_is_not_played_after_it);
    tcase_add_test(tcase, a_cancelled_turn_is_not_played);
    tcase_add_test(tcase, the_ai_moves_on_by_itself_while_the_human_has_to_pass);
    tcase_add_test(tcase, a_whole_game_is_played_to_its_end);
    tcase_add_test(tcase,
                   a_move_that_a_rated_game_forbids_by_the_time_it_is_found_waits_however_often);
    tcase_add_test(tcase,
                   a_turn_that_must_wait_is_not_thought_about_nor_played_simply_after_many_claims);
    tcase_add_test(tcase, a_turn_that_has_waited_long_is_looked_at_seldom);
    tcase_add_test(
        tcase,
        turns_beside_a_rated_game_that_cannot_be_read_do_not_keep_the_others_from_being_found);
    tcase_add_test(
        tcase,
        turns_for_which_rated_games_cannot_be_asked_for_do_not_keep_the_others_from_being_found);
    tcase_add_test(tcase, a_rated_game_that_cannot_be_read_forbids_everything);
    tcase_add_test(tcase, what_waits_for_a_rated_game_is_looked_at_as_soon_as_that_has_gone_on);
    tcase_add_test(tcase, a_game_that_is_being_changed_keeps_nobody_who_wakes_turns_waiting);
    tcase_add_test(tcase, a_turn_whose_claim_ran_out_is_taken_over);
    tcase_add_test(tcase, turns_that_cannot_be_read_do_not_keep_the_sweeper_from_the_others);
    tcase_add_test(tcase, only_turns_whose_claim_ran_out_are_taken_over);
    tcase_add_test(tcase, two_replicas_that_sweep_take_a_turn_over_once);
    tcase_add_test(tcase, after_too_many_claims_a_simple_move_is_played_at_once);
    tcase_add_test(tcase, waiting_long_in_our_own_queue_is_no_failure);
    tcase_add_test(tcase, a_turn_that_was_cancelled_by_mistake_is_taken_over);
    tcase_add_test(tcase, a_move_that_could_not_be_saved_is_made_by_whoever_comes_next);
    tcase_add_test(tcase, a_sweep_without_a_database_does_nothing);
    tcase_add_test(tcase, no_turn_is_begun_once_the_pool_has_stopped);
    suite_add_tcase(suite, tcase);
    return database_suite_run(suite);
}
