#include "endpoints/challenge.h"

static struct result decide(const struct ep_challenge *loaded, const void *decision,
                            struct challenge *next, bool *replay)
{
    (void)decision;
    return challenge_cancel(&loaded->found.challenge, &loaded->player, loaded->found.now_ms, next,
                            replay);
}

struct result ep_cancel_challenge(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct ep_challenge *loaded;
    TRY(http_query_only(request, names));
    TRY(challenge_load(request, worker, &loaded));
    TRY(challenge_change(request, loaded, decide, NULL));
    request->response.status = 204;
    return OK;
}
