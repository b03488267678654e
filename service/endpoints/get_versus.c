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
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct path_player player;
    struct player_found other;
    struct versus versus;
    struct uuid other_id;
    TRY(http_query_only(request, names));
    TRY(player_read_id(request, "other", &other_id));
    TRY(player_ask(request, endpoint, "id", &player));
    store_ask_player(endpoint->store, &other_id, &other);
    store_ask_versus(endpoint->store, &player.id, &other_id, &versus);
    TRY(ep_flush(request, endpoint));
    TRY(player_check(request, endpoint, &player));
    if (!other.found)
        return fail(ERROR_PLAYER_NOT_FOUND);
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    player_write_name(&writer, "player", &player.id, player.found.player.name);
    player_write_name(&writer, "other", &other_id, other.player.name);
    write_counts(&writer, "all", versus.won, versus.drawn, versus.lost);
    write_counts(&writer, "rated", versus.rated_won, versus.rated_drawn, versus.rated_lost);
    json_end(&writer);
    return OK;
}
