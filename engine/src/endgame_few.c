/* The last few empty squares: no table, and moves by parity alone. */
#include "bitboard.h"
#include "endgame.h"
#include "last_flips.h"
#include "stability.h"

/** One empty square is left and `own` is to move. */
static inline int solve_1(struct worker *worker, uint64_t own, int alpha, int square)
{
    worker->nodes++;
    int twice = 2 * rev_count(own);
    int flips = last_flips_twice(own, square);
    if (flips)
        return twice + flips - 62;
    /* Neither may be able to move: then the square is the winner's. */
    int stays = twice - (twice < 64 ? 64 : 62);
    if (stays <= alpha)
        return stays;
    flips = last_flips_twice(~own & ~rev_bit(square), square);
    return flips ? twice - flips - 64 : stays;
}

/** Two empty squares are left. */
static int solve_2(struct worker *worker, uint64_t own, uint64_t opp, int alpha, int first,
                   int second)
{
    worker->nodes++;
    int best = -SCORE_INFINITE;
    uint64_t flips = bitboard_flips(own, opp, first);
    if (flips) {
        best = -solve_1(worker, opp ^ flips, -alpha - 1, second);
        if (best > alpha)
            return best;
    }
    flips = bitboard_flips(own, opp, second);
    if (flips) {
        int score = -solve_1(worker, opp ^ flips, -alpha - 1, first);
        return score > best ? score : best;
    }
    if (best > -SCORE_INFINITE)
        return best;
    /* A pass: the other side's two moves, then again nobody's. */
    best = SCORE_INFINITE;
    flips = bitboard_flips(opp, own, first);
    if (flips) {
        best = solve_1(worker, own ^ flips, alpha, second);
        if (best <= alpha)
            return best;
    }
    flips = bitboard_flips(opp, own, second);
    if (flips) {
        int score = solve_1(worker, own ^ flips, alpha, first);
        return score < best ? score : best;
    }
    return best < SCORE_INFINITE ? best : final_score(own, opp);
}
static int solve_3(struct worker *worker, uint64_t own, uint64_t opp, int alpha, uint64_t empties,
                   uint64_t odd, bool passed)
{
    worker->nodes++;
    /* Of three squares one is alone in its quadrant, or all are in one. */
    int x1 = __builtin_ctzll(empties & odd);
    uint64_t rest = empties & ~rev_bit(x1);
    int x2 = __builtin_ctzll(rest);
    int x3 = 63 - __builtin_clzll(rest);
    int best = -SCORE_INFINITE;
    uint64_t flips = bitboard_flips(own, opp, x1);
    if (flips) {
        best = -solve_2(worker, opp ^ flips, own | flips | rev_bit(x1), -alpha - 1, x2, x3);
        if (best > alpha)
            return best;
    }
    flips = bitboard_flips(own, opp, x2);
    if (flips) {
        int score = -solve_2(worker, opp ^ flips, own | flips | rev_bit(x2), -alpha - 1, x1, x3);
        if (score > alpha)
            return score;
        if (score > best)
            best = score;
    }
    flips = bitboard_flips(own, opp, x3);
    if (flips) {
        int score = -solve_2(worker, opp ^ flips, own | flips | rev_bit(x3), -alpha - 1, x1, x2);
        if (score > best)
            best = score;
    }
    if (best > -SCORE_INFINITE)
        return best;
    return passed ? final_score(own, opp)
                  : -solve_3(worker, opp, own, -alpha - 1, empties, odd, true);
}

static int solve_4(struct worker *worker, uint64_t own, uint64_t opp, int alpha, uint64_t empties,
                   uint64_t odd, bool passed)
{
    worker->nodes++;
    int best = -SCORE_INFINITE;
    uint64_t first = empties & odd;
    uint64_t later = empties & ~odd;
    while (first | later) {
        uint64_t group = first ? first : later;
        uint64_t bit = group & -group;
        int square = __builtin_ctzll(group);
        first &= ~bit;
        later &= ~bit;
        uint64_t flips = bitboard_flips(own, opp, square);
        if (!flips)
            continue;
        int score = -solve_3(worker, opp ^ flips, own | flips | bit, -alpha - 1, empties ^ bit,
                             odd ^ quadrant_of(square), false);
        if (score > alpha)
            return score;
        if (score > best)
            best = score;
    }
    if (best > -SCORE_INFINITE)
        return best;
    return passed ? final_score(own, opp)
                  : -solve_4(worker, opp, own, -alpha - 1, empties, odd, true);
}

int endgame_five(struct worker *worker, uint64_t own, uint64_t opp, int alpha, uint64_t moves)
{
    worker->nodes++;
    int best = stability_bound(own, opp, alpha, 5);
    if (best <= alpha)
        return best;
    if (!moves) {
        moves = bitboard_moves(opp, own);
        return moves ? -endgame_five(worker, opp, own, -alpha - 1, moves) : final_score(own, opp);
    }
    uint64_t empties = ~(own | opp);
    uint64_t odd = odd_quadrants(empties);
    uint64_t first = moves & odd;
    uint64_t later = moves & ~odd;
    best = -SCORE_INFINITE;
    while (first | later) {
        uint64_t group = first ? first : later;
        uint64_t bit = group & -group;
        int square = __builtin_ctzll(group);
        first &= ~bit;
        later &= ~bit;
        uint64_t flips = bitboard_flips(own, opp, square);
        int score = -solve_4(worker, opp ^ flips, own | flips | bit, -alpha - 1, empties ^ bit,
                             odd ^ quadrant_of(square), false);
        if (score > alpha)
            return score;
        if (score > best)
            best = score;
    }
    return best;
}

int endgame_few(struct worker *worker, uint64_t own, uint64_t opp, int alpha)
{
    uint64_t empties = ~(own | opp);
    uint64_t odd = odd_quadrants(empties);
    switch (rev_count(empties)) {
    case 0:
        worker->nodes++;
        return final_score(own, opp);
    case 1:
        return solve_1(worker, own, alpha, __builtin_ctzll(empties));
    case 2:
        return solve_2(worker, own, opp, alpha, __builtin_ctzll(empties),
                       63 - __builtin_clzll(empties));
    case 3:
        return solve_3(worker, own, opp, alpha, empties, odd, false);
    case 4:
        return solve_4(worker, own, opp, alpha, empties, odd, false);
    default:
        return endgame_five(worker, own, opp, alpha, bitboard_moves(own, opp));
    }
}
