#include "endpoints/thinking.h"

#include "base/clock.h"

#include <stdlib.h>

/* The pool wakes the request when all is thought; in between it looks whether the client still
 * waits. */
enum { LOOK_AGAIN_MS = 500 };

void *thinking_new(size_t size)
{
    struct thinking *thinking = calloc(1, size);
    if (!thinking)
        abort();
    pthread_mutex_init(&thinking->lock, NULL);
    pthread_cond_init(&thinking->ready_changed, NULL);
    thinking->references = 1;
    return thinking;
}

void thinking_release(struct thinking *thinking)
{
    pthread_mutex_lock(&thinking->lock);
    bool last = --thinking->references == 0;
    pthread_mutex_unlock(&thinking->lock);
    if (!last)
        return;
    pthread_cond_destroy(&thinking->ready_changed);
    pthread_mutex_destroy(&thinking->lock);
    free(thinking);
}

uint32_t thinking_cost(uint64_t nodes)
{
    return (uint32_t)(nodes / 10000) + 1;
}

const atomic_bool *thinking_cancel(const struct thinking *thinking)
{
    return &thinking->task.cancel;
}

static void think(struct ai_task *task, struct rev_search_context *context)
{
    struct thinking *thinking = (struct thinking *)task;
    thinking->think(thinking, thinking->next, context);
    thinking->next++;
}

/** Tells the request, if it still waits, and gives the pool's reference back. */
static void end(struct thinking *thinking)
{
    pthread_mutex_lock(&thinking->lock);
    thinking->ready = true;
    if (thinking->request)
        http_request_wake(thinking->request);
    pthread_cond_signal(&thinking->ready_changed);
    pthread_mutex_unlock(&thinking->lock);
    thinking_release(thinking);
}

static void done(struct ai_task *task)
{
    struct thinking *thinking = (struct thinking *)task;
    bool more = thinking->next < thinking->positions.count && !atomic_load(&task->cancel);
    task->essential = true; /* begun, so it is brought to its end */
    if (more && !atomic_load(&thinking->hurried) && ai_submit(thinking->ai, task))
        return;
    if (more)
        atomic_store(&task->cancel, true); /* the service stops */
    end(thinking);
}

/** The request is over: nobody waits any more. */
static void abandon(void *argument)
{
    struct thinking *thinking = argument;
    pthread_mutex_lock(&thinking->lock);
    thinking->request = NULL;
    pthread_mutex_unlock(&thinking->lock);
    atomic_store(&thinking->task.cancel, true);
    thinking_release(thinking);
}

/**
 * A service that stops still answers what is being thought about: then, and only then, a worker
 * waits, no more of them than there are thinking threads. What had not begun is given up.
 */
static void hurry(struct thinking *thinking)
{
    atomic_store(&thinking->hurried, true);
    if (ai_withdraw(thinking->ai, &thinking->task)) {
        atomic_store(&thinking->task.cancel, true);
        end(thinking);
    }
    pthread_mutex_lock(&thinking->lock);
    while (!thinking->ready)
        pthread_cond_wait(&thinking->ready_changed, &thinking->lock);
    pthread_mutex_unlock(&thinking->lock);
}

static bool is_ready(struct thinking *thinking)
{
    pthread_mutex_lock(&thinking->lock);
    bool ready = thinking->ready;
    pthread_mutex_unlock(&thinking->lock);
    return ready;
}

static struct result look(struct http_request *request, void *worker)
{
    struct thinking *thinking = request->state;
    if (request->closing && !is_ready(thinking))
        hurry(thinking);
    else if (!is_ready(thinking) && http_request_client_left(request))
        return fail_with(&request->problem, ERROR_OVERLOADED, "The client did not wait.");
    if (!is_ready(thinking))
        return http_request_park(request, clock_steady_ms() + LOOK_AGAIN_MS, look);
    if (atomic_load(&thinking->task.cancel))
        return fail(ERROR_SHUTTING_DOWN);
    return thinking->answer(request, worker, thinking);
}

struct result thinking_start(struct http_request *request, struct endpoint *endpoint,
                             struct thinking *thinking, uint32_t cost)
{
    thinking->task.think = think;
    thinking->task.done = done;
    thinking->task.cost = cost;
    thinking->ai = endpoint->services->ai;
    thinking->request = request;
    thinking->references++;
    request->state = thinking;
    http_request_on_finish(request, abandon, thinking);
    if (!ai_submit(thinking->ai, &thinking->task)) {
        thinking_release(thinking);
        return fail_with(&request->problem, ERROR_OVERLOADED, "The engine has too much to do.");
    }
    return look(request, endpoint);
}
