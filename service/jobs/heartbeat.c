#include "jobs/heartbeat.h"

#include "base/limits.h"
#include "base/log.h"

#include <pthread.h>
#include <stdlib.h>

struct heartbeat {
    pthread_mutex_t lock;
    struct outage latest; /* that is known here; seq 0: none */
};

struct heartbeat *heartbeat_new(void)
{
    struct heartbeat *heartbeat = calloc(1, sizeof *heartbeat);
    if (heartbeat)
        pthread_mutex_init(&heartbeat->lock, NULL);
    return heartbeat;
}

void heartbeat_free(struct heartbeat *heartbeat)
{
    if (!heartbeat)
        return;
    pthread_mutex_destroy(&heartbeat->lock);
    free(heartbeat);
}

static struct outage latest(struct heartbeat *heartbeat)
{
    pthread_mutex_lock(&heartbeat->lock);
    struct outage outage = heartbeat->latest;
    pthread_mutex_unlock(&heartbeat->lock);
    return outage;
}

/** Learns of the latest outage where that is news. */
static struct result learn(struct heartbeat *heartbeat, struct store *store, int seq)
{
    struct outage_list outages;
    if (latest(heartbeat).seq >= seq)
        return OK;
    store_ask_outages(store, seq - 1, 0, &outages);
    TRY(store_flush(store));
    pthread_mutex_lock(&heartbeat->lock);
    if (outages.count > 0 && outages.outages[outages.count - 1].seq > heartbeat->latest.seq)
        heartbeat->latest = outages.outages[outages.count - 1];
    pthread_mutex_unlock(&heartbeat->lock);
    return OK;
}

static struct result note_outage(struct store *store, struct pulse *pulse)
{
    bool noted = false;
    int64_t beat_ms = pulse->beat_ms;
    store_ask_note_outage(store, beat_ms, &noted);
    store_ask_pulse(store, pulse);
    TRY(store_flush(store));
    if (noted)
        LOG(LOG_WARNING, "outage", log_number("seq", pulse->outage_seq),
            log_number("ms", pulse->beat_ms - beat_ms));
    return OK;
}

struct result heartbeat_beat(struct heartbeat *heartbeat, struct store *store)
{
    struct pulse pulse;
    bool alive = false;
    store_ask_renew_heartbeat(store, &alive);
    store_ask_pulse(store, &pulse);
    TRY(store_flush(store));
    if (!alive)
        TRY(note_outage(store, &pulse));
    return learn(heartbeat, store, pulse.outage_seq);
}

bool heartbeat_run(void *heartbeat, struct store *store)
{
    struct result beaten = heartbeat_beat(heartbeat, store);
    (void)beaten; /* where the database is away, that is the outage */
    return false;
}

bool heartbeat_concerns(struct heartbeat *heartbeat, const struct game *game)
{
    if (game->deadline_ms == 0)
        return false;
    struct outage outage = latest(heartbeat);
    return outage.seq > game->outage_seq &&
           outage_overlap_ms(&outage, game->turn_started_ms, game->deadline_ms) > 0;
}
