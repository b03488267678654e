#include "jobs/housekeeping.h"

#include "base/limits.h"
#include "base/log.h"
#include "store/accounts.h"

enum { HOUR_MS = 60 * 60 * 1000, DAY_MS = 24 * HOUR_MS };

/** How much of each there was to delete. */
struct chores {
    int tokens;
    int analyses;
    int challenges;
    int seeks;
    int outages;
    int sessions;
    int departures;
    int erasures;
};

static struct result delete_ended(struct store *store, int64_t now_ms, struct chores *chores)
{
    store_ask_delete_stale_guests(store, now_ms - (int64_t)EXPIRED_TOKEN_DAYS * DAY_MS,
                                  HOUSEKEEPING_TOKENS, &chores->tokens);
    store_ask_delete_ended_analyses(store, now_ms - (int64_t)ANALYSIS_DAYS * DAY_MS,
                                    HOUSEKEEPING_ANALYSES, &chores->analyses);
    store_ask_delete_ended_challenges(store, now_ms - (int64_t)ENDED_CHALLENGE_DAYS * DAY_MS,
                                      HOUSEKEEPING_ENDED, &chores->challenges);
    store_ask_delete_ended_seeks(store, now_ms - (int64_t)ENDED_SEEK_HOURS * HOUR_MS,
                                 HOUSEKEEPING_ENDED, &chores->seeks);
    store_ask_delete_old_outages(store, now_ms - (int64_t)OLD_OUTAGE_DAYS * DAY_MS,
                                 HOUSEKEEPING_ENDED, &chores->outages);
    store_ask_delete_ended_sessions(store, now_ms - (int64_t)ENDED_SESSION_DAYS * DAY_MS,
                                    HOUSEKEEPING_SESSIONS, &chores->sessions);
    store_ask_delete_done_departures(store, now_ms - (int64_t)DONE_DEPARTURE_DAYS * DAY_MS,
                                     HOUSEKEEPING_ENDED, &chores->departures);
    store_ask_delete_old_erasures(store, now_ms - DAY_MS, HOUSEKEEPING_ENDED, &chores->erasures);
    return store_flush(store);
}

static void report(const struct chores *chores)
{
    if (chores->tokens + chores->analyses + chores->challenges + chores->seeks + chores->outages +
            chores->sessions + chores->departures + chores->erasures >
        0)
        LOG(LOG_INFO, "housekeeping", log_number("expired_tokens", chores->tokens),
            log_number("ended_analyses", chores->analyses),
            log_number("ended_challenges", chores->challenges),
            log_number("ended_seeks", chores->seeks), log_number("old_outages", chores->outages),
            log_number("ended_sessions", chores->sessions),
            log_number("done_departures", chores->departures),
            log_number("old_erasures", chores->erasures));
}

bool housekeeping_run(void *context, struct store *store)
{
    int64_t now_ms;
    struct chores chores = {0};
    (void)context;
    store_ask_now(store, &now_ms);
    if (failed(store_flush(store)))
        return false;
    if (failed(delete_ended(store, now_ms, &chores))) {
        LOG(LOG_WARNING, "housekeeping-failed", log_string("why", store_why(store)));
        return false;
    }
    report(&chores);
    return chores.tokens == HOUSEKEEPING_TOKENS || chores.analyses == HOUSEKEEPING_ANALYSES ||
           chores.challenges == HOUSEKEEPING_ENDED || chores.seeks == HOUSEKEEPING_ENDED ||
           chores.outages == HOUSEKEEPING_ENDED || chores.sessions >= HOUSEKEEPING_SESSIONS ||
           chores.departures == HOUSEKEEPING_ENDED || chores.erasures == HOUSEKEEPING_ENDED;
}
