/**
 * Whole games: hard cases of the rules, and what each function of game.h promises.
 */
#include "require.h"
#include "reversi/game.h"
#include "rules_cases.h"
#include "suite.h"

#include <limits.h>
#include <string.h>

static void begin(struct rev_game *game, const struct rules_case *c)
{
    struct rev_position start;
    if (c->start)
        ck_assert(rev_position_parse(c->start, strlen(c->start), &start, NULL));
    rev_game_init(game, c->opening, c->start ? &start : NULL);
}

static void play_through(struct rev_game *game, const struct rules_case *c)
{
    size_t bad_at = 0;
    begin(game, c);
    ck_assert_msg(rev_game_play_transcript(game, c->transcript, strlen(c->transcript), &bad_at),
                  "%s: refused at %zu", c->title, bad_at);
}

/** Writes a set as squares in reading order. */
static void write_set(uint64_t set, char text[2 * 64 + 1])
{
    text[0] = '\0';
    for (; set; set &= set - 1) {
        rev_square_write(__builtin_ctzll(set), text);
        text += 2;
    }
}

static char passed_sign(const struct rev_game *game)
{
    enum rev_color passed;
    if (!rev_game_passed(game, &passed))
        return '-';
    return passed == REV_BLACK ? 'X' : 'O';
}

START_TEST(hard_case_ends_as_expected)
{
    const struct rules_case *c = &rules_cases[_i];
    struct rev_game game;
    char board[REV_BOARD_TEXT_SIZE], legal[2 * 64 + 1], turned[2 * 64 + 1];
    play_through(&game, c);

    rev_board_write(&game.now, board);
    write_set(game.legal, legal);
    write_set(game.ply ? game.plies[game.ply - 1].flips : 0, turned);
    char turn = game.over ? '-' : game.now.turn == REV_BLACK ? 'X' : 'O';
    ck_assert_msg(strcmp(board, c->board) == 0, "%s: board\n%s\n%s", c->title, board, c->board);
    ck_assert_msg(strcmp(legal, c->legal) == 0, "%s: legal %s", c->title, legal);
    ck_assert_msg(strcmp(turned, c->turned) == 0, "%s: turned %s", c->title, turned);
    ck_assert_msg(turn == c->turn, "%s: turn %c", c->title, turn);
    ck_assert_msg(passed_sign(&game) == c->passed, "%s: passed %c", c->title, passed_sign(&game));
}
END_TEST

START_TEST(hard_case_refuses_all_other_squares_and_stays_as_it_is)
{
    const struct rules_case *c = &rules_cases[_i];
    struct rev_game game, before;
    play_through(&game, c);
    memcpy(&before, &game, sizeof game);
    enum rev_move_verdict refusal = game.over ? REV_MOVE_GAME_OVER : REV_MOVE_ILLEGAL;
    static const int no_squares[] = {-1, REV_NO_SQUARE, 65, INT_MAX, INT_MIN, -64, 128, 256};
    for (size_t i = 0; i < sizeof no_squares / sizeof no_squares[0]; i++) {
        ck_assert_int_eq(rev_game_play(&game, no_squares[i]), refusal);
        ck_assert_uint_eq(rev_game_flips(&game, no_squares[i]), 0);
    }
    for (int square = 0; square < 64; square++) {
        if (game.legal & rev_bit(square))
            continue;
        REQUIRE(rev_game_play(&game, square) == refusal);
        REQUIRE(rev_game_flips(&game, square) == 0);
    }
    ck_assert_mem_eq(&game, &before, sizeof game);
}
END_TEST

START_TEST(hard_case_can_be_rewound_to_each_ply)
{
    const struct rules_case *c = &rules_cases[_i];
    struct rev_game whole, replayed;
    play_through(&whole, c);
    begin(&replayed, c);
    for (int ply = 0; ply <= whole.ply; ply++) {
        struct rev_game rewound = whole;
        rev_game_rewind(&rewound, ply);
        ck_assert_mem_eq(&rewound, &replayed, sizeof rewound);
        if (ply < whole.ply)
            ck_assert_int_eq(rev_game_play(&replayed, whole.plies[ply].square), REV_MOVE_PLAYED);
    }
}
END_TEST

START_TEST(hard_case_comes_back_as_its_transcript_in_lower_case)
{
    const struct rules_case *c = &rules_cases[_i];
    struct rev_game game;
    char text[REV_TRANSCRIPT_SIZE];
    play_through(&game, c);
    rev_game_transcript(&game, text);
    ck_assert_uint_eq(strlen(text), strlen(c->transcript));
    for (size_t i = 0; text[i]; i++)
        ck_assert_int_eq(text[i], c->transcript[i] | (i % 2 ? 0 : 0x20));
}
END_TEST

static const struct {
    enum rev_opening opening;
    const char *text;
    size_t bad_at;
} bad_transcripts[] = {
    {REV_OPENING_STANDARD, "f", 0},        {REV_OPENING_STANDARD, "f5d", 2},
    {REV_OPENING_STANDARD, "e5", 0},       {REV_OPENING_STANDARD, "f5f5", 2},
    {REV_OPENING_STANDARD, "f5e6", 2},     {REV_OPENING_STANDARD, "f5 d6", 2},
    {REV_OPENING_STANDARD, "f5--", 2},     {REV_OPENING_STANDARD, "5f", 0},
    {REV_OPENING_STANDARD, "f5d6i9", 4},   {REV_OPENING_STANDARD, "e6f4e3f6g5d6e7f5c5a1", 18},
    {REV_OPENING_ORIGINAL, "c4", 0},       {REV_OPENING_ORIGINAL, "d4d4", 2},
    {REV_OPENING_ORIGINAL, "d4e4d5f5", 6}, {REV_OPENING_ORIGINAL, "d4e4d5e5d3", 8},
};

START_TEST(bad_transcript_stops_where_it_is_bad)
{
    const char *text = bad_transcripts[_i].text;
    struct rev_game game, good;
    size_t bad_at = 999;
    rev_game_init(&game, bad_transcripts[_i].opening, NULL);
    rev_game_init(&good, bad_transcripts[_i].opening, NULL);
    ck_assert(!rev_game_play_transcript(&game, text, strlen(text), &bad_at));
    ck_assert_msg(bad_at == bad_transcripts[_i].bad_at, "'%s' stopped at %zu", text, bad_at);
    ck_assert(rev_game_play_transcript(&good, text, bad_at, NULL));
    ck_assert_mem_eq(&game, &good, sizeof game);
    ck_assert(!rev_game_play_transcript(&game, text + bad_at, strlen(text) - bad_at, NULL));
}
END_TEST

START_TEST(a_transcript_goes_on_from_where_the_game_stands)
{
    struct rev_game game, whole;
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    rev_game_init(&whole, REV_OPENING_STANDARD, NULL);
    ck_assert(rev_game_play_transcript(&game, "f5d6", 4, NULL));
    ck_assert(rev_game_play_transcript(&game, "c3d3c4", 6, NULL));
    ck_assert(rev_game_play_transcript(&whole, "f5d6c3d3c4", 10, NULL));
    ck_assert_mem_eq(&game, &whole, sizeof game);
    ck_assert(rev_game_play_transcript(&game, "", 0, NULL));
    ck_assert_mem_eq(&game, &whole, sizeof game);
}
END_TEST

START_TEST(plies_say_who_moved_and_who_was_passed_over)
{
    struct rev_game game;
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    ck_assert(rev_game_play_transcript(&game, "f5f6c4g5h5h4f7h6c5", 18, NULL));
    for (int i = 0; i < 8; i++) {
        ck_assert_int_eq(game.plies[i].color, i % 2 ? REV_WHITE : REV_BLACK);
        ck_assert_int_eq(game.plies[i].passed, i == 7);
    }
    ck_assert_int_eq(game.plies[8].color, REV_WHITE); /* again: black had no move */
    ck_assert_int_eq(game.now.turn, REV_BLACK);
}
END_TEST

START_TEST(a_start_that_passes_keeps_the_given_side)
{
    struct rev_position start = {.black = rev_bit(0), .white = rev_bit(1), .turn = REV_WHITE};
    struct rev_game game;
    rev_game_init(&game, REV_OPENING_POSITION, &start);
    ck_assert(game.start_passed);
    ck_assert_int_eq(game.start.turn, REV_WHITE);
    ck_assert_int_eq(game.now.turn, REV_BLACK);
    ck_assert_int_eq(game.ply, 0);
}
END_TEST

START_TEST(the_original_opening_is_in_the_centre_for_four_placements)
{
    struct rev_game game;
    rev_game_init(&game, REV_OPENING_ORIGINAL, NULL);
    const char *moves[] = {"e5", "d4", "d5", "e4"};
    for (int i = 0; i < 4; i++) {
        ck_assert(rev_game_in_centre(&game));
        ck_assert_int_eq(game.now.turn, i % 2 ? REV_WHITE : REV_BLACK);
        ck_assert(rev_game_play_transcript(&game, moves[i], 2, NULL));
        ck_assert_uint_eq(game.plies[i].flips, 0);
    }
    ck_assert(!rev_game_in_centre(&game));
    ck_assert_int_eq(rev_game_discs(&game, REV_BLACK), 2);
    ck_assert_int_eq(rev_game_discs(&game, REV_WHITE), 2);
}
END_TEST

START_TEST(the_original_opening_can_place_all_64_discs)
{
    struct rev_game game;
    rev_game_init(&game, REV_OPENING_ORIGINAL, NULL);
    ck_assert(rev_game_play_transcript(&game, "d4e4d5e5", 8, NULL));
    while (!game.over)
        ck_assert_int_eq(rev_game_play(&game, __builtin_ctzll(game.legal)), REV_MOVE_PLAYED);
    ck_assert_int_le(game.ply, REV_PLY_MAX);
    ck_assert_int_eq(game.ply, rev_game_discs(&game, REV_BLACK) + rev_game_discs(&game, REV_WHITE));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("game");
    TCase *tcase = tcase_create("game");
    tcase_add_loop_test(tcase, hard_case_ends_as_expected, 0, rules_case_count);
    tcase_add_loop_test(tcase, hard_case_refuses_all_other_squares_and_stays_as_it_is, 0,
                        rules_case_count);
    tcase_add_loop_test(tcase, hard_case_can_be_rewound_to_each_ply, 0, rules_case_count);
    tcase_add_loop_test(tcase, hard_case_comes_back_as_its_transcript_in_lower_case, 0,
                        rules_case_count);
    tcase_add_loop_test(tcase, bad_transcript_stops_where_it_is_bad, 0,
                        sizeof bad_transcripts / sizeof bad_transcripts[0]);
    tcase_add_test(tcase, a_transcript_goes_on_from_where_the_game_stands);
    tcase_add_test(tcase, plies_say_who_moved_and_who_was_passed_over);
    tcase_add_test(tcase, a_start_that_passes_keeps_the_given_side);
    tcase_add_test(tcase, the_original_opening_is_in_the_centre_for_four_placements);
    tcase_add_test(tcase, the_original_opening_can_place_all_64_discs);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
