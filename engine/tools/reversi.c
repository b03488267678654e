/**
 * `reversi`: the engine on the command line.
 */
#include "command.h"
#include "external.h"
#include "player.h"
#include "weights.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct command {
    const char *name;
    const char *arguments;
    const char *summary;
    command_body *body;
    const char *details; /* what `COMMAND --help` prints besides; may be NULL */
};

static const struct command commands[] = {
    {"show", "[--original] [POSITION] [TRANSCRIPT]", "print the board and the legal moves",
     command_show, NULL},
    {"perft", "[DEPTH [POSITION]]", "count the sequences of plies and say how long it took",
     command_perft, NULL},
    {"analyse", "POSITION [--depth N | --nodes N | --exact]",
     "value every legal move, with the best line after it", command_analyse, NULL},
    {"solve", "FILE.obf [--wld] [--selectivity PERCENT] [--hash MIB]",
     "solve positions (exactly, for who wins, or as surely as stated) and check recorded values",
     command_solve,
     "A line of FILE is a position, then fields with a move and its value: `; g8:+18; h1:+12;`. "
     "What\n"
     "follows % or # is a comment. Values give empty squares to the winner. With --selectivity a\n"
     "shallow search's word is taken where it is right in so many cases; a value rests on many "
     "such\n"
     "words and is right less often.\n"},
    {"bench", "", "search a fixed set of positions: node count (the signature) and speed",
     command_bench, NULL},
    {"gtp", "[PLAYER] [--seed S]", "play as an engine in the Go Text Protocol", command_gtp, NULL},
    {"nboard", "[PLAYER] [--seed S]", "play and analyse as an engine in the NBoard protocol",
     command_nboard, NULL},
    {"match", "SIDE SIDE [--games N] [--seed S] [--timeout SECONDS] [--verbose]",
     "play two engines against each other, and account for the CPU time of both", command_match,
     "Each opening is played with both colours, none twice: --games (100) are an even number, 1570 "
     "at\nmost.\n"},
    {"losses", "PLAYER [--games N] [--seed S]",
     "what a player gives away per move, by the judgement of a deeper search", command_losses,
     NULL},
    {"selfplay", "FILE [--games N] [--seed S] [--depth N] [--exact EMPTIES] [--threads N]",
     "play games of the engine against itself into a file; goes on where it stopped",
     command_selfplay,
     "A game begins with 6 to 46 plies chosen by the static evaluation with a random error; then\n"
     "each move is searched to --depth (6), and from --exact empty squares on (14) the ending is\n"
     "perfect. A line: the transcript, black's margin with empty squares to the winner, the ply\n"
     "from which the result counts, the game's number, what each search found in hundredths for\n"
     "black. A game depends on its number, --seed (1), --depth, --exact and the weights alone, and "
     "a\n"
     "file of other games is not gone on with; --games (1000) is how many it shall have in the "
     "end.\n"},
    {"label",
     "GAMES FILE [--depth N] [--exact EMPTIES] [--empties-min N] [--empties-max N] [--every N] "
     "[--aside PLIES] [--seed S] [--threads N]",
     "value positions of games by search into a file; goes on where it stopped", command_label,
     "Of the positions of GAMES (lines of selfplay) with --empties-min (10) to --empties-max (50)\n"
     "empty squares, one in --every (10), after --aside (0) random plies, is searched to --depth\n"
     "(8), or solved from --exact empty squares on (16). A line: the position and its value in\n"
     "discs for the side to move.\n"},
    {"fit",
     "WEIGHTS [--later SHARE] {--games FILE | --positions FILE}... [--from WEIGHTS] "
     "[--iterations N] [--ridge R] [--smooth S]",
     "fit the evaluation's weights to positions with a value", command_fit,
     "--games reads lines of selfplay, --positions lines of label. In a game a position is worth\n"
     "SHARE (1) parts what the next one is worth and the rest what the search found there, times\n"
     "what the margins of the file came to for each disc found: 1 is the result alone. --later "
     "goes\n"
     "for the files after it. One game or position in 16 is held out, and the errors on it are\n"
     "printed. --from goes on from weights of an earlier fit; --iterations (40) of conjugate "
     "gradients; --ridge (20) draws weights to 0, --smooth (20) to\n"
     "those of the neighbouring stages.\n"},
    {"fit-quadrants",
     "QUADRANTS WEIGHTS [--later SHARE] {--games FILE | --positions FILE}... [--epochs N] "
     "[--rate R]",
     "fit what the quadrants add to the sum of the weights", command_fit_quadrants,
     "WEIGHTS is a file of fit; files and --later are as there. All positions are gone through\n"
     "--epochs (2) times, with steps that shrink from --rate (0.2) to 0.\n"},
    {"quantise", "WEIGHTS QUADRANTS FILE [--step HUNDREDTHS]",
     "turn fitted weights into the file that the library embeds", command_quantise,
     "Weights are rounded to multiples of --step (1) hundredths of a disc: more of them make the\n"
     "file smaller.\n"},
    {"evaluate-error", "FILE [--depth N] [--every N] [--black-discs]",
     "print the mean error of the evaluation and of searches against known values",
     command_evaluate_error,
     "A line of FILE is a position and its value in discs for the side to move, or with\n"
     "--black-discs the discs that black ends with; one line in --every (1) is looked at. --depth\n"
     "adds the error of searches to that depth.\n"},
    {"probe-error", "GAMES [--games N] [--depth N]",
     "measure how far shallow searches lie from deep ones", command_probe_error, NULL},
    {"hard-games", "[GAMES [SEED]]",
     "print games rich in passes, wipe-outs and early ends: a fixture for tests",
     command_hard_games, NULL},
    {"balanced", "COUNT", "find openings in which neither side stands better", command_balanced,
     NULL},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_usage(FILE *to, const struct command *command)
{
    fprintf(to, "usage: reversi %s %s\n", command->name, command->arguments);
}

static void print_help(FILE *to)
{
    fputs("usage: reversi [--weights FILE] COMMAND [ARGUMENTS]\n\n", to);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(to, "  %s %s\n      %s\n", commands[i].name, commands[i].arguments,
                commands[i].summary);
    fputs("\nWith --weights FILE the evaluation uses what reversi quantise wrote there.\n"
          "POSITION is 64 characters a1 b1 ... h8 of X (black), O (white), - (empty), a space and\n"
          "the side to move, as one argument. TRANSCRIPT is placements only: f5d6c3.\n"
          "PLAYER is " PLAYER_WORDS ".\n"
          "SIDE is a PLAYER, cpu=SECONDS a game, cpu=equal to the other side's,\n"
          "or a command line that speaks a protocol: " EXTERNAL_WORDS ".\n",
          to);
}

static void print_command_help(const struct command *command)
{
    print_usage(stdout, command);
    printf("\n%s\n", command->summary);
    if (command->details)
        printf("\n%s", command->details);
}

static const struct command *find(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    }
    return NULL;
}

/** Has the evaluation use a file of `reversi quantise` instead of the embedded one. */
static bool use_weights(const char *path)
{
    enum { BYTES_MAX = 64 << 20 };
    unsigned char *bytes = malloc(BYTES_MAX);
    FILE *file = fopen(path, "rb");
    bool good = bytes && file && weights_replace(bytes, fread(bytes, 1, BYTES_MAX, file));
    if (!good)
        fprintf(stderr, "reversi: %s is no file of weights for these patterns\n", path);
    if (file)
        fclose(file);
    free(bytes);
    return good;
}

/** Whether all that was printed has got where it goes; else a sentence says so. */
static bool is_written(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    fprintf(stderr, "reversi: the output cannot be written: %s\n", strerror(errno));
    return false;
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "--weights") == 0) {
        if (!use_weights(argv[2]))
            return COMMAND_FAILED;
        argc -= 2;
        argv += 2;
    }
    if (argc < 2) {
        print_help(stderr);
        return COMMAND_USAGE;
    }
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0) {
        print_help(stdout);
        return COMMAND_OK;
    }
    const struct command *command = find(argv[1]);
    if (!command) {
        fprintf(stderr, "reversi: no command '%s'; see reversi --help\n", argv[1]);
        return COMMAND_USAGE;
    }
    if (argc == 3 && strcmp(argv[2], "--help") == 0) {
        print_command_help(command);
        return COMMAND_OK;
    }
    int status = command->body(argc - 2, argv + 2);
    if (status == COMMAND_USAGE)
        print_usage(stderr, command);
    return is_written() ? status : COMMAND_FAILED;
}
