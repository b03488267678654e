/*
 * Invariants
 *  1. A flow holds the waiting tasks of one lane (short or long) whose callers share a slot, as a
 *     binary heap: what is due first, then what came first, on top. `place` of a task is where it
 *     stands there.
 *  2. `ready` of a lane is a binary heap of its flows that are not empty, by the turn of their
 * first tasks. A share grows only in ai_queue_take, which puts the slot's flows of both lanes
 * right.
 */
#include "ai/queue.h"

#include <assert.h>
#include <stdlib.h>

enum { SLOTS = 4096, FLOW_CAPACITY_FIRST = 4 };

struct flow {
    struct ai_task **heap;
    size_t count, capacity;
    size_t place; /* in the lane's `ready`; meaningless while empty */
};

struct lane {
    struct flow flows[SLOTS];
    struct flow *ready[SLOTS];
    size_t ready_count;
};

enum { SHORT, LONG, LANE_COUNT };

struct ai_queue {
    struct lane lanes[LANE_COUNT];
    uint64_t shares[SLOTS]; /* up to where the callers of a slot were given thinking */
    uint64_t now;           /* virtual time: the turn of what was taken last */
    uint64_t put_count;     /* tasks so far */
    size_t count;
};

/* --- a flow: tasks --------------------------------------------------------------------------- */

static bool is_due_before(const struct ai_task *a, const struct ai_task *b)
{
    return a->due != b->due ? a->due < b->due : a->sequence < b->sequence;
}

static void place_task(struct flow *flow, size_t place, struct ai_task *task)
{
    flow->heap[place] = task;
    task->place = place;
}

/** Moves a task that stands at `place` up or down to where it belongs. */
static void settle_task(struct flow *flow, size_t place, struct ai_task *task)
{
    for (; place > 0 && is_due_before(task, flow->heap[(place - 1) / 2]); place = (place - 1) / 2)
        place_task(flow, place, flow->heap[(place - 1) / 2]);
    for (size_t child; (child = 2 * place + 1) < flow->count; place = child) {
        if (child + 1 < flow->count && is_due_before(flow->heap[child + 1], flow->heap[child]))
            child++;
        if (!is_due_before(flow->heap[child], task))
            break;
        place_task(flow, place, flow->heap[child]);
    }
    place_task(flow, place, task);
}

static bool make_room(struct flow *flow)
{
    if (flow->count < flow->capacity)
        return true;
    size_t capacity = flow->capacity ? 2 * flow->capacity : FLOW_CAPACITY_FIRST;
    struct ai_task **heap = realloc(flow->heap, capacity * sizeof(struct ai_task *));
    if (!heap)
        return false;
    flow->heap = heap;
    flow->capacity = capacity;
    return true;
}

static void leave_flow(struct flow *flow, struct ai_task *task)
{
    struct ai_task *last = flow->heap[--flow->count];
    if (last != task)
        settle_task(flow, task->place, last);
    task->waits = false;
}

/* --- a lane: flows --------------------------------------------------------------------------- */

static uint64_t turn_of(const struct ai_queue *queue, const struct lane *lane,
                        const struct flow *flow)
{
    uint64_t due = flow->heap[0]->due, share = queue->shares[flow - lane->flows];
    return due > share ? due : share;
}

static bool is_flow_before(const struct ai_queue *queue, const struct lane *lane,
                           const struct flow *a, const struct flow *b)
{
    uint64_t turn_a = turn_of(queue, lane, a), turn_b = turn_of(queue, lane, b);
    return turn_a != turn_b ? turn_a < turn_b : is_due_before(a->heap[0], b->heap[0]);
}

static void place_flow(struct lane *lane, size_t place, struct flow *flow)
{
    lane->ready[place] = flow;
    flow->place = place;
}

/** Moves a flow that stands at `place` up or down to where it belongs. */
static void settle_flow(const struct ai_queue *queue, struct lane *lane, size_t place,
                        struct flow *flow)
{
    struct flow **ready = lane->ready;
    for (; place > 0 && is_flow_before(queue, lane, flow, ready[(place - 1) / 2]);
         place = (place - 1) / 2)
        place_flow(lane, place, ready[(place - 1) / 2]);
    for (size_t child; (child = 2 * place + 1) < lane->ready_count; place = child) {
        if (child + 1 < lane->ready_count &&
            is_flow_before(queue, lane, ready[child + 1], ready[child]))
            child++;
        if (!is_flow_before(queue, lane, ready[child], flow))
            break;
        place_flow(lane, place, ready[child]);
    }
    place_flow(lane, place, flow);
}

/** Puts a flow right after its first task, or its share, has changed; an empty one leaves. */
static void flow_changed(const struct ai_queue *queue, struct lane *lane, struct flow *flow)
{
    if (flow->count > 0) {
        settle_flow(queue, lane, flow->place, flow);
        return;
    }
    struct flow *last = lane->ready[--lane->ready_count];
    if (last != flow)
        settle_flow(queue, lane, flow->place, last);
}

/* --- the queue ------------------------------------------------------------------------------- */

/** The last bytes of an id are random or a hash in every version that we make. */
static size_t slot_of(const struct ai_task *task)
{
    return ((unsigned)task->caller.bytes[14] << 8 | task->caller.bytes[15]) % SLOTS;
}

static struct lane *lane_of(struct ai_queue *queue, const struct ai_task *task)
{
    return &queue->lanes[task->cost <= AI_SHORT_COST_MAX ? SHORT : LONG];
}

struct ai_queue *ai_queue_new(void)
{
    return calloc(1, sizeof(struct ai_queue));
}

void ai_queue_free(struct ai_queue *queue)
{
    if (!queue)
        return;
    assert(queue->count == 0);
    for (int lane = 0; lane < LANE_COUNT; lane++)
        for (size_t slot = 0; slot < SLOTS; slot++)
            free(queue->lanes[lane].flows[slot].heap);
    free(queue);
}

bool ai_queue_put(struct ai_queue *queue, struct ai_task *task)
{
    struct lane *lane = lane_of(queue, task);
    struct flow *flow = &lane->flows[slot_of(task)];
    if (!make_room(flow))
        return false;
    task->due = queue->now + task->cost;
    task->sequence = queue->put_count++;
    task->waits = true;
    if (flow->count++ == 0)
        place_flow(lane, lane->ready_count++, flow);
    settle_task(flow, flow->count - 1, task);
    settle_flow(queue, lane, flow->place, flow);
    queue->count++;
    return true;
}

static void take_out(struct ai_queue *queue, struct ai_task *task)
{
    struct lane *lane = lane_of(queue, task);
    struct flow *flow = &lane->flows[slot_of(task)];
    leave_flow(flow, task);
    flow_changed(queue, lane, flow);
    queue->count--;
}

/** The lane whose first task's turn it is. NULL: nothing waits that may be taken. */
static struct lane *choose_lane(struct ai_queue *queue, bool short_only)
{
    struct lane *shorts = &queue->lanes[SHORT], *longs = &queue->lanes[LONG];
    if (short_only || longs->ready_count == 0)
        return shorts->ready_count > 0 ? shorts : NULL;
    if (shorts->ready_count == 0)
        return longs;
    uint64_t short_turn = turn_of(queue, shorts, shorts->ready[0]);
    uint64_t long_turn = turn_of(queue, longs, longs->ready[0]);
    if (short_turn != long_turn)
        return short_turn < long_turn ? shorts : longs;
    return is_due_before(shorts->ready[0]->heap[0], longs->ready[0]->heap[0]) ? shorts : longs;
}

/** Moves the share of a slot on, and its flows with it. */
static void give_share(struct ai_queue *queue, size_t slot, uint64_t share)
{
    queue->shares[slot] = share;
    for (int i = 0; i < LANE_COUNT; i++) {
        struct lane *lane = &queue->lanes[i];
        if (lane->flows[slot].count > 0)
            settle_flow(queue, lane, lane->flows[slot].place, &lane->flows[slot]);
    }
}

struct ai_task *ai_queue_take(struct ai_queue *queue, bool short_only)
{
    struct lane *lane = choose_lane(queue, short_only);
    if (!lane)
        return NULL;
    struct flow *flow = lane->ready[0];
    struct ai_task *task = flow->heap[0];
    uint64_t turn = turn_of(queue, lane, flow);
    take_out(queue, task);
    if (turn > queue->now)
        queue->now = turn;
    if (!atomic_load(&task->cancel))
        give_share(queue, slot_of(task), turn + task->cost);
    return task;
}

bool ai_queue_remove(struct ai_queue *queue, struct ai_task *task)
{
    bool waited = task->waits;
    if (waited)
        take_out(queue, task);
    return waited;
}

void ai_queue_cancel(struct ai_queue *queue)
{
    for (int i = 0; i < LANE_COUNT; i++) {
        const struct lane *lane = &queue->lanes[i];
        for (size_t place = 0; place < lane->ready_count; place++)
            for (size_t at = 0; at < lane->ready[place]->count; at++)
                atomic_store(&lane->ready[place]->heap[at]->cancel, true);
    }
}

size_t ai_queue_count(const struct ai_queue *queue)
{
    return queue->count;
}
