/**
 * `reversi evaluate-error`: how far the evaluation, and a search of a stated depth, lie from known
 * values.
 */
#include "command.h"
#include "measure.h"
#include "value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_BYTES = 16 << 20, LINE_SIZE = 4096, DEPTH_MAX = 60, COUNT_MAX = 100000000 };

struct options {
    const char *path;
    long depth; /* 0: no search */
    long every;
    bool black_discs;
};

struct error {
    double sum;
    double absolute;
    double square;
};

struct totals {
    long count;
    long bad_lines;
    struct error statically;
    struct error searched;
    uint64_t nodes;
    double seconds;
};

/** True: the line is a position with a value in discs for the side to move. */
static bool read_line(const char *line, bool black_discs, struct rev_board *board, double *value)
{
    enum { LENGTH = REV_POSITION_TEXT_SIZE - 1 };
    struct rev_position position;
    if (strlen(line) <= LENGTH || !rev_position_parse(line, LENGTH, &position, NULL))
        return false;
    char *end;
    *value = strtod(line + LENGTH, &end);
    if (black_discs)
        *value = (2 * *value - 64) * (position.turn == REV_BLACK ? 1 : -1);
    *board = rev_position_board(&position);
    return end != line + LENGTH && fabs(*value) <= REV_SCORE_MAX; /* and it is a number */
}

static void error_add(struct error *error, double difference)
{
    error->sum += difference;
    error->absolute += fabs(difference);
    error->square += difference * difference;
}

static void measure(struct rev_search_context *context, struct rev_board board, double value,
                    long depth, struct totals *totals)
{
    totals->count++;
    error_add(&totals->statically, rev_evaluate(board) / 100.0 - value);
    if (depth == 0)
        return;
    struct rev_limits limits = {.depth_max = (int)depth};
    struct rev_result result;
    double begin = measure_cpu_seconds();
    value_search(context, board, &limits, &result);
    totals->seconds += measure_cpu_seconds() - begin;
    totals->nodes += result.nodes;
    error_add(&totals->searched, result.moves[0].hundredths / 100.0 - value);
}

static void print_error(const char *name, const struct error *error, double count)
{
    printf("%-10s mean error %6.3f discs, root mean square %6.3f, lean %+6.3f\n", name,
           error->absolute / count, sqrt(error->square / count), error->sum / count);
}

static void print_totals(const struct options *options, const struct totals *totals)
{
    double count = (double)totals->count;
    printf("%ld positions\n", totals->count);
    print_error("static", &totals->statically, count);
    if (options->depth == 0)
        return;
    char name[32];
    snprintf(name, sizeof name, "depth %ld", options->depth);
    print_error(name, &totals->searched, count);
    printf("%.0f nodes and %.3f CPU ms a search\n", (double)totals->nodes / count,
           1e3 * totals->seconds / count);
}

static bool read_options(int argc, char **argv, struct options *options)
{
    if (argc < 1)
        return false;
    options->path = argv[0];
    for (int i = 1; i < argc; i++) {
        bool good = false;
        if (strcmp(argv[i], "--black-discs") == 0)
            good = options->black_discs = true;
        else if (strcmp(argv[i], "--depth") == 0 && argv[i + 1])
            good = command_number(argv[++i], 1, DEPTH_MAX, &options->depth);
        else if (strcmp(argv[i], "--every") == 0 && argv[i + 1])
            good = command_number(argv[++i], 1, COUNT_MAX, &options->every);
        if (!good)
            return false;
    }
    return true;
}

int command_evaluate_error(int argc, char **argv)
{
    struct options options = {.every = 1};
    if (!read_options(argc, argv, &options))
        return COMMAND_USAGE;
    FILE *file = fopen(options.path, "r");
    if (!file) {
        fprintf(stderr, "reversi: cannot open %s\n", options.path);
        return COMMAND_FAILED;
    }
    struct rev_search_context *context = command_context(TABLE_BYTES);
    struct totals totals = {0};
    char line[LINE_SIZE];
    if (!context) {
        fclose(file);
        return COMMAND_FAILED;
    }
    for (long i = 0; fgets(line, sizeof line, file); i++) {
        struct rev_board board;
        double value;
        if (i % options.every != 0)
            continue;
        if (read_line(line, options.black_discs, &board, &value))
            measure(context, board, value, options.depth, &totals);
        else
            totals.bad_lines++;
    }
    rev_search_context_free(context);
    fclose(file);
    if (totals.bad_lines > 0)
        fprintf(stderr, "reversi: %ld lines of %s are no positions with a value\n",
                totals.bad_lines, options.path);
    if (totals.count == 0) {
        fprintf(stderr, "reversi: %s has no positions to look at\n", options.path);
        return COMMAND_FAILED;
    }
    print_totals(&options, &totals);
    return COMMAND_OK;
}
