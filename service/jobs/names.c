#include "jobs/names.h"

#include "base/log.h"
#include "names/name.h"
#include "store/accounts.h"

/** A name that changed meanwhile has new keys already; a player who went has no name. */
static struct result renew(struct store *store, const struct player *player)
{
    struct name name;
    bool done;
    if (!name_remake(player->name, &name))
        name = (struct name){0};
    store_ask_begin(store);
    store_ask_renew_names(store, &player->id, name.keys, name.key_count, name.folded, name_scheme);
    store_ask_change_name(store, &player->id, player->name, player->name);
    store_ask_commit(store, &done);
    return store_flush(store);
}

static struct result renew_all(struct store *store, const struct name_holders *holders)
{
    struct profile_list list;
    store_ask_profiles(store, holders->players, holders->count, &list);
    TRY(store_flush(store));
    for (int i = 0; i < list.count; i++)
        TRY(renew(store, &list.profiles[i].player));
    return OK;
}

bool names_run(void *context, struct store *store)
{
    struct name_holders holders;
    (void)context;
    store_ask_old_names(store, name_scheme, &holders);
    if (failed(store_flush(store)) || holders.count == 0)
        return false;
    if (failed(renew_all(store, &holders))) {
        LOG(LOG_WARNING, "names-failed", log_string("why", store_why(store)));
        return false;
    }
    LOG(LOG_INFO, "names-renewed", log_number("players", holders.count));
    return holders.count == STORE_PAGE_MAX;
}
