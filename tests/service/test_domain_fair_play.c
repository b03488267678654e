/*
 * What the engine is not asked about while a rated game is played: against the rule as it is
 * worded, worked out by trying every move and every way to turn the board.
 */
#include "domain/fair_play.h"
#include "random.h"
#include "require.h"
#include "suite.h"

#include <string.h>

enum { WAYS = 16 }; /* to turn and mirror a position, and to exchange its colours */

/* --- the rule, square by square ------------------------------------------------------------ */

static uint64_t turned(uint64_t squares, int way)
{
    uint64_t result = 0;
    for (int square = 0; square < 64; square++) {
        int x = square % 8, y = square / 8;
        int to_x = way & 1 ? 7 - x : x, to_y = way & 2 ? 7 - y : y;
        if (squares & rev_bit(square))
            result |= rev_bit(way & 4 ? to_x * 8 + to_y : to_y * 8 + to_x);
    }
    return result;
}

static struct rev_position way_of(const struct rev_position *position, int way)
{
    uint64_t black = turned(position->black, way), white = turned(position->white, way);
    if (way & 8)
        return (struct rev_position){white, black, rev_other(position->turn)};
    return (struct rev_position){black, white, position->turn};
}

static bool is_like(const struct rev_position *a, const struct rev_position *b)
{
    for (int way = 0; way < WAYS; way++) {
        struct rev_position image = way_of(a, way);
        if (image.black == b->black && image.white == b->white)
            return true;
    }
    return false;
}

/** Whether so many moves can lead from a game to a position like the other. */
static bool reaches(const struct rev_game *from, const struct rev_position *to, int moves)
{
    if (moves == 0)
        return is_like(&from->now, to);
    for (uint64_t legal = from->legal; legal; legal &= legal - 1) {
        struct rev_game next = *from;
        rev_game_play(&next, __builtin_ctzll(legal));
        if (reaches(&next, to, moves - 1))
            return true;
    }
    return false;
}

/** The rule of likeness.h. */
static bool is_refused(const struct rev_position *asked, const struct rev_game *game)
{
    int ahead = rev_count(asked->black | asked->white) - 4 - game->ply;
    struct rev_game from_asked, course = *game;
    rev_game_init(&from_asked, REV_OPENING_POSITION, asked);
    if (ahead > 2)
        return false;
    if (ahead >= 0)
        return reaches(game, asked, ahead);
    if (ahead >= -2 && reaches(&from_asked, &game->now, -ahead))
        return true;
    if (ahead < -2 && game->ply + ahead < 10)
        return false;
    rev_game_rewind(&course, game->ply + ahead);
    return is_like(asked, &course.now);
}

/* --- games and positions ------------------------------------------------------------------- */

static struct course course_of(const struct rev_game *game)
{
    struct course course = {.plies = (uint8_t)game->ply};
    for (int ply = 0; ply < game->ply; ply++)
        course.squares[ply] = game->plies[ply].square;
    return course;
}

static void play_on(struct random *random, struct rev_game *game, int plies)
{
    for (; plies > 0 && !game->over; plies--)
        rev_game_play(game, random_square(random, game->legal));
}

static struct rev_game random_game(struct random *random, int plies)
{
    struct rev_game game;
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    play_on(random, &game, plies);
    return game;
}

static bool tells(const struct rev_position *asked, const struct rev_game *game)
{
    struct course course = course_of(game);
    struct likeness likeness;
    likeness_of(asked, &likeness);
    return likeness_tells(&likeness, &course);
}

static void require_as_ruled(const struct rev_position *asked, const struct rev_game *game)
{
    char moves[REV_TRANSCRIPT_SIZE], position[REV_POSITION_TEXT_SIZE];
    rev_game_transcript(game, moves);
    rev_position_write(asked, position);
    bool expected = is_refused(asked, game);
    REQUIRE_MSG(tells(asked, game) == expected, "%s during %s: expected %d", position, moves,
                expected);
}

START_TEST(all_ways_to_look_at_a_position_are_the_same)
{
    struct random random = random_for("all_ways_to_look_at_a_position_are_the_same");
    for (int number = 0; number < 300; number++) {
        struct rev_game game = random_game(&random, random_below(&random, 58));
        for (int way = 0; way < WAYS; way++) {
            struct rev_position asked = way_of(&game.now, way);
            REQUIRE(tells(&asked, &game));
            asked.turn = rev_other(asked.turn);
            REQUIRE(tells(&asked, &game));
        }
    }
}
END_TEST

/** Off the game's course by going back and playing on, anyhow: some of it is near, most is not. */
START_TEST(it_is_the_rule_for_positions_around_a_game)
{
    struct random random = random_for("it_is_the_rule_for_positions_around_a_game");
    int refused = 0, allowed = 0, passes = 0;
    for (int number = 0; number < 8000; number++) {
        int late = number % 2 ? 50 : 0; /* where players pass */
        struct rev_game game = random_game(&random, late + random_below(&random, 59 - late));
        struct rev_game around = game;
        rev_game_rewind(&around, game.ply - random_below(&random, game.ply < 8 ? game.ply + 1 : 8));
        play_on(&random, &around, random_below(&random, 6));
        struct rev_position asked = way_of(&around.now, random_below(&random, WAYS));
        require_as_ruled(&asked, &game);
        bool is = is_refused(&asked, &game);
        refused += is;
        allowed += !is;
        for (int ply = game.ply < 2 ? 0 : game.ply - 2; is && ply < game.ply; ply++)
            passes += game.plies[ply].passed;
    }
    ck_assert_int_gt(refused, 500);
    ck_assert_int_gt(allowed, 500);
    ck_assert_int_gt(passes, 20);
}
END_TEST

START_TEST(one_and_two_moves_before_and_after_are_refused_whatever_they_are)
{
    struct random random = random_for("one_and_two_moves_before_and_after_are_refused");
    for (int number = 0; number < 300; number++) {
        struct rev_game game = random_game(&random, random_below(&random, 57));
        for (uint64_t moves = game.legal; moves; moves &= moves - 1) {
            struct rev_game next = game;
            rev_game_play(&next, __builtin_ctzll(moves));
            REQUIRE(tells(&next.now, &game));
            REQUIRE(tells(&game.now, &next));
            play_on(&random, &next, 1);
            REQUIRE(tells(&next.now, &game));
            REQUIRE(tells(&game.now, &next));
        }
    }
}
END_TEST

START_TEST(what_a_game_came_through_is_refused_after_the_opening)
{
    struct random random = random_for("what_a_game_came_through_is_refused_after_the_opening");
    for (int number = 0; number < 200; number++) {
        struct rev_game game = random_game(&random, 30), earlier = game;
        for (int ply = game.ply; ply >= 0; ply--) {
            rev_game_rewind(&earlier, ply);
            REQUIRE(tells(&earlier.now, &game) == (ply >= 10 || ply >= game.ply - 2));
        }
    }
}
END_TEST

/** Black d5, white d4, black e4, white e5: the standard start. */
START_TEST(the_original_opening_leads_to_the_same_positions)
{
    static const char *const moves = "f5d6c3d3c4";
    struct rev_game original, standard;
    rev_game_init(&original, REV_OPENING_ORIGINAL, NULL);
    rev_game_init(&standard, REV_OPENING_STANDARD, NULL);
    for (int ply = 0; ply < 4; ply++) {
        REQUIRE(!tells(&original.now, &standard)); /* nobody asks anything of an empty centre */
        ck_assert(rev_game_play_transcript(&original, &"d5d4e4e5"[2 * ply], 2, NULL));
    }
    ck_assert(rev_game_play_transcript(&original, moves, strlen(moves), NULL));
    ck_assert(rev_game_play_transcript(&standard, moves, strlen(moves), NULL));
    ck_assert(tells(&original.now, &standard));
}
END_TEST

START_TEST(a_game_that_cannot_be_tells_nothing)
{
    struct rev_game game;
    struct likeness likeness;
    struct course course = {.plies = 2, .squares = {37, 0}}; /* f5, a1 */
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    game.now.black |= rev_bit(37) | rev_bit(0);
    likeness_of(&game.now, &likeness);
    ck_assert(!likeness_tells(&likeness, &course));
}
END_TEST

/* --- all rated games of somebody ------------------------------------------------------------ */

START_TEST(one_of_many_rated_games_is_enough_and_more_than_are_known_are_too_many)
{
    struct random random = random_for("one_of_many_rated_games_is_enough");
    static struct rated_games games;
    struct rev_game last = {0};
    for (games.count = 0; games.count < RATED_GAMES_MAX; games.count++) {
        last = random_game(&random, 20);
        games.games[games.count] = course_of(&last);
    }
    struct rev_game other = random_game(&random, 45);
    ck_assert(fair_play_forbids(&games, &last.now));
    ck_assert(!fair_play_forbids(&games, &other.now));
    games.more = true;
    ck_assert(fair_play_forbids(&games, &other.now));
    games = (struct rated_games){0};
    ck_assert(!fair_play_forbids(&games, &last.now));
}
END_TEST

static const struct {
    const char *title;
    enum game_opening opening;
    int plies;     /* of the standard opening's */
    bool ai_moves; /* else the human */
    bool concerns;
} turns[] = {
    {"the start", OPENING_STANDARD, 0, true, false},
    {"nine plies", OPENING_STANDARD, 9, true, false},
    {"ten plies", OPENING_STANDARD, 10, true, true},
    {"ten plies, not the AI's turn", OPENING_STANDARD, 10, false, false},
    {"a given position, at once", OPENING_POSITION, 0, true, true},
    {"a given position, not the AI's turn", OPENING_POSITION, 0, false, false},
};

START_TEST(the_turns_of_the_ai_that_are_looked_at)
{
    struct random random = {1};
    struct rev_game rules = random_game(&random, turns[_i].plies);
    struct game game = {.status = GAME_LIVE, .opening = turns[_i].opening, .rules = rules};
    enum rev_color ai = turns[_i].ai_moves ? rules.now.turn : rev_other(rules.now.turn);
    game.seats[ai].kind = SEAT_AI;
    game.seats[rev_other(ai)].player.bytes[0] = 7;
    ck_assert_msg(fair_play_concerns(&game) == turns[_i].concerns, "%s", turns[_i].title);
    ck_assert_int_eq(fair_play_player(&game).bytes[0], 7);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("domain_fair_play");
    TCase *tcase = tcase_create("domain_fair_play");
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, all_ways_to_look_at_a_position_are_the_same);
    tcase_add_test(tcase, it_is_the_rule_for_positions_around_a_game);
    tcase_add_test(tcase, one_and_two_moves_before_and_after_are_refused_whatever_they_are);
    tcase_add_test(tcase, what_a_game_came_through_is_refused_after_the_opening);
    tcase_add_test(tcase, the_original_opening_leads_to_the_same_positions);
    tcase_add_test(tcase, a_game_that_cannot_be_tells_nothing);
    tcase_add_test(tcase, one_of_many_rated_games_is_enough_and_more_than_are_known_are_too_many);
    tcase_add_loop_test(tcase, the_turns_of_the_ai_that_are_looked_at, 0,
                        sizeof turns / sizeof turns[0]);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
