#include "endpoints/draw.h"

struct decision {
    draw_decide *decide;
    int ply;
};

static struct result decide(const struct ep_game *loaded, const void *decision, struct game *next,
                            bool *replay)
{
    const struct decision *draw = decision;
    return draw->decide(&loaded->game, loaded->seats, draw->ply, loaded->now_ms, next, replay);
}

struct result draw_command(struct http_request *request, struct endpoint *endpoint,
                           draw_decide *wanted)
{
    static const char *const names[] = {NULL};
    struct decision decision = {wanted, DRAW_ANY_PLY};
    struct ep_game *loaded;
    TRY(http_query_only(request, names));
    TRY(ep_read_ply(request, &decision.ply));
    TRY(ep_load_game(request, endpoint, &loaded));
    TRY(ep_change_game(request, endpoint, loaded, decide, &decision));
    return ep_answer_command(request, loaded, 0);
}
