#include "endpoints/endpoint.h"

static struct result decide(const struct ep_game *loaded, const void *decision, struct game *next,
                            bool *replay)
{
    const int *seat = decision;
    return game_resign(&loaded->game, loaded->seats, (enum rev_color) * seat, loaded->now_ms, next,
                       replay);
}

struct result ep_resign_game(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct ep_game *loaded;
    int seat;
    TRY(http_query_only(request, names));
    TRY(ep_read_seat(request, &seat));
    TRY(ep_load_game(request, worker, &loaded));
    TRY(ep_choose_seat(request, loaded->seats, &seat));
    TRY(ep_change_game(request, worker, loaded, decide, &seat));
    return ep_answer_command(request, loaded, 0);
}
