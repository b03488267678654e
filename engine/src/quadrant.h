/**
 * What a sum of patterns cannot say: how the patterns in a quadrant of the board go together.
 *
 * Every quadrant has a vector of QUADRANT_WIDTH numbers. It begins with a bias, the same for all
 * four, and each lane that lies in the quadrant adds the row that its index stands for; a lane that
 * lies across two quadrants has a row for either. The position is worth the weighted sum of the
 * squares of all these numbers, beside the sum of its patterns: a square of a sum holds the
 * product of every two lanes of the quadrant (a factorization machine, second order). Rows are the
 * same in all stages; biases and weights are a stage's own.
 *
 * All arithmetic is in integers that cannot overflow, so that all kernels get the same numbers.
 */
#ifndef REVERSI_QUADRANT_H
#define REVERSI_QUADRANT_H

#include "weights.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

/*
 * What numbers may be at most, either way, and still not overflow: no quadrant has more than
 * QUADRANT_ROWS_MAX rows, so that four squares of sums come to less than 2^22.
 */
enum {
    QUADRANT_ROWS_MAX = 20,
    QUADRANT_ROW_MAX = 31,
    QUADRANT_BIAS_MAX = 380,
    QUADRANT_WEIGHT_MAX = 511
};

enum {
    QUADRANT_COUNT = 4, /* a1, h1, a8, h8: bit 0 the half of the columns, bit 1 that of the rows */
    QUADRANT_PRODUCT_SHIFT = 4, /* the weighed squares are divided by 2^4 and added, */
    QUADRANT_VALUE_SHIFT = 8    /* the sum is divided by 2^8: hundredths of a disc */
};

struct quadrants {
    _Alignas(64) int8_t table[QUADRANT_TABLE_SIZE];
    int16_t biases[WEIGHT_STAGES][QUADRANT_WIDTH];
    int32_t weights[WEIGHT_STAGES][QUADRANT_WIDTH];
};

/** All 0 before weights_load; read-only afterwards. */
extern struct quadrants rev_quadrants;

typedef int8_t quadrant_row __attribute__((vector_size(QUADRANT_WIDTH), may_alias));
typedef int16_t quadrant_vector __attribute__((vector_size(2 * QUADRANT_WIDTH)));
typedef int32_t quadrant_squares __attribute__((vector_size(4 * QUADRANT_WIDTH)));
typedef int32_t quadrant_four __attribute__((vector_size(16)));

/**
 * The quadrants of each lane as two octal digits: what patterns_lanes makes of their squares. Of a
 * lane that lies in one alone, the second digit says nothing; of one that has no part in them,
 * neither does.
 */
static const uint8_t rev_lane_quadrants[LANES_USED] = {
    000, 010, 020, 030,                     /* CORNER */
    000, 010, 020, 030, 000, 020, 010, 030, /* CORNER_BLOCK */
    000, 010, 020, 030,                     /* TRIANGLE */
    000, 000, 000, 000,                     /* CROSS */
    001, 023, 002, 013,                     /* EDGE_X: of the a half and the h half, and so on */
    001, 023, 002, 013,                     /* EDGE_BLOCK */
    001, 023, 002, 013,                     /* ROW_2 */
    001, 023, 002, 013,                     /* ROW_3 */
    000, 000, 000, 000,                     /* ROW_4 */
    003, 012,                               /* DIAGONAL_8 */
    003, 012, 021, 030,                     /* DIAGONAL_7 */
    003, 012, 021, 030,                     /* DIAGONAL_6 */
    010, 000, 030, 020                      /* DIAGONAL_5 */
};

/** The first (0) or second (1) quadrant of a lane. */
static inline int lane_quadrant(int lane, int which)
{
    return which ? rev_lane_quadrants[lane] & 7 : rev_lane_quadrants[lane] >> 3;
}

/**
 * Adds a row. One instruction, where the machine has it: gcc does not find it, and would rather
 * load all rows of a position first than keep the sums in registers.
 */
static inline __attribute__((always_inline)) void quadrant_add(quadrant_vector *sum,
                                                               const int8_t *row)
{
#ifdef __AVX2__
    *sum += (quadrant_vector)_mm256_cvtepi8_epi16(_mm_load_si128((const __m128i *)row));
    __asm__("" : "+x"(*sum));
#else
    *sum += __builtin_convertvector(*(const quadrant_row *)row, quadrant_vector);
#endif
}

/**
 * The value of the squares, in hundredths of a disc.
 *
 * Never inlined: where the caller has just made the lanes, gcc would take each of them out of a
 * vector register instead of loading it.
 *
 * Cost: one or two rows loaded for most lanes, and some forty vector operations.
 */
static __attribute__((noinline, unused)) int quadrants_evaluate(const int16_t *lanes, int stage)
{
    const struct quadrants *quadrants = &rev_quadrants;
    quadrant_vector bias;
    memcpy(&bias, quadrants->biases[stage], sizeof bias);
    quadrant_vector sums[QUADRANT_COUNT] = {bias, bias, bias, bias};
#define PATTERN(name, squares, length, instances, quadrant_count)                                  \
    _Pragma("GCC unroll 8") for (int i = 0; i < ((quadrant_count) ? (instances) : 0); i++)         \
    {                                                                                              \
        const int8_t *row = quadrants->table + QUADRANT_##name +                                   \
                            (PATTERN_SIZE(length) / 2 + (ptrdiff_t)lanes[LANE_##name + i]) *       \
                                ((quadrant_count)*QUADRANT_WIDTH);                                 \
        quadrant_add(&sums[lane_quadrant(LANE_##name + i, 0)], row);                               \
        if ((quadrant_count) == 2)                                                                 \
            quadrant_add(&sums[lane_quadrant(LANE_##name + i, 1)], row + QUADRANT_WIDTH);          \
    }
#include "patterns.def"
#undef PATTERN
    quadrant_squares squares = {0};
#pragma GCC unroll 4
    for (int q = 0; q < QUADRANT_COUNT; q++) {
        quadrant_squares wide = __builtin_convertvector(sums[q], quadrant_squares);
        squares += wide * wide;
    }
    quadrant_squares weights;
    memcpy(&weights, quadrants->weights[stage], sizeof weights);
    squares = squares * weights >> QUADRANT_PRODUCT_SHIFT;
    quadrant_four fours[QUADRANT_WIDTH / 4];
    memcpy(fours, &squares, sizeof fours);
#pragma GCC unroll 4
    for (int i = 1; i < QUADRANT_WIDTH / 4; i++)
        fours[0] += fours[i];
    return (fours[0][0] + fours[0][1] + fours[0][2] + fours[0][3]) >> QUADRANT_VALUE_SHIFT;
}

#endif
