#include "patterns.h"

#include "reversi/notation.h"
#include "symmetry.h"

#include <stdbool.h>
#include <stddef.h>

struct pattern_row {
    const char *squares;
    int length;
    int instances;
    int first_lane;
    int first_weight;
};

static const struct pattern_row patterns[PATTERN_COUNT] = {
#define PATTERN(name, squares, length, instances)                                                  \
    {squares, length, instances, LANE_##name, WEIGHT_##name},
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

/** A weight's number within its pattern after its digits have changed places. */
static int permuted(int weight, int length, const uint8_t places[PATTERN_LENGTH_MAX])
{
    static const int powers[PATTERN_LENGTH_MAX] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683};
    int result = 0;
    for (int i = 0; i < length; i++) {
        result += weight % 3 * powers[places[i]];
        weight /= 3;
    }
    return result;
}

int patterns_share(int32_t shared[WEIGHT_COUNT])
{
    int count = 0;
    for (int p = 0; p < PATTERN_COUNT; p++) {
        const struct pattern_row *row = &patterns[p];
        uint8_t places[SYMMETRY_COUNT][PATTERN_LENGTH_MAX];
        int symmetries = own_symmetries(row, places);
        int32_t *of_pattern = shared + row->first_weight;
        for (int weight = 0; weight < PATTERN_SIZE(row->length); weight++) {
            int first = weight;
            for (int s = 0; s < symmetries; s++) {
                int other = permuted(weight, row->length, places[s]);
                first = other < first ? other : first;
            }
            of_pattern[weight] = first == weight ? count++ : of_pattern[first];
        }
    }
    for (int weight = PATTERN_WEIGHTS; weight < WEIGHT_COUNT; weight++)
        shared[weight] = count++;
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
