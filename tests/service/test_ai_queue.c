/**
 * The order of the tasks that wait, beside a model that looks at all of them each time.
 */
#include "ai/queue.h"
#include "random.h"
#include "require.h"
#include "suite.h"

#include <string.h>

enum { TASKS = 300, CALLERS = 6, STEPS = 60000 };

/** The rule, as plainly as it can be written. */
struct model {
    struct ai_task *waiting[TASKS];
    uint64_t due[TASKS], came[TASKS]; /* of those */
    int count;
    uint64_t shares[CALLERS];
    uint64_t now, puts;
};

static int caller_of(const struct ai_task *task)
{
    return task->caller.bytes[15];
}

static uint64_t turn_of(const struct model *model, int index)
{
    uint64_t share = model->shares[caller_of(model->waiting[index])];
    return model->due[index] > share ? model->due[index] : share;
}

static void model_put(struct model *model, struct ai_task *task)
{
    model->waiting[model->count] = task;
    model->due[model->count] = model->now + task->cost;
    model->came[model->count] = model->puts++;
    model->count++;
}

static void model_remove(struct model *model, int index)
{
    int last = --model->count;
    model->waiting[index] = model->waiting[last];
    model->due[index] = model->due[last];
    model->came[index] = model->came[last];
}

static int model_find(const struct model *model, const struct ai_task *task)
{
    for (int i = 0; i < model->count; i++)
        if (model->waiting[i] == task)
            return i;
    return -1;
}

static bool comes_before(const struct model *model, int a, int b)
{
    uint64_t turn_a = turn_of(model, a), turn_b = turn_of(model, b);
    if (turn_a != turn_b)
        return turn_a < turn_b;
    if (model->due[a] != model->due[b])
        return model->due[a] < model->due[b];
    return model->came[a] < model->came[b];
}

static struct ai_task *model_take(struct model *model, bool short_only)
{
    int first = -1;
    for (int i = 0; i < model->count; i++)
        if (!short_only || model->waiting[i]->cost <= AI_SHORT_COST_MAX)
            first = first < 0 || comes_before(model, i, first) ? i : first;
    if (first < 0)
        return NULL;
    struct ai_task *task = model->waiting[first];
    uint64_t turn = turn_of(model, first);
    model->now = turn > model->now ? turn : model->now;
    if (!task->cancel)
        model->shares[caller_of(task)] = turn + task->cost;
    model_remove(model, first);
    return task;
}

/** Puts a task that does not wait yet, with another cost and caller. */
static void put(struct random *random, struct ai_queue *queue, struct model *model,
                struct ai_task *task)
{
    static const uint32_t costs[] = {0,   1,   1, 2, AI_SHORT_COST_MAX, AI_SHORT_COST_MAX + 1,
                                     200, 3000};
    if (model_find(model, task) >= 0)
        return;
    *task = (struct ai_task){.cost = costs[random_below(random, 8)]};
    task->caller.bytes[15] = (uint8_t)(random_below(random, CALLERS) & random_below(random, 8));
    REQUIRE(ai_queue_put(queue, task));
    model_put(model, task);
}

static void remove_task(struct ai_queue *queue, struct model *model, struct ai_task *task)
{
    int index = model_find(model, task);
    REQUIRE(ai_queue_remove(queue, task) == (index >= 0));
    if (index >= 0)
        model_remove(model, index);
}

START_TEST(whose_turn_it_is_agrees_with_the_model)
{
    static struct ai_task tasks[TASKS];
    static struct model model;
    struct random random = random_for("whose_turn_it_is_agrees_with_the_model");
    struct ai_queue *queue = ai_queue_new();
    ck_assert_ptr_nonnull(queue);
    for (int step = 0; step < STEPS; step++) {
        struct ai_task *task = &tasks[random_below(&random, TASKS)];
        /* It fills and empties by turns. */
        int put_share = step / 2000 % 2 ? 6 : 2;
        int dice = random_below(&random, 10);
        if (dice < put_share) {
            put(&random, queue, &model, task);
        } else if (dice < 8) {
            bool short_only = random_below(&random, 4) == 0;
            struct ai_task *expected = model_take(&model, short_only);
            REQUIRE_MSG(ai_queue_take(queue, short_only) == expected, "step %d", step);
        } else if (dice < 9) {
            remove_task(queue, &model, task);
        } else if (random_below(&random, 4) == 0) {
            atomic_store(&task->cancel, true);
        }
        REQUIRE(ai_queue_count(queue) == (size_t)model.count);
    }
    while (model.count > 0)
        REQUIRE(ai_queue_take(queue, false) == model_take(&model, false));
    ck_assert_ptr_null(ai_queue_take(queue, false));
    ai_queue_free(queue);
}
END_TEST

START_TEST(cancelling_reaches_every_task_that_waits)
{
    static struct ai_task tasks[TASKS];
    struct ai_queue *queue = ai_queue_new();
    for (int i = 0; i < TASKS; i++) {
        tasks[i].cost = (uint32_t)i;
        tasks[i].caller.bytes[15] = (uint8_t)(i % 7);
        ck_assert(ai_queue_put(queue, &tasks[i]));
    }
    ck_assert_ptr_eq(ai_queue_take(queue, false), &tasks[0]);
    ai_queue_cancel(queue);
    for (int i = 0; i < TASKS; i++) {
        ck_assert(atomic_load(&tasks[i].cancel) == (i > 0));
        ck_assert(ai_queue_remove(queue, &tasks[i]) == (i > 0));
    }
    ck_assert_uint_eq(ai_queue_count(queue), 0);
    ai_queue_free(queue);
    ai_queue_free(NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ai_queue");
    TCase *tcase = tcase_create("ai_queue");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, whose_turn_it_is_agrees_with_the_model);
    tcase_add_test(tcase, cancelling_reaches_every_task_that_waits);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
