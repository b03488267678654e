/**
 * Random numbers for the subcommands: the splitmix64 generator (Steele, Lea, Flood 2014), well
 * mixed from any state.
 */
#ifndef REVERSI_SPLITMIX_H
#define REVERSI_SPLITMIX_H

#include <stdint.h>

static inline uint64_t splitmix_next(uint64_t *state)
{
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

/** 0..bound - 1; bound is small against 2^64. */
static inline int splitmix_below(uint64_t *state, int bound)
{
    return (int)(splitmix_next(state) % (uint64_t)bound);
}

#endif
