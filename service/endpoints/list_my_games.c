#include "endpoints/page.h"

#include "base/clock.h"

static const char *const states[] = {
    [MY_GAMES_ALL] = "all",           [MY_GAMES_MY_TURN] = "my-turn", [MY_GAMES_LIVE] = "live",
    [MY_GAMES_FINISHED] = "finished", [MY_GAMES_ABORTED] = "aborted", NULL};
static const char *const sorts[] = {
    [MY_GAMES_BY_UPDATED] = "updated", [MY_GAMES_BY_DEADLINE] = "deadline", NULL};

struct query {
    int state;
    int sort;
    int64_t changed_since_ms;
    struct page page;
};

static struct result read_query(struct http_request *request, struct query *query)
{
    static const char *const names[] = {"state", "sort", "changed_since", "limit", "cursor", NULL};
    *query = (struct query){0};
    TRY(http_query_only(request, names));
    TRY(ep_query_choice(request, "state", states, &query->state));
    TRY(ep_query_choice(request, "sort", sorts, &query->sort));
    struct http_value since = http_query(request, "changed_since");
    if (since.data && !clock_parse(since.data, since.length, &query->changed_since_ms))
        return fail_for(&request->problem, ERROR_INVALID_QUERY, "changed_since",
                        "changed_since must be a time as in 2026-05-04T18:22:41.317Z.");
    return page_read(request, &query->page);
}

struct result ep_list_my_games(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct query query;
    struct ep_caller caller;
    TRY(read_query(request, &query));
    TRY(ep_ask_caller(request, endpoint, &caller));
    GAME_LIST_CLEANUP struct game_list list = {0};
    /* A change carries the time at which its game was read and shows when it is committed, which is
       at most two statements later: a client that asks from its last answer must not miss it. */
    struct my_games_query wanted = {
        .player = caller.token.player,
        .state = (enum my_games_state)query.state,
        .sort = (enum my_games_sort)query.sort,
        .changed_since_ms = query.changed_since_ms - 2 * endpoint->services->config->statement_ms,
        .after = query.page.after,
        .limit = (int)query.page.limit + 1,
    };
    enum page_key key = wanted.sort == MY_GAMES_BY_UPDATED ? PAGE_BY_UPDATED : PAGE_BY_URGENCY;
    store_ask_my_games(endpoint->store, &wanted, &list);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    query.page.showing = wanted.state;
    return page_answer(request, endpoint, &list, &query.page, key, &wanted.player);
}
