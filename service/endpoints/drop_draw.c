#include "domain/draw.h"
#include "endpoints/endpoint.h"

static struct result decide(const struct ep_game *loaded, const void *decision, struct game *next,
                            bool *replay)
{
    (void)decision;
    return game_drop_draw(&loaded->game, loaded->seats, loaded->now_ms, next, replay);
}

struct result ep_drop_draw(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct ep_game *loaded;
    TRY(http_query_only(request, names));
    TRY(ep_load_game(request, worker, &loaded));
    TRY(ep_change_game(request, worker, loaded, decide, NULL));
    if (loaded->replay)
        http_response_header(request, "Idempotent-Replay", "true");
    request->response.status = 204;
    return OK;
}
