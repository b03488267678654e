#include "endpoints/block.h"

struct result ep_get_block(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct ep_caller caller;
    struct block_found block;
    struct uuid player;
    TRY(http_query_only(request, names));
    TRY(block_read_player(request, &player));
    TRY(ep_ask_caller(request, endpoint, &caller));
    store_ask_block(endpoint->store, &caller.token.player, &player, &block);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    if (!block.found)
        return fail(ERROR_BLOCK_NOT_FOUND);
    struct json_writer writer = ep_json(request, 200);
    block_write(&writer, &block.block);
    return OK;
}
