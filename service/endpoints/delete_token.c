#include "endpoints/token.h"

struct result ep_delete_token(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct uuid player, id;
    bool deleted;
    TRY(http_query_only(request, names));
    TRY(ep_path_id(request, "token", &id));
    TRY(ep_require_account(request, endpoint, &player));
    store_ask_delete_personal_token(endpoint->store, &player, &id, &deleted);
    TRY(ep_flush(request, endpoint));
    if (!deleted)
        return fail(ERROR_PERSONAL_TOKEN_NOT_FOUND);
    request->response.status = 204;
    return OK;
}
