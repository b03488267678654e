#include "endpoints/account.h"

struct result ep_get_player(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct http_value text = http_param(request, "id");
    struct ep_caller caller;
    struct profile_found found;
    struct uuid id;
    TRY(http_query_only(request, names));
    bool me = text.length == 2 && text.data[0] == 'm' && text.data[1] == 'e';
    if (!me)
        TRY(ep_path_id(request, "player", &id));
    TRY(ep_ask_caller(request, endpoint, &caller));
    if (me && caller.anonymous)
        return ep_refuse_anonymous(request);
    if (me)
        id = caller.token.player;
    store_ask_profile(endpoint->store, &id, &found);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    if (!found.found)
        return fail(ERROR_PLAYER_NOT_FOUND);
    struct json_writer writer = ep_json(request, 200);
    account_write_profile(&writer, &found.profile);
    return OK;
}
