/**
 * The eight symmetries of the board, numbered 0..7: bit 0 exchanges the a file with the h file and
 * so on, bit 1 the first row with the last, and then bit 2 rows with columns. 0 changes nothing.
 */
#ifndef REVERSI_SYMMETRY_H
#define REVERSI_SYMMETRY_H

#include "reversi/board.h"

#include <stdint.h>

enum { SYMMETRY_COUNT = 8 };

/** Where a symmetry takes a square. */
static inline int symmetry_square(int symmetry, int square)
{
    int x = square & 7;
    int y = square >> 3;
    if (symmetry & 1)
        x = 7 - x;
    if (symmetry & 2)
        y = 7 - y;
    return symmetry & 4 ? x * 8 + y : y * 8 + x;
}

/** The same for a set of squares. Cost: a few steps a square. */
static inline uint64_t symmetry_set(int symmetry, uint64_t set)
{
    uint64_t image = 0;
    for (; set; set &= set - 1)
        image |= rev_bit(symmetry_square(symmetry, __builtin_ctzll(set)));
    return image;
}

/** The symmetries that leave a position as it is, bit s for symmetry s; bit 0 is always set. */
static inline unsigned symmetries_of(uint64_t own, uint64_t opp)
{
    unsigned symmetries = 0;
    for (int s = 0; s < SYMMETRY_COUNT; s++) {
        if (symmetry_set(s, own) == own && symmetry_set(s, opp) == opp)
            symmetries |= 1U << s;
    }
    return symmetries;
}

#endif
