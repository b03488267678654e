/**
 * Games as JSON: some written out by hand, and many random ones whose numbers must agree with each
 * other and with the rules as tests/engine/reference.c has them.
 */
#include "domain/words.h"
#include "game_fixture.h"
#include "json_tree.h"
#include "reference.h"
#include "require.h"
#include "suite.h"
#include "json/game.h"

#include <stdio.h>
#include <string.h>

static const int64_t CREATED_MS = INT64_C(1767323045678); /* 2026-01-02 03:04:05.678 UTC */

#define ID "01000000-0000-0000-0000-000000000000"
#define ADA "02000000-0000-0000-0000-000000000000"
#define ADA_SITS "{'kind':'human','id':'" ADA "','name':'Ada \\\"\xc3\xa9\\\"','rating':null}"

/* --- making games ---------------------------------------------------------------------------- */

/** Of Ada's: against the AI, unless `local`. */
static struct game begin(enum game_opening opening, const char *position, bool local,
                         enum rev_color color)
{
    const struct game_setup setup = {.id = {{1}},
                                     .creator = {{2}},
                                     .creator_name = "Ada \"\xc3\xa9\"",
                                     .against = local ? OPPONENT_LOCAL : OPPONENT_AI,
                                     .level = REV_LEVEL_MEDIUM,
                                     .color = color,
                                     .opening = opening,
                                     .visibility = VISIBILITY_UNLISTED,
                                     .metadata = "{\"room\":[7]}"};
    return game_fixture(setup, position, CREATED_MS);
}

/** Each placement takes a second and a half. */
static void play(struct game *game, const char *transcript)
{
    game_fixture_play(game, transcript, 1500);
}

static struct game_view view_of(const struct game *game, int seats)
{
    return (struct game_view){.game = game,
                              .shown = &game->rules,
                              .seats = seats,
                              .played_from = -1,
                              .now_ms = CREATED_MS + 60000,
                              .public_url = ""};
}

static struct json_t *show(const struct game_view *view)
{
    TEXT_CLEANUP struct text out = {0};
    struct json_writer writer = json_writer_to(&out);
    json_game(&writer, view);
    ck_assert_int_eq(writer.depth, 0);
    return tree_parse(out.data, out.length);
}

/** Another way to write a game, by its own function. */
static struct json_t *show_by(void (*write)(struct json_writer *writer, const struct game *game),
                              const struct game *game)
{
    TEXT_CLEANUP struct text out = {0};
    struct json_writer writer = json_writer_to(&out);
    write(&writer, game);
    ck_assert_int_eq(writer.depth, 0);
    return tree_parse(out.data, out.length);
}

/* --- written out by hand --------------------------------------------------------------------- */

static const char members[] =
    "id version branch status opening start_position ply next_ply board turn legal_moves last_move "
    "passed discs moves played players you clock aborts_at ai_waits_for draw_offer can_undo "
    "can_abort "
    "can_offer_draw can_rematch hints rematch result match rated unrated_reason rating_change "
    "unrewarded_reason staked visibility metadata links created_at updated_at server_time";

START_TEST(a_new_game_is_shown_whole)
{
    struct game game = begin(OPENING_STANDARD, NULL, true, REV_BLACK);
    struct game_view view = view_of(&game, SEATS_BOTH);
    struct json_t *tree = show(&view);
    tree_check_members(tree, "", members);
    tree_check(
        tree, "",
        "{'id':'" ID "','version':1,'branch':0,'status':'live','opening':'standard',"
        "'start_position':"
        "'---------------------------OX------XO--------------------------- X',"
        "'ply':0,'next_ply':1,"
        "'board':'---------------------------OX------XO---------------------------',"
        "'turn':'black','legal_moves':[{'square':'d3','flips':['d4']},"
        "{'square':'c4','flips':['d4']},{'square':'f5','flips':['e5']},"
        "{'square':'e6','flips':['e5']}],"
        "'last_move':null,'passed':null,'discs':{'black':2,'white':2,'empty':60},'moves':'',"
        "'played':[],'players':{'black':" ADA_SITS ",'white':" ADA_SITS "},"
        "'you':['black','white'],'clock':null,'aborts_at':null,'ai_waits_for':null,'draw_offer':"
        "null,"
        "'can_undo':false,'can_abort':true,'can_offer_draw':true,'can_rematch':false,'hints':0,"
        "'rematch':null,'result':null,'match':null,'rated':false,'unrated_reason':'local','"
        "rating_change':null,'unrewarded_reason':null,"
        "'staked':false,'visibility':'unlisted','metadata':{'room':[7]},"
        "'links':{'self':'/v1/games/" ID "','page':'/#/games/" ID "',"
        "'svg':'/v1/games/" ID "/board.svg?v=1','png':'/v1/games/" ID "/board.png?v=1',"
        "'txt':'/v1/games/" ID "/board.txt','events':'/v1/games/" ID "/events'},"
        "'created_at':'2026-01-02T03:04:05.678Z','updated_at':'2026-01-02T03:04:05.678Z',"
        "'server_time':'2026-01-02T03:05:05.678Z'}");
    tree_free(tree);
}
END_TEST

START_TEST(a_game_under_way_shows_its_last_move_and_what_a_command_brought_about)
{
    struct game game = begin(OPENING_STANDARD, NULL, false, REV_BLACK);
    play(&game, "f5d6c3");
    struct game_view view = view_of(&game, SEATS_BLACK);
    view.played_from = 1;
    struct json_t *tree = show(&view);
    tree_check_members(tree, "", members);
    tree_check(tree, "/version", "4");
    tree_check(tree, "/ply", "3");
    tree_check(tree, "/next_ply", "4");
    tree_check(tree, "/board",
               "'------------------X--------XX------OXX-----O--------------------'");
    tree_check(tree, "/turn", "'white'");
    tree_check(tree, "/legal_moves",
               "[{'square':'d3','flips':['d4']},{'square':'f3','flips':['e4']},"
               "{'square':'f4','flips':['e5']},{'square':'g5','flips':['e5','f5']}]");
    tree_check(tree, "/last_move",
               "{'ply':3,'square':'c3','color':'black','flips':['d4'],'by':'human',"
               "'used_ms':1500,'passed':null}");
    tree_check(tree, "/played",
               "[{'ply':2,'square':'d6','color':'white','flips':['d5'],'by':'ai',"
               "'used_ms':1500,'passed':null},"
               "{'ply':3,'square':'c3','color':'black','flips':['d4'],'by':'human',"
               "'used_ms':1500,'passed':null}]");
    tree_check(tree, "/discs", "{'black':5,'white':2,'empty':57}");
    tree_check(tree, "/moves", "'f5d6c3'");
    tree_check(tree, "/players", "{'black':" ADA_SITS ",'white':{'kind':'ai','level':'medium'}}");
    tree_check(tree, "/unrated_reason", "'against-ai'");
    tree_check(tree, "/can_undo", "true");
    tree_check(tree, "/updated_at", "'2026-01-02T03:04:10.178Z'");
    tree_check(tree, "/links/png", "'/v1/games/" ID "/board.png?v=4'");
    tree_free(tree);
}
END_TEST

START_TEST(what_a_caller_sees_of_himself_are_his_seats)
{
    static const char *const you[] = {[SEATS_NONE] = "[]",
                                      [SEATS_BLACK] = "['black']",
                                      [SEATS_WHITE] = "['white']",
                                      [SEATS_BOTH] = "['black','white']"};
    static const char *const can_undo[] = {"false", "true", "true", "true"};
    struct game game = begin(OPENING_STANDARD, NULL, false, REV_WHITE);
    play(&game, "f5d6c3");
    for (int seats = SEATS_NONE; seats <= SEATS_BOTH; seats++) {
        struct game_view view = view_of(&game, seats);
        struct json_t *tree = show(&view);
        tree_check(tree, "/you", you[seats]);
        tree_check(tree, "/can_undo", can_undo[seats]);
        tree_check(tree, "/players",
                   "{'white':" ADA_SITS ",'black':{'kind':'ai','level':'medium'}}");
        tree_free(tree);
    }
}
END_TEST

START_TEST(a_pass_is_shown_and_is_no_ply)
{
    struct game game = begin(OPENING_STANDARD, NULL, true, REV_BLACK);
    play(&game, "f5f6d3g5h5h4f7h6");
    struct game_view view = view_of(&game, SEATS_BOTH);
    view.played_from = 7;
    struct json_t *tree = show(&view);
    tree_check(tree, "/passed", "'black'");
    tree_check(tree, "/turn", "'white'");
    tree_check(tree, "/ply", "8");
    tree_check(tree, "/last_move/color", "'white'");
    tree_check(tree, "/last_move/passed", "'black'");
    tree_check(tree, "/played/0/passed", "'black'");
    ck_assert_uint_eq(tree_size(tree, "/played"), 1);
    tree_free(tree);
    play(&game, "c5");
    view = view_of(&game, SEATS_BOTH);
    tree = show(&view);
    tree_check(tree, "/passed", "null");
    tree_check(tree, "/last_move/ply", "9");
    tree_check(tree, "/last_move/color", "'white'");
    tree_free(tree);
}
END_TEST

START_TEST(a_side_that_cannot_begin_is_shown_as_passed_over)
{
    struct game game = begin(OPENING_POSITION,
                             "XXXXXXXX"
                             "XXXXXXXX"
                             "XXXXXXXX"
                             "XXXXXXXX"
                             "XXXXXXXX"
                             "XXXXXXXX"
                             "XXXXXXXX"
                             "XXXXXXO- O",
                             true, REV_BLACK);
    struct game_view view = view_of(&game, SEATS_BOTH);
    struct json_t *tree = show(&view);
    tree_check(tree, "/opening", "'position'");
    tree_check(tree, "/start_position",
               "'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O'");
    tree_check(tree, "/turn", "'black'");
    tree_check(tree, "/passed", "'white'");
    tree_check(tree, "/last_move", "null");
    tree_check(tree, "/legal_moves", "[{'square':'h8','flips':['g8']}]");
    tree_free(tree);
    tree = show_by(json_move_list, &game);
    tree_check(tree, "",
               "{'id':'" ID "','version':1,'branch':0,'start_position':"
               "'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O',"
               "'start_passed':'white','items':[]}");
    tree_free(tree);
}
END_TEST

static const char wipe_out[] = "e6f6g6d6c4c5c6g7h8";

START_TEST(a_finished_game_has_a_result_and_nobody_to_move)
{
    struct game game = begin(OPENING_STANDARD, NULL, true, REV_BLACK);
    play(&game, wipe_out);
    struct game_view view = view_of(&game, SEATS_BOTH);
    struct json_t *tree = show(&view);
    tree_check_members(tree, "", members);
    tree_check(tree, "/status", "'finished'");
    tree_check(tree, "/turn", "null");
    tree_check(tree, "/legal_moves", "[]");
    tree_check(tree, "/passed", "null");
    tree_check(tree, "/can_undo", "false");
    tree_check(tree, "/discs", "{'black':13,'white':0,'empty':51}");
    tree_check(tree, "/result",
               "{'winner':'black','reason':'discs','black':13,'white':0,"
               "'empties_to_winner':[64,0]}");
    tree_check(tree, "/last_move/square", "'h8'");
    tree_check(tree, "/last_move/passed", "null");
    tree_free(tree);
}
END_TEST

START_TEST(an_earlier_position_is_shown_as_it_was_in_the_game_as_it_is)
{
    struct game game = begin(OPENING_STANDARD, NULL, true, REV_BLACK);
    play(&game, wipe_out);
    struct rev_game earlier = game.rules;
    rev_game_rewind(&earlier, 1);
    struct game_view view = view_of(&game, SEATS_BOTH);
    view.shown = &earlier;
    struct json_t *tree = show(&view);
    tree_check(tree, "/ply", "1");
    tree_check(tree, "/next_ply", "2");
    tree_check(tree, "/moves", "'e6'");
    tree_check(tree, "/turn", "'white'");
    tree_check(tree, "/legal_moves",
               "[{'square':'f4','flips':['e4']},{'square':'d6','flips':['d5']},"
               "{'square':'f6','flips':['e5']}]");
    tree_check(tree, "/last_move/square", "'e6'");
    tree_check(tree, "/discs", "{'black':4,'white':1,'empty':59}");
    tree_check(tree, "/status", "'finished'");
    tree_check(tree, "/version", "10");
    tree_check(tree, "/result/winner", "'black'");
    tree_check(tree, "/result/black", "13");
    tree_free(tree);
    rev_game_rewind(&earlier, 0);
    tree = show(&view);
    tree_check(tree, "/last_move", "null");
    tree_check(tree, "/moves", "''");
    tree_check(tree, "/turn", "'black'");
    ck_assert_uint_eq(tree_size(tree, "/legal_moves"), 4);
    tree_free(tree);
}
END_TEST

START_TEST(the_original_opening_offers_the_free_centre_without_flips)
{
    struct game game = begin(OPENING_ORIGINAL, NULL, false, REV_BLACK);
    struct game_view view = view_of(&game, SEATS_BLACK);
    struct json_t *tree = show(&view);
    tree_check(tree, "/opening", "'original'");
    tree_check(tree, "/discs", "{'black':0,'white':0,'empty':64}");
    tree_check(tree, "/legal_moves",
               "[{'square':'d4','flips':[]},{'square':'e4','flips':[]},"
               "{'square':'d5','flips':[]},{'square':'e5','flips':[]}]");
    tree_free(tree);
    play(&game, "d5e4");
    tree = show(&view);
    tree_check(tree, "/turn", "'black'");
    tree_check(tree, "/legal_moves", "[{'square':'d4','flips':[]},{'square':'e5','flips':[]}]");
    tree_check(tree, "/last_move",
               "{'ply':2,'square':'e4','color':'white','flips':[],'by':'ai','used_ms':1500,"
               "'passed':null}");
    tree_check(tree, "/start_position",
               "'---------------------------------------------------------------- X'");
    tree_free(tree);
}
END_TEST

START_TEST(the_side_that_resigned_lost_whatever_the_discs_say)
{
    struct game game = begin(OPENING_STANDARD, NULL, false, REV_BLACK), resigned;
    bool replay;
    play(&game, "f5d6c3");
    ck_assert(
        !failed(game_resign(&game, SEATS_BLACK, REV_BLACK, CREATED_MS + 9000, &resigned, &replay)));
    struct game_view view = view_of(&resigned, SEATS_BLACK);
    struct json_t *tree = show(&view);
    tree_check(tree, "/status", "'finished'");
    tree_check(tree, "/turn", "null");
    tree_check(tree, "/legal_moves", "[]");
    tree_check(tree, "/result",
               "{'winner':'white','reason':'resignation','black':5,'white':2,"
               "'empties_to_winner':[5,59]}");
    tree_check(tree, "/last_move/square", "'c3'");
    tree_check(tree, "/can_undo", "false");
    tree_free(tree);
}
END_TEST

START_TEST(an_aborted_game_has_no_result)
{
    struct game game = begin(OPENING_STANDARD, NULL, false, REV_BLACK), aborted;
    bool replay;
    play(&game, "f5");
    ck_assert(!failed(game_abort(&game, SEATS_BLACK, CREATED_MS + 9000, &aborted, &replay)));
    struct game_view view = view_of(&aborted, SEATS_BLACK);
    struct json_t *tree = show(&view);
    tree_check(tree, "/status", "'aborted'");
    tree_check(tree, "/turn", "null");
    tree_check(tree, "/legal_moves", "[]");
    tree_check(tree, "/result", "null");
    tree_check(tree, "/can_undo", "false");
    tree_free(tree);
}
END_TEST

START_TEST(a_turn_that_the_ai_puts_off_says_why)
{
    struct game game = begin(OPENING_STANDARD, NULL, false, REV_BLACK);
    play(&game, "f5");
    game.ai_waits = true;
    struct game_view view = view_of(&game, SEATS_BLACK);
    struct json_t *tree = show(&view);
    tree_check(tree, "/turn", "'white'");
    tree_check(tree, "/ai_waits_for", "'rated-game'");
    tree_free(tree);
}
END_TEST

static const struct {
    enum game_reason reason;
    enum game_winner winner;
    const char *expected;
} endings[] = {
    {REASON_TIMEOUT, WINNER_BLACK, "'winner':'black','reason':'timeout'"},
    {REASON_ABANDONED, WINNER_WHITE, "'winner':'white','reason':'abandoned'"},
    {REASON_AGREEMENT, WINNER_DRAW, "'winner':null,'reason':'agreement'"},
};

START_TEST(other_endings_have_their_words)
{
    static const char *const shared[] = {"[62,2]", "[5,59]", "[33,31]"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char expected[256];
        struct game game = begin(OPENING_STANDARD, NULL, true, REV_BLACK);
        play(&game, "f5d6c3");
        game.status = GAME_FINISHED;
        game.reason = endings[i].reason;
        game.winner = endings[i].winner;
        struct game_view view = view_of(&game, SEATS_BOTH);
        struct json_t *tree = show(&view);
        snprintf(expected, sizeof expected, "{%s,'black':5,'white':2,'empties_to_winner':%s}",
                 endings[i].expected, shared[i]);
        tree_check(tree, "/result", expected);
        tree_free(tree);
    }
}
END_TEST

START_TEST(links_begin_where_clients_reach_the_service)
{
    struct game game = begin(OPENING_STANDARD, NULL, true, REV_BLACK);
    struct game_view view = view_of(&game, SEATS_BOTH);
    view.public_url = "https://play.example.org/reversi";
    struct json_t *tree = show(&view);
    tree_check(tree, "/links/self", "'https://play.example.org/reversi/v1/games/" ID "'");
    tree_check(tree, "/links/events", "'https://play.example.org/reversi/v1/games/" ID "/events'");
    tree_free(tree);
}
END_TEST

START_TEST(an_export_holds_what_lasts)
{
    struct game game = begin(OPENING_STANDARD, NULL, true, REV_BLACK);
    play(&game, wipe_out);
    struct json_t *tree = show_by(json_game_export, &game);
    tree_check_members(tree, "",
                       "id opening start_position moves items players status result rated "
                       "visibility metadata created_at updated_at");
    tree_check(tree, "/moves", "'e6f6g6d6c4c5c6g7h8'");
    tree_check(tree, "/result/empties_to_winner", "[64,0]");
    tree_check(tree, "/metadata", "{'room':[7]}");
    tree_check(tree, "/updated_at", "'2026-01-02T03:04:19.178Z'");
    ck_assert_uint_eq(tree_size(tree, "/items"), 9);
    tree_check(tree, "/items/8",
               "{'ply':9,'square':'h8','color':'black','flips':['e5','f6','g7'],'by':'human',"
               "'used_ms':1500,'passed':null}");
    tree_free(tree);
}
END_TEST

/* --- positions ------------------------------------------------------------------------------- */

static struct json_t *show_position(const struct rev_game *position)
{
    TEXT_CLEANUP struct text out = {0};
    struct json_writer writer = json_writer_to(&out);
    json_begin_object(&writer);
    json_position_members(&writer, position);
    json_end(&writer);
    return tree_parse(out.data, out.length);
}

START_TEST(a_position_shows_who_can_move_or_how_it_ended)
{
    struct rev_game position;
    rev_game_init(&position, REV_OPENING_STANDARD, NULL);
    struct json_t *tree = show_position(&position);
    tree_check(tree, "",
               "{'board':'---------------------------OX------XO---------------------------',"
               "'turn':'black','legal_moves':[{'square':'d3','flips':['d4']},"
               "{'square':'c4','flips':['d4']},{'square':'f5','flips':['e5']},"
               "{'square':'e6','flips':['e5']}],'passed':null,"
               "'discs':{'black':2,'white':2,'empty':60},'result':null}");
    tree_free(tree);
    ck_assert(rev_game_play_transcript(&position, wipe_out, strlen(wipe_out), NULL));
    tree = show_position(&position);
    tree_check(tree, "/turn", "null");
    tree_check(tree, "/legal_moves", "[]");
    tree_check(tree, "/result",
               "{'winner':'black','reason':'discs','black':13,'white':0,"
               "'empties_to_winner':[64,0]}");
    tree_free(tree);
}
END_TEST

/* --- numbers that must agree ----------------------------------------------------------------- */

/** A board as it is shown, seen from the side that is to move. */
static struct rev_board board_of(const char *board, bool black_to_move)
{
    uint64_t black = 0, white = 0;
    REQUIRE(strlen(board) == 64 && strspn(board, "XO-") == 64);
    for (int square = 0; square < 64; square++) {
        black |= (uint64_t)(board[square] == 'X') << square;
        white |= (uint64_t)(board[square] == 'O') << square;
    }
    return black_to_move ? (struct rev_board){black, white} : (struct rev_board){white, black};
}

static int square_at(const struct json_t *tree, const char *pointer)
{
    int square = rev_square_parse(tree_string(tree, pointer), 2);
    REQUIRE(square != REV_NO_SQUARE);
    return square;
}

/** The squares of an array, which must be in order. */
static uint64_t squares_at(const struct json_t *tree, const char *pointer)
{
    uint64_t squares = 0;
    char place[64];
    for (size_t i = 0; i < tree_size(tree, pointer); i++) {
        snprintf(place, sizeof place, "%s/%zu", pointer, i);
        uint64_t square = UINT64_C(1) << square_at(tree, place);
        REQUIRE(square > squares);
        squares |= square;
    }
    return squares;
}

static void check_legal_moves(const struct json_t *tree, bool in_centre)
{
    bool goes_on = tree_kind(tree, "/turn") == TREE_STRING;
    struct rev_board board = board_of(tree_string(tree, "/board"),
                                      goes_on && strcmp(tree_string(tree, "/turn"), "black") == 0);
    uint64_t legal = 0;
    for (size_t i = 0; i < tree_size(tree, "/legal_moves"); i++) {
        char place[64];
        snprintf(place, sizeof place, "/legal_moves/%zu/square", i);
        int square = square_at(tree, place);
        legal |= UINT64_C(1) << square;
        snprintf(place, sizeof place, "/legal_moves/%zu/flips", i);
        REQUIRE(squares_at(tree, place) == (in_centre ? 0 : reference_flips(board, square)));
    }
    if (!goes_on)
        REQUIRE(legal == 0);
    else if (!in_centre)
        REQUIRE(legal == reference_moves(board));
}

static void check_discs(const struct json_t *tree)
{
    struct rev_board board = board_of(tree_string(tree, "/board"), true);
    int black = __builtin_popcountll(board.own), white = __builtin_popcountll(board.opp);
    REQUIRE(tree_number(tree, "/discs/black") == black);
    REQUIRE(tree_number(tree, "/discs/white") == white);
    REQUIRE(tree_number(tree, "/discs/empty") == 64 - black - white);
}

static void check_result(const struct json_t *tree, bool shown_is_last)
{
    if (tree_kind(tree, "/result") == TREE_NULL)
        return;
    int64_t black = tree_number(tree, "/result/black"), white = tree_number(tree, "/result/white");
    REQUIRE(tree_number(tree, "/result/empties_to_winner/0") +
                tree_number(tree, "/result/empties_to_winner/1") ==
            64);
    const char *winner = black > white ? "'black'" : white > black ? "'white'" : "null";
    tree_check(tree, "/result/winner", winner);
    REQUIRE(!shown_is_last || black == tree_number(tree, "/discs/black"));
    REQUIRE(!shown_is_last || white == tree_number(tree, "/discs/white"));
}

/** The moves, one by one: each is a square of the transcript, and flips what the rules say. */
static void check_moves(const struct json_t *list, const char *items, const char *transcript,
                        const struct rev_game *start)
{
    struct rev_board board = {start->now.black, start->now.white}; /* black is `own` */
    REQUIRE(strlen(transcript) == 2 * tree_size(list, items));
    for (size_t i = 0; i < tree_size(list, items); i++) {
        char place[64], square_text[3] = {transcript[2 * i], transcript[2 * i + 1], '\0'};
        snprintf(place, sizeof place, "%s/%zu/ply", items, i);
        REQUIRE(tree_number(list, place) == (int64_t)i + 1);
        snprintf(place, sizeof place, "%s/%zu/square", items, i);
        REQUIRE(strcmp(tree_string(list, place), square_text) == 0);
        uint64_t square = UINT64_C(1) << square_at(list, place);
        snprintf(place, sizeof place, "%s/%zu/color", items, i);
        bool black = strcmp(tree_string(list, place), "black") == 0;
        struct rev_board mover = black ? board : (struct rev_board){board.opp, board.own};
        snprintf(place, sizeof place, "%s/%zu/flips", items, i);
        uint64_t flips = squares_at(list, place);
        if (start->opening != REV_OPENING_ORIGINAL || i >= 4)
            REQUIRE(flips == reference_flips(mover, __builtin_ctzll(square)));
        mover = (struct rev_board){mover.own | square | flips, mover.opp & ~flips};
        board = black ? mover : (struct rev_board){mover.opp, mover.own};
    }
}

/** A random game of any opening, played some way or to its end, and maybe looked at further back.
 */
static void check_random(struct random *random)
{
    enum game_opening opening = (enum game_opening)random_below(random, GAME_OPENING_COUNT);
    char position[REV_POSITION_TEXT_SIZE];
    struct rev_game start, from;
    rev_game_init(&from, REV_OPENING_STANDARD, NULL);
    for (int plies = random_below(random, 50); plies > 0 && !from.over; plies--)
        (void)rev_game_play(&from, random_square(random, from.legal));
    if (from.over)
        return;
    rev_position_write(&from.now, position);
    struct game game = begin(opening, position, true, REV_BLACK);
    start = game.rules;
    for (int plies = random_below(random, REV_PLY_MAX + 1); plies > 0 && !game.rules.over;
         plies--) {
        char square[REV_SQUARE_TEXT_SIZE];
        rev_square_write(random_square(random, game.rules.legal), square);
        play(&game, square);
    }
    struct rev_game shown = game.rules;
    struct game_view view = view_of(&game, SEATS_BOTH);
    view.shown = &shown;
    view.played_from = random_below(random, game.rules.ply + 1);
    rev_game_rewind(&shown, random_below(random, 2) ? game.rules.ply
                                                    : random_below(random, game.rules.ply + 1));
    struct json_t *tree = show(&view), *list = show_by(json_move_list, &game);
    REQUIRE(tree_number(tree, "/ply") == shown.ply);
    REQUIRE(strlen(tree_string(tree, "/moves")) == 2 * (size_t)shown.ply);
    REQUIRE(tree_size(tree, "/played") == (size_t)(game.rules.ply - view.played_from));
    check_discs(tree);
    check_legal_moves(tree, rev_game_in_centre(&shown));
    check_result(tree, shown.ply == game.rules.ply);
    char transcript[REV_TRANSCRIPT_SIZE];
    rev_game_transcript(&game.rules, transcript);
    check_moves(list, "/items", transcript, &start);
    tree_free(list);
    tree_free(tree);
}

START_TEST(numbers_agree_in_any_game)
{
    struct random random = random_for("numbers_agree_in_any_game");
    for (int round = 0; round < 400; round++)
        check_random(&random);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("json_game");
    TCase *tcase = tcase_create("json_game");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, a_new_game_is_shown_whole);
    tcase_add_test(tcase, a_game_under_way_shows_its_last_move_and_what_a_command_brought_about);
    tcase_add_test(tcase, what_a_caller_sees_of_himself_are_his_seats);
    tcase_add_test(tcase, a_pass_is_shown_and_is_no_ply);
    tcase_add_test(tcase, a_side_that_cannot_begin_is_shown_as_passed_over);
    tcase_add_test(tcase, a_finished_game_has_a_result_and_nobody_to_move);
    tcase_add_test(tcase, an_earlier_position_is_shown_as_it_was_in_the_game_as_it_is);
    tcase_add_test(tcase, the_original_opening_offers_the_free_centre_without_flips);
    tcase_add_test(tcase, the_side_that_resigned_lost_whatever_the_discs_say);
    tcase_add_test(tcase, an_aborted_game_has_no_result);
    tcase_add_test(tcase, a_turn_that_the_ai_puts_off_says_why);
    tcase_add_test(tcase, other_endings_have_their_words);
    tcase_add_test(tcase, links_begin_where_clients_reach_the_service);
    tcase_add_test(tcase, an_export_holds_what_lasts);
    tcase_add_test(tcase, a_position_shows_who_can_move_or_how_it_ended);
    tcase_add_test(tcase, numbers_agree_in_any_game);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
