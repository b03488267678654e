/**
 * What the endgame solver counts by tables and tricks, held against counting square by square.
 */
#include "last_flips.h"
#include "parity.h"
#include "random.h"
#include "reference.h"
#include "require.h"
#include "stability.h"
#include "suite.h"

enum { POSITIONS = 2 * 1000 * 1000, REFERENCE_POSITIONS = 200 * 1000 };

/** A set that holds each square with a chance of one half, a quarter or three quarters. */
static uint64_t any_set(struct random *random)
{
    uint64_t set = random_next(random);
    switch (random_below(random, 3)) {
    case 0:
        return set & random_next(random);
    case 1:
        return set | random_next(random);
    }
    return set;
}

START_TEST(the_last_flips_are_those_of_the_rules)
{
    struct random random = random_for("the_last_flips_are_those_of_the_rules");
    for (int i = 0; i < POSITIONS; i++) {
        int square = random_below(&random, 64);
        uint64_t own = any_set(&random) & ~rev_bit(square);
        struct rev_board board = {own, ~own & ~rev_bit(square)};
        uint64_t flips =
            i < REFERENCE_POSITIONS ? reference_flips(board, square) : rev_flips(board, square);
        REQUIRE_MSG(last_flips_twice(own, square) == 2 * rev_count(flips),
                    "square %d, own %016" PRIx64, square, own);
    }
}
END_TEST

START_TEST(odd_quadrants_are_those_with_an_odd_count)
{
    struct random random = random_for("odd_quadrants_are_those_with_an_odd_count");
    for (int i = 0; i < POSITIONS; i++) {
        uint64_t set = any_set(&random);
        int counts[4] = {0};
        for (uint64_t rest = set; rest; rest &= rest - 1) {
            int square = __builtin_ctzll(rest);
            counts[(square / 32) * 2 + (square % 8) / 4]++;
        }
        uint64_t odd = 0;
        for (int square = 0; square < 64; square++) {
            if (counts[(square / 32) * 2 + (square % 8) / 4] % 2)
                odd |= rev_bit(square);
        }
        REQUIRE_MSG(odd_quadrants(set) == odd, "set %016" PRIx64, set);
    }
}
END_TEST

START_TEST(a_square_lies_in_its_quadrant)
{
    for (int square = 0; square < 64; square++) {
        uint64_t quadrant = quadrant_of(square);
        ck_assert_int_eq(rev_count(quadrant), 16);
        ck_assert(quadrant == odd_quadrants(rev_bit(square)));
    }
}
END_TEST

/** True: on its line through the square nothing of the set is missing. */
static bool line_is_full(uint64_t set, int square, int right, int down)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        int column = square % 8;
        int row = square / 8;
        for (; column >= 0 && column < 8 && row >= 0 && row < 8;
             column += sign * right, row += sign * down) {
            if (!(set & rev_bit(row * 8 + column)))
                return false;
        }
    }
    return true;
}

/** True: the neighbour on one side is off the board or in the set. */
static bool is_held(uint64_t set, int square, int right, int down)
{
    int column = square % 8 + right;
    int row = square / 8 + down;
    bool on_board = column >= 0 && column < 8 && row >= 0 && row < 8;
    return !on_board || (set & rev_bit(row * 8 + column));
}

static bool is_safe(uint64_t taken, uint64_t stable, int square)
{
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        int right = directions[i][0];
        int down = directions[i][1];
        if (!line_is_full(taken, square, right, down) && !is_held(stable, square, right, down) &&
            !is_held(stable, square, -right, -down))
            return false;
    }
    return true;
}

/** Disc by disc until no more is found. */
static uint64_t plain_stable_discs(uint64_t own, uint64_t opp)
{
    uint64_t stable = 0;
    for (bool found = true; found;) {
        found = false;
        for (uint64_t rest = own & ~stable; rest; rest &= rest - 1) {
            int square = __builtin_ctzll(rest);
            if (is_safe(own | opp, stable, square)) {
                stable |= rev_bit(square);
                found = true;
            }
        }
    }
    return stable;
}

/** Plays at random from the start to a number of empties, or to where nobody can move. */
static struct rev_board played_board(struct random *random, int empties)
{
    struct rev_board board = rev_board_start();
    while (64 - rev_count(board.own | board.opp) > empties) {
        uint64_t moves = rev_moves(board);
        if (!moves) {
            board = rev_pass(board);
            moves = rev_moves(board);
        }
        if (!moves)
            break;
        int square = random_square(random, moves);
        board = rev_play(board, square, rev_flips(board, square));
    }
    return board;
}

START_TEST(stable_discs_are_those_found_one_by_one)
{
    struct random random = random_for("stable_discs_are_those_found_one_by_one");
    for (int i = 0; i < 1000 * 1000; i++) {
        uint64_t taken = any_set(&random) | any_set(&random) | any_set(&random);
        uint64_t own = taken & any_set(&random);
        uint64_t stable = stable_discs(own, taken & ~own);
        REQUIRE_MSG(stable == plain_stable_discs(own, taken & ~own),
                    "own %016" PRIx64 " opp %016" PRIx64, own, taken & ~own);
    }
}
END_TEST

START_TEST(stable_discs_stay_to_the_end_of_the_game)
{
    struct random random = random_for("stable_discs_stay_to_the_end_of_the_game");
    uint64_t held = 0;
    for (int i = 0; i < 50 * 1000; i++) {
        struct rev_board board = played_board(&random, random_below(&random, 40));
        uint64_t own = stable_discs(board.own, board.opp);
        uint64_t opp = stable_discs(board.opp, board.own);
        held += (uint64_t)rev_count(own | opp);
        for (;;) {
            REQUIRE((own & ~board.own) == 0 && (opp & ~board.opp) == 0);
            uint64_t moves = rev_moves(board);
            if (moves) {
                int square = random_square(&random, moves);
                board = rev_play(board, square, rev_flips(board, square));
            } else if (rev_moves(rev_pass(board))) {
                board = rev_pass(board);
            } else {
                break;
            }
            uint64_t other = own;
            own = opp;
            opp = other;
        }
    }
    printf("%" PRIu64 " stable discs stayed\n", held);
    ck_assert_uint_gt(held, 1000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("counts");
    TCase *tcase = tcase_create("counts");
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, the_last_flips_are_those_of_the_rules);
    tcase_add_test(tcase, odd_quadrants_are_those_with_an_odd_count);
    tcase_add_test(tcase, a_square_lies_in_its_quadrant);
    tcase_add_test(tcase, stable_discs_are_those_found_one_by_one);
    tcase_add_test(tcase, stable_discs_stay_to_the_end_of_the_game);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
