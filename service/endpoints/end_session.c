#include "endpoints/session.h"

struct result ep_end_session(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct ep_caller caller;
    TRY(http_query_only(request, names));
    TRY(ep_ask_caller(request, endpoint, &caller));
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    if (caller.answer.kind == TOKEN_ACCESS)
        store_ask_end_session(endpoint->store, &caller.token.player, &caller.answer.session);
    else
        store_ask_end_guest_token(endpoint->store, &caller.token);
    TRY(ep_flush(request, endpoint));
    request->response.status = 204;
    return OK;
}
