/*
 * A match is left by ending its latest game. Where that ends by itself meanwhile, the next one is
 * the latest.
 */
#include "base/limits.h"
#include "endpoints/match.h"

static struct result decide(const struct ep_game *loaded, const void *decision, struct game *next,
                            bool *replay)
{
    const int *seat = decision;
    return game_leave_match(&loaded->game, loaded->seats, (enum rev_color) * seat, loaded->now_ms,
                            next, replay);
}

/** @param named  the seat that the request names, or EP_SEAT_NOT_NAMED */
static struct result leave(struct http_request *request, struct endpoint *endpoint,
                           struct ep_game *loaded, int named)
{
    for (int tries = 0; tries < COMPARE_AND_SET_TRIES; tries++) {
        TRY(ep_reload_game(request, endpoint, loaded));
        struct result left = OK;
        if (!match_goes_on(&loaded->game)) {
            int seat = named;
            TRY(ep_choose_seat(request, loaded->seats, &seat));
            left = ep_change_game(request, endpoint, loaded, decide, &seat);
        }
        if (!match_goes_on(&loaded->game))
            return left;
        loaded->id = match_game_id(&loaded->game.match.id, loaded->game.match.game_number + 1);
        if (named != EP_SEAT_NOT_NAMED) /* who had that colour has the other one there */
            named = rev_other((enum rev_color)named);
    }
    return fail_with(&request->problem, ERROR_OVERLOADED,
                     "The match kept changing while the request was handled; nothing was done.");
}

struct result ep_leave_match(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    EP_MATCH_CLEANUP struct ep_match match = {0};
    EP_MATCH_CLEANUP struct ep_match after = {0};
    struct uuid id;
    int seat;
    TRY(http_query_only(request, names));
    TRY(ep_path_id(request, "match", &id));
    TRY(ep_read_seat(request, &seat));
    TRY(match_load(request, endpoint, &id, &match));
    struct uuid latest = match_game_id(&id, match.found.match.game_number);
    struct ep_game *loaded = ep_begin_game(request, endpoint, &match.caller, &latest);
    TRY(leave(request, endpoint, loaded, seat));
    TRY(match_load(request, endpoint, &id, &after));
    if (loaded->replay)
        http_response_header(request, "Idempotent-Replay", "true");
    match_answer(request, &after);
    return OK;
}
