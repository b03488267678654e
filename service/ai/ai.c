/*
 * Invariants, under `lock`: a task is in the queue, or in `running`, or its owner's; `done` runs
 * after it has left both.
 */
#include "ai/ai.h"

#include "ai/queue.h"
#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { THINKER_NICE = 10, REST_NS = 50 * 1000, RESTS_MAX = 20, LINGER_NS = 500 * 1000 };

/** A thread that thinks. */
struct thinker {
    pthread_t thread;
    struct ai *ai;
    bool short_only;
    int64_t wanted_ns; /* steady clock: when it last saw that somebody else needs the cores */
};

struct ai {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct ai_options options;
    struct thinker *thinkers;
    int thread_count;
    struct ai_queue *queue;
    struct ai_task *running;
    struct ai_figures figures;
    bool stopping;
};

uint32_t ai_level_cost(enum rev_level level)
{
    static const uint32_t costs[REV_LEVEL_COUNT] = {1, 10, 200};
    return costs[level];
}

bool ai_submit(struct ai *ai, struct ai_task *task)
{
    pthread_mutex_lock(&ai->lock);
    bool accepted = !ai->stopping &&
                    (task->essential || ai_queue_count(ai->queue) < ai->options.queue_max) &&
                    ai_queue_put(ai->queue, task);
    if (accepted) {
        pthread_cond_broadcast(&ai->work); /* not every thread takes every task */
    } else
        ai->figures.refused++;
    pthread_mutex_unlock(&ai->lock);
    return accepted;
}

bool ai_withdraw(struct ai *ai, struct ai_task *task)
{
    pthread_mutex_lock(&ai->lock);
    bool waits = ai_queue_remove(ai->queue, task);
    if (waits)
        ai->figures.cancelled++;
    pthread_mutex_unlock(&ai->lock);
    return waits;
}

/** Takes the next task for a thread. NULL: there is none for it. */
static struct ai_task *take(struct ai *ai, bool short_only)
{
    struct ai_task *task = ai_queue_take(ai->queue, short_only);
    if (!task)
        return NULL;
    task->running_next = ai->running;
    ai->running = task;
    ai->figures.running++;
    return task;
}

static void leave(struct ai *ai, struct ai_task *task)
{
    struct ai_task **link = &ai->running;
    while (*link != task)
        link = &(*link)->running_next;
    *link = task->running_next;
    ai->figures.running--;
    if (atomic_load(&task->cancel))
        ai->figures.cancelled++;
    else
        ai->figures.finished++;
}

/**
 * Gives way to requests: a thinker rests while any is worked on and a moment longer, but never so
 * long at a time that less than a tenth of its time were left to it. The scheduler alone does not
 * do that, whatever the nice value: requests wake up often and briefly, and each time one of their
 * threads, or of the database's, waits until the thinker's slice is over and a tick of the clock
 * notices it.
 */
static void give_way(void *argument)
{
    struct thinker *thinker = argument;
    const struct ai_options *options = &thinker->ai->options;
    const struct timespec rest = {.tv_nsec = REST_NS};
    for (int i = 0; i < RESTS_MAX; i++) {
        int64_t now_ns = clock_steady_ns();
        if (options->is_wanted(options->context))
            thinker->wanted_ns = now_ns;
        if (now_ns - thinker->wanted_ns >= LINGER_NS)
            return;
        nanosleep(&rest, NULL);
    }
}

/** On Linux the nice value and the precision of sleep are a thread's own. */
static void step_aside(void)
{
    pthread_setname_np(pthread_self(), "ai");
    setpriority(PRIO_PROCESS, (id_t)gettid(), THINKER_NICE);
    prctl(PR_SET_TIMERSLACK, 1);
}

/** Waits for a task. NULL: the pool stops, and there is none left for this thread. Under the lock.
 */
static struct ai_task *await_task(const struct thinker *thinker)
{
    struct ai *ai = thinker->ai;
    struct ai_task *task;
    while (!(task = take(ai, thinker->short_only)) && !ai->stopping)
        pthread_cond_wait(&ai->work, &ai->lock);
    return task;
}

static void *think_for_ever(void *argument)
{
    struct thinker *thinker = argument;
    struct ai *ai = thinker->ai;
    struct ai_task *task;
    step_aside();
    struct rev_search_context *context = rev_search_context_new(ai->options.table_bytes);
    if (!context)
        abort();
    if (ai->options.is_wanted)
        rev_search_context_pause(context, (struct rev_pause){give_way, thinker});
    pthread_mutex_lock(&ai->lock);
    while ((task = await_task(thinker))) {
        pthread_mutex_unlock(&ai->lock);
        if (!atomic_load(&task->cancel))
            task->think(task, context);
        pthread_mutex_lock(&ai->lock);
        leave(ai, task);
        pthread_mutex_unlock(&ai->lock);
        task->done(task);
        pthread_mutex_lock(&ai->lock);
    }
    pthread_mutex_unlock(&ai->lock);
    rev_search_context_free(context);
    return NULL;
}

static bool start_thinker(struct ai *ai)
{
    struct thinker *thinker = &ai->thinkers[ai->thread_count];
    thinker->ai = ai;
    thinker->short_only = ai->thread_count >= ai->options.threads;
    bool started = pthread_create(&thinker->thread, NULL, think_for_ever, thinker) == 0;
    ai->thread_count += started;
    return started;
}

struct ai *ai_start(const struct ai_options *options)
{
    int wanted = options->threads + options->short_threads;
    struct ai *ai = calloc(1, sizeof *ai);
    if (!ai)
        return NULL;
    ai->queue = ai_queue_new();
    if (!ai->queue) {
        free(ai);
        return NULL;
    }
    ai->options = *options;
    pthread_mutex_init(&ai->lock, NULL);
    pthread_cond_init(&ai->work, NULL);
    ai->thinkers = calloc((size_t)wanted, sizeof *ai->thinkers);
    while (ai->thinkers && ai->thread_count < wanted && start_thinker(ai))
        continue;
    if (ai->thread_count == wanted)
        return ai;
    ai_stop(ai);
    ai_free(ai);
    return NULL;
}

void ai_stop(struct ai *ai)
{
    pthread_mutex_lock(&ai->lock);
    ai->stopping = true;
    ai_queue_cancel(ai->queue);
    for (struct ai_task *task = ai->running; task; task = task->running_next)
        atomic_store(&task->cancel, true);
    pthread_cond_broadcast(&ai->work);
    pthread_mutex_unlock(&ai->lock);
    for (int i = 0; i < ai->thread_count; i++)
        pthread_join(ai->thinkers[i].thread, NULL);
    pthread_mutex_lock(&ai->lock);
    ai->thread_count = 0;
    pthread_mutex_unlock(&ai->lock);
}

void ai_free(struct ai *ai)
{
    if (!ai)
        return;
    pthread_cond_destroy(&ai->work);
    pthread_mutex_destroy(&ai->lock);
    free(ai->thinkers);
    ai_queue_free(ai->queue);
    free(ai);
}

void ai_figures(struct ai *ai, struct ai_figures *figures)
{
    pthread_mutex_lock(&ai->lock);
    *figures = ai->figures;
    figures->threads = ai->thread_count;
    figures->queued = ai_queue_count(ai->queue);
    pthread_mutex_unlock(&ai->lock);
}
