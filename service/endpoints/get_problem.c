#include "endpoints/endpoint.h"

#include <stdio.h>

struct result ep_get_problem(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    (void)worker;
    TRY(http_query_only(request, names));
    const char *slug = http_param(request, "slug").data;
    enum error_code code = error_by_slug(slug);
    if (code == ERROR_NONE)
        return fail_for(&request->problem, ERROR_PROBLEM_NOT_FOUND, "slug",
                        "The contract lists all codes.");
    char type[128];
    snprintf(type, sizeof type, "/v1/problems/%s", slug);
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member_string(&writer, "type", type);
    json_member_string(&writer, "code", error_slug(code));
    json_member_number(&writer, "status", error_status(code));
    json_member_string(&writer, "title", error_sentence(code));
    json_end(&writer);
    return OK;
}
