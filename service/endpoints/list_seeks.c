#include "endpoints/page.h"
#include "json/seek.h"

struct query {
    bool mine;
    struct page page;
};

static struct result read_query(struct http_request *request, struct query *query)
{
    static const char *const names[] = {"player", "limit", "cursor", NULL};
    static const char *const players[] = {"me", NULL};
    int player = 0;
    TRY(http_query_only(request, names));
    TRY(ep_query_choice(request, "player", players, &player));
    TRY(page_read(request, &query->page));
    query->mine = http_query(request, "player").data != NULL;
    if (query->mine && !http_header(request, "Authorization").data)
        return fail(ERROR_TOKEN_MISSING);
    return OK;
}

static void answer(struct http_request *request, const struct seek_list *list,
                   const struct page *page, const struct uuid *player)
{
    int shown = page_shown(page, &list->rows, list->count);
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member(&writer, "items");
    json_begin_array(&writer);
    for (int i = 0; i < shown; i++) {
        struct seek_view view = {&list->seeks[i], *player, list->now_ms};
        json_seek(&writer, &view);
    }
    json_end(&writer);
    page_write_end(request, &writer, page, &list->rows);
    json_member_time(&writer, "server_time", list->now_ms);
    json_end(&writer);
}

struct result ep_list_seeks(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct query query;
    struct ep_caller caller;
    TRY(read_query(request, &query));
    TRY(ep_ask_caller(request, endpoint, &caller));
    SEEK_LIST_CLEANUP struct seek_list list = {0};
    const struct uuid player = caller.token.player;
    if (query.mine)
        store_ask_my_seeks(endpoint->store, &player, &query.page.after, (int)query.page.limit + 1,
                           &list);
    else
        store_ask_open_seeks(endpoint->store, &player, &query.page.after, (int)query.page.limit + 1,
                             &list);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    if (query.mine)
        TRY(ep_check_own(request, &caller, SCOPE_READ));
    answer(request, &list, &query.page, &player);
    return OK;
}
