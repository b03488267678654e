/**
 * `reversi`: the engine on the command line.
 */
#include "command.h"
#include "external.h"
#include "player.h"
#include "weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct command {
    const char *name;
    const char *arguments;
    const char *summary;
    command_body *body;
};

static const struct command commands[] = {
    {"show", "[--original] [POSITION] [TRANSCRIPT]", "print the board and the legal moves",
     command_show},
    {"perft", "[DEPTH [POSITION]]", "count the sequences of plies and say how long it took",
     command_perft},
    {"analyse", "POSITION [--depth N | --nodes N | --exact]",
     "value every legal move, with the best line after it", command_analyse},
    {"solve", "FILE.obf [--wld] [--selectivity PERCENT] [--hash MIB]",
     "solve positions (exactly, for who wins, or as surely as stated) and check recorded values",
     command_solve},
    {"bench", "", "search a fixed set of positions: node count (the signature) and speed",
     command_bench},
    {"gtp", "[PLAYER] [--seed S]", "play as an engine in the Go Text Protocol", command_gtp},
    {"nboard", "[PLAYER] [--seed S]", "play and analyse as an engine in the NBoard protocol",
     command_nboard},
    {"match", "SIDE SIDE [--games N] [--seed S] [--timeout SECONDS] [--verbose]",
     "play two engines against each other, and account for the CPU time of both", command_match},
    {"losses", "PLAYER [--games N] [--seed S]",
     "what a player gives away per move, by the judgement of a deeper search", command_losses},
    {"selfplay", "FILE [--games N] [--seed S] [--depth N] [--exact EMPTIES] [--threads N]",
     "play games of the engine against itself into a file; goes on where it stopped",
     command_selfplay},
    {"label",
     "GAMES FILE [--depth N] [--exact EMPTIES] [--empties-min N] [--empties-max N] [--every N] "
     "[--aside PLIES] [--seed S] [--threads N]",
     "value positions of games by search into a file; goes on where it stopped", command_label},
    {"fit",
     "WEIGHTS {--games FILE | --positions FILE} [--from WEIGHTS] [--iterations N] [--ridge R]",
     "fit the evaluation's weights to positions with a value", command_fit},
    {"quantise", "WEIGHTS FILE [--step HUNDREDTHS]",
     "turn fitted weights into the file that the library embeds", command_quantise},
    {"evaluate-error", "FILE [--depth N] [--every N] [--black-discs]",
     "print the mean error of the evaluation and of searches against known values",
     command_evaluate_error},
    {"probe-error", "GAMES [--games N] [--depth N]",
     "measure how far shallow searches lie from deep ones", command_probe_error},
    {"hard-games", "[GAMES [SEED]]",
     "print games rich in passes, wipe-outs and early ends: a fixture for tests",
     command_hard_games},
    {"balanced", "COUNT", "find openings in which neither side stands better", command_balanced},
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
    weights_load();
    bool good =
        bytes && file && weights_decode(bytes, fread(bytes, 1, BYTES_MAX, file), rev_weights);
    if (!good)
        fprintf(stderr, "reversi: %s is no file of weights for these patterns\n", path);
    if (file)
        fclose(file);
    free(bytes);
    return good;
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
    int status = command->body(argc - 2, argv + 2);
    if (status == COMMAND_USAGE)
        print_usage(stderr, command);
    return status;
}
