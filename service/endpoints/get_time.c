#include "endpoints/endpoint.h"

struct result ep_get_time(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    int64_t now_ms;
    TRY(http_query_only(request, names));
    store_ask_now(endpoint->store, &now_ms);
    TRY(ep_flush(request, endpoint));
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member_time(&writer, "server_time", now_ms);
    json_end(&writer);
    return OK;
}
