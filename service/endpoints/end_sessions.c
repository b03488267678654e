#include "endpoints/session.h"

/** All, or all but the one that asks; a guest, whose token is the only one, has no others. */
struct result ep_end_sessions(struct http_request *request, void *worker)
{
    static const char *const names[] = {"others", NULL};
    struct endpoint *endpoint = worker;
    struct ep_caller caller;
    bool others = false;
    TRY(http_query_only(request, names));
    TRY(ep_query_bool(request, "others", &others));
    TRY(ep_load_caller(request, endpoint, &caller));
    bool is_session = caller.answer.kind == TOKEN_ACCESS;
    if (is_session || !others)
        store_ask_end_sessions(endpoint->store, &caller.token.player,
                               others ? &caller.answer.session : NULL);
    TRY(ep_flush(request, endpoint));
    request->response.status = 204;
    return OK;
}
