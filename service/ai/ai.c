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

enum {
    THINKER_NICE = 10,
    BACKGROUND_NICE = 19,
    REST_NS = 50 * 1000,
    RESTS_MAX = 20,
    LINGER_NS = 500 * 1000
};

/** What a thread takes. */
enum takes { TAKES_FOREGROUND, TAKES_SHORT, TAKES_BACKGROUND };

/** A thread that thinks. */
struct thinker {
    pthread_t thread;
    struct ai *ai;
    enum takes takes;
    int64_t wanted_ns; /* steady clock: when it last saw that somebody else needs the cores */
};

struct ai {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct ai_options options;
    struct thinker *thinkers;
    int thread_count;
    struct ai_queue *queue;
    struct ai_queue *background_queue;
    struct ai_task *running;
    atomic_int foreground; /* tasks that wait or run; also read without the lock */
    atomic_int background; /* tasks that run; likewise */
    struct ai_figures figures;
    bool stopping;
};

uint32_t ai_level_cost(enum rev_level level)
{
    static const uint32_t costs[REV_LEVEL_COUNT] = {1, 10, 200};
    return costs[level];
}

static struct ai_queue *queue_of(struct ai *ai, const struct ai_task *task)
{
    return task->background ? ai->background_queue : ai->queue;
}

static bool has_room(const struct ai *ai, const struct ai_task *task)
{
    if (task->background)
        return ai->options.background_threads > 0;
    return task->essential || ai_queue_count(ai->queue) < ai->options.queue_max;
}

bool ai_submit(struct ai *ai, struct ai_task *task)
{
    pthread_mutex_lock(&ai->lock);
    bool accepted = !ai->stopping && has_room(ai, task) && ai_queue_put(queue_of(ai, task), task);
    if (accepted) {
        if (!task->background)
            ai->foreground++;
        pthread_cond_broadcast(&ai->work); /* not every thread takes every task */
    } else
        ai->figures.refused++;
    pthread_mutex_unlock(&ai->lock);
    return accepted;
}

bool ai_withdraw(struct ai *ai, struct ai_task *task)
{
    pthread_mutex_lock(&ai->lock);
    bool waits = ai_queue_remove(queue_of(ai, task), task);
    if (waits) {
        ai->figures.cancelled++;
        if (!task->background)
            ai->foreground--;
    }
    pthread_mutex_unlock(&ai->lock);
    return waits;
}

/** Takes the next task for a thread. NULL: there is none for it. */
static struct ai_task *take(struct ai *ai, enum takes takes)
{
    struct ai_task *task = takes == TAKES_BACKGROUND
                               ? ai_queue_take(ai->background_queue, false)
                               : ai_queue_take(ai->queue, takes == TAKES_SHORT);
    if (!task)
        return NULL;
    task->running_next = ai->running;
    ai->running = task;
    ai->figures.running++;
    if (task->background)
        ai->background++;
    return task;
}

static void leave(struct ai *ai, struct ai_task *task)
{
    struct ai_task **link = &ai->running;
    while (*link != task)
        link = &(*link)->running_next;
    *link = task->running_next;
    ai->figures.running--;
    if (task->background)
        ai->background--;
    else
        ai->foreground--;
    if (atomic_load(&task->cancel))
        ai->figures.cancelled++;
    else
        ai->figures.finished++;
}

/** Whether a thread's work should wait for that of others. */
static bool is_in_the_way(const struct thinker *thinker)
{
    struct ai *ai = thinker->ai;
    const struct ai_options *options = &ai->options;
    if (options->is_wanted && options->is_wanted(options->context))
        return true;
    return thinker->takes == TAKES_BACKGROUND && ai->foreground > 0 &&
           ai->foreground + ai->background > options->threads;
}

/**
 * Gives way to requests: a thinker rests while any is worked on and a moment longer, but never so
 * long at a time that less than a tenth of its time were left to it. Background work gives way to
 * all other thinking in the same way. The scheduler alone does not
 * do that, whatever the nice value: requests wake up often and briefly, and each time one of their
 * threads, or of the database's, waits until the thinker's slice is over and a tick of the clock
 * notices it.
 */
static void give_way(void *argument)
{
    struct thinker *thinker = argument;
    const struct timespec rest = {.tv_nsec = REST_NS};
    for (int i = 0; i < RESTS_MAX; i++) {
        int64_t now_ns = clock_steady_ns();
        if (is_in_the_way(thinker))
            thinker->wanted_ns = now_ns;
        if (now_ns - thinker->wanted_ns >= LINGER_NS)
            return;
        nanosleep(&rest, NULL);
    }
}

/** On Linux the nice value and the precision of sleep are a thread's own. */
static void step_aside(enum takes takes)
{
    pthread_setname_np(pthread_self(), "ai");
    setpriority(PRIO_PROCESS, (id_t)gettid(),
                takes == TAKES_BACKGROUND ? BACKGROUND_NICE : THINKER_NICE);
    prctl(PR_SET_TIMERSLACK, 1);
}

/** Waits for a task. NULL: the pool stops, and there is none left for this thread. Under the lock.
 */
static struct ai_task *await_task(const struct thinker *thinker)
{
    struct ai *ai = thinker->ai;
    struct ai_task *task;
    while (!(task = take(ai, thinker->takes)) && !ai->stopping)
        pthread_cond_wait(&ai->work, &ai->lock);
    return task;
}

static void *think_for_ever(void *argument)
{
    struct thinker *thinker = argument;
    struct ai *ai = thinker->ai;
    struct ai_task *task;
    step_aside(thinker->takes);
    struct rev_search_context *context = rev_search_context_new(ai->options.table_bytes);
    if (!context)
        abort();
    if (ai->options.is_wanted || thinker->takes == TAKES_BACKGROUND)
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

/** What the n-th thread takes. */
static enum takes what_takes(const struct ai_options *options, int thread)
{
    if (thread < options->threads)
        return TAKES_FOREGROUND;
    return thread < options->threads + options->short_threads ? TAKES_SHORT : TAKES_BACKGROUND;
}

static bool start_thinker(struct ai *ai)
{
    struct thinker *thinker = &ai->thinkers[ai->thread_count];
    thinker->ai = ai;
    thinker->takes = what_takes(&ai->options, ai->thread_count);
    bool started = pthread_create(&thinker->thread, NULL, think_for_ever, thinker) == 0;
    ai->thread_count += started;
    return started;
}

struct ai *ai_start(const struct ai_options *options)
{
    int wanted = options->threads + options->short_threads + options->background_threads;
    struct ai *ai = calloc(1, sizeof *ai);
    if (!ai)
        return NULL;
    ai->queue = ai_queue_new();
    ai->background_queue = ai_queue_new();
    if (!ai->queue || !ai->background_queue) {
        ai_queue_free(ai->queue);
        ai_queue_free(ai->background_queue);
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
    ai_queue_cancel(ai->background_queue);
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
    ai_queue_free(ai->background_queue);
    free(ai);
}

void ai_figures(struct ai *ai, struct ai_figures *figures)
{
    pthread_mutex_lock(&ai->lock);
    *figures = ai->figures;
    figures->threads = ai->thread_count;
    figures->queued = ai_queue_count(ai->queue) + ai_queue_count(ai->background_queue);
    figures->background = ai->background;
    pthread_mutex_unlock(&ai->lock);
}
