#include "base/clock.h"
#include "base/limits.h"
#include "endpoints/seek.h"

/** Nothing has changed and there is time left: look again at the next signal, or soon anyhow. */
static bool should_wait(struct http_request *request, const struct ep_seek *loaded, int64_t wait_s,
                        int64_t *until)
{
    char etag[HTTP_ETAG_SIZE];
    int64_t now = clock_steady_ms();
    int64_t end = request->arrived_steady_ms + wait_s * 1000;
    seek_etag(loaded, etag);
    *until = now + WATCH_RECHECK_MS < end ? now + WATCH_RECHECK_MS : end;
    return now < end && http_none_match(request, etag);
}

static bool is_gone(const struct seek_found *found)
{
    enum seek_status status = seek_status_at(&found->seek, found->now_ms);
    return status != SEEK_OPEN && status != SEEK_PAIRED;
}

static struct result refuse_gone(struct http_request *request, const struct seek *seek)
{
    if (seek->withdrawal == WITHDRAWN_CHIPS_SHORT)
        return fail_with(
            &request->problem, ERROR_SEEK_GONE,
            "The seek was withdrawn: its player has not enough chips for it any more.");
    return fail(ERROR_SEEK_GONE);
}

struct result ep_get_seek(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct ep_seek *loaded;
    struct uuid id;
    int64_t wait_s = 0, until;
    TRY(ep_read_wait(request, &wait_s));
    TRY(seek_read_id(request, &id));
    if (wait_s > 0)
        hub_watch(endpoint->services->hub, request, &id);
    TRY(seek_load(request, endpoint, &loaded));
    if (seek_is_mine(loaded) && ep_has_scope(&loaded->caller, SCOPE_PLAY))
        TRY(seek_ask_for(request, endpoint, &loaded->found));
    if (is_gone(&loaded->found))
        return refuse_gone(request, &loaded->found.seek);
    if (wait_s == 0 || !should_wait(request, loaded, wait_s, &until) ||
        failed(http_request_park(request, until, ep_get_seek)))
        seek_answer(request, loaded);
    return OK;
}
