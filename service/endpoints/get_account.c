#include "endpoints/account.h"
#include "endpoints/settings.h"

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

void ep_write_profile(struct json_writer *writer, const struct player *player)
{
    json_begin_object(writer);
    write_members(writer, player);
    json_member_time(writer, "created_at", player->created_ms);
    json_end(writer);
}

void ep_answer_account(struct http_request *request, const struct player *player, const char *kept)
{
    struct settings settings = settings_parse(kept);
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    write_members(&writer, player);
    json_member_time(&writer, "created_at", player->created_ms);
    json_member(&writer, "settings");
    settings_write(&writer, &settings);
    json_end(&writer);
}

struct result ep_get_account(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct ep_caller caller;
    char kept[SETTINGS_SIZE];
    TRY(http_query_only(request, names));
    TRY(ep_ask_caller(request, endpoint, &caller));
    store_ask_settings(endpoint->store, &caller.token.player, kept);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    ep_answer_account(request, &caller.answer.player, kept);
    return OK;
}
