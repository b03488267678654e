/*
 * Invariants, under `lock`
 *  1. A task is in the heap, or in `running`, or its owner's; `done` runs after it has left both.
 *  2. Virtual time counts thinking, in the unit of costs, and never goes back. A task is due at the
 *     time of its submission plus its cost, but not before its caller's share: where the tag of the
 *     caller's last task and that task's cost end.
 *  3. A share only grows, so a tag in the heap may be too early but never too late: once the first
 *     one is right, it is the least.
 */
#include "ai/ai.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { THINKER_NICE = 10, REST_NS = 50 * 1000, RESTS_MAX = 20, LINGER_NS = 500 * 1000 };

enum { CALLER_SLOTS = 4096 };

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
    struct ai_task **heap; /* least first, see is_before */
    size_t count;
    size_t capacity;
    struct ai_task *running;
    uint64_t now;                  /* virtual time: the tag of what was taken last */
    uint64_t submitted;            /* tasks so far */
    uint64_t shares[CALLER_SLOTS]; /* of callers by hash; those of one slot share it */
    struct ai_figures figures;
    bool stopping;
};

uint32_t ai_level_cost(enum rev_level level)
{
    static const uint32_t costs[REV_LEVEL_COUNT] = {1, 10, 200};
    return costs[level];
}

/** By tag; at the same tag, as among the tasks of one caller, what is due first, then what came
 * first.
 */
static bool is_before(const struct ai *ai, size_t a, size_t b)
{
    const struct ai_task *left = ai->heap[a], *right = ai->heap[b];
    if (left->tag != right->tag)
        return left->tag < right->tag;
    if (left->due != right->due)
        return left->due < right->due;
    return left->sequence < right->sequence;
}

static void swap(struct ai *ai, size_t a, size_t b)
{
    struct ai_task *task = ai->heap[a];
    ai->heap[a] = ai->heap[b];
    ai->heap[b] = task;
}

static void heap_rise(struct ai *ai, size_t at)
{
    for (; at > 0 && is_before(ai, at, (at - 1) / 2); at = (at - 1) / 2)
        swap(ai, at, (at - 1) / 2);
}

static void heap_sink(struct ai *ai, size_t at)
{
    for (;;) {
        size_t least = at;
        for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < ai->count; child++)
            if (is_before(ai, child, least))
                least = child;
        if (least == at)
            return;
        swap(ai, at, least);
        at = least;
    }
}

static void heap_push(struct ai *ai, struct ai_task *task)
{
    ai->heap[ai->count] = task;
    heap_rise(ai, ai->count++);
}

static void heap_remove(struct ai *ai, size_t at)
{
    ai->count--;
    if (at == ai->count)
        return;
    ai->heap[at] = ai->heap[ai->count];
    heap_rise(ai, at);
    heap_sink(ai, at);
}

static bool make_room(struct ai *ai)
{
    if (ai->count < ai->capacity)
        return true;
    size_t capacity = ai->capacity ? 2 * ai->capacity : 64;
    struct ai_task **heap = realloc(ai->heap, capacity * sizeof(struct ai_task *));
    if (!heap)
        return false;
    ai->heap = heap;
    ai->capacity = capacity;
    return true;
}

/** The last bytes of an id are random or a hash in every version that we make. */
static uint64_t *share_of(struct ai *ai, const struct uuid *caller)
{
    unsigned hash = (unsigned)caller->bytes[14] << 8 | caller->bytes[15];
    return &ai->shares[hash % CALLER_SLOTS];
}

bool ai_submit(struct ai *ai, struct ai_task *task)
{
    pthread_mutex_lock(&ai->lock);
    bool accepted =
        !ai->stopping && (task->essential || ai->count < ai->options.queue_max) && make_room(ai);
    if (accepted) {
        task->due = task->tag = ai->now + task->cost;
        task->sequence = ai->submitted++;
        heap_push(ai, task);
        pthread_cond_broadcast(&ai->work); /* not every thread takes every task */
    } else
        ai->figures.refused++;
    pthread_mutex_unlock(&ai->lock);
    return accepted;
}

bool ai_withdraw(struct ai *ai, struct ai_task *task)
{
    pthread_mutex_lock(&ai->lock);
    size_t at = 0;
    while (at < ai->count && ai->heap[at] != task)
        at++;
    bool waits = at < ai->count;
    if (waits) {
        heap_remove(ai, at);
        ai->figures.cancelled++;
    }
    pthread_mutex_unlock(&ai->lock);
    return waits;
}

/** Moves tasks whose callers had their share since on, until the first is where it belongs. */
static void mend_first(struct ai *ai)
{
    for (;;) {
        struct ai_task *first = ai->heap[0];
        uint64_t share = *share_of(ai, &first->caller);
        if (first->tag >= share)
            return;
        first->tag = share;
        heap_sink(ai, 0);
    }
}

/** Where the first of the short tasks is; `count` where none waits. */
static size_t first_short(const struct ai *ai)
{
    size_t first = ai->count;
    for (size_t at = 0; at < ai->count; at++)
        if (ai->heap[at]->cost <= AI_SHORT_COST_MAX &&
            (first == ai->count || is_before(ai, at, first)))
            first = at;
    return first;
}

/** Takes the next task for a thread. NULL: there is none for it. */
static struct ai_task *take(struct ai *ai, bool short_only)
{
    if (ai->count == 0)
        return NULL;
    mend_first(ai);
    size_t at = short_only ? first_short(ai) : 0;
    if (at == ai->count)
        return NULL;
    struct ai_task *task = ai->heap[at];
    heap_remove(ai, at);
    if (task->tag > ai->now)
        ai->now = task->tag;
    if (!atomic_load(&task->cancel))
        *share_of(ai, &task->caller) = task->tag + task->cost;
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
    for (size_t i = 0; i < ai->count; i++)
        atomic_store(&ai->heap[i]->cancel, true);
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
    free(ai->heap);
    free(ai);
}

void ai_figures(struct ai *ai, struct ai_figures *figures)
{
    pthread_mutex_lock(&ai->lock);
    *figures = ai->figures;
    figures->threads = ai->thread_count;
    figures->queued = ai->count;
    pthread_mutex_unlock(&ai->lock);
}
