/**
 * Decisions about games: cases by hand, then long random sequences of right and wrong commands
 * beside a model that shares no code with the domain.
 */
#include "domain/game.h"
#include "game_fixture.h"
#include "game_model.h"
#include "random.h"
#include "require.h"
#include "suite.h"

#include <limits.h>
#include <string.h>

static const struct uuid HUMAN = {{1, 2, 3}};
static const struct uuid STRANGER = {{9, 9, 9}};
static const int64_t BEGUN_MS = INT64_C(1767323045678);

/* White is wiped out by black's fifth move. */
static const char WIPED_OUT[] = "e6f6g6d6c4c5c6g7h8";

static struct game_setup setup_of(bool local, enum rev_color color)
{
    return (struct game_setup){.id = {{7}},
                               .creator = HUMAN,
                               .creator_name = "Ada",
                               .against = local ? OPPONENT_LOCAL : OPPONENT_AI,
                               .level = REV_LEVEL_MEDIUM,
                               .color = color,
                               .visibility = VISIBILITY_UNLISTED,
                               .seed = 42,
                               .metadata = "{\"a\":1}",
                               .fingerprint = {5, 6}};
}

static struct game begin(bool local, enum rev_color color)
{
    return game_fixture(setup_of(local, color), NULL, BEGUN_MS);
}

static int humans_seats(const struct game *game)
{
    return game_seats_of(game, &HUMAN);
}

/** Each placement takes a second. */
static void play_on(struct game *game, const char *transcript)
{
    game_fixture_play(game, transcript, 1000);
}

static enum error_code undo(struct game *game, int branch)
{
    struct game before = *game;
    bool replay;
    return game_undo(&before, branch, humans_seats(&before), before.updated_ms + 1, game, &replay)
        .code;
}

static void check_transcript(const struct game *game, const char *expected)
{
    char transcript[REV_TRANSCRIPT_SIZE];
    rev_game_transcript(&game->rules, transcript);
    ck_assert_str_eq(transcript, expected);
}

/* --- creating, seats --------------------------------------------------------------------- */

START_TEST(a_new_game_is_what_it_was_set_up_as)
{
    struct game game;
    struct game_setup setup = setup_of(false, REV_WHITE);
    ck_assert(!failed(game_create(&setup, BEGUN_MS, &game)));
    ck_assert(uuid_equal(&game.id, &setup.id) && uuid_equal(&game.creator, &HUMAN));
    ck_assert_int_eq(game.version, 1);
    ck_assert_int_eq(game.branch, 0);
    ck_assert_int_eq(game.status, GAME_LIVE);
    ck_assert_int_eq(game.reason, REASON_NONE);
    ck_assert_int_eq(game.winner, WINNER_NONE);
    ck_assert_int_eq(game.visibility, VISIBILITY_UNLISTED);
    ck_assert_uint_eq(game.seed, 42);
    ck_assert_str_eq(game.metadata, "{\"a\":1}");
    ck_assert_mem_eq(game.fingerprint, setup.fingerprint, GAME_FINGERPRINT_SIZE);
    ck_assert(game.created_ms == BEGUN_MS && game.updated_ms == BEGUN_MS &&
              game.turn_started_ms == BEGUN_MS);
    ck_assert_int_eq(game.seats[REV_BLACK].kind, SEAT_AI);
    ck_assert_int_eq(game.seats[REV_BLACK].level, REV_LEVEL_MEDIUM);
    ck_assert(uuid_is_nil(&game.seats[REV_BLACK].player));
    ck_assert_int_eq(game.seats[REV_WHITE].kind, SEAT_HUMAN);
    ck_assert_str_eq(game.seats[REV_WHITE].name, "Ada");
    ck_assert(game_is_ai_turn(&game));
    ck_assert(!game_is_local(&game));
}
END_TEST

START_TEST(seats_are_held_by_their_players_alone)
{
    struct uuid nil = {{0}};
    for (int local = 0; local <= 1; local++) {
        for (int color = REV_BLACK; color <= REV_WHITE; color++) {
            struct game game = begin(local, (enum rev_color)color);
            ck_assert_int_eq(game_is_local(&game), local);
            ck_assert_int_eq(game_seats_of(&game, &HUMAN), local ? SEATS_BOTH : 1 << color);
            ck_assert_int_eq(game_seats_of(&game, &STRANGER), SEATS_NONE);
            ck_assert_int_eq(game_seats_of(&game, &nil), SEATS_NONE);
        }
    }
}
END_TEST

START_TEST(a_position_in_which_nobody_can_move_is_refused)
{
    struct game_setup setup = setup_of(true, REV_BLACK);
    struct game game, untouched;
    setup.opening = OPENING_POSITION;
    setup.position = (struct rev_position){.black = 1, .white = UINT64_C(1) << 63};
    memset(&game, 0x5a, sizeof game);
    untouched = game;
    ck_assert_int_eq(game_create(&setup, BEGUN_MS, &game).code, ERROR_POSITION_FINISHED);
    ck_assert_mem_eq(&game, &untouched, sizeof game);
}
END_TEST

/* --- one move, many ways to ask for it --------------------------------------------------- */

/* After f5 d6 in a local game, so that ply 3 is black's. */
static const struct {
    const char *title;
    int ply;
    const char *square;
    int branch, seats;
    enum error_code code;
    bool replay;
} moves[] = {
    {"the next move", 3, "c3", 0, SEATS_BOTH, ERROR_NONE, false},
    {"the next move by its own seat", 3, "c3", 0, SEATS_BLACK, ERROR_NONE, false},
    {"the next move by the other seat", 3, "c3", 0, SEATS_WHITE, ERROR_NOT_YOUR_TURN, false},
    {"a stranger's move", 3, "c3", 0, SEATS_NONE, ERROR_NOT_A_SEAT, false},
    {"a stranger repeats a move", 2, "d6", 0, SEATS_NONE, ERROR_NOT_A_SEAT, false},
    {"a square that turns nothing", 3, "a1", 0, SEATS_BOTH, ERROR_ILLEGAL_MOVE, false},
    {"an occupied square", 3, "d4", 0, SEATS_BOTH, ERROR_ILLEGAL_MOVE, false},
    {"no square", 3, "", 0, SEATS_BOTH, ERROR_ILLEGAL_MOVE, false},
    {"the last move again", 2, "d6", 0, SEATS_WHITE, ERROR_NONE, true},
    {"the first move again", 1, "f5", 0, SEATS_BLACK, ERROR_NONE, true},
    {"the other's move repeated", 2, "d6", 0, SEATS_BLACK, ERROR_PLY_ALREADY_PLAYED, false},
    {"another square for a played ply", 2, "f6", 0, SEATS_WHITE, ERROR_PLY_ALREADY_PLAYED, false},
    {"a played square at another ply", 1, "d6", 0, SEATS_BOTH, ERROR_PLY_ALREADY_PLAYED, false},
    {"ply 0", 0, "c3", 0, SEATS_BOTH, ERROR_PLY_ALREADY_PLAYED, false},
    {"a negative ply", INT_MIN, "c3", 0, SEATS_BOTH, ERROR_PLY_ALREADY_PLAYED, false},
    {"a later ply", 4, "c3", 0, SEATS_BOTH, ERROR_OUT_OF_STEP, false},
    {"a far later ply", INT_MAX, "c3", 0, SEATS_BOTH, ERROR_OUT_OF_STEP, false},
    {"a branch to come", 3, "c3", 1, SEATS_BOTH, ERROR_OUT_OF_STEP, false},
    {"a branch before the first", 3, "c3", -1, SEATS_BOTH, ERROR_STALE_BRANCH, false},
};

START_TEST(a_move_is_accepted_repeated_or_refused)
{
    struct game game = begin(true, REV_BLACK), next, untouched;
    bool replay = !moves[_i].replay;
    play_on(&game, "f5d6");
    struct game_move move = {moves[_i].ply,
                             rev_square_parse(moves[_i].square, strlen(moves[_i].square)),
                             moves[_i].branch, moves[_i].seats};
    memset(&next, 0x5a, sizeof next);
    untouched = next;
    enum error_code code = game_play(&game, &move, game.updated_ms + 1234, &next, &replay).code;
    ck_assert_msg(code == moves[_i].code, "%s: %s", moves[_i].title,
                  code ? error_slug(code) : "accepted");
    if (code) {
        ck_assert_mem_eq(&next, &untouched, sizeof next);
        return;
    }
    ck_assert_msg(replay == moves[_i].replay, "%s", moves[_i].title);
    if (replay) {
        ck_assert_mem_eq(&next, &game, sizeof next);
        return;
    }
    check_transcript(&next, "f5d6c3");
    ck_assert_int_eq(next.version, game.version + 1);
    ck_assert_int_eq(next.used_ms[2], 1234);
    ck_assert_int_eq(next.by[2], BY_HUMAN);
}
END_TEST

START_TEST(a_move_of_the_ai_is_never_taken_for_a_repeat)
{
    struct game game = begin(false, REV_BLACK), next;
    bool replay;
    play_on(&game, "f5d6");
    struct game_move move = {2, rev_square_parse("d6", 2), 0, SEATS_WHITE};
    ck_assert_int_eq(game_play(&game, &move, game.updated_ms, &next, &replay).code,
                     ERROR_PLY_ALREADY_PLAYED);
}
END_TEST

START_TEST(thinking_time_is_kept_within_what_can_be_stored)
{
    static const struct {
        int64_t after_ms;
        int32_t used_ms;
    } times[] = {{-5000, 0},
                 {0, 0},
                 {1, 1},
                 {INT32_MAX, INT32_MAX},
                 {(int64_t)INT32_MAX + 1, INT32_MAX},
                 {INT64_C(31536000000), INT32_MAX}};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        struct game game = begin(true, REV_BLACK), next;
        struct game_move move = {1, rev_square_parse("f5", 2), 0, SEATS_BOTH};
        bool replay;
        ck_assert(!failed(game_play(&game, &move, BEGUN_MS + times[i].after_ms, &next, &replay)));
        ck_assert_int_eq(next.used_ms[0], times[i].used_ms);
    }
}
END_TEST

/* --- the AI's moves ---------------------------------------------------------------------- */

START_TEST(the_ai_moves_only_when_it_is_its_turn)
{
    struct game game = begin(false, REV_BLACK), next;
    int f5 = rev_square_parse("f5", 2), d6 = rev_square_parse("d6", 2);
    ck_assert_int_eq(game_play_ai(&game, f5, BY_AI, BEGUN_MS, &next).code, ERROR_NOT_YOUR_TURN);
    play_on(&game, "f5");
    ck_assert_int_eq(game_play_ai(&game, f5, BY_AI, BEGUN_MS, &next).code, ERROR_ILLEGAL_MOVE);
    game_lease_ai(&game, BEGUN_MS + 9000);
    game_lease_ai(&game, BEGUN_MS + 19000);
    ck_assert_int_eq(game.version, 2);
    ck_assert_int_eq(game.ai_attempt, 2);
    ck_assert(game.ai_lease_until_ms == BEGUN_MS + 19000);
    game.ai_waits = true;
    ck_assert(!failed(game_play_ai(&game, d6, BY_AUTO, BEGUN_MS + 3000, &next)));
    ck_assert_int_eq(next.by[1], BY_AUTO);
    ck_assert_int_eq(next.ai_attempt, 0);
    ck_assert(next.ai_lease_until_ms == 0);
    ck_assert(!next.ai_waits);
}
END_TEST

START_TEST(the_ais_late_answer_finds_its_turn_gone)
{
    int square = rev_square_parse("d6", 2);
    struct game thinking = begin(false, REV_BLACK), after, next;
    bool replay;
    play_on(&thinking, "f5");
    ck_assert(!failed(game_resign(&thinking, SEATS_BLACK, REV_BLACK, BEGUN_MS, &after, &replay)));
    ck_assert_int_eq(game_play_ai(&after, square, BY_AI, BEGUN_MS, &next).code, ERROR_GAME_OVER);
    ck_assert(!failed(game_abort(&thinking, SEATS_BLACK, BEGUN_MS, &after, &replay)));
    ck_assert_int_eq(game_play_ai(&after, square, BY_AI, BEGUN_MS, &next).code, ERROR_GAME_OVER);
    ck_assert(!game_is_ai_turn(&after));
    ck_assert(!failed(game_undo(&thinking, 1, SEATS_BLACK, BEGUN_MS, &after, &replay)));
    ck_assert_int_eq(game_play_ai(&after, square, BY_AI, BEGUN_MS, &next).code,
                     ERROR_NOT_YOUR_TURN);
    ck_assert(after.version > thinking.version);
}
END_TEST

/* --- undo -------------------------------------------------------------------------------- */

/* White's fourth move, h6, leaves black without one; white moves again, on c5. */
static const struct {
    const char *title, *played, *left;
    enum rev_color human;
    enum error_code code;
} undos[] = {
    {"nothing played", "", "", REV_BLACK, ERROR_NOTHING_TO_UNDO},
    {"only the AI has played", "f5", "f5", REV_WHITE, ERROR_NOTHING_TO_UNDO},
    {"the AI thinks", "f5", "", REV_BLACK, ERROR_NONE},
    {"the AI has answered", "f5d6", "", REV_BLACK, ERROR_NONE},
    {"the human is white", "f5d6c3", "f5", REV_WHITE, ERROR_NONE},
    {"the human passed: the AI thinks again", "f5f6d3g5h5h4f7h6", "f5f6d3g5h5h4", REV_BLACK,
     ERROR_NONE},
    {"the human passed: the AI has moved twice", "f5f6d3g5h5h4f7h6c5", "f5f6d3g5h5h4", REV_BLACK,
     ERROR_NONE},
    {"the AI passed: the human moves again", "f5f6d3g5h5h4f7h6", "f5f6d3g5h5h4f7", REV_WHITE,
     ERROR_NONE},
    {"the AI passed: the human has moved twice", "f5f6d3g5h5h4f7h6c5", "f5f6d3g5h5h4f7h6",
     REV_WHITE, ERROR_NONE},
    {"the game is over", "e6f6g6d6c4c5c6g7h8", "e6f6g6d6c4c5c6g7h8", REV_BLACK, ERROR_GAME_OVER},
};

START_TEST(undo_goes_back_to_the_humans_latest_choice)
{
    struct game game = begin(false, undos[_i].human);
    play_on(&game, undos[_i].played);
    bool could = game_can_undo(&game, humans_seats(&game));
    enum error_code code = undo(&game, 1);
    ck_assert_msg(code == undos[_i].code, "%s", undos[_i].title);
    ck_assert_int_eq(could, code == ERROR_NONE);
    check_transcript(&game, undos[_i].left);
    if (code)
        return;
    ck_assert_int_eq(game.branch, 1);
    ck_assert_int_eq(game.rules.now.turn, undos[_i].human);
    ck_assert(!game_is_ai_turn(&game));
    ck_assert(game.turn_started_ms == game.updated_ms);
}
END_TEST

START_TEST(undo_again_and_again_ends_at_the_start)
{
    struct game game = begin(false, REV_WHITE);
    play_on(&game, "f5f6d3g5h5h4f7h6c5");
    for (int branch = 1; branch <= 5; branch++)
        ck_assert_int_eq(undo(&game, branch), ERROR_NONE);
    check_transcript(&game, "f5");
    ck_assert_int_eq(undo(&game, 6), ERROR_NOTHING_TO_UNDO);
    ck_assert_int_eq(game.branch, 5);
}
END_TEST

START_TEST(undo_is_told_apart_by_its_branch)
{
    struct game game = begin(false, REV_BLACK), next;
    bool replay;
    play_on(&game, "f5d6c3d3");
    ck_assert_int_eq(undo(&game, 0), ERROR_STALE_BRANCH);
    ck_assert_int_eq(undo(&game, 2), ERROR_OUT_OF_STEP);
    ck_assert_int_eq(undo(&game, 1), ERROR_NONE);
    check_transcript(&game, "f5d6");
    ck_assert(!failed(game_undo(&game, 1, SEATS_BLACK, BEGUN_MS, &next, &replay)));
    ck_assert(replay);
    ck_assert_mem_eq(&next, &game, sizeof next);

    struct game_move late = {3, rev_square_parse("c3", 2), 0, SEATS_BLACK};
    ck_assert_int_eq(game_play(&game, &late, BEGUN_MS, &next, &replay).code, ERROR_STALE_BRANCH);
    late.branch = 1;
    ck_assert(!failed(game_play(&game, &late, BEGUN_MS, &next, &replay)));
    ck_assert(!replay);
}
END_TEST

START_TEST(undo_is_for_the_human_against_the_ai)
{
    struct game local = begin(true, REV_BLACK), against_ai = begin(false, REV_BLACK), next;
    bool replay;
    play_on(&local, "f5d6");
    play_on(&against_ai, "f5d6");
    ck_assert_int_eq(game_undo(&local, 1, SEATS_BOTH, BEGUN_MS, &next, &replay).code,
                     ERROR_UNDO_NOT_ALLOWED);
    ck_assert(!game_can_undo(&local, SEATS_BOTH));
    ck_assert_int_eq(game_undo(&against_ai, 1, SEATS_NONE, BEGUN_MS, &next, &replay).code,
                     ERROR_NOT_A_SEAT);
    ck_assert(!game_can_undo(&against_ai, SEATS_NONE));
}
END_TEST

/* --- hints ------------------------------------------------------------------------------- */

static enum error_code hint(struct game *game, int seats, int ply, int branch)
{
    struct game next;
    struct result result = game_hint(game, seats, ply, branch, BEGUN_MS, &next);
    if (!failed(result))
        *game = next;
    return result.code;
}

START_TEST(a_hint_is_counted_and_changes_nothing_else)
{
    struct game game = begin(false, REV_BLACK);
    struct game before = game;
    ck_assert_int_eq(hint(&game, SEATS_BLACK, 0, 0), ERROR_NONE);
    ck_assert_int_eq(hint(&game, SEATS_BLACK, 0, 0), ERROR_NONE);
    ck_assert_int_eq(game.hints, 2);
    ck_assert_int_eq(game.version, before.version + 2);
    game.hints = before.hints;
    game.version = before.version;
    game.updated_ms = before.updated_ms;
    ck_assert_mem_eq(&game, &before, sizeof game);
}
END_TEST

START_TEST(taking_back_does_not_take_hints_back)
{
    struct game game = begin(false, REV_BLACK);
    ck_assert_int_eq(hint(&game, SEATS_BLACK, 0, 0), ERROR_NONE);
    play_on(&game, "f5d6");
    ck_assert_int_eq(undo(&game, 1), ERROR_NONE);
    ck_assert_int_eq(game.hints, 1);
}
END_TEST

START_TEST(a_hint_is_for_the_human_to_move_against_the_ai)
{
    struct game local = begin(true, REV_BLACK), against_ai = begin(false, REV_BLACK);
    ck_assert_int_eq(game_may_hint(&local, SEATS_BOTH).code, ERROR_HINT_NOT_ALLOWED);
    ck_assert_int_eq(game_may_hint(&against_ai, SEATS_NONE).code, ERROR_NOT_A_SEAT);
    play_on(&against_ai, "f5");
    ck_assert_int_eq(game_may_hint(&against_ai, SEATS_BLACK).code, ERROR_NOT_YOUR_TURN);
    play_on(&against_ai, "d6");
    ck_assert_int_eq(game_may_hint(&against_ai, SEATS_BLACK).code, ERROR_NONE);
    struct game over = begin(false, REV_BLACK);
    play_on(&over, "e6f6g6d6c4c5c6g7h8");
    ck_assert_int_eq(game_may_hint(&over, SEATS_BLACK).code, ERROR_GAME_OVER);
}
END_TEST

START_TEST(a_hint_for_a_position_that_is_gone_is_not_given)
{
    struct game game = begin(false, REV_BLACK);
    play_on(&game, "f5d6");
    ck_assert_int_eq(hint(&game, SEATS_BLACK, 0, 0), ERROR_PLY_ALREADY_PLAYED);
    ck_assert_int_eq(undo(&game, 1), ERROR_NONE);
    ck_assert_int_eq(hint(&game, SEATS_BLACK, 0, 0), ERROR_STALE_BRANCH);
    ck_assert_int_eq(hint(&game, SEATS_BLACK, 0, 1), ERROR_NONE);
    ck_assert_int_eq(game.hints, 1);
}
END_TEST

/* --- the end ----------------------------------------------------------------------------- */

START_TEST(nothing_changes_a_finished_game)
{
    for (int local = 0; local <= 1; local++) {
        struct game game = begin(local, REV_BLACK), next, untouched;
        bool replay;
        play_on(&game, WIPED_OUT);
        ck_assert_int_eq(game.status, GAME_FINISHED);
        ck_assert_int_eq(game.reason, REASON_DISCS);
        ck_assert_int_eq(game.winner, WINNER_BLACK);
        int seats = humans_seats(&game);
        memset(&next, 0x5a, sizeof next);
        untouched = next;
        for (int ply = 1; ply <= 11; ply++) {
            struct game_move move = {ply, 0, 0, seats};
            ck_assert_int_eq(game_play(&game, &move, BEGUN_MS, &next, &replay).code,
                             ERROR_GAME_OVER);
        }
        ck_assert_int_eq(game_play_ai(&game, 0, BY_AI, BEGUN_MS, &next).code, ERROR_GAME_OVER);
        ck_assert_int_eq(game_resign(&game, seats, REV_BLACK, BEGUN_MS, &next, &replay).code,
                         ERROR_GAME_OVER);
        ck_assert_int_eq(game_abort(&game, seats, BEGUN_MS, &next, &replay).code, ERROR_GAME_OVER);
        ck_assert_int_eq(game_undo(&game, 1, seats, BEGUN_MS, &next, &replay).code,
                         local ? ERROR_UNDO_NOT_ALLOWED : ERROR_GAME_OVER);
        ck_assert_mem_eq(&next, &untouched, sizeof next);

        /* The move that ended it may still be repeated. */
        struct game_move last = {9, rev_square_parse("h8", 2), 0, seats};
        ck_assert(!failed(game_play(&game, &last, BEGUN_MS, &next, &replay)));
        ck_assert(replay);
    }
}
END_TEST

START_TEST(resigning_is_for_an_own_seat_and_once)
{
    struct game game = begin(true, REV_BLACK), over, next;
    bool replay;
    play_on(&game, "f5");
    ck_assert_int_eq(game_resign(&game, SEATS_BLACK, REV_WHITE, BEGUN_MS, &next, &replay).code,
                     ERROR_NOT_A_SEAT);
    ck_assert(!failed(game_resign(&game, SEATS_BOTH, REV_WHITE, BEGUN_MS + 7, &over, &replay)));
    ck_assert(!replay);
    ck_assert_int_eq(over.status, GAME_FINISHED);
    ck_assert_int_eq(over.reason, REASON_RESIGNATION);
    ck_assert_int_eq(over.winner, WINNER_BLACK);
    ck_assert_int_eq(over.version, game.version + 1);
    ck_assert(over.updated_ms == BEGUN_MS + 7);
    ck_assert(!failed(game_resign(&over, SEATS_BOTH, REV_WHITE, BEGUN_MS + 9, &next, &replay)));
    ck_assert(replay);
    ck_assert_mem_eq(&next, &over, sizeof next);
    ck_assert_int_eq(game_resign(&over, SEATS_BOTH, REV_BLACK, BEGUN_MS, &next, &replay).code,
                     ERROR_GAME_OVER);
}
END_TEST

START_TEST(aborting_ends_when_both_have_placed_two_discs)
{
    struct game game = begin(true, REV_BLACK), over, next;
    bool replay;
    play_on(&game, "f5d6c3");
    ck_assert_int_eq(game_abort(&game, SEATS_NONE, BEGUN_MS, &next, &replay).code,
                     ERROR_NOT_A_SEAT);
    ck_assert(!failed(game_abort(&game, SEATS_WHITE, BEGUN_MS, &over, &replay)));
    ck_assert(!replay);
    ck_assert_int_eq(over.status, GAME_ABORTED);
    ck_assert_int_eq(over.winner, WINNER_NONE);
    ck_assert_int_eq(over.reason, REASON_NONE);
    ck_assert(!failed(game_abort(&over, SEATS_BOTH, BEGUN_MS, &next, &replay)));
    ck_assert(replay);
    play_on(&game, "d3");
    ck_assert_int_eq(game_abort(&game, SEATS_BOTH, BEGUN_MS, &next, &replay).code,
                     ERROR_TOO_LATE_TO_ABORT);
}
END_TEST

static const struct {
    uint64_t black, white;
    int black_discs, white_discs; /* empties to the winner */
    enum game_winner winner;
} scores[] = {
    {0, 0, 32, 32, WINNER_DRAW},
    {1, 0, 64, 0, WINNER_BLACK},
    {1, 6, 1, 63, WINNER_WHITE},
    {1, 2, 32, 32, WINNER_DRAW},
    {UINT64_C(0xffffffff), UINT64_C(0xffffffff00000000), 32, 32, WINNER_DRAW},
    {UINT64_C(0xfffffffff), UINT64_C(0xffff000000000), 48, 16, WINNER_BLACK},
};

START_TEST(empty_squares_go_to_the_winner_by_the_engines_custom)
{
    struct rev_game rules = {.now = {.black = scores[_i].black, .white = scores[_i].white}};
    int black, white;
    ck_assert_int_eq(game_winner_by_discs(&rules), scores[_i].winner);
    game_discs_empties_to_winner(&rules, scores[_i].winner, &black, &white);
    ck_assert_int_eq(black, scores[_i].black_discs);
    ck_assert_int_eq(white, scores[_i].white_discs);
}
END_TEST

START_TEST(empty_squares_go_to_the_winner_who_has_fewer_discs_too)
{
    struct rev_game rules = {.now = {.black = 0x7, .white = 0x100}};
    int black, white;
    game_discs_empties_to_winner(&rules, WINNER_WHITE, &black, &white);
    ck_assert_int_eq(black, 3);
    ck_assert_int_eq(white, 61);
    rules.now.white = 0x300;
    game_discs_empties_to_winner(&rules, WINNER_DRAW, &black, &white);
    ck_assert_int_eq(black, 3 + 29);
    ck_assert_int_eq(white, 2 + 30);
}
END_TEST

/* --- beside the model -------------------------------------------------------------------- */

enum { SEQUENCES = 6000, COMMANDS_MAX = 220 };

/** A game, its model, and what led to where they are. */
struct pair {
    struct game game;
    struct model model;
    int64_t now_ms;
    int sequence, step;
};

#define AGREE(pair, property)                                                                      \
    REQUIRE_MSG(property, "sequence %d, command %d: %s", (pair)->sequence, (pair)->step, #property)

static void check_board(const struct pair *pair)
{
    const struct rev_game *rules = &pair->game.rules;
    const struct model_position *now = model_now(&pair->model);
    uint64_t sets[2] = {0, 0}, legal = 0, turned;
    for (int square = 0; square < 64; square++) {
        if (now->owner[square] != NOBODY)
            sets[now->owner[square]] |= rev_bit(square);
        if (now->turn == NOBODY)
            continue;
        if (model_is_legal(&pair->model, now->turn, square, &turned))
            legal |= rev_bit(square);
        AGREE(pair, rev_game_flips(rules, square) == turned);
    }
    AGREE(pair, rules->now.black == sets[BLACK] && rules->now.white == sets[WHITE]);
    AGREE(pair, rules->legal == legal);
    AGREE(pair, rules->over == (now->turn == NOBODY));
    AGREE(pair, rules->over || (int)rules->now.turn == now->turn);
    enum rev_color passed = REV_BLACK;
    bool somebody_passed = rev_game_passed(rules, &passed);
    AGREE(pair, somebody_passed == (now->passed != NOBODY));
    AGREE(pair, !somebody_passed || (int)passed == now->passed);
}

static void check_placements(const struct pair *pair)
{
    const struct game *game = &pair->game;
    AGREE(pair, game->rules.ply == pair->model.ply);
    for (int i = 0; i < pair->model.ply; i++) {
        const struct model_placement *placed = &pair->model.placements[i];
        AGREE(pair, game->rules.plies[i].square == placed->square);
        AGREE(pair, game->rules.plies[i].color == placed->color);
        AGREE(pair, game->by[i] == placed->by && game->used_ms[i] == placed->used_ms);
    }
    for (int i = pair->model.ply; i < REV_PLY_MAX; i++)
        AGREE(pair, game->by[i] == 0 && game->used_ms[i] == 0);
}

static void check_end(const struct pair *pair)
{
    static const enum game_status statuses[] = {GAME_LIVE, GAME_FINISHED, GAME_FINISHED,
                                                GAME_ABORTED};
    static const enum game_reason reasons[] = {REASON_NONE, REASON_DISCS, REASON_RESIGNATION,
                                               REASON_NONE};
    const struct game *game = &pair->game;
    enum model_end end = pair->model.end;
    enum game_winner winner = end == MODEL_RUNS || end == MODEL_ABORTED ? WINNER_NONE
                              : pair->model.winner == BLACK             ? WINNER_BLACK
                              : pair->model.winner == WHITE             ? WINNER_WHITE
                                                                        : WINNER_DRAW;
    AGREE(pair, game->status == statuses[end]);
    AGREE(pair, game->reason == reasons[end]);
    AGREE(pair, game->winner == winner);
}

/** What a game says of itself agrees with the model in every respect. */
static void check_agreement(const struct pair *pair)
{
    const struct game *game = &pair->game;
    const struct model *model = &pair->model;
    check_board(pair);
    check_placements(pair);
    check_end(pair);
    AGREE(pair, game->version == model->version && game->branch == model->branch);
    AGREE(pair, game->updated_ms == model->updated_ms);
    AGREE(pair, game->turn_started_ms == model->turn_began_ms);
    AGREE(pair, game->created_ms == BEGUN_MS && game->seed == 42);
    AGREE(pair, strcmp(game->metadata, "{\"a\":1}") == 0);
    AGREE(pair, game_is_ai_turn(game) ==
                    (model->end == MODEL_RUNS && model_now(model)->turn == model->ai));
    for (int seats = SEATS_NONE; seats <= SEATS_BOTH; seats++) {
        struct model copy = *model;
        bool repeated;
        enum error_code code = model_undo(&copy, seats, model->branch + 1, pair->now_ms, &repeated);
        bool humans = model->ai == NOBODY || seats == SEATS_NONE || seats == 2 - model->ai;
        AGREE(pair, !humans || game_can_undo(game, seats) == (code == ERROR_NONE));
    }
}

/** A board that came about by random play, or one of loose discs, where passes are frequent. */
static int random_position(struct random *random, struct rev_position *position, int8_t owner[64])
{
    struct model walk;
    model_begin(&walk, MODEL_STANDARD, NULL, 0, NOBODY, 0);
    int length = random_below(random, 60);
    for (int i = 0; i < length && walk.end == MODEL_RUNS; i++) {
        bool repeated;
        while (model_play(&walk, SEATS_BOTH, walk.ply + 1, random_below(random, 64), 0, 0,
                          &repeated) != ERROR_NONE)
            ;
    }
    memcpy(owner, model_now(&walk)->owner, 64);
    if (random_below(random, 4) == 0)
        for (int i = 0; i < 64; i++)
            owner[i] = (int8_t)(random_below(random, 3) - 1);
    *position = (struct rev_position){.turn = (enum rev_color)random_below(random, 2)};
    for (int i = 0; i < 64; i++) {
        if (owner[i] == BLACK)
            position->black |= rev_bit(i);
        if (owner[i] == WHITE)
            position->white |= rev_bit(i);
    }
    return (int)position->turn;
}

/** Starts a random kind of game. False: its position was refused, as it had to be. */
static bool begin_pair(struct random *random, struct pair *pair)
{
    static const enum model_opening openings[GAME_OPENING_COUNT] = {MODEL_STANDARD, MODEL_ORIGINAL,
                                                                    MODEL_GIVEN, MODEL_GIVEN};
    bool local = random_below(random, 3) == 0;
    enum rev_color color = (enum rev_color)random_below(random, 2);
    struct game_setup setup = setup_of(local, color);
    int8_t owner[64];
    setup.opening = (enum game_opening)random_below(random, GAME_OPENING_COUNT);
    int turn = random_position(random, &setup.position, owner);
    pair->now_ms = BEGUN_MS;
    bool possible = model_begin(&pair->model, openings[setup.opening], owner, turn,
                                local ? NOBODY : 1 - (int)color, BEGUN_MS);
    struct result result = game_create(&setup, BEGUN_MS, &pair->game);
    AGREE(pair, result.code == (possible ? ERROR_NONE : ERROR_POSITION_FINISHED));
    return possible;
}

/** Whose seats a command comes with: mostly the human's, sometimes fewer. */
static int random_seats(struct random *random, const struct pair *pair)
{
    int all = humans_seats(&pair->game);
    return random_below(random, 8) == 0 ? all & random_below(random, 4) : all;
}

/** A value that is mostly right: sometimes one or two off, rarely absurd. */
static int around(struct random *random, int right)
{
    int choice = random_below(random, 24);
    return choice < 18 ? right : choice < 23 ? right + choice - 20 : INT_MIN + choice;
}

static int random_square_for(struct random *random, const struct pair *pair)
{
    int choice = random_below(random, 16);
    if (choice == 0 || pair->game.rules.legal == 0)
        return random_below(random, 70) - 3;
    if (choice == 1 && pair->model.ply > 0)
        return pair->model.placements[random_below(random, pair->model.ply)].square;
    return random_square(random, pair->game.rules.legal);
}

/** What a command came to: the game after it where it was accepted, and how it was answered. */
struct outcome {
    struct game next;
    bool replay;
    enum error_code code, expected;
    bool repeated; /* the model's opinion of replay */
};

static void try_play(struct random *random, struct pair *pair, struct outcome *outcome)
{
    struct game_move move = {.ply = around(random, pair->model.ply + 1),
                             .square = random_square_for(random, pair),
                             .branch = around(random, pair->model.branch),
                             .seats = random_seats(random, pair)};
    if (pair->model.ply > 0 && random_below(random, 6) == 0) {
        move.ply = 1 + random_below(random, pair->model.ply);
        move.square = pair->model.placements[move.ply - 1].square;
    }
    outcome->code =
        game_play(&pair->game, &move, pair->now_ms, &outcome->next, &outcome->replay).code;
    outcome->expected = model_play(&pair->model, move.seats, move.ply, move.square, move.branch,
                                   pair->now_ms, &outcome->repeated);
}

static void try_play_ai(struct random *random, struct pair *pair, struct outcome *outcome)
{
    int square = random_square_for(random, pair);
    enum move_by by = random_below(random, 4) ? BY_AI : BY_AUTO;
    if (game_is_ai_turn(&pair->game) && random_below(random, 2))
        game_lease_ai(&pair->game, pair->now_ms + 1000);
    outcome->code = game_play_ai(&pair->game, square, by, pair->now_ms, &outcome->next).code;
    outcome->expected = model_play_ai(&pair->model, square, by, pair->now_ms);
    outcome->replay = outcome->code != ERROR_NONE; /* as if it had been left alone */
    outcome->repeated = false;
}

static void try_undo(struct random *random, struct pair *pair, struct outcome *outcome)
{
    int branch = around(random, pair->model.branch + 1);
    int seats = random_seats(random, pair);
    outcome->code =
        game_undo(&pair->game, branch, seats, pair->now_ms, &outcome->next, &outcome->replay).code;
    outcome->expected = model_undo(&pair->model, seats, branch, pair->now_ms, &outcome->repeated);
}

static void try_resign(struct random *random, struct pair *pair, struct outcome *outcome)
{
    int seats = random_seats(random, pair), color = random_below(random, 2);
    outcome->code = game_resign(&pair->game, seats, (enum rev_color)color, pair->now_ms,
                                &outcome->next, &outcome->replay)
                        .code;
    outcome->expected = model_resign(&pair->model, seats, color, pair->now_ms, &outcome->repeated);
}

static void try_abort(struct random *random, struct pair *pair, struct outcome *outcome)
{
    int seats = random_seats(random, pair);
    outcome->code =
        game_abort(&pair->game, seats, pair->now_ms, &outcome->next, &outcome->replay).code;
    outcome->expected = model_abort(&pair->model, seats, pair->now_ms, &outcome->repeated);
}

static void try_something(struct random *random, struct pair *pair, struct outcome *outcome)
{
    int choice = random_below(random, 400);
    if (choice < 2)
        try_abort(random, pair, outcome);
    else if (choice < 5)
        try_resign(random, pair, outcome);
    else if (choice < 30)
        try_undo(random, pair, outcome);
    else if (game_is_ai_turn(&pair->game) ? choice < 360 : choice < 60)
        try_play_ai(random, pair, outcome);
    else
        try_play(random, pair, outcome);
}

/** How often each answer was given, to see that none was missed. */
static int answered[ERROR_CODE_COUNT];
static int replayed, passes, ended;

static void run_command(struct random *random, struct pair *pair)
{
    static const int jumps_ms[] = {0, 1, 250, 30000, 86400000, -40};
    struct outcome outcome;
    struct game untouched;
    memset(&outcome, 0x5a, sizeof outcome);
    untouched = outcome.next;
    outcome.replay = true;
    pair->now_ms += jumps_ms[random_below(random, 6)];

    if (game_is_ai_turn(&pair->game) && random_below(random, 4) == 0)
        pair->game.ai_waits = true;
    struct game before = pair->game;
    try_something(random, pair, &outcome);
    if (outcome.code != outcome.expected)
        ck_abort_msg("sequence %d, command %d: %s instead of %s", pair->sequence, pair->step,
                     outcome.code ? error_slug(outcome.code) : "accepted",
                     outcome.expected ? error_slug(outcome.expected) : "accepted");
    answered[outcome.code]++;
    before.ai_lease_until_ms = pair->game.ai_lease_until_ms;
    before.ai_attempt = pair->game.ai_attempt;
    AGREE(pair, memcmp(&before, &pair->game, sizeof before) == 0);
    if (outcome.code) {
        AGREE(pair, memcmp(&outcome.next, &untouched, sizeof untouched) == 0);
        AGREE(pair, outcome.replay);
        return;
    }
    AGREE(pair, outcome.replay == outcome.repeated);
    AGREE(pair, !outcome.replay || memcmp(&outcome.next, &pair->game, sizeof before) == 0);
    AGREE(pair, outcome.replay || (outcome.next.ai_lease_until_ms == 0 &&
                                   !outcome.next.ai_attempt && !outcome.next.ai_waits));
    replayed += outcome.replay;
    passes += !outcome.replay && model_now(&pair->model)->passed != NOBODY;
    pair->game = outcome.next;
}

START_TEST(long_sequences_of_commands_agree_with_the_model)
{
    struct random random = random_for("long_sequences_of_commands_agree_with_the_model");
    static struct pair pair;
    for (pair.sequence = 0; pair.sequence < SEQUENCES; pair.sequence++) {
        pair.step = 0;
        if (!begin_pair(&random, &pair))
            continue;
        check_agreement(&pair);
        int commands_after_end = 0;
        for (; pair.step < COMMANDS_MAX && commands_after_end < 8; pair.step++) {
            run_command(&random, &pair);
            check_agreement(&pair);
            commands_after_end += pair.model.end != MODEL_RUNS;
        }
        ended += pair.model.end == MODEL_DISCS;
    }
    static const enum error_code reached[] = {
        ERROR_NONE,          ERROR_NOT_A_SEAT,         ERROR_UNDO_NOT_ALLOWED,
        ERROR_STALE_BRANCH,  ERROR_PLY_ALREADY_PLAYED, ERROR_OUT_OF_STEP,
        ERROR_NOT_YOUR_TURN, ERROR_GAME_OVER,          ERROR_NOTHING_TO_UNDO,
        ERROR_ILLEGAL_MOVE,  ERROR_TOO_LATE_TO_ABORT,
    };
    for (size_t i = 0; i < sizeof reached / sizeof reached[0]; i++)
        ck_assert_msg(answered[reached[i]] > 50, "error %d came up %d times", reached[i],
                      answered[reached[i]]);
    ck_assert_int_gt(replayed, 1000);
    ck_assert_int_gt(passes, 1000);
    ck_assert_int_gt(ended, 500);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("domain_game");
    TCase *cases = tcase_create("cases");
    tcase_add_test(cases, a_new_game_is_what_it_was_set_up_as);
    tcase_add_test(cases, seats_are_held_by_their_players_alone);
    tcase_add_test(cases, a_position_in_which_nobody_can_move_is_refused);
    tcase_add_loop_test(cases, a_move_is_accepted_repeated_or_refused, 0,
                        sizeof moves / sizeof moves[0]);
    tcase_add_test(cases, a_move_of_the_ai_is_never_taken_for_a_repeat);
    tcase_add_test(cases, thinking_time_is_kept_within_what_can_be_stored);
    tcase_add_test(cases, the_ai_moves_only_when_it_is_its_turn);
    tcase_add_test(cases, the_ais_late_answer_finds_its_turn_gone);
    tcase_add_loop_test(cases, undo_goes_back_to_the_humans_latest_choice, 0,
                        sizeof undos / sizeof undos[0]);
    tcase_add_test(cases, undo_again_and_again_ends_at_the_start);
    tcase_add_test(cases, undo_is_told_apart_by_its_branch);
    tcase_add_test(cases, undo_is_for_the_human_against_the_ai);
    tcase_add_test(cases, a_hint_is_counted_and_changes_nothing_else);
    tcase_add_test(cases, taking_back_does_not_take_hints_back);
    tcase_add_test(cases, a_hint_is_for_the_human_to_move_against_the_ai);
    tcase_add_test(cases, a_hint_for_a_position_that_is_gone_is_not_given);
    tcase_add_test(cases, nothing_changes_a_finished_game);
    tcase_add_test(cases, resigning_is_for_an_own_seat_and_once);
    tcase_add_test(cases, aborting_ends_when_both_have_placed_two_discs);
    tcase_add_test(cases, empty_squares_go_to_the_winner_who_has_fewer_discs_too);
    tcase_add_loop_test(cases, empty_squares_go_to_the_winner_by_the_engines_custom, 0,
                        sizeof scores / sizeof scores[0]);
    suite_add_tcase(suite, cases);

    TCase *beside = tcase_create("beside the model");
    tcase_set_timeout(beside, 300);
    tcase_add_test(beside, long_sequences_of_commands_agree_with_the_model);
    suite_add_tcase(suite, beside);
    return suite_run(suite);
}
