#include "base/clock.h"
#include "http/exchange.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>

/*
 * Invariants, under `lock`
 *  1. heap[0 … count-1] is a binary heap by `until_ms`; each knows its place in `heap_index`, and
 *     exactly those in it are FLOW_PARKED.
 *  2. Whoever takes an exchange out of the heap queues it for the workers: once.
 *  3. A wake that finds FLOW_RUNNING leaves `woken`, and the next rest does not begin.
 */

static void place(struct http_parking *parking, int index, struct exchange *exchange)
{
    parking->heap[index] = exchange;
    exchange->heap_index = index;
}

static void sift_up(struct http_parking *parking, int index)
{
    struct exchange *exchange = parking->heap[index];
    while (index > 0) {
        int parent = (index - 1) / 2;
        if (parking->heap[parent]->until_ms <= exchange->until_ms)
            break;
        place(parking, index, parking->heap[parent]);
        index = parent;
    }
    place(parking, index, exchange);
}

static void sift_down(struct http_parking *parking, int index)
{
    struct exchange *exchange = parking->heap[index];
    for (;;) {
        int child = 2 * index + 1;
        if (child >= parking->count)
            break;
        if (child + 1 < parking->count &&
            parking->heap[child + 1]->until_ms < parking->heap[child]->until_ms)
            child++;
        if (exchange->until_ms <= parking->heap[child]->until_ms)
            break;
        place(parking, index, parking->heap[child]);
        index = child;
    }
    place(parking, index, exchange);
}

static void insert(struct http_parking *parking, struct exchange *exchange)
{
    if (parking->count == parking->capacity) {
        parking->capacity = parking->capacity ? 2 * parking->capacity : 64;
        parking->heap = realloc(parking->heap, (size_t)parking->capacity * sizeof parking->heap[0]);
        if (!parking->heap)
            abort();
    }
    place(parking, parking->count++, exchange);
    sift_up(parking, exchange->heap_index);
    exchange->flow = FLOW_PARKED;
}

static void take_out(struct http_parking *parking, struct exchange *exchange)
{
    int index = exchange->heap_index;
    struct exchange *last = parking->heap[--parking->count];
    if (last != exchange) {
        place(parking, index, last);
        sift_down(parking, index);
        sift_up(parking, last->heap_index);
    }
    exchange->heap_index = -1;
    exchange->flow = FLOW_RUNNING;
    exchange->woken = false;
}

static void resubmit(struct exchange *exchange)
{
    (void)workers_submit(exchange->server->options.workers, &exchange->work, WORK_ACCEPTED);
}

void parking_enter(struct exchange *exchange)
{
    struct http_parking *parking = &exchange->server->parking;
    pthread_mutex_lock(&parking->lock);
    bool stays = !exchange->woken && !parking->stopping && !atomic_load(&exchange->server->closing);
    exchange->woken = false;
    if (stays) {
        insert(parking, exchange);
        if (exchange->heap_index == 0)
            pthread_cond_signal(&parking->changed);
    }
    pthread_mutex_unlock(&parking->lock);
    if (!stays)
        resubmit(exchange);
}

void http_request_wake(struct http_request *request)
{
    struct exchange *exchange = exchange_of(request);
    struct http_parking *parking = &exchange->server->parking;
    pthread_mutex_lock(&parking->lock);
    bool parked = exchange->flow == FLOW_PARKED;
    if (parked)
        take_out(parking, exchange);
    else
        exchange->woken = true;
    pthread_mutex_unlock(&parking->lock);
    if (parked)
        resubmit(exchange);
}

void parking_wake_all(struct http_parking *parking)
{
    for (;;) {
        pthread_mutex_lock(&parking->lock);
        struct exchange *exchange = parking->count > 0 ? parking->heap[0] : NULL;
        if (exchange)
            take_out(parking, exchange);
        pthread_mutex_unlock(&parking->lock);
        if (!exchange)
            return;
        resubmit(exchange);
    }
}

int parking_count(struct http_parking *parking)
{
    pthread_mutex_lock(&parking->lock);
    int count = parking->count;
    pthread_mutex_unlock(&parking->lock);
    return count;
}

static void wait_until(struct http_parking *parking, int64_t until_ms)
{
    struct timespec until = {.tv_sec = until_ms / 1000, .tv_nsec = until_ms % 1000 * 1000000};
    pthread_cond_timedwait(&parking->changed, &parking->lock, &until);
}

static void *run_parking(void *argument)
{
    struct http_parking *parking = argument;
    pthread_setname_np(pthread_self(), "parking");
    pthread_mutex_lock(&parking->lock);
    while (!parking->stopping) {
        struct exchange *first = parking->count > 0 ? parking->heap[0] : NULL;
        if (!first) {
            pthread_cond_wait(&parking->changed, &parking->lock);
        } else if (first->until_ms > clock_steady_ms()) {
            wait_until(parking, first->until_ms);
        } else {
            take_out(parking, first);
            pthread_mutex_unlock(&parking->lock);
            resubmit(first);
            pthread_mutex_lock(&parking->lock);
        }
    }
    pthread_mutex_unlock(&parking->lock);
    return NULL;
}

bool parking_start(struct http_parking *parking)
{
    pthread_condattr_t monotonic;
    sigset_t all, before;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&parking->lock, NULL);
    pthread_cond_init(&parking->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&parking->thread, NULL, run_parking, parking);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error == 0;
}

void parking_stop(struct http_parking *parking)
{
    pthread_mutex_lock(&parking->lock);
    parking->stopping = true;
    pthread_cond_signal(&parking->changed);
    pthread_mutex_unlock(&parking->lock);
    pthread_join(parking->thread, NULL);
    pthread_cond_destroy(&parking->changed);
    pthread_mutex_destroy(&parking->lock);
    free(parking->heap);
}
