#include "endpoints/player.h"
#include "store/ladders.h"

static void write_counts(struct json_writer *writer, const char *name, int64_t won, int64_t drawn,
                         int64_t lost)
{
    json_member(writer, name);
    json_begin_object(writer);
    json_member_number(writer, "games", won + drawn + lost);
    json_member_number(writer, "won", won);
    json_member_number(writer, "drawn", drawn);
    json_member_number(writer, "lost", lost);
    json_end(writer);
}

struct result ep_get_versus(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL}, *const players[] = {"id", "other", NULL};
    struct endpoint *endpoint = worker;
    struct ep_caller caller;
    struct uuid ids[2];
    struct player_found player, other;
    struct versus versus;
    TRY(http_query_only(request, names));
    TRY(player_identify(request, endpoint, players, &caller, ids));
    store_ask_player(endpoint->store, &ids[0], &player);
    store_ask_player(endpoint->store, &ids[1], &other);
    store_ask_versus(endpoint->store, &ids[0], &ids[1], &versus);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    if (!player.found || !other.found)
        return fail(ERROR_PLAYER_NOT_FOUND);
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    player_write_name(&writer, "player", &ids[0], player.player.name);
    player_write_name(&writer, "other", &ids[1], other.player.name);
    write_counts(&writer, "all", versus.won, versus.drawn, versus.lost);
    write_counts(&writer, "rated", versus.rated_won, versus.rated_drawn, versus.rated_lost);
    json_end(&writer);
    return OK;
}
