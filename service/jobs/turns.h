/**
 * The AI's turns in games: thought about in the pool, applied on a request worker.
 *
 * A turn is bound to the game's version: what was computed for one that is no longer there is
 * dropped, so it does no harm when two replicas think about the same turn. A turn that nobody
 * carries out (the service was killed, the database was away) is claimed by the sweeper once its
 * lease is over; after AI_ATTEMPTS_MAX claims a simple move is played instead, so that a game never
 * hangs. A move that would tell whom the AI plays what to play in a rated game (fair_play.h) waits
 * until that game has gone on or ended, which the game shows: requests that lead there are refused,
 * but time, a pass or another move of the rated game may bring it about.
 */
#ifndef REVERSID_JOBS_TURNS_H
#define REVERSID_JOBS_TURNS_H

#include "ai/ai.h"
#include "base/workers.h"
#include "domain/match.h"
#include "events/hub.h"
#include "store/store.h"

struct turns;

struct turns_options {
    struct ai *ai;
    struct workers *workers;
    struct hub *hub;
    /** The store of a worker, given the worker's state. */
    struct store *(*store_of)(void *worker);
};

struct turns_figures {
    uint64_t taken_over; /* claims of turns that nobody had carried out */
    uint64_t fallbacks;  /* simple moves that were played instead */
};

/** For any thread. */
void turns_figures(const struct turns *turns, struct turns_figures *figures);

/** NULL: out of memory. */
struct turns *turns_new(const struct turns_options *options);

/** After the workers and the pool have stopped. NULL is fine. */
void turns_free(struct turns *turns);

/**
 * Has the AI think about its turn in a game whose lease is ours. The game is copied.
 * Requires game_is_ai_turn.
 */
void turns_begin(struct turns *turns, const struct game *game);

/** Claims for this replica the turns of the AI that a change brings about, before it is saved. */
void turns_lease(struct game_change *change, int64_t now_ms);

/**
 * What follows a change that was saved: who watches is told, and the AI thinks or stops thinking.
 * Where it is a rated game that has gone on or ended, turns of the AI that waited for it are looked
 * at again: one round trip, whose failure changes nothing but that they are looked at later.
 * Topics are the game, the one that follows, their players, and the match.
 *
 * @param store  in which nothing is asked and not yet sent
 */
void turns_follow(struct turns *turns, struct store *store, const struct game_change *change);

/**
 * A sweeper's job, with the turns as its context: takes over turns that were left behind.
 *
 * @return  whether there may be more of them
 */
bool turns_sweep(void *turns, struct store *store);

/**
 * Stops thinking about a game as it was before a version; what was thought is dropped. A turn that
 * was begun for that version or a later one goes on.
 */
void turns_cancel(struct turns *turns, const struct uuid *game, int version);

#endif
