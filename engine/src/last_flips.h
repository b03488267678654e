/**
 * How many discs turn when the last empty square is filled: counted from tables, without the set.
 */
#ifndef REVERSI_LAST_FLIPS_H
#define REVERSI_LAST_FLIPS_H

#include <stdint.h>

/**
 * For a line of eight squares, the place 0..7 of its only empty square, and the set of the mover's
 * discs on it: twice the discs that turn. All other squares are the opponent's; those beyond the
 * ends of a shorter line count as such, which turns nothing more.
 */
extern const uint8_t rev_last_flips[8][256];

/** The two diagonals through a square: rising to the right as rows fall (a8-h1), then the other. */
extern const uint64_t rev_diagonals[64][2];

/**
 * Twice the number of discs that turn when `own` plays on the only empty square of the board.
 * 0: it has no move there.
 */
static inline int last_flips_twice(uint64_t own, int square)
{
    const uint64_t a_file = UINT64_C(0x0101010101010101);
    const uint64_t file_to_row = UINT64_C(0x0102040810204080);
    const uint8_t *in_row = rev_last_flips[square & 7];
    const uint8_t *in_file = rev_last_flips[square >> 3];
    return in_row[own >> (square & 56) & 0xff] +
           in_file[((own >> (square & 7)) & a_file) * file_to_row >> 56] +
           in_row[(own & rev_diagonals[square][0]) * a_file >> 56] +
           in_row[(own & rev_diagonals[square][1]) * a_file >> 56];
}

#endif
