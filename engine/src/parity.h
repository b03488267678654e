/**
 * Parity of the board's quadrants: who moves into one with an odd number of empty squares tends to
 * have its last move as well.
 */
#ifndef REVERSI_PARITY_H
#define REVERSI_PARITY_H

#include <stdint.h>

/** The quadrant that a square lies in. */
static inline uint64_t quadrant_of(int square)
{
    return UINT64_C(0x000000000f0f0f0f) << (square & 36);
}

/** All squares of those quadrants in which a set has an odd number of squares. */
static inline uint64_t odd_quadrants(uint64_t set)
{
    set ^= set >> 1;
    set ^= set >> 2;
    set ^= set >> 16;
    set ^= set >> 8;
    return (set & UINT64_C(0x0000001100000011)) * UINT64_C(0x0f0f0f0f);
}

#endif
