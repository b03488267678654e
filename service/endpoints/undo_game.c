#include "base/limits.h"
#include "endpoints/endpoint.h"

static struct result decide(const struct ep_game *loaded, const void *decision, struct game *next,
                            bool *replay)
{
    const int64_t *branch = decision;
    return game_undo(&loaded->game, (int)*branch, loaded->seats, loaded->now_ms, next, replay);
}

struct result ep_undo_game(struct http_request *request, void *worker)
{
    struct ep_game *loaded;
    int64_t branch, wait_s = 0;
    TRY(ep_read_wait(request, &wait_s));
    TRY(ep_path_number(request, "branch", 1, BRANCH_MAX, &branch));
    TRY(ep_no_fields(request));
    if (wait_s > 0)
        TRY(ep_watch_game(request, worker));
    TRY(ep_load_game(request, worker, &loaded));
    TRY(ep_change_game(request, worker, loaded, decide, &branch));
    loaded->status = loaded->replay ? 200 : 201;
    return ep_answer_command(request, loaded, wait_s);
}
