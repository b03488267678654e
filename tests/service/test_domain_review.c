/**
 * What each move of a game was worth, and what that adds up to.
 */
#include "domain/review.h"
#include "suite.h"

#include <string.h>

enum { A, B, C }; /* squares whose place does not matter */

static struct rev_root_move move_of(int square, int score, bool exact)
{
    return (struct rev_root_move){.square = square,
                                  .score = score,
                                  .exact = exact,
                                  .line_length = 1,
                                  .line = {(uint8_t)square}};
}

static const struct {
    const char *title;
    int best;
    bool best_exact;
    int played;
    bool played_exact;
    int first, before, after; /* the square that counts as best, and the values */
} played[] = {
    {"worse", 4, false, -2, false, A, 4, -2},
    {"as good: it is the best one", 4, false, 4, false, B, 4, 4},
    {"better than was thought possible: it is the best one", 4, false, 6, false, B, 6, 6},
    {"worse, both proved", 4, true, 2, true, A, 4, 2},
    {"as good, both proved", 4, true, 4, true, B, 4, 4},
    {"as good, only the best one proved", 4, true, 4, false, A, 4, 4},
    {"seemingly better than what is proved: it is not", 4, true, 9, false, A, 4, 4},
    {"better and proved, where the best one was not", 4, false, 9, true, B, 9, 9},
};

START_TEST(the_played_move_is_never_better_than_the_best)
{
    struct rev_result result = {.move_count = 3, .depth = 9};
    result.moves[0] = move_of(A, played[_i].best, played[_i].best_exact);
    struct rev_root_move move = move_of(B, played[_i].played, played[_i].played_exact);
    review_add_played(&result, &move);
    ck_assert_msg(result.move_count == 2, "%s", played[_i].title);
    ck_assert_msg(result.moves[0].square == played[_i].first, "%s", played[_i].title);
    int second = played[_i].first == A ? 1 : 0;
    ck_assert_msg(result.moves[0].score == played[_i].before, "%s", played[_i].title);
    ck_assert_msg(result.moves[second].score == played[_i].after, "%s", played[_i].title);
}
END_TEST

START_TEST(a_value_is_one_that_is_no_bound)
{
    struct rev_result result = {.move_count = 3};
    result.moves[0] = move_of(A, 4, false);
    result.moves[1] = move_of(B, 4, false);
    result.moves[2] = move_of(C, 3, false);
    result.moves[2].bound = true;
    ck_assert_ptr_eq(review_find_value(&result, A), &result.moves[0]);
    ck_assert_ptr_eq(review_find_value(&result, B), &result.moves[1]);
    ck_assert_ptr_null(review_find_value(&result, C));
    ck_assert_ptr_null(review_find_value(&result, C + 1));
}
END_TEST

static struct rev_game game_of(enum rev_opening opening, const char *moves)
{
    struct rev_game game;
    rev_game_init(&game, opening, NULL);
    ck_assert(rev_game_play_transcript(&game, moves, strlen(moves), NULL));
    return game;
}

START_TEST(the_end_is_worth_the_discs_with_empty_squares_for_the_winner)
{
    /* White is wiped out. */
    struct rev_game game = game_of(REV_OPENING_STANDARD, "f5d6c5f6e7f4g5e6e3");
    ck_assert(game.over);
    ck_assert_int_eq(review_final_score(&game, REV_BLACK), 64);
    ck_assert_int_eq(review_final_score(&game, REV_WHITE), -64);
}
END_TEST

/** A result in which a move was worth so much and the best one, another, so much. */
static struct rev_result result_of(int square, int before, int after, bool exact)
{
    struct rev_result result = {.move_count = 1, .depth = 5, .exact = exact};
    result.moves[0] = move_of(square, before, exact);
    if (before == after)
        return result;
    result.move_count = 2;
    result.moves[0].square = square == A ? B : A;
    result.moves[1] = move_of(square, after, exact);
    return result;
}

START_TEST(values_add_up_for_each_side)
{
    struct rev_game game = game_of(REV_OPENING_STANDARD, "f5d6c3d3c4");
    static const struct {
        int before, after;
        bool exact;
    } values[] = {{0, 0, false}, {2, -3, false}, {4, 4, true}, {1, -1, false}, {6, 0, true}};
    struct rev_result results[5];
    struct review review;
    for (int i = 0; i < 5; i++)
        results[i] =
            result_of(game.plies[i].square, values[i].before, values[i].after, values[i].exact);
    ck_assert(review_build(&game, results, 5, 0, &review));
    ck_assert_int_eq(review.count, 5);
    ck_assert_int_eq(review.exact_from, 56);
    const struct review_side *black = &review.sides[REV_BLACK], *white = &review.sides[REV_WHITE];
    ck_assert_int_eq(black->moves, 3);
    ck_assert_int_eq(black->choices, 3);
    ck_assert_int_eq(black->best, 2);
    ck_assert_int_eq(black->lost, 6);
    ck_assert_int_eq(review_accuracy(black), 67);
    ck_assert_int_eq(white->lost, 7);
    ck_assert_int_eq(review_accuracy(white), 0);
    const struct reviewed_move *second = &review.moves[1];
    ck_assert_int_eq(second->index, 1);
    ck_assert_int_eq(second->color, REV_WHITE);
    ck_assert_int_eq(second->empties, 59);
    ck_assert_int_eq(second->choices, 3);
    ck_assert_int_eq(second->lost, 5);
    ck_assert_int_eq(second->depth, 5);
    ck_assert_ptr_eq(second->best, &results[1].moves[0]);
}
END_TEST

START_TEST(a_review_grows_move_by_move)
{
    struct rev_game game = game_of(REV_OPENING_STANDARD, "f5d6c3");
    struct rev_result results[4] = {{0}};
    struct review review;
    for (int i = 0; i < 3; i++)
        results[i] = result_of(game.plies[i].square, 0, 0, true);
    for (int count = 0; count <= 3; count++) {
        ck_assert(review_build(&game, results, count, 0, &review));
        ck_assert_int_eq(review.count, count);
        ck_assert_int_eq(review.exact_from, count > 0 ? 60 : -1);
    }
    ck_assert(!review_build(&game, results, 4, 0, &review));
}
END_TEST

START_TEST(a_result_for_another_move_is_noticed)
{
    struct rev_game game = game_of(REV_OPENING_STANDARD, "f5d6");
    struct rev_result results[2] = {result_of(game.plies[0].square, 0, 0, false),
                                    result_of(C, 0, 0, false)};
    struct review review;
    ck_assert(!review_build(&game, results, 2, 0, &review));
    results[1] = result_of(game.plies[1].square, 1, 3, false);
    ck_assert(!review_build(&game, results, 2, 0, &review));
}
END_TEST

START_TEST(the_centre_is_not_judged)
{
    struct rev_game game = game_of(REV_OPENING_ORIGINAL, "d4e4e5d5d6");
    struct rev_result result = result_of(game.plies[4].square, 3, 1, true);
    struct review review;
    ck_assert(review_build(&game, &result, 1, 0, &review));
    ck_assert_int_eq(review.count, 5);
    for (int i = 0; i < 4; i++) {
        ck_assert_ptr_null(review.moves[i].best);
        ck_assert_int_eq(review.moves[i].choices, 0);
    }
    ck_assert_int_eq(review.moves[4].lost, 2);
    ck_assert_int_eq(review.exact_from, 60);
    ck_assert_int_eq(review.sides[REV_BLACK].moves, 3);
    ck_assert_int_eq(review.sides[REV_BLACK].choices, 1);
    ck_assert_int_eq(review_accuracy(&review.sides[REV_WHITE]), -1);
}
END_TEST

START_TEST(what_is_withheld_counts_nowhere)
{
    struct rev_game game = game_of(REV_OPENING_STANDARD, "f5d6c3d3");
    struct rev_result results[4];
    struct review review;
    for (int i = 0; i < 4; i++)
        results[i] = result_of(game.plies[i].square, i, 0, true);
    ck_assert(review_build(&game, results, 4, 1 << 1 | 1 << 2, &review));
    ck_assert_int_eq(review.count, 4);
    for (int i = 0; i < 4; i++) {
        bool withheld = i == 1 || i == 2;
        const struct reviewed_move *move = &review.moves[i];
        ck_assert_ptr_eq(move->best, withheld ? NULL : &results[i].moves[0]);
        ck_assert_int_eq(move->choices > 0, !withheld);
        ck_assert_int_eq(move->before | move->after | move->lost, withheld ? 0 : i);
    }
    ck_assert_int_eq(review.sides[REV_BLACK].lost, 0);
    ck_assert_int_eq(review.sides[REV_WHITE].lost, 3);
    ck_assert_int_eq(review.sides[REV_WHITE].choices, 1);
    ck_assert_int_eq(review.exact_from, 57);
}
END_TEST

START_TEST(accuracy_is_rounded)
{
    static const struct {
        int best, choices, percent;
    } cases[] = {{0, 0, -1},  {0, 3, 0},  {1, 3, 33}, {2, 3, 67},
                 {3, 3, 100}, {1, 8, 13}, {1, 1, 100}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct review_side side = {.best = cases[i].best, .choices = cases[i].choices};
        ck_assert_int_eq(review_accuracy(&side), cases[i].percent);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("domain_review");
    TCase *cases = tcase_create("cases");
    tcase_add_loop_test(cases, the_played_move_is_never_better_than_the_best, 0,
                        sizeof played / sizeof played[0]);
    tcase_add_test(cases, a_value_is_one_that_is_no_bound);
    tcase_add_test(cases, the_end_is_worth_the_discs_with_empty_squares_for_the_winner);
    tcase_add_test(cases, values_add_up_for_each_side);
    tcase_add_test(cases, a_review_grows_move_by_move);
    tcase_add_test(cases, a_result_for_another_move_is_noticed);
    tcase_add_test(cases, the_centre_is_not_judged);
    tcase_add_test(cases, what_is_withheld_counts_nowhere);
    tcase_add_test(cases, accuracy_is_rounded);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
