#include "endpoints/block.h"

#include "json/terms.h"

struct result block_read_player(struct http_request *request, struct uuid *player)
{
    struct http_value text = http_param(request, "player");
    if (uuid_parse(text.data, text.length, player) && !uuid_is_nil(player))
        return OK;
    return fail_for(&request->problem, ERROR_INVALID_PATH, "player",
                    "The player's id must be a UUID.");
}

void block_write(struct json_writer *writer, const struct block *block)
{
    json_begin_object(writer);
    json_member_person(writer, "player", &block->player, block->name, 0);
    json_member_time(writer, "created_at", block->created_ms);
    json_end(writer);
}
