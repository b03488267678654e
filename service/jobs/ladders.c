#include "jobs/ladders.h"

#include "base/limits.h"
#include "base/log.h"
#include "domain/words.h"
#include "store/ladders.h"

enum { DAY_MS = 24 * 60 * 60 * 1000 };

/** Folds a batch of each ladder. */
static struct result fold(struct store *store, bool *more)
{
    struct ladder_fold folds[LADDER_COUNT];
    for (int ladder = 0; ladder < LADDER_COUNT; ladder++)
        store_ask_fold_ladder(store, (enum ladder)ladder, LADDER_FOLDED_MAX, &folds[ladder]);
    TRY(store_flush(store));
    for (int ladder = 0; ladder < LADDER_COUNT; ladder++) {
        *more |= folds[ladder].folded == LADDER_FOLDED_MAX;
        if (folds[ladder].impossible > 0)
            LOG(LOG_ERROR, "impossible-ladder", log_string("ladder", words_ladder[ladder]),
                log_number("points", folds[ladder].impossible));
    }
    return OK;
}

/** Takes a batch of inactive players off. One who plays at the same moment stays. */
static struct result retire(struct store *store, bool *more)
{
    struct ranked_list list;
    int64_t now_ms;
    store_ask_now(store, &now_ms);
    TRY(store_flush(store));
    store_ask_inactive(store, now_ms - (int64_t)RATING_ACTIVE_DAYS * DAY_MS, STORE_INACTIVE_MAX,
                       &list);
    TRY(store_flush(store));
    for (int i = 0; i < list.count; i++) {
        bool done;
        store_ask_unrank(store, &list.ranked[i], &done);
        TRY(store_flush(store));
    }
    *more |= list.count == STORE_INACTIVE_MAX;
    return OK;
}

static bool report(struct store *store)
{
    LOG(LOG_WARNING, "ladders-failed", log_string("why", store_why(store)));
    return false;
}

bool ladders_run(void *context, struct store *store)
{
    bool more = false;
    (void)context;
    if (failed(fold(store, &more)))
        return report(store);
    if (failed(retire(store, &more))) /* what it does is folded the next time */
        return report(store);
    return more;
}

static struct result leave(struct store *store, const struct uuid *player, enum ladder ladder)
{
    for (int tries = 0; tries < STANDING_TRIES; tries++) {
        struct ranked ranked = {.player = *player, .ladder = ladder};
        bool done = false;
        store_ask_rating(store, player, ladder, &ranked.rating);
        TRY(store_flush(store));
        if (!ranked.rating.ranked)
            return OK;
        store_ask_unrank(store, &ranked, &done);
        TRY(store_flush(store));
    }
    return fail(ERROR_OVERLOADED);
}

struct result ladders_leave(struct store *store, const struct uuid *player)
{
    for (int ladder = 0; ladder < LADDER_COUNT; ladder++)
        TRY(leave(store, player, (enum ladder)ladder));
    return OK;
}
