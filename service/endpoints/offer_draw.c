#include "domain/draw.h"
#include "endpoints/endpoint.h"

static struct result decide(const struct ep_game *loaded, const void *decision, struct game *next,
                            bool *replay)
{
    const int *ply = decision;
    return game_offer_draw(&loaded->game, loaded->seats, *ply, loaded->now_ms, next, replay);
}

struct result ep_offer_draw(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct ep_game *loaded;
    int ply = DRAW_ANY_PLY;
    TRY(http_query_only(request, names));
    TRY(ep_read_ply(request, &ply));
    TRY(ep_load_game(request, worker, &loaded));
    TRY(ep_change_game(request, worker, loaded, decide, &ply));
    return ep_answer_command(request, loaded, 0);
}
