#include "endpoints/account.h"
#include "endpoints/ladder.h"
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

static void write_profile_members(struct json_writer *writer, const struct profile *profile)
{
    write_members(writer, &profile->player);
    json_member_time(writer, "created_at", profile->player.created_ms);
    ladder_write_ratings(writer, profile);
}

void account_write_profile(struct json_writer *writer, const struct profile *profile)
{
    json_begin_object(writer);
    write_profile_members(writer, profile);
    json_end(writer);
}

void account_answer(struct http_request *request, const struct profile *profile, const char *kept)
{
    struct settings settings = settings_parse(kept);
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    write_profile_members(&writer, profile);
    json_member(&writer, "settings");
    settings_write(&writer, &settings);
    json_end(&writer);
}

struct result ep_get_account(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct ep_caller caller;
    struct profile_found own;
    char kept[SETTINGS_SIZE];
    TRY(http_query_only(request, names));
    TRY(ep_ask_caller(request, endpoint, &caller));
    store_ask_settings(endpoint->store, &caller.token.player, kept);
    store_ask_profile(endpoint->store, &caller.token.player, &own);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    own.profile.player = caller.answer.player;
    account_answer(request, &own.profile, kept);
    return OK;
}
