/**
 * The search: exact values against a second solver and against recorded ones, and what its header
 * promises about determinism, limits, cancelling and several best moves.
 */
#include "data.h"
#include "kernel.h"
#include "plain_solver.h"
#include "random.h"
#include "require.h"
#include "suite.h"
#include "table.h"

#include "reversi/notation.h"
#include "reversi/search.h"

#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    TABLE_BYTES = 1 << 20,
    OVERSHOOT_MAX = 8192, /* what the header allows beyond nodes_max */
    ALL_MOVES = REV_ROOT_MOVES_MAX
};

static struct rev_search_context *context;

static void make_context(void)
{
    context = rev_search_context_new(TABLE_BYTES);
    ck_assert_ptr_nonnull(context);
}

static void free_context(void)
{
    rev_search_context_free(context);
}

static int empties_of(struct rev_board board)
{
    return 64 - rev_count(board.own | board.opp);
}

/** Plays at random from the start down to a number of empties; the mover has a move. */
static struct rev_board random_board(struct random *random, int empties)
{
    for (;;) {
        struct rev_board board = rev_board_start();
        for (;;) {
            uint64_t moves = rev_moves(board);
            if (!moves && !rev_moves(rev_pass(board)))
                break;
            if (moves && empties_of(board) == empties)
                return board;
            if (!moves) {
                board = rev_pass(board);
                continue;
            }
            int square = random_square(random, moves);
            board = rev_play(board, square, rev_flips(board, square));
        }
    }
}

static struct rev_board board_of(const char *text)
{
    struct rev_position position;
    ck_assert_msg(rev_position_parse(text, strlen(text), &position, NULL), "%s", text);
    return rev_position_board(&position);
}

static void search(struct rev_board board, struct rev_limits limits, struct rev_result *result)
{
    rev_search(context, board, &limits, result);
}

/** The exact value of the best move. */
static int solve(struct rev_board board)
{
    struct rev_result result;
    search(board, (struct rev_limits){.exact_empties_max = 64}, &result);
    ck_assert(result.exact);
    ck_assert_int_gt(result.move_count, 0);
    ck_assert(result.moves[0].exact && !result.moves[0].bound);
    return result.moves[0].score;
}

/** Discs for the mover at the end of a line of placements, passing where need be. */
static int play_line(struct rev_board board, const struct rev_root_move *move)
{
    int sign = 1;
    for (int i = 0; i < move->line_length; i++) {
        if (!rev_moves(board)) {
            board = rev_pass(board);
            sign = -sign;
        }
        uint64_t flips = rev_flips(board, move->line[i]);
        REQUIRE_MSG(flips, "placement %d of the line is illegal", i);
        board = rev_play(board, move->line[i], flips);
        sign = -sign;
    }
    REQUIRE_MSG(!rev_moves(board) && !rev_moves(rev_pass(board)), "the line stops too early");
    return sign * plain_solve(board);
}

START_TEST(exact_values_are_those_of_the_plain_solver)
{
    struct random random = random_for("exact_values_are_those_of_the_plain_solver");
    for (int i = 0; i < 2000; i++) {
        struct rev_board board = random_board(&random, 1 + i % 9);
        int score = solve(board);
        int plain = plain_solve(board);
        REQUIRE_MSG(score == plain, "%d instead of %d at own %016" PRIx64 " opp %016" PRIx64, score,
                    plain, board.own, board.opp);
    }
}
END_TEST

START_TEST(ten_empties_too)
{
    struct random random = random_for("ten_empties_too");
    for (int i = 0; i < 100; i++) {
        struct rev_board board = random_board(&random, 10);
        REQUIRE(solve(board) == plain_solve(board));
    }
}
END_TEST

START_TEST(an_exact_line_leads_to_its_score)
{
    struct random random = random_for("an_exact_line_leads_to_its_score");
    for (int i = 0; i < 200; i++) {
        struct rev_board board = random_board(&random, 1 + i % 12);
        struct rev_result result;
        search(board, (struct rev_limits){.exact_empties_max = 64}, &result);
        const struct rev_root_move *best = &result.moves[0];
        ck_assert_int_eq(best->line[0], best->square);
        ck_assert_int_eq(play_line(board, best), best->score);
        ck_assert_int_eq(best->hundredths, 100 * best->score);
    }
}
END_TEST

START_TEST(every_wanted_move_gets_the_value_it_has_alone)
{
    struct random random = random_for("every_wanted_move_gets_the_value_it_has_alone");
    for (int i = 0; i < 60; i++) {
        struct rev_board board = random_board(&random, 4 + i % 6);
        int wanted = 1 + i % 5;
        struct rev_result result;
        search(board, (struct rev_limits){.exact_empties_max = 64, .best_moves = wanted}, &result);
        ck_assert_int_eq(result.move_count, rev_count(rev_moves(board)));
        for (int m = 0; m < result.move_count; m++) {
            const struct rev_root_move *move = &result.moves[m];
            int value = plain_solve_move(board, move->square);
            REQUIRE(m >= wanted || !move->bound);
            REQUIRE(move->bound ? value <= move->score : value == move->score);
            REQUIRE(m == 0 || move->bound || move->score <= result.moves[m - 1].score);
            REQUIRE(!move->bound || move->score <= result.moves[wanted - 1].score);
        }
    }
}
END_TEST

START_TEST(all_moves_can_be_wanted)
{
    struct random random = random_for("all_moves_can_be_wanted");
    for (int i = 0; i < 30; i++) {
        struct rev_board board = random_board(&random, 8);
        struct rev_result result;
        search(board, (struct rev_limits){.exact_empties_max = 64, .best_moves = ALL_MOVES},
               &result);
        for (int m = 0; m < result.move_count; m++) {
            const struct rev_root_move *move = &result.moves[m];
            REQUIRE(move->exact && !move->bound);
            REQUIRE(play_line(board, move) == move->score);
        }
    }
}
END_TEST

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

static int sign(int score)
{
    return (score > 0) - (score < 0);
}

START_TEST(outcomes_are_the_signs_of_exact_values)
{
    struct random random = random_for("outcomes_are_the_signs_of_exact_values");
    for (int i = 0; i < 400; i++) {
        struct rev_board board = random_board(&random, i < 380 ? 1 + i % 10 : 14);
        struct rev_limits limits = {.exact_empties_max = 64, .outcomes_only = true};
        struct rev_result result;
        search(board, limits, &result);
        REQUIRE(result.exact && result.confidence == 100);
        REQUIRE(result.moves[0].exact && !result.moves[0].bound);
        int exact = solve(board);
        REQUIRE_MSG(result.moves[0].score == sign(exact), "%+d instead of the sign of %+d",
                    result.moves[0].score, exact);
        REQUIRE(result.moves[0].hundredths == 100 * result.moves[0].score);
    }
}
END_TEST

START_TEST(every_wanted_move_gets_its_outcome)
{
    struct random random = random_for("every_wanted_move_gets_its_outcome");
    for (int i = 0; i < 100; i++) {
        struct rev_board board = random_board(&random, 3 + i % 6);
        int wanted = 1 + i % 5;
        struct rev_limits limits = {
            .exact_empties_max = 64, .best_moves = wanted, .outcomes_only = true};
        struct rev_result result;
        search(board, limits, &result);
        ck_assert_int_eq(result.move_count, rev_count(rev_moves(board)));
        for (int m = 0; m < result.move_count; m++) {
            const struct rev_root_move *move = &result.moves[m];
            int outcome = sign(plain_solve_move(board, move->square));
            REQUIRE(m >= wanted || !move->bound);
            REQUIRE(move->bound ? outcome <= move->score : outcome == move->score);
            REQUIRE(move->exact == !move->bound);
        }
    }
}
END_TEST

START_TEST(a_search_that_is_less_sure_says_so_and_is_mostly_right)
{
    struct random random = random_for("a_search_that_is_less_sure_says_so_and_is_mostly_right");
    static const int steps[][2] = {{1, 73},  {73, 73}, {74, 87}, {90, 95},  {96, 98},
                                   {99, 99}, {98, 98}, {0, 100}, {100, 100}};
    int right = 0;
    int asked = 0;
    for (int i = 0; i < 90; i++) {
        const int *step = steps[i % 9];
        struct rev_board board = random_board(&random, 13);
        struct rev_result result;
        search(board, (struct rev_limits){.exact_empties_max = 64, .confidence = step[0]}, &result);
        ck_assert_int_eq(result.confidence, step[1]);
        REQUIRE(result.exact == (step[1] == 100));
        REQUIRE(result.moves[0].exact == (step[1] == 100));
        ck_assert_int_eq(result.depth, 13);
        right += result.moves[0].score == solve(board);
        asked++;
    }
    printf("%d of %d values are the exact ones\n", right, asked);
    ck_assert_int_ge(right, asked / 2);
}
END_TEST

START_TEST(a_search_that_does_not_reach_the_end_claims_no_confidence)
{
    struct rev_result result;
    search(rev_board_start(), (struct rev_limits){.depth_max = 4}, &result);
    ck_assert_int_eq(result.confidence, 0);
}
END_TEST

/** A position in which one side has no move and the other one has; its mover has the move. */
static struct rev_board one_sided_board(struct random *random, int empties)
{
    for (;;) {
        struct rev_board board = random_board(random, empties);
        if (!rev_moves(rev_pass(board)))
            return board;
    }
}

START_TEST(a_pass_changes_the_side_and_nothing_else)
{
    struct random random = random_for("a_pass_changes_the_side_and_nothing_else");
    for (int i = 0; i < 100; i++) {
        struct rev_board board = one_sided_board(&random, 2 + i % 8);
        int score = solve(board);
        ck_assert_int_eq(score, plain_solve(board));
        ck_assert_int_eq(plain_solve(rev_pass(board)), -score);
        struct rev_result result;
        search(rev_pass(board), (struct rev_limits){.exact_empties_max = 64}, &result);
        ck_assert_int_eq(result.move_count, 0);
    }
}
END_TEST

#define ROW_X "XXXXXXXX"
#define ROW_O "OOOOOOOO"
#define ROW_EMPTY "--------"

/* Values from a program in another language. */
static const struct {
    const char *position;
    int score;
} known[] = {
    /* The only move wipes out. */
    {"XO------" ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY " X", 64},
    /* One move, then nobody can: the square that stays empty is the winner's. */
    {"-OOOOOOX" ROW_O "-OOOOOOO" ROW_O ROW_O ROW_O ROW_O ROW_O " X", -42},
    {"-OOOOOX-" ROW_X ROW_X ROW_X ROW_X ROW_X ROW_X ROW_X " X", 64},
    {"OXXXXXXXOOXXOOXXOXOXXXXXOXOXXOXOOXXOOXO-OXXXXXXX-XOOOOO-XOOOOOOO O", 2},
    {"-OO-OOO-XXXOOOOXXXXXXXXXXXXXOOXOXOXXXXOOXOXXXXOO-XXXXXXOXXXXXXX- O", -22},
    {"OOOOOOOXO-OOOXOOOOO-OOOOOOOOOXOXOXOOXOOXOOOXOOOXOXXXOOOXOOOOOO-X X", 0},
};

START_TEST(passes_wipe_outs_and_early_ends_have_their_values)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        ck_assert_int_eq(solve(board_of(known[i].position)), known[i].score);
}
END_TEST

START_TEST(boards_near_which_a_product_of_both_sides_is_zero_have_their_values)
{
    /* Where a key of both sides' product takes many a board for another. */
    static const char *const positions[] = {
        "XXOOXOOXXOXXXXXXXOOXXOXOOXXOOXXOOO-XXXOX-X-OOXOX-O-X-XX--XX-X-XX X",
        "OOXXOX-OOXOOOOOOOXXOOXOXXOOXXOOX---OOOXO-OXXX-XO-OXOXOOO-OO-OXOO X",
    };
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct rev_board board = board_of(positions[i]);
        struct rev_result result;
        search(board, (struct rev_limits){.exact_empties_max = 64, .best_moves = ALL_MOVES},
               &result);
        for (int m = 0; m < result.move_count; m++) {
            const struct rev_root_move *move = &result.moves[m];
            REQUIRE(move->exact && move->score == plain_solve_move(board, move->square));
        }
    }
}
END_TEST

START_TEST(a_side_without_a_move_gets_no_moves)
{
    static const char *const positions[] = {
        /* Over, by a wipe-out; full; and a pass. */
        "XXX-----" ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY " O",
        ROW_X ROW_X ROW_X ROW_X ROW_O ROW_O ROW_O ROW_O " X",
        "OX------" ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY " X",
    };
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct rev_result result;
        search(board_of(positions[i]), (struct rev_limits){.depth_max = 4}, &result);
        ck_assert_int_eq(result.move_count, 0);
        ck_assert(!result.exact && !result.cancelled);
    }
}
END_TEST

START_TEST(a_finished_game_is_evaluated_as_its_result)
{
    ck_assert_int_eq(
        rev_evaluate(board_of(
            "XXX-----" ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY ROW_EMPTY " O")),
        -6400);
    ck_assert_int_eq(rev_evaluate(board_of(ROW_X ROW_X ROW_X ROW_X ROW_X ROW_O ROW_O ROW_O " X")),
                     1600);
}
END_TEST

static bool same_results(const struct rev_result *a, const struct rev_result *b)
{
    if (a->move_count != b->move_count || a->depth != b->depth || a->exact != b->exact ||
        a->confidence != b->confidence || a->cancelled != b->cancelled || a->nodes != b->nodes)
        return false;
    for (int i = 0; i < a->move_count; i++) {
        const struct rev_root_move *x = &a->moves[i];
        const struct rev_root_move *y = &b->moves[i];
        if (x->square != y->square || x->score != y->score || x->hundredths != y->hundredths ||
            x->exact != y->exact || x->bound != y->bound || x->line_length != y->line_length ||
            memcmp(x->line, y->line, (size_t)x->line_length) != 0)
            return false;
    }
    return true;
}

/** Searches of every kind, over positions of every age. */
static const struct rev_limits kinds[] = {
    {.depth_max = 5},
    {.nodes_max = 20000},
    {.nodes_max = 30000, .exact_empties_max = 20},
    {.depth_max = 4, .best_moves = 3},
    {.exact_empties_max = 12, .depth_max = 4, .best_moves = 2},
    {.nodes_max = 30000, .exact_empties_max = 22, .confidence = 87},
    {.exact_empties_max = 16, .depth_max = 4, .outcomes_only = true},
};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static struct rev_board case_board(struct random *random, int index)
{
    return random_board(random, 9 + index % 50);
}

static void search_case(struct rev_search_context *with, struct random *random, int index,
                        struct rev_result *result)
{
    rev_search(with, case_board(random, index), &kinds[index % KIND_COUNT], result);
}

enum { SEARCH_CASES = 50 };

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
        const struct rev_limits *limits = &kinds[i % KIND_COUNT];
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

START_TEST(a_value_is_known_of_the_position_that_it_was_stored_of)
{
    struct table table;
    ck_assert(table_init(&table, TABLE_BYTES));
    struct random random = random_for("a_value_is_known_of_the_position_that_it_was_stored_of");
    for (int value = -6400; value <= 6400; value += 100) {
        struct rev_board board = random_board(&random, 30);
        uint64_t key = table_key(board.own, board.opp);
        int found;
        REQUIRE(!table_value_known(*table_value(&table, key), key, &found));
        *table_value(&table, key) = table_value_entry(key, value);
        REQUIRE(table_value_known(*table_value(&table, key), key, &found));
        REQUIRE_MSG(found == value, "%d instead of %d", found, value);
        REQUIRE(!table_value_known(*table_value(&table, key), key ^ UINT64_C(1) << 40, &found));
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
        const struct rev_limits *limits = &kinds[i % KIND_COUNT];
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

/** As search.h promises; what a sanitizer adds has room in it as well. */
START_TEST(a_search_needs_no_more_than_512_kib_of_stack)
{
    pthread_attr_t small;
    pthread_t thread;
    ck_assert_int_eq(pthread_attr_init(&small), 0);
    ck_assert_int_eq(pthread_attr_setstacksize(&small, 512 << 10), 0);
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

/**
 * Plain minimax of the evaluation: what a search that believes no probe has to find.
 *
 * @param stuck  set where a side without a move stands at the horizon: a search does not look for
 *               moves there, and values such a position as one like any other
 */
static int minimax(struct rev_board board, int depth, bool *stuck)
{
    uint64_t moves = rev_moves(board);
    int best = -100 * REV_SCORE_MAX;
    if (depth == 0 || (!moves && !rev_moves(rev_pass(board)))) {
        *stuck = *stuck || (depth == 0 && !moves);
        return rev_evaluate(board);
    }
    if (!moves)
        return -minimax(rev_pass(board), depth, stuck);
    for (; moves; moves &= moves - 1) {
        int square = __builtin_ctzll(moves);
        struct rev_board after = rev_play(board, square, rev_flips(board, square));
        int value = -minimax(after, depth - 1, stuck);
        if (value > best)
            best = value;
    }
    return best;
}

START_TEST(full_confidence_finds_the_minimax_value)
{
    struct random random = random_for("full_confidence_finds_the_minimax_value");
    for (int compared = 0; compared < 60;) {
        int depth = 1 + random_below(&random, 4);
        struct rev_board board = random_board(&random, 12 + random_below(&random, 48));
        bool stuck = false;
        int expected = minimax(board, depth, &stuck);
        if (stuck)
            continue;
        compared++;
        struct rev_result result;
        search(board, (struct rev_limits){.depth_max = depth, .midgame_confidence = 100}, &result);
        ck_assert_int_eq(result.moves[0].hundredths, expected);
    }
}
END_TEST

START_TEST(less_confidence_searches_less)
{
    static const int confidences[] = {1, 73, 87, 95, 98, 99, 100};
    enum { COUNT = sizeof confidences / sizeof confidences[0] };
    uint64_t nodes[COUNT];
    struct rev_result result;
    for (int i = 0; i < COUNT; i++) {
        search(board_of("------------------XO------XXX------OXX-----O-------------------- O"),
               (struct rev_limits){.depth_max = 11, .midgame_confidence = confidences[i]}, &result);
        nodes[i] = result.nodes;
    }
    ck_assert_uint_eq(nodes[0], nodes[1]); /* the next higher step */
    for (int i = 2; i < COUNT; i++)
        ck_assert_uint_lt(nodes[i - 1], nodes[i]);
}
END_TEST

START_TEST(a_depth_that_reaches_the_end_is_exact)
{
    struct random random = random_for("a_depth_that_reaches_the_end_is_exact");
    for (int i = 0; i < 50; i++) {
        struct rev_board board = random_board(&random, 7);
        struct rev_result result;
        search(board, (struct rev_limits){.depth_max = 7 + i % 3}, &result);
        ck_assert(result.exact);
        ck_assert_int_eq(result.depth, 7);
        ck_assert_int_eq(result.moves[0].score, plain_solve(board));
    }
}
END_TEST

START_TEST(a_wipe_out_next_move_is_seen)
{
    /* White is to move after f5d6c5f6e7f4g5, and e6 would let e3 turn all that is left of it. */
    struct rev_board board = rev_board_start();
    static const char line[] = "f5d6c5f6e7f4g5";
    for (size_t i = 0; i + 1 < sizeof line; i += 2) {
        int square = rev_square_parse(line + i, 2);
        board = rev_play(board, square, rev_flips(board, square));
    }
    struct rev_result result;
    search(board, (struct rev_limits){.depth_max = 2, .best_moves = ALL_MOVES}, &result);
    const struct rev_root_move *last = &result.moves[result.move_count - 1];
    ck_assert_int_eq(last->square, rev_square_parse("e6", 2));
    ck_assert_int_eq(last->score, -64);
    ck_assert_int_gt(result.moves[0].score, -64);
}
END_TEST

/** A board that no game leads to, with ever more legal moves. */
static struct rev_board crowded_board(struct random *random)
{
    struct rev_board best = {0, 0};
    for (int i = 0; i < 20000; i++) {
        struct rev_board board = best;
        for (int changes = 1 + random_below(random, 3); changes > 0; changes--) {
            uint64_t bit = rev_bit(random_below(random, 64));
            uint64_t kind = random_next(random);
            board.own = (board.own & ~bit) | (kind & 1 ? bit : 0);
            board.opp = (board.opp & ~bit) | ((kind & 3) == 2 ? bit : 0);
        }
        if (rev_count(rev_moves(board)) >= rev_count(rev_moves(best)))
            best = board;
    }
    return best;
}

START_TEST(given_positions_may_have_more_moves_than_games_lead_to)
{
    struct random random = {3}; /* the climb has to arrive somewhere, so it is always the same */
    int most = 0;
    for (int i = 0; i < 10; i++) {
        struct rev_board board = crowded_board(&random);
        int count = rev_count(rev_moves(board));
        most = count > most ? count : most;
        struct rev_result result;
        search(board, (struct rev_limits){.depth_max = 3, .best_moves = ALL_MOVES}, &result);
        ck_assert_int_eq(result.move_count, count);
        uint64_t squares = 0;
        for (int m = 0; m < result.move_count; m++)
            squares |= rev_bit(result.moves[m].square);
        REQUIRE(squares == rev_moves(board));
    }
    printf("up to %d legal moves\n", most);
    ck_assert_int_gt(most, 33);
}
END_TEST

/** Solves the positions of a file and compares best values. */
static void check_recorded(const char *file)
{
    char path[DATA_PATH_SIZE];
    if (!data_path(path, file))
        return;
    FILE *in = fopen(path, "r");
    ck_assert_ptr_nonnull(in);
    char line[4096];
    int solved = 0;
    while (fgets(line, sizeof line, in)) {
        solved++;
        struct rev_position position;
        ck_assert(rev_position_parse(line, REV_POSITION_TEXT_SIZE - 1, &position, NULL));
        int best = -64;
        for (const char *at = line; (at = strchr(at, ':')); at++) {
            int value = atoi(at + 1);
            best = value > best ? value : best;
        }
        int score = solve(rev_position_board(&position));
        REQUIRE_MSG(score == best, "%d instead of %d: %s", score, best, line);
    }
    fclose(in);
    printf("%s: %d positions solved as recorded\n", file, solved);
}

START_TEST(recorded_endings_have_their_recorded_values)
{
    check_recorded("endgames/solved-8-to-14-empties.obf");
    check_recorded("endgames/fforum-1-19.obf");
}
END_TEST

START_TEST(hard_endings_have_their_recorded_values)
{
    check_recorded("endgames/fforum-20-39.obf");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("search");
    TCase *tcase = tcase_create("search");
    tcase_set_timeout(tcase, 300);
    tcase_add_unchecked_fixture(tcase, make_context, free_context);
    tcase_add_test(tcase, exact_values_are_those_of_the_plain_solver);
    tcase_add_test(tcase, ten_empties_too);
    tcase_add_test(tcase, an_exact_line_leads_to_its_score);
    tcase_add_test(tcase, every_wanted_move_gets_the_value_it_has_alone);
    tcase_add_test(tcase, all_moves_can_be_wanted);
    tcase_add_test(tcase, the_eight_symmetries_have_the_same_exact_value);
    tcase_add_test(tcase, the_eight_symmetries_have_the_same_evaluation);
    tcase_add_test(tcase, equal_moves_of_a_start_have_equal_values);
    tcase_add_test(tcase, equal_moves_of_symmetric_positions_have_equal_values);
    tcase_add_test(tcase, equal_moves_of_symmetric_positions_of_games_have_equal_values);
    tcase_add_test(tcase, exact_values_of_symmetric_positions_are_those_of_the_plain_solver);
    tcase_add_test(tcase, outcomes_are_the_signs_of_exact_values);
    tcase_add_test(tcase, every_wanted_move_gets_its_outcome);
    tcase_add_test(tcase, a_search_that_is_less_sure_says_so_and_is_mostly_right);
    tcase_add_test(tcase, a_search_that_does_not_reach_the_end_claims_no_confidence);
    tcase_add_test(tcase, a_pass_changes_the_side_and_nothing_else);
    tcase_add_test(tcase, passes_wipe_outs_and_early_ends_have_their_values);
    tcase_add_test(tcase, a_side_without_a_move_gets_no_moves);
    tcase_add_test(tcase, a_finished_game_is_evaluated_as_its_result);
    tcase_add_test(tcase, what_was_searched_before_does_not_show);
    tcase_add_test(tcase, a_table_that_has_been_used_for_all_generations_is_as_good_as_new);
    tcase_add_test(tcase, a_kept_table_saves_work_and_proves_the_same);
    tcase_add_test(tcase, a_table_starts_from_nothing_whenever_it_is_told_to_be_kept_or_not);
    tcase_add_test(tcase, what_a_kept_table_holds_for_long_gives_way_to_the_new);
    tcase_add_test(tcase,
                   boards_that_differ_in_few_squares_have_keys_that_differ_as_random_ones_do);
    tcase_add_test(tcase, whatever_one_side_has_different_discs_of_the_other_have_different_keys);
    tcase_add_test(tcase, boards_near_which_a_product_of_both_sides_is_zero_have_their_values);
    tcase_add_test(tcase, a_value_is_known_of_the_position_that_it_was_stored_of);
    tcase_add_test(tcase, every_kernel_finds_the_same);
    tcase_add_test(tcase, threads_at_once_find_what_one_finds);
    tcase_add_test(tcase, node_limits_hold_and_still_give_a_move);
    tcase_add_test(tcase, a_stopped_search_keeps_what_it_has_proved);
    tcase_add_test(tcase,
                   a_search_for_the_best_move_that_stops_just_before_its_end_has_proved_the_value);
    tcase_add_test(tcase, a_search_that_is_cancelled_before_it_begins_gives_a_move);
    tcase_add_test(tcase, cancelling_ends_a_search_that_would_never_end);
    tcase_add_test(tcase, an_exact_search_can_be_cancelled);
    tcase_add_test(tcase, every_search_looks_at_its_budget_every_few_thousand_nodes);
    tcase_add_test(tcase, a_search_allocates_nothing);
    tcase_add_test(tcase, a_table_that_is_too_large_is_refused_and_one_too_small_is_of_64_kib);
    tcase_add_test(tcase, a_search_needs_no_more_than_512_kib_of_stack);
    tcase_add_test(tcase, depth_limits_hold);
    tcase_add_test(tcase, full_confidence_finds_the_minimax_value);
    tcase_add_test(tcase, less_confidence_searches_less);
    tcase_add_test(tcase, a_depth_that_reaches_the_end_is_exact);
    tcase_add_test(tcase, a_wipe_out_next_move_is_seen);
    tcase_add_test(tcase, given_positions_may_have_more_moves_than_games_lead_to);
    tcase_add_test(tcase, recorded_endings_have_their_recorded_values);
    suite_add_tcase(suite, tcase);
    TCase *hard = tcase_create("hard endings");
    tcase_set_timeout(hard, 900); /* with a sanitizer on a busy machine */
    tcase_add_unchecked_fixture(hard, make_context, free_context);
    tcase_add_test(hard, hard_endings_have_their_recorded_values);
    suite_add_tcase(suite, hard);
    return suite_run(suite);
}
