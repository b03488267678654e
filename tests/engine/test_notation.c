/**
 * Squares and positions: what is read, what is refused and where, and that writing gives it back.
 */
#include "random.h"
#include "require.h"
#include "reversi/notation.h"
#include "suite.h"

#include <string.h>

START_TEST(every_square_is_read_in_either_case_and_written_in_lower_case)
{
    for (int square = 0; square < 64; square++) {
        char lower[] = {(char)('a' + square % 8), (char)('1' + square / 8), '\0'};
        char upper[] = {(char)('A' + square % 8), lower[1], '\0'};
        char written[REV_SQUARE_TEXT_SIZE];
        rev_square_write(square, written);
        ck_assert_str_eq(written, lower);
        ck_assert_int_eq(rev_square_parse(lower, 2), square);
        ck_assert_int_eq(rev_square_parse(upper, 2), square);
    }
}
END_TEST

START_TEST(corners_are_where_the_reader_expects_them)
{
    ck_assert_int_eq(rev_square_parse("a1", 2), 0);
    ck_assert_int_eq(rev_square_parse("h1", 2), 7);
    ck_assert_int_eq(rev_square_parse("a8", 2), 56);
    ck_assert_int_eq(rev_square_parse("h8", 2), 63);
}
END_TEST

static const char *const no_squares[] = {
    "",    "f",    "5",    "i9", "i1", "a9", "a0", "5f", "55", "ff",       "F05", "f5 ", " f5",
    "f 5", "f5d6", "pass", "--", "@1", "`1", "a/", "a:", "I1", "\xc3\xa9", "37",  "f\n",
};

START_TEST(what_is_no_square_is_refused)
{
    for (size_t i = 0; i < sizeof no_squares / sizeof no_squares[0]; i++)
        ck_assert_msg(rev_square_parse(no_squares[i], strlen(no_squares[i])) == REV_NO_SQUARE,
                      "'%s' was read", no_squares[i]);
    ck_assert_int_eq(rev_square_parse("f5", 1), REV_NO_SQUARE);
    ck_assert_int_eq(rev_square_parse("f5\0", 3), REV_NO_SQUARE);
}
END_TEST

START_TEST(of_all_pairs_of_bytes_only_squares_are_read)
{
    int read = 0;
    for (int pair = 0; pair < 256 * 256; pair++) {
        char text[2] = {(char)(pair / 256), (char)(pair % 256)};
        read += rev_square_parse(text, 2) != REV_NO_SQUARE;
    }
    ck_assert_int_eq(read, 2 * 64);
}
END_TEST

#define START "---------------------------OX------XO---------------------------"

START_TEST(the_standard_start_is_read)
{
    struct rev_position position;
    ck_assert(rev_position_parse(START " X", 66, &position, NULL));
    struct rev_board start = rev_board_start();
    ck_assert_uint_eq(position.black, start.own);
    ck_assert_uint_eq(position.white, start.opp);
    ck_assert_int_eq(position.turn, REV_BLACK);
}
END_TEST

START_TEST(all_common_signs_are_read_and_ours_are_written)
{
    const char text[] = "Xx*BbOoWw-.-----------------------------------------------------";
    const char ours[] = "XXXXXOOOO-------------------------------------------------------";
    static const char turns[][2] = {{'X', 'X'}, {'x', 'X'}, {'*', 'X'}, {'B', 'X'}, {'b', 'X'},
                                    {'O', 'O'}, {'o', 'O'}, {'W', 'O'}, {'w', 'O'}};
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        char given[REV_POSITION_TEXT_SIZE], expected[REV_POSITION_TEXT_SIZE];
        char written[REV_POSITION_TEXT_SIZE];
        snprintf(given, sizeof given, "%s %c", text, turns[i][0]);
        snprintf(expected, sizeof expected, "%s %c", ours, turns[i][1]);
        struct rev_position position;
        ck_assert(rev_position_parse(given, 66, &position, NULL));
        rev_position_write(&position, written);
        ck_assert_str_eq(written, expected);
        rev_board_write(&position, written);
        ck_assert_str_eq(written, ours);
    }
}
END_TEST

static const struct {
    const char *text;
    size_t bad_at;
} no_positions[] = {
    {"", 0},
    {"X", 1},
    {START, 64},
    {START " ", 65},
    {START "X", 64},
    {START "- X", 64},
    {START "  X", 65},
    {START "\tX", 64},
    {START " -", 65},
    {START " .", 65},
    {START " Z", 65},
    {START " XX", 66},
    {START " X ", 66},
    {START " X\n", 66},
    {" " START " X", 0},
    {"--------\n--------", 8},
    {"---------------------------0X------X0--------------------------- X", 27},
    {"---------------------------OX------XO--------------------------\xc3\xa9 X", 63},
};

START_TEST(what_is_no_position_is_refused_at_its_first_bad_character)
{
    for (size_t i = 0; i < sizeof no_positions / sizeof no_positions[0]; i++) {
        const char *text = no_positions[i].text;
        struct rev_position position = {1, 2, REV_WHITE};
        size_t bad_at = 999;
        ck_assert_msg(!rev_position_parse(text, strlen(text), &position, &bad_at), "'%s' was read",
                      text);
        ck_assert_uint_eq(bad_at, no_positions[i].bad_at);
        ck_assert(position.black == 1 && position.white == 2 && position.turn == REV_WHITE);
        ck_assert(!rev_position_parse(text, strlen(text), &position, NULL));
    }
}
END_TEST

START_TEST(a_nul_in_a_position_is_refused_where_it_stands)
{
    char text[] = START " X";
    text[10] = '\0';
    struct rev_position position;
    size_t bad_at;
    ck_assert(!rev_position_parse(text, 66, &position, &bad_at));
    ck_assert_uint_eq(bad_at, 10);
}
END_TEST

START_TEST(any_position_comes_back_when_written_and_read)
{
    struct random random = random_for("any_position_comes_back_when_written_and_read");
    for (int i = 0; i < 100 * 1000; i++) {
        uint64_t filled = random_next(&random), black = random_next(&random);
        struct rev_position position = {.black = filled & black,
                                        .white = filled & ~black,
                                        .turn = i % 2 ? REV_BLACK : REV_WHITE};
        char text[REV_POSITION_TEXT_SIZE];
        struct rev_position again;
        rev_position_write(&position, text);
        REQUIRE(strlen(text) == 66);
        REQUIRE(rev_position_parse(text, 66, &again, NULL));
        REQUIRE(again.black == position.black && again.white == position.white);
        REQUIRE(again.turn == position.turn);
    }
}
END_TEST

START_TEST(a_position_is_seen_from_its_mover)
{
    struct rev_position position = {.black = 1, .white = 2, .turn = REV_WHITE};
    ck_assert_uint_eq(rev_position_board(&position).own, 2);
    ck_assert_uint_eq(rev_position_board(&position).opp, 1);
    position.turn = rev_other(position.turn);
    ck_assert_uint_eq(rev_position_board(&position).own, 1);
    ck_assert_uint_eq(rev_position_board(&position).opp, 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("notation");
    TCase *tcase = tcase_create("notation");
    tcase_add_test(tcase, every_square_is_read_in_either_case_and_written_in_lower_case);
    tcase_add_test(tcase, corners_are_where_the_reader_expects_them);
    tcase_add_test(tcase, what_is_no_square_is_refused);
    tcase_add_test(tcase, of_all_pairs_of_bytes_only_squares_are_read);
    tcase_add_test(tcase, the_standard_start_is_read);
    tcase_add_test(tcase, all_common_signs_are_read_and_ours_are_written);
    tcase_add_test(tcase, what_is_no_position_is_refused_at_its_first_bad_character);
    tcase_add_test(tcase, a_nul_in_a_position_is_refused_where_it_stands);
    tcase_add_test(tcase, any_position_comes_back_when_written_and_read);
    tcase_add_test(tcase, a_position_is_seen_from_its_mover);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
