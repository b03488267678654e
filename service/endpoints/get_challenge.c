#include "base/clock.h"
#include "base/limits.h"
#include "endpoints/challenge.h"

/** Nothing has changed and there is time left: look again at the next signal, or soon anyhow. */
static bool should_wait(struct http_request *request, const struct ep_challenge *loaded,
                        int64_t wait_s, int64_t *until)
{
    char etag[HTTP_ETAG_SIZE];
    int64_t now = clock_steady_ms();
    int64_t end = request->arrived_steady_ms + wait_s * 1000;
    int64_t expiry = now + loaded->found.challenge.expires_ms - loaded->found.now_ms;
    challenge_etag(loaded, etag);
    *until = now + WATCH_RECHECK_MS < end ? now + WATCH_RECHECK_MS : end;
    if (expiry > now && expiry < *until)
        *until = expiry;
    return now < end && http_none_match(request, etag);
}

/** Whether it is kept from the caller. */
static bool is_hidden(const struct ep_challenge *loaded)
{
    const struct challenge_found *found = &loaded->found;
    return challenge_is_hidden(&found->challenge, &loaded->player, &found->meeting, found->now_ms);
}

/** Whether it is over without a game. */
static bool is_gone(const struct challenge_found *found)
{
    enum challenge_status status = challenge_status_at(&found->challenge, found->now_ms);
    return status != CHALLENGE_OPEN && status != CHALLENGE_ACCEPTED;
}

struct result ep_get_challenge(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct ep_challenge *loaded;
    int64_t wait_s = 0, until;
    TRY(ep_read_wait(request, &wait_s));
    TRY(challenge_load(request, endpoint, &loaded));
    /* A code tells the topic only now, so it is read once more behind the watch. */
    if (wait_s > 0 && request->runs == 0) {
        hub_watch(endpoint->services->hub, request, &loaded->found.challenge.id);
        TRY(challenge_reload(request, loaded));
    }
    if (is_hidden(loaded))
        return fail(ERROR_CHALLENGE_NOT_FOUND);
    if (is_gone(&loaded->found))
        return fail(ERROR_CHALLENGE_GONE);
    if (wait_s == 0 || !should_wait(request, loaded, wait_s, &until) ||
        failed(http_request_park(request, until, ep_get_challenge)))
        challenge_answer(request, loaded);
    return OK;
}
