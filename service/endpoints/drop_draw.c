#include "domain/draw.h"
#include "endpoints/endpoint.h"

static struct result decide(const struct ep_game *loaded, const void *decision, struct game *next,
                            bool *replay)
{
    const int64_t *ply = decision;
    return game_drop_draw(&loaded->game, loaded->seats, (int)*ply, loaded->now_ms, next, replay);
}

struct result ep_drop_draw(struct http_request *request, void *worker)
{
    static const char *const names[] = {"ply", NULL};
    struct ep_game *loaded;
    int64_t ply = DRAW_ANY_PLY;
    TRY(http_query_only(request, names));
    TRY(ep_query_number(request, "ply", 0, REV_PLY_MAX, &ply));
    TRY(ep_load_game(request, worker, &loaded));
    TRY(ep_change_game(request, worker, loaded, decide, &ply));
    if (loaded->replay)
        http_response_header(request, "Idempotent-Replay", "true");
    request->response.status = 204;
    return OK;
}
