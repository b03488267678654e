/**
 * The evaluation: lanes lie where their patterns say, features follow the moves on every kernel, a
 * position is worth the same however it is turned, and weights that are damaged are refused.
 */
#include "feature.h"
#include "kernel.h"
#include "patterns.h"
#include "random.h"
#include "require.h"
#include "suite.h"
#include "weights.h"

#include "reversi/search.h"

#include <string.h>
#include <zlib.h>

extern const unsigned char rev_weights_file[];
extern const size_t rev_weights_file_size;

enum { GAMES = 300 };

static void load_weights(void)
{
    ck_assert(weights_load());
}

static int square_image(int square, int symmetry)
{
    int x = square & 7;
    int y = square >> 3;
    if (symmetry & 1)
        x = 7 - x;
    if (symmetry & 2)
        y = 7 - y;
    return symmetry & 4 ? x * 8 + y : y * 8 + x;
}

static uint64_t set_image(uint64_t set, int symmetry)
{
    uint64_t image = 0;
    for (; set; set &= set - 1)
        image |= rev_bit(square_image(__builtin_ctzll(set), symmetry));
    return image;
}

static uint64_t lane_set(const struct pattern_lane *lane)
{
    uint64_t set = 0;
    for (int i = 0; i < lane->length; i++)
        set |= rev_bit(lane->squares[i]);
    return set;
}

START_TEST(every_lane_is_another_place_of_its_pattern)
{
    struct pattern_lane lanes[LANES_USED];
    memset(lanes, 0, sizeof lanes);
    patterns_lanes(lanes);
    for (int a = 0; a < LANES_USED; a++) {
        ck_assert_int_ge(lanes[a].length, 4);
        ck_assert_int_eq(rev_count(lane_set(&lanes[a])), lanes[a].length);
        for (int b = 0; b < a; b++)
            ck_assert(lanes[a].pattern != lanes[b].pattern ||
                      lane_set(&lanes[a]) != lane_set(&lanes[b]));
    }
}
END_TEST

START_TEST(the_places_of_a_pattern_are_closed_under_the_symmetries_of_the_board)
{
    struct pattern_lane lanes[LANES_USED];
    patterns_lanes(lanes);
    for (int a = 0; a < LANES_USED; a++) {
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            int found = 0;
            for (int b = 0; b < LANES_USED; b++)
                found += lanes[b].pattern == lanes[a].pattern &&
                         lane_set(&lanes[b]) == set_image(lane_set(&lanes[a]), symmetry);
            ck_assert_int_eq(found, 1);
        }
    }
}
END_TEST

/** A lane's index as patterns.h defines it. */
static int plain_index(const struct pattern_lane *lane, struct rev_board board)
{
    int index = 0;
    for (int i = lane->length - 1; i >= 0; i--) {
        uint64_t bit = rev_bit(lane->squares[i]);
        index = 3 * index + (board.own & bit ? 1 : board.opp & bit ? -1 : 0);
    }
    return index;
}

static void check_features(const struct rev_kernel *kernel, struct rev_board board,
                           const struct features *features)
{
    struct pattern_lane lanes[LANES_USED];
    patterns_lanes(lanes);
    for (int i = 0; i < LANES_USED; i++)
        REQUIRE_MSG(features->lanes[i] == plain_index(&lanes[i], board), "%s: lane %d is %d",
                    kernel->name, i, features->lanes[i]);
    for (int i = LANES_USED; i < LANE_COUNT; i++)
        REQUIRE(features->lanes[i] == 0);
}

/** One random ply; false once the game is over. The board is then left as it was. */
static bool random_ply(struct random *random, struct rev_board *board, int *square, uint64_t *flips)
{
    uint64_t moves = rev_moves(*board);
    *square = REV_NO_SQUARE;
    if (!moves && !rev_moves(rev_pass(*board)))
        return false;
    if (!moves) {
        *board = rev_pass(*board);
        return true;
    }
    *square = random_square(random, moves);
    *flips = rev_flips(*board, *square);
    *board = rev_play(*board, *square, *flips);
    return true;
}

static void follow_game(const struct rev_kernel *kernel, struct random *random)
{
    struct rev_board board = rev_board_start();
    struct features features;
    kernel->features_set(board, &features);
    check_features(kernel, board, &features);
    int square;
    uint64_t flips;
    while (random_ply(random, &board, &square, &flips)) {
        if (square == REV_NO_SQUARE)
            kernel->features_pass(&features, &features);
        else
            kernel->features_move(&features, square, flips, &features);
        struct features fresh;
        kernel->features_set(board, &fresh);
        check_features(kernel, board, &features);
        REQUIRE(memcmp(&features, &fresh, sizeof fresh) == 0);
    }
}

START_TEST(features_follow_the_moves_on_every_kernel)
{
    struct random random = random_for("features_follow_the_moves_on_every_kernel");
    for (int k = 0; rev_kernel_at(k); k++) {
        for (int i = 0; i < GAMES; i++)
            follow_game(rev_kernel_at(k), &random);
    }
}
END_TEST

/** Random games once more, for what holds of each position on the way. */
static void for_each_position(const char *name, void (*check)(struct rev_board board))
{
    struct random random = random_for(name);
    for (int i = 0; i < GAMES; i++) {
        struct rev_board board = rev_board_start();
        int square;
        uint64_t flips;
        do
            check(board);
        while (random_ply(&random, &board, &square, &flips));
    }
}

static const int pattern_rows[PATTERN_COUNT] = {
#define PATTERN(name, squares, length, instances, quadrants) QUADRANT_##name / QUADRANT_WIDTH,
#include "patterns.def"
#undef PATTERN
};

static const int pattern_quadrants[PATTERN_COUNT] = {
#define PATTERN(name, squares, length, instances, quadrants) quadrants,
#include "patterns.def"
#undef PATTERN
};

/** Whether a lane has a part in a quadrant: four squares or more of it lie there. */
static bool lies_in(const struct pattern_lane *lane, int quadrant)
{
    static const uint64_t a1 = UINT64_C(0x0f0f0f0f);
    return pattern_quadrants[lane->pattern] > 0 &&
           rev_count(lane_set(lane) & set_image(a1, quadrant)) >= 4;
}

/** What a lane adds to a quadrant that it lies in. */
static const int8_t *plain_row(const struct pattern_lane *lane, int lane_number, int quadrant,
                               struct rev_board board)
{
    int quadrants = pattern_quadrants[lane->pattern];
    int index = plain_index(lane, board) + PATTERN_SIZE(lane->length) / 2;
    int place = lane_quadrant(lane_number, 0) == quadrant ? 0 : 1;
    int row = pattern_rows[lane->pattern] + index * quadrants + place;
    return rev_quadrants.table + (ptrdiff_t)row * QUADRANT_WIDTH;
}

static int plain_quadrants(const struct pattern_lane lanes[LANES_USED], struct rev_board board)
{
    int stage = weights_stage(rev_count(board.own | board.opp));
    int value = 0;
    for (int number = 0; number < QUADRANT_WIDTH; number++) {
        int squares = 0;
        for (int quadrant = 0; quadrant < QUADRANT_COUNT; quadrant++) {
            int sum = rev_quadrants.biases[stage][number];
            for (int i = 0; i < LANES_USED; i++) {
                if (lies_in(&lanes[i], quadrant))
                    sum += plain_row(&lanes[i], i, quadrant, board)[number];
            }
            squares += sum * sum;
        }
        value += squares * rev_quadrants.weights[stage][number] >> QUADRANT_PRODUCT_SHIFT;
    }
    return value >> QUADRANT_VALUE_SHIFT;
}

static int plain_value(struct rev_board board)
{
    struct pattern_lane lanes[LANES_USED];
    patterns_lanes(lanes);
    int discs = rev_count(board.own | board.opp);
    const int16_t *weights = rev_weights[weights_stage(discs)];
    int sum = weights[WEIGHT_DISCS + discs] + plain_quadrants(lanes, board);
    for (int i = 0; i < LANES_USED; i++)
        sum += weights[lanes[i].center + plain_index(&lanes[i], board)];
    return sum > FEATURES_VALUE_MAX    ? FEATURES_VALUE_MAX
           : sum < -FEATURES_VALUE_MAX ? -FEATURES_VALUE_MAX
                                       : sum;
}

static void check_value(struct rev_board board)
{
    int expected = plain_value(board);
    for (int k = 0; rev_kernel_at(k); k++) {
        const struct rev_kernel *kernel = rev_kernel_at(k);
        struct features features;
        kernel->features_set(board, &features);
        int value = kernel->features_evaluate(&features, rev_count(board.own | board.opp));
        REQUIRE_MSG(value == expected, "%s: %d instead of %d", kernel->name, value, expected);
    }
}

START_TEST(the_evaluation_is_weights_and_squares_on_every_kernel)
{
    for_each_position("the_evaluation_is_weights_and_squares", check_value);
}
END_TEST

START_TEST(a_lane_with_rows_counts_in_the_quadrants_that_hold_four_of_its_squares)
{
    struct pattern_lane lanes[LANES_USED];
    patterns_lanes(lanes);
    int rows[QUADRANT_COUNT] = {0};
    for (int i = 0; i < LANES_USED; i++) {
        int found = 0;
        for (int quadrant = 0; quadrant < QUADRANT_COUNT; quadrant++) {
            found += lies_in(&lanes[i], quadrant);
            rows[quadrant] += lies_in(&lanes[i], quadrant);
            ck_assert_int_le(rows[quadrant], QUADRANT_ROWS_MAX);
        }
        ck_assert_int_eq(found, pattern_quadrants[lanes[i].pattern]);
        for (int k = 0; k < found; k++)
            ck_assert(lies_in(&lanes[i], lane_quadrant(i, k)));
        ck_assert(found < 2 || lane_quadrant(i, 0) != lane_quadrant(i, 1));
    }
}
END_TEST

/** The largest numbers that a file may hold, in all places at once. */
START_TEST(the_largest_numbers_do_not_overflow)
{
    static struct quadrants kept;
    kept = rev_quadrants;
    memset(rev_quadrants.table, QUADRANT_ROW_MAX, sizeof rev_quadrants.table);
    for (int i = 0; i < WEIGHT_STAGES * QUADRANT_WIDTH; i++) {
        rev_quadrants.biases[i / QUADRANT_WIDTH][i % QUADRANT_WIDTH] = QUADRANT_BIAS_MAX;
        rev_quadrants.weights[i / QUADRANT_WIDTH][i % QUADRANT_WIDTH] = QUADRANT_WEIGHT_MAX;
    }
    check_value(rev_board_start()); /* built with -fsanitize=undefined */
    rev_quadrants = kept;
}
END_TEST

static void check_symmetries(struct rev_board board)
{
    int value = plain_value(board);
    for (int symmetry = 1; symmetry < 8; symmetry++) {
        struct rev_board image = {set_image(board.own, symmetry), set_image(board.opp, symmetry)};
        REQUIRE(plain_value(image) == value);
        REQUIRE(rev_evaluate(image) == rev_evaluate(board));
    }
}

START_TEST(the_eight_symmetries_have_the_same_value)
{
    for_each_position("the_eight_symmetries_have_the_same_value", check_symmetries);
}
END_TEST

static int positions_of_one_value;

static void check_sides(struct rev_board board)
{
    struct rev_board passed = rev_pass(board);
    if (!rev_moves(board) || !rev_moves(passed))
        REQUIRE(rev_evaluate(board) == -rev_evaluate(passed));
    else
        positions_of_one_value += rev_evaluate(board) == -rev_evaluate(passed);
}

START_TEST(the_other_side_has_the_negated_value_only_where_the_mover_passes)
{
    positions_of_one_value = 0;
    for_each_position("the_other_side_has_the_negated_value", check_sides);
    ck_assert_int_lt(positions_of_one_value, GAMES * 60 / 20);
}
END_TEST

START_TEST(the_rows_of_two_quadrants_are_those_of_one_seen_from_either_corner)
{
    static int32_t shared[QUADRANT_ROWS];
    static int users[QUADRANT_ROWS];
    int count = patterns_share_rows(shared);
    for (int i = 0; i < QUADRANT_ROWS; i++) {
        REQUIRE(shared[i] >= 0 && shared[i] < count);
        users[shared[i]]++;
    }
    for (int i = 0; i < count; i++)
        REQUIRE(users[i] == 1 || users[i] == 2);
    /* d2 and e2 change places when the second row is looked at from its other end. */
    const int32_t *row_2 = shared + QUADRANT_ROW_2 / QUADRANT_WIDTH;
    int empty = PATTERN_SIZE(10) / 2;
    ck_assert_int_eq(row_2[2 * (empty + 1)], row_2[2 * (empty + 3) + 1]);
    ck_assert_int_ne(row_2[2 * (empty + 1)], row_2[2 * (empty + 1) + 1]);
    ck_assert_int_eq(row_2[2 * empty], row_2[2 * empty + 1]);
}
END_TEST

START_TEST(weights_are_shared_where_a_symmetry_says_so_and_nowhere_else)
{
    static int32_t shared[WEIGHT_COUNT];
    static int users[WEIGHT_COUNT];
    int count = patterns_share(shared);
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        REQUIRE(shared[i] >= 0 && shared[i] < count);
        users[shared[i]]++;
    }
    /* No pattern has more than one symmetry of its own, so no weight has more than two places. */
    for (int i = 0; i < count; i++)
        REQUIRE(users[i] == 1 || users[i] == 2);
    /* d2 e2 and so on to a2 h2, mirrored: each pair of digits changes places. */
    int center = WEIGHT_ROW_2 + PATTERN_SIZE(8) / 2;
    ck_assert_int_eq(shared[center + 1], shared[center + 3]);
    ck_assert_int_eq(shared[center - 9 + 81], shared[center - 27 + 243]);
    ck_assert_int_ne(shared[center + 1], shared[center - 1]);
}
END_TEST

static int16_t decoded[WEIGHT_STAGES][WEIGHT_COUNT];
static struct quadrants decoded_quadrants;

START_TEST(the_embedded_file_decodes_to_the_weights_in_use)
{
    ck_assert(weights_decode(rev_weights_file, rev_weights_file_size, decoded, &decoded_quadrants));
    ck_assert(memcmp(decoded, rev_weights, sizeof decoded) == 0);
    ck_assert(memcmp(&decoded_quadrants, &rev_quadrants, sizeof rev_quadrants) == 0);
}
END_TEST

START_TEST(a_truncated_file_is_refused)
{
    for (size_t size = 0; size <= WEIGHTS_HEADER_BYTES + 8; size++)
        ck_assert(!weights_decode(rev_weights_file, size, decoded, &decoded_quadrants));
    ck_assert(
        !weights_decode(rev_weights_file, rev_weights_file_size / 2, decoded, &decoded_quadrants));
    ck_assert(!weights_decode(rev_weights_file, rev_weights_file_size * 15 / 16, decoded,
                              &decoded_quadrants));
}
END_TEST

START_TEST(a_damaged_file_is_refused)
{
    struct random random = random_for("a_damaged_file_is_refused");
    unsigned char *copy = malloc(rev_weights_file_size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, rev_weights_file, rev_weights_file_size);
    for (int i = 0; i < WEIGHTS_HEADER_BYTES + 20; i++) {
        /* Every byte of the header; then anywhere but in zlib's own checksum at the end. */
        size_t at = i < WEIGHTS_HEADER_BYTES
                        ? (size_t)i
                        : WEIGHTS_HEADER_BYTES +
                              (size_t)random_below(&random, (int)rev_weights_file_size -
                                                                WEIGHTS_HEADER_BYTES - 4);
        unsigned char bit = (unsigned char)(1 << random_below(&random, 8));
        copy[at] ^= bit;
        ck_assert_msg(!weights_decode(copy, rev_weights_file_size, decoded, &decoded_quadrants),
                      "byte %zu", at);
        copy[at] ^= bit;
    }
    ck_assert(weights_decode(copy, rev_weights_file_size, decoded, &decoded_quadrants));
    free(copy);
}
END_TEST

/** What the embedded file holds, from its quadrants on with other bytes at one place. */
static bool decodes_with(size_t from_quadrants, const unsigned char *bytes, size_t count)
{
    static int32_t shared[WEIGHT_COUNT];
    size_t quadrants = (size_t)WEIGHT_STAGES * 2 * (size_t)patterns_share(shared);
    uLongf size = sizeof decoded + sizeof decoded_quadrants;
    unsigned char *plain = malloc(size);
    uLongf packed_size = compressBound(size);
    unsigned char *file = malloc(WEIGHTS_HEADER_BYTES + packed_size);
    ck_assert(plain && file);
    ck_assert_int_eq(uncompress(plain, &size, rev_weights_file + WEIGHTS_HEADER_BYTES,
                                rev_weights_file_size - WEIGHTS_HEADER_BYTES),
                     Z_OK);
    memcpy(plain + quadrants + from_quadrants, bytes, count);
    memcpy(file, rev_weights_file, WEIGHTS_HEADER_BYTES);
    ck_assert_int_eq(compress2(file + WEIGHTS_HEADER_BYTES, &packed_size, plain, size, 1), Z_OK);
    bool good =
        weights_decode(file, WEIGHTS_HEADER_BYTES + packed_size, decoded, &decoded_quadrants);
    free(file);
    free(plain);
    return good;
}

static bool decodes_with_number(size_t from_quadrants, int number, size_t bytes)
{
    unsigned char little[] = {(unsigned char)number, (unsigned char)((unsigned)number >> 8)};
    return decodes_with(from_quadrants, little, bytes);
}

START_TEST(numbers_that_could_overflow_are_refused)
{
    static int32_t shared[QUADRANT_ROWS];
    size_t biases = (size_t)patterns_share_rows(shared) * QUADRANT_WIDTH;
    size_t weights = biases + (size_t)WEIGHT_STAGES * QUADRANT_WIDTH * 2;
    for (int sign = -1; sign <= 1; sign += 2) {
        ck_assert(decodes_with_number(7, sign * QUADRANT_ROW_MAX, 1));
        ck_assert(!decodes_with_number(7, sign * (QUADRANT_ROW_MAX + 1), 1));
        ck_assert(decodes_with_number(biases + 2, sign * QUADRANT_BIAS_MAX, 2));
        ck_assert(!decodes_with_number(biases + 2, sign * (QUADRANT_BIAS_MAX + 1), 2));
        ck_assert(decodes_with_number(weights + 2, sign * QUADRANT_WEIGHT_MAX, 2));
        ck_assert(!decodes_with_number(weights + 2, sign * (QUADRANT_WEIGHT_MAX + 1), 2));
    }
    ck_assert(!decodes_with_number(7, INT8_MIN, 1));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("evaluate");
    TCase *tcase = tcase_create("evaluate");
    tcase_set_timeout(tcase, 300);
    tcase_add_unchecked_fixture(tcase, load_weights, NULL);
    tcase_add_test(tcase, every_lane_is_another_place_of_its_pattern);
    tcase_add_test(tcase, the_places_of_a_pattern_are_closed_under_the_symmetries_of_the_board);
    tcase_add_test(tcase, features_follow_the_moves_on_every_kernel);
    tcase_add_test(tcase, the_evaluation_is_weights_and_squares_on_every_kernel);
    tcase_add_test(tcase, a_lane_with_rows_counts_in_the_quadrants_that_hold_four_of_its_squares);
    tcase_add_test(tcase, the_largest_numbers_do_not_overflow);
    tcase_add_test(tcase, the_rows_of_two_quadrants_are_those_of_one_seen_from_either_corner);
    tcase_add_test(tcase, the_eight_symmetries_have_the_same_value);
    tcase_add_test(tcase, the_other_side_has_the_negated_value_only_where_the_mover_passes);
    tcase_add_test(tcase, weights_are_shared_where_a_symmetry_says_so_and_nowhere_else);
    tcase_add_test(tcase, the_embedded_file_decodes_to_the_weights_in_use);
    tcase_add_test(tcase, a_truncated_file_is_refused);
    tcase_add_test(tcase, a_damaged_file_is_refused);
    tcase_add_test(tcase, numbers_that_could_overflow_are_refused);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
