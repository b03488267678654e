#include "endpoints/endpoint.h"

struct result ep_get_health(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member_string(&writer, "status", "ok");
    json_member_string(&writer, "version", endpoint->services->version);
    json_end(&writer);
    return OK;
}
