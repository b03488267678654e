#include "base/workers.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Invariants, all under `lock`
 *  1. `first` … `last` are linked by `next`, oldest first; `queued` is their number.
 *  2. An idle worker is on the stack `idle` and sleeps on its own semaphore; whoever takes it off
 *     the stack posts it. The one that slept last is called first: its caches are warm.
 *  3. `called` workers are off the stack and have not looked at the queue yet. As long as any is
 *     idle, called >= queued: each piece of work has a worker that comes for it, and none is called
 *     for work that a busy one took meanwhile.
 *  4. Once `stopping`, workers leave only when the queue is empty.
 */

struct worker {
    struct workers *workers;
    pthread_t thread;
    sem_t call;
    struct worker *idle_next;
    int number;
};

struct workers {
    struct workers_options options;
    pthread_mutex_t lock;
    struct work *first, *last;
    atomic_size_t queued; /* written under the lock, read without */
    struct worker *idle;
    size_t called;
    atomic_int active; /* those off the stack; written under the lock, read without */
    bool stopping;
    int started;
    struct worker worker[];
};

static void append(struct workers *workers, struct work *work)
{
    work->next = NULL;
    if (workers->last)
        workers->last->next = work;
    else
        workers->first = work;
    workers->last = work;
    atomic_fetch_add_explicit(&workers->queued, 1, memory_order_relaxed);
}

static struct work *take_first(struct workers *workers)
{
    struct work *work = workers->first;
    if (work) {
        workers->first = work->next;
        if (!workers->first)
            workers->last = NULL;
        atomic_fetch_sub_explicit(&workers->queued, 1, memory_order_relaxed);
    }
    return work;
}

/** Takes one idle worker off the stack, to be signalled. */
static struct worker *call_idle(struct workers *workers)
{
    struct worker *worker = workers->idle;
    if (worker) {
        workers->idle = worker->idle_next;
        workers->called++;
        atomic_fetch_add_explicit(&workers->active, 1, memory_order_relaxed);
    }
    return worker;
}

/** Sleeps without the lock, and has it again. */
static void sleep_until_called(struct worker *worker)
{
    struct workers *workers = worker->workers;
    worker->idle_next = workers->idle;
    workers->idle = worker;
    atomic_fetch_sub_explicit(&workers->active, 1, memory_order_relaxed);
    pthread_mutex_unlock(&workers->lock);
    while (sem_wait(&worker->call) != 0)
        continue; /* interrupted */
    pthread_mutex_lock(&workers->lock);
    workers->called--;
}

/** The next piece of work; NULL: the worker is to leave. */
static struct work *next_work(struct worker *worker)
{
    struct workers *workers = worker->workers;
    struct work *work;
    pthread_mutex_lock(&workers->lock);
    while (!(work = take_first(workers)) && !workers->stopping)
        sleep_until_called(worker);
    pthread_mutex_unlock(&workers->lock);
    return work;
}

static void name_thread(const struct worker *worker)
{
    const struct workers_options *options = &worker->workers->options;
    char name[16];
    snprintf(name, sizeof name, "%.11s-%u", options->name, (unsigned)worker->number % 1000);
    pthread_setname_np(pthread_self(), name);
    if (options->nice)
        setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), options->nice);
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    const struct workers_options *options = &worker->workers->options;
    name_thread(worker);
    void *state = options->begin ? options->begin(options->context) : NULL;
    for (struct work *work; (work = next_work(worker));)
        work->run(work, state);
    if (options->end)
        options->end(state);
    return NULL;
}

/** Starts a thread that takes no signals: they are the main thread's business. */
static bool start_worker(struct worker *worker)
{
    sigset_t all, before;
    sigfillset(&all);
    sem_init(&worker->call, 0, 0);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&worker->thread, NULL, run_worker, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error)
        sem_destroy(&worker->call);
    return error == 0;
}

struct workers *workers_start(const struct workers_options *options)
{
    assert(options->count > 0);
    struct workers *workers =
        calloc(1, sizeof *workers + (size_t)options->count * sizeof workers->worker[0]);
    if (!workers)
        return NULL;
    workers->options = *options;
    atomic_init(&workers->active, options->count);
    pthread_mutex_init(&workers->lock, NULL);
    for (int i = 0; i < options->count; i++) {
        struct worker *worker = &workers->worker[i];
        worker->workers = workers;
        worker->number = i;
        if (!start_worker(worker)) {
            workers_stop(workers);
            return NULL;
        }
        workers->started++;
    }
    return workers;
}

static bool has_room(const struct workers *workers, enum work_class class)
{
    size_t queued = atomic_load_explicit(&workers->queued, memory_order_relaxed);
    return class == WORK_ACCEPTED ||
           queued < workers->options.queue_max * (class == WORK_IMPORTANT ? 2 : 1);
}

bool workers_submit(struct workers *workers, struct work *work, enum work_class class)
{
    struct worker *called = NULL;
    pthread_mutex_lock(&workers->lock);
    bool accepted = has_room(workers, class);
    if (accepted) {
        append(workers, work);
        if (workers->called < workers->queued)
            called = call_idle(workers);
    }
    pthread_mutex_unlock(&workers->lock);
    if (called)
        sem_post(&called->call);
    return accepted;
}

size_t workers_queued(const struct workers *workers)
{
    return atomic_load_explicit(&workers->queued, memory_order_relaxed);
}

bool workers_idle(const struct workers *workers)
{
    return atomic_load_explicit(&workers->active, memory_order_relaxed) == 0;
}

void workers_stop(struct workers *workers)
{
    if (!workers)
        return;
    pthread_mutex_lock(&workers->lock);
    workers->stopping = true;
    for (struct worker *worker; (worker = call_idle(workers));)
        sem_post(&worker->call);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->started; i++) {
        pthread_join(workers->worker[i].thread, NULL);
        sem_destroy(&workers->worker[i].call);
    }
    pthread_mutex_destroy(&workers->lock);
    free(workers);
}
