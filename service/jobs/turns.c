#include "jobs/turns.h"

#include "base/limits.h"
#include "base/log.h"
#include "jobs/flight.h"
#include "jobs/standings.h"
#include "store/ladders.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { SWEEP_GAMES_MAX = 100, WAKE_GAMES_MAX = 100 };

struct turns {
    struct hub *hub;
    struct flights *flights;
    atomic_uint_fast64_t taken_over, fallbacks;
};

/** One turn on its way. */
struct turn {
    struct flight flight;
    struct turns *turns;
    struct game game; /* as it was when the turn began */
    int square;
    enum move_by by;
};

static enum rev_level level_of(const struct game *game)
{
    return game->seats[game->rules.now.turn].level;
}

static void think(struct flight *flight, struct rev_search_context *context)
{
    struct turn *turn = (struct turn *)flight;
    const struct game *game = &turn->game;
    turn->square =
        rev_level_play(context, &game->rules, level_of(game), game->seed, &flight->task.cancel)
            .square;
}

/** Asks for what decides whether the move may be shown to whom the AI plays. */
static void ask_rated_games(const struct game *game, struct store *store, struct rated_games *rated)
{
    struct uuid player = fair_play_player(game);
    rated->count = 0;
    rated->more = false;
    if (fair_play_concerns(game))
        store_ask_rated_games(store, &player, rated);
}

/** Sends what was asked about a game, and reports what it met that cannot be. */
static struct result flush(struct store *store, const struct game *game)
{
    struct result result = store_flush(store);
    const char *why = failed(result) ? store_why(store) : store_left_out(store);
    char id[UUID_TEXT_SIZE];
    if (!*why || (failed(result) && result.code != ERROR_INTERNAL))
        return result;
    uuid_write(&game->id, id);
    LOG(LOG_ERROR, "turn-hindered", log_string("game", id), log_string("why", why));
    return result;
}

/** Tells those who watch a game, or one of its players, that it has changed. */
static void announce(struct turns *turns, const struct game *game)
{
    hub_signal(turns->hub, &game->id);
    for (int color = REV_BLACK; color <= REV_WHITE; color++)
        if (game->seats[color].kind == SEAT_HUMAN)
            hub_signal(turns->hub, &game->seats[color].player);
}

/** Leaves a turn until the rated game has gone on; the game shows it from the first time on. Always
 *  a failure: nothing was played. */
static struct result postpone(struct turns *turns, struct store *store, const struct game *game)
{
    bool postponed;
    store_ask_postpone_ai(store, game, AI_WAIT_MS_MIN, AI_WAIT_MS_MAX, &postponed);
    TRY(store_flush(store));
    if (postponed && !game->ai_waits)
        announce(turns, game);
    return fail(ERROR_OWN_RATED_GAME);
}

/** Writes the move down, in one attempt. False in `saved`: somebody was faster. */
static struct result try_save(const struct turn *turn, struct store *store,
                              struct game_change *change, bool *saved)
{
    struct rated_games rated;
    struct game_found found;
    struct game next;
    *saved = false;
    store_ask_game(store, &turn->game.id, &found);
    ask_rated_games(&turn->game, store, &rated);
    TRY(flush(store, &turn->game));
    if (!found.found || found.game.version != turn->game.version)
        return fail(ERROR_OUT_OF_STEP);
    if (fair_play_forbids(&rated, &found.game.rules.now))
        return postpone(turn->turns, store, &found.game);
    TRY(game_play_ai(&found.game, turn->square, turn->by, found.now_ms, &next));
    game_complete(&found.game, &next, found.now_ms, change);
    turns_lease(change, found.now_ms);
    TRY(standings_settle(store, change, found.now_ms));
    const struct store_terms terms = {.expected_version = found.game.version};
    store_ask_save_change(store, change, &terms, saved);
    return store_flush(store);
}

/** Writes the move down; again where only its player's chips have moved meanwhile. False: the game
 *  has moved on, must wait, or cannot be reached; nothing was written. */
static bool save(const struct turn *turn, struct store *store, struct game_change *change)
{
    bool saved = false;
    for (int tries = 0; tries < STANDING_TRIES && !saved; tries++)
        if (failed(try_save(turn, store, change, &saved)))
            return false;
    return saved;
}

/** False: nothing was written. */
static bool apply(struct turn *turn, struct store *store)
{
    struct game_change change;
    if (!save(turn, store, &change))
        return false;
    turns_follow(turn->turns, store, &change);
    return true;
}

static void land(struct flight *flight, struct store *store)
{
    if (!flight_is_cancelled(flight))
        (void)apply((struct turn *)flight, store);
    flight_end(flight);
}

static struct turn *turn_new(struct turns *turns, const struct game *game)
{
    struct turn *turn = calloc(1, sizeof *turn);
    if (!turn)
        return NULL;
    turn->turns = turns;
    turn->game = *game;
    turn->by = BY_AI;
    turn->flight.topic = game->id;
    turn->flight.version = game->version;
    turn->flight.think = think;
    turn->flight.land = land;
    turn->flight.task.caller = game->creator;
    turn->flight.task.cost = ai_level_cost(level_of(game));
    turn->flight.task.essential = true;
    return turn;
}

void turns_begin(struct turns *turns, const struct game *game)
{
    struct turn *turn = turn_new(turns, game);
    if (!turn)
        return;
    flight_enter(turns->flights, &turn->flight);
    if (!flight_send(&turn->flight))
        flight_end(&turn->flight);
}

void turns_cancel(struct turns *turns, const struct uuid *game, int version)
{
    flights_cancel(turns->flights, game, version);
}

static void lease_if_due(struct game *game, int64_t now_ms)
{
    if (game_is_ai_turn(game))
        game_lease_ai(game, now_ms + AI_LEASE_MS);
}

void turns_lease(struct game_change *change, int64_t now_ms)
{
    lease_if_due(&change->game, now_ms);
    if (change->has_follower)
        lease_if_due(&change->follower, now_ms);
}

static void follow(struct turns *turns, const struct game *game)
{
    if (game_is_ai_turn(game))
        turns_begin(turns, game);
    announce(turns, game);
}

/**
 * Has turns that waited for a rated game looked at again, since it has gone on or ended. Where that
 * fails they are looked at when they are due: nothing depends on it.
 */
static void wake(struct store *store, const struct game *game)
{
    const struct uuid players[2] = {game->seats[REV_BLACK].player, game->seats[REV_WHITE].player};
    if (!game->prize.rated || game->version == 1)
        return;
    store_ask_wake_ai(store, players, AI_WAIT_MS_MAX, WAKE_GAMES_MAX);
    if (failed(store_flush(store)))
        LOG(LOG_WARNING, "store-failed", log_string("why", store_why(store)));
}

void turns_follow(struct turns *turns, struct store *store, const struct game_change *change)
{
    wake(store, &change->game);
    turns_cancel(turns, &change->game.id, change->game.version);
    follow(turns, &change->game);
    if (change->has_follower)
        follow(turns, &change->follower);
    if (change->has_match)
        hub_signal(turns->hub, &change->match.id);
}

/** A simple move at once, in place of the one that could not be had. */
static void play_fallback(struct turns *turns, struct store *store, const struct game *game)
{
    struct turn *turn = turn_new(turns, game);
    char id[UUID_TEXT_SIZE];
    if (!turn)
        return;
    turn->by = BY_AUTO;
    turn->square = rev_level_fallback(&game->rules).square;
    if (apply(turn, store)) {
        turns->fallbacks++;
        uuid_write(&game->id, id);
        LOG(LOG_WARNING, "turn-fallback", log_string("game", id));
    }
    free(turn);
}

/**
 * Whether a turn must wait for a rated game, so that nothing need be thought of; postponed then. So
 * it is where the question about those games is refused: left as due, it would stay at the head of
 * every list of turns and keep the others from being found.
 */
static bool waits(struct turns *turns, struct store *store, const struct game *game)
{
    struct rated_games rated;
    if (!fair_play_concerns(game))
        return false;
    ask_rated_games(game, store, &rated);
    struct result asked = flush(store, game);
    if (failed(asked) && asked.code != ERROR_INTERNAL)
        return true;
    if (!failed(asked) && !fair_play_forbids(&rated, &game->rules.now))
        return false;
    return failed(postpone(turns, store, game));
}

/**
 * Claims a turn whose claim ran out: again where it is on its way here, which is no failure however
 * long it takes; else as the next attempt, and sees that it is carried out.
 */
static void take_over(struct turns *turns, struct store *store, const struct game *game)
{
    bool is_ours = flights_has(turns->flights, &game->id, game->version), claimed = false;
    int attempt = game->ai_attempt + (is_ours ? 0 : 1);
    if (!is_ours && waits(turns, store, game))
        return;
    store_ask_claim_ai(store, game, attempt, AI_LEASE_MS, &claimed);
    if (failed(store_flush(store)) || !claimed || is_ours)
        return;
    turns->taken_over++;
    if (game->ai_attempt < AI_ATTEMPTS_MAX)
        turns_begin(turns, game);
    else
        play_fallback(turns, store, game);
}

/**
 * Puts a turn out of the way that cannot be carried out since its game cannot be read: at the head
 * of every list of turns it would keep the others from being found. It is reported once, by whoever
 * put it away.
 */
static void set_aside(struct store *store, const struct impossible_game *game)
{
    const int64_t lease_ms = (int64_t)IMPOSSIBLE_GAME_DAYS * 24 * 60 * 60 * 1000;
    char id[UUID_TEXT_SIZE];
    bool was_set_aside = false;
    store_ask_set_aside_ai_turn(store, &game->id, lease_ms, &was_set_aside);
    if (failed(store_flush(store)) || !was_set_aside)
        return;
    uuid_write(&game->id, id);
    LOG(LOG_ERROR, "impossible-game", log_string("game", id), log_string("why", game->why));
}

bool turns_sweep(void *context, struct store *store)
{
    struct turns *turns = context;
    GAME_LIST_CLEANUP struct game_list left = {0};
    store_ask_ai_turns_left(store, SWEEP_GAMES_MAX, &left);
    if (failed(store_flush(store)))
        return false;
    for (int i = 0; i < left.impossible_count; i++)
        set_aside(store, &left.impossible[i]);
    for (int i = 0; i < left.count; i++)
        take_over(turns, store, &left.games[i]);
    return left.count + left.impossible_count == SWEEP_GAMES_MAX;
}

void turns_figures(const struct turns *turns, struct turns_figures *figures)
{
    *figures = (struct turns_figures){turns->taken_over, turns->fallbacks};
}

struct turns *turns_new(const struct turns_options *options)
{
    struct turns *turns = calloc(1, sizeof *turns);
    if (!turns)
        return NULL;
    turns->hub = options->hub;
    turns->flights =
        flights_new(&(struct flights_options){options->ai, options->workers, options->store_of});
    if (turns->flights)
        return turns;
    free(turns);
    return NULL;
}

void turns_free(struct turns *turns)
{
    if (!turns)
        return;
    flights_free(turns->flights);
    free(turns);
}
