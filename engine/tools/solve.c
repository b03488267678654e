/**
 * `reversi solve`: exact values of the positions of an OBF file, checked against those it records.
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

enum { TABLE_BYTES = 64 << 20, LINE_SIZE = 4096 };

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

/** True: the value is the recorded one and so is that of the chosen move. */
static bool agrees(const struct problem *problem, const struct rev_root_move *best)
{
    bool chosen_is_best = !(problem->valued & rev_bit(best->square)) ||
                          problem->values[best->square] == problem->best;
    return best->score == problem->best && chosen_is_best;
}

static void solve_problem(struct rev_search_context *context, const struct problem *problem,
                          struct totals *totals)
{
    struct rev_board board = rev_position_board(&problem->position);
    int empties = 64 - rev_count(board.own | board.opp);
    struct rev_limits limits = {.exact_empties_max = 64};
    struct rev_result result;
    double begin = measure_cpu_seconds();
    rev_search(context, board, &limits, &result);
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
    printf("%+5d %s %13" PRIu64 " %9.3f", best->score, name, result.nodes, seconds);
    if (problem->has_best) {
        bool agreed = agrees(problem, best);
        totals->checked++;
        totals->agreed += agreed;
        if (!agreed)
            printf("  recorded: %+d", problem->best);
    }
    putchar('\n');
}

int command_solve(int argc, char **argv)
{
    if (argc != 1)
        return COMMAND_USAGE;
    FILE *file = fopen(argv[0], "r");
    if (!file) {
        fprintf(stderr, "reversi: cannot open %s\n", argv[0]);
        return COMMAND_FAILED;
    }
    struct rev_search_context *context = rev_search_context_new(TABLE_BYTES);
    struct totals totals = {0};
    char line[LINE_SIZE];
    puts("   # empties score move        nodes   seconds");
    while (context && fgets(line, sizeof line, file)) {
        struct problem problem;
        if (read_problem(line, &problem))
            solve_problem(context, &problem, &totals);
    }
    rev_search_context_free(context);
    fclose(file);
    printf("%d positions, %" PRIu64 " nodes, %.3f CPU seconds, %.1f Mnodes/s\n", totals.positions,
           totals.nodes, totals.seconds, (double)totals.nodes / 1e6 / (totals.seconds + 1e-9));
    printf("%d of %d recorded values agree\n", totals.agreed, totals.checked);
    return totals.agreed == totals.checked ? COMMAND_OK : COMMAND_FAILED;
}
