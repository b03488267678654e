#include "endpoints/fair.h"

#include "domain/likeness.h"

struct result fair_require(struct http_request *request, struct endpoint *endpoint,
                           struct uuid *player, struct rated_positions *positions)
{
    struct ep_caller caller;
    positions->count = 0;
    TRY(ep_ask_caller(request, endpoint, &caller));
    *player = ep_player(&caller);
    if (caller.anonymous)
        return OK;
    store_ask_rated_positions(endpoint->store, &caller.token.player, positions);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    *player = caller.token.player;
    return OK;
}

struct result fair_check(const struct rated_positions *positions, const struct rev_game *games,
                         int count)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < positions->count; j++)
            if (position_is_like(&games[i].now, &positions->positions[j]))
                return fail(ERROR_OWN_RATED_GAME);
    return OK;
}
