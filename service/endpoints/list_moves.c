#include "endpoints/endpoint.h"

struct result ep_list_moves(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct ep_game *loaded;
    TRY(http_query_only(request, names));
    TRY(ep_load_game(request, worker, &loaded));
    ep_game_etag(&loaded->game, "moves", SEATS_NONE, request->response.etag);
    if (http_none_match(request, request->response.etag)) {
        http_response_not_modified(request);
        return OK;
    }
    struct json_writer writer = ep_json(request, 200);
    json_move_list(&writer, &loaded->game);
    return OK;
}
