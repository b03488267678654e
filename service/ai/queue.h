/**
 * The tasks that wait, and whose turn it is: fair queueing by virtual time, which counts thinking
 * in the unit of costs.
 *
 * A task is due when as much thinking has been done as it costs itself, counted from when it was
 * put; so short work comes first. But it is not taken before its caller's share: where the thinking
 * that the caller was given last ends. A caller with much work therefore does not hold up the
 * others, and nothing waits for ever.
 *
 * For this folder only. Threads: one at a time; the pool holds its lock. Cost: of each function but
 * ai_queue_cancel, logarithmic in what waits.
 */
#ifndef REVERSID_AI_QUEUE_H
#define REVERSID_AI_QUEUE_H

#include "ai/ai.h"

struct ai_queue;

/** NULL: out of memory. */
struct ai_queue *ai_queue_new(void);

/** Requires that nothing waits. NULL is fine. */
void ai_queue_free(struct ai_queue *queue);

/** Puts a task. False: out of memory, nothing was put. */
bool ai_queue_put(struct ai_queue *queue, struct ai_task *task);

/**
 * Takes the task whose turn it is, and counts its cost as given to its caller unless it was
 * cancelled.
 *
 * @param short_only  look only at tasks that cost at most AI_SHORT_COST_MAX
 * @return            NULL: no such task waits
 */
struct ai_task *ai_queue_take(struct ai_queue *queue, bool short_only);

/** Takes a task out. False: it does not wait here. */
bool ai_queue_remove(struct ai_queue *queue, struct ai_task *task);

/** Sets `cancel` of every task that waits. */
void ai_queue_cancel(struct ai_queue *queue);

/** How many tasks wait. */
size_t ai_queue_count(const struct ai_queue *queue);

#endif
