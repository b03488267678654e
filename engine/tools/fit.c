/**
 * `reversi fit`: the weights of the evaluation by least squares.
 *
 * All stages are fitted at once. What is minimised is the sum of the squared errors in discs, plus
 * `ridge` times the sum of the squared weights, plus `smooth` times the sum of the squared
 * differences between each weight and the same weight of the next stage: indices that are rare in
 * one stage lean on the neighbours. The method is conjugate gradients with the diagonal as
 * preconditioner.
 */
#include "command.h"
#include "feature.h"
#include "fit_options.h"
#include "kernel.h"
#include "measure.h"
#include "shared_weights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITERATIONS_DEFAULT = 40, ITERATIONS_MAX = 10000, REPORT_EVERY = 5 };

/** A sample ready for adding up: its lanes' full weights follow from its lanes. */
struct row {
    int16_t lanes[LANES_USED];
    uint8_t discs;
    bool held_out;
    float value; /* discs */
};

/** Rows of all stages, one after the other. */
struct rows {
    struct row *items;
    size_t from[WEIGHT_STAGES + 1];
};

struct fit {
    struct shared_weights *weights; /* the solution so far */
    struct rows rows;
    int centers[LANES_USED];
    float ridge;
    float smooth;
    size_t size;     /* numbers in a vector: all shared weights of all stages */
    float *residual; /* what is left of the right-hand side */
    float *direction;
    float *product; /* the matrix times the direction */
    float *diagonal;
    float *full; /* one stage's full weights */
    float *full_sum;
};

static bool rows_fill(struct rows *rows, const struct samples *samples)
{
    size_t next[WEIGHT_STAGES] = {0};
    rows->items = malloc(samples->count * sizeof *rows->items);
    if (!rows->items)
        return false;
    for (size_t i = 0; i < samples->count; i++)
        next[weights_stage(rev_count(samples->items[i].board.own | samples->items[i].board.opp))]++;
    rows->from[0] = 0;
    for (int s = 0; s < WEIGHT_STAGES; s++) {
        rows->from[s + 1] = rows->from[s] + next[s];
        next[s] = rows->from[s];
    }
    for (size_t i = 0; i < samples->count; i++) {
        const struct sample *sample = &samples->items[i];
        int discs = rev_count(sample->board.own | sample->board.opp);
        struct features features;
        rev_kernel()->features_set(sample->board, &features);
        struct row *row = &rows->items[next[weights_stage(discs)]++];
        memcpy(row->lanes, features.lanes, sizeof row->lanes);
        row->discs = (uint8_t)discs;
        row->held_out = sample->held_out;
        row->value = (float)sample->hundredths / 100;
    }
    return true;
}

static float row_sum(const struct fit *fit, const struct row *row, const float *full)
{
    float sum = full[WEIGHT_DISCS + row->discs];
    for (int i = 0; i < LANES_USED; i++)
        sum += full[fit->centers[i] + row->lanes[i]];
    return sum;
}

static void row_add(const struct fit *fit, const struct row *row, float amount, float *full)
{
    full[WEIGHT_DISCS + row->discs] += amount;
    for (int i = 0; i < LANES_USED; i++)
        full[fit->centers[i] + row->lanes[i]] += amount;
}

static void expand(const struct fit *fit, const float *shared)
{
    for (int i = 0; i < WEIGHT_COUNT; i++)
        fit->full[i] = shared[fit->weights->map[i]];
}

static void fold(const struct fit *fit, float *shared)
{
    memset(shared, 0, (size_t)fit->weights->count * sizeof *shared);
    for (int i = 0; i < WEIGHT_COUNT; i++)
        shared[fit->weights->map[i]] += fit->full_sum[i];
}

/** What a pass over the rows adds up for each weight. */
enum pass { PASS_PRODUCT, PASS_RESIDUAL, PASS_DIAGONAL };

static void pass_stage(const struct fit *fit, int stage, enum pass pass, const float *vector,
                       float *out)
{
    expand(fit, vector);
    memset(fit->full_sum, 0, WEIGHT_COUNT * sizeof *fit->full_sum);
    for (size_t i = fit->rows.from[stage]; i < fit->rows.from[stage + 1]; i++) {
        const struct row *row = &fit->rows.items[i];
        if (row->held_out)
            continue;
        float amount = pass == PASS_DIAGONAL ? 1 : row_sum(fit, row, fit->full);
        row_add(fit, row, pass == PASS_RESIDUAL ? row->value - amount : amount, fit->full_sum);
    }
    fold(fit, out);
}

/** One pass over all rows, without what ridge and smoothing add. */
static void pass_rows(const struct fit *fit, enum pass pass, const float *vector, float *out)
{
    size_t count = (size_t)fit->weights->count;
    for (int s = 0; s < WEIGHT_STAGES; s++)
        pass_stage(fit, s, pass, vector + (size_t)s * count, out + (size_t)s * count);
}

/** Adds `times` (ridge + smoothing) * vector to out. */
static void add_penalties(const struct fit *fit, float times, const float *vector, float *out)
{
    size_t count = (size_t)fit->weights->count;
    for (size_t i = 0; i < fit->size; i++) {
        float pull = fit->ridge * vector[i];
        if (i >= count)
            pull += fit->smooth * (vector[i] - vector[i - count]);
        if (i + count < fit->size)
            pull += fit->smooth * (vector[i] - vector[i + count]);
        out[i] += times * pull;
    }
}

static double dot(const float *a, const float *b, size_t size)
{
    double sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += (double)a[i] * (double)b[i];
    return sum;
}

static double dot_preconditioned(const struct fit *fit)
{
    double sum = 0;
    for (size_t i = 0; i < fit->size; i++)
        sum += (double)fit->residual[i] * (double)fit->residual[i] / (double)fit->diagonal[i];
    return sum;
}

struct error {
    double absolute;
    double square;
    size_t count;
};

static void error_add(struct error *error, double difference)
{
    error->absolute += fabs(difference);
    error->square += difference * difference;
    error->count++;
}

/** Errors of one stage on the rows that were fitted to, and on those held out. */
static void stage_errors(const struct fit *fit, int stage, struct error *fitted,
                         struct error *held_out)
{
    expand(fit, fit->weights->stages[stage]);
    for (size_t i = fit->rows.from[stage]; i < fit->rows.from[stage + 1]; i++) {
        const struct row *row = &fit->rows.items[i];
        error_add(row->held_out ? held_out : fitted, row_sum(fit, row, fit->full) - row->value);
    }
}

static void print_error(const char *name, const struct error *error)
{
    double count = error->count ? (double)error->count : 1;
    printf("  %s %6.3f mean %6.3f root mean square", name, error->absolute / count,
           sqrt(error->square / count));
}

/** The lowest number of discs that a stage is for. */
static int stage_begin(int stage)
{
    int discs = 4;
    while (weights_stage(discs) < stage)
        discs++;
    return discs;
}

static void print_errors(const struct fit *fit, bool stages)
{
    struct error fitted = {0};
    struct error held_out = {0};
    for (int s = 0; s < WEIGHT_STAGES; s++) {
        struct error stage_fitted = {0};
        struct error stage_held_out = {0};
        stage_errors(fit, s, &stage_fitted, &stage_held_out);
        fitted.absolute += stage_fitted.absolute;
        fitted.square += stage_fitted.square;
        fitted.count += stage_fitted.count;
        held_out.absolute += stage_held_out.absolute;
        held_out.square += stage_held_out.square;
        held_out.count += stage_held_out.count;
        if (!stages)
            continue;
        printf("stage %2d, from %2d discs: %9zu positions", s, stage_begin(s), stage_fitted.count);
        print_error("fitted", &stage_fitted);
        print_error("held out", &stage_held_out);
        putchar('\n');
    }
    printf("all stages: %zu positions", fitted.count);
    print_error("fitted", &fitted);
    print_error("held out", &held_out);
    putchar('\n');
    fflush(stdout);
}

static void iterate(struct fit *fit, double *old_dot)
{
    pass_rows(fit, PASS_PRODUCT, fit->direction, fit->product);
    add_penalties(fit, 1, fit->direction, fit->product);
    float step = (float)(*old_dot / dot(fit->direction, fit->product, fit->size));
    float *solution = fit->weights->stages[0];
    for (size_t i = 0; i < fit->size; i++) {
        solution[i] += step * fit->direction[i];
        fit->residual[i] -= step * fit->product[i];
    }
    double new_dot = dot_preconditioned(fit);
    float keep = (float)(new_dot / *old_dot);
    for (size_t i = 0; i < fit->size; i++)
        fit->direction[i] = fit->residual[i] / fit->diagonal[i] + keep * fit->direction[i];
    *old_dot = new_dot;
}

static void solve(struct fit *fit, long iterations)
{
    float *solution = fit->weights->stages[0];
    pass_rows(fit, PASS_DIAGONAL, solution, fit->diagonal);
    for (size_t i = 0; i < fit->size; i++)
        fit->diagonal[i] += fit->ridge + 2 * fit->smooth;
    pass_rows(fit, PASS_RESIDUAL, solution, fit->residual);
    add_penalties(fit, -1, solution, fit->residual);
    for (size_t i = 0; i < fit->size; i++)
        fit->direction[i] = fit->residual[i] / fit->diagonal[i];
    double old_dot = dot_preconditioned(fit);
    double begin = measure_cpu_seconds();
    for (long i = 1; i <= iterations && old_dot > 0; i++) {
        iterate(fit, &old_dot);
        double each = (measure_cpu_seconds() - begin) / (double)i;
        fprintf(stderr, "iteration %ld of %ld, about %.0f s left\n", i, iterations,
                each * (double)(iterations - i));
        if (i % REPORT_EVERY == 0 && i < iterations)
            print_errors(fit, false);
    }
    print_errors(fit, true);
}

static bool fit_init(struct fit *fit, const struct samples *samples)
{
    struct pattern_lane lanes[LANES_USED];
    patterns_lanes(lanes);
    for (int i = 0; i < LANES_USED; i++)
        fit->centers[i] = lanes[i].center;
    fit->size = (size_t)WEIGHT_STAGES * (size_t)fit->weights->count;
    fit->residual = calloc(fit->size, sizeof(float));
    fit->direction = calloc(fit->size, sizeof(float));
    fit->product = calloc(fit->size, sizeof(float));
    fit->diagonal = calloc(fit->size, sizeof(float));
    fit->full = calloc(WEIGHT_COUNT, sizeof(float));
    fit->full_sum = calloc(WEIGHT_COUNT, sizeof(float));
    return fit->residual && fit->direction && fit->product && fit->diagonal && fit->full &&
           fit->full_sum && rows_fill(&fit->rows, samples);
}

static void fit_release(struct fit *fit)
{
    shared_weights_free(fit->weights);
    free(fit->rows.items);
    free(fit->residual);
    free(fit->direction);
    free(fit->product);
    free(fit->diagonal);
    free(fit->full);
    free(fit->full_sum);
}

struct options {
    const char *out;
    const char *from;
    long iterations;
    double ridge;
    double smooth;
};

/** Those that only this fit has. */
static bool read_option(const char *name, const char *value, struct options *options)
{
    if (strcmp(name, "--from") == 0)
        options->from = value;
    else if (strcmp(name, "--iterations") == 0)
        return command_number(value, 1, ITERATIONS_MAX, &options->iterations);
    else if (strcmp(name, "--ridge") == 0)
        return command_real(value, HUGE_VAL, &options->ridge);
    else if (strcmp(name, "--smooth") == 0)
        return command_real(value, HUGE_VAL, &options->smooth);
    else
        return false;
    return true;
}

static bool read_options(int argc, char **argv, struct options *options)
{
    if (argc < 1 || argc % 2 == 0)
        return false;
    options->out = argv[0];
    bool any_file = false;
    for (int i = 1; i < argc; i += 2) {
        if (!fit_option(argv[i], argv[i + 1], &any_file) &&
            !read_option(argv[i], argv[i + 1], options))
            return false;
    }
    return any_file;
}

/** Fits to the samples, which are released on the way: their rows take their place. */
static bool fit_samples(const struct options *options, struct samples *samples,
                        struct replacement *out)
{
    struct fit fit = {.weights = shared_weights_new(),
                      .ridge = (float)options->ridge,
                      .smooth = (float)options->smooth};
    bool good = fit.weights &&
                (!options->from || shared_weights_read(fit.weights, options->from)) &&
                fit_init(&fit, samples);
    samples_release(samples);
    if (good) {
        solve(&fit, options->iterations);
        good = shared_weights_write(fit.weights, out);
    }
    fit_release(&fit);
    return good;
}

int command_fit(int argc, char **argv)
{
    struct options options = {.iterations = ITERATIONS_DEFAULT, .ridge = 20, .smooth = 20};
    struct samples samples = {0};
    struct replacement out;
    if (!read_options(argc, argv, &options))
        return COMMAND_USAGE;
    if (!replacement_begin(&out, options.out))
        return COMMAND_FAILED;
    features_init();
    bool good =
        fit_options_read(argv + 1, argc - 1, &samples) && fit_samples(&options, &samples, &out);
    samples_release(&samples);
    if (good)
        return replacement_finish(&out) ? COMMAND_OK : COMMAND_FAILED;
    replacement_drop(&out);
    return COMMAND_FAILED;
}
