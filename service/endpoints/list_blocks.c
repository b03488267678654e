#include "endpoints/block.h"
#include "endpoints/page.h"

static void answer(struct http_request *request, const struct block_list *list,
                   const struct page *page)
{
    int shown = page_shown(page, &list->rows, list->count);
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member(&writer, "items");
    json_begin_array(&writer);
    for (int i = 0; i < shown; i++)
        block_write(&writer, &list->blocks[i]);
    json_end(&writer);
    page_write_end(request, &writer, page, &list->rows);
    json_end(&writer);
}

struct result ep_list_blocks(struct http_request *request, void *worker)
{
    static const char *const names[] = {"limit", "cursor", NULL};
    struct endpoint *endpoint = worker;
    struct block_list *list = http_request_alloc(request, sizeof *list);
    struct ep_caller caller;
    struct page page;
    TRY(http_query_only(request, names));
    TRY(page_read(request, &page));
    TRY(ep_ask_caller(request, endpoint, &caller));
    store_ask_blocks(endpoint->store, &caller.token.player, &page.after, (int)page.limit + 1, list);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    answer(request, list, &page);
    return OK;
}
