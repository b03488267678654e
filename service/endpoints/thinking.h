/**
 * Requests that need the engine: thought about in the pool while the connection is parked.
 *
 * What is thought about outlives the request where the client goes away first, and is cancelled
 * then.
 */
#ifndef REVERSID_ENDPOINTS_THINKING_H
#define REVERSID_ENDPOINTS_THINKING_H

#include "endpoints/position.h"

#include <pthread.h>

struct thinking;

/** Thinks about one position; on a thinking thread. Looks at thinking_cancel(). */
typedef void thinking_think(struct thinking *thinking, int index,
                            struct rev_search_context *context);

/** Answers when all is thought; on a request worker. */
typedef struct result thinking_answer(struct http_request *request, struct endpoint *endpoint,
                                      const struct thinking *thinking);

/** Head of a structure that also holds budgets and results. */
struct thinking {
    struct ai_task task;
    struct positions positions;
    thinking_think *think;
    thinking_answer *answer;
    /* thinking.c's own */
    struct ai *ai;
    int next;            /* position to think about */
    atomic_bool hurried; /* the service stops: no further position is begun */
    pthread_mutex_t lock;
    pthread_cond_t ready_changed;
    struct http_request *request; /* NULL once it is over */
    bool ready;
    int references; /* the request's and the pool's */
};

/** Zeroed memory of `size` bytes that begins with a struct thinking with one reference. */
void *thinking_new(size_t size);

/** Gives a reference back. */
void thinking_release(struct thinking *thinking);

/** What a search of so many nodes costs, in milliseconds: it visits some ten thousand in one. */
uint32_t thinking_cost(uint64_t nodes);

/** True once nobody wants the answer any more; also what a search polls. */
const atomic_bool *thinking_cancel(const struct thinking *thinking);

/**
 * Queues the thinking and parks the request until it is done. Takes the caller's reference, on
 * failure too, and the request's finish hook.
 *
 * @param cost  of one position, roughly, in milliseconds
 *
 * Errors: OVERLOADED, TOO_MANY_STREAMS, SHUTTING_DOWN.
 */
FALLIBLE struct result thinking_start(struct http_request *request, struct endpoint *endpoint,
                                      struct thinking *thinking, uint32_t cost);

#endif
