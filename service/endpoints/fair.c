#include "endpoints/fair.h"

#include "store/ladders.h"

#include <stdio.h>

struct rated_games *fair_new(struct http_request *request)
{
    return http_request_alloc(request, sizeof(struct rated_games));
}

void fair_ask(struct endpoint *endpoint, const struct ep_caller *caller, struct rated_games *games)
{
    games->count = 0;
    games->more = false;
    if (!caller->anonymous)
        store_ask_rated_games(endpoint->store, &caller->token.player, games);
}

struct result fair_require(struct http_request *request, struct endpoint *endpoint,
                           struct ep_caller *caller, struct rated_games *games)
{
    TRY(ep_ask_caller(request, endpoint, caller));
    fair_ask(endpoint, caller, games);
    if (caller->anonymous)
        return OK;
    TRY(ep_flush(request, endpoint));
    return ep_check_caller(request, endpoint, caller);
}

struct result fair_check(struct http_request *request, const struct rated_games *games,
                         const struct rev_position *asked)
{
    if (!fair_play_forbids(games, asked))
        return OK;
    if (games->more && games->count < RATED_GAMES_MAX)
        return fail_with(&request->problem, ERROR_OWN_RATED_GAME,
                         "A rated game that you are playing cannot be read; so long the engine "
                         "helps with nothing.");
    if (games->more)
        return fail_with(&request->problem, ERROR_OWN_RATED_GAME,
                         "You are playing more than %d rated games; so long the engine helps with "
                         "nothing.",
                         RATED_GAMES_MAX);
    return fail_with(&request->problem, ERROR_OWN_RATED_GAME,
                     "The position tells what to play in a rated game that you are playing.");
}

struct result fair_check_all(struct http_request *request, const struct rated_games *games,
                             const struct positions *asked)
{
    for (int i = 0; i < asked->count; i++) {
        struct result checked = fair_check(request, games, &asked->games[i].now);
        if (!failed(checked))
            continue;
        struct problem *problem = &request->problem;
        problem->has_pointer = asked->many;
        snprintf(problem->pointer, sizeof problem->pointer, "/positions/%d", i);
        return checked;
    }
    return OK;
}

struct result fair_check_again(struct http_request *request, struct endpoint *endpoint,
                               const struct ep_caller *caller, const struct positions *asked)
{
    if (caller->anonymous)
        return OK;
    struct rated_games *games = fair_new(request);
    fair_ask(endpoint, caller, games);
    TRY(ep_flush(request, endpoint));
    return fair_check_all(request, games, asked);
}

uint64_t fair_withheld(const struct rated_games *games, const struct rev_game *played)
{
    struct rev_game at = *played;
    uint64_t withheld = 0;
    rev_game_rewind(&at, 0);
    bool before = fair_play_forbids(games, &at.now);
    for (int i = 0; i < played->ply; i++) {
        rev_game_play(&at, played->plies[i].square);
        bool after = fair_play_forbids(games, &at.now);
        withheld |= (uint64_t)(before || after) << i;
        before = after;
    }
    return withheld;
}

static struct result check_turn(struct http_request *request, struct endpoint *endpoint,
                                const struct game *game)
{
    if (!fair_play_concerns(game))
        return OK;
    struct rated_games games;
    struct uuid player = fair_play_player(game);
    store_ask_rated_games(endpoint->store, &player, &games);
    TRY(ep_flush(request, endpoint));
    return fair_check(request, &games, &game->rules.now);
}

struct result fair_check_change(struct http_request *request, struct endpoint *endpoint,
                                const struct game_change *change)
{
    TRY(check_turn(request, endpoint, &change->game));
    return change->has_follower ? check_turn(request, endpoint, &change->follower) : OK;
}
