#include "endpoints/account.h"
#include "endpoints/player.h"

struct result ep_get_player(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL}, *const players[] = {"id", NULL};
    struct endpoint *endpoint = worker;
    struct ep_caller caller;
    struct profile_found found;
    struct uuid id;
    TRY(http_query_only(request, names));
    TRY(player_identify(request, endpoint, players, &caller, &id));
    store_ask_profile(endpoint->store, &id, &found);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    if (!found.found)
        return fail(ERROR_PLAYER_NOT_FOUND);
    struct json_writer writer = ep_json(request, 200);
    account_write_profile(&writer, &found.profile);
    return OK;
}
