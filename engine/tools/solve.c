/**
 * `reversi solve`: values at the end of the game of the positions of an OBF file, checked against
 * those it records.
 *
 * A line of such a file is a position followed by fields that start with semicolons, each a move
 * and its value: `…64 characters… X; g8:+18; h1:+12;`, for a side that has to pass `pass`, and none
 * where the game is over. Values give empty squares to the winner. What begins with `%` or `#` is a
 * comment, a line or the rest of one.
 */
#include "command.h"
#include "measure.h"
#include "value.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HASH_MIB_DEFAULT = 64, HASH_MIB_MAX = 65536 };

struct solve_options {
    const char *file;
    long hash_mib;
    struct rev_limits limits;
};

struct problem {
    struct rev_position position;
    bool has_best;                 /* some value is recorded */
    int best;                      /* the highest recorded value */
    int values[REV_NO_SQUARE + 1]; /* by square; the last is that of a pass */
    bool valued[REV_NO_SQUARE + 1];
};

enum line_kind { LINE_EMPTY, LINE_PROBLEM, LINE_BAD };

/** Reads `g8`, or `pass` as REV_NO_SQUARE. False: it is neither. */
static bool read_move(const char *text, size_t length, int *square)
{
    *square = rev_square_parse(text, length);
    return *square != REV_NO_SQUARE || (length == 2 && strncasecmp(text, "pa", 2) == 0) ||
           (length == 4 && strncasecmp(text, "pass", 4) == 0);
}

/** Reads ` g8:+18` into the problem; an empty field is fine. False: it is something else. */
static bool read_field(const char *field, struct problem *problem)
{
    field += strspn(field, " \t\r");
    size_t length = strcspn(field, ":");
    int square;
    char *end;
    if (*field == '\0')
        return true;
    if (field[length] != ':' || !read_move(field, length, &square))
        return false;
    long value = strtol(field + length + 1, &end, 10);
    if (end == field + length + 1 || end[strspn(end, " \t\r")] || labs(value) > REV_SCORE_MAX)
        return false;
    problem->values[square] = (int)value;
    problem->valued[square] = true;
    if (!problem->has_best || value > problem->best)
        problem->best = (int)value;
    problem->has_best = true;
    return true;
}

static enum line_kind read_problem(char *line, struct problem *problem)
{
    *problem = (struct problem){0};
    line[strcspn(line, "%#\n")] = '\0';
    size_t length = strcspn(line, ";");
    char *fields = line + length + (line[length] == ';');
    while (length > 0 && strchr(" \t\r", line[length - 1]))
        length--;
    if (length == 0 && *fields == '\0')
        return LINE_EMPTY;
    if (!rev_position_parse(line, length, &problem->position, NULL))
        return LINE_BAD;
    char *rest = NULL;
    for (char *field = strtok_r(fields, ";", &rest); field; field = strtok_r(NULL, ";", &rest)) {
        if (!read_field(field, problem))
            return LINE_BAD;
    }
    return LINE_PROBLEM;
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
    int of_move = problem->valued[best->square] ? problem->values[best->square] : recorded;
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
    value_search(context, board, limits, &result);
    double seconds = measure_cpu_seconds() - begin;
    totals->positions++;
    totals->nodes += result.nodes;
    totals->seconds += seconds;
    const struct rev_root_move *best = &result.moves[0];
    char name[VALUE_NAME_SIZE];
    value_name(best, name);
    printf("%4d %7d %+5d %4s %14" PRIu64 " %9.3f", totals->positions, empties, best->score, name,
           result.nodes, seconds);
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

/** Solves all positions of a file. False: it could not be read, or some lines are no positions. */
static bool solve_file(struct rev_search_context *context, FILE *file,
                       const struct solve_options *options, struct totals *totals)
{
    char *line = NULL;
    size_t size = 0;
    bool good = true;
    for (int number = 1; getline(&line, &size, file) > 0; number++) {
        struct problem problem;
        enum line_kind kind = read_problem(line, &problem);
        if (kind == LINE_PROBLEM)
            solve_problem(context, &problem, &options->limits, totals);
        if (kind != LINE_BAD)
            continue;
        fprintf(stderr, "reversi: line %d of %s is no position with values\n", number,
                options->file);
        good = false;
    }
    free(line);
    if (ferror(file))
        fprintf(stderr, "reversi: %s could not be read to its end\n", options->file);
    return good && !ferror(file);
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
    struct rev_search_context *context = command_context((size_t)options.hash_mib << 20);
    struct totals totals = {0};
    puts("   # empties score move          nodes   seconds");
    bool good = context && solve_file(context, file, &options, &totals);
    rev_search_context_free(context);
    fclose(file);
    print_totals(&totals);
    bool proved = options.limits.confidence == 0 || options.limits.confidence == 100;
    return good && (totals.agreed == totals.checked || !proved) ? COMMAND_OK : COMMAND_FAILED;
}
