#include "endpoints/block.h"

struct result ep_unblock_player(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct uuid player, me;
    TRY(http_query_only(request, names));
    TRY(block_read_player(request, &player));
    TRY(ep_require_good_token(request, endpoint, &me));
    store_ask_delete_block(endpoint->store, &me, &player);
    TRY(ep_flush(request, endpoint));
    request->response.status = 204;
    return OK;
}
