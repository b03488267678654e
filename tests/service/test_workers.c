#include "base/workers.h"

#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

struct task {
    struct work work; /* first: a task is its work */
    int number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool blocked;
static int entered;
static int order[100000];
static atomic_int done;
static atomic_int begun, ended;

static void reset(void)
{
    blocked = true;
    entered = 0;
    atomic_store(&done, 0);
    atomic_store(&begun, 0);
    atomic_store(&ended, 0);
}

/** Waits inside of the worker until the test lets it go. */
static void run_blocked(struct work *work, void *state)
{
    (void)work;
    (void)state;
    pthread_mutex_lock(&lock);
    entered++;
    pthread_cond_broadcast(&changed);
    while (blocked)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void await_entered(int count)
{
    pthread_mutex_lock(&lock);
    while (entered < count)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void unblock(void)
{
    pthread_mutex_lock(&lock);
    blocked = false;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void run_noted(struct work *work, void *state)
{
    (void)state;
    order[atomic_fetch_add(&done, 1)] = ((struct task *)work)->number;
}

static struct workers *start(int count, size_t queue_max)
{
    struct workers_options options = {.name = "test", .count = count, .queue_max = queue_max};
    struct workers *workers = workers_start(&options);
    ck_assert_ptr_nonnull(workers);
    return workers;
}

START_TEST(runs_first_in_first_out)
{
    enum { TASKS = 1000 };
    static struct task tasks[TASKS];
    reset();
    struct workers *workers = start(1, TASKS);
    struct task blocker = {.work.run = run_blocked};
    ck_assert(workers_submit(workers, &blocker.work, WORK_ORDINARY));
    await_entered(1);
    for (int i = 0; i < TASKS; i++) {
        tasks[i] = (struct task){.work.run = run_noted, .number = i};
        ck_assert(workers_submit(workers, &tasks[i].work, WORK_ORDINARY));
    }
    ck_assert_uint_eq(workers_queued(workers), TASKS);
    unblock();
    workers_stop(workers);
    ck_assert_int_eq(atomic_load(&done), TASKS);
    for (int i = 0; i < TASKS; i++)
        ck_assert_int_eq(order[i], i);
}
END_TEST

START_TEST(refuses_by_class)
{
    struct task tasks[12], blocker = {.work.run = run_blocked};
    reset();
    struct workers *workers = start(1, 4);
    ck_assert(workers_submit(workers, &blocker.work, WORK_ORDINARY));
    await_entered(1);
    for (int i = 0; i < 12; i++)
        tasks[i] = (struct task){.work.run = run_noted, .number = i};
    for (int i = 0; i < 4; i++)
        ck_assert(workers_submit(workers, &tasks[i].work, WORK_ORDINARY));
    ck_assert(!workers_submit(workers, &tasks[4].work, WORK_ORDINARY));
    for (int i = 4; i < 8; i++)
        ck_assert(workers_submit(workers, &tasks[i].work, WORK_IMPORTANT));
    ck_assert(!workers_submit(workers, &tasks[8].work, WORK_IMPORTANT));
    for (int i = 8; i < 12; i++)
        ck_assert(workers_submit(workers, &tasks[i].work, WORK_ACCEPTED));
    unblock();
    workers_stop(workers);
    ck_assert_int_eq(atomic_load(&done), 12);
}
END_TEST

START_TEST(all_workers_work_at_once)
{
    enum { WORKERS = 5 };
    struct task tasks[WORKERS];
    reset();
    struct workers *workers = start(WORKERS, WORKERS);
    for (int i = 0; i < WORKERS; i++) {
        tasks[i] = (struct task){.work.run = run_blocked};
        ck_assert(workers_submit(workers, &tasks[i].work, WORK_ORDINARY));
    }
    await_entered(WORKERS); /* each is inside: none waits for another */
    unblock();
    workers_stop(workers);
}
END_TEST

static void *begin(void *context)
{
    ck_assert_ptr_eq(context, &begun);
    int *state = malloc(sizeof *state);
    *state = atomic_fetch_add(&begun, 1);
    return state;
}

static void end(void *state)
{
    atomic_fetch_add(&ended, 1);
    free(state);
}

static void run_with_state(struct work *work, void *state)
{
    (void)work;
    if (*(int *)state >= 0 && getpriority(PRIO_PROCESS, 0) == 5)
        atomic_fetch_add(&done, 1);
}

START_TEST(each_worker_has_its_state_and_niceness)
{
    struct task tasks[50];
    reset();
    struct workers_options options = {.name = "a long name is cut",
                                      .count = 3,
                                      .queue_max = 50,
                                      .nice = 5,
                                      .begin = begin,
                                      .end = end,
                                      .context = &begun};
    struct workers *workers = workers_start(&options);
    for (int i = 0; i < 50; i++) {
        tasks[i] = (struct task){.work.run = run_with_state};
        ck_assert(workers_submit(workers, &tasks[i].work, WORK_ORDINARY));
    }
    workers_stop(workers);
    ck_assert_int_eq(atomic_load(&done), 50);
    ck_assert_int_eq(atomic_load(&begun), 3);
    ck_assert_int_eq(atomic_load(&ended), 3);
}
END_TEST

struct producer {
    struct workers *workers;
    struct task *tasks;
    int count;
};

static void *produce(void *argument)
{
    struct producer *producer = argument;
    for (int i = 0; i < producer->count; i++)
        while (!workers_submit(producer->workers, &producer->tasks[i].work, WORK_ORDINARY))
            sched_yield();
    return NULL;
}

START_TEST(nothing_is_lost_between_many_threads)
{
    enum { PRODUCERS = 4, EACH = 20000 };
    struct task *tasks = calloc(PRODUCERS * EACH, sizeof *tasks);
    struct producer producers[PRODUCERS];
    pthread_t threads[PRODUCERS];
    reset();
    struct workers *workers = start(3, 64);
    for (int i = 0; i < PRODUCERS * EACH; i++)
        tasks[i] = (struct task){.work.run = run_noted, .number = i};
    for (int i = 0; i < PRODUCERS; i++) {
        producers[i] = (struct producer){workers, tasks + i * EACH, EACH};
        pthread_create(&threads[i], NULL, produce, &producers[i]);
    }
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(threads[i], NULL);
    workers_stop(workers);
    ck_assert_int_eq(atomic_load(&done), PRODUCERS * EACH);
    char *seen = calloc(1, PRODUCERS * EACH);
    for (int i = 0; i < PRODUCERS * EACH; i++)
        ck_assert_int_eq(seen[order[i]]++, 0);
    free(seen);
    free(tasks);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("workers");
    TCase *tests = tcase_create("workers");
    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, runs_first_in_first_out);
    tcase_add_test(tests, refuses_by_class);
    tcase_add_test(tests, all_workers_work_at_once);
    tcase_add_test(tests, each_worker_has_its_state_and_niceness);
    tcase_add_test(tests, nothing_is_lost_between_many_threads);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
