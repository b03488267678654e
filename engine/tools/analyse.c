/**
 * `reversi analyse`: every legal move of a position with its value and best line; of a side that
 * has to pass its pass, of a finished game its result.
 */
#include "command.h"
#include "measure.h"
#include "value.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { TABLE_BYTES = 64 << 20, DEPTH_DEFAULT = 10 };

static bool read_limits(int argc, char **argv, struct rev_limits *limits)
{
    long number;
    if (argc == 0) {
        limits->depth_max = DEPTH_DEFAULT;
    } else if (argc == 1 && strcmp(argv[0], "--exact") == 0) {
        limits->exact_empties_max = 64;
    } else if (argc == 2 && strcmp(argv[0], "--depth") == 0 &&
               command_number(argv[1], 1, 60, &number)) {
        limits->depth_max = (int)number;
    } else if (argc == 2 && strcmp(argv[0], "--nodes") == 0 &&
               command_number(argv[1], 1, LONG_MAX, &number)) {
        limits->nodes_max = (uint64_t)number;
    } else {
        return false;
    }
    return true;
}

static void print_move(const struct rev_root_move *move)
{
    char name[VALUE_NAME_SIZE];
    value_name(move, name);
    printf("%s %+7.2f %s ", name, move->hundredths / 100.0, move->exact ? "exact" : "     ");
    for (int i = 0; i < move->line_length; i++) {
        rev_square_write(move->line[i], name);
        fputs(name, stdout);
    }
    putchar('\n');
}

int command_analyse(int argc, char **argv)
{
    struct rev_position position;
    struct rev_limits limits = {.best_moves = REV_ROOT_MOVES_MAX};
    if (argc < 1 || !read_limits(argc - 1, argv + 1, &limits))
        return COMMAND_USAGE;
    if (!command_position(argv[0], &position))
        return COMMAND_FAILED;
    struct rev_search_context *context = command_context(TABLE_BYTES);
    if (!context)
        return COMMAND_FAILED;
    struct rev_result result;
    double begin = measure_cpu_seconds();
    value_search(context, rev_position_board(&position), &limits, &result);
    double seconds = measure_cpu_seconds() - begin;
    rev_search_context_free(context);

    puts("discs for the side to move; exact values give empty squares to the winner");
    for (int i = 0; i < result.move_count; i++)
        print_move(&result.moves[i]);
    printf("%s %d, %" PRIu64 " nodes, %.3f CPU seconds\n",
           result.exact ? "solved, empty squares" : "depth", result.depth, result.nodes, seconds);
    return COMMAND_OK;
}
