#include "endpoints/endpoint.h"

static const char *const kinds[] = {
    [PLAYER_GUEST] = "guest", [PLAYER_SIGNED_IN] = "account", [PLAYER_ERASED] = "erased"};

static void write_members(struct json_writer *writer, const struct player *player)
{
    char id[UUID_TEXT_SIZE];
    uuid_write(&player->id, id);
    json_member_string(writer, "id", id);
    json_member_string(writer, "name", player->name);
    json_member_string(writer, "kind", kinds[player->kind]);
}

void ep_write_player(struct json_writer *writer, const struct player *player)
{
    json_begin_object(writer);
    write_members(writer, player);
    json_end(writer);
}

struct result ep_get_account(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct ep_caller caller;
    TRY(http_query_only(request, names));
    TRY(ep_ask_caller(request, endpoint, &caller));
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    write_members(&writer, &caller.answer.player);
    json_member_time(&writer, "created_at", caller.answer.player.created_ms);
    json_end(&writer);
    return OK;
}
