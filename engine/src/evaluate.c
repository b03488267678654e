/* The static evaluation: features that people know from strategy books, weighted by the stage. */
#include "bitboard.h"
#include "stability.h"
#include "worker.h"

#define A_SQUARES UINT64_C(0x2400810000810024)
#define B_SQUARES UINT64_C(0x1800008181000018)
#define SECOND_RING UINT64_C(0x003c424242423c00)
#define THIRD_CORNERS UINT64_C(0x0000240000240000)
#define MIDDLE UINT64_C(0x0000183c3c180000)

/*
 * What is weighed. Unless it says otherwise a feature is the mover's number minus the other side's.
 */
enum {
    FEATURE_TEMPO,         /* 1: the worth of being to move */
    FEATURE_ODD,           /* 1 where the number of empties is odd: the mover has the last move */
    FEATURE_ODD_QUADRANTS, /* quadrants with an odd number of empties, 0..4, for the mover */
    FEATURE_CORNER,
    FEATURE_C_OPEN,  /* C squares next to an empty corner */
    FEATURE_C_OWN,   /* C squares next to an own corner */
    FEATURE_C_OTHER, /* C squares next to the other side's corner */
    FEATURE_X_OPEN,  /* X squares diagonal to an empty corner */
    FEATURE_X_TAKEN,
    FEATURE_A,
    FEATURE_B,
    FEATURE_SECOND_RING,  /* b3 c2 and so on */
    FEATURE_THIRD_CORNER, /* c3 and so on */
    FEATURE_MIDDLE,
    FEATURE_MOBILITY,
    FEATURE_MOBILITY_LOG,  /* of 1 + moves: the second move matters more than the tenth */
    FEATURE_SAFE_MOBILITY, /* moves that give away no corner at once */
    FEATURE_POTENTIAL,     /* empties next to a disc of the other side */
    FEATURE_FRONTIER,      /* discs next to an empty square */
    FEATURE_STABLE,
    FEATURE_CORNER_MOVES,   /* corners that the mover can take, his alone */
    FEATURE_CORNER_THREATS, /* corners that the other side could take, counted positive */
    FEATURE_OTHER_NO_MOVES, /* 1 where the other side could not move */
    FEATURE_EDGE_SIX,       /* edges with b to g held and both corners empty */
    FEATURE_EDGE_FIVE,      /* the same with one C square empty: open to attack */
    FEATURE_COUNT
};

#define A1 UINT64_C(0x0000000000000001)
#define H1 UINT64_C(0x0000000000000080)
#define A8 UINT64_C(0x0100000000000000)
#define H8 UINT64_C(0x8000000000000000)

/** The C squares next to a set of corners. */
static uint64_t c_squares_of(uint64_t corners)
{
    return (corners & (A1 | A8)) << 1 | (corners & (H1 | H8)) >> 1 | (corners & (A1 | H1)) << 8 |
           (corners & (A8 | H8)) >> 8;
}

/** The X squares diagonal to a set of corners. */
static uint64_t x_squares_of(uint64_t corners)
{
    return (corners & A1) << 9 | (corners & H1) << 7 | (corners & A8) >> 7 | (corners & H8) >> 9;
}

/** A set and all neighbours of its squares. */
static uint64_t spread(uint64_t set)
{
    set |= (set & UINT64_C(0x7f7f7f7f7f7f7f7f)) << 1 | (set & UINT64_C(0xfefefefefefefefe)) >> 1;
    return set | set << 8 | set >> 8;
}

static const uint64_t edge_sixes[4] = {UINT64_C(0x000000000000007e), UINT64_C(0x7e00000000000000),
                                       UINT64_C(0x0001010101010100), UINT64_C(0x0080808080808000)};
static const uint64_t edge_corners[4] = {A1 | H1, A8 | H8, A1 | A8, H1 | H8};

/* 16 * log2(1 + n) */
static const uint8_t log_mobility[64 + 1] = {
    0,  16, 25, 32, 37, 41, 45, 48, 51, 53, 55, 57, 59, 61, 63, 64, 65, 67, 68, 69, 70, 71,
    72, 73, 74, 75, 76, 77, 78, 79, 79, 80, 81, 81, 82, 83, 83, 84, 85, 85, 86, 86, 87, 87,
    88, 88, 89, 89, 90, 90, 91, 91, 92, 92, 93, 93, 93, 94, 94, 95, 95, 95, 96, 96, 96};

/** What both sides are measured against. */
struct setting {
    uint64_t empties;
    uint64_t near_empties; /* squares next to an empty one */
    uint64_t open_x;       /* X squares of empty corners */
    uint64_t open_c;
};

static int difference(uint64_t own, uint64_t opp, uint64_t squares)
{
    return rev_count(own & squares) - rev_count(opp & squares);
}

static void count_squares(const struct setting *setting, uint64_t own, uint64_t opp, int *features)
{
    uint64_t own_c = c_squares_of(own & CORNERS);
    uint64_t opp_c = c_squares_of(opp & CORNERS);
    features[FEATURE_CORNER] = difference(own, opp, CORNERS);
    features[FEATURE_C_OPEN] = difference(own, opp, setting->open_c);
    features[FEATURE_C_OWN] = rev_count(own & own_c) - rev_count(opp & opp_c);
    features[FEATURE_C_OTHER] = rev_count(own & opp_c) - rev_count(opp & own_c);
    features[FEATURE_X_OPEN] = difference(own, opp, setting->open_x);
    features[FEATURE_X_TAKEN] = difference(own, opp, X_SQUARES & ~setting->open_x);
    features[FEATURE_A] = difference(own, opp, A_SQUARES);
    features[FEATURE_B] = difference(own, opp, B_SQUARES);
    features[FEATURE_SECOND_RING] = difference(own, opp, SECOND_RING);
    features[FEATURE_THIRD_CORNER] = difference(own, opp, THIRD_CORNERS);
    features[FEATURE_MIDDLE] = difference(own, opp, MIDDLE);
    features[FEATURE_FRONTIER] = difference(own, opp, setting->near_empties);
    features[FEATURE_STABLE] =
        rev_count(stable_discs(own, opp)) - rev_count(stable_discs(opp, own));
    features[FEATURE_POTENTIAL] =
        rev_count(spread(opp) & setting->empties) - rev_count(spread(own) & setting->empties);
}

static void count_moves(const struct setting *setting, uint64_t own_moves, uint64_t opp_moves,
                        int *features)
{
    int own_count = rev_count(own_moves);
    int opp_count = rev_count(opp_moves);
    features[FEATURE_MOBILITY] = own_count - opp_count;
    features[FEATURE_MOBILITY_LOG] = log_mobility[own_count] - log_mobility[opp_count];
    features[FEATURE_SAFE_MOBILITY] =
        difference(own_moves, opp_moves, ~(setting->open_x | setting->open_c));
    features[FEATURE_CORNER_MOVES] = rev_count(own_moves & CORNERS);
    features[FEATURE_CORNER_THREATS] = rev_count(opp_moves & CORNERS);
    features[FEATURE_OTHER_NO_MOVES] = opp_count == 0;
}

/** 1 or -1 where one side alone holds what is taken of an edge between two empty corners. */
static void count_edges(uint64_t own, uint64_t opp, int *features)
{
    for (int i = 0; i < 4; i++) {
        uint64_t six = edge_sixes[i];
        if ((own | opp) & edge_corners[i])
            continue;
        uint64_t five_a = six & ~(six & -six);
        uint64_t five_b = six & ~(UINT64_C(1) << (63 - __builtin_clzll(six)));
        for (int side = 0; side < 2; side++) {
            uint64_t held = six & (side ? opp : own);
            uint64_t other = six & (side ? own : opp);
            int sign = side ? -1 : 1;
            if (held == six)
                features[FEATURE_EDGE_SIX] += sign;
            else if (!other && (held == five_a || held == five_b))
                features[FEATURE_EDGE_FIVE] += sign;
        }
    }
}

static void count_parity(uint64_t empties, int *features)
{
    features[FEATURE_TEMPO] = 1;
    features[FEATURE_ODD] = rev_count(empties) & 1;
    features[FEATURE_ODD_QUADRANTS] = (rev_count(empties & UINT64_C(0x000000000f0f0f0f)) & 1) +
                                      (rev_count(empties & UINT64_C(0x00000000f0f0f0f0)) & 1) +
                                      (rev_count(empties & UINT64_C(0x0f0f0f0f00000000)) & 1) +
                                      (rev_count(empties & UINT64_C(0xf0f0f0f000000000)) & 1);
}

static void count_all(uint64_t own, uint64_t opp, uint64_t own_moves, uint64_t opp_moves,
                      int *features)
{
    uint64_t empties = ~(own | opp);
    struct setting setting = {.empties = empties,
                              .near_empties = spread(empties),
                              .open_x = x_squares_of(empties & CORNERS),
                              .open_c = c_squares_of(empties & CORNERS)};
    features[FEATURE_EDGE_SIX] = 0;
    features[FEATURE_EDGE_FIVE] = 0;
    count_parity(empties, features);
    count_squares(&setting, own, opp, features);
    count_moves(&setting, own_moves, opp_moves, features);
    count_edges(own, opp, features);
}

enum {
    STAGE_COUNT = 6,
    VALUE_MAX = (REV_SCORE_MAX - 1) * HUNDREDTHS /* the rest is for finished games */
};

/* The numbers of empties that the rows of weights stand for; between two of them it is a mixture.
 */
static const int stage_empties[STAGE_COUNT] = {2, 8, 16, 24, 34, 46};

/*
 * Hundredths of a disc for one unit of each feature, in the order of the features. Fitted by least
 * squares on half a million positions of games, some after random moves: with their exact values up
 * to 16 empties and at 24, else with what a search of 7 or 9 plies found or how the game stood at
 * 24 empties. The mean error is 7.0 discs at 24 empties.
 */
static const int16_t weights[STAGE_COUNT][FEATURE_COUNT] = {
    {-245, 234, 259, 73,  -53,  10,  37, 21,  28, -34,  -12, 6, 1,
     18,   -42, 32,  133, -213, -73, 96, 133, -2, -244, 142, 34},
    {-330, 197, 129, 296, -162, -68,  16,  -9,  45,   -34,  -13, 13, -14,
     26,   44,  46,  6,   -158, -101, 103, 454, -206, -778, 417, 157},
    {-227, 228, 37, 529, -320, -119, 45,  -212, 14,   -58,   1,   -13, -14,
     8,    43,  42, 7,   -69,  -117, 145, 559,  -280, -1215, 819, 362},
    {-394, 209, 8,  670, -343, 85,   9,   -418, 12,   30,    47,  -61, 49,
     3,    -26, 62, 12,  -3,   -144, 128, 473,  -159, -1638, 997, 392},
    {-306, -1,  4,  1070, -363, 351,  -209, -650, -141, 154,   87,   -85, 94,
     1,    -80, 87, 3,    49,   -179, 87,   723,  22,   -3387, 1152, 405},
    {-297, 31, 2,  1201, -427, 644,  -830, -1302, -342, 225,  43,   -143, 58,
     2,    12, 27, 23,   56,   -137, 75,   9,     266,  -332, 2274, 1137},
};

static int weigh(const int features[FEATURE_COUNT], int stage)
{
    int sum = 0;
    for (int i = 0; i < FEATURE_COUNT; i++)
        sum += features[i] * weights[stage][i];
    return sum;
}

/** Requires that the mover has a move. */
static int evaluate_mover(uint64_t own, uint64_t opp, uint64_t own_moves, uint64_t opp_moves)
{
    int features[FEATURE_COUNT];
    count_all(own, opp, own_moves, opp_moves, features);
    int empties = 64 - rev_count(own | opp);
    int stage = 0;
    while (stage < STAGE_COUNT - 2 && empties >= stage_empties[stage + 1])
        stage++;
    int from = stage_empties[stage];
    int width = stage_empties[stage + 1] - from;
    int part = empties < from ? 0 : empties - from < width ? empties - from : width;
    int value =
        (weigh(features, stage) * (width - part) + weigh(features, stage + 1) * part) / width;
    return value > VALUE_MAX ? VALUE_MAX : value < -VALUE_MAX ? -VALUE_MAX : value;
}

int evaluate_board(uint64_t own, uint64_t opp)
{
    uint64_t own_moves = bitboard_moves(own, opp);
    uint64_t opp_moves = bitboard_moves(opp, own);
    if (own_moves)
        return evaluate_mover(own, opp, own_moves, opp_moves);
    if (opp_moves)
        return -evaluate_mover(opp, own, opp_moves, own_moves);
    return final_score(own, opp) * HUNDREDTHS;
}
