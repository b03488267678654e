#include "base/clock.h"
#include "base/limits.h"
#include "endpoints/match.h"

/** Nothing has changed and there is time left: look again at the next signal, or soon anyhow. */
static bool should_wait(struct http_request *request, const struct ep_match *match, int64_t wait_s,
                        int64_t *until)
{
    char etag[HTTP_ETAG_SIZE];
    int64_t now = clock_steady_ms();
    int64_t end = request->arrived_steady_ms + wait_s * 1000;
    match_etag(match, etag);
    *until = now + WATCH_RECHECK_MS < end ? now + WATCH_RECHECK_MS : end;
    return now < end && http_none_match(request, etag);
}

struct result ep_get_match(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    EP_MATCH_CLEANUP struct ep_match match = {0};
    struct uuid id;
    int64_t wait_s = 0, until;
    TRY(ep_read_wait(request, &wait_s));
    TRY(ep_path_id(request, "match", &id));
    if (wait_s > 0)
        hub_watch(endpoint->services->hub, request, &id);
    TRY(match_load(request, endpoint, &id, &match));
    if (wait_s == 0 || !should_wait(request, &match, wait_s, &until) ||
        failed(http_request_park(request, until, ep_get_match)))
        match_answer(request, &match);
    return OK;
}
