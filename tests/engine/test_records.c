/**
 * Recorded games replay legally to the result that was recorded: our own fixture always, the large
 * collections where they are.
 */
#include "data.h"
#include "reference.h"
#include "require.h"
#include "reversi/game.h"
#include "suite.h"

#include <jansson.h>
#include <string.h>
#include <zlib.h>

enum { LINE_SIZE = 1024, PASSES_TEXT_SIZE = 4 * REV_PLY_MAX + 1 };

static void replay(struct rev_game *game, const char *transcript)
{
    size_t bad_at = 0;
    rev_game_init(game, REV_OPENING_STANDARD, NULL);
    REQUIRE_MSG(rev_game_play_transcript(game, transcript, strlen(transcript), &bad_at),
                "%s: refused at %zu", transcript, bad_at);
}

static int count_passes(const struct rev_game *game)
{
    int passes = 0;
    for (int i = 0; i < game->ply; i++)
        passes += game->plies[i].passed;
    return passes;
}

/** The transcript with each pass written as `--`. */
static void write_with_passes(const struct rev_game *game, char text[PASSES_TEXT_SIZE])
{
    for (int i = 0; i < game->ply; i++, text += 2) {
        rev_square_write(game->plies[i].square, text);
        if (game->plies[i].passed) {
            text += 2;
            memcpy(text, "--", 2);
        }
    }
    *text = '\0';
}

/** Black's discs with the empty squares given to the winner, halved in a draw. */
static int score_with_empties(const struct rev_game *game)
{
    int black = rev_game_discs(game, REV_BLACK);
    int white = rev_game_discs(game, REV_WHITE);
    int empties = 64 - black - white;
    if (black == white)
        return black + empties / 2;
    return black > white ? black + empties : black;
}

/** Plays the same squares by the rule book alone, passing where it has to. */
static void check_by_rule_book(const struct rev_game *game)
{
    struct rev_board board = rev_board_start();
    enum rev_color turn = REV_BLACK;
    for (int i = 0; i < game->ply; i++) {
        if (reference_moves(board) == 0) {
            board = rev_pass(board);
            turn = rev_other(turn);
        }
        int square = game->plies[i].square;
        uint64_t flips = reference_flips(board, square);
        ck_assert_uint_ne(flips, 0);
        ck_assert_int_eq(turn, game->plies[i].color);
        board = rev_play(board, square, flips);
        turn = rev_other(turn);
    }
    ck_assert_uint_eq(reference_moves(board) | reference_moves(rev_pass(board)), 0);
    ck_assert_uint_eq(turn == REV_BLACK ? board.own : board.opp, game->now.black);
    ck_assert_uint_eq(turn == REV_BLACK ? board.opp : board.own, game->now.white);
}

START_TEST(our_own_games_replay_to_their_results)
{
    char path[DATA_PATH_SIZE], line[LINE_SIZE], transcript[LINE_SIZE];
    source_path(path, "tests/golden/games.txt");
    FILE *file = fopen(path, "r");
    ck_assert_msg(file, "cannot open %s", path);
    int games = 0, all_passes = 0, wiped_out = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        int black, white, passes;
        ck_assert_int_eq(sscanf(line, "%1023s %d %d %d", transcript, &black, &white, &passes), 4);
        struct rev_game game;
        replay(&game, transcript);
        ck_assert(game.over);
        ck_assert_int_eq(rev_game_discs(&game, REV_BLACK), black);
        ck_assert_int_eq(rev_game_discs(&game, REV_WHITE), white);
        ck_assert_int_eq(count_passes(&game), passes);
        check_by_rule_book(&game);
        games++;
        all_passes += passes;
        wiped_out += black == 0 || white == 0;
    }
    fclose(file);
    printf("our own games: %d, with %d passes and %d wipe-outs\n", games, all_passes, wiped_out);
    ck_assert_int_ge(games, 200);
    ck_assert_int_ge(all_passes, 500);
    ck_assert_int_ge(wiped_out, 50);
}
END_TEST

/**
 * Replays a collection with one game a line: the transcript and one number.
 *
 * @param expected  what the number must be
 */
static void replay_collection(const char *name, int games_min,
                              int (*expected)(const struct rev_game *game))
{
    char path[DATA_PATH_SIZE], line[LINE_SIZE], transcript[LINE_SIZE];
    if (!data_path(path, name))
        return;
    gzFile file = gzopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    int games = 0;
    while (gzgets(file, line, sizeof line)) {
        int recorded;
        REQUIRE_MSG(sscanf(line, "%1023s %d", transcript, &recorded) == 2, "cannot read %s", line);
        struct rev_game game;
        replay(&game, transcript);
        REQUIRE_MSG(game.over, "%s: not over", transcript);
        REQUIRE_MSG(expected(&game) == recorded, "%s: %d", transcript, expected(&game));
        games++;
    }
    gzclose(file);
    printf("%s: %d games replayed\n", name, games);
    ck_assert_int_ge(games, games_min);
}

static int margin_with_empties(const struct rev_game *game)
{
    return 2 * score_with_empties(game) - 64;
}

START_TEST(tournament_games_replay_to_their_scores)
{
    replay_collection("games/wthor-1977-2012.txt.gz", 100 * 1000, score_with_empties);
}
END_TEST

START_TEST(engine_games_replay_to_their_margins)
{
    replay_collection("games/engine-selfplay.txt.gz", 100 * 1000, margin_with_empties);
}
END_TEST

START_TEST(notable_games_replay_to_their_results)
{
    enum { MOVES = 1, WITH_PASSES = 2, BLACK = 3, WHITE = 4, OVER = 9, COLUMN_COUNT = 12 };
    char path[DATA_PATH_SIZE], line[LINE_SIZE], with_passes[PASSES_TEXT_SIZE];
    if (!data_path(path, "formats/special_games.tsv"))
        return;
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    int games = 0;
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file)); /* the heading */
    while (fgets(line, sizeof line, file)) {
        char *columns[COLUMN_COUNT], *rest = line;
        for (int i = 0; i < COLUMN_COUNT; i++)
            columns[i] = strsep(&rest, "\t");
        ck_assert_ptr_nonnull(columns[COLUMN_COUNT - 1]);
        struct rev_game game;
        replay(&game, columns[MOVES]);
        write_with_passes(&game, with_passes);
        ck_assert_str_eq(with_passes, columns[WITH_PASSES]);
        ck_assert_int_eq(rev_game_discs(&game, REV_BLACK), atoi(columns[BLACK]));
        ck_assert_int_eq(rev_game_discs(&game, REV_WHITE), atoi(columns[WHITE]));
        ck_assert_int_eq(game.over, strcmp(columns[OVER], "True") == 0);
        games++;
    }
    fclose(file);
    ck_assert_int_ge(games, 10);
}
END_TEST

START_TEST(short_draws_end_drawn_after_twenty_plies)
{
    char path[DATA_PATH_SIZE], line[LINE_SIZE];
    if (!data_path(path, "formats/shortest_draw_20ply.txt"))
        return;
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    int games = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strlen(line) != 40 || strchr(line, ' '))
            continue; /* remarks between the games */
        struct rev_game game;
        replay(&game, line);
        ck_assert(game.over);
        ck_assert_int_eq(rev_game_discs(&game, REV_BLACK), rev_game_discs(&game, REV_WHITE));
        games++;
    }
    fclose(file);
    printf("draws in twenty plies: %d\n", games);
    ck_assert_int_ge(games, 100);
}
END_TEST

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static int number_of(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static uint64_t squares_of(const json_t *object, const char *key)
{
    uint64_t set = 0;
    size_t i;
    json_t *name;
    json_array_foreach(json_object_get(object, key), i, name)
    {
        int square = rev_square_parse(json_string_value(name), json_string_length(name));
        ck_assert_int_ne(square, REV_NO_SQUARE);
        set |= rev_bit(square);
    }
    return set;
}

static void check_goes_on(const struct rev_game *game, const json_t *c)
{
    const char *turn = game->now.turn == REV_BLACK ? "black" : "white";
    ck_assert_str_eq(turn, text_of(c, "to_move"));
    ck_assert_uint_eq(game->legal, squares_of(c, "legal"));

    struct rev_position refused = game->now;
    const char *refused_for = text_of(c, "must_reject_for");
    if (refused_for)
        refused.turn = strcmp(refused_for, "black") == 0 ? REV_BLACK : REV_WHITE;
    ck_assert_uint_eq(rev_moves(rev_position_board(&refused)) & squares_of(c, "must_reject"), 0);
}

static void check_ended(const struct rev_game *game, const json_t *c)
{
    int black = rev_game_discs(game, REV_BLACK), white = rev_game_discs(game, REV_WHITE);
    const char *result = black == white ? "draw" : black > white ? "black" : "white";
    ck_assert_str_eq(result, text_of(c, "result"));
    ck_assert_int_eq(black - white, number_of(c, "margin_discs_only"));
    ck_assert_int_eq(margin_with_empties(game), number_of(c, "margin_empties_to_winner"));
}

static void check_case(const json_t *c)
{
    char board[REV_BOARD_TEXT_SIZE], with_passes[PASSES_TEXT_SIZE];
    struct rev_game game;
    replay(&game, text_of(c, "moves"));
    rev_board_write(&game.now, board);
    write_with_passes(&game, with_passes);
    ck_assert_str_eq(board, text_of(c, "board"));
    ck_assert_str_eq(with_passes, text_of(c, "moves_with_passes"));
    ck_assert_int_eq(rev_game_discs(&game, REV_BLACK), number_of(c, "black"));
    ck_assert_int_eq(rev_game_discs(&game, REV_WHITE), number_of(c, "white"));
    ck_assert_int_eq(game.over, json_is_true(json_object_get(c, "over")));
    if (json_object_get(c, "last_move_turns"))
        ck_assert_uint_eq(game.plies[game.ply - 1].flips, squares_of(c, "last_move_turns"));
    if (game.over)
        check_ended(&game, c);
    else
        check_goes_on(&game, c);
}

START_TEST(collected_cases_of_the_rules_hold)
{
    char path[DATA_PATH_SIZE];
    if (!data_path(path, "rules_cases.json"))
        return;
    json_error_t error;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(root, "%s: %s", path, error.text);
    size_t i;
    json_t *c;
    json_array_foreach(json_object_get(root, "cases"), i, c) check_case(c);
    printf("cases of the rules: %zu\n", i);
    ck_assert_uint_ge(i, 10);
    json_decref(root);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("records");
    TCase *tcase = tcase_create("records");
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, our_own_games_replay_to_their_results);
    tcase_add_test(tcase, collected_cases_of_the_rules_hold);
    tcase_add_test(tcase, notable_games_replay_to_their_results);
    tcase_add_test(tcase, short_draws_end_drawn_after_twenty_plies);
    tcase_add_test(tcase, tournament_games_replay_to_their_scores);
    tcase_add_test(tcase, engine_games_replay_to_their_margins);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
