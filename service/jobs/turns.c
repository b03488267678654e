#include "jobs/turns.h"

#include "base/limits.h"
#include "base/log.h"

#include <pthread.h>
#include <stdlib.h>

/*
 * Invariants: a turn that turns_begin made is in `in_flight` until it is freed, after its move was
 * saved or could not be; `lock` guards the list and is held for no longer than a look at it.
 */

enum { SWEEP_GAMES_MAX = 100 };

struct turns {
    struct turns_options options;
    pthread_mutex_t lock;
    struct turn *in_flight;
};

/** One turn on its way: first a task of the pool, then work of a request worker. */
struct turn {
    struct ai_task task;
    struct work work;
    struct turns *turns;
    struct game game; /* as it was when the turn began */
    int square;
    enum move_by by;
    struct turn *next;  /* in flight */
    struct turn **link; /* what points here; NULL: not in flight */
};

static void enter_flight(struct turn *turn)
{
    struct turns *turns = turn->turns;
    pthread_mutex_lock(&turns->lock);
    turn->next = turns->in_flight;
    turn->link = &turns->in_flight;
    if (turn->next)
        turn->next->link = &turn->next;
    turns->in_flight = turn;
    pthread_mutex_unlock(&turns->lock);
}

static void turn_free(struct turn *turn)
{
    pthread_mutex_lock(&turn->turns->lock);
    if (turn->link)
        *turn->link = turn->next;
    if (turn->link && turn->next)
        turn->next->link = turn->link;
    pthread_mutex_unlock(&turn->turns->lock);
    free(turn);
}

/** Whether this very turn waits, is thought about, or is about to be saved here. */
static bool is_in_flight(struct turns *turns, const struct game *game)
{
    bool found = false;
    pthread_mutex_lock(&turns->lock);
    for (struct turn *turn = turns->in_flight; turn && !found; turn = turn->next)
        found = uuid_equal(&turn->game.id, &game->id) && turn->game.version == game->version &&
                !atomic_load(&turn->task.cancel);
    pthread_mutex_unlock(&turns->lock);
    return found;
}

static enum rev_level level_of(const struct game *game)
{
    return game->seats[game->rules.now.turn].level;
}

static void think(struct ai_task *task, struct rev_search_context *context)
{
    struct turn *turn = (struct turn *)task;
    const struct game *game = &turn->game;
    turn->square =
        rev_level_play(context, &game->rules, level_of(game), game->seed, &task->cancel).square;
}

/** Writes the move down. False: the game has moved on, or cannot be reached; nothing was written.
 */
static bool save(struct turn *turn, struct store *store, struct game *next)
{
    struct game_found found;
    store_ask_game(store, &turn->game.id, &found);
    if (failed(store_flush(store)) || !found.found || found.game.version != turn->game.version)
        return false;
    if (failed(game_play_ai(&found.game, turn->square, turn->by, found.now_ms, next)))
        return false;
    if (game_is_ai_turn(next))
        game_lease_ai(next, found.now_ms + AI_LEASE_MS);
    bool saved = false;
    store_ask_save_game(store, next, found.game.version, &saved);
    return !failed(store_flush(store)) && saved;
}

static void apply(struct turn *turn, struct store *store)
{
    struct game next;
    if (save(turn, store, &next)) {
        if (game_is_ai_turn(&next))
            turns_begin(turn->turns, &next);
        hub_signal(turn->turns->options.hub, &next.id);
    }
    turn_free(turn);
}

static void apply_on_worker(struct work *work, void *worker)
{
    struct turn *turn = (struct turn *)((char *)work - offsetof(struct turn, work));
    apply(turn, turn->turns->options.store_of(worker));
}

static void done(struct ai_task *task)
{
    struct turn *turn = (struct turn *)task;
    turn->work.run = apply_on_worker;
    if (atomic_load(&task->cancel) ||
        !workers_submit(turn->turns->options.workers, &turn->work, WORK_ACCEPTED))
        turn_free(turn);
}

static struct turn *turn_new(struct turns *turns, const struct game *game)
{
    struct turn *turn = calloc(1, sizeof *turn);
    if (!turn)
        return NULL;
    turn->turns = turns;
    turn->game = *game;
    turn->by = BY_AI;
    turn->task.think = think;
    turn->task.done = done;
    turn->task.caller = game->creator;
    turn->task.cost = ai_level_cost(level_of(game));
    turn->task.essential = true;
    return turn;
}

void turns_begin(struct turns *turns, const struct game *game)
{
    struct turn *turn = turn_new(turns, game);
    if (!turn)
        return;
    enter_flight(turn);
    if (!ai_submit(turns->options.ai, &turn->task))
        turn_free(turn);
}

void turns_cancel(struct turns *turns, const struct uuid *game, int version)
{
    pthread_mutex_lock(&turns->lock);
    for (struct turn *turn = turns->in_flight; turn; turn = turn->next)
        if (turn->game.version < version && uuid_equal(&turn->game.id, game))
            atomic_store(&turn->task.cancel, true);
    pthread_mutex_unlock(&turns->lock);
}

/** A simple move at once, in place of the one that could not be had. */
static void play_fallback(struct turns *turns, struct store *store, const struct game *game)
{
    struct turn *turn = turn_new(turns, game);
    if (!turn)
        return;
    turn->by = BY_AUTO;
    turn->square = rev_level_fallback(&game->rules).square;
    apply(turn, store);
}

/**
 * Claims a turn whose claim ran out: again where it is on its way here, which is no failure however
 * long it takes; else as the next attempt, and sees that it is carried out.
 */
static void take_over(struct turns *turns, struct store *store, const struct game *game)
{
    bool is_ours = is_in_flight(turns, game), claimed = false;
    int attempt = game->ai_attempt + (is_ours ? 0 : 1);
    store_ask_claim_ai(store, game, attempt, AI_LEASE_MS, &claimed);
    if (failed(store_flush(store)) || !claimed || is_ours)
        return;
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

struct turns *turns_new(const struct turns_options *options)
{
    struct turns *turns = calloc(1, sizeof *turns);
    if (!turns)
        return NULL;
    turns->options = *options;
    pthread_mutex_init(&turns->lock, NULL);
    return turns;
}

void turns_free(struct turns *turns)
{
    if (!turns)
        return;
    pthread_mutex_destroy(&turns->lock);
    free(turns);
}
