#include "endpoints/session.h"

static void write_session(struct json_writer *writer, const struct open_session *session,
                          const struct ep_caller *caller)
{
    char id[UUID_TEXT_SIZE];
    uuid_write(&session->id, id);
    json_begin_object(writer);
    json_member_string(writer, "id", id);
    json_member_bool(writer, "current",
                     caller->answer.kind == TOKEN_ACCESS &&
                         uuid_equal(&session->id, &caller->answer.session));
    json_member_time(writer, "created_at", session->created_ms);
    json_member_time(writer, "refreshed_at", session->refreshed_ms);
    json_member_time(writer, "expires_at", session->expires_ms);
    json_end(writer);
}

struct result ep_list_sessions(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct ep_caller caller;
    struct open_session_list *list = http_request_alloc(request, sizeof *list);
    TRY(http_query_only(request, names));
    TRY(ep_load_caller(request, endpoint, &caller));
    TRY(ep_check_signed_in(&caller));
    store_ask_open_sessions(endpoint->store, &caller.token.player, list);
    TRY(ep_flush(request, endpoint));
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member(&writer, "items");
    json_begin_array(&writer);
    for (int i = 0; i < list->count; i++)
        write_session(&writer, &list->sessions[i], &caller);
    json_end(&writer);
    json_end(&writer);
    return OK;
}
