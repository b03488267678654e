#include "jobs/sweeper.h"

#include "base/clock.h"
#include "base/limits.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct sweeper {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stop; /* by the steady clock */
    bool stopping;
    const struct store_options *store;
    const struct sweeper_job *jobs;
    int job_count;
    int64_t due_ms[]; /* of each job, by the steady clock */
};

/** Runs what is due. @return when the next job is due, by the steady clock */
static int64_t run_due(struct sweeper *sweeper, struct store *store)
{
    int64_t next_ms = INT64_MAX;
    for (int i = 0; i < sweeper->job_count; i++) {
        const struct sweeper_job *job = &sweeper->jobs[i];
        if (clock_steady_ms() >= sweeper->due_ms[i]) {
            bool again = job->run(job->context, store) && job->period_ms > SWEEPER_AGAIN_MS;
            sweeper->due_ms[i] = clock_steady_ms() + (again ? SWEEPER_AGAIN_MS : job->period_ms);
        }
        if (sweeper->due_ms[i] < next_ms)
            next_ms = sweeper->due_ms[i];
    }
    return next_ms;
}

/** Waits until a time. False: the end has come. */
static bool wait_until(struct sweeper *sweeper, int64_t until_ms)
{
    struct timespec until = {.tv_sec = until_ms / 1000, .tv_nsec = until_ms % 1000 * 1000000};
    int waited = 0;
    pthread_mutex_lock(&sweeper->lock);
    while (!sweeper->stopping && waited == 0)
        waited = pthread_cond_timedwait(&sweeper->stop, &sweeper->lock, &until);
    bool goes_on = !sweeper->stopping;
    pthread_mutex_unlock(&sweeper->lock);
    return goes_on;
}

static void *sweep(void *argument)
{
    struct sweeper *sweeper = argument;
    struct store *store = store_new(sweeper->store);
    while (wait_until(sweeper, run_due(sweeper, store)))
        continue;
    store_free(store);
    return NULL;
}

static void release(struct sweeper *sweeper)
{
    pthread_cond_destroy(&sweeper->stop);
    pthread_mutex_destroy(&sweeper->lock);
    free(sweeper);
}

struct sweeper *sweeper_start(const struct store_options *store, const struct sweeper_job *jobs,
                              int job_count)
{
    struct sweeper *sweeper =
        calloc(1, sizeof *sweeper + (size_t)job_count * sizeof sweeper->due_ms[0]);
    if (!sweeper)
        return NULL;
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&sweeper->stop, &steady);
    pthread_condattr_destroy(&steady);
    pthread_mutex_init(&sweeper->lock, NULL);
    sweeper->store = store;
    sweeper->jobs = jobs;
    sweeper->job_count = job_count;
    if (pthread_create(&sweeper->thread, NULL, sweep, sweeper) == 0)
        return sweeper;
    release(sweeper);
    return NULL;
}

void sweeper_stop(struct sweeper *sweeper)
{
    if (!sweeper)
        return;
    pthread_mutex_lock(&sweeper->lock);
    sweeper->stopping = true;
    pthread_cond_signal(&sweeper->stop);
    pthread_mutex_unlock(&sweeper->lock);
    pthread_join(sweeper->thread, NULL);
    release(sweeper);
}
