/**
 * `reversi gtp`: plays as an engine under a board, or another engine, that speaks the Go Text
 * Protocol.
 */
#include "gtp.h"

#include "command.h"
#include "lines.h"
#include "measure.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
    TABLE_BYTES = 64 << 20,
    ARGUMENTS_MAX = 8,
    ANSWER_SIZE = 2048,
    LOOK_INTERVAL = 16 /* pauses of the search between two looks for the board */
};

/** What a command is called with, and what it answers. */
struct call {
    int argc;
    char *argv[ARGUMENTS_MAX];
    bool failed;
    size_t length;
    char answer[ANSWER_SIZE];
};

struct command {
    const char *name;
    int arguments; /* fewer are a mistake; more are passed over, as the protocol allows */
    void (*body)(struct gtp *gtp, struct call *call);
};

__attribute__((format(printf, 2, 3))) static void say(struct call *call, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t space = sizeof call->answer - call->length;
    int length = vsnprintf(call->answer + call->length, space, format, arguments);
    va_end(arguments);
    if (length > 0)
        call->length += (size_t)length < space ? (size_t)length : space - 1;
}

static void fail(struct call *call, const char *why)
{
    call->failed = true;
    call->length = 0;
    say(call, "%s", why);
}

static const char *color_name(enum rev_color color)
{
    return color == REV_BLACK ? "black" : "white";
}

static bool read_color(struct call *call, enum rev_color *color)
{
    const char *name = call->argv[0];
    bool black = strcasecmp(name, "b") == 0 || strcasecmp(name, "black") == 0;
    bool white = strcasecmp(name, "w") == 0 || strcasecmp(name, "white") == 0;
    *color = black ? REV_BLACK : REV_WHITE;
    if (!black && !white)
        fail(call, "invalid color");
    return black || white;
}

static void clear_board(struct gtp *gtp)
{
    rev_game_init(&gtp->game, REV_OPENING_STANDARD, NULL);
    gtp->history_count = 0;
}

static void remember(struct gtp *gtp, int square)
{
    gtp->history[gtp->history_count++] = (uint8_t)square;
}

/** True: a side has to pass now, and has not said so yet; or the game is over. */
static bool may_pass(const struct gtp *gtp, enum rev_color color)
{
    enum rev_color passed;
    bool said = gtp->history_count > 0 && gtp->history[gtp->history_count - 1] == REV_NO_SQUARE;
    if (gtp->game.over)
        return true;
    return !said && rev_game_passed(&gtp->game, &passed) && passed == color;
}

/** Notes a pass. Those after the end of the game change nothing, so they need not all fit. */
static void pass(struct gtp *gtp)
{
    if (gtp->history_count < GTP_HISTORY_MAX)
        remember(gtp, REV_NO_SQUARE);
}

static void do_nothing(struct gtp *gtp, struct call *call)
{
    (void)gtp, (void)call;
}

static void do_protocol_version(struct gtp *gtp, struct call *call)
{
    (void)gtp;
    say(call, "2");
}

static void do_name(struct gtp *gtp, struct call *call)
{
    (void)gtp;
    say(call, "reversi");
}

static void do_version(struct gtp *gtp, struct call *call)
{
    (void)gtp;
    say(call, "1.0");
}

static void do_quit(struct gtp *gtp, struct call *call)
{
    (void)call;
    gtp->quit = true;
}

static void do_boardsize(struct gtp *gtp, struct call *call)
{
    long size;
    if (command_number(call->argv[0], 8, 8, &size))
        clear_board(gtp);
    else
        fail(call, "unacceptable size");
}

static void do_clear_board(struct gtp *gtp, struct call *call)
{
    (void)call;
    clear_board(gtp);
}

static bool is_number(const char *text)
{
    char *end;
    (void)strtod(text, &end);
    return end != text && *end == '\0';
}

/** Reversi has no komi; boards set one all the same. */
static void do_komi(struct gtp *gtp, struct call *call)
{
    (void)gtp;
    if (!is_number(call->argv[0]))
        fail(call, "komi is not a number");
}

static void require_times(struct call *call, int first)
{
    for (int i = first; i < 3; i++) {
        if (!is_number(call->argv[i]))
            fail(call, "a time is not a number");
    }
}

/* Times are understood and change nothing: a player is a budget of nodes or plies. */

static void do_time_settings(struct gtp *gtp, struct call *call)
{
    (void)gtp;
    require_times(call, 0);
}

static void do_time_left(struct gtp *gtp, struct call *call)
{
    enum rev_color color;
    (void)gtp;
    if (read_color(call, &color))
        require_times(call, 1);
}

static void do_play(struct gtp *gtp, struct call *call)
{
    enum rev_color color;
    if (!read_color(call, &color))
        return;
    if (strcasecmp(call->argv[1], "pass") == 0) {
        if (may_pass(gtp, color))
            pass(gtp);
        else
            fail(call, "illegal move");
        return;
    }
    int square = rev_square_parse(call->argv[1], strlen(call->argv[1]));
    if (square == REV_NO_SQUARE)
        fail(call, "invalid coordinate");
    else if (color != gtp->game.now.turn || rev_game_play(&gtp->game, square) != REV_MOVE_PLAYED)
        fail(call, "illegal move");
    else
        remember(gtp, square);
}

/** Chooses a move for a side. @return false: it has none to choose, and the answer says why */
static bool choose(struct gtp *gtp, struct call *call, int *square)
{
    enum rev_color color;
    if (!read_color(call, &color))
        return false;
    *square = REV_NO_SQUARE;
    if (may_pass(gtp, color))
        return true;
    if (color != gtp->game.now.turn) {
        fail(call, "it is the other side's turn");
        return false;
    }
    *square =
        player_choose(&gtp->player, gtp->context, &gtp->game, &gtp->random, &gtp->cancel).square;
    return true;
}

static void say_move(struct call *call, int square)
{
    char name[REV_SQUARE_TEXT_SIZE];
    if (square == REV_NO_SQUARE) {
        say(call, "pass");
        return;
    }
    rev_square_write(square, name);
    say(call, "%s", name);
}

static void do_genmove(struct gtp *gtp, struct call *call)
{
    int square;
    if (!choose(gtp, call, &square))
        return;
    if (square == REV_NO_SQUARE) {
        pass(gtp);
    } else {
        (void)rev_game_play(&gtp->game, square);
        remember(gtp, square);
    }
    say_move(call, square);
}

static void do_reg_genmove(struct gtp *gtp, struct call *call)
{
    int square;
    if (choose(gtp, call, &square))
        say_move(call, square);
}

static void do_undo(struct gtp *gtp, struct call *call)
{
    if (gtp->history_count == 0)
        fail(call, "cannot undo");
    else if (gtp->history[--gtp->history_count] != REV_NO_SQUARE)
        rev_game_rewind(&gtp->game, gtp->game.ply - 1);
}

static char sign(const struct rev_position *position, int square)
{
    uint64_t bit = rev_bit(square);
    return position->black & bit ? 'X' : position->white & bit ? 'O' : '.';
}

static void do_showboard(struct gtp *gtp, struct call *call)
{
    say(call, "\n  a b c d e f g h");
    for (int square = 0; square < 64; square++) {
        if (square % 8 == 0)
            say(call, "\n%d", square / 8 + 1);
        say(call, " %c", sign(&gtp->game.now, square));
    }
    say(call, "\nblack (X) %d, white (O) %d, ", rev_game_discs(&gtp->game, REV_BLACK),
        rev_game_discs(&gtp->game, REV_WHITE));
    if (gtp->game.over)
        say(call, "the game is over");
    else
        say(call, "%s to move", color_name(gtp->game.now.turn));
}

static void do_set_game(struct gtp *gtp, struct call *call)
{
    if (strcasecmp(call->argv[0], "Othello") == 0 || strcasecmp(call->argv[0], "Reversi") == 0)
        clear_board(gtp);
    else
        fail(call, "unknown game");
}

static void do_list_games(struct gtp *gtp, struct call *call)
{
    (void)gtp;
    say(call, "Othello\nReversi");
}

static void do_final_score(struct gtp *gtp, struct call *call)
{
    int margin = rev_game_discs(&gtp->game, REV_BLACK) - rev_game_discs(&gtp->game, REV_WHITE);
    if (!gtp->game.over)
        fail(call, "the game is not over");
    else if (margin == 0)
        say(call, "0");
    else
        say(call, "%c+%d", margin > 0 ? 'B' : 'W', abs(margin));
}

static void do_cputime(struct gtp *gtp, struct call *call)
{
    (void)gtp;
    say(call, "%.3f", measure_cpu_seconds());
}

static void do_rules_game_id(struct gtp *gtp, struct call *call)
{
    (void)gtp;
    say(call, "Othello");
}

static void do_rules_board_size(struct gtp *gtp, struct call *call)
{
    (void)gtp;
    say(call, "8");
}

/** GTP's row 1 is the lowest, so that what such a board calls d3 is our d3. */
static void do_rules_board(struct gtp *gtp, struct call *call)
{
    for (int row = 7; row >= 0; row--) {
        for (int column = 0; column < 8; column++)
            say(call, "%c%s", sign(&gtp->game.now, 8 * row + column), column < 7 ? " " : "");
        say(call, "%s", row > 0 ? "\n" : "");
    }
}

/** The side that speaks next; a pass that is due counts. */
static enum rev_color side_to_move(const struct gtp *gtp)
{
    enum rev_color other = rev_other(gtp->game.now.turn);
    return !gtp->game.over && may_pass(gtp, other) ? other : gtp->game.now.turn;
}

static void do_rules_side_to_move(struct gtp *gtp, struct call *call)
{
    say(call, "%s", color_name(side_to_move(gtp)));
}

static void do_rules_legal_moves(struct gtp *gtp, struct call *call)
{
    if (gtp->game.over)
        return;
    if (side_to_move(gtp) != gtp->game.now.turn) {
        say(call, "pass");
        return;
    }
    for (uint64_t rest = gtp->game.legal; rest; rest &= rest - 1) {
        say_move(call, __builtin_ctzll(rest));
        say(call, "%s", rest & (rest - 1) ? " " : "");
    }
}

static void do_rules_final_result(struct gtp *gtp, struct call *call)
{
    if (gtp->game.over)
        say(call, "black %d, white %d", rev_game_discs(&gtp->game, REV_BLACK),
            rev_game_discs(&gtp->game, REV_WHITE));
}

static void do_known_command(struct gtp *gtp, struct call *call);
static void do_list_commands(struct gtp *gtp, struct call *call);

static const struct command commands[] = {
    {"protocol_version", 0, do_protocol_version},
    {"name", 0, do_name},
    {"version", 0, do_version},
    {"known_command", 1, do_known_command},
    {"list_commands", 0, do_list_commands},
    {"quit", 0, do_quit},
    {"boardsize", 1, do_boardsize},
    {"clear_board", 0, do_clear_board},
    {"komi", 1, do_komi},
    {"play", 2, do_play},
    {"genmove", 1, do_genmove},
    {"reg_genmove", 1, do_reg_genmove},
    {"undo", 0, do_undo},
    {"showboard", 0, do_showboard},
    {"final_score", 0, do_final_score},
    {"cputime", 0, do_cputime},
    {"time_settings", 3, do_time_settings},
    {"kgs-time_settings", 1, do_nothing},
    {"time_left", 3, do_time_left},
    {"set_game", 1, do_set_game},
    {"list_games", 0, do_list_games},
    {"gogui-rules_game_id", 0, do_rules_game_id},
    {"gogui-rules_board", 0, do_rules_board},
    {"gogui-rules_board_size", 0, do_rules_board_size},
    {"gogui-rules_legal_moves", 0, do_rules_legal_moves},
    {"gogui-rules_side_to_move", 0, do_rules_side_to_move},
    {"gogui-rules_final_result", 0, do_rules_final_result},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const struct command *find(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    }
    return NULL;
}

static void do_known_command(struct gtp *gtp, struct call *call)
{
    (void)gtp;
    say(call, "%s", find(call->argv[0]) ? "true" : "false");
}

static void do_list_commands(struct gtp *gtp, struct call *call)
{
    (void)gtp;
    for (int i = 0; i < COMMAND_COUNT; i++)
        say(call, "%s%s", i > 0 ? "\n" : "", commands[i].name);
}

/** Drops comments and control characters, as the protocol asks. */
static void clean(char *line)
{
    char *to = line;
    for (; *line && *line != '#'; line++) {
        unsigned char sign = (unsigned char)*line;
        if (sign == '\t')
            *to++ = ' ';
        else if (sign >= ' ' && sign != 127)
            *to++ = *line;
    }
    *to = '\0';
}

/** Splits at blanks. What exceeds ARGUMENTS_MAX words is left out. */
static void split(char *text, struct call *call)
{
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word && call->argc < ARGUMENTS_MAX;
         word = strtok_r(NULL, " ", &rest))
        call->argv[call->argc++] = word;
}

void gtp_execute(struct gtp *gtp, char *line)
{
    clean(line);
    line += strspn(line, " ");
    size_t id = strspn(line, "0123456789");
    if (line[id] != ' ' && line[id] != '\0')
        id = 0;
    struct call call = {0};
    split(line + id, &call);
    if (id == 0 && call.argc == 0)
        return;
    const struct command *command = call.argc > 0 ? find(call.argv[0]) : NULL;
    if (!command) {
        fail(&call, "unknown command");
    } else if (call.argc - 1 < command->arguments) {
        fail(&call, "an argument is missing");
    } else {
        call.argc--;
        memmove(call.argv, call.argv + 1, (size_t)call.argc * sizeof call.argv[0]);
        command->body(gtp, &call);
    }
    fprintf(gtp->out, "%c%.*s %s\n\n", call.failed ? '?' : '=', (int)id, line, call.answer);
    fflush(gtp->out);
}

void gtp_init(struct gtp *gtp, const struct player *player, uint64_t seed,
              struct rev_search_context *context, FILE *out)
{
    *gtp = (struct gtp){.player = *player, .random = seed, .context = context, .out = out};
    clear_board(gtp);
}

/** A board that died will never read the move. */
static void look_for_board(void *argument)
{
    struct gtp *gtp = argument;
    if (++gtp->looks % LOOK_INTERVAL == 0 && lines_reader_is_gone(fileno(gtp->out))) {
        gtp->quit = true;
        atomic_store(&gtp->cancel, true);
    }
}

int command_gtp(int argc, char **argv)
{
    struct player player;
    uint64_t seed;
    if (!player_options(argc, argv, "hard", &player, &seed))
        return COMMAND_USAGE;
    struct rev_search_context *context = command_context(TABLE_BYTES);
    if (!context)
        return COMMAND_FAILED;
    struct gtp gtp;
    gtp_init(&gtp, &player, seed, context, stdout);
    rev_search_context_pause(context, (struct rev_pause){look_for_board, &gtp});
    struct lines lines;
    lines_init(&lines, STDIN_FILENO);
    char *line;
    while (!gtp.quit && lines_next(&lines, -1, &line) == LINES_LINE)
        gtp_execute(&gtp, line);
    rev_search_context_free(context);
    return COMMAND_OK;
}
