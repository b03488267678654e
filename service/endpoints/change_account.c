#include "base/limits.h"
#include "endpoints/account.h"
#include "endpoints/settings.h"
#include "names/name.h"

#include <string.h>

/** What is asked for, and what is known. */
struct change {
    bool renames;
    struct name name;
    struct json_in settings;
    struct ep_caller caller;
    struct profile_found own;
    char kept[SETTINGS_SIZE];
    bool done;
};

static struct result read_name(const struct json_in *body, struct change *change)
{
    const char *text = NULL;
    size_t length = 0;
    TRY(json_get_string(body, "name", JSON_OPTIONAL, &text, &length));
    change->renames = text != NULL;
    enum name_fault fault = text ? name_read(text, length, &change->name) : NAME_GOOD;
    return fault == NAME_GOOD ? OK : json_refuse(body, "name", "%s", name_faults[fault]);
}

static struct result look_up(struct http_request *request, struct endpoint *endpoint,
                             struct change *change)
{
    TRY(ep_ask_caller(request, endpoint, &change->caller));
    store_ask_settings(endpoint->store, &change->caller.token.player, change->kept);
    store_ask_profile(endpoint->store, &change->caller.token.player, &change->own);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &change->caller));
    return change->renames ? ep_check_signed_in(&change->caller) : OK;
}

/** Takes the new name's keys, gives back the old one's that are not among them, and changes the
 *  name, there and in what is under way. */
static void ask_rename(struct store *store, const struct change *change)
{
    const struct player *player = &change->caller.answer.player;
    const struct name *name = &change->name;
    for (int i = 0; i < name->key_count; i++)
        store_ask_take_name(store, name->keys[i], &player->id, i == 0 ? name->folded : NULL,
                            name_scheme);
    store_ask_drop_other_names(store, &player->id, name->keys, name->key_count);
    store_ask_rename_open(store, &player->id, name->text);
    store_ask_change_name(store, &player->id, player->name, name->text);
}

/** One attempt; `done` is false where something had moved on, or the name is taken. */
static struct result attempt(struct http_request *request, struct endpoint *endpoint,
                             struct change *change)
{
    struct player *player = &change->caller.answer.player;
    struct settings settings = settings_parse(change->kept);
    char next[SETTINGS_SIZE];
    if (change->settings.present)
        TRY(settings_read(&change->settings, &settings));
    settings_keep(&settings, next);
    bool renames = change->renames && strcmp(player->name, change->name.text) != 0;
    bool sets = strcmp(next, change->kept) != 0;
    change->done = !renames && !sets;
    if (change->done)
        return OK;
    store_ask_begin(endpoint->store);
    if (renames)
        ask_rename(endpoint->store, change);
    if (sets)
        store_ask_change_settings(endpoint->store, &player->id, change->kept, next);
    store_ask_commit(endpoint->store, &change->done);
    TRY(ep_flush(request, endpoint));
    if (change->done)
        strcpy(change->kept, next);
    if (!change->done || !renames)
        return OK;
    strcpy(player->name, change->name.text);
    ep_rename_late(request, endpoint, player, change->caller.answer.now_ms);
    return OK;
}

/** Whether it is the name that stands in the way. */
static struct result check_taken(struct http_request *request, struct endpoint *endpoint,
                                 const struct change *change)
{
    bool taken = false;
    if (!change->renames)
        return OK;
    store_ask_name_taken(endpoint->store, change->name.keys, change->name.key_count,
                         &change->caller.token.player, &taken);
    TRY(ep_flush(request, endpoint));
    return taken ? fail_at(&request->problem, ERROR_NAME_TAKEN, "/name",
                           "Somebody has that name, or one that looks like it.")
                 : OK;
}

struct result ep_change_account(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL}, *const fields[] = {"name", "settings", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    struct change *change = http_request_alloc(request, sizeof *change);
    TRY(http_query_only(request, names));
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    TRY(json_only(&body, fields));
    TRY(read_name(&body, change));
    TRY(json_get_object(&body, "settings", JSON_OPTIONAL, &change->settings));
    for (int tries = 0; tries < COMPARE_AND_SET_TRIES; tries++) {
        TRY(look_up(request, worker, change));
        TRY(attempt(request, worker, change));
        if (change->done) {
            change->own.profile.player = change->caller.answer.player;
            account_answer(request, &change->own.profile, change->kept);
            return OK;
        }
        TRY(check_taken(request, worker, change));
    }
    return fail(ERROR_OVERLOADED);
}
