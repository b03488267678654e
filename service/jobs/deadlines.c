#include "jobs/deadlines.h"

#include "base/limits.h"
#include "base/log.h"
#include "base/tries.h"
#include "domain/deadline.h"
#include "jobs/standings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEP_GAMES_MAX = 100, BATCH_GAMES = 16 };

/** What time did to a game, and on what terms it is saved. */
struct settling {
    struct game_change change;
    struct store_terms terms;
    bool saved;
};

/** Settlings on their way to the database in one flush. */
struct batch {
    int count;
    struct settling settlings[BATCH_GAMES];
};

struct deadlines {
    struct heartbeat *heartbeat;
    struct turns *turns;
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

/** Works out what time did to a game. False: nothing that anybody could see; `settled` is the game.
 */
static bool decide(const struct game *game, const struct past *past, struct game *settled,
                   struct settling *settling)
{
    const struct pulse *pulse = &past->pulse;
    enum settlement settlement =
        game_settle(game, past->outages, past->count, pulse->now_ms, settled);
    if (settlement == SETTLED_ALREADY)
        return false;
    settling->saved = false;
    settling->terms = (struct store_terms){
        .expected_version = game->version,
        .by_time = true,
        .while_alive = settlement == SETTLED_EXPIRED,
        .outage_seq = pulse->outage_seq,
    };
    game_complete(game, settled, pulse->now_ms, &settling->change);
    turns_lease(&settling->change, pulse->now_ms);
    return true;
}

static void ask_save(struct store *store, struct settling *settling)
{
    store_ask_save_change(store, &settling->change, &settling->terms, &settling->saved);
}

/* --- one game, for whoever touches it ------------------------------------------------------ */

/** Decides what time did to the game and saves it; `found` is the game after it if that succeeded.
 *  False in `done`: look again. */
static struct result settle(struct deadlines *deadlines, struct store *store,
                            struct game_found *found, bool *done)
{
    PAST_CLEANUP struct past past = {0};
    struct game next;
    struct settling settling;
    TRY(look_back(store, found->game.outage_seq, found->game.turn_started_ms, &past));
    int64_t now_ms = past.pulse.now_ms;
    *done = false;
    if (is_stale(&past.pulse))
        return heartbeat_beat(deadlines->heartbeat, store);
    *done = !decide(&found->game, &past, &next, &settling);
    if (*done) { /* as of this time, which is an earlier one where the database's clock was set */
        found->game = next;
        found->now_ms = now_ms;
        return OK;
    }
    TRY(standings_settle(store, &settling.change, now_ms));
    ask_save(store, &settling);
    TRY(store_flush(store));
    *done = settling.saved;
    if (!settling.saved)
        return OK;
    found->game = settling.change.game;
    found->now_ms = now_ms;
    turns_follow(deadlines->turns, store, &settling.change);
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
    struct tries tries = {0};
    bool changed;
    do {
        bool done;
        int version = found->game.version;
        if (!deadlines_wait_for(deadlines, found))
            return OK;
        TRY(settle(deadlines, store, found, &done));
        if (done)
            return OK;
        struct uuid id = found->game.id;
        store_ask_game(store, &id, found);
        TRY(store_flush(store));
        changed = found->game.version != version;
    } while (tries_again(&tries, changed));
    return fail(ERROR_OVERLOADED);
}

/* --- many games at once -------------------------------------------------------------------- */

/** Puts a game out of the way that cannot be read or written; reported by whoever did. */
static void set_aside(struct store *store, const struct uuid *game, const char *why)
{
    const int64_t away_ms = (int64_t)IMPOSSIBLE_GAME_DAYS * 24 * 60 * 60 * 1000;
    char id[UUID_TEXT_SIZE];
    bool was_set_aside = false;
    store_ask_set_aside_deadline(store, game, away_ms, &was_set_aside);
    if (failed(store_flush(store)) || !was_set_aside)
        return;
    uuid_write(game, id);
    LOG(LOG_ERROR, "impossible-game", log_string("game", id), log_string("why", why));
}

/** Puts a game aside whose flush was refused just now. */
static void set_aside_refused(struct store *store, const struct uuid *game)
{
    char why[sizeof((struct impossible_game *)0)->why];
    snprintf(why, sizeof why, "%.*s", (int)sizeof why - 1, store_why(store));
    set_aside(store, game, why);
}

/** Saves one of a batch alone, unless the flush of the batch did. */
static struct result save_alone(struct store *store, struct settling *settling)
{
    struct game_found found;
    const struct game *game = &settling->change.game;
    ask_save(store, settling);
    struct result result = store_flush(store);
    if (failed(result) && result.code == ERROR_INTERNAL) {
        set_aside_refused(store, &game->id);
        return OK;
    }
    TRY(result);
    if (settling->saved)
        return OK;
    store_ask_game(store, &game->id, &found);
    TRY(store_flush(store));
    settling->saved = found.found && found.game.version == game->version;
    return OK;
}

/**
 * Sends what the batch holds and empties it. Where one of its writes is refused nobody knows of the
 * others, each a transaction of its own: then each is saved alone, so that one keeps none of them
 * from going on and the one that is refused is known.
 */
static struct result send_batch(struct deadlines *deadlines, struct store *store,
                                struct batch *batch)
{
    int count = batch->count;
    batch->count = 0;
    if (count == 0)
        return OK;
    struct result sent = store_flush(store);
    bool refused = failed(sent) && sent.code == ERROR_INTERNAL;
    if (failed(sent) && !refused)
        return sent;
    for (int i = 0; i < count; i++) {
        struct settling *settling = &batch->settlings[i];
        if (refused)
            TRY(save_alone(store, settling));
        if (settling->saved)
            turns_follow(deadlines->turns, store, &settling->change);
    }
    return OK;
}

/** Whether a change, with all that goes with it, waits until the batch is sent. What the players of
 *  one game have may depend on a game before it. */
static bool waits_for_batch(const struct batch *batch, const struct store *store,
                            const struct game_change *change)
{
    return batch->count == BATCH_GAMES || store_room(store) < store_change_questions(change) ||
           standings_are_needed(change);
}

/** Completes a change by what it does to its players. Not `able`: what they have is impossible, and
 *  the game is put aside, so that it keeps no other from being settled. */
static struct result complete(struct store *store, struct game_change *change, int64_t now_ms,
                              bool *able)
{
    struct result result = standings_settle(store, change, now_ms);
    *able = !failed(result);
    if (*able || result.code != ERROR_INTERNAL)
        return result;
    set_aside_refused(store, &change->game.id);
    return OK;
}

static struct result settle_games(struct deadlines *deadlines, struct store *store,
                                  const struct game_list *list, const struct past *past,
                                  struct batch *batch)
{
    for (int i = 0; i < list->count; i++) {
        struct game settled;
        struct settling settling;
        bool able;
        if (!decide(&list->games[i], past, &settled, &settling))
            continue;
        if (waits_for_batch(batch, store, &settling.change))
            TRY(send_batch(deadlines, store, batch));
        TRY(complete(store, &settling.change, past->pulse.now_ms, &able));
        if (!able)
            continue;
        batch->settlings[batch->count] = settling;
        ask_save(store, &batch->settlings[batch->count++]);
    }
    return send_batch(deadlines, store, batch);
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

/** Applies outages and deadlines to games, at least one, and saves what that makes of them. */
static struct result settle_all(struct deadlines *deadlines, struct store *store,
                                const struct game_list *list)
{
    PAST_CLEANUP struct past past = {0};
    int seq;
    int64_t started_ms;
    earliest(list, &seq, &started_ms);
    TRY(look_back(store, seq, started_ms, &past));
    if (is_stale(&past.pulse))
        return heartbeat_beat(deadlines->heartbeat, store);
    struct batch *batch = malloc(sizeof *batch);
    if (!batch)
        return fail(ERROR_OVERLOADED);
    batch->count = 0;
    struct result settled = settle_games(deadlines, store, list, &past, batch);
    free(batch);
    return settled;
}

/* --- a list of games that somebody reads ----------------------------------------------------- */

/** Copies those of a list that time has done something to. False: there is no memory. */
static bool copy_waiting(struct deadlines *deadlines, const struct game_list *list,
                         struct game_list *waiting)
{
    waiting->games = malloc(((size_t)list->count + 1) * sizeof *waiting->games);
    for (int i = 0; waiting->games && i < list->count; i++) {
        struct game_found found = {.found = true, .now_ms = list->now_ms, .game = list->games[i]};
        if (deadlines_wait_for(deadlines, &found))
            waiting->games[waiting->count++] = list->games[i];
    }
    return waiting->games;
}

static void put(struct game_list *list, int at, const struct game_list *later, int from)
{
    list->games[at] = later->games[from];
    list->meetings[at] = later->meetings[from];
}

/** Puts later states of games where the earlier ones stand. */
static void replace(struct game_list *list, const struct game_list *later)
{
    for (int i = 0; i < list->count; i++)
        for (int j = 0; j < later->count; j++)
            if (uuid_equal(&list->games[i].id, &later->games[j].id))
                put(list, i, later, j);
    list->now_ms = later->now_ms;
}

static struct result load_again(struct store *store, const struct game_list *games,
                                struct game_list *later)
{
    struct uuid ids[STORE_PAGE_MAX];
    for (int i = 0; i < games->count; i++)
        ids[i] = games->games[i].id;
    store_ask_games(store, ids, games->count, later);
    return store_flush(store);
}

struct result deadlines_settle_list(struct deadlines *deadlines, struct store *store,
                                    struct game_list *list)
{
    for (int tries = 0; tries < COMPARE_AND_SET_TRIES; tries++) {
        GAME_LIST_CLEANUP struct game_list waiting = {0};
        GAME_LIST_CLEANUP struct game_list later = {0};
        if (!copy_waiting(deadlines, list, &waiting))
            return fail(ERROR_OVERLOADED);
        if (waiting.count == 0)
            return OK;
        TRY(settle_all(deadlines, store, &waiting));
        TRY(load_again(store, &waiting, &later));
        replace(list, &later);
    }
    return OK;
}

/* --- all that are due ---------------------------------------------------------------------- */

bool deadlines_sweep(void *context, struct store *store)
{
    struct deadlines *deadlines = context;
    GAME_LIST_CLEANUP struct game_list due = {0};
    store_ask_due_games(store, SWEEP_GAMES_MAX, &due);
    if (failed(store_flush(store)))
        return false;
    for (int i = 0; i < due.impossible_count; i++)
        set_aside(store, &due.impossible[i].id, due.impossible[i].why);
    if (due.count > 0 && failed(settle_all(deadlines, store, &due)))
        return false;
    return due.count + due.impossible_count == SWEEP_GAMES_MAX;
}
