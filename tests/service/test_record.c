/**
 * Records for other programs: each line as it must come out, written by hand.
 */
#include "game_fixture.h"
#include "record/record.h"
#include "suite.h"

#include <string.h>

static const int64_t CREATED_MS = INT64_C(1767323045678); /* 2026-01-02 03:04:05.678 UTC */

#define STANDARD "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
#define HEAD "(;GM[Othello]PC[reversid]DT[2026.01.02_03:04:05.UTC]"

static struct game begin(enum game_opening opening, const char *position)
{
    const struct game_setup setup = {.id = {{1}},
                                     .creator = {{2}},
                                     .creator_name = "Ada",
                                     .color = REV_BLACK,
                                     .opening = opening,
                                     .against = OPPONENT_LOCAL,
                                     .metadata = "{}"};
    return game_fixture(setup, position, CREATED_MS);
}

/** Each placement takes a second and a half. */
static void play(struct game *game, const char *transcript)
{
    game_fixture_play(game, transcript, 1500);
}

static void check_ggf(const struct game *game, const char *expected)
{
    TEXT_CLEANUP struct text out = {0};
    record_ggf(game, "reversid", &out);
    ck_assert_str_eq(out.data, expected);
}

static void check_transcript(const struct game *game, const char *expected)
{
    TEXT_CLEANUP struct text out = {0};
    text_puts(&out, ">");
    record_transcript(game, &out);
    ck_assert_int_eq(out.data[0], '>');
    ck_assert_str_eq(out.data + 1, expected);
}

START_TEST(a_new_game_has_no_moves_and_no_result)
{
    struct game game = begin(OPENING_STANDARD, NULL);
    check_ggf(&game, HEAD "PB[Ada]PW[Ada]RE[?]TI[0]TY[8]" STANDARD ";)");
    check_transcript(&game, "");
}
END_TEST

START_TEST(an_ai_is_named_by_its_level)
{
    struct game game = begin(OPENING_STANDARD, NULL);
    game.seats[REV_WHITE] = (struct seat){.kind = SEAT_AI, .level = REV_LEVEL_MEDIUM};
    check_ggf(&game, HEAD "PB[Ada]PW[reversid medium]RE[?]TI[0]TY[8]" STANDARD ";)");
}
END_TEST

START_TEST(passes_are_written_in_ggf_and_not_in_transcripts)
{
    struct game game = begin(OPENING_STANDARD, NULL);
    play(&game, "f5f6d3g5h5h4f7h6c5");
    check_ggf(&game, HEAD "PB[Ada]PW[Ada]RE[?]TI[0]TY[8]" STANDARD
                          "B[f5//1.50]W[f6//1.50]B[d3//1.50]W[g5//1.50]B[h5//1.50]W[h4//1.50]"
                          "B[f7//1.50]W[h6//1.50]B[PA]W[c5//1.50];)");
    check_transcript(&game, "f5f6d3g5h5h4f7h6c5");
}
END_TEST

START_TEST(an_early_end_gives_the_empties_to_the_winner)
{
    struct game game = begin(OPENING_STANDARD, NULL);
    play(&game, "e6f6g6d6c4c5c6g7h8");
    check_ggf(&game, HEAD "PB[Ada]PW[Ada]RE[+64.00]TI[0]TY[8]" STANDARD
                          "B[e6//1.50]W[f6//1.50]B[g6//1.50]W[d6//1.50]B[c4//1.50]W[c5//1.50]"
                          "B[c6//1.50]W[g7//1.50]B[h8//1.50];)");
}
END_TEST

START_TEST(a_side_that_cannot_begin_passes_first)
{
    struct game game = begin(OPENING_POSITION, "XXXXXXXX"
                                               "XXXXXXXX"
                                               "XXXXXXXX"
                                               "XXXXXXXX"
                                               "XXXXXXXX"
                                               "XXXXXXXX"
                                               "XXXXXXXX"
                                               "XXXXXXO- O");
    play(&game, "h8");
    check_ggf(&game, HEAD "PB[Ada]PW[Ada]RE[+64.00]TI[0]TY[8]"
                          "BO[8 ******** ******** ******** ******** ******** ******** ******** "
                          "******O- O]W[PA]B[h8//1.50];)");
}
END_TEST

START_TEST(the_original_opening_begins_after_its_centre)
{
    struct game game = begin(OPENING_ORIGINAL, NULL);
    play(&game, "d4e4");
    check_ggf(&game, HEAD "PB[Ada]PW[Ada]RE[?]TI[0]TY[8]BO[8 -------- -------- -------- ---*O--- "
                          "-------- -------- -------- -------- *];)");
    check_transcript(&game, "d4e4");
    play(&game, "d5e5f4");
    check_ggf(&game, HEAD "PB[Ada]PW[Ada]RE[?]TI[0]TY[8]BO[8 -------- -------- -------- ---*O--- "
                          "---*O--- -------- -------- -------- *]B[f4//1.50];)");
    check_transcript(&game, "d4e4d5e5f4");
}
END_TEST

static const struct {
    enum game_reason reason;
    enum game_winner winner;
    const char *result;
} other_ends[] = {
    {REASON_RESIGNATION, WINNER_BLACK, "RE[+64.00:r]"},
    {REASON_RESIGNATION, WINNER_WHITE, "RE[-64.00:r]"},
    {REASON_TIMEOUT, WINNER_WHITE, "RE[-64.00:t]"},
    {REASON_ABANDONED, WINNER_BLACK, "RE[+64.00:r]"},
    {REASON_AGREEMENT, WINNER_DRAW, "RE[0.00:s]"},
};

START_TEST(an_end_by_other_means_has_its_flag)
{
    struct game game = begin(OPENING_STANDARD, NULL);
    TEXT_CLEANUP struct text out = {0};
    play(&game, "f5");
    game.status = GAME_FINISHED;
    game.reason = other_ends[_i].reason;
    game.winner = other_ends[_i].winner;
    record_ggf(&game, "reversid", &out);
    ck_assert_ptr_nonnull(strstr(out.data, other_ends[_i].result));
    ck_assert_ptr_nonnull(strstr(out.data, "*]B[f5//1.50];)"));
}
END_TEST

/* The last move of a game and black's margin: a loss, a draw, a win with empty squares. */
static const struct {
    const char *position, *move, *result;
} ends_by_discs[] = {
    {"OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXXXXXXXXXXXXXXXXXXXXXXO- X", "h8", "RE[-16.00]"},
    {"OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X", "h8", "RE[0.00]"},
    {"OOOOOO---------------------------------------------------OX----- X", "a8", "RE[-58.00]"},
};

START_TEST(an_end_by_discs_has_its_margin)
{
    struct game game = begin(OPENING_POSITION, ends_by_discs[_i].position);
    TEXT_CLEANUP struct text out = {0};
    play(&game, ends_by_discs[_i].move);
    ck_assert_int_eq(game.status, GAME_FINISHED);
    record_ggf(&game, "reversid", &out);
    ck_assert_ptr_nonnull(strstr(out.data, ends_by_discs[_i].result));
}
END_TEST

START_TEST(an_aborted_game_has_no_result)
{
    struct game game = begin(OPENING_STANDARD, NULL);
    TEXT_CLEANUP struct text out = {0};
    game.status = GAME_ABORTED;
    record_ggf(&game, "reversid", &out);
    ck_assert_ptr_nonnull(strstr(out.data, "RE[?]"));
}
END_TEST

static const struct {
    const char *name, *written;
} names[] = {
    {"", "PB[]"},
    {"a]b[c\\d;)", "PB[a)b(c/d,)]"},
    {"\\]", "PB[/)]"},
    {"tab\tline\nend\x7f", "PB[tab line end ]"},
    {"Ελένη 花子 🙂", "PB[Ελένη 花子 🙂]"},
};

START_TEST(a_name_cannot_break_out_of_its_tag)
{
    struct game game = begin(OPENING_STANDARD, NULL);
    TEXT_CLEANUP struct text out = {0};
    strcpy(game.seats[REV_BLACK].name, names[_i].name);
    record_ggf(&game, "a]site", &out);
    ck_assert_ptr_nonnull(strstr(out.data, names[_i].written));
    ck_assert_ptr_nonnull(strstr(out.data, "PC[a)site]"));
    ck_assert_ptr_eq(strstr(out.data, ";)"), out.data + out.length - 2);
}
END_TEST

START_TEST(times_are_written_in_hundredths)
{
    static const struct {
        int32_t used_ms;
        const char *written;
    } times[] = {{0, "B[f5//0.00]"},
                 {9, "B[f5//0.00]"},
                 {90, "B[f5//0.09]"},
                 {61230, "B[f5//61.23]"},
                 {INT32_MAX, "B[f5//2147483.64]"}};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        struct game game = begin(OPENING_STANDARD, NULL);
        TEXT_CLEANUP struct text out = {0};
        play(&game, "f5");
        game.used_ms[0] = times[i].used_ms;
        record_ggf(&game, "reversid", &out);
        ck_assert_ptr_nonnull(strstr(out.data, times[i].written));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("record");
    TCase *tcase = tcase_create("record");
    tcase_add_test(tcase, a_new_game_has_no_moves_and_no_result);
    tcase_add_test(tcase, an_ai_is_named_by_its_level);
    tcase_add_test(tcase, passes_are_written_in_ggf_and_not_in_transcripts);
    tcase_add_test(tcase, an_early_end_gives_the_empties_to_the_winner);
    tcase_add_test(tcase, a_side_that_cannot_begin_passes_first);
    tcase_add_test(tcase, the_original_opening_begins_after_its_centre);
    tcase_add_loop_test(tcase, an_end_by_other_means_has_its_flag, 0,
                        sizeof other_ends / sizeof other_ends[0]);
    tcase_add_loop_test(tcase, an_end_by_discs_has_its_margin, 0,
                        sizeof ends_by_discs / sizeof ends_by_discs[0]);
    tcase_add_test(tcase, an_aborted_game_has_no_result);
    tcase_add_loop_test(tcase, a_name_cannot_break_out_of_its_tag, 0,
                        sizeof names / sizeof names[0]);
    tcase_add_test(tcase, times_are_written_in_hundredths);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
