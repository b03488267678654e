#include "base/clock.h"
#include "base/limits.h"
#include "endpoints/endpoint.h"

static struct result check_database(struct http_request *request, struct endpoint *endpoint)
{
    int version = 0;
    TRY(store_schema_version(endpoint->store, &version));
    if (version != store_schema_built())
        return fail_with(&request->problem, ERROR_DATABASE_UNAVAILABLE,
                         "The schema is at version %d; this service needs %d.", version,
                         store_schema_built());
    endpoint->ready_until_ms = clock_steady_ms() + READY_MS;
    return OK;
}

struct result ep_get_ready(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    if (request->closing)
        return fail(ERROR_SHUTTING_DOWN);
    if (clock_steady_ms() >= endpoint->ready_until_ms)
        TRY(check_database(request, endpoint));
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member_string(&writer, "status", "ready");
    json_end(&writer);
    return OK;
}
