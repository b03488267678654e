/*
 * Invariants: slots hold the places of `topics`, each once, by hash; `count` of them are taken. The
 * eventfd is readable when something is to be told of or the end has come.
 */
#include "events/relay.h"

#include "base/clock.h"
#include "base/limits.h"
#include "store/notices.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { SLOTS = 2 * RELAY_TOPICS_MAX };

/** Topics, each once. */
struct topics {
    int count;
    struct uuid topics[RELAY_TOPICS_MAX];
    uint16_t slots[SLOTS]; /* place + 1; 0: free */
};

struct relay {
    pthread_t thread;
    struct hub *hub;
    struct notices *notices;
    int wake;
    pthread_mutex_t lock;
    bool stopping;
    struct topics pending;
    struct topics sending; /* the thread's own */
    atomic_uint_fast64_t told, heard, dropped;
};

/* --- collecting --------------------------------------------------------------------------- */

/** Adds a topic unless it is there. False: there is no room. */
static bool add_topic(struct topics *topics, const struct uuid *topic)
{
    unsigned slot = ((unsigned)topic->bytes[12] << 24 | (unsigned)topic->bytes[13] << 16 |
                     (unsigned)topic->bytes[14] << 8 | topic->bytes[15]) %
                    SLOTS;
    for (; topics->slots[slot]; slot = (slot + 1) % SLOTS)
        if (uuid_equal(&topics->topics[topics->slots[slot] - 1], topic))
            return true;
    if (topics->count == RELAY_TOPICS_MAX)
        return false;
    topics->topics[topics->count++] = *topic;
    topics->slots[slot] = (uint16_t)topics->count;
    return true;
}

static void wake(struct relay *relay)
{
    uint64_t one = 1;
    ssize_t written = write(relay->wake, &one, sizeof one);
    (void)written; /* it can only fail where it is readable already */
}

static void tell(void *context, const struct uuid *topic)
{
    struct relay *relay = context;
    pthread_mutex_lock(&relay->lock);
    bool is_first = relay->pending.count == 0;
    bool added = add_topic(&relay->pending, topic);
    pthread_mutex_unlock(&relay->lock);
    if (!added)
        atomic_fetch_add_explicit(&relay->dropped, 1, memory_order_relaxed);
    if (is_first)
        wake(relay);
}

/** Takes what was collected into `sending`. @return whether the end has come */
static bool collect(struct relay *relay)
{
    pthread_mutex_lock(&relay->lock);
    bool stopping = relay->stopping;
    relay->sending.count = relay->pending.count;
    memcpy(relay->sending.topics, relay->pending.topics,
           (size_t)relay->pending.count * sizeof relay->pending.topics[0]);
    if (relay->pending.count > 0)
        memset(relay->pending.slots, 0, sizeof relay->pending.slots);
    relay->pending.count = 0;
    pthread_mutex_unlock(&relay->lock);
    return stopping;
}

/* --- telling and hearing ------------------------------------------------------------------- */

static void hear(void *context, const struct uuid *topic)
{
    struct relay *relay = context;
    atomic_fetch_add_explicit(&relay->heard, 1, memory_order_relaxed);
    hub_wake(relay->hub, topic);
}

/** Tells of what was collected. @return whether the end has come */
static bool send_collected(struct relay *relay)
{
    bool stopping = collect(relay);
    int count = relay->sending.count;
    if (count > 0) {
        bool told = notices_listen(relay->notices) &&
                    notices_send(relay->notices, relay->sending.topics, count);
        atomic_fetch_add_explicit(told ? &relay->told : &relay->dropped, (uint_fast64_t)count,
                                  memory_order_relaxed);
    }
    return stopping;
}

/** Waits until there is something to hear or, from `send_at_ms` on, to tell of. @return whether
 *  there is something to tell of, or the end has come */
static bool wait_for_more(struct relay *relay, int64_t send_at_ms)
{
    (void)notices_listen(relay->notices);
    notices_hear(relay->notices, hear, relay); /* what came along with answers wakes no poll */
    int64_t rest_ms = send_at_ms - clock_steady_ms();
    struct pollfd sockets[] = {
        {notices_socket(relay->notices), POLLIN, 0},
        {rest_ms > 0 ? -1 : relay->wake, POLLIN, 0},
    };
    int timeout_ms = sockets[0].fd >= 0 ? -1 : RELAY_CONNECT_MS;
    if (rest_ms > 0 && (timeout_ms < 0 || rest_ms < timeout_ms))
        timeout_ms = (int)rest_ms;
    if (poll(sockets, 2, timeout_ms) <= 0)
        return false;
    if (sockets[0].revents)
        notices_hear(relay->notices, hear, relay);
    if (!sockets[1].revents)
        return false;
    uint64_t count;
    ssize_t taken = read(relay->wake, &count, sizeof count);
    (void)taken;
    return true;
}

static void *run(void *argument)
{
    struct relay *relay = argument;
    int64_t send_at_ms = 0;
    for (bool stopping = false; !stopping;) {
        if (!wait_for_more(relay, send_at_ms))
            continue;
        stopping = send_collected(relay);
        send_at_ms = clock_steady_ms() + RELAY_PERIOD_MS;
    }
    return NULL;
}

/* --- life ---------------------------------------------------------------------------------- */

static void release(struct relay *relay)
{
    if (relay->wake >= 0)
        close(relay->wake);
    notices_free(relay->notices);
    pthread_mutex_destroy(&relay->lock);
    free(relay);
}

struct relay *relay_start(const struct store_options *options, struct hub *hub)
{
    struct relay *relay = calloc(1, sizeof *relay);
    if (!relay)
        return NULL;
    relay->hub = hub;
    relay->notices = notices_new(options);
    relay->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&relay->lock, NULL);
    if (relay->wake < 0 || pthread_create(&relay->thread, NULL, run, relay) != 0) {
        release(relay);
        return NULL;
    }
    hub_tell(hub, tell, relay);
    return relay;
}

void relay_stop(struct relay *relay)
{
    if (!relay)
        return;
    hub_tell(relay->hub, NULL, NULL);
    pthread_mutex_lock(&relay->lock);
    relay->stopping = true;
    pthread_mutex_unlock(&relay->lock);
    wake(relay);
    pthread_join(relay->thread, NULL);
    release(relay);
}

void relay_figures(struct relay *relay, struct relay_figures *figures)
{
    *figures = (struct relay_figures){
        .told = atomic_load_explicit(&relay->told, memory_order_relaxed),
        .heard = atomic_load_explicit(&relay->heard, memory_order_relaxed),
        .dropped = atomic_load_explicit(&relay->dropped, memory_order_relaxed),
    };
}
