/**
 * The pool of threads that think.
 *
 * One thread a core at low priority, each with its own transposition table, sharing no lock with
 * request threads beyond the short one on the queue. Work is ordered by fair queueing: a task's
 * turn is the time at which its caller has had its share, plus its cost; so short work comes first,
 * and a caller with much work does not hold up the others.
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
    /** Runs on the same thread afterwards, or at once for a task that was cancelled in the queue.
     */
    void (*done)(struct ai_task *task);
    struct uuid subject; /* what it is about (a game), for ai_cancel and ai_has; nil: nothing */
    struct uuid caller;  /* for whom, for fairness; nil: nobody in particular */
    uint32_t cost;       /* roughly, in milliseconds of thinking */
    bool essential;      /* a turn in a running game: never refused */
    atomic_bool cancel;
    /* the pool's own */
    uint64_t tag;
    struct ai_task *running_next;
};

struct ai_options {
    int threads;
    size_t queue_max;   /* tasks that wait before others than essential ones are refused */
    size_t table_bytes; /* of each thread's transposition table */
    int nice;
};

/** Roughly what a move of a level costs, in milliseconds. */
uint32_t ai_level_cost(enum rev_level level);

/** Starts the pool. NULL: out of memory or threads. */
struct ai *ai_start(const struct ai_options *options);

/** Queues a task. False: refused, it is the caller's again. */
bool ai_submit(struct ai *ai, struct ai_task *task);

/** Sets `cancel` on every task about the subject, waiting or running. */
void ai_cancel(struct ai *ai, const struct uuid *subject);

/** Whether a task about the subject waits or runs and has not been cancelled. */
bool ai_has(struct ai *ai, const struct uuid *subject);

/** Cancels everything, waits for the threads, frees the pool. Every task's `done` has run. */
void ai_stop(struct ai *ai);

struct ai_figures {
    int threads;
    int running;
    size_t queued;
    uint64_t finished;
    uint64_t refused;
    uint64_t cancelled;
};

void ai_figures(struct ai *ai, struct ai_figures *figures);

#endif
