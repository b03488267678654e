/**
 * The patterns that the evaluation knows, and how their weights are laid out.
 *
 * A pattern is a list of squares. Wherever a symmetry of the board puts it there is a lane. A
 * lane's index is a number in balanced ternary: digit k stands for the k-th square and is 1 for a
 * disc of the side to move, -1 for one of the other side, 0 for an empty square. So the index of
 * the same place seen from the other side is its negation.
 *
 * A stage has one weight for each index of each pattern: PATTERN_WEIGHTS full weights, addressed by
 * the pattern's first weight plus half its size plus the index. Behind them stands one weight for
 * each number of discs. Indices that only a symmetry of the pattern itself tells apart share one
 * value; those values, each once, are a stage's shared weights: what is fitted and stored.
 */
#ifndef REVERSI_PATTERNS_H
#define REVERSI_PATTERNS_H

#include <stdint.h>

#define PATTERN_POWER_1(length)                                                                    \
    ((length) == 4 ? 81 : (length) == 5 ? 243 : (length) == 6 ? 729 : (length) == 7 ? 2187 : 0)
/** 3 to the power of 4..10. */
#define PATTERN_SIZE(length)                                                                       \
    ((length) == 8    ? 6561                                                                       \
     : (length) == 9  ? 19683                                                                      \
     : (length) == 10 ? 59049                                                                      \
                      : PATTERN_POWER_1(length))

enum {
    PATTERN_LENGTH_MAX = 10, /* half of 3^10 is what an int16_t can hold */
    LANE_COUNT = 64          /* as many as two or four vectors hold; those not used stay 0 */
};

enum pattern {
#define PATTERN(name, squares, length, instances, quadrants) PATTERN_##name,
#include "patterns.def"
#undef PATTERN
    PATTERN_COUNT
};

/** LANE_CORNER and so on: a pattern's first lane. */
enum {
#define PATTERN(name, squares, length, instances, quadrants)                                       \
    LANE_##name, LANE_LAST_##name = LANE_##name + (instances)-1,
#include "patterns.def"
#undef PATTERN
    LANES_USED
};

/** WEIGHT_CORNER and so on: a pattern's first full weight. */
enum {
#define PATTERN(name, squares, length, instances, quadrants)                                       \
    WEIGHT_##name, WEIGHT_LAST_##name = WEIGHT_##name + PATTERN_SIZE(length) - 1,
#include "patterns.def"
#undef PATTERN
    PATTERN_WEIGHTS,
    WEIGHT_DISCS = PATTERN_WEIGHTS, /* plus the number of discs, 0..64 */
    WEIGHT_COUNT = PATTERN_WEIGHTS + 65
};

enum { QUADRANT_WIDTH = 16 };

/**
 * QUADRANT_CORNER and so on: a pattern's first byte in the table of quadrant.h. An index of a
 * pattern has QUADRANT_WIDTH bytes for each quadrant that a place of it belongs to; the first ones
 * are for the quadrant which comes first in rev_lane_quadrants.
 */
enum {
#define PATTERN(name, squares, length, instances, quadrants)                                       \
    QUADRANT_##name,                                                                               \
        QUADRANT_LAST_##name =                                                                     \
            QUADRANT_##name + PATTERN_SIZE(length) * (quadrants)*QUADRANT_WIDTH - 1,
#include "patterns.def"
#undef PATTERN
    QUADRANT_TABLE_SIZE,
    QUADRANT_ROWS = QUADRANT_TABLE_SIZE / QUADRANT_WIDTH
};

_Static_assert((int)LANES_USED <= (int)LANE_COUNT, "more lanes than the vectors hold");

/** Where a lane lies and what it weighs with. */
struct pattern_lane {
    enum pattern pattern;
    int length;
    int center; /* the full weight of index 0 */
    uint8_t squares[PATTERN_LENGTH_MAX];
};

/**
 * Fills in the lanes LANE_… in order.
 *
 * Threads: any.  Cost: some microseconds.
 */
void patterns_lanes(struct pattern_lane lanes[LANES_USED]);

/**
 * For each full weight of a stage the number of its shared weight, from 0 on in the order of the
 * first full weight that uses it.
 *
 * @return  how many shared weights a stage has
 *
 * Threads: any.  Cost: some milliseconds.
 */
int patterns_share(int32_t shared[WEIGHT_COUNT]);

/**
 * For each row of the table of quadrant.h the number of the row that a file has for it, from 0 on:
 * indices that only a symmetry of the pattern itself tells apart share one, and so do the two
 * quadrants of a place, each seen from its own corner.
 *
 * @return  how many rows a file has
 *
 * Threads: any.  Cost: some milliseconds.
 */
int patterns_share_rows(int32_t shared[QUADRANT_ROWS]);

/** A number that changes with the patterns, by which weights fitted for others are known. */
uint32_t patterns_checksum(void);

#endif
