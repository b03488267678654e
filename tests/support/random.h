/**
 * Random numbers for tests. A test that uses them prints the seed that it ran with; setting
 * REVERSID_TEST_SEED runs it again with that one.
 */
#ifndef TEST_RANDOM_H
#define TEST_RANDOM_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct random {
    uint64_t state;
};

/** SplitMix64 (Steele, Lea, Flood 2014): every seed is a good one. */
static inline uint64_t random_next(struct random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/** 0..limit-1; limit is small against 2^64. */
static inline int random_below(struct random *random, int limit)
{
    return (int)(random_next(random) % (uint64_t)limit);
}

/** One of the squares of a set that is not empty. */
static inline int random_square(struct random *random, uint64_t set)
{
    for (int skip = random_below(random, __builtin_popcountll(set)); skip > 0; skip--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

/** Seeds from the environment or the time, and prints the seed under the test's name. */
static inline struct random random_for(const char *test)
{
    const char *given = getenv("REVERSID_TEST_SEED");
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t seed = given ? strtoull(given, NULL, 0)
                          : (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
    printf("%s: REVERSID_TEST_SEED=%" PRIu64 "\n", test, seed);
    return (struct random){seed};
}

#endif
