/**
 * Threads that take work from a bounded queue.
 *
 * A piece of work is embedded in what it is about, so queueing allocates nothing. Each worker has a
 * state of its own (for request workers: a database connection), made by a hook on its thread.
 */
#ifndef REVERSID_BASE_WORKERS_H
#define REVERSID_BASE_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

struct workers;

/** Requires: queued at most once at a time. */
struct work {
    void (*run)(struct work *work, void *state);
    struct work *next; /* the queue's own */
};

/** How far a queue may fill before work of this kind is refused; it changes nothing in the order.
 */
enum work_class {
    WORK_ORDINARY,  /* refused when the queue holds queue_max pieces */
    WORK_IMPORTANT, /* refused when it holds twice as many: moves in running games */
    WORK_ACCEPTED   /* never refused: its number is bounded elsewhere, as that of woken requests */
};

struct workers_options {
    const char *name; /* of the threads, at most 12 characters */
    int count;        /* threads */
    size_t queue_max;
    int nice;                      /* of the threads; 0 leaves it */
    void *(*begin)(void *context); /* on each thread before its first work; may be NULL */
    void (*end)(void *state);      /* on each thread after its last; may be NULL */
    void *context;
};

/** Starts the threads. Returns NULL if they cannot be started. */
struct workers *workers_start(const struct workers_options *options);

/** Queues work, first in first out. False: refused, `work` is the caller's again. */
bool workers_submit(struct workers *workers, struct work *work, enum work_class class);

/** Pieces waiting now. */
size_t workers_queued(const struct workers *workers);

/** True while no worker has anything to do. A guess, at the price of one read; any thread. */
bool workers_idle(const struct workers *workers);

/**
 * Runs what is queued and what that work submits itself, ends the threads, frees all. Nobody else
 * may submit any more. NULL is fine.
 */
void workers_stop(struct workers *workers);

#endif
