/**
 * The pool of thinking threads: its order, its bounds, cancelling and stopping.
 *
 * Most tests give the pool one thread and hold it at a gate while they fill the queue; what runs
 * after the gate opens is written down in order.
 */
#include "ai/ai.h"
#include "random.h"
#include "require.h"
#include "suite.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

enum { TASKS_MAX = 4000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/** A task that writes down what happens to it. Under `lock` but for what the pool reads. */
struct noted {
    struct ai_task task;
    int thought, done;
    bool saw_cancel;      /* at its end */
    bool until_cancelled; /* thinks until it is told to stop */
    int again;            /* how often `done` submits it again */
    struct ai *ai;
};

static struct noted tasks[TASKS_MAX];
static int order[TASKS_MAX],
    order_count; /* the tasks in the order in which they were thought about */
static int done_count;
static bool gate_open, gate_reached;

static int number_of(const struct noted *noted)
{
    return (int)(noted - tasks);
}

static void think(struct ai_task *task, struct rev_search_context *context)
{
    struct noted *noted = (struct noted *)task;
    ck_assert_ptr_nonnull(context);
    pthread_mutex_lock(&lock);
    noted->thought++;
    if (order_count < TASKS_MAX)
        order[order_count++] = number_of(noted);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    while (noted->until_cancelled && !atomic_load(&task->cancel))
        sched_yield();
}

static void done(struct ai_task *task)
{
    struct noted *noted = (struct noted *)task;
    if (noted->again > 0) {
        noted->again--;
        ck_assert(ai_submit(noted->ai, task));
        return;
    }
    pthread_mutex_lock(&lock);
    noted->done++;
    noted->saw_cancel = atomic_load(&task->cancel);
    done_count++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

/** Holds its thread until the gate is opened. */
static void think_at_gate(struct ai_task *task, struct rev_search_context *context)
{
    (void)task;
    (void)context;
    pthread_mutex_lock(&lock);
    gate_reached = true;
    pthread_cond_broadcast(&changed);
    while (!gate_open)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void done_at_gate(struct ai_task *task)
{
    (void)task;
}

static void wait_for_done(int count)
{
    pthread_mutex_lock(&lock);
    while (done_count < count)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static struct ai *start(int threads, size_t queue_max)
{
    struct ai *ai = ai_start(
        &(struct ai_options){.threads = threads, .queue_max = queue_max, .table_bytes = 1 << 16});
    ck_assert_ptr_nonnull(ai);
    return ai;
}

static void end(struct ai *ai)
{
    ai_stop(ai);
    ai_free(ai);
}

/** Holds a thread of the pool at the gate, with long work. */
static struct ai *hold_at_gate(struct ai *ai)
{
    static struct ai_task gate;
    gate = (struct ai_task){.think = think_at_gate,
                            .done = done_at_gate,
                            .cost = AI_SHORT_COST_MAX + 1,
                            .essential = true};
    ck_assert(ai_submit(ai, &gate));
    pthread_mutex_lock(&lock);
    while (!gate_reached)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return ai;
}

/** A pool of one thread, which is held at the gate. */
static struct ai *start_at_gate(size_t queue_max)
{
    return hold_at_gate(start(1, queue_max));
}

static void open_gate(void)
{
    pthread_mutex_lock(&lock);
    gate_open = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

/** An id of its own for each number; 0: nil. */
static struct uuid id_of(int number)
{
    return number ? uuid_of(&number, sizeof number) : (struct uuid){0};
}

static struct noted *prepare(int number, int caller, uint32_t cost)
{
    struct noted *noted = &tasks[number];
    noted->task.think = think;
    noted->task.done = done;
    noted->task.caller = id_of(caller);
    noted->task.cost = cost;
    return noted;
}

static bool submit(struct ai *ai, int number, int caller, uint32_t cost)
{
    return ai_submit(ai, &prepare(number, caller, cost)->task);
}

static struct ai_figures figures_of(struct ai *ai)
{
    struct ai_figures figures;
    ai_figures(ai, &figures);
    return figures;
}

/** Where in the order a task came. */
static int place_of(int number)
{
    for (int place = 0; place < order_count; place++)
        if (order[place] == number)
            return place;
    ck_abort_msg("task %d was never thought about", number);
}

START_TEST(a_task_is_thought_about_and_then_done)
{
    struct ai *ai = start(2, 10);
    for (int i = 0; i < 10; i++)
        ck_assert(submit(ai, i, 1, 1));
    wait_for_done(10);
    end(ai);
    for (int i = 0; i < 10; i++) {
        ck_assert_int_eq(tasks[i].thought, 1);
        ck_assert_int_eq(tasks[i].done, 1);
        ck_assert(!tasks[i].saw_cancel);
    }
}
END_TEST

START_TEST(a_full_queue_refuses_all_but_essential_tasks)
{
    struct ai *ai = start_at_gate(3);
    for (int i = 0; i < 3; i++)
        ck_assert(submit(ai, i, 1, 1));
    ck_assert(!submit(ai, 3, 1, 1));
    ck_assert(!submit(ai, 4, 2, 1));
    for (int i = 5; i < 500; i++) {
        prepare(i, i, 1)->task.essential = true;
        ck_assert(ai_submit(ai, &tasks[i].task));
    }
    ck_assert(!submit(ai, 4, 2, 1));
    ck_assert_uint_eq(figures_of(ai).refused, 3);
    ck_assert_uint_eq(figures_of(ai).queued, 3 + 495);
    open_gate();
    wait_for_done(3 + 495);
    ck_assert(submit(ai, 4, 2, 1)); /* there is room again */
    end(ai);
    ck_assert_int_eq(tasks[3].thought + tasks[3].done, 0);
    ck_assert_int_eq(tasks[4].done, 1);
}
END_TEST

START_TEST(short_work_comes_before_long_work_of_the_same_caller)
{
    static const uint32_t costs[] = {200, 3000, 1, 10, 200, 1, 50};
    static const int expected[] = {2, 5, 3, 6, 0, 4, 1};
    struct ai *ai = start_at_gate(10);
    for (int i = 0; i < 7; i++)
        ck_assert(submit(ai, i, 1, costs[i]));
    open_gate();
    wait_for_done(7);
    end(ai);
    ck_assert_mem_eq(order, expected, sizeof expected);
}
END_TEST

START_TEST(short_work_comes_before_long_work_of_other_callers)
{
    static const uint32_t costs[] = {200, 3000, 1, 10, 300, 2, 50};
    static const int expected[] = {2, 5, 3, 6, 0, 4, 1};
    struct ai *ai = start_at_gate(10);
    for (int i = 0; i < 7; i++)
        ck_assert(submit(ai, i, 1 + i, costs[i]));
    open_gate();
    wait_for_done(7);
    end(ai);
    ck_assert_mem_eq(order, expected, sizeof expected);
}
END_TEST

START_TEST(equal_work_of_a_caller_comes_in_the_order_in_which_it_was_asked_for)
{
    struct ai *ai = start_at_gate(1000);
    for (int i = 0; i < 1000; i++)
        ck_assert(submit(ai, i, 1, 10));
    open_gate();
    wait_for_done(1000);
    end(ai);
    for (int i = 0; i < 1000; i++)
        ck_assert_int_eq(order[i], i);
}
END_TEST

START_TEST(a_caller_with_much_work_does_not_hold_up_another)
{
    struct ai *ai = start_at_gate(1000);
    for (int i = 0; i < 100; i++)
        ck_assert(submit(ai, i, 1, 10));
    ck_assert(submit(ai, 100, 2, 10));
    ck_assert(submit(ai, 101, 3, 5));
    open_gate();
    wait_for_done(102);
    end(ai);
    ck_assert_int_le(place_of(100), 2);
    ck_assert_int_eq(place_of(101), 0);
}
END_TEST

START_TEST(callers_with_much_work_get_the_same_share_of_thinking)
{
    enum { CALLERS = 5, EACH = 60 };
    struct random random = random_for("callers_with_much_work_get_the_same_share_of_thinking");
    struct ai *ai = start_at_gate(CALLERS * EACH);
    uint32_t most = 0;
    for (int i = 0; i < CALLERS * EACH; i++) {
        /* A caller's tasks cost about the same; another's ten times as much. */
        uint32_t cost = (uint32_t)(1 + random_below(&random, 9)) * (i % CALLERS ? 1 : 10);
        most = cost > most ? cost : most;
        ck_assert(submit(ai, i, 1 + i % CALLERS, cost));
    }
    open_gate();
    wait_for_done(CALLERS * EACH);
    end(ai);
    /* As long as all of them wait, nobody is ahead of anybody by more than two tasks. */
    uint64_t had[CALLERS] = {0};
    int left[CALLERS] = {EACH, EACH, EACH, EACH, EACH};
    for (int place = 0; place < CALLERS * EACH; place++) {
        int caller = order[place] % CALLERS;
        had[caller] += tasks[order[place]].task.cost;
        if (--left[caller] == 0)
            break;
        for (int other = 0; other < CALLERS; other++)
            ck_assert_msg(had[caller] <= had[other] + 2 * most,
                          "after %d tasks, %llu and %llu; the longest costs %u", place + 1,
                          (unsigned long long)had[caller], (unsigned long long)had[other], most);
    }
}
END_TEST

START_TEST(who_asked_for_nothing_has_saved_nothing)
{
    /* Caller 1 has had much; caller 2, who comes later, does not get all of that first. */
    struct ai *ai = start(1, 1000);
    for (int i = 0; i < 100; i++)
        ck_assert(submit(ai, i, 1, 100));
    wait_for_done(100);
    pthread_mutex_lock(&lock);
    order_count = 0;
    gate_reached = false;
    pthread_mutex_unlock(&lock);
    struct ai_task gate = {
        .think = think_at_gate, .done = done_at_gate, .caller = id_of(3), .cost = 0};
    ck_assert(ai_submit(ai, &gate));
    pthread_mutex_lock(&lock);
    while (!gate_reached)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    for (int i = 100; i < 150; i++)
        ck_assert(submit(ai, i, 2, 100));
    ck_assert(submit(ai, 150, 1, 100));
    open_gate();
    wait_for_done(151);
    end(ai);
    ck_assert_int_le(place_of(150), 3);
}
END_TEST

START_TEST(long_work_is_not_put_off_for_ever)
{
    /* Two callers ask for short work again and again, one of them the very caller of the long work.
     */
    struct ai *ai = start_at_gate(10);
    for (int i = 0; i < 2; i++) {
        prepare(i, 1 + i, 1)->ai = ai;
        tasks[i].again = 1000;
        ck_assert(ai_submit(ai, &tasks[i].task));
    }
    ck_assert(submit(ai, 2, 1, 200));
    open_gate();
    wait_for_done(3);
    end(ai);
    ck_assert_int_le(place_of(2), 450);
}
END_TEST

START_TEST(what_was_cancelled_while_it_waited_is_done_without_thinking)
{
    struct ai *ai = start_at_gate(10);
    for (int i = 0; i < 6; i++) {
        ck_assert(submit(ai, i, 1, 10));
        if (i < 3)
            atomic_store(&tasks[i].task.cancel, true);
    }
    open_gate();
    wait_for_done(6);
    ck_assert_uint_eq(figures_of(ai).cancelled, 3);
    end(ai);
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(tasks[i].thought, i < 3 ? 0 : 1);
        ck_assert_int_eq(tasks[i].done, 1);
        ck_assert(tasks[i].saw_cancel == (i < 3));
    }
}
END_TEST

START_TEST(what_was_cancelled_does_not_count_against_its_caller)
{
    struct ai *ai = start_at_gate(100);
    for (int i = 0; i < 20; i++) {
        ck_assert(submit(ai, i, 1, 1000));
        atomic_store(&tasks[i].task.cancel, true);
    }
    for (int i = 20; i < 23; i++)
        ck_assert(submit(ai, i, 2, 2000));
    ck_assert(submit(ai, 23, 1, 2001));
    open_gate();
    wait_for_done(24);
    end(ai);
    ck_assert_int_eq(place_of(23), 1);
}
END_TEST

START_TEST(short_work_does_not_wait_for_long_work)
{
    struct ai *ai = ai_start(&(struct ai_options){
        .threads = 1, .short_threads = 1, .queue_max = 10, .table_bytes = 1 << 16});
    ck_assert_ptr_nonnull(ai);
    hold_at_gate(ai);
    ck_assert(submit(ai, 0, 1, AI_SHORT_COST_MAX + 1));
    for (int i = 1; i <= 5; i++)
        ck_assert(submit(ai, i, 1, i * AI_SHORT_COST_MAX / 5));
    wait_for_done(5);
    ck_assert_uint_eq(figures_of(ai).queued, 1);
    open_gate();
    wait_for_done(6);
    end(ai);
    ck_assert_int_eq(place_of(0), 5);
}
END_TEST

START_TEST(what_waits_can_be_taken_back)
{
    struct ai *ai = start_at_gate(100);
    for (int i = 0; i < 40; i++)
        ck_assert(submit(ai, i, 1, 1 + (uint32_t)(i * 7 % 40)));
    for (int i = 0; i < 40; i += 2)
        ck_assert(ai_withdraw(ai, &tasks[i].task));
    ck_assert(!ai_withdraw(ai, &tasks[0].task));
    open_gate();
    wait_for_done(20);
    ck_assert(!ai_withdraw(ai, &tasks[1].task));
    end(ai);
    for (int i = 0; i < 40; i++)
        ck_assert_int_eq(tasks[i].done, i % 2);
}
END_TEST

START_TEST(who_thinks_is_told_to_stop)
{
    struct ai *ai = start(1, 10);
    prepare(0, 1, 10);
    tasks[0].until_cancelled = true;
    ck_assert(ai_submit(ai, &tasks[0].task));
    pthread_mutex_lock(&lock);
    while (tasks[0].thought == 0)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    ck_assert_int_eq(figures_of(ai).running, 1);
    atomic_store(&tasks[0].task.cancel, true);
    wait_for_done(1);
    ck_assert(tasks[0].saw_cancel);
    end(ai);
}
END_TEST

START_TEST(stopping_runs_every_done_and_refuses_what_comes_later)
{
    struct ai *ai = start(2, 1000);
    for (int i = 0; i < 500; i++) {
        prepare(i, i % 7, 10)->until_cancelled = true;
        ck_assert(ai_submit(ai, &tasks[i].task));
    }
    ai_stop(ai);
    ck_assert_int_eq(done_count, 500);
    ck_assert_uint_eq(figures_of(ai).cancelled, 500);
    prepare(500, 1, 1)->task.essential = true;
    ck_assert(!ai_submit(ai, &tasks[500].task));
    ck_assert_int_eq(figures_of(ai).threads, 0);
    ai_free(ai);
    ck_assert_int_eq(tasks[500].done, 0);
    ck_assert_int_eq(order_count <= 2, 1);
}
END_TEST

START_TEST(figures_count_what_happened)
{
    struct ai *ai = start_at_gate(2);
    struct ai_figures figures = figures_of(ai);
    ck_assert_int_eq(figures.threads, 1);
    ck_assert_int_eq(figures.running, 1);
    ck_assert_uint_eq(figures.queued, 0);
    ck_assert(submit(ai, 0, 1, 1) && submit(ai, 1, 1, 1) && !submit(ai, 2, 1, 1));
    figures = figures_of(ai);
    ck_assert_uint_eq(figures.queued, 2);
    ck_assert_uint_eq(figures.finished, 0);
    ck_assert_uint_eq(figures.refused, 1);
    open_gate();
    wait_for_done(2);
    ai_stop(ai);
    figures = figures_of(ai);
    ck_assert_int_eq(figures.running, 0);
    ck_assert_uint_eq(figures.queued, 0);
    ck_assert_uint_eq(figures.finished, 3);
    ck_assert_uint_eq(figures.cancelled, 0);
    ai_free(ai);
}
END_TEST

/** A task that searches, and what it found. */
struct searching {
    struct ai_task task;
    struct rev_result result;
};

static void search(struct ai_task *task, struct rev_search_context *context)
{
    struct searching *searching = (struct searching *)task;
    const struct rev_limits limits = {.nodes_max = 20000};
    rev_search(context, rev_board_start(), &limits, &searching->result);
}

static void done_searching(struct ai_task *task)
{
    (void)task;
    pthread_mutex_lock(&lock);
    done_count++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static bool always_wanted(void *context)
{
    atomic_fetch_add((atomic_int *)context, 1);
    return true;
}

static struct rev_result result_of_a_search(bool (*is_wanted)(void *context), void *context)
{
    static struct searching searching;
    searching = (struct searching){.task = {.think = search, .done = done_searching}};
    struct ai *ai = ai_start(&(struct ai_options){.threads = 1,
                                                  .queue_max = 1,
                                                  .table_bytes = 1 << 16,
                                                  .is_wanted = is_wanted,
                                                  .context = context});
    int done_before = done_count;
    ck_assert(ai_submit(ai, &searching.task));
    wait_for_done(done_before + 1);
    end(ai);
    return searching.result;
}

START_TEST(a_search_gives_way_again_and_again_and_finds_the_same)
{
    atomic_int asked = 0;
    struct rev_result alone = result_of_a_search(NULL, NULL);
    struct rev_result aside = result_of_a_search(always_wanted, &asked);
    ck_assert_int_ge(atomic_load(&asked), 20000 / 2048);
    ck_assert_uint_eq(aside.nodes, alone.nodes);
    ck_assert_int_eq(aside.move_count, alone.move_count);
    ck_assert_int_eq(aside.moves[0].square, alone.moves[0].square);
    ck_assert_int_eq(aside.moves[0].hundredths, alone.moves[0].hundredths);
}
END_TEST

/* --- in the background ----------------------------------------------------------------------- */

static struct ai *start_with_background(int threads, int background_threads)
{
    struct ai *ai = ai_start(&(struct ai_options){.threads = threads,
                                                  .background_threads = background_threads,
                                                  .queue_max = 1,
                                                  .table_bytes = 1 << 16});
    ck_assert_ptr_nonnull(ai);
    return ai;
}

static void make_background(struct noted *noted)
{
    *noted = (struct noted){.task = {.think = think, .done = done, .background = true}};
}

START_TEST(nothing_waits_for_background_work)
{
    struct ai *ai = start_with_background(1, 1);
    make_background(&tasks[0]);
    tasks[0].until_cancelled = true;
    ck_assert(ai_submit(ai, &tasks[0].task));
    while (figures_of(ai).background == 0)
        sched_yield();
    for (int i = 1; i <= 20; i++) {
        tasks[i] = (struct noted){.task = {.think = think, .done = done, .cost = 1000}};
        ck_assert(ai_submit(ai, &tasks[i].task));
        wait_for_done(i);
    }
    ck_assert_int_eq(figures_of(ai).background, 1);
    end(ai);
    ck_assert(tasks[0].saw_cancel);
}
END_TEST

START_TEST(background_work_is_not_refused_and_takes_no_other_threads)
{
    enum { COUNT = 50 };
    struct ai *ai = hold_at_gate(start_with_background(1, 1));
    for (int i = 0; i < COUNT; i++) {
        make_background(&tasks[i]);
        tasks[i].until_cancelled = i == 0;
        ck_assert(ai_submit(ai, &tasks[i].task));
        while (figures_of(ai).background == 0)
            sched_yield();
    }
    tasks[COUNT] = (struct noted){.task = {.think = think, .done = done}};
    ck_assert(ai_submit(ai, &tasks[COUNT].task));
    ck_assert_uint_eq(figures_of(ai).queued, COUNT);
    open_gate();
    wait_for_done(1);
    ck_assert_int_eq(tasks[COUNT].done, 1);
    ck_assert_uint_eq(figures_of(ai).queued, COUNT - 1);
    ck_assert(ai_withdraw(ai, &tasks[1].task));
    end(ai);
    for (int i = 1; i < COUNT; i++) {
        ck_assert_int_eq(tasks[i].thought, 0);
        ck_assert_int_eq(tasks[i].done, i > 1);
    }
}
END_TEST

START_TEST(without_a_thread_for_it_background_work_is_refused)
{
    struct ai *ai = start(1, 1);
    make_background(&tasks[0]);
    ck_assert(!ai_submit(ai, &tasks[0].task));
    end(ai);
}
END_TEST

START_TEST(a_search_in_the_background_rests_for_others_and_finds_the_same)
{
    static struct searching searching;
    struct rev_result alone = result_of_a_search(NULL, NULL);
    int done_before = done_count;
    struct ai *ai = hold_at_gate(start_with_background(1, 1));
    searching =
        (struct searching){.task = {.think = search, .done = done_searching, .background = true}};
    ck_assert(ai_submit(ai, &searching.task));
    wait_for_done(done_before + 1); /* though somebody else needs the core all the time */
    open_gate();
    end(ai);
    ck_assert_uint_eq(searching.result.nodes, alone.nodes);
    ck_assert_int_eq(searching.result.moves[0].hundredths, alone.moves[0].hundredths);
}
END_TEST

START_TEST(a_stronger_level_costs_more)
{
    ck_assert_uint_gt(ai_level_cost(REV_LEVEL_EASY), 0);
    for (int level = REV_LEVEL_EASY + 1; level < REV_LEVEL_COUNT; level++)
        ck_assert_uint_gt(ai_level_cost((enum rev_level)level),
                          ai_level_cost((enum rev_level)(level - 1)));
}
END_TEST

START_TEST(there_may_be_nothing_to_free)
{
    ai_free(NULL);
}
END_TEST

/* --- everything at once ---------------------------------------------------------------------- */

struct hand {
    pthread_t thread;
    struct ai *ai;
    struct random random;
    int first, count, refused;
};

/** Submits its tasks and meddles with those of everybody. */
static void *meddle(void *argument)
{
    struct hand *hand = argument;
    for (int i = hand->first; i < hand->first + hand->count; i++) {
        struct random *random = &hand->random;
        struct noted *noted =
            prepare(i, 1 + random_below(random, 20), (uint32_t)random_below(random, 300));
        noted->task.essential = random_below(random, 2) == 0;
        if (!ai_submit(hand->ai, &noted->task))
            hand->refused++;
        if (random_below(random, 8) == 0)
            atomic_store(
                &tasks[hand->first + random_below(random, i + 1 - hand->first)].task.cancel, true);
        else if (random_below(random, 8) == 0)
            (void)figures_of(hand->ai);
    }
    return NULL;
}

START_TEST(each_accepted_task_is_done_once_whatever_happens_at_the_same_time)
{
    enum { HANDS = 4 };
    struct random random =
        random_for("each_accepted_task_is_done_once_whatever_happens_at_the_same_time");
    struct hand hands[HANDS];
    struct ai *ai = start(3, 50);
    int refused = 0, finished = 0, cancelled = 0;
    for (int i = 0; i < HANDS; i++) {
        hands[i] = (struct hand){.ai = ai,
                                 .random = {random_next(&random)},
                                 .first = i * TASKS_MAX / HANDS,
                                 .count = TASKS_MAX / HANDS};
        ck_assert_int_eq(pthread_create(&hands[i].thread, NULL, meddle, &hands[i]), 0);
    }
    for (int i = 0; i < HANDS; i++) {
        pthread_join(hands[i].thread, NULL);
        refused += hands[i].refused;
    }
    ai_stop(ai);
    struct ai_figures figures = figures_of(ai);
    ai_free(ai);
    for (int i = 0; i < TASKS_MAX; i++) {
        REQUIRE(tasks[i].done <= 1 && tasks[i].thought <= tasks[i].done);
        REQUIRE(tasks[i].done == 0 || tasks[i].thought == 1 || tasks[i].saw_cancel);
        finished += tasks[i].done && !tasks[i].saw_cancel;
        cancelled += tasks[i].done && tasks[i].saw_cancel;
    }
    ck_assert_int_eq(done_count + refused, TASKS_MAX);
    ck_assert_uint_eq(figures.refused, refused);
    ck_assert_uint_eq(figures.finished, finished);
    ck_assert_uint_eq(figures.cancelled, cancelled);
    ck_assert_uint_eq(figures.queued, 0);
    ck_assert_int_eq(figures.running, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ai");
    TCase *tcase = tcase_create("ai");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, a_task_is_thought_about_and_then_done);
    tcase_add_test(tcase, a_full_queue_refuses_all_but_essential_tasks);
    tcase_add_test(tcase, short_work_comes_before_long_work_of_the_same_caller);
    tcase_add_test(tcase, short_work_comes_before_long_work_of_other_callers);
    tcase_add_test(tcase, equal_work_of_a_caller_comes_in_the_order_in_which_it_was_asked_for);
    tcase_add_test(tcase, a_caller_with_much_work_does_not_hold_up_another);
    tcase_add_test(tcase, callers_with_much_work_get_the_same_share_of_thinking);
    tcase_add_test(tcase, who_asked_for_nothing_has_saved_nothing);
    tcase_add_test(tcase, long_work_is_not_put_off_for_ever);
    tcase_add_test(tcase, what_was_cancelled_while_it_waited_is_done_without_thinking);
    tcase_add_test(tcase, what_was_cancelled_does_not_count_against_its_caller);
    tcase_add_test(tcase, short_work_does_not_wait_for_long_work);
    tcase_add_test(tcase, what_waits_can_be_taken_back);
    tcase_add_test(tcase, who_thinks_is_told_to_stop);
    tcase_add_test(tcase, stopping_runs_every_done_and_refuses_what_comes_later);
    tcase_add_test(tcase, figures_count_what_happened);
    tcase_add_test(tcase, a_search_gives_way_again_and_again_and_finds_the_same);
    tcase_add_test(tcase, nothing_waits_for_background_work);
    tcase_add_test(tcase, background_work_is_not_refused_and_takes_no_other_threads);
    tcase_add_test(tcase, without_a_thread_for_it_background_work_is_refused);
    tcase_add_test(tcase, a_search_in_the_background_rests_for_others_and_finds_the_same);
    tcase_add_test(tcase, a_stronger_level_costs_more);
    tcase_add_test(tcase, there_may_be_nothing_to_free);
    tcase_add_test(tcase, each_accepted_task_is_done_once_whatever_happens_at_the_same_time);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
