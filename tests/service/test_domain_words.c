/**
 * The words of a game's states, and what a seed decides.
 */
#include "domain/chance.h"
#include "domain/words.h"
#include "random.h"
#include "suite.h"

#include <string.h>

static const struct {
    const char *const *words;
    int count;
} lists[] = {
    {words_color, 2},
    {words_level, REV_LEVEL_COUNT},
    {words_status, GAME_STATUS_COUNT},
    {words_unrewarded, UNREWARDED_REASON_COUNT},
    {words_opening, GAME_OPENING_COUNT},
    {words_visibility, GAME_VISIBILITY_COUNT},
    {words_by, MOVE_BY_COUNT},
    {words_reason, GAME_REASON_COUNT},
    {words_review_strength, STUDY_OWN},
    {words_study_status, STUDY_STATUS_COUNT},
    {words_color_wish, COLOR_WISH_COUNT},
    {words_ladder, LADDER_COUNT},
    {words_chip_kind, CHIP_KIND_COUNT},
    {words_unrated, UNRATED_REASON_COUNT},
    {words_challenge_status, CHALLENGE_STATUS_COUNT},
    {words_decline, DECLINE_REASON_COUNT},
    {words_seek_status, SEEK_STATUS_COUNT},
    {words_withdrawal, SEEK_WITHDRAWAL_COUNT},
};

START_TEST(each_state_has_a_word_that_leads_back_to_it)
{
    for (size_t list = 0; list < sizeof lists / sizeof lists[0]; list++) {
        const char *const *words = lists[list].words;
        for (int i = 0; i < lists[list].count; i++) {
            ck_assert_ptr_nonnull(words[i]);
            ck_assert_int_eq(words_index(words, words[i], strlen(words[i])), i);
        }
        ck_assert_ptr_null(words[lists[list].count]);
    }
    ck_assert_str_eq(words_color[REV_WHITE], "white");
    ck_assert_str_eq(words_level[REV_LEVEL_HARD], rev_level_name(REV_LEVEL_HARD));
    ck_assert_str_eq(words_status[GAME_ABORTED], "aborted");
    ck_assert_str_eq(words_opening[OPENING_XOT], "xot");
    ck_assert_str_eq(words_visibility[VISIBILITY_PUBLIC], "public");
    ck_assert_str_eq(words_by[BY_AUTO], "auto");
    ck_assert_str_eq(words_reason[REASON_ABANDONED], "abandoned");
    ck_assert_str_eq(words_review_strength[STUDY_DEEP], "deep");
    ck_assert_str_eq(words_study_status[STUDY_FAILED], "failed");
}
END_TEST

START_TEST(only_whole_words_are_found)
{
    static const char *const others[] = {"", "blac", "blacks", "Black", "black "};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ck_assert_int_eq(words_index(words_color, others[i], strlen(others[i])), -1);
    ck_assert_int_eq(words_index(words_color, "black\0", 6), -1);
    ck_assert_int_eq(words_index(words_color, "whitewash", 5), REV_WHITE);
}
END_TEST

START_TEST(a_list_is_written_for_people_and_cut_where_it_does_not_fit)
{
    static const char whole[] = "easy, medium, hard";
    static const char *const none[] = {NULL};
    for (size_t size = 1; size <= sizeof whole; size++) {
        char text[sizeof whole], expected[sizeof whole];
        words_list(words_level, text, size);
        memcpy(expected, whole, size);
        expected[size - 1] = '\0';
        ck_assert_str_eq(text, expected);
    }
    char text[8] = "before";
    words_list(none, text, sizeof text);
    ck_assert_str_eq(text, "");
}
END_TEST

START_TEST(the_same_seed_decides_the_same_and_seeds_decide_evenly)
{
    enum { COUNT = 4096 };
    struct random random = random_for("the_same_seed_decides_the_same_and_seeds_decide_evenly");
    int white = 0, white_of_small = 0;
    for (int i = 0; i < COUNT; i++) {
        uint64_t seed = random_next(&random) >> 11;
        ck_assert_int_eq(chance_color(seed), chance_color(seed));
        white += chance_color(seed) == REV_WHITE;
        white_of_small += chance_color((uint64_t)i) == REV_WHITE;
    }
    /* Ten standard deviations of 32 each. */
    ck_assert_int_lt(abs(white - COUNT / 2), 320);
    ck_assert_int_lt(abs(white_of_small - COUNT / 2), 320);
}
END_TEST

START_TEST(a_balanced_position_can_be_played_and_differs_from_seed_to_seed)
{
    struct random random = random_for("a_balanced_position_can_be_played");
    struct rev_position first, other;
    int different = 0;
    chance_balanced_position(1, &first);
    for (int i = 0; i < 200; i++) {
        uint64_t seed = random_next(&random) >> 11;
        struct rev_position position;
        struct rev_game game;
        chance_balanced_position(seed, &position);
        chance_balanced_position(seed, &other);
        ck_assert(position.black == other.black && position.white == other.white &&
                  position.turn == other.turn);
        ck_assert_uint_eq(position.black & position.white, 0);
        ck_assert_int_eq(__builtin_popcountll(position.black | position.white), 12);
        rev_game_init(&game, REV_OPENING_POSITION, &position);
        ck_assert(!game.over);
        different += position.black != first.black;
    }
    ck_assert_int_gt(different, 150);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("domain_words");
    TCase *tcase = tcase_create("domain_words");
    tcase_add_test(tcase, each_state_has_a_word_that_leads_back_to_it);
    tcase_add_test(tcase, only_whole_words_are_found);
    tcase_add_test(tcase, a_list_is_written_for_people_and_cut_where_it_does_not_fit);
    tcase_add_test(tcase, the_same_seed_decides_the_same_and_seeds_decide_evenly);
    tcase_add_test(tcase, a_balanced_position_can_be_played_and_differs_from_seed_to_seed);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
