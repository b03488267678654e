#include "http/rate.h"

#include "base/limits.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/*
 * Invariants
 *  1. A client's bucket is in one of the WAYS places of its set, or full: who is not there has
 *     taken nothing lately.
 *  2. A set is read and written under the lock of its stripe.
 */

enum { WAYS = 8, STRIPES = 64, WINDOW_S = 60 };

struct bucket {
    uint64_t key; /* of client and kind; 0: a free place */
    int64_t filled_ms;
    double level; /* at `filled_ms` */
    double quota;
};

struct http_rates {
    pthread_mutex_t locks[STRIPES];
    struct bucket buckets[HTTP_RATE_BUCKETS / WAYS][WAYS];
    _Atomic uint64_t proven[HTTP_PROVEN_CLIENTS]; /* a client each, in the place of its number */
};

struct http_rates *http_rates_new(void)
{
    struct http_rates *rates = calloc(1, sizeof *rates);
    if (!rates)
        abort();
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_init(&rates->locks[i], NULL);
    return rates;
}

void http_rates_free(struct http_rates *rates)
{
    if (!rates)
        return;
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_destroy(&rates->locks[i]);
    free(rates);
}

const char *http_rate_name(enum http_rate kind)
{
    static const char *const names[RATE_COUNT] = {NULL, "reads", "moves", "creation", "engine"};
    return names[kind];
}

static double level_at(const struct bucket *bucket, int64_t now_ms)
{
    double filled = (double)(now_ms - bucket->filled_ms) * bucket->quota / (WINDOW_S * 1000.0);
    return fmin(bucket->quota, bucket->level + fmax(filled, 0));
}

/** How far from full a bucket is, as a part of it: what forgetting it would give away. */
static double taken_at(const struct bucket *bucket, int64_t now_ms)
{
    return bucket->key == 0 ? -1 : 1 - level_at(bucket, now_ms) / bucket->quota;
}

/** The bucket of a key in its set, filled up to now; a new one takes the place that costs least. */
static struct bucket *find(struct bucket set[WAYS], uint64_t key, double quota, int64_t now_ms)
{
    struct bucket *least = &set[0];
    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key) {
            set[i].level = level_at(&set[i], now_ms);
            set[i].filled_ms = now_ms;
            return &set[i];
        }
        if (taken_at(&set[i], now_ms) < taken_at(least, now_ms))
            least = &set[i];
    }
    *least = (struct bucket){key, now_ms, quota, quota};
    return least;
}

static int round_up(double seconds)
{
    return (int)ceil(seconds);
}

static struct http_rate_state state_of(const struct bucket *bucket)
{
    double a_second = bucket->quota / WINDOW_S;
    return (struct http_rate_state){
        .quota = (int)bucket->quota,
        .remaining = (int)bucket->level,
        .full_in_s = round_up((bucket->quota - bucket->level) / a_second),
        .retry_after_s = bucket->level >= 1 ? 0 : round_up((1 - bucket->level) / a_second)};
}

bool http_rates_take(struct http_rates *rates, uint64_t client, enum http_rate kind, int quota,
                     int64_t now_ms, struct http_rate_state *state)
{
    *state = (struct http_rate_state){0};
    if (kind == RATE_NONE || quota == 0)
        return true;
    uint64_t key = (client ^ (uint64_t)kind * 0x9e3779b97f4a7c15u) | 1;
    size_t set = (size_t)(key >> 1) % (HTTP_RATE_BUCKETS / WAYS);
    pthread_mutex_t *lock = &rates->locks[set % STRIPES];
    pthread_mutex_lock(lock);
    struct bucket *bucket = find(rates->buckets[set], key, quota, now_ms);
    bool has_one = bucket->level >= 1;
    if (has_one)
        bucket->level -= 1;
    *state = state_of(bucket);
    pthread_mutex_unlock(lock);
    return has_one;
}

static _Atomic uint64_t *proof_of(const struct http_rates *rates, uint64_t client)
{
    return (_Atomic uint64_t *)&rates->proven[client % HTTP_PROVEN_CLIENTS];
}

void http_rates_prove(struct http_rates *rates, uint64_t client)
{
    atomic_store_explicit(proof_of(rates, client), client, memory_order_relaxed);
}

bool http_rates_is_proven(const struct http_rates *rates, uint64_t client)
{
    return atomic_load_explicit(proof_of(rates, client), memory_order_relaxed) == client;
}
