#include "jobs/housekeeping.h"

#include "base/limits.h"
#include "base/log.h"

enum { DAY_MS = 24 * 60 * 60 * 1000 };

bool housekeeping_run(void *context, struct store *store)
{
    int64_t now_ms;
    int tokens = 0, analyses = 0;
    (void)context;
    store_ask_now(store, &now_ms);
    if (failed(store_flush(store)))
        return false;
    store_ask_delete_stale_guests(store, now_ms - (int64_t)EXPIRED_TOKEN_DAYS * DAY_MS,
                                  HOUSEKEEPING_TOKENS, &tokens);
    store_ask_delete_ended_analyses(store, now_ms - (int64_t)ANALYSIS_DAYS * DAY_MS,
                                    HOUSEKEEPING_ANALYSES, &analyses);
    if (failed(store_flush(store))) {
        LOG(LOG_WARNING, "housekeeping-failed", log_string("why", store_why(store)));
        return false;
    }
    if (tokens > 0 || analyses > 0)
        LOG(LOG_INFO, "housekeeping", log_number("expired_tokens", tokens),
            log_number("ended_analyses", analyses));
    return tokens == HOUSEKEEPING_TOKENS || analyses == HOUSEKEEPING_ANALYSES;
}
