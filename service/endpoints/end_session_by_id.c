#include "endpoints/session.h"

struct result ep_end_session_by_id(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct ep_caller caller;
    struct uuid id;
    bool ended;
    TRY(http_query_only(request, names));
    TRY(ep_path_id(request, "session", &id));
    TRY(ep_load_caller(request, endpoint, &caller));
    TRY(ep_check_signed_in(&caller));
    store_ask_end_session(endpoint->store, &caller.token.player, &id, &ended);
    TRY(ep_flush(request, endpoint));
    if (!ended)
        return fail(ERROR_SESSION_NOT_FOUND);
    request->response.status = 204;
    return OK;
}
