#include "endpoints/token.h"

struct result ep_list_tokens(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct uuid player;
    struct personal_token_list *list = http_request_alloc(request, sizeof *list);
    TRY(http_query_only(request, names));
    TRY(ep_require_account(request, endpoint, &player));
    store_ask_personal_tokens(endpoint->store, &player, list);
    TRY(ep_flush(request, endpoint));
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member(&writer, "items");
    json_begin_array(&writer);
    for (int i = 0; i < list->count; i++) {
        json_begin_object(&writer);
        token_write_members(&writer, &list->tokens[i]);
        json_end(&writer);
    }
    json_end(&writer);
    json_end(&writer);
    return OK;
}
