/**
 * The levels: legal moves in every kind of game, the same move for the same seed, and their
 * strength against players that know nothing, with fixed seeds.
 */
#include "random.h"
#include "require.h"
#include "suite.h"

#include "reversi/level.h"
#include "reversi/notation.h"

#include <limits.h>
#include <string.h>

#define CORNERS UINT64_C(0x8100000000000081)

enum {
    TABLE_BYTES = 1 << 20,
    GAMES = 500, /* of a series; each opening is played by both colors */
    OPENING_PLIES = 4
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

static struct rev_level_move play(const struct rev_game *game, enum rev_level level, uint64_t seed)
{
    return rev_level_play(context, game, level, seed, NULL);
}

static int empties_of(const struct rev_game *game)
{
    return 64 - rev_count(game->now.black | game->now.white);
}

/** Plays at random until so many squares are empty and the game goes on; begins again if need be.
 */
static void play_randomly(struct rev_game *game, enum rev_opening opening, int empties,
                          struct random *random)
{
    do {
        rev_game_init(game, opening, NULL);
        while (!game->over && empties_of(game) > empties)
            rev_game_play(game, random_square(random, game->legal));
    } while (game->over);
}

START_TEST(names_round_trip)
{
    for (int i = 0; i < REV_LEVEL_COUNT; i++) {
        const char *name = rev_level_name((enum rev_level)i);
        enum rev_level level;
        ck_assert(rev_level_parse(name, strlen(name), &level));
        ck_assert_int_eq(level, i);
        ck_assert(!rev_level_parse(name, strlen(name) - 1, &level));
    }
    enum rev_level level;
    ck_assert(!rev_level_parse("Hard", 4, &level));
    ck_assert(!rev_level_parse("", 0, &level));
}
END_TEST

/** Plays a game out by one level; every move has to be legal, and none is given after the end. */
static void play_out(struct rev_game *game, enum rev_level level, uint64_t seed)
{
    while (!game->over) {
        REQUIRE(game->legal & rev_bit(rev_level_fallback(game).square));
        REQUIRE(rev_game_play(game, play(game, level, seed).square) == REV_MOVE_PLAYED);
    }
    REQUIRE(play(game, level, seed).square == REV_NO_SQUARE);
    REQUIRE(rev_level_fallback(game).square == REV_NO_SQUARE);
}

START_TEST(games_are_legal_in_every_opening)
{
    struct random random = random_for("games_are_legal_in_every_opening");
    for (int i = 0; i < 200; i++) {
        struct rev_game game;
        rev_game_init(&game, i & 1 ? REV_OPENING_ORIGINAL : REV_OPENING_STANDARD, NULL);
        play_out(&game, i & 2 ? REV_LEVEL_EASY : REV_LEVEL_MEDIUM, random_next(&random));
    }
}
END_TEST

START_TEST(games_from_any_position_are_legal)
{
    struct random random = random_for("games_from_any_position_are_legal");
    for (int i = 0; i < 300; i++) {
        uint64_t taken = random_next(&random) | random_next(&random) | random_next(&random);
        uint64_t black = random_next(&random);
        struct rev_position start = {taken & black, taken & ~black, i & 1 ? REV_BLACK : REV_WHITE};
        struct rev_game game;
        rev_game_init(&game, REV_OPENING_POSITION, &start);
        play_out(&game, (enum rev_level)(i % REV_LEVEL_COUNT), random_next(&random));
    }
}
END_TEST

START_TEST(hard_plays_the_end_perfectly)
{
    struct random random = random_for("hard_plays_the_end_perfectly");
    for (int i = 0; i < 10; i++) {
        struct rev_game game;
        play_randomly(&game, i & 1 ? REV_OPENING_ORIGINAL : REV_OPENING_STANDARD, 14, &random);
        struct rev_level_move first = play(&game, REV_LEVEL_HARD, random_next(&random));
        ck_assert(first.exact);
        int sign = game.now.turn == REV_BLACK ? 1 : -1;
        play_out(&game, REV_LEVEL_HARD, random_next(&random));
        int black = rev_game_discs(&game, REV_BLACK);
        int white = rev_game_discs(&game, REV_WHITE);
        int margin = black - white;
        if (margin != 0) /* empty squares to the winner */
            margin += (margin > 0 ? 1 : -1) * (64 - black - white);
        ck_assert_int_eq(first.score, sign * margin);
    }
}
END_TEST

START_TEST(hard_is_perfect_where_twenty_empty_squares_are_hard_to_solve)
{
    /* From a game of `easy`; 38 million nodes. The value is another program's as well. */
    static const char text[] = "-XXXX-O-XXXXXXXX-XOXXXX-OOXOOO---OOXO-X-X-OOOX---XOXXXX--OO--O-- X";
    struct rev_position position;
    ck_assert(rev_position_parse(text, sizeof text - 1, &position, NULL));
    struct rev_game game;
    rev_game_init(&game, REV_OPENING_POSITION, &position);
    ck_assert_int_eq(empties_of(&game), 20);
    struct rev_level_move move = play(&game, REV_LEVEL_HARD, 1);
    ck_assert(move.exact);
    ck_assert_int_eq(move.score, -48);
}
END_TEST

static bool same_moves(struct rev_level_move a, struct rev_level_move b)
{
    return a.square == b.square && a.score == b.score && a.exact == b.exact && a.nodes == b.nodes;
}

START_TEST(a_move_depends_on_position_level_and_seed_alone)
{
    struct random random = random_for("a_move_depends_on_position_level_and_seed_alone");
    for (int i = 0; i < 60; i++) {
        struct rev_game game;
        enum rev_level level = (enum rev_level)(i % REV_LEVEL_COUNT);
        int empties = level == REV_LEVEL_HARD ? 5 + i % 10 : 5 + i % 55;
        play_randomly(&game, REV_OPENING_STANDARD, empties, &random);
        uint64_t seed = random_next(&random);
        struct rev_level_move used = play(&game, level, seed);
        struct rev_search_context *fresh = rev_search_context_new(TABLE_BYTES);
        struct rev_level_move unused = rev_level_play(fresh, &game, level, seed, NULL);
        rev_search_context_free(fresh);
        REQUIRE(same_moves(used, unused));

        /* The same position without its history. */
        struct rev_game bare;
        rev_game_init(&bare, REV_OPENING_POSITION, &game.now);
        REQUIRE(same_moves(used, play(&bare, level, seed)));
    }
}
END_TEST

static uint64_t moves_of_seeds(const struct rev_game *game, enum rev_level level, int seeds)
{
    uint64_t squares = 0;
    for (int seed = 0; seed < seeds; seed++)
        squares |= rev_bit(play(game, level, (uint64_t)seed).square);
    return squares;
}

START_TEST(seeds_vary_the_opening)
{
    struct rev_game game;
    rev_game_init(&game, REV_OPENING_ORIGINAL, NULL);
    for (int level = 0; level < REV_LEVEL_COUNT; level++)
        ck_assert_uint_eq(moves_of_seeds(&game, (enum rev_level)level, 64), game.legal);
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    ck_assert_int_gt(rev_count(moves_of_seeds(&game, REV_LEVEL_EASY, 64)), 2);
    ck_assert_int_gt(rev_count(moves_of_seeds(&game, REV_LEVEL_MEDIUM, 64)), 2);
    ck_assert_int_gt(rev_count(moves_of_seeds(&game, REV_LEVEL_HARD, 3)), 1);
}
END_TEST

START_TEST(no_level_lets_itself_be_wiped_out_by_the_next_move)
{
    static const char line[] = "f5d6c5f6e7f4g5"; /* then e6 would be answered by e3 */
    struct rev_game game;
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    ck_assert(rev_game_play_transcript(&game, line, strlen(line), NULL));
    uint64_t blunder = rev_bit(rev_square_parse("e6", 2));
    ck_assert_uint_eq(moves_of_seeds(&game, REV_LEVEL_EASY, 500) & blunder, 0);
    ck_assert_uint_eq(moves_of_seeds(&game, REV_LEVEL_MEDIUM, 100) & blunder, 0);
    ck_assert_uint_eq(moves_of_seeds(&game, REV_LEVEL_HARD, 1) & blunder, 0);
}
END_TEST

/** What the level itself sees: values of its own search, in hundredths. */
static int seen_loss(const struct rev_result *result, int square)
{
    for (int i = 0; i < result->move_count; i++) {
        if (result->moves[i].square == square && !result->moves[i].bound)
            return result->moves[0].hundredths - result->moves[i].hundredths;
    }
    return INT_MAX;
}

START_TEST(a_level_gives_away_no_more_than_is_said_of_it)
{
    static const struct {
        enum rev_level level;
        struct rev_limits limits;
        int loss_max; /* nor more than two discs for each empty square */
    } rows[] = {
        {REV_LEVEL_EASY, {.depth_max = 2, .best_moves = REV_ROOT_MOVES_MAX}, 3200},
        {REV_LEVEL_MEDIUM, {.depth_max = 3, .exact_empties_max = 8, .best_moves = 4}, 300},
    };
    struct random random = random_for("a_level_gives_away_no_more_than_is_said_of_it");
    for (int i = 0; i < 400; i++) {
        struct rev_game game;
        play_randomly(&game, REV_OPENING_STANDARD, 9 + i % 50, &random);
        for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
            struct rev_result result;
            rev_search(context, rev_position_board(&game.now), &rows[r].limits, &result);
            int late = 200 * empties_of(&game);
            int most = rows[r].loss_max < late ? rows[r].loss_max : late;
            for (uint64_t seed = 0; seed < 5; seed++) {
                int lost = seen_loss(&result, play(&game, rows[r].level, seed).square);
                REQUIRE_MSG(lost <= most, "%s loses %d hundredths with %d squares empty",
                            rev_level_name(rows[r].level), lost, empties_of(&game));
            }
        }
    }
}
END_TEST

START_TEST(a_cancelled_level_still_moves)
{
    atomic_bool cancel = true;
    struct rev_game game;
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    for (int level = 0; level < REV_LEVEL_COUNT; level++) {
        struct rev_level_move move =
            rev_level_play(context, &game, (enum rev_level)level, 1, &cancel);
        ck_assert(game.legal & rev_bit(move.square));
        ck_assert_uint_lt(move.nodes, 10000);
    }
}
END_TEST

typedef int choose_move(const struct rev_game *game, struct random *random);

static int choose_random(const struct rev_game *game, struct random *random)
{
    return random_square(random, game->legal);
}

/** A corner if there is one, else the most flips; equals by chance. */
static int choose_greedy(const struct rev_game *game, struct random *random)
{
    if (game->legal & CORNERS)
        return random_square(random, game->legal & CORNERS);
    int most = 0;
    uint64_t best = 0;
    for (uint64_t rest = game->legal; rest; rest &= rest - 1) {
        int square = __builtin_ctzll(rest);
        int flips = rev_count(rev_game_flips(game, square));
        if (flips > most) {
            most = flips;
            best = 0;
        }
        if (flips == most)
            best |= rev_bit(square);
    }
    return random_square(random, best);
}

static int choose_easy(const struct rev_game *game, struct random *random)
{
    return play(game, REV_LEVEL_EASY, random_next(random)).square;
}

/** Percent that a level scores against another player over GAMES games; draws count half. */
static double score_against(enum rev_level level, choose_move *other, const char *name)
{
    int halves = 0;
    for (int i = 0; i < GAMES; i++) {
        struct random random = {(uint64_t)(i / 2)};
        struct rev_game game;
        play_randomly(&game, REV_OPENING_STANDARD, 60 - OPENING_PLIES, &random);
        enum rev_color own = i & 1 ? REV_WHITE : REV_BLACK;
        while (!game.over) {
            int square = game.now.turn == own ? play(&game, level, random_next(&random)).square
                                              : other(&game, &random);
            REQUIRE(rev_game_play(&game, square) == REV_MOVE_PLAYED);
        }
        int margin = rev_game_discs(&game, own) - rev_game_discs(&game, rev_other(own));
        halves += (margin > 0) + (margin >= 0);
    }
    double percent = 50.0 * halves / GAMES;
    printf("%s scores %.1f %% against %s in %d games\n", rev_level_name(level), percent, name,
           GAMES);
    return percent;
}

START_TEST(easy_beats_random_play_but_not_always)
{
    double percent = score_against(REV_LEVEL_EASY, choose_random, "random");
    ck_assert_double_ge(percent, 80);
    ck_assert_double_le(percent, 97);
}
END_TEST

START_TEST(easy_is_about_as_strong_as_taking_the_most_discs)
{
    double percent = score_against(REV_LEVEL_EASY, choose_greedy, "greedy");
    ck_assert_double_ge(percent, 35);
    ck_assert_double_le(percent, 65);
}
END_TEST

START_TEST(medium_is_far_above_easy_and_greedy)
{
    ck_assert_double_ge(score_against(REV_LEVEL_MEDIUM, choose_easy, "easy"), 90);
    ck_assert_double_ge(score_against(REV_LEVEL_MEDIUM, choose_greedy, "greedy"), 90);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("level");
    TCase *tcase = tcase_create("level");
    tcase_set_timeout(tcase, 300);
    tcase_add_unchecked_fixture(tcase, make_context, free_context);
    tcase_add_test(tcase, names_round_trip);
    tcase_add_test(tcase, games_are_legal_in_every_opening);
    tcase_add_test(tcase, games_from_any_position_are_legal);
    tcase_add_test(tcase, hard_plays_the_end_perfectly);
    tcase_add_test(tcase, hard_is_perfect_where_twenty_empty_squares_are_hard_to_solve);
    tcase_add_test(tcase, a_move_depends_on_position_level_and_seed_alone);
    tcase_add_test(tcase, seeds_vary_the_opening);
    tcase_add_test(tcase, no_level_lets_itself_be_wiped_out_by_the_next_move);
    tcase_add_test(tcase, a_level_gives_away_no_more_than_is_said_of_it);
    tcase_add_test(tcase, a_cancelled_level_still_moves);
    tcase_add_test(tcase, easy_beats_random_play_but_not_always);
    tcase_add_test(tcase, easy_is_about_as_strong_as_taking_the_most_discs);
    tcase_add_test(tcase, medium_is_far_above_easy_and_greedy);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
