#include "endpoints/endpoint.h"

static struct result decide(const struct ep_game *loaded, const void *decision, struct game *next,
                            bool *replay)
{
    static const int seats[] = {SEATS_BLACK, SEATS_WHITE, SEATS_NONE};
    const int *by = decision;
    return game_drop_rematch(&loaded->game, loaded->seats, seats[*by], loaded->now_ms, next,
                             replay);
}

struct result ep_drop_rematch(struct http_request *request, void *worker)
{
    static const char *const names[] = {"by", NULL}, *const colors[] = {"black", "white", NULL};
    struct ep_game *loaded;
    int by = 2; /* whichever offer stands */
    TRY(http_query_only(request, names));
    TRY(ep_query_choice(request, "by", colors, &by));
    TRY(ep_load_game(request, worker, &loaded));
    TRY(ep_change_game(request, worker, loaded, decide, &by));
    if (loaded->replay)
        http_response_header(request, "Idempotent-Replay", "true");
    request->response.status = 204;
    return OK;
}
