#include "base/limits.h"
#include "endpoints/seek.h"

/** Withdraws an open seek. Not `saved`: it has ended meanwhile. */
static struct result withdraw(struct http_request *request, struct ep_seek *loaded, bool *saved)
{
    struct store *store = loaded->endpoint->store;
    struct pairing pairing = seek_pairing(loaded->endpoint);
    struct seek next;
    seek_withdraw(&loaded->found.seek, WITHDRAWN_BY_PLAYER, loaded->found.now_ms, &next);
    store_ask_begin(store);
    store_ask_change_seek(store, &next);
    store_ask_commit(store, saved);
    TRY(ep_flush(request, loaded->endpoint));
    if (*saved)
        pairing_tell(&pairing, &next);
    return OK;
}

struct result ep_withdraw_seek(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct ep_seek *loaded;
    bool saved = false;
    TRY(http_query_only(request, names));
    TRY(seek_load(request, worker, &loaded));
    if (!seek_is_mine(loaded))
        return fail(ERROR_NOT_YOURS);
    if (seek_status_at(&loaded->found.seek, loaded->found.now_ms) == SEEK_OPEN)
        TRY(withdraw(request, loaded, &saved));
    if (!saved)
        TRY(seek_load(request, worker, &loaded));
    if (loaded->found.seek.status == SEEK_PAIRED)
        return fail(ERROR_SEEK_PAIRED);
    request->response.status = 204;
    return OK;
}
