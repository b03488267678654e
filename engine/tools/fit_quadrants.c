/**
 * `reversi fit-quadrants`: the numbers of the quadrants (quadrant.h), on top of a sum of weights
 * that stays as it is.
 *
 * Stochastic gradient descent on the squared error in discs, position by position in a random order
 * that is the same on every run. A row's step is divided by the root of all its squared gradients
 * so far (Adagrad, one sum a row), begun with gradients_begin so that rows seldom seen stay small;
 * the few numbers of a stage move by Adam, in batches. All steps shrink linearly to 0.
 */
#include "command.h"
#include "feature.h"
#include "fit_options.h"
#include "kernel.h"
#include "measure.h"
#include "quadrant_weights.h"
#include "shared_weights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EPOCHS_MAX = 100,
    RATE_MAX = 100,
    BATCH = 256,
    REPORTS_AN_EPOCH = 8,
    STAGE_FLOATS = sizeof(struct quadrant_stage) / sizeof(float),
    ADDENDS_MAX = 2 * LANES_USED
};

static const float gradients_begin = 1e4f; /* an error of 10 discs times a gradient of 10 */
static const float error_max = 30;         /* discs; no position pulls harder */
static const float rows_begin = 0.02f;     /* random, up to this either way */
static const float stage_rate = 0.01f;

/** QUADRANT_WIDTH floats, wherever they lie. */
typedef float float_row
    __attribute__((vector_size(QUADRANT_WIDTH * sizeof(float)), aligned(4), may_alias));

/** A position as one step needs it. */
struct sighting {
    int count;
    int32_t rows[ADDENDS_MAX];
    uint8_t quadrants[ADDENDS_MAX]; /* which one each row is added to */
};

/** What becomes of a position on the way to its value. */
struct outcome {
    float_row vectors[QUADRANT_COUNT];
    float value; /* discs */
};

/** Adam's state for the numbers of a stage. */
struct stage_state {
    float gradients[STAGE_FLOATS];
    float means[STAGE_FLOATS];
    float squares[STAGE_FLOATS];
    int count;
    long steps;
};

struct descent {
    struct quadrant_weights *weights;
    float *row_gradients; /* the sum of each row's squared gradients */
    struct stage_state stages[WEIGHT_STAGES];
    const struct shared_weights *sum;
    struct samples samples;
    size_t fitted_count; /* samples are the fitted ones, shuffled, then those held out */
    struct pattern_lane lanes[LANES_USED];
    int pattern_rows[PATTERN_COUNT]; /* of the table, not of the file */
    int pattern_quadrants[PATTERN_COUNT];
    float *bases; /* what the sum makes of each sample, in discs */
    double rate;
    long epochs;
};

/** xorshift64*: the same numbers on every run. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static float random_within(uint64_t *state, float most)
{
    return most * ((float)(next_random(state) >> 40) / (float)(1 << 23) - 1);
}

/** How hard a position pulls: fully where midgame searches evaluate most, half elsewhere. */
static float pull(int discs)
{
    return discs >= 26 && discs <= 48 ? 1 : 0.5f;
}

static int sample_discs(const struct sample *sample)
{
    return rev_count(sample->board.own | sample->board.opp);
}

static void look(const struct descent *descent, const struct sample *sample,
                 struct sighting *sighting)
{
    struct features features;
    rev_kernel()->features_set(sample->board, &features);
    sighting->count = 0;
    for (int lane = 0; lane < LANES_USED; lane++) {
        enum pattern pattern = descent->lanes[lane].pattern;
        int quadrants = descent->pattern_quadrants[pattern];
        int index = features.lanes[lane] + PATTERN_SIZE(descent->lanes[lane].length) / 2;
        for (int i = 0; i < quadrants; i++) {
            int row = descent->weights->map[descent->pattern_rows[pattern] + index * quadrants + i];
            sighting->rows[sighting->count] = row;
            sighting->quadrants[sighting->count++] = (uint8_t)lane_quadrant(lane, i);
            __builtin_prefetch(descent->weights->rows[row]);
            __builtin_prefetch(&descent->row_gradients[row]);
        }
    }
}

static const float_row *row_at(const float *floats)
{
    return (const float_row *)floats;
}

static float row_total(const float_row *row)
{
    float total = 0;
    for (int i = 0; i < QUADRANT_WIDTH; i++)
        total += (*row)[i];
    return total;
}

static void evaluate(const struct descent *descent, int stage, float base,
                     const struct sighting *sighting, struct outcome *outcome)
{
    const struct quadrant_stage *numbers = &descent->weights->stages[stage];
    for (int q = 0; q < QUADRANT_COUNT; q++)
        outcome->vectors[q] = *row_at(numbers->biases);
    for (int i = 0; i < sighting->count; i++)
        outcome->vectors[sighting->quadrants[i]] +=
            *row_at(descent->weights->rows[sighting->rows[i]]);
    float_row squares = {0};
    for (int q = 0; q < QUADRANT_COUNT; q++)
        squares += outcome->vectors[q] * outcome->vectors[q];
    squares *= *row_at(numbers->weights);
    outcome->value = base + numbers->constant + row_total(&squares);
}

static void step_stage(struct stage_state *state, struct quadrant_stage *stage, float rate)
{
    float numbers[STAGE_FLOATS];
    memcpy(numbers, stage, sizeof numbers);
    double steps = (double)++state->steps;
    float mean_share = 1 - (float)pow(0.9, steps);
    float square_share = 1 - (float)pow(0.999, steps);
    for (int i = 0; i < STAGE_FLOATS; i++) {
        float gradient = state->gradients[i] / (float)state->count;
        state->means[i] += 0.1f * (gradient - state->means[i]);
        state->squares[i] += 0.001f * (gradient * gradient - state->squares[i]);
        numbers[i] -= rate * (state->means[i] / mean_share) /
                      (sqrtf(state->squares[i] / square_share) + 1e-6f);
        state->gradients[i] = 0;
    }
    state->count = 0;
    memcpy(stage, numbers, sizeof numbers);
}

/** Moves everything that had a part in the error against it; `share` of the full rate. */
static void learn(struct descent *descent, int stage, const struct sighting *sighting,
                  const struct outcome *outcome, float error, float share)
{
    struct quadrant_stage *numbers = &descent->weights->stages[stage];
    struct stage_state *state = &descent->stages[stage];
    float_row weights = *row_at(numbers->weights);
    float_row slopes[QUADRANT_COUNT];
    float squared[QUADRANT_COUNT];
    for (int q = 0; q < QUADRANT_COUNT; q++) {
        slopes[q] = 2 * error * weights * outcome->vectors[q];
        float_row squares = slopes[q] * slopes[q];
        squared[q] = row_total(&squares) / QUADRANT_WIDTH;
        for (int i = 0; i < QUADRANT_WIDTH; i++) {
            state->gradients[i] += slopes[q][i];
            state->gradients[QUADRANT_WIDTH + i] +=
                error * outcome->vectors[q][i] * outcome->vectors[q][i];
        }
    }
    state->gradients[STAGE_FLOATS - 1] += error;
    for (int i = 0; i < sighting->count; i++) {
        int row = sighting->rows[i];
        int q = sighting->quadrants[i];
        descent->row_gradients[row] += squared[q];
        float rate = (float)descent->rate * share / sqrtf(descent->row_gradients[row]);
        *(float_row *)descent->weights->rows[row] -= rate * slopes[q];
    }
    if (++state->count == BATCH)
        step_stage(state, numbers, stage_rate * share);
}

static float error_of(const struct descent *descent, size_t at, const struct sighting *sighting,
                      struct outcome *outcome)
{
    const struct sample *sample = &descent->samples.items[at];
    evaluate(descent, weights_stage(sample_discs(sample)), descent->bases[at], sighting, outcome);
    return outcome->value - (float)sample->hundredths / 100;
}

/** Root mean square, in discs, of the samples held out. */
static double held_out_error(const struct descent *descent)
{
    double squares = 0;
    for (size_t i = descent->fitted_count; i < descent->samples.count; i++) {
        struct sighting sighting;
        struct outcome outcome;
        look(descent, &descent->samples.items[i], &sighting);
        double error = (double)error_of(descent, i, &sighting, &outcome);
        squares += error * error;
    }
    size_t count = descent->samples.count - descent->fitted_count;
    return sqrt(squares / (double)(count ? count : 1));
}

/** Steps through the fitted samples from..to; their root mean square error before each step. */
static double descend(struct descent *descent, long epoch, size_t from, size_t to)
{
    double squares = 0;
    double all = (double)descent->epochs * (double)descent->fitted_count;
    struct sighting sightings[2]; /* looked at one ahead: its rows come meanwhile */
    look(descent, &descent->samples.items[from], &sightings[from & 1]);
    for (size_t i = from; i < to; i++) {
        if (i + 1 < to)
            look(descent, &descent->samples.items[i + 1], &sightings[(i + 1) & 1]);
        double done = (double)epoch * (double)descent->fitted_count + (double)i;
        struct outcome outcome;
        float error = error_of(descent, i, &sightings[i & 1], &outcome);
        squares += (double)(error * error);
        int discs = sample_discs(&descent->samples.items[i]);
        learn(descent, weights_stage(discs), &sightings[i & 1], &outcome,
              pull(discs) * fminf(fmaxf(error, -error_max), error_max), (float)(1 - done / all));
    }
    return sqrt(squares / (double)(to > from ? to - from : 1));
}

static void solve(struct descent *descent)
{
    size_t count = descent->fitted_count;
    printf("held out before: %.4f discs root mean square\n", held_out_error(descent));
    for (long epoch = 0; epoch < descent->epochs; epoch++) {
        for (size_t part = 0; part < REPORTS_AN_EPOCH; part++) {
            double fitted = descend(descent, epoch, count * part / REPORTS_AN_EPOCH,
                                    count * (part + 1) / REPORTS_AN_EPOCH);
            printf("epoch %ld, part %zu of %d: %.4f fitted, %.4f held out, %.0f CPU s\n", epoch + 1,
                   part + 1, REPORTS_AN_EPOCH, fitted, held_out_error(descent),
                   measure_cpu_seconds());
            fflush(stdout);
        }
    }
}

static void swap_samples(struct samples *samples, size_t a, size_t b)
{
    struct sample sample = samples->items[a];
    samples->items[a] = samples->items[b];
    samples->items[b] = sample;
}

/** Those held out to the end, the others in a random order. */
static void arrange(struct descent *descent, uint64_t *random)
{
    struct samples *samples = &descent->samples;
    size_t fitted = samples->count;
    for (size_t i = samples->count; i-- > 0;) {
        if (samples->items[i].held_out)
            swap_samples(samples, i, --fitted);
    }
    for (size_t i = fitted; i > 1; i--)
        swap_samples(samples, i - 1, next_random(random) % i);
    descent->fitted_count = fitted;
}

static void find_bases(struct descent *descent)
{
    for (size_t i = 0; i < descent->samples.count; i++) {
        const struct sample *sample = &descent->samples.items[i];
        const float *weights = descent->sum->stages[weights_stage(sample_discs(sample))];
        const int32_t *map = descent->sum->map;
        struct features features;
        rev_kernel()->features_set(sample->board, &features);
        float base = weights[map[WEIGHT_DISCS + sample_discs(sample)]];
        for (int lane = 0; lane < LANES_USED; lane++)
            base += weights[map[descent->lanes[lane].center + features.lanes[lane]]];
        descent->bases[i] = base;
    }
}

static void begin_numbers(struct descent *descent, uint64_t *random)
{
    struct quadrant_weights *weights = descent->weights;
    for (int row = 0; row < weights->row_count; row++) {
        descent->row_gradients[row] = gradients_begin;
        for (int i = 0; i < QUADRANT_WIDTH; i++)
            weights->rows[row][i] = random_within(random, rows_begin);
    }
    for (int i = 0; i < QUADRANT_WIDTH; i++)
        weights->stages[0].weights[i] = random_within(random, 1);
    for (int stage = 1; stage < WEIGHT_STAGES; stage++)
        weights->stages[stage] = weights->stages[0];
}

/** Rows that no sample has shown are worth nothing. */
static void clear_unseen(struct descent *descent)
{
    for (int row = 0; row < descent->weights->row_count; row++) {
        if (descent->row_gradients[row] == gradients_begin)
            memset(descent->weights->rows[row], 0, sizeof descent->weights->rows[row]);
    }
}

static bool descent_init(struct descent *descent)
{
    static const int rows[PATTERN_COUNT] = {
#define PATTERN(name, squares, length, instances, quadrants) QUADRANT_##name / QUADRANT_WIDTH,
#include "patterns.def"
#undef PATTERN
    };
    static const int quadrants[PATTERN_COUNT] = {
#define PATTERN(name, squares, length, instances, count) count,
#include "patterns.def"
#undef PATTERN
    };
    memcpy(descent->pattern_rows, rows, sizeof rows);
    memcpy(descent->pattern_quadrants, quadrants, sizeof quadrants);
    patterns_lanes(descent->lanes);
    uint64_t random = UINT64_C(88172645463325252);
    arrange(descent, &random);
    descent->bases = malloc(descent->samples.count * sizeof *descent->bases);
    descent->row_gradients =
        malloc((size_t)descent->weights->row_count * sizeof *descent->row_gradients);
    if (!descent->bases || !descent->row_gradients)
        return false;
    find_bases(descent);
    begin_numbers(descent, &random);
    return true;
}

static bool read_options(int argc, char **argv, struct descent *descent)
{
    if (argc < 2 || argc % 2 != 0)
        return false;
    bool any_file = false;
    for (int i = 2; i < argc; i += 2) {
        const char *name = argv[i];
        const char *value = argv[i + 1];
        if (!fit_option(name, value, &any_file) &&
            !(strcmp(name, "--rate") == 0 && command_real(value, RATE_MAX, &descent->rate)) &&
            !(strcmp(name, "--epochs") == 0 &&
              command_number(value, 1, EPOCHS_MAX, &descent->epochs)))
            return false;
    }
    return any_file;
}

static bool fit_samples(struct descent *descent, const char *sum_path, struct replacement *out)
{
    struct shared_weights *sum = shared_weights_new();
    descent->sum = sum;
    descent->weights = quadrant_weights_new();
    bool good = sum && descent->weights && shared_weights_read(sum, sum_path);
    if (good && !descent_init(descent)) {
        fputs("reversi: out of memory\n", stderr);
        good = false;
    }
    if (good) {
        solve(descent);
        clear_unseen(descent);
        good = quadrant_weights_write(descent->weights, out);
    }
    quadrant_weights_free(descent->weights);
    shared_weights_free(sum);
    return good;
}

int command_fit_quadrants(int argc, char **argv)
{
    static struct descent descent = {.rate = 0.2, .epochs = 2};
    struct replacement out;
    if (!read_options(argc, argv, &descent))
        return COMMAND_USAGE;
    if (!replacement_begin(&out, argv[0]))
        return COMMAND_FAILED;
    features_init();
    bool good = fit_options_read(argv + 2, argc - 2, &descent.samples) &&
                fit_samples(&descent, argv[1], &out);
    free(descent.row_gradients);
    free(descent.bases);
    samples_release(&descent.samples);
    if (good)
        return replacement_finish(&out) ? COMMAND_OK : COMMAND_FAILED;
    replacement_drop(&out);
    return COMMAND_FAILED;
}
