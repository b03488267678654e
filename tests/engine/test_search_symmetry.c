/**
 * However a position is turned it is worth the same, and moves that a symmetry of it turns into one
 * another have one value.
 */
#include "plain_solver.h"
#include "random.h"
#include "require.h"
#include "search_fixture.h"
#include "suite.h"

static uint64_t transform(uint64_t set, int symmetry)
{
    uint64_t image = 0;
    for (; set; set &= set - 1) {
        int square = __builtin_ctzll(set);
        int x = square & 7;
        int y = square >> 3;
        if (symmetry & 1)
            x = 7 - x;
        if (symmetry & 2)
            y = 7 - y;
        image |= rev_bit(symmetry & 4 ? x * 8 + y : y * 8 + x);
    }
    return image;
}

static struct rev_board transform_board(struct rev_board board, int symmetry)
{
    return (struct rev_board){transform(board.own, symmetry), transform(board.opp, symmetry)};
}

START_TEST(the_eight_symmetries_have_the_same_exact_value)
{
    struct random random = random_for("the_eight_symmetries_have_the_same_exact_value");
    for (int i = 0; i < 15; i++) {
        struct rev_board board = random_board(&random, 12);
        int score = solve(board);
        for (int symmetry = 1; symmetry < 8; symmetry++)
            REQUIRE(solve(transform_board(board, symmetry)) == score);
    }
}
END_TEST

START_TEST(the_eight_symmetries_have_the_same_evaluation)
{
    struct random random = random_for("the_eight_symmetries_have_the_same_evaluation");
    for (int i = 0; i < 2000; i++) {
        struct rev_board board = random_board(&random, 1 + i % 58);
        int value = rev_evaluate(board);
        REQUIRE(value >= -6400 && value <= 6400);
        for (int symmetry = 1; symmetry < 8; symmetry++)
            REQUIRE(rev_evaluate(transform_board(board, symmetry)) == value);
    }
}
END_TEST

/**
 * Discs at random, but so that a symmetry leaves them as they are. The mover has a move; up to
 * three fewer squares are empty. Requires four or more to be.
 */
static struct rev_board symmetric_board(struct random *random, int symmetry, int empties)
{
    for (;;) {
        struct rev_board board = {0};
        while (empties_of(board) > empties) {
            int square = random_square(random, ~(board.own | board.opp));
            uint64_t images = 0;
            for (int i = 0; i < 4; i++) { /* no symmetry is of a higher order */
                images |= rev_bit(square);
                square = __builtin_ctzll(transform(rev_bit(square), symmetry));
            }
            *(random_below(random, 2) ? &board.own : &board.opp) |= images;
        }
        if (rev_moves(board))
            return board;
    }
}

static bool is_symmetric(struct rev_board board, int symmetry)
{
    struct rev_board image = transform_board(board, symmetry);
    return image.own == board.own && image.opp == board.opp;
}

static const struct rev_root_move *find_move(const struct rev_result *result, int square)
{
    const struct rev_root_move *found = NULL;
    for (int i = 0; i < result->move_count; i++) {
        if (result->moves[i].square != square)
            continue;
        REQUIRE_MSG(!found, "square %d is there twice", square);
        found = &result->moves[i];
    }
    REQUIRE_MSG(found, "square %d is missing", square);
    return found;
}

/** The mover's moves are all there, the wanted ones with values, equal ones equal in everything. */
static void check_equal_moves(struct rev_board board, const struct rev_limits *limits)
{
    struct rev_result result;
    search(board, *limits, &result);
    ck_assert_int_eq(result.move_count, rev_count(rev_moves(board)));
    for (int i = 0; i < result.move_count; i++) {
        const struct rev_root_move *move = &result.moves[i];
        REQUIRE(!move->bound || i >= limits->best_moves);
        REQUIRE(move->line_length > 0 && move->line[0] == move->square);
        for (int symmetry = 1; symmetry < 8; symmetry++) {
            if (!is_symmetric(board, symmetry))
                continue;
            int square = __builtin_ctzll(transform(rev_bit(move->square), symmetry));
            const struct rev_root_move *equal = find_move(&result, square);
            REQUIRE_MSG(equal->hundredths == move->hundredths && equal->score == move->score,
                        "%d has %d, %d has %d at own %016" PRIx64 " opp %016" PRIx64, move->square,
                        move->hundredths, square, equal->hundredths, board.own, board.opp);
            REQUIRE(equal->bound == move->bound && equal->exact == move->exact);
            REQUIRE(equal->line_length == move->line_length);
        }
        struct rev_board at = board;
        for (int ply = 0; ply < move->line_length; ply++) {
            at = rev_moves(at) ? at : rev_pass(at);
            uint64_t flips = rev_flips(at, move->line[ply]);
            REQUIRE_MSG(flips, "placement %d of the line is illegal", ply);
            at = rev_play(at, move->line[ply], flips);
        }
    }
}

static void check_equal_moves_in_all_searches(struct rev_board board)
{
    for (int depth = 1; depth <= 8; depth++) {
        for (int best_moves = 1; best_moves <= 5; best_moves += 2)
            check_equal_moves(board,
                              &(struct rev_limits){.depth_max = depth, .best_moves = best_moves});
    }
    check_equal_moves(board, &(struct rev_limits){.nodes_max = 3000, .best_moves = ALL_MOVES});
    check_equal_moves(board, &(struct rev_limits){.nodes_max = 20000, .exact_empties_max = 16});
}

START_TEST(equal_moves_of_a_start_have_equal_values)
{
    static const struct rev_board parallel = {UINT64_C(0x0000000018000000),
                                              UINT64_C(0x0000001800000000)};
    check_equal_moves_in_all_searches(rev_board_start());
    check_equal_moves_in_all_searches(parallel);
    struct rev_result result;
    search(rev_board_start(), (struct rev_limits){.depth_max = 5}, &result);
    for (int i = 0; i < 4; i++)
        ck_assert(!result.moves[i].bound);
}
END_TEST

START_TEST(equal_moves_of_symmetric_positions_have_equal_values)
{
    struct random random = random_for("equal_moves_of_symmetric_positions_have_equal_values");
    for (int i = 0; i < 60; i++)
        check_equal_moves_in_all_searches(symmetric_board(&random, 1 + i % 7, 4 + i % 54));
}
END_TEST

START_TEST(equal_moves_of_symmetric_positions_of_games_have_equal_values)
{
    struct random random = random_for("equal_moves_of_symmetric_positions_of_games");
    for (int found = 0; found < 20;) {
        struct rev_board board = random_board(&random, 59 - random_below(&random, 8));
        bool symmetric = false;
        for (int symmetry = 1; symmetry < 8; symmetry++)
            symmetric = symmetric || is_symmetric(board, symmetry);
        if (symmetric)
            check_equal_moves_in_all_searches(board);
        found += symmetric;
    }
}
END_TEST

START_TEST(exact_values_of_symmetric_positions_are_those_of_the_plain_solver)
{
    struct random random = random_for("exact_values_of_symmetric_positions");
    for (int i = 0; i < 200; i++) {
        struct rev_board board = symmetric_board(&random, 1 + i % 7, 4 + i % 5);
        int wanted = 1 + i % 5;
        struct rev_result result;
        search(board, (struct rev_limits){.exact_empties_max = 64, .best_moves = wanted}, &result);
        for (int m = 0; m < result.move_count; m++) {
            const struct rev_root_move *move = &result.moves[m];
            int value = plain_solve_move(board, move->square);
            REQUIRE(m >= wanted || !move->bound);
            REQUIRE(move->bound ? value <= move->score : value == move->score);
            REQUIRE(move->bound || move->exact);
            REQUIRE(move->bound || play_line(board, move) == value);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("search symmetry");
    TCase *tcase = tcase_create("cases");
    tcase_set_timeout(tcase, 300);
    tcase_add_unchecked_fixture(tcase, make_context, free_context);
    tcase_add_test(tcase, the_eight_symmetries_have_the_same_exact_value);
    tcase_add_test(tcase, the_eight_symmetries_have_the_same_evaluation);
    tcase_add_test(tcase, equal_moves_of_a_start_have_equal_values);
    tcase_add_test(tcase, equal_moves_of_symmetric_positions_have_equal_values);
    tcase_add_test(tcase, equal_moves_of_symmetric_positions_of_games_have_equal_values);
    tcase_add_test(tcase, exact_values_of_symmetric_positions_are_those_of_the_plain_solver);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
