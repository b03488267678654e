#include "http/exchange.h"
#include "json/writer.h"

#include <stdio.h>
#include <string.h>

static void write_problem(struct exchange *exchange, enum error_code code, struct text *body)
{
    struct http_request *request = &exchange->request;
    const struct problem *problem = &request->problem;
    struct json_writer writer = json_writer_to(body);
    char type[64];
    snprintf(type, sizeof type, "/v1/problems/%s", error_slug(code));
    json_begin_object(&writer);
    json_member_string(&writer, "type", type);
    json_member_string(&writer, "title", error_sentence(code));
    json_member_number(&writer, "status", error_status(code));
    json_member_string(&writer, "detail",
                       problem->detail[0] ? problem->detail : error_sentence(code));
    json_member_string(&writer, "code", error_slug(code));
    json_member_string(&writer, "request_id", request->id);
    if (problem->has_pointer)
        json_member_string(&writer, "pointer", problem->pointer);
    if (problem->parameter[0])
        json_member_string(&writer, "parameter", problem->parameter);
    if (request->problem_extra)
        request->problem_extra(request, body);
    json_end(&writer);
}

/** Whether what there is too much of becomes less by itself: what a player keeps does not. */
static bool waiting_helps(enum error_code code)
{
    return code != ERROR_TOO_MANY_TOKENS && code != ERROR_TOO_MANY_BLOCKS;
}

/** How long a client should wait before it asks again, where nothing better is known. */
static int default_retry_after_s(enum error_code code)
{
    switch (error_status(code)) {
    case 429:
        return waiting_helps(code) ? 1 : 0;
    case 503:
        return code == ERROR_SHUTTING_DOWN ? 5 : 2;
    default:
        return 0;
    }
}

void answer_problem(struct exchange *exchange, enum error_code code)
{
    struct http_response *response = &exchange->request.response;
    text_clear(&response->body);
    response->status = error_status(code);
    response->content_type = "application/problem+json";
    response->static_body = NULL;
    response->etag[0] = '\0';
    response->cacheable_for_ever = false;
    if (response->retry_after_s == 0)
        response->retry_after_s = default_retry_after_s(code);
    if (response->status == 401 && !answer_has_header(response, "WWW-Authenticate"))
        http_response_header(&exchange->request, "WWW-Authenticate", "Bearer");
    write_problem(exchange, code, &response->body);
}
