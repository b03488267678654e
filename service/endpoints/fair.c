#include "endpoints/fair.h"

struct rated_positions *fair_new(struct http_request *request)
{
    struct rated_positions *positions = http_request_alloc(request, sizeof *positions);
    positions->count = 0;
    return positions;
}

void fair_ask(struct endpoint *endpoint, const struct ep_caller *caller,
              struct rated_positions *positions)
{
    positions->count = 0;
    if (!caller->anonymous)
        store_ask_rated_positions(endpoint->store, &caller->token.player, positions);
}

struct result fair_require(struct http_request *request, struct endpoint *endpoint,
                           struct uuid *player, struct rated_positions *positions)
{
    struct ep_caller caller;
    TRY(ep_ask_caller(request, endpoint, &caller));
    fair_ask(endpoint, &caller, positions);
    *player = ep_player(&caller);
    if (caller.anonymous)
        return OK;
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    *player = caller.token.player;
    return OK;
}

struct result fair_check(const struct rated_positions *positions, const struct rev_position *asked)
{
    for (int i = 0; i < positions->count; i++)
        if (position_is_near(asked, &positions->positions[i]))
            return fail(ERROR_OWN_RATED_GAME);
    return OK;
}

struct result fair_check_games(const struct rated_positions *positions,
                               const struct rev_game *games, int count)
{
    for (int i = 0; i < count; i++)
        TRY(fair_check(positions, &games[i].now));
    return OK;
}

struct result fair_check_course(const struct rated_positions *positions,
                                const struct rev_game *game)
{
    struct rev_game course;
    if (positions->count == 0)
        return OK;
    rev_game_init(&course, game->opening, &game->start);
    for (int ply = 0; ply < game->ply; ply++) {
        if (ply >= FAIR_OPENING_PLIES)
            TRY(fair_check(positions, &course.now));
        rev_game_play(&course, game->plies[ply].square);
    }
    return fair_check(positions, &course.now);
}
