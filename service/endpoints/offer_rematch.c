/*
 * The rematch's id is a function of the game's, so whoever waits for the AI in it can register
 * before it exists.
 */
#include "endpoints/endpoint.h"

static struct result decide(const struct ep_game *loaded, const void *decision, struct game *next,
                            bool *replay)
{
    (void)decision;
    return game_offer_rematch(&loaded->game, loaded->seats, &loaded->found.meeting, loaded->now_ms,
                              next, replay);
}

/** Makes the rematch, which has begun, what the request is about from now on. */
static struct result go_to_rematch(struct http_request *request, struct endpoint *endpoint,
                                   struct ep_game *loaded, const struct game_change *change)
{
    loaded->id = rematch_id(&loaded->game.id);
    loaded->played_from = 0;
    loaded->meets = false;
    if (loaded->replay)
        return ep_reload_game(request, endpoint, loaded);
    struct uuid player = ep_player(&loaded->caller);
    loaded->game = change->follower;
    loaded->seats = game_seats_of(&loaded->game, &player);
    loaded->status = 201;
    ep_location_game(request, &loaded->id);
    return OK;
}

struct result ep_offer_rematch(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct ep_game *loaded;
    struct game_change change;
    int64_t wait_s = 0;
    TRY(ep_read_wait(request, &wait_s));
    TRY(ep_no_fields(request));
    TRY(ep_load_game(request, endpoint, &loaded));
    loaded->meets = game_is_between_people(&loaded->game);
    if (wait_s > 0) {
        struct uuid rematch = rematch_id(&loaded->id);
        hub_watch(endpoint->services->hub, request, &rematch);
    }
    TRY(ep_change_game_to(request, endpoint, loaded, decide, NULL, &change));
    if (game_has_rematch(&loaded->game))
        TRY(go_to_rematch(request, endpoint, loaded, &change));
    return ep_answer_command(request, loaded, wait_s);
}
