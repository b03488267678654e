/**
 * What was searched before, by which kernel and beside whom does not show in an answer, unless the
 * table is kept; and its keys tell boards apart.
 */
#include "kernel.h"
#include "random.h"
#include "require.h"
#include "search_fixture.h"
#include "suite.h"
#include "table.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

START_TEST(what_was_searched_before_does_not_show)
{
    struct random random = random_for("what_was_searched_before_does_not_show");
    struct random again = random;
    for (int i = 0; i < SEARCH_CASES; i++) {
        struct rev_result used;
        struct rev_result unused;
        search_case(context, &random, i, &used);
        struct rev_search_context *fresh = rev_search_context_new(TABLE_BYTES);
        search_case(fresh, &again, i, &unused);
        rev_search_context_free(fresh);
        REQUIRE_MSG(same_results(&used, &unused), "case %d differs", i);
    }
}
END_TEST

/** The same positions are asked about before, in other searches and so with other bounds. */
START_TEST(what_is_remembered_of_evaluations_changes_nothing)
{
    struct random random = random_for("what_is_remembered_of_evaluations_changes_nothing");
    for (int i = 0; i < SEARCH_CASES; i++) {
        struct rev_board board = random_board(&random, 20 + i % 38);
        struct rev_limits limits = {.depth_max = 4 + i % 3, .best_moves = 1 + i % 2};
        struct rev_result used;
        search(board, (struct rev_limits){.depth_max = 3 + i % 4, .best_moves = 2}, &used);
        search(board, limits, &used);
        struct rev_result unused;
        struct rev_search_context *fresh = rev_search_context_new(TABLE_BYTES);
        rev_search(fresh, board, &limits, &unused);
        rev_search_context_free(fresh);
        REQUIRE_MSG(same_results(&used, &unused), "case %d differs", i);
    }
}
END_TEST

START_TEST(a_table_that_has_been_used_for_all_generations_is_as_good_as_new)
{
    struct random random = random_for("a_table_used_for_all_generations");
    struct rev_board board = random_board(&random, 12);
    struct rev_board small = random_board(&random, 2);
    struct rev_result first;
    search(board, (struct rev_limits){.exact_empties_max = 64}, &first);
    struct rev_result result;
    for (int i = 0; i < (1 << 16) + 3; i++)
        search(small, (struct rev_limits){.exact_empties_max = 64}, &result);
    search(board, (struct rev_limits){.exact_empties_max = 64}, &result);
    ck_assert(same_results(&first, &result));
}
END_TEST

START_TEST(a_kept_table_saves_work_and_proves_the_same)
{
    struct random random = random_for("a_kept_table_saves_work_and_proves_the_same");
    uint64_t alone = 0;
    uint64_t kept = 0;
    for (int i = 0; i < 20; i++) {
        struct rev_board board = random_board(&random, 14);
        rev_search_context_keep(context, true);
        while (rev_moves(board)) {
            struct rev_result with;
            struct rev_result without;
            struct rev_limits limits = {.exact_empties_max = 64, .best_moves = 1 + i % 2};
            search(board, limits, &with);
            struct rev_search_context *fresh = rev_search_context_new(TABLE_BYTES);
            rev_search(fresh, board, &limits, &without);
            rev_search_context_free(fresh);
            REQUIRE_MSG(with.exact && with.moves[0].score == without.moves[0].score,
                        "%d instead of %d in game %d with %d empty", with.moves[0].score,
                        without.moves[0].score, i, empties_of(board));
            REQUIRE(play_line(board, &with.moves[0]) == with.moves[0].score);
            kept += with.nodes;
            alone += without.nodes;
            int square = with.moves[0].square;
            board = rev_play(board, square, rev_flips(board, square));
        }
    }
    rev_search_context_keep(context, false);
    REQUIRE_MSG(kept < alone * 9 / 10, "%" PRIu64 " nodes instead of %" PRIu64, kept, alone);
}
END_TEST

START_TEST(a_table_starts_from_nothing_whenever_it_is_told_to_be_kept_or_not)
{
    struct random random = random_for("a_table_starts_from_nothing_whenever_it_is_told");
    for (int i = 0; i < SEARCH_CASES; i++) {
        struct rev_board board = case_board(&random, i);
        const struct rev_limits *limits = case_limits(i);
        struct rev_result first;
        struct rev_result again;
        rev_search_context_keep(context, false);
        rev_search(context, board, limits, &first);
        for (int keep = 1; keep >= 0; keep--) {
            rev_search_context_keep(context, keep);
            rev_search(context, board, limits, &again);
            REQUIRE_MSG(same_results(&first, &again), "case %d differs, kept %d", i, keep);
        }
    }
}
END_TEST

START_TEST(what_a_kept_table_holds_for_long_gives_way_to_the_new)
{
    struct table table;
    ck_assert(table_init(&table, TABLE_BYTES));
    table_keep(&table, true);
    struct table_finding finding = {
        .depth = 9, .alpha = 0, .beta = 1, .score = 5, .move = 3, .nodes = UINT64_C(1) << 40};
    for (uint64_t i = 1; i <= TABLE_WAYS; i++)
        table_store(&table, i << 32, &finding);
    finding.nodes = 2;
    for (int searches = 0; searches < 100; searches++) /* one game's */
        table_begin(&table);
    for (uint64_t i = TABLE_WAYS + 1; i <= 2 * TABLE_WAYS; i++)
        table_store(&table, i << 32, &finding);
    for (uint64_t i = TABLE_WAYS + 1; i <= 2 * TABLE_WAYS; i++)
        REQUIRE_MSG(table_find(&table, i << 32), "entry %d has not stayed", (int)i);
    table_release(&table);
}
END_TEST

static int compare_keys(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left;
    uint64_t b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/** A board with two squares set anew: 0 empty, 1 own, 2 opp; `states` has both. */
static struct rev_board with_squares(struct rev_board board, int a, int b, int states)
{
    uint64_t first = rev_bit(a);
    uint64_t second = rev_bit(b);
    board.own &= ~(first | second);
    board.opp &= ~(first | second);
    board.own |= (states % 3 == 1 ? first : 0) | (states / 3 == 1 ? second : 0);
    board.opp |= (states % 3 == 2 ? first : 0) | (states / 3 == 2 ? second : 0);
    return board;
}

/** What the small tables look at of a key: all but two bits. */
#define LOOKED_AT (~UINT64_C(0xc000))

/** Pairs of keys that are the same in some of their bits. Leaves the other bits out of the keys. */
static uint64_t count_alike(uint64_t *keys, size_t count, uint64_t bits)
{
    for (size_t k = 0; k < count; k++)
        keys[k] &= bits;
    qsort(keys, count, sizeof keys[0], compare_keys);
    uint64_t pairs = 0;
    uint64_t same = 0;
    for (size_t k = 1; k < count; k++) {
        same = keys[k] == keys[k - 1] ? same + 1 : 0;
        pairs += same;
    }
    return pairs;
}

/** The keys of all boards that differ from one in exactly two squares. */
static size_t neighbours(struct rev_board board, uint64_t keys[64 * 63 / 2 * 4])
{
    size_t count = 0;
    for (int a = 0; a < 64; a++) {
        for (int b = 0; b < a; b++) {
            for (int states = 0; states < 9; states++) {
                struct rev_board other = with_squares(board, a, b, states);
                uint64_t differs = (other.own ^ board.own) | (other.opp ^ board.opp);
                if (rev_count(differs) == 2)
                    keys[count++] = table_key(other.own, other.opp);
            }
        }
    }
    return count;
}

START_TEST(boards_that_differ_in_few_squares_have_keys_that_differ_as_random_ones_do)
{
    static uint64_t keys[64 * 63 / 2 * 4];
    static uint64_t window[64 * 63 / 2 * 4];
    const size_t count = sizeof keys / sizeof keys[0];
    const double expected = (double)count * (double)(count - 1) / 2 / (1 << 14);
    struct random random = random_for("boards_that_differ_in_few_squares");
    for (int i = 0; i < 20; i++) {
        struct rev_board board = random_board(&random, 10 + 2 * i);
        REQUIRE(neighbours(board, keys) == count);
        for (int shift = 0; shift <= 50; shift += 10) {
            memcpy(window, keys, sizeof window);
            uint64_t alike = count_alike(window, count, UINT64_C(0x3fff) << shift);
            REQUIRE_MSG((double)alike < 2 * expected,
                        "%" PRIu64 " pairs alike from bit %d on at own %016" PRIx64
                        " opp %016" PRIx64,
                        alike, shift, board.own, board.opp);
        }
        REQUIRE(count_alike(keys, count, LOOKED_AT) == 0);
    }
}
END_TEST

/** Sets that an arithmetic of sets may have trouble with. */
static size_t special_sets(uint64_t sets[], size_t max)
{
    /* Constants of good generators and hashes, which is where one's own are found. */
    static const uint64_t constants[] = {
        UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xd6e8feb86659fd93), UINT64_C(0xbff5c070d7d5e5f5),
        UINT64_C(0xbb9ed960a9151991), UINT64_C(0xa0761d6478bd642f), UINT64_C(0xe7037ed1a0b428db),
        UINT64_C(0x8ebc6af09c88c6e3), UINT64_C(0x5555555555555555), UINT64_C(0xaaaaaaaaaaaaaaaa),
        UINT64_C(0x00000000ffffffff), UINT64_C(0xffffffff00000000), UINT64_C(0)};
    size_t count = 0;
    for (size_t c = 0; c < sizeof constants / sizeof constants[0]; c++) {
        sets[count++] = constants[c];
        for (int square = 0; square < 64; square++)
            sets[count++] = constants[c] ^ rev_bit(square);
    }
    for (int length = 2; length < 64; length++) {
        sets[count++] = rev_bit(length) - 1;
        sets[count++] = ~(rev_bit(length) - 1);
    }
    REQUIRE(count <= max);
    return count;
}

START_TEST(whatever_one_side_has_different_discs_of_the_other_have_different_keys)
{
    enum { OTHERS = 1000 };
    static uint64_t sets[1024];
    static uint64_t with_own[OTHERS];
    static uint64_t with_opp[OTHERS];
    struct random random = random_for("whatever_one_side_has");
    size_t count = special_sets(sets, sizeof sets / sizeof sets[0]);
    for (size_t i = 0; i < count; i++) {
        uint64_t other = 0;
        for (int k = 0; k < OTHERS; k++) {
            /* Of every second one only a square is new; a board's sides share none. */
            uint64_t change = k % 2 ? rev_bit(random_below(&random, 64)) : random_next(&random);
            other = (other ^ change) & ~sets[i];
            with_own[k] = other;
        }
        qsort(with_own, OTHERS, sizeof with_own[0], compare_keys);
        size_t others = 0;
        for (size_t k = 0; k < OTHERS; k++) {
            if (k == 0 || with_own[k] != with_own[k - 1])
                with_opp[others++] = with_own[k];
        }
        for (size_t k = 0; k < others; k++) {
            with_own[k] = table_key(sets[i], with_opp[k]);
            with_opp[k] = table_key(with_opp[k], sets[i]);
        }
        REQUIRE_MSG(count_alike(with_own, others, LOOKED_AT) == 0, "own %016" PRIx64, sets[i]);
        REQUIRE_MSG(count_alike(with_opp, others, LOOKED_AT) == 0, "opp %016" PRIx64, sets[i]);
    }
}
END_TEST

START_TEST(a_finding_bounds_a_value_only_where_it_fell_inside_or_beyond_its_window)
{
    static const struct {
        int alpha;
        int beta;
        int score;
        int lower;
        int upper;
    } cases[] = {
        {0, 1, 1, 1, INT16_MAX},     {0, 1, 7, 7, INT16_MAX}, {0, 1, 0, INT16_MIN, 0},
        {0, 1, -7, INT16_MIN, -7},   {-4, 10, 6, 6, 6},       {-4, 10, 10, 10, INT16_MAX},
        {-4, 10, -4, INT16_MIN, -4},
    };
    struct table table;
    ck_assert(table_init(&table, TABLE_BYTES));
    table_begin(&table);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t key = (i + 1) << 32;
        table_store(&table, key,
                    &(struct table_finding){.depth = TABLE_DEPTH_EXACT,
                                            .alpha = cases[i].alpha,
                                            .beta = cases[i].beta,
                                            .score = cases[i].score,
                                            .nodes = 1});
        const struct table_entry *entry = table_find(&table, key);
        REQUIRE(entry);
        REQUIRE_MSG(entry->lower == cases[i].lower && entry->upper == cases[i].upper,
                    "case %zu: %d..%d", i, entry->lower, entry->upper);
    }
    table_release(&table);
}
END_TEST

START_TEST(an_entry_is_found_by_every_bit_of_its_key)
{
    struct table table;
    ck_assert(table_init(&table, 64 << 10));
    table_begin(&table);
    struct random random = random_for("an_entry_is_found_by_every_bit_of_its_key");
    uint64_t key = random_next(&random);
    table_store(&table, key,
                &(struct table_finding){
                    .depth = 9, .alpha = 0, .beta = 1, .score = 5, .move = 3, .nodes = 2});
    ck_assert_ptr_nonnull(table_find(&table, key));
    for (int bit = 16; bit < 64; bit++) {
        uint64_t other = key ^ rev_bit(bit);
        REQUIRE_MSG(!table_find(&table, other), "bit %d is not looked at", bit);
        REQUIRE(table_tag(&table, other) != table_tag(&table, key));
    }
    table_release(&table);
}
END_TEST

START_TEST(every_kernel_finds_the_same)
{
    struct random random = random_for("every_kernel_finds_the_same");
    struct table table;
    ck_assert(table_init(&table, TABLE_BYTES));
    for (int i = 0; i < SEARCH_CASES; i++) {
        struct rev_board board = case_board(&random, i);
        const struct rev_limits *limits = case_limits(i);
        struct rev_result first;
        search(board, *limits, &first);
        for (int k = 0; rev_kernel_at(k); k++) {
            struct rev_result result;
            rev_kernel_at(k)->search(&table, &(struct rev_pause){0}, board, limits, &result);
            REQUIRE_MSG(same_results(&first, &result), "%s differs", rev_kernel_at(k)->name);
        }
    }
    table_release(&table);
}
END_TEST

struct thread_searches {
    uint64_t seed;
    struct rev_result results[SEARCH_CASES];
};

static void *search_in_thread(void *argument)
{
    struct thread_searches *searches = argument;
    struct rev_search_context *own = rev_search_context_new(TABLE_BYTES);
    struct random random = {searches->seed};
    for (int i = 0; own && i < SEARCH_CASES; i++)
        search_case(own, &random, i, &searches->results[i]);
    rev_search_context_free(own);
    return NULL;
}

enum { THREADS_MAX = 16 };

/** As many as there are cores, and more than one. */
static int thread_count(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 2 ? 2 : cores < THREADS_MAX ? (int)cores : THREADS_MAX;
}

START_TEST(threads_at_once_find_what_one_finds)
{
    struct random random = random_for("threads_at_once_find_what_one_finds");
    static struct thread_searches searches[THREADS_MAX];
    pthread_t threads[THREADS_MAX];
    int count = thread_count();
    for (int i = 0; i < count; i++) {
        searches[i].seed = random.state;
        ck_assert_int_eq(pthread_create(&threads[i], NULL, search_in_thread, &searches[i]), 0);
    }
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < SEARCH_CASES; i++) {
        struct rev_result alone;
        search_case(context, &random, i, &alone);
        for (int t = 0; t < count; t++)
            REQUIRE_MSG(same_results(&alone, &searches[t].results[i]), "thread %d, case %d", t, i);
    }
    printf("%d threads at once\n", count);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("search table");
    TCase *tcase = tcase_create("cases");
    tcase_set_timeout(tcase, 300);
    tcase_add_unchecked_fixture(tcase, make_context, free_context);
    tcase_add_test(tcase, what_was_searched_before_does_not_show);
    tcase_add_test(tcase, what_is_remembered_of_evaluations_changes_nothing);
    tcase_add_test(tcase, a_table_that_has_been_used_for_all_generations_is_as_good_as_new);
    tcase_add_test(tcase, a_kept_table_saves_work_and_proves_the_same);
    tcase_add_test(tcase, a_table_starts_from_nothing_whenever_it_is_told_to_be_kept_or_not);
    tcase_add_test(tcase, what_a_kept_table_holds_for_long_gives_way_to_the_new);
    tcase_add_test(tcase,
                   boards_that_differ_in_few_squares_have_keys_that_differ_as_random_ones_do);
    tcase_add_test(tcase, whatever_one_side_has_different_discs_of_the_other_have_different_keys);
    tcase_add_test(tcase, a_finding_bounds_a_value_only_where_it_fell_inside_or_beyond_its_window);
    tcase_add_test(tcase, an_entry_is_found_by_every_bit_of_its_key);
    tcase_add_test(tcase, every_kernel_finds_the_same);
    tcase_add_test(tcase, threads_at_once_find_what_one_finds);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
