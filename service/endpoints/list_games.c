#include "base/limits.h"
#include "endpoints/page.h"

#include <string.h>

struct query {
    struct uuid ids[GAMES_PER_REQUEST_MAX];
    int id_count;
    struct page page;
};

static struct result read_query(struct http_request *request, struct query *query)
{
    static const char *const names[] = {"ids", "status", "limit", "cursor", NULL};
    static const char *const statuses[] = {"live", NULL};
    int status = 0;
    memset(query, 0, sizeof *query);
    TRY(http_query_only(request, names));
    TRY(ep_query_choice(request, "status", statuses, &status));
    TRY(page_read(request, &query->page));
    struct http_value ids = http_query(request, "ids");
    bool has_status = http_query(request, "status").data != NULL;
    if (!ids.data == !has_status)
        return fail_for(&request->problem, ERROR_INVALID_QUERY, ids.data ? "status" : "ids",
                        "Give either ids or status=live.");
    if (!ids.data)
        return OK;
    if (http_query(request, "limit").data || http_query(request, "cursor").data)
        return fail_for(&request->problem, ERROR_INVALID_QUERY,
                        http_query(request, "limit").data ? "limit" : "cursor",
                        "Pages go with status only.");
    return page_read_ids(request, query->ids, NULL, &query->id_count);
}

/** Puts the games into the order in which they were asked for; the database gives none. */
static void order_by_ids(struct game_list *list, const struct query *query)
{
    int placed = 0;
    for (int i = 0; i < query->id_count; i++)
        for (int j = placed; j < list->count; j++)
            if (uuid_equal(&list->games[j].id, &query->ids[i])) {
                struct game found = list->games[j];
                list->games[j] = list->games[placed];
                list->games[placed++] = found;
            }
}

struct result ep_list_games(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct query query;
    struct ep_caller caller;
    TRY(read_query(request, &query));
    TRY(ep_ask_caller(request, endpoint, &caller));
    GAME_LIST_CLEANUP struct game_list list = {0};
    if (query.id_count > 0)
        store_ask_games(endpoint->store, query.ids, query.id_count, &list);
    else
        store_ask_live_games(endpoint->store, &query.page.after, (int)query.page.limit + 1, &list);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    struct uuid player = ep_player(&caller);
    order_by_ids(&list, &query);
    query.page.showing = MY_GAMES_LIVE;
    return page_answer(request, endpoint, &list, query.id_count > 0 ? NULL : &query.page,
                       PAGE_BY_CREATED, &player);
}
