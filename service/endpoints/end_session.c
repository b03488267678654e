#include "endpoints/session.h"

struct result ep_end_session(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct ep_caller caller;
    bool ended; /* or somebody else has just ended it */
    TRY(http_query_only(request, names));
    TRY(ep_load_caller(request, endpoint, &caller));
    if (caller.answer.kind == TOKEN_ACCESS)
        store_ask_end_session(endpoint->store, &caller.token.player, &caller.answer.session,
                              &ended);
    else
        store_ask_end_guest_token(endpoint->store, &caller.token);
    TRY(ep_flush(request, endpoint));
    request->response.status = 204;
    return OK;
}
