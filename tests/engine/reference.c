#include "reference.h"

enum disc { NONE, OWN, OPP, OUTSIDE };

static enum disc disc_at(struct rev_board board, int column, int row)
{
    if (column < 0 || column > 7 || row < 0 || row > 7)
        return OUTSIDE;
    uint64_t bit = rev_bit(row * 8 + column);
    return board.own & bit ? OWN : board.opp & bit ? OPP : NONE;
}

static uint64_t flips_in_direction(struct rev_board board, int square, int right, int down)
{
    uint64_t flips = 0;
    int column = square % 8 + right;
    int row = square / 8 + down;
    while (disc_at(board, column, row) == OPP) {
        flips |= rev_bit(row * 8 + column);
        column += right;
        row += down;
    }
    return disc_at(board, column, row) == OWN ? flips : 0;
}

uint64_t reference_flips(struct rev_board board, int square)
{
    if (disc_at(board, square % 8, square / 8) != NONE)
        return 0;
    uint64_t flips = 0;
    for (int down = -1; down <= 1; down++) {
        for (int right = -1; right <= 1; right++) {
            if (down != 0 || right != 0)
                flips |= flips_in_direction(board, square, right, down);
        }
    }
    return flips;
}

uint64_t reference_moves(struct rev_board board)
{
    uint64_t moves = 0;
    for (int square = 0; square < 64; square++) {
        if (reference_flips(board, square))
            moves |= rev_bit(square);
    }
    return moves;
}
