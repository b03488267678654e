#include "base/clock.h"
#include "base/limits.h"
#include "endpoints/endpoint.h"

struct query {
    int64_t ply;
    int64_t wait_s;
};

static struct result read_query(struct http_request *request, struct query *query)
{
    static const char *const names[] = {"ply", "wait", NULL};
    *query = (struct query){.ply = -1};
    TRY(http_query_only(request, names));
    TRY(ep_query_number(request, "ply", 0, REV_PLY_MAX, &query->ply));
    TRY(ep_query_number(request, "wait", 0, WAIT_S_MAX, &query->wait_s));
    if (query->ply >= 0 && query->wait_s > 0)
        return fail_for(&request->problem, ERROR_INVALID_QUERY, "wait",
                        "wait and ply do not go together: an earlier position does not change.");
    return OK;
}

/** Answers with the game as it was at an earlier ply. */
static struct result answer_ply(struct http_request *request, const struct ep_game *loaded, int ply)
{
    if (ply > loaded->game.rules.ply)
        return fail_for(&request->problem, ERROR_PLY_NOT_FOUND, "ply", "The game is at ply %d.",
                        loaded->game.rules.ply);
    struct rev_game earlier = loaded->game.rules;
    rev_game_rewind(&earlier, ply);
    ep_answer_game(request, loaded, &earlier);
    return OK;
}

/** Nothing has changed and there is time left: look again at the next signal, or soon anyhow. */
static bool should_wait(struct http_request *request, const struct ep_game *loaded, int64_t wait_s,
                        int64_t *until)
{
    char etag[HTTP_ETAG_SIZE];
    int64_t now = clock_steady_ms();
    int64_t end = request->arrived_steady_ms + wait_s * 1000;
    ep_seen_etag(loaded, "game", etag);
    *until = now + WATCH_RECHECK_MS < end ? now + WATCH_RECHECK_MS : end;
    return now < end && http_none_match(request, etag);
}

static struct result answer(struct http_request *request, struct ep_game *loaded, void *argument)
{
    const struct query *query = argument;
    int64_t until;
    if (query->ply >= 0)
        return answer_ply(request, loaded, (int)query->ply);
    if (query->wait_s == 0 || !should_wait(request, loaded, query->wait_s, &until) ||
        failed(http_request_park(request, until, ep_get_game)))
        ep_answer_game(request, loaded, &loaded->game.rules);
    return OK;
}

struct result ep_get_game(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct query *query = http_request_alloc(request, sizeof *query);
    TRY(read_query(request, query));
    if (query->wait_s > 0)
        TRY(ep_watch_game(request, endpoint));
    return ep_read_game(request, endpoint, answer, query);
}
