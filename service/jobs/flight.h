/**
 * Thinking on its way: first a task of the pool, then work of a request worker, which has a
 * connection to save what came out. What is on its way is known, so that it can be found, told to
 * stop, and not begun twice.
 *
 * For this folder only.
 */
#ifndef REVERSID_JOBS_FLIGHT_H
#define REVERSID_JOBS_FLIGHT_H

#include "ai/ai.h"
#include "base/workers.h"
#include "store/store.h"

struct flights;
struct flight;

struct flights_options {
    struct ai *ai;
    struct workers *workers;
    /** The store of a worker, given the worker's state. */
    struct store *(*store_of)(void *worker);
};

/** Head of what is on its way. From malloc; freed by flight_end. */
struct flight {
    struct ai_task task; /* whose: set caller, cost, essential and background */
    struct uuid topic;   /* what it is about */
    int version;         /* of that */
    void (*think)(struct flight *flight, struct rev_search_context *context);
    /**
     * Runs on a request worker when all is thought, or the flight was cancelled, which
     * flight_is_cancelled tells. Ends the flight, or sends it off again.
     */
    void (*land)(struct flight *flight, struct store *store);
    /* flight.c's own */
    struct work work;
    struct flights *flights;
    struct flight *next;
    struct flight **link; /* what points here */
};

/** All that is on its way, of one sort. NULL: out of memory. */
struct flights *flights_new(const struct flights_options *options);

/** After the workers and the pool have stopped. NULL is fine. */
void flights_free(struct flights *flights);

/** Makes a flight known. */
void flight_enter(struct flights *flights, struct flight *flight);

/** Has it thought about. False: the pool stops; it is still yours, to end. */
bool flight_send(struct flight *flight);

/** Forgets and frees it. */
void flight_end(struct flight *flight);

bool flight_is_cancelled(const struct flight *flight);

/** Whether this version of a topic is on its way and was not cancelled. */
bool flights_has(struct flights *flights, const struct uuid *topic, int version);

/** Tells what is on its way for a version of a topic before this one to stop. */
void flights_cancel(struct flights *flights, const struct uuid *topic, int version);

/** Calls `visit` with each, under the lock: it must be quick and end none. */
void flights_visit(struct flights *flights, void (*visit)(struct flight *flight, void *context),
                   void *context);

#endif
