#include "endpoints/session.h"

struct result ep_end_sessions(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct uuid player;
    TRY(http_query_only(request, names));
    TRY(ep_require_good_token(request, endpoint, &player));
    store_ask_end_sessions(endpoint->store, &player);
    TRY(ep_flush(request, endpoint));
    request->response.status = 204;
    return OK;
}
