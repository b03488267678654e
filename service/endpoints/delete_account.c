#include "base/limits.h"
#include "endpoints/session.h"
#include "store/ladders.h"

/** What is known of who wants to go. */
struct farewell {
    struct ep_caller caller;
    char subject[IDENTITY_SUBJECT_SIZE];
    struct standing standings[LADDER_COUNT];
    int64_t erased_ms;
};

static struct result look_up(struct http_request *request, struct endpoint *endpoint,
                             struct farewell *farewell)
{
    const struct uuid *player;
    TRY(ep_ask_caller(request, endpoint, &farewell->caller));
    player = &farewell->caller.token.player;
    store_ask_identity_of(endpoint->store, player, farewell->subject);
    for (int ladder = 0; ladder < LADDER_COUNT; ladder++)
        store_ask_standing(endpoint->store, player, (enum ladder)ladder,
                           &farewell->standings[ladder]);
    TRY(ep_flush(request, endpoint));
    return ep_check_caller(request, endpoint, &farewell->caller);
}

/** Everything that ends at once, together: identity, name, tokens, places on ladders. */
static void ask_erasure(struct endpoint *endpoint, struct farewell *farewell)
{
    struct store *store = endpoint->store;
    uint8_t identity[STORE_HASH_SIZE];
    const struct player *player = &farewell->caller.answer.player;
    if (farewell->subject[0]) {
        store_ask_delete_identity(store, farewell->subject, &player->id);
        ep_hash_identity(endpoint->services, farewell->subject, identity);
        store_ask_note_erasure(store, identity);
        store_ask_retire_names(store, &player->id);
    }
    store_ask_erase_player(store, player, NULL, &farewell->erased_ms);
    for (int ladder = 0; ladder < LADDER_COUNT; ladder++)
        if (farewell->standings[ladder].rating.ranked)
            store_ask_leave_ladder(store, &player->id, (enum ladder)ladder,
                                   &farewell->standings[ladder].rating);
}

struct result ep_delete_account(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct farewell *farewell = http_request_alloc(request, sizeof *farewell);
    TRY(http_query_only(request, names));
    for (int tries = 0; tries < COMPARE_AND_SET_TRIES; tries++) {
        bool done;
        TRY(look_up(request, endpoint, farewell));
        store_ask_begin(endpoint->store);
        ask_erasure(endpoint, farewell);
        store_ask_commit(endpoint->store, &done);
        TRY(ep_flush(request, endpoint));
        if (!done)
            continue;
        struct json_writer writer = ep_json(request, 202);
        json_begin_object(&writer);
        json_member_time(&writer, "erased_at", farewell->erased_ms);
        json_end(&writer);
        return OK;
    }
    return fail(ERROR_OVERLOADED);
}
