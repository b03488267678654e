/** Bits mixed well, without secrecy. */
#ifndef REVERSID_BASE_MIX_H
#define REVERSID_BASE_MIX_H

#include <stdint.h>

/* What a sequence of states grows by from one mixed number to the next: 2^64 over the golden ratio.
 */
#define MIX_STEP UINT64_C(0x9e3779b97f4a7c15)

/**
 * A number each of whose bits depends on every bit of the argument; different for different ones.
 *
 * Source: the finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", 2014).
 */
static inline uint64_t mix_bits(uint64_t bits)
{
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

#endif
