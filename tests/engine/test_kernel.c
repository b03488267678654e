/**
 * Every kernel that this machine can run gives what the rule book gives, and what the other kernels
 * give.
 */
#include "kernel.h"
#include "random.h"
#include "reference.h"
#include "require.h"
#include "suite.h"

#include <stdbool.h>

enum { REFERENCE_POSITIONS = 200 * 1000, KERNEL_POSITIONS = 2 * 1000 * 1000 };

/** Any disjoint sets, sparse or dense, whether or not a game could lead there. */
static struct rev_board any_board(struct random *random)
{
    uint64_t filled = random_next(random);
    switch (random_below(random, 3)) {
    case 0:
        filled |= random_next(random);
        filled |= random_next(random);
        break;
    case 1:
        filled |= random_next(random);
        break;
    }
    uint64_t own = random_next(random);
    if (random_below(random, 2))
        own &= random_next(random); /* few own discs make long lines */
    return (struct rev_board){filled & own, filled & ~own};
}

/** Walks random games; each call gives the next position, games that end begin again. */
static struct rev_board reached_board(struct random *random, struct rev_board *walk)
{
    uint64_t moves = reference_moves(*walk);
    if (moves) {
        int square = random_square(random, moves);
        *walk = rev_play(*walk, square, reference_flips(*walk, square));
    } else if (reference_moves(rev_pass(*walk))) {
        *walk = rev_pass(*walk);
    } else {
        *walk = rev_board_start();
    }
    return *walk;
}

static bool same_as_reference(const struct rev_kernel *kernel, struct rev_board board,
                              const uint64_t flips[64])
{
    uint64_t moves = 0;
    for (int square = 0; square < 64; square++) {
        if (kernel->flips(board, square) != flips[square])
            return false;
        if (flips[square])
            moves |= rev_bit(square);
    }
    return kernel->moves(board) == moves;
}

static void check_like_reference(struct rev_board board)
{
    uint64_t flips[64];
    for (int square = 0; square < 64; square++)
        flips[square] = reference_flips(board, square);
    for (int k = 0; rev_kernel_at(k); k++) {
        REQUIRE_MSG(same_as_reference(rev_kernel_at(k), board, flips),
                    "%s is wrong at own %016" PRIx64 " opp %016" PRIx64, rev_kernel_at(k)->name,
                    board.own, board.opp);
    }
}

START_TEST(kernels_follow_the_rule_book)
{
    struct random random = random_for("kernels_follow_the_rule_book");
    struct rev_board walk = rev_board_start();
    for (int i = 0; i < REFERENCE_POSITIONS; i++)
        check_like_reference(i % 2 ? any_board(&random) : reached_board(&random, &walk));
}
END_TEST

static bool same_answers(const struct rev_kernel *a, const struct rev_kernel *b,
                         struct rev_board board)
{
    if (a->moves(board) != b->moves(board))
        return false;
    uint64_t empty = ~(board.own | board.opp);
    for (; empty; empty &= empty - 1) {
        int square = __builtin_ctzll(empty);
        if (a->flips(board, square) != b->flips(board, square))
            return false;
    }
    return true;
}

static struct rev_board next_by(const struct rev_kernel *kernel, struct random *random,
                                struct rev_board board)
{
    uint64_t moves = kernel->moves(board);
    if (moves == 0)
        return kernel->moves(rev_pass(board)) ? rev_pass(board) : rev_board_start();
    int square = random_square(random, moves);
    return rev_play(board, square, kernel->flips(board, square));
}

START_TEST(kernels_agree_on_millions_of_positions)
{
    struct random random = random_for("kernels_agree_on_millions_of_positions");
    const struct rev_kernel *first = rev_kernel_at(0);
    for (int k = 1; rev_kernel_at(k); k++) {
        struct rev_board walk = rev_board_start();
        for (int i = 0; i < KERNEL_POSITIONS; i++) {
            walk = next_by(first, &random, walk);
            struct rev_board board = i % 2 ? any_board(&random) : walk;
            REQUIRE_MSG(same_answers(first, rev_kernel_at(k), board),
                        "%s and %s differ at own %016" PRIx64 " opp %016" PRIx64, first->name,
                        rev_kernel_at(k)->name, board.own, board.opp);
        }
    }
}
END_TEST

START_TEST(kernels_count_the_same_perft)
{
    for (int k = 0; rev_kernel_at(k); k++)
        ck_assert_uint_eq(rev_kernel_at(k)->perft(rev_board_start(), 9), 3005288);
}
END_TEST

START_TEST(the_public_functions_use_the_first_kernel)
{
    ck_assert_ptr_eq(rev_kernel(), rev_kernel_at(0));
    ck_assert_str_eq(rev_board_kernel(), rev_kernel_at(0)->name);
}
END_TEST

START_TEST(the_last_kernel_is_the_portable_one)
{
    const struct rev_kernel *last = NULL;
    for (int k = 0; rev_kernel_at(k); k++) {
        last = rev_kernel_at(k);
        printf("kernel %d: %s\n", k, last->name);
    }
    ck_assert_ptr_nonnull(last);
    ck_assert_str_eq(last->name, "portable");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernel");
    TCase *tcase = tcase_create("kernel");
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, the_last_kernel_is_the_portable_one);
    tcase_add_test(tcase, the_public_functions_use_the_first_kernel);
    tcase_add_test(tcase, kernels_follow_the_rule_book);
    tcase_add_test(tcase, kernels_agree_on_millions_of_positions);
    tcase_add_test(tcase, kernels_count_the_same_perft);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
