#include "jobs/housekeeping.h"

#include "base/limits.h"
#include "base/log.h"

enum { DAY_MS = 24 * 60 * 60 * 1000 };

bool housekeeping_run(void *context, struct store *store)
{
    int64_t now_ms;
    int expired = 0;
    (void)context;
    store_ask_now(store, &now_ms);
    if (failed(store_flush(store)))
        return false;
    int64_t before_ms = now_ms - (int64_t)EXPIRED_TOKEN_DAYS * DAY_MS;
    store_ask_delete_stale_guests(store, before_ms, HOUSEKEEPING_TOKENS, &expired);
    if (failed(store_flush(store))) {
        LOG(LOG_WARNING, "housekeeping-failed", log_string("why", store_why(store)));
        return false;
    }
    if (expired > 0)
        LOG(LOG_INFO, "housekeeping", log_number("expired_tokens", expired));
    return expired == HOUSEKEEPING_TOKENS;
}
