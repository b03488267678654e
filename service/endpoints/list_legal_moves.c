#include "endpoints/position.h"

static void write_one(struct json_writer *writer, int index, const void *context)
{
    const struct positions *positions = context;
    json_begin_object(writer);
    json_position_members(writer, &positions->games[index]);
    json_end(writer);
}

struct result ep_list_legal_moves(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    static const char *const fields[] = {"position", "transcript", "opening", "positions", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    struct uuid caller;
    TRY(http_query_only(request, names));
    TRY(ep_require_good_token(request, worker, &caller));
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    TRY(json_only(&body, fields));
    struct positions *positions = http_request_alloc(request, sizeof *positions);
    TRY(positions_read(request, &body, positions));
    positions_answer(request, positions, write_one, positions);
    return OK;
}
