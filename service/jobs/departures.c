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

/** One attempt to leave a game that was loaded; where somebody was faster the next pass tries
 *  again. */
static struct result leave_game(const struct departures *departures, struct store *store,
                                const struct uuid *player, struct game_found *found)
{
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
        turns_follow(departures->turns, &change);
    return OK;
}

/** Leaves those of a page of live games that nobody takes over: of a guest's, those against its
 *  heir. */
static struct result leave_games(const struct departures *departures, struct store *store,
                                 const struct uuid *player, const struct uuid *heir, int *count)
{
    GAME_LIST_CLEANUP struct game_list games = {0};
    const struct my_games_query query = {
        .player = *player, .state = MY_GAMES_LIVE, .limit = DEPARTURE_GAMES};
    store_ask_my_games(store, &query, &games);
    TRY(store_flush(store));
    *count = 0;
    for (int i = 0; i < games.count; i++) {
        struct game_found found = {true, games.now_ms, games.games[i]};
        if (game_seats_of(&found.game, heir) == SEATS_NONE)
            continue;
        ++*count;
        TRY(leave_game(departures, store, player, &found));
    }
    return OK;
}

/** Who holds the seats from now on, and under which name: the player, where nobody takes over. */
static struct result find_heir(struct store *store, const struct departure *departure,
                               struct player *heir)
{
    struct player_found found = {0};
    *heir = (struct player){.id = departure->player, .name = DELETED_PLAYER_NAME};
    if (uuid_is_nil(&departure->successor))
        return OK;
    store_ask_player(store, &departure->successor, &found);
    TRY(store_flush(store));
    if (found.found)
        *heir = found.player;
    return OK;
}

/** One pass over what a player left. @param left  how many things there were */
static struct result pass(const struct departures *departures, struct store *store,
                          const struct departure *departure, int *left)
{
    const struct uuid *player = &departure->player;
    struct player heir;
    int games, access, challenges, seeks, blocks, seats, rematches;
    TRY(find_heir(store, departure, &heir));
    TRY(leave_games(departures, store, player, &heir.id, &games));
    TRY(ladders_leave(store, player)); /* a game that ended meanwhile may have ranked the player */
    store_ask_end_access(store, player, &access);
    store_ask_close_challenges(store, player, DELETED_PLAYER_NAME, &challenges);
    store_ask_close_seeks(store, player, DELETED_PLAYER_NAME, &seeks);
    store_ask_forget_blocks(store, player, DELETED_PLAYER_NAME, &blocks);
    store_ask_rename_seats(store, player, &heir.id, heir.name, DEPARTURE_SEATS, &seats);
    store_ask_withdraw_rematches(store, player, &heir.id, &rematches);
    TRY(store_flush(store));
    *left = games + access + challenges + seeks + blocks + seats + rematches;
    return OK;
}

/** Passes until one finds nothing, or it is time for others. */
static bool deal_with(const struct departures *departures, struct store *store,
                      const struct departure *departure)
{
    char id[UUID_TEXT_SIZE];
    int left = 1;
    for (int passes = 0; left > 0 && passes < DEPARTURE_PASSES; passes++)
        if (failed(pass(departures, store, departure, &left))) {
            LOG(LOG_WARNING, "departure-failed", log_string("why", store_why(store)));
            return false;
        }
    if (left > 0 || departure->now_ms - departure->created_ms < DEPARTURE_LEASE_S * 1000)
        return true;
    store_ask_finish_departure(store, &departure->player);
    if (failed(store_flush(store)))
        return false;
    uuid_write(&departure->player, id);
    LOG(LOG_INFO, "departed", log_string("player", id));
    return true;
}

bool departures_run(void *context, struct store *store)
{
    const struct departures *departures = context;
    struct departure_list list;
    bool all = true;
    store_ask_claim_departures(store, DEPARTURE_LEASE_S, &list);
    if (failed(store_flush(store)))
        return false;
    for (int i = 0; i < list.count; i++)
        all = deal_with(departures, store, &list.departures[i]) && all;
    return all && list.count == DEPARTURES_MAX;
}
