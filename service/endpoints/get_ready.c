#include "endpoints/endpoint.h"

struct result ep_get_ready(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    int version = 0;
    if (request->closing)
        return fail(ERROR_SHUTTING_DOWN);
    TRY(store_schema_version(endpoint->store, &version));
    if (version != store_schema_built())
        return fail_with(&request->problem, ERROR_DATABASE_UNAVAILABLE,
                         "The schema is at version %d; this service needs %d.", version,
                         store_schema_built());
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member_string(&writer, "status", "ready");
    json_end(&writer);
    return OK;
}
