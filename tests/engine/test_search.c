/**
 * The values of a search: exact ones against a second solver and recorded ones, outcomes, those
 * short of the end, and how sure they are.
 */
#include "data.h"
#include "plain_solver.h"
#include "random.h"
#include "require.h"
#include "search_fixture.h"
#include "suite.h"

#include <string.h>

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
    uint64_t nodes[COUNT] = {0};
    struct random random = random_for("less_confidence_searches_less");
    for (int position = 0; position < 24; position++) {
        struct rev_board board = random_board(&random, 16 + position);
        for (int i = 0; i < COUNT; i++) {
            struct rev_limits limits = {.depth_max = 8, .midgame_confidence = confidences[i]};
            struct rev_result result;
            search(board, limits, &result);
            nodes[i] += result.nodes;
        }
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

/** Reads the next position with values. False: there is no more. */
static bool next_recorded(FILE *in, char *line, int size, struct rev_board *board, int *best)
{
    while (fgets(line, size, in)) {
        if (line[0] == '%')
            continue;
        struct rev_position position;
        ck_assert_msg(rev_position_parse(line, REV_POSITION_TEXT_SIZE - 1, &position, NULL), "%s",
                      line);
        *board = rev_position_board(&position);
        REQUIRE_MSG(strchr(line, ':'), "no value: %s", line);
        *best = -64;
        for (const char *at = line; (at = strchr(at, ':')); at++) {
            int value = atoi(at + 1);
            *best = value > *best ? value : *best;
        }
        return true;
    }
    return false;
}

/** Solves the positions of a file and compares best values. */
static void check_recorded(const char *path)
{
    FILE *in = fopen(path, "r");
    ck_assert_ptr_nonnull(in);
    char line[4096];
    struct rev_board board;
    int best;
    int solved = 0;
    while (next_recorded(in, line, sizeof line, &board, &best)) {
        int score = solve(board);
        REQUIRE_MSG(score == best, "%d instead of %d: %s", score, best, line);
        solved++;
    }
    fclose(in);
    ck_assert_int_gt(solved, 0);
    printf("%s: %d positions solved as recorded\n", path, solved);
}

/** The same for a file of the data sets, where it is there. */
static void check_data(const char *file)
{
    char path[DATA_PATH_SIZE];
    if (data_path(path, file))
        check_recorded(path);
}

START_TEST(golden_endings_have_their_values)
{
    char path[DATA_PATH_SIZE];
    source_path(path, "tests/golden/endings.obf");
    check_recorded(path);
}
END_TEST

START_TEST(golden_endings_have_their_values_after_searches_that_were_less_sure)
{
    char path[DATA_PATH_SIZE];
    source_path(path, "tests/golden/endings.obf");
    FILE *in = fopen(path, "r");
    ck_assert_ptr_nonnull(in);
    struct rev_search_context *small = rev_search_context_new(64 << 10);
    char line[4096];
    struct rev_board board;
    int best;
    while (next_recorded(in, line, sizeof line, &board, &best)) {
        struct rev_result result;
        rev_search_context_keep(small, true);
        rev_search(small, board, &(struct rev_limits){.exact_empties_max = 64, .confidence = 73},
                   &result);
        rev_search(small, board, &(struct rev_limits){.exact_empties_max = 64}, &result);
        REQUIRE_MSG(result.exact && result.moves[0].score == best, "%d instead of %d: %s",
                    result.moves[0].score, best, line);
    }
    rev_search_context_free(small);
    fclose(in);
}
END_TEST

START_TEST(recorded_endings_have_their_recorded_values)
{
    check_data("endgames/solved-8-to-14-empties.obf");
    check_data("endgames/fforum-1-19.obf");
}
END_TEST

START_TEST(hard_endings_have_their_recorded_values)
{
    check_data("endgames/fforum-20-39.obf");
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
    tcase_add_test(tcase, outcomes_are_the_signs_of_exact_values);
    tcase_add_test(tcase, every_wanted_move_gets_its_outcome);
    tcase_add_test(tcase, a_search_that_is_less_sure_says_so_and_is_mostly_right);
    tcase_add_test(tcase, a_search_that_does_not_reach_the_end_claims_no_confidence);
    tcase_add_test(tcase, a_pass_changes_the_side_and_nothing_else);
    tcase_add_test(tcase, passes_wipe_outs_and_early_ends_have_their_values);
    tcase_add_test(tcase, a_side_without_a_move_gets_no_moves);
    tcase_add_test(tcase, a_finished_game_is_evaluated_as_its_result);
    tcase_add_test(tcase, boards_near_which_a_product_of_both_sides_is_zero_have_their_values);
    tcase_add_test(tcase, full_confidence_finds_the_minimax_value);
    tcase_add_test(tcase, less_confidence_searches_less);
    tcase_add_test(tcase, a_depth_that_reaches_the_end_is_exact);
    tcase_add_test(tcase, a_wipe_out_next_move_is_seen);
    tcase_add_test(tcase, given_positions_may_have_more_moves_than_games_lead_to);
    tcase_add_test(tcase, recorded_endings_have_their_recorded_values);
    tcase_add_test(tcase, golden_endings_have_their_values);
    tcase_add_test(tcase, golden_endings_have_their_values_after_searches_that_were_less_sure);
    suite_add_tcase(suite, tcase);
    TCase *hard = tcase_create("hard endings");
    tcase_set_timeout(hard, 900); /* with a sanitizer on a busy machine */
    tcase_add_unchecked_fixture(hard, make_context, free_context);
    tcase_add_test(hard, hard_endings_have_their_recorded_values);
    suite_add_tcase(suite, hard);
    return suite_run(suite);
}
