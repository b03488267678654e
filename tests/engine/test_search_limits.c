/**
 * What a search may spend: nodes, plies, time until it notices that it is cancelled, memory, stack;
 * and what it has found when it is stopped.
 */
#include "plain_solver.h"
#include "random.h"
#include "require.h"
#include "search_fixture.h"
#include "suite.h"

#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { OVERSHOOT_MAX = 8192 /* what the header allows beyond nodes_max */ };

START_TEST(node_limits_hold_and_still_give_a_move)
{
    struct random random = random_for("node_limits_hold_and_still_give_a_move");
    for (int i = 0; i < 60; i++) {
        struct rev_board board = random_board(&random, 14 + i % 40);
        uint64_t nodes_max = UINT64_C(1) << (i % 18);
        struct rev_result result;
        search(board,
               (struct rev_limits){.nodes_max = nodes_max,
                                   .exact_empties_max = i & 1 ? 64 : 0,
                                   .best_moves = i % 3},
               &result);
        REQUIRE_MSG(result.nodes <= nodes_max + OVERSHOOT_MAX,
                    "%" PRIu64 " nodes instead of %" PRIu64, result.nodes, nodes_max);
        REQUIRE(!result.cancelled);
        REQUIRE(rev_moves(board) & rev_bit(result.moves[0].square));
        for (int m = 1; m < result.move_count; m++) {
            const struct rev_root_move *before = &result.moves[m - 1];
            const struct rev_root_move *move = &result.moves[m];
            REQUIRE(move->bound || (!before->bound && before->score >= move->score));
        }
    }
}
END_TEST

/** The moves of a result that are marked exact, each of which has to have its true value. */
static uint64_t proved_moves(struct rev_board board, const struct rev_result *result)
{
    uint64_t proved = 0;
    for (int m = 0; m < result->move_count; m++) {
        const struct rev_root_move *move = &result->moves[m];
        if (!move->exact)
            continue;
        int value = plain_solve_move(board, move->square);
        REQUIRE_MSG(!move->bound && move->score == value,
                    "%d instead of %d for square %d at own %016" PRIx64 " opp %016" PRIx64,
                    move->score, value, move->square, board.own, board.opp);
        REQUIRE(play_line(board, move) == value);
        proved |= rev_bit(move->square);
    }
    return proved;
}

START_TEST(a_stopped_search_keeps_what_it_has_proved)
{
    struct random random = random_for("a_stopped_search_keeps_what_it_has_proved");
    int partly = 0;
    for (int i = 0; i < 40; i++) {
        struct rev_board board = random_board(&random, 9 + i % 2);
        int wanted = i % 4 < 2 ? ALL_MOVES : i % 4;
        uint64_t proved = 0;
        struct rev_result result;
        uint64_t nodes_max = 100;
        do {
            search(board,
                   (struct rev_limits){
                       .nodes_max = nodes_max, .exact_empties_max = 64, .best_moves = wanted},
                   &result);
            uint64_t now = proved_moves(board, &result);
            REQUIRE_MSG(wanted < ALL_MOVES || (proved & ~now) == 0, "a proof is lost");
            partly += now && !result.exact;
            proved = now;
            nodes_max += nodes_max / 4;
        } while (!result.exact);
        REQUIRE(rev_count(proved) >= (result.move_count < wanted ? result.move_count : wanted));
    }
    printf("%d results were proved in part\n", partly);
    ck_assert_int_gt(partly, 40);
}
END_TEST

START_TEST(a_search_for_the_best_move_that_stops_just_before_its_end_has_proved_the_value)
{
    struct random random = random_for("a_search_that_stops_just_before_its_end");
    int kept = 0;
    for (int i = 0; i < 100; i++) {
        struct rev_board board = random_board(&random, 11);
        struct rev_limits limits = {.exact_empties_max = 64};
        struct rev_result whole;
        struct rev_result stopped;
        search(board, limits, &whole);
        limits.nodes_max = whole.nodes - 1;
        search(board, limits, &stopped);
        const struct rev_root_move *best = &stopped.moves[0];
        if (best->exact) /* it may be the last move that was found to be better */
            REQUIRE(best->score <= whole.moves[0].score);
        kept += best->exact;
    }
    printf("%d of 100 had\n", kept);
    ck_assert_int_gt(kept, 60);
}
END_TEST

START_TEST(a_search_that_is_cancelled_before_it_begins_gives_a_move)
{
    atomic_bool cancel = true;
    struct rev_result result;
    search(rev_board_start(), (struct rev_limits){.cancel = &cancel}, &result);
    ck_assert(result.cancelled);
    ck_assert_int_eq(result.move_count, 4);
    ck_assert_uint_le(result.nodes, OVERSHOOT_MAX);
}
END_TEST

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

struct canceller {
    atomic_bool cancel;
    double at_ms;
};

static void *cancel_soon(void *argument)
{
    struct canceller *canceller = argument;
    struct timespec soon = {.tv_nsec = 20 * 1000 * 1000};
    nanosleep(&soon, NULL);
    canceller->at_ms = now_ms();
    atomic_store(&canceller->cancel, true);
    return NULL;
}

/** Runs a search that another thread cancels, and prints how long that took. */
static void search_and_cancel(struct rev_board board, struct rev_limits limits,
                              struct rev_result *result)
{
    struct canceller canceller = {.cancel = false};
    limits.cancel = &canceller.cancel;
    pthread_t thread;
    ck_assert_int_eq(pthread_create(&thread, NULL, cancel_soon, &canceller), 0);
    search(board, limits, result);
    double end_ms = now_ms();
    pthread_join(thread, NULL);
    printf("cancelled within %.2f ms\n", end_ms - canceller.at_ms);
}

struct watch {
    int calls;
    int cancel_at;
    atomic_bool cancel;
};

static void watch_call(void *argument)
{
    struct watch *watch = argument;
    if (++watch->calls == watch->cancel_at)
        atomic_store(&watch->cancel, true);
}

/** Cancels the same search at one look at its budget after the other. @return the most nodes
 * between two of them; 0: it ended before the first */
static uint64_t longest_stretch(struct rev_board board, struct rev_limits limits)
{
    uint64_t nodes_before = 0;
    uint64_t most = 0;
    for (int i = 1; i <= 60; i++) {
        struct watch watch = {.cancel_at = i};
        limits.cancel = &watch.cancel;
        rev_search_context_pause(context, (struct rev_pause){watch_call, &watch});
        struct rev_result result;
        search(board, limits, &result);
        if (!result.cancelled)
            break; /* it ended before */
        ck_assert_int_eq(watch.calls, i);
        uint64_t nodes = result.nodes - nodes_before;
        most = nodes > most ? nodes : most;
        nodes_before = result.nodes;
    }
    rev_search_context_pause(context, (struct rev_pause){0});
    return most;
}

START_TEST(every_search_looks_at_its_budget_every_few_thousand_nodes)
{
    static const struct {
        int empties;
        struct rev_limits limits;
    } cases[] = {
        {26, {.exact_empties_max = 64}},
        {22, {.exact_empties_max = 64, .best_moves = ALL_MOVES}},
        {26, {.exact_empties_max = 64, .confidence = 87}},
        {26, {.exact_empties_max = 64, .outcomes_only = true}},
        {50, {.depth_max = 20}},
        {50, {.depth_max = 16, .best_moves = ALL_MOVES}},
        {50, {.depth_max = 12, .midgame_confidence = 100}},
        {40, {.nodes_max = 10000000, .whole_iterations = true}},
    };
    struct random random = random_for("every_search_looks_at_its_budget");
    uint64_t most = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t nodes;
        do /* some are too easy */
            nodes = longest_stretch(random_board(&random, cases[i].empties), cases[i].limits);
        while (nodes == 0);
        REQUIRE_MSG(nodes <= OVERSHOOT_MAX, "case %zu: %" PRIu64 " nodes", i, nodes);
        most = nodes > most ? nodes : most;
    }
    printf("at most %" PRIu64 " nodes between two looks\n", most);
}
END_TEST

START_TEST(an_exact_search_can_be_cancelled)
{
    struct rev_result result;
    search_and_cancel(rev_board_start(), (struct rev_limits){.exact_empties_max = 64}, &result);
    ck_assert(result.cancelled && !result.exact);
    ck_assert_int_eq(result.move_count, 4);
}
END_TEST

START_TEST(cancelling_ends_a_search_that_would_never_end)
{
    struct rev_result result;
    search_and_cancel(rev_board_start(), (struct rev_limits){0}, &result);
    ck_assert(result.cancelled);
    ck_assert(!result.exact);
    ck_assert_int_gt(result.depth, 1);
}
END_TEST

/* The linker leads every allocation of this program here (-Wl,--wrap). */
static atomic_int allocations;

/* More is refused here, as it would be where memory is short. */
static const size_t ALLOCATION_MAX = (size_t)1 << 40;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    atomic_fetch_add(&allocations, 1);
    if (size > ALLOCATION_MAX)
        return NULL;
    return __real_aligned_alloc(alignment, size);
}

START_TEST(a_search_allocates_nothing)
{
    struct random random = random_for("a_search_allocates_nothing");
    int before_context = atomic_load(&allocations);
    rev_search_context_free(rev_search_context_new(TABLE_BYTES));
    ck_assert_int_gt(atomic_load(&allocations), before_context);
    for (int i = 0; i < SEARCH_CASES; i++) {
        int before = atomic_load(&allocations);
        struct rev_result result;
        search_case(context, &random, i, &result);
        ck_assert_int_eq(atomic_load(&allocations), before);
    }
}
END_TEST

START_TEST(a_table_that_is_too_large_is_refused_and_one_too_small_is_of_64_kib)
{
    struct random random = random_for("tables_of_the_least_size");
    for (size_t bytes = SIZE_MAX; bytes > ALLOCATION_MAX * 2; bytes /= 2)
        ck_assert_ptr_null(rev_search_context_new(bytes));
    struct rev_search_context *least = rev_search_context_new(64 << 10);
    struct rev_search_context *none = rev_search_context_new(0);
    ck_assert(least && none);
    for (int i = 0; i < 20; i++) {
        struct rev_board board = random_board(&random, 14);
        struct rev_limits limits = {.exact_empties_max = 64};
        struct rev_result of_least;
        struct rev_result of_none;
        rev_search(least, board, &limits, &of_least);
        rev_search(none, board, &limits, &of_none);
        ck_assert(same_results(&of_least, &of_none));
    }
    rev_search_context_free(least);
    rev_search_context_free(none);
}
END_TEST

static void *search_deeply(void *argument)
{
    static const struct rev_limits deep[] = {
        {.nodes_max = 300000},
        {.nodes_max = 300000, .depth_max = 60, .midgame_confidence = 100},
        {.nodes_max = 300000, .best_moves = REV_ROOT_MOVES_MAX},
        {.nodes_max = 300000, .exact_empties_max = 64},
    };
    (void)argument;
    for (size_t i = 0; i < sizeof deep / sizeof deep[0]; i++) {
        struct rev_result result;
        search(rev_board_start(), deep[i], &result);
        ck_assert_int_gt(result.move_count, 0);
    }
    return NULL;
}

/* As search.h promises; what the address sanitizer adds has room in it as well. */
#ifdef __SANITIZE_THREAD__
enum { STACK_BYTES = 4 << 20 };
#else
enum { STACK_BYTES = 512 << 10 };
#endif

START_TEST(a_search_needs_no_more_than_512_kib_of_stack)
{
    pthread_attr_t small;
    pthread_t thread;
    ck_assert_int_eq(pthread_attr_init(&small), 0);
    ck_assert_int_eq(pthread_attr_setstacksize(&small, STACK_BYTES), 0);
    ck_assert_int_eq(pthread_create(&thread, &small, search_deeply, NULL), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&small);
}
END_TEST

START_TEST(depth_limits_hold)
{
    for (int depth = 1; depth <= 6; depth++) {
        struct rev_result result;
        search(rev_board_start(), (struct rev_limits){.depth_max = depth}, &result);
        ck_assert_int_eq(result.depth, depth);
        ck_assert(!result.exact);
        ck_assert_int_le(result.moves[0].line_length, depth);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("search limits");
    TCase *tcase = tcase_create("cases");
    tcase_set_timeout(tcase, 300);
    tcase_add_unchecked_fixture(tcase, make_context, free_context);
    tcase_add_test(tcase, node_limits_hold_and_still_give_a_move);
    tcase_add_test(tcase, a_stopped_search_keeps_what_it_has_proved);
    tcase_add_test(tcase,
                   a_search_for_the_best_move_that_stops_just_before_its_end_has_proved_the_value);
    tcase_add_test(tcase, a_search_that_is_cancelled_before_it_begins_gives_a_move);
    tcase_add_test(tcase, every_search_looks_at_its_budget_every_few_thousand_nodes);
    tcase_add_test(tcase, an_exact_search_can_be_cancelled);
    tcase_add_test(tcase, cancelling_ends_a_search_that_would_never_end);
    tcase_add_test(tcase, a_search_allocates_nothing);
    tcase_add_test(tcase, a_table_that_is_too_large_is_refused_and_one_too_small_is_of_64_kib);
    tcase_add_test(tcase, a_search_needs_no_more_than_512_kib_of_stack);
    tcase_add_test(tcase, depth_limits_hold);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
