#include "jobs/flight.h"

#include <pthread.h>
#include <stdlib.h>

/*
 * Invariants: a flight is in `first`'s list from flight_enter to flight_end; `lock` guards the list
 * and is held for no longer than a look at it.
 */

struct flights {
    struct flights_options options;
    pthread_mutex_t lock;
    struct flight *first;
};

struct flights *flights_new(const struct flights_options *options)
{
    struct flights *flights = calloc(1, sizeof *flights);
    if (!flights)
        return NULL;
    flights->options = *options;
    pthread_mutex_init(&flights->lock, NULL);
    return flights;
}

void flights_free(struct flights *flights)
{
    if (!flights)
        return;
    pthread_mutex_destroy(&flights->lock);
    free(flights);
}

void flight_enter(struct flights *flights, struct flight *flight)
{
    flight->flights = flights;
    pthread_mutex_lock(&flights->lock);
    flight->next = flights->first;
    flight->link = &flights->first;
    if (flight->next)
        flight->next->link = &flight->next;
    flights->first = flight;
    pthread_mutex_unlock(&flights->lock);
}

void flight_end(struct flight *flight)
{
    struct flights *flights = flight->flights;
    pthread_mutex_lock(&flights->lock);
    *flight->link = flight->next;
    if (flight->next)
        flight->next->link = flight->link;
    pthread_mutex_unlock(&flights->lock);
    free(flight);
}

static void think(struct ai_task *task, struct rev_search_context *context)
{
    struct flight *flight = (struct flight *)task;
    flight->think(flight, context);
}

static void land(struct work *work, void *worker)
{
    struct flight *flight = (struct flight *)((char *)work - offsetof(struct flight, work));
    flight->land(flight, flight->flights->options.store_of(worker));
}

static void done(struct ai_task *task)
{
    struct flight *flight = (struct flight *)task;
    flight->work.run = land;
    if (!workers_submit(flight->flights->options.workers, &flight->work, WORK_ACCEPTED))
        flight_end(flight);
}

bool flight_send(struct flight *flight)
{
    flight->task.think = think;
    flight->task.done = done;
    return ai_submit(flight->flights->options.ai, &flight->task);
}

bool flight_is_cancelled(const struct flight *flight)
{
    return atomic_load(&flight->task.cancel);
}

bool flights_has(struct flights *flights, const struct uuid *topic, int version)
{
    bool found = false;
    pthread_mutex_lock(&flights->lock);
    for (struct flight *flight = flights->first; flight && !found; flight = flight->next)
        found = uuid_equal(&flight->topic, topic) && flight->version == version &&
                !flight_is_cancelled(flight);
    pthread_mutex_unlock(&flights->lock);
    return found;
}

void flights_cancel(struct flights *flights, const struct uuid *topic, int version)
{
    pthread_mutex_lock(&flights->lock);
    for (struct flight *flight = flights->first; flight; flight = flight->next)
        if (flight->version < version && uuid_equal(&flight->topic, topic))
            atomic_store(&flight->task.cancel, true);
    pthread_mutex_unlock(&flights->lock);
}

void flights_visit(struct flights *flights, void (*visit)(struct flight *flight, void *context),
                   void *context)
{
    pthread_mutex_lock(&flights->lock);
    for (struct flight *flight = flights->first; flight; flight = flight->next)
        visit(flight, context);
    pthread_mutex_unlock(&flights->lock);
}
