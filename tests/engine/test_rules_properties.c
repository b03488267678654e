/**
 * What holds after every move of every game, on random games from random starts.
 */
#include "random.h"
#include "reference.h"
#include "require.h"
#include "reversi/game.h"
#include "suite.h"

#include <string.h>

enum { GAMES = 3000 };

/** Begins one of the openings; positions are scattered discs round the centre, either side to move.
 */
static void begin(struct rev_game *game, struct random *random)
{
    uint64_t filled = random_next(random) & random_next(random) & UINT64_C(0x00003c3c3c3c0000);
    uint64_t black = random_next(random);
    struct rev_position start = {.black = filled & black,
                                 .white = filled & ~black,
                                 .turn = random_below(random, 2) ? REV_BLACK : REV_WHITE};
    rev_game_init(game, (enum rev_opening)random_below(random, 3), &start);
}

/** Calls `holds` on the start and after every move of many random games. */
static void for_every_state(const char *name,
                            void (*holds)(const struct rev_game *game, struct random *random))
{
    struct random random = random_for(name);
    for (int i = 0; i < GAMES; i++) {
        struct rev_game game;
        begin(&game, &random);
        holds(&game, &random);
        while (!game.over) {
            int square = random_square(&random, game.legal);
            REQUIRE(rev_game_play(&game, square) == REV_MOVE_PLAYED);
            holds(&game, &random);
        }
    }
}

static int discs(const struct rev_game *game)
{
    return rev_game_discs(game, REV_BLACK) + rev_game_discs(game, REV_WHITE);
}

static void counts_hold(const struct rev_game *game, struct random *random)
{
    (void)random;
    REQUIRE((game->now.black & game->now.white) == 0);
    REQUIRE(discs(game) == rev_count(game->start.black | game->start.white) + game->ply);
    REQUIRE(game->over == (game->legal == 0));
    REQUIRE((game->legal & (game->now.black | game->now.white)) == 0);
}

START_TEST(colours_are_disjoint_and_each_move_adds_one_disc)
{
    for_every_state("colours_are_disjoint_and_each_move_adds_one_disc", counts_hold);
}
END_TEST

static void rule_book_holds(const struct rev_game *game, struct random *random)
{
    (void)random;
    if (rev_game_in_centre(game))
        return;
    struct rev_board board = rev_position_board(&game->now);
    uint64_t legal = 0;
    for (int square = 0; square < 64; square++) {
        uint64_t flips = reference_flips(board, square);
        if (flips)
            legal |= rev_bit(square);
        REQUIRE(rev_flips(board, square) == flips);
        REQUIRE(rev_game_flips(game, square) == (game->over ? 0 : flips));
    }
    REQUIRE(rev_moves(board) == legal);
    REQUIRE(game->legal == legal);
    REQUIRE(!game->over || reference_moves(rev_pass(board)) == 0);
}

START_TEST(legal_squares_are_those_that_flip_by_the_rule_book)
{
    for_every_state("legal_squares_are_those_that_flip_by_the_rule_book", rule_book_holds);
}
END_TEST

/** The mover is the side that did not move last, unless that side had no move. */
static void turn_holds(const struct rev_game *game, struct random *random)
{
    (void)random;
    if (game->ply == 0)
        return;
    const struct rev_ply *last = &game->plies[game->ply - 1];
    enum rev_color mover = (enum rev_color)last->color;
    enum rev_color passed;
    REQUIRE(!(last->passed && game->over));
    REQUIRE(rev_game_passed(game, &passed) == last->passed);
    if (last->passed)
        REQUIRE(passed == rev_other(mover) && game->now.turn == mover);
    else if (!game->over)
        REQUIRE(game->now.turn == rev_other(mover));
    if (last->passed) {
        struct rev_position stuck = game->now;
        stuck.turn = passed;
        REQUIRE(reference_moves(rev_position_board(&stuck)) == 0);
    }
}

START_TEST(turns_alternate_but_for_forced_passes)
{
    for_every_state("turns_alternate_but_for_forced_passes", turn_holds);
}
END_TEST

static void refusal_holds(const struct rev_game *game, struct random *random)
{
    (void)random;
    struct rev_game tried;
    memcpy(&tried, game, sizeof tried);
    enum rev_move_verdict refusal = game->over ? REV_MOVE_GAME_OVER : REV_MOVE_ILLEGAL;
    for (int square = -1; square <= 64; square++) {
        if (square < 0 || square > 63 || !(game->legal & rev_bit(square)))
            REQUIRE(rev_game_play(&tried, square) == refusal);
    }
    REQUIRE(memcmp(&tried, game, sizeof tried) == 0);
}

START_TEST(an_illegal_move_leaves_every_byte_as_it_was)
{
    for_every_state("an_illegal_move_leaves_every_byte_as_it_was", refusal_holds);
}
END_TEST

static void round_trip_holds(const struct rev_game *game, struct random *random)
{
    (void)random;
    char transcript[REV_TRANSCRIPT_SIZE], text[REV_POSITION_TEXT_SIZE];
    struct rev_game again;
    struct rev_position position;
    rev_game_transcript(game, transcript);
    rev_game_init(&again, game->opening, &game->start);
    REQUIRE(rev_game_play_transcript(&again, transcript, strlen(transcript), NULL));
    REQUIRE(memcmp(&again, game, sizeof again) == 0);

    rev_position_write(&game->now, text);
    REQUIRE(rev_position_parse(text, strlen(text), &position, NULL));
    REQUIRE(position.black == game->now.black && position.white == game->now.white);
    REQUIRE(position.turn == game->now.turn);
}

START_TEST(transcripts_and_positions_come_back)
{
    for_every_state("transcripts_and_positions_come_back", round_trip_holds);
}
END_TEST

/** A position taken out of a game goes on as the game does. */
static void position_start_holds(const struct rev_game *game, struct random *random)
{
    if (rev_game_in_centre(game))
        return;
    struct rev_game from_here, original = *game;
    rev_game_init(&from_here, REV_OPENING_POSITION, &game->now);
    REQUIRE(from_here.over == game->over && from_here.legal == game->legal);
    REQUIRE(!from_here.start_passed);
    if (game->over)
        return;
    int square = random_square(random, game->legal);
    REQUIRE(rev_game_play(&from_here, square) == REV_MOVE_PLAYED);
    REQUIRE(rev_game_play(&original, square) == REV_MOVE_PLAYED);
    REQUIRE(memcmp(&from_here.now, &original.now, sizeof original.now) == 0);
    REQUIRE(from_here.legal == original.legal && from_here.over == original.over);
}

START_TEST(a_game_from_a_position_goes_on_like_the_game_it_came_from)
{
    for_every_state("a_game_from_a_position_goes_on_like_the_game_it_came_from",
                    position_start_holds);
}
END_TEST

static void rewind_holds(const struct rev_game *game, struct random *random)
{
    int ply = random_below(random, game->ply + 1);
    struct rev_game rewound, replayed;
    memcpy(&rewound, game, sizeof rewound);
    rev_game_rewind(&rewound, ply);
    rev_game_init(&replayed, game->opening, &game->start);
    for (int i = 0; i < ply; i++)
        REQUIRE(rev_game_play(&replayed, game->plies[i].square) == REV_MOVE_PLAYED);
    REQUIRE(memcmp(&rewound, &replayed, sizeof rewound) == 0);
}

START_TEST(rewinding_is_replaying)
{
    for_every_state("rewinding_is_replaying", rewind_holds);
}
END_TEST

/** One of the eight symmetries of the square: bit 0 mirrors left-right, 1 top-bottom, 2 a1-h8. */
static int turn_square(int square, int symmetry)
{
    int column = square % 8, row = square / 8;
    if (symmetry & 1)
        column = 7 - column;
    if (symmetry & 2)
        row = 7 - row;
    return symmetry & 4 ? column * 8 + row : row * 8 + column;
}

static uint64_t turn_set(uint64_t set, int symmetry)
{
    uint64_t turned = 0;
    for (; set; set &= set - 1)
        turned |= rev_bit(turn_square(__builtin_ctzll(set), symmetry));
    return turned;
}

static void symmetry_holds(const struct rev_game *game, struct random *random)
{
    int symmetry = 1 + random_below(random, 7);
    struct rev_board board = rev_position_board(&game->now);
    struct rev_board turned = {turn_set(board.own, symmetry), turn_set(board.opp, symmetry)};
    REQUIRE(rev_moves(turned) == turn_set(rev_moves(board), symmetry));
    for (int square = 0; square < 64; square++)
        REQUIRE(rev_flips(turned, turn_square(square, symmetry)) ==
                turn_set(rev_flips(board, square), symmetry));
}

START_TEST(the_eight_symmetries_commute_with_moving)
{
    for_every_state("the_eight_symmetries_commute_with_moving", symmetry_holds);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("properties");
    TCase *tcase = tcase_create("properties");
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, colours_are_disjoint_and_each_move_adds_one_disc);
    tcase_add_test(tcase, legal_squares_are_those_that_flip_by_the_rule_book);
    tcase_add_test(tcase, turns_alternate_but_for_forced_passes);
    tcase_add_test(tcase, an_illegal_move_leaves_every_byte_as_it_was);
    tcase_add_test(tcase, transcripts_and_positions_come_back);
    tcase_add_test(tcase, a_game_from_a_position_goes_on_like_the_game_it_came_from);
    tcase_add_test(tcase, rewinding_is_replaying);
    tcase_add_test(tcase, the_eight_symmetries_commute_with_moving);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
