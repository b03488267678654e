/**
 * Golden: how many sequences of plies there are, by four conventions.
 */
#include "data.h"
#include "reversi/board.h"
#include "suite.h"

#include <inttypes.h>

enum convention { STANDARD, UNFINISHED, FREE_PASS, PARALLEL, CONVENTION_COUNT };

static struct rev_board start_of(enum convention convention)
{
    enum { D4 = 27, E4 = 28, D5 = 35, E5 = 36 };
    if (convention == PARALLEL)
        return (struct rev_board){rev_bit(D4) | rev_bit(E4), rev_bit(D5) | rev_bit(E5)};
    return rev_board_start();
}

/** Counts move by move through the public functions, as the convention says. */
static uint64_t count(struct rev_board board, int depth, enum convention convention)
{
    if (depth == 0)
        return 1;
    uint64_t moves = rev_moves(board);
    if (moves == 0) {
        if (rev_moves(rev_pass(board)) == 0)
            return convention == UNFINISHED ? 0 : 1;
        return count(rev_pass(board), convention == FREE_PASS ? depth : depth - 1, convention);
    }
    uint64_t leaves = 0;
    for (; moves; moves &= moves - 1) {
        int square = __builtin_ctzll(moves);
        leaves += count(rev_play(board, square, rev_flips(board, square)), depth - 1, convention);
    }
    return leaves;
}

/** Reads one line of golden figures. False: it is a comment or a heading. */
static bool read_row(const char *line, int *depth, uint64_t figures[CONVENTION_COUNT])
{
    return sscanf(line, "%d %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, depth,
                  &figures[STANDARD], &figures[UNFINISHED], &figures[FREE_PASS],
                  &figures[PARALLEL]) == 1 + CONVENTION_COUNT;
}

static FILE *open_golden(void)
{
    char path[DATA_PATH_SIZE];
    source_path(path, "tests/golden/perft.tsv");
    FILE *file = fopen(path, "r");
    ck_assert_msg(file, "cannot open %s", path);
    return file;
}

START_TEST(counting_by_each_convention_gives_the_golden_figures)
{
    FILE *file = open_golden();
    char line[256];
    int rows = 0;
    int depth;
    uint64_t figures[CONVENTION_COUNT];
    while (fgets(line, sizeof line, file)) {
        if (!read_row(line, &depth, figures))
            continue;
        ck_assert_uint_eq(count(start_of(_i), depth, _i), figures[_i]);
        rows++;
    }
    fclose(file);
    ck_assert_int_ge(rows, 9);
}
END_TEST

START_TEST(perft_gives_the_golden_figures)
{
    FILE *file = open_golden();
    char line[256];
    int rows = 0;
    int depth;
    uint64_t figures[CONVENTION_COUNT];
    while (fgets(line, sizeof line, file)) {
        if (!read_row(line, &depth, figures))
            continue;
        ck_assert_uint_eq(rev_perft(rev_board_start(), depth), figures[STANDARD]);
        ck_assert_uint_eq(rev_perft(start_of(PARALLEL), depth), figures[PARALLEL]);
        rows++;
    }
    fclose(file);
    ck_assert_int_ge(rows, 9);
}
END_TEST

START_TEST(perft_counts_a_pass_as_a_ply_and_a_finished_game_once)
{
    struct rev_board must_pass = {.own = rev_bit(1), .opp = rev_bit(0)};
    struct rev_board over = {.own = rev_bit(0)};
    ck_assert_uint_eq(rev_perft(must_pass, 0), 1);
    ck_assert_uint_eq(rev_perft(must_pass, 1), 1);
    ck_assert_uint_eq(rev_perft(must_pass, 2), 1);
    ck_assert_uint_eq(rev_perft(must_pass, 9), 1);
    ck_assert_uint_eq(rev_perft(over, 0), 1);
    ck_assert_uint_eq(rev_perft(over, 9), 1);
}
END_TEST

/** The larger table, where it is: all conventions to depth 9. */
START_TEST(perft_agrees_with_the_data_set)
{
    char path[DATA_PATH_SIZE];
    if (!data_path(path, "perft/perft.tsv"))
        return;
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    char line[512];
    int rows = 0;
    int depth;
    uint64_t figures[CONVENTION_COUNT];
    while (fgets(line, sizeof line, file)) {
        if (!read_row(line, &depth, figures) || depth > 9)
            continue;
        for (int convention = 0; convention < CONVENTION_COUNT; convention++)
            ck_assert_uint_eq(count(start_of(convention), depth, convention), figures[convention]);
        rows++;
    }
    fclose(file);
    ck_assert_int_eq(rows, 9);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("perft");
    TCase *tcase = tcase_create("perft");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, counting_by_each_convention_gives_the_golden_figures, 0,
                        CONVENTION_COUNT);
    tcase_add_test(tcase, perft_gives_the_golden_figures);
    tcase_add_test(tcase, perft_counts_a_pass_as_a_ply_and_a_finished_game_once);
    tcase_add_test(tcase, perft_agrees_with_the_data_set);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
