#include "base/limits.h"
#include "endpoints/block.h"

#include <string.h>

/** What is known before somebody is blocked. */
struct background {
    struct ep_caller caller;
    struct player_found player;
    struct block_found block;
    int count;
};

static struct result look_up(struct http_request *request, struct endpoint *endpoint,
                             const struct uuid *player, struct background *background)
{
    const struct uuid *me = &background->caller.token.player;
    TRY(ep_ask_caller(request, endpoint, &background->caller));
    store_ask_player(endpoint->store, player, &background->player);
    store_ask_block(endpoint->store, me, player, &background->block);
    store_ask_block_count(endpoint->store, me, &background->count);
    TRY(ep_flush(request, endpoint));
    return ep_check_caller(request, endpoint, &background->caller);
}

/** Inserts it. Where it is not inserted it was just made, or others were that leave no room. */
static struct result add(struct http_request *request, struct endpoint *endpoint,
                         struct background *background)
{
    struct store *store = endpoint->store;
    const struct uuid *me = &background->caller.token.player;
    struct block *block = &background->block.block;
    struct uuid player = block->player;
    bool added, done;
    store_ask_begin(store);
    store_ask_lock_open(store, me);
    store_ask_insert_block(store, me, block, &added);
    store_ask_commit(store, &done);
    TRY(ep_flush(request, endpoint));
    if (done && added)
        return OK;
    store_ask_block(store, me, &player, &background->block);
    TRY(ep_flush(request, endpoint));
    return background->block.found ? OK : fail(ERROR_TOO_MANY_BLOCKS);
}

static struct result block(struct http_request *request, struct endpoint *endpoint,
                           struct background *background)
{
    const struct player *player = &background->player.player;
    const struct uuid *me = &background->caller.token.player;
    struct block *block = &background->block.block;
    if (uuid_equal(&player->id, me))
        return fail_for(&request->problem, ERROR_INVALID_PATH, "player",
                        "You cannot block yourself.");
    if (!background->player.found)
        return fail(ERROR_PLAYER_NOT_FOUND);
    if (background->count >= BLOCKS_MAX)
        return fail(ERROR_TOO_MANY_BLOCKS);
    block->player = player->id;
    block->created_ms = background->caller.answer.now_ms;
    memcpy(block->name, player->name, sizeof block->name);
    return add(request, endpoint, background);
}

struct result ep_block_player(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct background background = {0};
    struct uuid player;
    TRY(http_query_only(request, names));
    TRY(block_read_player(request, &player));
    TRY(ep_no_fields(request));
    TRY(look_up(request, worker, &player, &background));
    if (background.block.found)
        http_response_header(request, "Idempotent-Replay", "true");
    else
        TRY(block(request, worker, &background));
    struct json_writer writer = ep_json(request, 200);
    block_write(&writer, &background.block.block);
    return OK;
}
