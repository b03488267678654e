#include "endpoints/player.h"

#include "json/terms.h"

/** Reads an id from the path. @param me  it is `me`, and the id yet unknown */
static struct result read_id(struct http_request *request, const char *name, struct uuid *id,
                             bool *me)
{
    struct http_value text = http_param(request, name);
    *me = text.length == 2 && text.data[0] == 'm' && text.data[1] == 'e';
    if (*me || uuid_parse(text.data, text.length, id))
        return OK;
    return fail_for(&request->problem, ERROR_INVALID_PATH, name, "A player's id must be a UUID.");
}

struct result player_identify(struct http_request *request, struct endpoint *endpoint,
                              const char *const *names, struct ep_caller *caller, struct uuid *ids)
{
    bool me[PLAYERS_IN_PATH_MAX];
    int count = 0;
    for (; names[count]; count++)
        TRY(read_id(request, names[count], &ids[count], &me[count]));
    TRY(ep_ask_caller(request, endpoint, caller));
    for (int i = 0; i < count; i++) {
        if (me[i] && caller->anonymous)
            return ep_refuse_anonymous(request);
        if (me[i])
            ids[i] = caller->token.player;
    }
    return OK;
}

struct result player_ask(struct http_request *request, struct endpoint *endpoint, const char *name,
                         struct path_player *player)
{
    const char *const names[] = {name, NULL};
    TRY(player_identify(request, endpoint, names, &player->caller, &player->id));
    store_ask_player(endpoint->store, &player->id, &player->found);
    return OK;
}

struct result player_check(struct http_request *request, struct endpoint *endpoint,
                           const struct path_player *player)
{
    TRY(ep_check_caller(request, endpoint, &player->caller));
    return player->found.found ? OK : fail(ERROR_PLAYER_NOT_FOUND);
}

void player_write_name(struct json_writer *writer, const char *member, const struct uuid *id,
                       const char *name)
{
    json_member(writer, member);
    json_begin_object(writer);
    json_member_id(writer, "id", id);
    json_member_string(writer, "name", name);
    json_end(writer);
}
