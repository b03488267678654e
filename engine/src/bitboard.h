/**
 * Flips and mobility as inline functions, for code that asks for them millions of times.
 */
#ifndef REVERSI_BITBOARD_H
#define REVERSI_BITBOARD_H

#include "reversi/board.h"

#include <stdint.h>

/** Squares from which a line can go on to the left and to the right: all but the a and h files. */
#define BITBOARD_INNER_FILES UINT64_C(0x7e7e7e7e7e7e7e7e)

/**
 * Runs of up to six `inner` squares that start next to an `own` square, in one direction and its
 * opposite, and the squares just behind them.
 */
static inline uint64_t bitboard_ends(uint64_t own, uint64_t inner, int step)
{
    uint64_t up = inner & (own << step);
    uint64_t down = inner & (own >> step);
    up |= inner & (up << step);
    down |= inner & (down >> step);
    uint64_t pairs_up = inner & (inner << step);
    uint64_t pairs_down = pairs_up >> step;
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    return up << step | down >> step;
}

/** As rev_moves, on bare sets. */
static inline uint64_t bitboard_moves(uint64_t own, uint64_t opp)
{
    uint64_t inner = opp & BITBOARD_INNER_FILES;
    uint64_t ends = bitboard_ends(own, inner, 1) | bitboard_ends(own, opp, 8) |
                    bitboard_ends(own, inner, 7) | bitboard_ends(own, inner, 9);
    return ends & ~(own | opp);
}

/** Discs that turn along one line, both ways. */
static inline uint64_t bitboard_line_flips(uint64_t own, uint64_t inner, uint64_t move, int step)
{
    uint64_t up = inner & (move << step);
    uint64_t down = inner & (move >> step);
    for (int i = 0; i < 5; i++) {
        up |= inner & (up << step);
        down |= inner & (down >> step);
    }
    uint64_t flips = 0;
    if (own & (up << step))
        flips |= up;
    if (own & (down >> step))
        flips |= down;
    return flips;
}

/** As rev_flips, on bare sets. Requires an empty square in 0..63. */
static inline uint64_t bitboard_flips(uint64_t own, uint64_t opp, int square)
{
    uint64_t move = rev_bit(square);
    uint64_t inner = opp & BITBOARD_INNER_FILES;
    return bitboard_line_flips(own, inner, move, 1) | bitboard_line_flips(own, opp, move, 8) |
           bitboard_line_flips(own, inner, move, 7) | bitboard_line_flips(own, inner, move, 9);
}

#endif
