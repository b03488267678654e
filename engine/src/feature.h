/**
 * A position as the evaluation sees it: the index of every lane (patterns.h), kept up to date move
 * by move, and the sum of the weights that they stand for.
 *
 * Features belong to a side to move. Exchanging the sides negates all lanes; a disc placed adds the
 * lane steps of its square once, a disc turned adds them twice. All kernels get the same numbers.
 * Only files that are compiled once for each kernel (kernel.h) may call the functions here; all
 * of them require that weights_load has succeeded.
 */
#ifndef REVERSI_FEATURES_H
#define REVERSI_FEATURES_H

#include "quadrant.h"
#include "reversi/board.h"
#include "weights.h"

#include <stdint.h>

/**
 * A piece of the lanes that every compiler splits or keeps as the kernel's registers demand.
 * Unsigned, since sums may pass through numbers that only their end brings back into range.
 */
typedef uint16_t feature_vector __attribute__((vector_size(32)));

enum { FEATURE_VECTORS = LANE_COUNT * (int)sizeof(int16_t) / (int)sizeof(feature_vector) };

/** 128 bytes. The caller keeps one for each ply, usually on the stack. */
struct features {
    union {
        feature_vector vectors[FEATURE_VECTORS];
        int16_t lanes[LANE_COUNT];
    };
};

/** What a disc of the side to move adds to each lane, by square. Made by features_init. */
extern struct features rev_feature_steps[64];

/** Fills rev_feature_steps; weights_load calls it once. */
void features_init(void);

/** Adds a set of discs, each `times` times, modulo 2^16. */
static inline void features_add(struct features *features, uint64_t discs, uint16_t times)
{
    feature_vector sum[FEATURE_VECTORS] = {0};
    for (; discs; discs &= discs - 1) {
        const struct features *step = &rev_feature_steps[__builtin_ctzll(discs)];
#pragma GCC unroll 4
        for (int v = 0; v < FEATURE_VECTORS; v++)
            sum[v] += step->vectors[v];
    }
#pragma GCC unroll 4
    for (int v = 0; v < FEATURE_VECTORS; v++)
        features->vectors[v] += times * sum[v];
}

/**
 * The features of a position, from nothing. Cost: four vector additions a disc.
 */
static inline void features_set(struct features *features, uint64_t own, uint64_t opp)
{
    *features = (struct features){0};
    features_add(features, own, 1);
    features_add(features, opp, UINT16_MAX);
}

/**
 * The features after a move, for the side that moves next.
 *
 * @param flips  what turns; not empty
 * @param after  may be the same as `before`
 *
 * Cost: four vector additions a disc that turns, and a few.
 */
static inline void features_move(const struct features *before, int square, uint64_t flips,
                                 struct features *after)
{
    feature_vector sum[FEATURE_VECTORS] = {0};
    for (; flips; flips &= flips - 1) {
        const struct features *step = &rev_feature_steps[__builtin_ctzll(flips)];
#pragma GCC unroll 4
        for (int v = 0; v < FEATURE_VECTORS; v++)
            sum[v] += step->vectors[v];
    }
    const struct features *placed = &rev_feature_steps[square];
#pragma GCC unroll 4
    for (int v = 0; v < FEATURE_VECTORS; v++)
        after->vectors[v] = -(before->vectors[v] + placed->vectors[v] + sum[v] + sum[v]);
}

/** The features after a pass. */
static inline void features_pass(const struct features *before, struct features *after)
{
#pragma GCC unroll 4
    for (int v = 0; v < FEATURE_VECTORS; v++)
        after->vectors[v] = -before->vectors[v];
}

enum { FEATURES_VALUE_MAX = 6300 /* the rest is for finished games */ };

/**
 * The sum of the patterns' weights alone, in hundredths of a disc: what features_evaluate makes of
 * a position without its quadrants, at less than half of the cost.
 *
 * @param discs  on the board, of both sides
 *
 * Cost: a weight loaded for each lane.
 */
static inline int features_sum(const struct features *features, int discs)
{
    /* With every lane's weights at an offset that the compiler knows, a lane is two loads. */
    const int16_t *weights = rev_weights[weights_stage(discs)];
    const int16_t *lanes = features->lanes;
    int sums[2] = {
        weights[WEIGHT_DISCS + discs]}; /* two, since they need not wait for each other */
#define PATTERN(name, squares, length, instances, quadrants)                                       \
    _Pragma("GCC unroll 8") for (int i = 0; i < (instances); i++) sums[i & 1] +=                   \
        (weights + WEIGHT_##name + PATTERN_SIZE(length) / 2)[(ptrdiff_t)lanes[LANE_##name + i]];
#include "patterns.def"
#undef PATTERN
    return sums[0] + sums[1];
}

/**
 * What the quadrants add to that.
 *
 * Cost: a row loaded for each lane.
 */
static inline int features_quadrants(const struct features *features, int discs)
{
    return quadrants_evaluate(features->lanes, weights_stage(discs));
}

/** The nearest value that an evaluation may have. */
static inline int features_within(int value)
{
    if (value > FEATURES_VALUE_MAX)
        return FEATURES_VALUE_MAX;
    return value < -FEATURES_VALUE_MAX ? -FEATURES_VALUE_MAX : value;
}

/**
 * What the evaluation makes of a position, in hundredths of a disc for the side to move: an
 * estimate of the final score. It does not look whether the game is over, nor whether the side has
 * a move: it was fitted to positions with a pass as well.
 *
 * @param discs  on the board, of both sides
 * @return       within FEATURES_VALUE_MAX either way
 *
 * Cost: a weight and a row of the quadrants loaded for each lane.
 */
static inline int features_evaluate(const struct features *features, int discs)
{
    return features_within(features_sum(features, discs) + features_quadrants(features, discs));
}

#endif
