/**
 * The levels: legal moves in every kind of game, the same move for the same seed.
 */
#include "random.h"
#include "reversi/level.h"

#include <check.h>
#include <string.h>

enum { TABLE_BYTES = 1 << 20 };

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

/** Plays a game out by one level; every move has to be legal. */
static void play_out(struct rev_game *game, enum rev_level level, uint64_t seed)
{
    while (!game->over) {
        struct rev_level_move move = rev_level_play(context, game, level, seed, NULL);
        ck_assert_int_eq(rev_game_play(game, move.square), REV_MOVE_PLAYED);
    }
    ck_assert_int_eq(rev_level_play(context, game, level, seed, NULL).square, REV_NO_SQUARE);
    ck_assert_int_eq(rev_level_fallback(game).square, REV_NO_SQUARE);
}

START_TEST(easy_and_medium_play_legal_games_in_every_opening)
{
    struct random random = random_for("easy_and_medium_play_legal_games_in_every_opening");
    for (int i = 0; i < 40; i++) {
        struct rev_game game;
        rev_game_init(&game, i & 1 ? REV_OPENING_ORIGINAL : REV_OPENING_STANDARD, NULL);
        play_out(&game, i & 2 ? REV_LEVEL_EASY : REV_LEVEL_MEDIUM, random_next(&random));
    }
}
END_TEST

START_TEST(names_round_trip)
{
    for (int i = 0; i < REV_LEVEL_COUNT; i++) {
        const char *name = rev_level_name((enum rev_level)i);
        enum rev_level level;
        ck_assert(rev_level_parse(name, strlen(name), &level));
        ck_assert_int_eq(level, i);
        ck_assert(!rev_level_parse(name, strlen(name) - 1, &level));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("level");
    TCase *tcase = tcase_create("level");
    tcase_set_timeout(tcase, 300);
    tcase_add_unchecked_fixture(tcase, make_context, free_context);
    tcase_add_test(tcase, names_round_trip);
    tcase_add_test(tcase, easy_and_medium_play_legal_games_in_every_opening);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
