#include "jobs/departures.h"

#include "base/limits.h"
#include "base/log.h"
#include "domain/match.h"
#include "jobs/ladders.h"
#include "jobs/standings.h"
#include "store/accounts.h"

#include <string.h>

/** Ends a live game for its player, without asking whether the other side would rather go on. */
static struct result decide(const struct game_found *found, const struct uuid *player,
                            struct game *next, bool *replay)
{
    const struct game *game = &found->game;
    int seats = game_seats_of(game, player);
    enum rev_color color = seats & SEATS_BLACK ? REV_BLACK : REV_WHITE;
    if (game_is_in_match(game))
        return game_leave_match(game, seats, color, found->now_ms, next, replay);
    if (game_can_abort(game, seats))
        return game_abort(game, seats, found->now_ms, next, replay);
    return game_resign(game, seats, color, found->now_ms, next, replay);
}

/** What is being done about one departure. */
struct leaving {
    struct departures *departures;
    struct store *store;
    const struct departure *departure;
    struct player
        heir;     /* holds the seats from now on, under that name: the player where nobody is */
    int pages;    /* of games that may still be looked at before others have their turn */
    int left;     /* how many things the latest pass found to do */
    int failures; /* of these that could not be done: games and steps */
};

/** Puts a game, or a whole step, out of the way of the rest: it is tried again later. */
static void put_aside(struct leaving *leaving, const char *what, const struct uuid *game,
                      const char *why)
{
    char player[UUID_TEXT_SIZE], id[UUID_TEXT_SIZE] = "";
    leaving->failures++;
    atomic_fetch_add_explicit(&leaving->departures->put_aside, 1, memory_order_relaxed);
    uuid_write(&leaving->departure->player, player);
    if (game)
        uuid_write(game, id);
    LOG(LOG_ERROR, "departure-put-aside", log_string("player", player), log_string("step", what),
        log_string("game", id), log_string("why", why));
}

/* --- the steps ----------------------------------------------------------------------------- */

/** One attempt to leave a game that was loaded; where somebody was faster the next pass tries
 *  again. */
static struct result leave_game(const struct leaving *leaving, struct game_found *found)
{
    const struct departures *departures = leaving->departures;
    const struct uuid *player = &leaving->departure->player;
    struct store *store = leaving->store;
    struct game next;
    struct game_change change;
    bool replay, saved;
    TRY(deadlines_settle(departures->deadlines, store, found));
    if (found->game.status != GAME_LIVE || failed(decide(found, player, &next, &replay)) || replay)
        return OK;
    const struct store_terms terms = {.expected_version = found->game.version};
    game_complete(&found->game, &next, found->now_ms, &change);
    turns_lease(&change, found->now_ms);
    TRY(standings_settle(store, &change, found->now_ms));
    store_ask_save_change(store, &change, &terms, &saved);
    TRY(store_flush(store));
    if (saved)
        turns_follow(departures->turns, store, &change);
    return OK;
}

/** Leaves those of a page of live games that nobody takes over: of a guest's, those against its
 *  heir. */
static void leave_page(struct leaving *leaving, const struct game_list *games, int *count)
{
    for (int i = 0; i < games->impossible_count; i++)
        put_aside(leaving, "game", &games->impossible[i].id, games->impossible[i].why);
    for (int i = 0; i < games->count; i++) {
        struct game_found found = {.found = true, .now_ms = games->now_ms, .game = games->games[i]};
        if (game_seats_of(&found.game, &leaving->heir.id) == SEATS_NONE)
            continue;
        struct uuid id = found.game.id;
        struct result left = leave_game(leaving, &found);
        if (failed(left))
            put_aside(leaving, "game", &id, store_why(leaving->store));
        else
            ++*count;
    }
}

static struct uuid last_of(const struct game_list *games)
{
    struct uuid last = {0};
    if (games->count > 0)
        last = games->games[games->count - 1].id;
    if (games->impossible_count > 0) {
        const struct uuid *id = &games->impossible[games->impossible_count - 1].id;
        if (memcmp(id->bytes, last.bytes, sizeof last.bytes) > 0)
            last = *id;
    }
    return last;
}

static struct result leave_games(struct leaving *leaving, int *count)
{
    struct uuid after = {0};
    bool more = true;
    while (more && leaving->pages > 0) {
        GAME_LIST_CLEANUP struct game_list games = {0};
        leaving->pages--;
        store_ask_live_games_of(leaving->store, &leaving->departure->player, &after,
                                DEPARTURE_GAMES, &games);
        TRY(store_flush(leaving->store));
        leave_page(leaving, &games, count);
        after = last_of(&games);
        more = games.count + games.impossible_count == DEPARTURE_GAMES;
    }
    return OK;
}

/** A game that ended meanwhile may have ranked the player. */
static struct result leave_ladders(struct leaving *leaving, int *count)
{
    (void)count;
    return ladders_leave(leaving->store, &leaving->departure->player);
}

static struct result end_access(struct leaving *leaving, int *count)
{
    store_ask_end_access(leaving->store, &leaving->departure->player, count);
    return store_flush(leaving->store);
}

/** Sends what was asked, and tells whoever watches what that changed. */
static struct result flush_and_tell(const struct leaving *leaving,
                                    const struct left_things *changed, int *count)
{
    TRY(store_flush(leaving->store));
    for (int i = 0; i < changed->topic_count; i++)
        hub_signal(leaving->departures->hub, &changed->topics[i]);
    *count = changed->count;
    return OK;
}

static struct result close_challenges(struct leaving *leaving, int *count)
{
    LEFT_THINGS_CLEANUP struct left_things changed = {0};
    store_ask_close_challenges(leaving->store, &leaving->departure->player, DELETED_PLAYER_NAME,
                               &changed);
    return flush_and_tell(leaving, &changed, count);
}

static struct result close_seeks(struct leaving *leaving, int *count)
{
    LEFT_THINGS_CLEANUP struct left_things changed = {0};
    store_ask_close_seeks(leaving->store, &leaving->departure->player, DELETED_PLAYER_NAME,
                          &changed);
    return flush_and_tell(leaving, &changed, count);
}

/** Whoever takes over has them from then on. */
static struct result end_studies(struct leaving *leaving, int *count)
{
    const struct uuid *player = &leaving->departure->player;
    LEFT_THINGS_CLEANUP struct left_things changed = {0};
    if (uuid_equal(&leaving->heir.id, player))
        store_ask_end_studies(leaving->store, player, STORE_PAGE_MAX, &changed);
    else
        store_ask_move_studies(leaving->store, player, &leaving->heir.id, STORE_PAGE_MAX, &changed);
    return flush_and_tell(leaving, &changed, count);
}

/** Whoever takes over has them from then on. */
static struct result end_blocks(struct leaving *leaving, int *count)
{
    const struct uuid *player = &leaving->departure->player;
    if (uuid_equal(&leaving->heir.id, player))
        store_ask_forget_blocks(leaving->store, player, DELETED_PLAYER_NAME, count);
    else
        store_ask_move_blocks(leaving->store, player, &leaving->heir, count);
    return store_flush(leaving->store);
}

static void renamed_release(struct renamed_seats *renamed)
{
    left_things_release(&renamed->games);
}

#define RENAMED_CLEANUP __attribute__((cleanup(renamed_release)))

/** Page after page, each behind the one before: a statement for the first ones that are left would
 *  look at all that were renamed before it. */
static struct result rename_seats(struct leaving *leaving, int *count)
{
    struct page_cursor after = {0};
    bool more = true;
    while (more) {
        RENAMED_CLEANUP struct renamed_seats renamed;
        int games = 0;
        leaving->pages--;
        store_ask_rename_seats(leaving->store, &leaving->departure->player, &leaving->heir.id,
                               leaving->heir.name, &after, DEPARTURE_SEATS, &renamed);
        TRY(flush_and_tell(leaving, &renamed.games, &games));
        *count += games;
        after = renamed.last.time_ms ? renamed.last : after;
        more = games >= DEPARTURE_SEATS && leaving->pages > 0;
    }
    return OK;
}

static struct result withdraw_rematches(struct leaving *leaving, int *count)
{
    LEFT_THINGS_CLEANUP struct left_things changed = {0};
    store_ask_withdraw_rematches(leaving->store, &leaving->departure->player, &leaving->heir.id,
                                 &changed);
    return flush_and_tell(leaving, &changed, count);
}

/** In this order; one that fails keeps none of the others from being done. */
static const struct {
    const char *name;
    struct result (*run)(struct leaving *leaving, int *count); /* counts what there was to do */
} steps[] = {
    {"games", leave_games},   {"ladders", leave_ladders},
    {"access", end_access},   {"challenges", close_challenges},
    {"seeks", close_seeks},   {"blocks", end_blocks},
    {"seats", rename_seats},  {"rematches", withdraw_rematches},
    {"studies", end_studies},
};

enum { STEP_COUNT = sizeof steps / sizeof steps[0] };

/* --- a departure --------------------------------------------------------------------------- */

static struct result find_heir(struct leaving *leaving)
{
    const struct departure *departure = leaving->departure;
    struct player_found found = {0};
    leaving->heir = (struct player){.id = departure->player, .name = DELETED_PLAYER_NAME};
    if (uuid_is_nil(&departure->successor))
        return OK;
    store_ask_player(leaving->store, &departure->successor, &found);
    TRY(store_flush(leaving->store));
    if (found.found)
        leaving->heir = found.player;
    return OK;
}

/** One pass over what a player left. */
static void pass(struct leaving *leaving)
{
    leaving->left = 0;
    leaving->failures = 0;
    if (failed(find_heir(leaving))) {
        put_aside(leaving, "heir", NULL, store_why(leaving->store));
        return;
    }
    for (int i = 0; i < STEP_COUNT; i++) {
        int count = 0;
        struct result result = steps[i].run(leaving, &count);
        if (failed(result))
            put_aside(leaving, steps[i].name, NULL, store_why(leaving->store));
        else
            leaving->left += count;
    }
}

static int delay_s(int failures)
{
    int delay_s = DEPARTURE_LEASE_S;
    for (int i = 0; i < failures && delay_s < DEPARTURE_DELAY_S_MAX; i++)
        delay_s *= 2;
    return delay_s < DEPARTURE_DELAY_S_MAX ? delay_s : DEPARTURE_DELAY_S_MAX;
}

/** Where nothing but failures is left it waits longer each time. */
static void postpone(const struct leaving *leaving)
{
    const struct departure *departure = leaving->departure;
    store_ask_postpone_departure(leaving->store, &departure->player,
                                 leaving->left > 0 ? DEPARTURE_LEASE_S
                                                   : delay_s(departure->failures));
    struct result postponed = store_flush(leaving->store);
    (void)postponed; /* then it is due when its lease is over */
}

static void finish(const struct leaving *leaving)
{
    const struct departure *departure = leaving->departure;
    char id[UUID_TEXT_SIZE];
    if (departure->now_ms - departure->created_ms < DEPARTURE_LEASE_S * 1000)
        return;
    store_ask_finish_departure(leaving->store, &departure->player);
    if (failed(store_flush(leaving->store)))
        return;
    atomic_fetch_add_explicit(&leaving->departures->finished, 1, memory_order_relaxed);
    uuid_write(&departure->player, id);
    LOG(LOG_INFO, "departed", log_string("player", id));
}

/** Passes until one finds nothing, something fails, or it is time for others. */
static void deal_with(struct departures *departures, struct store *store,
                      const struct departure *departure)
{
    struct leaving leaving = {departures, store, departure, .pages = DEPARTURE_PAGES};
    do
        pass(&leaving);
    while (leaving.left > 0 && leaving.failures == 0 && leaving.pages > 0);
    if (leaving.failures > 0)
        postpone(&leaving);
    else if (leaving.left == 0)
        finish(&leaving);
}

bool departures_run(void *context, struct store *store)
{
    struct departures *departures = context;
    struct departure_list list;
    store_ask_claim_departures(store, DEPARTURE_LEASE_S, &list);
    if (failed(store_flush(store)))
        return false;
    for (int i = 0; i < list.count; i++)
        deal_with(departures, store, &list.departures[i]);
    return list.count == DEPARTURES_MAX;
}

void departures_figures(const struct departures *departures, struct departures_figures *figures)
{
    figures->finished = atomic_load_explicit(&departures->finished, memory_order_relaxed);
    figures->put_aside = atomic_load_explicit(&departures->put_aside, memory_order_relaxed);
}
