/**
 * The pool of threads that think.
 *
 * One thread a core at low priority, each with its own transposition table, sharing no lock with
 * request threads beyond the short one on the queue. Work is ordered by fair queueing: short work
 * comes first, among the tasks of one caller too; a caller with much work does not hold up the
 * others; and nothing waits for ever, since what comes later counts from the thinking done by then.
 *
 * Background work has threads and a queue of its own, so that nothing ever waits for it. They run
 * at the lowest priority, and rest while they and the other tasks are more than the cores.
 *
 * Every function may be called on any thread, unless it says otherwise.
 */
#ifndef REVERSID_AI_AI_H
#define REVERSID_AI_AI_H

#include "base/uuid.h"
#include "reversi/level.h"
#include "reversi/search.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ai;

/** Something to think about; embedded in what it is for. Lives until `done` has been called. */
struct ai_task {
    /** Runs on a thinking thread; looks at `cancel`. */
    void (*think)(struct ai_task *task, struct rev_search_context *context);
    /** Runs on the same thread afterwards; without `think` before it where the task was cancelled
     *  while it waited. May free the task or submit another. */
    void (*done)(struct ai_task *task);
    struct uuid caller; /* for whom, for fairness; nil: nobody in particular */
    uint32_t cost;      /* roughly, in milliseconds of thinking */
    bool essential;     /* a turn in a running game: never refused */
    bool background;    /* nobody waits for it with an open request; not refused where there is a
                           thread    for it, since its number is bounded by whoever submits it */
    atomic_bool cancel; /* set by anybody who knows that it still lives; `done` then runs soon */
    /* the pool's own */
    uint64_t due, sequence;
    size_t place;
    bool waits;
    struct ai_task *running_next;
};

struct ai_options {
    int threads;
    int short_threads; /* further ones, which take short work only: it never waits for long work */
    int background_threads; /* further ones, which take background work only */
    size_t queue_max;       /* tasks that wait before others than essential ones are refused */
    size_t table_bytes;     /* of each thread's transposition table */
    /** Whether somebody else needs the cores now; asked all the time. May be NULL: never. */
    bool (*is_wanted)(void *context);
    void *context;
};

enum { AI_SHORT_COST_MAX = 10 }; /* of work that counts as short */

/** Roughly what a move of a level costs, in milliseconds. */
uint32_t ai_level_cost(enum rev_level level);

/** Starts the pool. NULL: out of memory or threads. */
struct ai *ai_start(const struct ai_options *options);

/** Queues a task. False: refused, since the queue is full or the pool stops; it stays yours. */
bool ai_submit(struct ai *ai, struct ai_task *task);

/**
 * Takes a task back that still waits: `done` will not run.
 *
 * @param task  was submitted, and lives still
 * @return      false: it is being thought about, or was
 */
bool ai_withdraw(struct ai *ai, struct ai_task *task);

/**
 * Cancels everything and waits for the threads: every accepted task's `done` has run. What is
 * submitted from now on is refused. Once, and not on a thinking thread.
 */
void ai_stop(struct ai *ai);

/** Frees a pool that has stopped, when nobody submits to it any more. NULL is fine. */
void ai_free(struct ai *ai);

/** What the pool does now, and has done since it started. */
struct ai_figures {
    int threads;        /* 0 once it has stopped */
    int running;        /* tasks that are thought about now */
    size_t queued;      /* tasks that wait */
    int background;     /* of those that run: background work */
    uint64_t finished;  /* thought through */
    uint64_t refused;   /* by ai_submit */
    uint64_t cancelled; /* before or while they were thought about */
};

void ai_figures(struct ai *ai, struct ai_figures *figures);

#endif
