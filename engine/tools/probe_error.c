/**
 * `reversi probe-error`: how far shallow searches lie from deep ones, which is what ProbCut goes
 * by, and the parameters that probe_error of engine/src/midgame.c takes over.
 */
#include "command.h"
#include "reversi/game.h"
#include "reversi/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_BYTES = 64 << 20, DEPTH_MAX = 16, EMPTIES_STEP = 8, BANDS = 8 };

/** Sums over the positions of one band of empties, for each pair of depths. */
struct sums {
    long count;
    double difference;
    double square;
};

static struct sums sums[BANDS][DEPTH_MAX + 1][DEPTH_MAX + 1];

static int value_at(struct rev_search_context *context, struct rev_board board, int depth)
{
    struct rev_limits limits = {.depth_max = depth, .midgame_confidence = 100};
    struct rev_result result;
    if (depth == 0)
        return rev_evaluate(board);
    rev_search(context, board, &limits, &result);
    return result.moves[0].hundredths;
}

static void measure(struct rev_search_context *context, struct rev_board board, int depth_max)
{
    int values[DEPTH_MAX + 1];
    int empties = 64 - rev_count(board.own | board.opp);
    for (int depth = 0; depth <= depth_max; depth++) {
        values[depth] = value_at(context, board, depth);
        for (int probe = 0; probe < depth; probe++) {
            struct sums *sum = &sums[empties / EMPTIES_STEP][depth][probe];
            double difference = values[depth] - values[probe];
            sum->count++;
            sum->difference += difference;
            sum->square += difference * difference;
        }
    }
}

static void print_sums(int depth_max)
{
    printf("empties depth probe  count   lean  error   (hundredths of a disc)\n");
    for (int band = 0; band < BANDS; band++) {
        for (int depth = 1; depth <= depth_max; depth++) {
            for (int probe = 0; probe < depth; probe++) {
                const struct sums *sum = &sums[band][depth][probe];
                double count = (double)sum->count;
                if (sum->count > 0)
                    printf("%4d-%-2d %5d %5d %6ld %6.0f %6.0f\n", band * EMPTIES_STEP,
                           band * EMPTIES_STEP + EMPTIES_STEP - 1, depth, probe, sum->count,
                           sum->difference / count, sqrt(sum->square / count));
            }
        }
    }
}

/* --- the fit: ln error = base(band) + span ln(depth - probe) + decay probe -------------------- */

enum { UNKNOWNS = BANDS + 2, SPAN = BANDS, DECAY, COUNT_MIN = 20 };

/** Normal equations; the last column is the right-hand side. */
struct equations {
    double rows[UNKNOWNS][UNKNOWNS + 1];
};

/** What enters the fit: pairs of one parity, since even and odd depths lean to different sides. */
static bool is_fitted(const struct sums *sum, int depth, int probe)
{
    return (depth - probe) % 2 == 0 && probe > 0 && sum->count >= COUNT_MIN;
}

static void add_point(struct equations *equations, int band, int depth, int probe)
{
    const struct sums *sum = &sums[band][depth][probe];
    double point[UNKNOWNS + 1] = {0};
    point[band] = 1;
    point[SPAN] = log(depth - probe);
    point[DECAY] = probe;
    point[UNKNOWNS] = log(sqrt(sum->square / (double)sum->count));
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int j = 0; j <= UNKNOWNS; j++)
            equations->rows[i][j] += point[i] * point[j];
    }
}

/** Gauss-Jordan; an unknown without points gets 0. */
static void solve(struct equations *equations, double *unknowns)
{
    double(*rows)[UNKNOWNS + 1] = equations->rows;
    for (int i = 0; i < UNKNOWNS; i++) {
        rows[i][i] += 1e-9;
        for (int k = 0; k < UNKNOWNS; k++) {
            double factor = rows[k][i] / rows[i][i];
            for (int j = i; k != i && j <= UNKNOWNS; j++)
                rows[k][j] -= factor * rows[i][j];
        }
    }
    for (int i = 0; i < UNKNOWNS; i++)
        unknowns[i] = rows[i][UNKNOWNS] / rows[i][i];
}

/** @return how many points the band has */
static int add_band(struct equations *equations, int band, int depth_max)
{
    int count = 0;
    for (int depth = 2; depth <= depth_max; depth++) {
        for (int probe = 1; probe < depth; probe++) {
            if (!is_fitted(&sums[band][depth][probe], depth, probe))
                continue;
            add_point(equations, band, depth, probe);
            count++;
        }
    }
    return count;
}

static void print_fit(int depth_max)
{
    struct equations equations = {0};
    double unknowns[UNKNOWNS];
    int points[BANDS];
    int all_points = 0;
    for (int band = 0; band < BANDS; band++)
        all_points += points[band] = add_band(&equations, band, depth_max);
    if (all_points == 0) {
        puts("too few positions for a fit");
        return;
    }
    solve(&equations, unknowns);
    printf("error = base(empties) * (depth - probe)^%.3f * e^(%.3f probe)\nbase by empties / %d:",
           unknowns[SPAN], unknowns[DECAY], EMPTIES_STEP);
    for (int band = 0; band < BANDS; band++) {
        if (points[band] > 0)
            printf(" %.0f", exp(unknowns[band]));
        else
            fputs(" -", stdout);
    }
    putchar('\n');
}

/**
 * The position after so many plies of the game that a line begins with.
 *
 * @return  false: the line is no game, or that position is not one to search
 */
static bool position_of(const char *line, int plies, struct rev_board *board)
{
    struct rev_game game;
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    if (strcspn(line, " \t\n") < 2 * (size_t)plies ||
        !rev_game_play_transcript(&game, line, 2 * (size_t)plies, NULL) || game.over)
        return false;
    *board = rev_position_board(&game.now);
    return true;
}

/** One position of each game, a ply further from game to game. @return how many */
static long measure_file(struct rev_search_context *context, FILE *file, long games, int depth_max)
{
    char *line = NULL;
    size_t size = 0;
    long count = 0;
    for (long i = 0; i < games && getline(&line, &size, file) > 0; i++) {
        struct rev_board board;
        if (!position_of(line, 4 + (int)(i % (60 - 4 - depth_max)), &board))
            continue;
        measure(context, board, depth_max);
        count++;
    }
    free(line);
    return count;
}

int command_probe_error(int argc, char **argv)
{
    long games = 1000, depth_max = 10;
    if (argc < 1)
        return COMMAND_USAGE;
    for (int i = 1; i < argc; i++) {
        bool good = false;
        if (strcmp(argv[i], "--games") == 0 && argv[i + 1])
            good = command_number(argv[++i], 1, 1000000, &games);
        else if (strcmp(argv[i], "--depth") == 0 && argv[i + 1])
            good = command_number(argv[++i], 1, DEPTH_MAX, &depth_max);
        if (!good)
            return COMMAND_USAGE;
    }
    FILE *file = fopen(argv[0], "r");
    struct rev_search_context *context = command_context(TABLE_BYTES);
    if (!file)
        fprintf(stderr, "reversi: cannot open %s\n", argv[0]);
    bool measured = file && context && measure_file(context, file, games, (int)depth_max) > 0;
    if (measured) {
        print_sums((int)depth_max);
        print_fit((int)depth_max);
    } else if (file && context)
        fprintf(stderr, "reversi: %s has no games to look at\n", argv[0]);
    rev_search_context_free(context);
    if (file)
        fclose(file);
    return measured ? COMMAND_OK : COMMAND_FAILED;
}
