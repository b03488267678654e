#include "patterns.h"

#include "reversi/notation.h"
#include "symmetry.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct pattern_row {
    const char *squares;
    int length;
    int instances;
    int quadrants;
    int first_lane;
    int first_weight;
    int first_row; /* of the quadrants' table */
};

static const struct pattern_row patterns[PATTERN_COUNT] = {
#define PATTERN(name, squares, length, instances, quadrants)                                       \
    {squares,                                                                                      \
     length,                                                                                       \
     instances,                                                                                    \
     quadrants,                                                                                    \
     LANE_##name,                                                                                  \
     WEIGHT_##name,                                                                                \
     QUADRANT_##name / QUADRANT_WIDTH},
#include "patterns.def"
#undef PATTERN
};

/** The squares of a pattern under a symmetry, in the pattern's order; returns them as a set. */
static uint64_t image(const struct pattern_row *row, int symmetry,
                      uint8_t squares[PATTERN_LENGTH_MAX])
{
    uint64_t set = 0;
    for (int i = 0; i < row->length; i++) {
        int square = rev_square_parse(row->squares + 2 * (size_t)i, 2);
        squares[i] = (uint8_t)symmetry_square(symmetry, square);
        set |= rev_bit(squares[i]);
    }
    return set;
}

static void fill_lanes(enum pattern pattern, struct pattern_lane *lanes)
{
    const struct pattern_row *row = &patterns[pattern];
    uint64_t sets[SYMMETRY_COUNT];
    int count = 0;
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        struct pattern_lane lane = {.pattern = pattern, .length = row->length};
        uint64_t set = image(row, symmetry, lane.squares);
        int known = 0;
        while (known < count && sets[known] != set)
            known++;
        if (known < count)
            continue;
        lane.center = row->first_weight + PATTERN_SIZE(row->length) / 2;
        lanes[count] = lane;
        sets[count++] = set;
    }
}

void patterns_lanes(struct pattern_lane lanes[LANES_USED])
{
    for (int i = 0; i < PATTERN_COUNT; i++)
        fill_lanes((enum pattern)i, lanes + patterns[i].first_lane);
}

/** The ways in which the pattern's squares change places under symmetries that keep their set. */
static int own_symmetries(const struct pattern_row *row,
                          uint8_t places[SYMMETRY_COUNT][PATTERN_LENGTH_MAX])
{
    uint8_t at_home[PATTERN_LENGTH_MAX];
    uint64_t home = image(row, 0, at_home);
    int count = 0;
    for (int symmetry = 1; symmetry < SYMMETRY_COUNT; symmetry++) {
        uint8_t moved[PATTERN_LENGTH_MAX];
        if (image(row, symmetry, moved) != home)
            continue;
        for (int i = 0; i < row->length; i++) {
            uint8_t place = 0;
            while (at_home[place] != moved[i])
                place++;
            places[count][i] = place;
        }
        count++;
    }
    return count;
}

enum { HALF_LENGTH = PATTERN_LENGTH_MAX / 2, HALF_SIZE = PATTERN_SIZE(5) };

/** What five digits of a number come to after they have changed places, for either half. */
struct permutation {
    int lower[HALF_SIZE];
    int upper[HALF_SIZE];
};

static void permutation_init(struct permutation *permutation, int length,
                             const uint8_t places[PATTERN_LENGTH_MAX])
{
    static const int powers[PATTERN_LENGTH_MAX] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683};
    for (int half = 0; half < HALF_SIZE; half++) {
        int digits = half;
        permutation->lower[half] = 0;
        permutation->upper[half] = 0;
        for (int i = 0; i < HALF_LENGTH; i++) {
            if (i < length)
                permutation->lower[half] += digits % 3 * powers[places[i]];
            if (HALF_LENGTH + i < length)
                permutation->upper[half] += digits % 3 * powers[places[HALF_LENGTH + i]];
            digits /= 3;
        }
    }
}

/** A weight's number within its pattern after its digits have changed places. */
static int permuted(const struct permutation *permutation, int weight)
{
    return permutation->lower[weight % HALF_SIZE] + permutation->upper[weight / HALF_SIZE];
}

int patterns_share(int32_t shared[WEIGHT_COUNT])
{
    int count = 0;
    for (int p = 0; p < PATTERN_COUNT; p++) {
        const struct pattern_row *row = &patterns[p];
        uint8_t places[SYMMETRY_COUNT][PATTERN_LENGTH_MAX];
        int symmetries = own_symmetries(row, places);
        struct permutation permutations[SYMMETRY_COUNT];
        for (int s = 0; s < symmetries; s++)
            permutation_init(&permutations[s], row->length, places[s]);
        int32_t *of_pattern = shared + row->first_weight;
        for (int weight = 0; weight < PATTERN_SIZE(row->length); weight++) {
            int first = weight;
            for (int s = 0; s < symmetries; s++) {
                int other = permuted(&permutations[s], weight);
                first = other < first ? other : first;
            }
            of_pattern[weight] = first == weight ? count++ : of_pattern[first];
        }
    }
    for (int weight = PATTERN_WEIGHTS; weight < WEIGHT_COUNT; weight++)
        shared[weight] = count++;
    return count;
}

/** The way in which a pattern across two quadrants looks the same from the other one. */
static void find_mirror(const struct pattern_row *row, uint8_t mirror[PATTERN_LENGTH_MAX])
{
    uint8_t places[SYMMETRY_COUNT][PATTERN_LENGTH_MAX];
    int count = own_symmetries(row, places);
    for (int s = 0; s < count; s++) {
        for (int i = 0; i < row->length; i++) {
            if (places[s][i] != i)
                memcpy(mirror, places[s], PATTERN_LENGTH_MAX);
        }
    }
}

int patterns_share_rows(int32_t shared[QUADRANT_ROWS])
{
    int count = 0;
    for (int p = 0; p < PATTERN_COUNT; p++) {
        const struct pattern_row *row = &patterns[p];
        uint8_t mirror[PATTERN_LENGTH_MAX] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        int size = PATTERN_SIZE(row->length);
        int32_t *of_pattern = shared + row->first_row;
        find_mirror(row, mirror);
        struct permutation permutation;
        permutation_init(&permutation, row->length, mirror);
        for (int index = 0; row->quadrants && index < size; index++) {
            int other = permuted(&permutation, index);
            if (row->quadrants == 1) {
                of_pattern[index] = other < index ? of_pattern[other] : count++;
            } else {
                of_pattern[2 * index] = count + index;
                of_pattern[2 * index + 1] = count + other;
            }
        }
        if (row->quadrants == 2)
            count += size;
    }
    return count;
}

uint32_t patterns_checksum(void)
{
    uint32_t sum = 2166136261u; /* FNV-1a */
    for (int p = 0; p < PATTERN_COUNT; p++) {
        for (const char *c = patterns[p].squares; *c; c++)
            sum = (sum ^ (uint8_t)*c) * 16777619u;
        sum = (sum ^ '/') * 16777619u;
    }
    return sum;
}
