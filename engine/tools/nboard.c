/**
 * `reversi nboard`: plays and analyses as an engine under NBoard, or another board that speaks its
 * protocol.
 */
#include "nboard.h"

#include "command.h"
#include "lines.h"
#include "measure.h"
#include "reversi/search.h"
#include "value.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
    TABLE_BYTES = 64 << 20,
    DEPTH_DEFAULT = 12,   /* until the board sets one */
    HINT_DEPTH_FIRST = 4, /* shallower ones come too fast to be read */
    LOOK_INTERVAL = 16    /* pauses of the search between two looks at the input */
};

struct command {
    const char *name;
    void (*body)(struct nboard *nboard, char *argument);
};

/** What stops a search. The rest waits until it is over. */
static const char *const stopping[] = {"ping", "quit", NULL};

static void look_for_input(void *argument)
{
    struct nboard *nboard = argument;
    if (++nboard->looks % LOOK_INTERVAL != 0)
        return;
    if (lines_reader_is_gone(fileno(nboard->out)))
        nboard->quit = true; /* the board has died */
    if (nboard->quit || lines_have(nboard->lines, stopping))
        atomic_store(&nboard->cancel, true);
}

static void say_status(struct nboard *nboard, const char *text)
{
    fprintf(nboard->out, "status %s\n", text);
}

static void say_name(struct nboard *nboard)
{
    if (nboard->player_is_fixed)
        fputs("set myname reversi\n", nboard->out);
    else
        fprintf(nboard->out, "set myname reversi%d\n", nboard->depth);
}

static void say_nodes(struct nboard *nboard, uint64_t nodes, double since)
{
    fprintf(nboard->out, "nodestats %" PRIu64 " %.3f\n", nodes, measure_cpu_seconds() - since);
}

/** Writes `F5`, as boards of this protocol write it. */
static void square_write(int square, char text[REV_SQUARE_TEXT_SIZE])
{
    rev_square_write(square, text);
    text[0] = (char)toupper((unsigned char)text[0]);
}

static void do_nboard(struct nboard *nboard, char *argument)
{
    (void)argument;
    say_name(nboard);
}

static void set_depth(struct nboard *nboard, const char *argument)
{
    long depth;
    if (!command_number(argument, 1, LONG_MAX, &depth)) {
        say_status(nboard, "the depth is no number of plies");
        return;
    }
    nboard->depth = depth < PLAYER_DEPTH_MAX ? (int)depth : PLAYER_DEPTH_MAX;
    if (!nboard->player_is_fixed)
        nboard->player = player_of_depth(nboard->depth);
    say_name(nboard);
}

static void set_game(struct nboard *nboard, const char *argument)
{
    char fault[GGF_FAULT_SIZE];
    if (!ggf_read(argument, &nboard->at, fault))
        fprintf(nboard->out, "status cannot read the game: %s\n", fault);
}

/** `set contempt` and settings of later versions: there is no book to hold a draw against. */
static void do_set(struct nboard *nboard, char *argument)
{
    char *value = argument + strcspn(argument, " ");
    if (*value)
        *value++ = '\0';
    value += strspn(value, " ");
    if (strcmp(argument, "depth") == 0)
        set_depth(nboard, value);
    else if (strcmp(argument, "game") == 0)
        set_game(nboard, value);
}

static void do_move(struct nboard *nboard, char *argument)
{
    if (!ggf_game_move(&nboard->at, argument))
        fprintf(nboard->out, "status not a legal move: %.20s\n", argument);
}

static void do_ping(struct nboard *nboard, char *argument)
{
    fprintf(nboard->out, "pong %.20s\n", argument);
}

static void do_learn(struct nboard *nboard, char *argument)
{
    (void)argument;
    fputs("learned\n", nboard->out);
}

static void do_quit(struct nboard *nboard, char *argument)
{
    (void)argument;
    nboard->quit = true;
}

static void do_go(struct nboard *nboard, char *argument)
{
    (void)argument;
    if (nboard->at.pass_due || nboard->at.game.over) {
        fputs("=== PA\n", nboard->out);
        return;
    }
    say_status(nboard, "thinking");
    fflush(nboard->out);
    double since = measure_cpu_seconds();
    struct rev_level_move move = player_choose(&nboard->player, nboard->context, &nboard->at.game,
                                               &nboard->random, &nboard->cancel);
    if (!atomic_load(&nboard->cancel)) {
        char name[REV_SQUARE_TEXT_SIZE];
        square_write(move.square, name);
        say_nodes(nboard, move.nodes, since);
        fprintf(nboard->out, "=== %s/%.2f/%.2f\n", name, (double)move.score,
                measure_cpu_seconds() - since);
    }
    say_status(nboard, "");
}

/**
 * `search D6C3 -1.48 0 14`: a line, its value, none of a book's games, its depth.
 *
 * @param before  `PA` where the line follows a pass, and then the value is that before it
 */
static void say_line(struct nboard *nboard, const char *before, const struct rev_root_move *move,
                     int depth)
{
    int hundredths = *before ? -move->hundredths : move->hundredths;
    fprintf(nboard->out, "search %s", before);
    for (int i = 0; i < move->line_length; i++) {
        char name[REV_SQUARE_TEXT_SIZE];
        square_write(move->line[i], name);
        fputs(name, nboard->out);
    }
    fprintf(nboard->out, " %.2f 0 ", hundredths / 100.0);
    if (move->exact)
        fputs("100%\n", nboard->out);
    else
        fprintf(nboard->out, "%d\n", depth);
}

/** How a search of so many plies is limited here. */
static struct rev_limits limits_of(struct nboard *nboard, int depth, int moves)
{
    const struct rev_position *now = &nboard->at.game.now;
    int empties = 64 - rev_count(now->black | now->white);
    struct rev_limits limits = {.depth_max = depth, .best_moves = moves, .cancel = &nboard->cancel};
    if (depth == nboard->depth)
        player_limit_end(&limits, depth, empties);
    return limits;
}

/** Where the side that speaks has to pass, its one line is the pass and what follows. */
static void hint_pass(struct nboard *nboard)
{
    struct rev_limits limits = limits_of(nboard, nboard->depth, 1);
    struct rev_result result;
    rev_search(nboard->context, rev_position_board(&nboard->at.game.now), &limits, &result);
    if (!result.cancelled)
        say_line(nboard, "PA", &result.moves[0], result.depth);
}

static void hint_moves(struct nboard *nboard, int moves)
{
    struct rev_board board = rev_position_board(&nboard->at.game.now);
    double since = measure_cpu_seconds();
    uint64_t nodes = 0;
    bool done = false;
    int first = nboard->depth < HINT_DEPTH_FIRST ? nboard->depth : HINT_DEPTH_FIRST;
    for (int depth = first; !done && depth <= nboard->depth; depth++) {
        struct rev_limits limits = limits_of(nboard, depth, moves);
        struct rev_result result;
        rev_search(nboard->context, board, &limits, &result);
        if (result.cancelled)
            return;
        nodes += result.nodes;
        done = true;
        for (int i = 0; i < result.move_count && !result.moves[i].bound; i++) {
            say_line(nboard, "", &result.moves[i], result.depth);
            done = done && result.moves[i].exact;
        }
        say_nodes(nboard, nodes, since);
        fflush(nboard->out);
    }
}

static void do_hint(struct nboard *nboard, char *argument)
{
    long moves;
    if (!command_number(argument, 1, REV_ROOT_MOVES_MAX, &moves))
        moves = 1;
    if (nboard->at.game.over)
        return;
    say_status(nboard, "analysing");
    fflush(nboard->out);
    if (nboard->at.pass_due)
        hint_pass(nboard);
    else
        hint_moves(nboard, (int)moves);
    say_status(nboard, "");
}

/** The value of the game's position for the side to move, in discs. */
static double value_of(struct nboard *nboard)
{
    const struct rev_game *game = &nboard->at.game;
    struct rev_board board = rev_position_board(&game->now);
    if (game->over)
        return value_final(board);
    struct rev_limits limits = limits_of(nboard, nboard->depth, 1);
    struct rev_result result;
    rev_search(nboard->context, board, &limits, &result);
    return result.moves[0].hundredths / 100.0;
}

static int count_passes(const struct rev_game *game)
{
    int passes = game->start_passed;
    for (int i = 0; i < game->ply; i++)
        passes += game->plies[i].passed;
    return passes;
}

/**
 * Values every position of the game, from its end back: each for the side that speaks there. A
 * position in which it has to pass has the value of the one after, seen from the other side.
 */
static void do_analyze(struct nboard *nboard, char *argument)
{
    (void)argument;
    const struct ggf_game kept = nboard->at;
    struct rev_game *game = &nboard->at.game;
    say_status(nboard, "analysing");
    for (int ply = game->ply; ply >= 0 && !atomic_load(&nboard->cancel); ply--) {
        rev_game_rewind(game, ply);
        enum rev_color passed;
        bool after_pass = rev_game_passed(game, &passed);
        int moves = ply + count_passes(game);
        double value = value_of(nboard);
        if (atomic_load(&nboard->cancel))
            break;
        if (!(ply == kept.game.ply && kept.pass_due))
            fprintf(nboard->out, "analysis %d %.2f\n", moves, value);
        if (after_pass)
            fprintf(nboard->out, "analysis %d %.2f\n", moves - 1, -value);
        fflush(nboard->out);
    }
    nboard->at = kept;
    say_status(nboard, "");
}

static const struct command commands[] = {
    {"nboard", do_nboard}, {"set", do_set},         {"move", do_move},
    {"hint", do_hint},     {"go", do_go},           {"ping", do_ping},
    {"learn", do_learn},   {"analyze", do_analyze}, {"quit", do_quit},
};

/** Version 1 of the protocol sends `F5` where version 2 sends `move F5`. */
static bool is_bare_move(const char *line)
{
    size_t length = strcspn(line, "/");
    return rev_square_parse(line, length) != REV_NO_SQUARE ||
           (length == 2 && strncasecmp(line, "pa", 2) == 0);
}

static void execute(struct nboard *nboard, char *line, char *argument)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, line) == 0) {
            commands[i].body(nboard, argument);
            return;
        }
    }
    if (is_bare_move(line))
        do_move(nboard, line);
}

void nboard_execute(struct nboard *nboard, char *line)
{
    line += strspn(line, " \t");
    char *argument = line + strcspn(line, " \t");
    if (*argument)
        *argument++ = '\0';
    argument += strspn(argument, " \t");
    atomic_store(&nboard->cancel, false);
    execute(nboard, line, argument);
    fflush(nboard->out);
}

void nboard_init(struct nboard *nboard, const struct player *player, uint64_t seed,
                 struct rev_search_context *context, struct lines *lines, FILE *out)
{
    *nboard = (struct nboard){.player = player_of_depth(DEPTH_DEFAULT),
                              .player_is_fixed = player != NULL,
                              .random = seed,
                              .context = context,
                              .lines = lines,
                              .out = out,
                              .depth = DEPTH_DEFAULT};
    if (player)
        nboard->player = *player;
    ggf_game_init(&nboard->at);
    if (lines)
        rev_search_context_pause(context,
                                 (struct rev_pause){.call = look_for_input, .argument = nboard});
}

int command_nboard(int argc, char **argv)
{
    struct player player;
    uint64_t seed;
    if (!player_options(argc, argv, "hard", &player, &seed))
        return COMMAND_USAGE;
    struct rev_search_context *context = command_context(TABLE_BYTES);
    if (!context)
        return COMMAND_FAILED;
    struct lines lines;
    lines_init(&lines, STDIN_FILENO);
    struct nboard nboard;
    nboard_init(&nboard, argc % 2 == 1 ? &player : NULL, seed, context, &lines, stdout);
    char *line;
    while (!nboard.quit && lines_next(&lines, -1, &line) == LINES_LINE)
        nboard_execute(&nboard, line);
    rev_search_context_free(context);
    return COMMAND_OK;
}
