#include "endpoints/challenge.h"
#include "endpoints/page.h"

enum direction { DIRECTION_ALL, DIRECTION_INCOMING, DIRECTION_OUTGOING };
static const char *const directions[] = {"all", "incoming", "outgoing", NULL};

static struct result read_query(struct http_request *request, int *direction, struct page *page)
{
    static const char *const names[] = {"direction", "limit", "cursor", NULL};
    TRY(http_query_only(request, names));
    TRY(ep_query_choice(request, "direction", directions, direction));
    return page_read(request, page);
}

static void answer(struct http_request *request, const struct endpoint *endpoint,
                   const struct challenge_list *list, const struct page *page,
                   const struct uuid *player)
{
    int shown = page_shown(page, &list->rows, list->count);
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member(&writer, "items");
    json_begin_array(&writer);
    for (int i = 0; i < shown; i++)
        challenge_write(&writer, endpoint, &list->challenges[i], player, list->now_ms);
    json_end(&writer);
    page_write_end(request, &writer, page, &list->rows);
    json_member_time(&writer, "server_time", list->now_ms);
    json_end(&writer);
}

struct result ep_list_challenges(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    int direction = DIRECTION_ALL;
    struct page page;
    struct ep_caller caller;
    TRY(read_query(request, &direction, &page));
    TRY(ep_ask_caller(request, endpoint, &caller));
    CHALLENGE_LIST_CLEANUP struct challenge_list list = {0};
    struct challenge_query query = {
        .player = caller.token.player,
        .incoming = direction != DIRECTION_OUTGOING,
        .outgoing = direction != DIRECTION_INCOMING,
        .after = page.after,
        .limit = (int)page.limit + 1,
    };
    store_ask_challenges(endpoint->store, &query, &list);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    answer(request, endpoint, &list, &page, &query.player);
    return OK;
}
