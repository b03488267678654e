#include "jobs/deadlines.h"

#include "base/limits.h"
#include "base/log.h"
#include "domain/deadline.h"
#include "jobs/standings.h"

#include <stdlib.h>
#include <string.h>

enum { SWEEP_GAMES_MAX = 100, BATCH_GAMES = 16 };

/** Changes on their way to the database in one flush. */
struct batch {
    int count;
    struct game_change changes[BATCH_GAMES];
    bool saved[BATCH_GAMES];
};

struct deadlines {
    struct heartbeat *heartbeat;
    struct turns *turns;
    struct batch batch; /* the sweeper's */
};

struct deadlines *deadlines_new(struct heartbeat *heartbeat, struct turns *turns)
{
    struct deadlines *deadlines = calloc(1, sizeof *deadlines);
    if (!deadlines)
        return NULL;
    deadlines->heartbeat = heartbeat;
    deadlines->turns = turns;
    return deadlines;
}

void deadlines_free(struct deadlines *deadlines)
{
    free(deadlines);
}

static bool is_stale(const struct pulse *pulse)
{
    return pulse->now_ms - pulse->beat_ms >= HEARTBEAT_STALE_MS;
}

/* --- what a decision about time rests on --------------------------------------------------- */

struct past {
    struct pulse pulse;
    struct outage *outages; /* all up to the pulse's, perhaps later ones; ascending by seq */
    int count;
};

static void past_release(struct past *past)
{
    free(past->outages);
}

#define PAST_CLEANUP __attribute__((cleanup(past_release)))

static struct result append(struct past *past, const struct outage_list *page)
{
    size_t size = (size_t)(past->count + page->count + 1) * sizeof *past->outages;
    struct outage *outages = realloc(past->outages, size);
    if (!outages)
        return fail(ERROR_OVERLOADED);
    memcpy(outages + past->count, page->outages, (size_t)page->count * sizeof *outages);
    past->outages = outages;
    past->count += page->count;
    return OK;
}

/** Reads all outages after `seq` that ended after a time. The pulse comes first: an outage that is
 *  noted between the two is either among them or later than the pulse, and then nothing is saved.
 */
static struct result look_back(struct store *store, int seq, int64_t ended_after_ms,
                               struct past *past)
{
    struct outage_list page;
    store_ask_pulse(store, &past->pulse);
    do {
        store_ask_outages(store, seq, ended_after_ms, &page);
        TRY(store_flush(store));
        TRY(append(past, &page));
        if (page.count > 0)
            seq = page.outages[page.count - 1].seq;
    } while (page.count == STORE_OUTAGES_MAX);
    return OK;
}

/** Asks to save what time did to a game. `pulse` is what it was decided on. */
static void ask_save(struct store *store, const struct game_change *change, int expected_version,
                     enum settlement settlement, const struct pulse *pulse, bool *saved)
{
    const struct store_terms terms = {
        .expected_version = expected_version,
        .by_time = true,
        .while_alive = settlement == SETTLED_EXPIRED,
        .outage_seq = pulse->outage_seq,
    };
    *saved = false;
    store_ask_save_change(store, change, &terms, saved);
}

/* --- one game, for whoever touches it ------------------------------------------------------ */

/** Decides what time did to the game and saves it; `found` is the game after it if that succeeded.
 *  False in `done`: look again. */
static struct result settle(struct deadlines *deadlines, struct store *store,
                            struct game_found *found, bool *done)
{
    PAST_CLEANUP struct past past = {0};
    struct game next;
    struct game_change change;
    bool saved;
    TRY(look_back(store, found->game.outage_seq, found->game.turn_started_ms, &past));
    int64_t now_ms = past.pulse.now_ms;
    *done = false;
    if (is_stale(&past.pulse))
        return heartbeat_beat(deadlines->heartbeat, store);
    enum settlement settlement = game_settle(&found->game, past.outages, past.count, now_ms, &next);
    *done = settlement == SETTLED_ALREADY;
    if (*done) { /* as of this time, which is an earlier one where the database's clock was set */
        found->game = next;
        found->now_ms = now_ms;
        return OK;
    }
    game_complete(&found->game, &next, now_ms, &change);
    turns_lease(&change, now_ms);
    TRY(standings_settle(store, &change, now_ms));
    ask_save(store, &change, found->game.version, settlement, &past.pulse, &saved);
    TRY(store_flush(store));
    *done = saved;
    if (!saved)
        return OK;
    found->game = change.game;
    found->now_ms = now_ms;
    turns_follow(deadlines->turns, &change);
    return OK;
}

bool deadlines_wait_for(struct deadlines *deadlines, const struct game_found *found)
{
    return found->found && (game_is_due(&found->game, found->now_ms) ||
                            heartbeat_concerns(deadlines->heartbeat, &found->game));
}

struct result deadlines_settle(struct deadlines *deadlines, struct store *store,
                               struct game_found *found)
{
    for (int tries = 0; tries < COMPARE_AND_SET_TRIES; tries++) {
        bool done;
        if (!deadlines_wait_for(deadlines, found))
            return OK;
        TRY(settle(deadlines, store, found, &done));
        if (done)
            return OK;
        struct uuid id = found->game.id;
        store_ask_game(store, &id, found);
        TRY(store_flush(store));
    }
    return fail(ERROR_OVERLOADED);
}

/* --- all that are due ---------------------------------------------------------------------- */

/** Sends what the batch holds. False: the database cannot be reached. */
static bool send_batch(struct deadlines *deadlines, struct store *store)
{
    struct batch *batch = &deadlines->batch;
    bool sent = batch->count == 0 || !failed(store_flush(store));
    for (int i = 0; sent && i < batch->count; i++)
        if (batch->saved[i])
            turns_follow(deadlines->turns, &batch->changes[i]);
    batch->count = 0;
    return sent;
}

/** Makes room in the batch for a change, which may need to know what its players have. False: the
 *  database cannot be reached. */
static bool make_room(struct deadlines *deadlines, struct store *store,
                      const struct game_change *change)
{
    bool is_full =
        deadlines->batch.count == BATCH_GAMES || store_room(store) < store_change_questions(change);
    return !(is_full || standings_are_needed(change)) || send_batch(deadlines, store);
}

/** Puts what time did to a game into the batch. False: the database cannot be reached. */
static bool add(struct deadlines *deadlines, struct store *store, const struct game *game,
                const struct past *past)
{
    struct batch *batch = &deadlines->batch;
    struct game next;
    struct game_change decided;
    const struct pulse *pulse = &past->pulse;
    enum settlement settlement =
        game_settle(game, past->outages, past->count, pulse->now_ms, &next);
    if (settlement == SETTLED_ALREADY)
        return true;
    game_complete(game, &next, pulse->now_ms, &decided);
    turns_lease(&decided, pulse->now_ms);
    if (!make_room(deadlines, store, &decided) ||
        failed(standings_settle(store, &decided, pulse->now_ms)))
        return false;
    struct game_change *change = &batch->changes[batch->count];
    *change = decided;
    ask_save(store, change, game->version, settlement, pulse, &batch->saved[batch->count]);
    batch->count++;
    return true;
}

/** The earliest turn of the list and the earliest outage that one of its games has not seen. */
static void earliest(const struct game_list *list, int *seq, int64_t *started_ms)
{
    *seq = list->games[0].outage_seq;
    *started_ms = list->games[0].turn_started_ms;
    for (int i = 1; i < list->count; i++) {
        if (list->games[i].outage_seq < *seq)
            *seq = list->games[i].outage_seq;
        if (list->games[i].turn_started_ms < *started_ms)
            *started_ms = list->games[i].turn_started_ms;
    }
}

/** Applies their deadlines. False: it cannot be done now. */
static bool settle_all(struct deadlines *deadlines, struct store *store,
                       const struct game_list *due)
{
    PAST_CLEANUP struct past past = {0};
    int seq;
    int64_t started_ms;
    earliest(due, &seq, &started_ms);
    if (failed(look_back(store, seq, started_ms, &past)))
        return false;
    if (is_stale(&past.pulse))
        return !failed(heartbeat_beat(deadlines->heartbeat, store));
    for (int i = 0; i < due->count; i++)
        if (!add(deadlines, store, &due->games[i], &past))
            return false;
    return send_batch(deadlines, store);
}

/** Puts a game out of the way that cannot be read; reported by whoever did. */
static void set_aside(struct store *store, const struct impossible_game *game)
{
    const int64_t away_ms = (int64_t)IMPOSSIBLE_GAME_DAYS * 24 * 60 * 60 * 1000;
    char id[UUID_TEXT_SIZE];
    bool was_set_aside = false;
    store_ask_set_aside_deadline(store, &game->id, away_ms, &was_set_aside);
    if (failed(store_flush(store)) || !was_set_aside)
        return;
    uuid_write(&game->id, id);
    LOG(LOG_ERROR, "impossible-game", log_string("game", id), log_string("why", game->why));
}

bool deadlines_sweep(void *context, struct store *store)
{
    struct deadlines *deadlines = context;
    GAME_LIST_CLEANUP struct game_list due = {0};
    store_ask_due_games(store, SWEEP_GAMES_MAX, &due);
    if (failed(store_flush(store)))
        return false;
    for (int i = 0; i < due.impossible_count; i++)
        set_aside(store, &due.impossible[i]);
    if (due.count > 0 && !settle_all(deadlines, store, &due))
        return false;
    return due.count + due.impossible_count == SWEEP_GAMES_MAX;
}
