/**
 * `reversi solve`: values at the end of the game of the positions of an OBF file, checked against
 * those it records.
 *
 * A line of such a file is a position followed by fields that start with semicolons, each a move
 * and its value: `…64 characters… X; g8:+18; h1:+12;`. Values give empty squares to the winner.
 */
#include "command.h"
#include "measure.h"
#include "reversi/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_MIB_DEFAULT = 64, HASH_MIB_MAX = 65536, LINE_SIZE = 4096 };

struct solve_options {
    const char *file;
    long hash_mib;
    struct rev_limits limits;
};

struct problem {
    struct rev_position position;
    bool has_best; /* some value is recorded */
    int best;      /* the highest recorded value */
    int values[64];
    uint64_t valued; /* the squares that values[] knows */
};

/** Reads ` g8:+18` into the problem; false: it is no such field. */
static bool read_field(const char *field, struct problem *problem)
{
    field += strspn(field, " \t\r\n");
    const char *colon = strchr(field, ':');
    if (!colon)
        return false;
    int square = rev_square_parse(field, (size_t)(colon - field));
    if (square == REV_NO_SQUARE)
        return false;
    int value = (int)strtol(colon + 1, NULL, 10);
    problem->values[square] = value;
    problem->valued |= rev_bit(square);
    if (!problem->has_best || value > problem->best)
        problem->best = value;
    problem->has_best = true;
    return true;
}

static bool read_problem(char *line, struct problem *problem)
{
    *problem = (struct problem){0};
    char *rest = NULL;
    char *board = strtok_r(line, ";\n", &rest);
    if (!board)
        return false;
    size_t length = strlen(board);
    while (length > 0 && strchr(" \t\r", board[length - 1]))
        length--;
    if (!rev_position_parse(board, length, &problem->position, NULL))
        return false;
    for (char *field; (field = strtok_r(NULL, ";\n", &rest));)
        read_field(field, problem);
    return true;
}

struct totals {
    int positions, checked, agreed;
    uint64_t nodes;
    double seconds;
};

static int sign(int score)
{
    return (score > 0) - (score < 0);
}

/** True: the value is the recorded one and so is that of the chosen move. */
static bool agrees(const struct problem *problem, const struct rev_root_move *best,
                   bool outcomes_only)
{
    int recorded = problem->best;
    int of_move =
        problem->valued & rev_bit(best->square) ? problem->values[best->square] : recorded;
    if (outcomes_only)
        return best->score == sign(recorded) && best->score == sign(of_move);
    return best->score == recorded && best->score == of_move;
}

static void solve_problem(struct rev_search_context *context, const struct problem *problem,
                          const struct rev_limits *limits, struct totals *totals)
{
    struct rev_board board = rev_position_board(&problem->position);
    int empties = 64 - rev_count(board.own | board.opp);
    struct rev_result result;
    double begin = measure_cpu_seconds();
    rev_search(context, board, limits, &result);
    double seconds = measure_cpu_seconds() - begin;
    totals->positions++;
    totals->nodes += result.nodes;
    totals->seconds += seconds;
    printf("%4d %7d ", totals->positions, empties);
    if (result.move_count == 0) {
        puts("no move");
        return;
    }
    const struct rev_root_move *best = &result.moves[0];
    char name[REV_SQUARE_TEXT_SIZE];
    rev_square_write(best->square, name);
    printf("%+5d %4s %14" PRIu64 " %9.3f", best->score, name, result.nodes, seconds);
    if (problem->has_best) {
        bool agreed = agrees(problem, best, limits->outcomes_only);
        totals->checked++;
        totals->agreed += agreed;
        if (!agreed)
            printf("  recorded: %+d", problem->best);
    }
    putchar('\n');
    fflush(stdout);
}

static bool read_options(int argc, char **argv, struct solve_options *options)
{
    *options =
        (struct solve_options){.hash_mib = HASH_MIB_DEFAULT, .limits = {.exact_empties_max = 64}};
    for (int i = 0; i < argc; i++) {
        long number;
        bool more = i + 1 < argc;
        if (strcmp(argv[i], "--wld") == 0) {
            options->limits.outcomes_only = true;
        } else if (strcmp(argv[i], "--selectivity") == 0 && more &&
                   command_number(argv[++i], 1, 100, &number)) {
            options->limits.confidence = (int)number;
        } else if (strcmp(argv[i], "--hash") == 0 && more &&
                   command_number(argv[++i], 1, HASH_MIB_MAX, &number)) {
            options->hash_mib = number;
        } else if (!options->file && argv[i][0] != '-') {
            options->file = argv[i];
        } else {
            return false;
        }
    }
    return options->file;
}

static void print_totals(const struct totals *totals)
{
    printf("%d positions, %" PRIu64 " nodes, %.3f CPU seconds, %.1f Mnodes/s\n", totals->positions,
           totals->nodes, totals->seconds, (double)totals->nodes / 1e6 / (totals->seconds + 1e-9));
    printf("%d of %d recorded values agree\n", totals->agreed, totals->checked);
}

int command_solve(int argc, char **argv)
{
    struct solve_options options;
    if (!read_options(argc, argv, &options))
        return COMMAND_USAGE;
    FILE *file = fopen(options.file, "r");
    if (!file) {
        fprintf(stderr, "reversi: cannot open %s\n", options.file);
        return COMMAND_FAILED;
    }
    struct rev_search_context *context = rev_search_context_new((size_t)options.hash_mib << 20);
    if (!context)
        fprintf(stderr, "reversi: no memory for a table of %ld MiB\n", options.hash_mib);
    struct totals totals = {0};
    char line[LINE_SIZE];
    puts("   # empties score move          nodes   seconds");
    while (context && fgets(line, sizeof line, file)) {
        struct problem problem;
        if (read_problem(line, &problem))
            solve_problem(context, &problem, &options.limits, &totals);
    }
    rev_search_context_free(context);
    fclose(file);
    print_totals(&totals);
    bool proved = options.limits.confidence == 0 || options.limits.confidence == 100;
    return context && (totals.agreed == totals.checked || !proved) ? COMMAND_OK : COMMAND_FAILED;
}
