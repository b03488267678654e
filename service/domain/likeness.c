#include "domain/likeness.h"

enum { SYMMETRIES = 8 };

/** Left becomes right. */
static uint64_t mirror(uint64_t squares)
{
    squares = (squares >> 1 & UINT64_C(0x5555555555555555)) |
              (squares & UINT64_C(0x5555555555555555)) << 1;
    squares = (squares >> 2 & UINT64_C(0x3333333333333333)) |
              (squares & UINT64_C(0x3333333333333333)) << 2;
    return (squares >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (squares & UINT64_C(0x0f0f0f0f0f0f0f0f))
                                                               << 4;
}

/** Exchanges the bits of `mask` with those so many places further up. */
static uint64_t exchange(uint64_t squares, int places, uint64_t mask)
{
    uint64_t changed = (squares ^ squares >> places) & mask;
    return squares ^ changed ^ changed << places;
}

/** Columns become rows: halves, quarters and single squares change places across the diagonal. */
static uint64_t transpose(uint64_t squares)
{
    squares = exchange(squares, 28, UINT64_C(0x00000000f0f0f0f0));
    squares = exchange(squares, 14, UINT64_C(0x0000cccc0000cccc));
    return exchange(squares, 7, UINT64_C(0x00aa00aa00aa00aa));
}

bool position_is_like(const struct rev_position *a, const struct rev_position *b)
{
    uint64_t black = a->black, white = a->white;
    for (int i = 0; i < SYMMETRIES; i++) {
        if ((black == b->black && white == b->white) || (black == b->white && white == b->black))
            return true;
        black = i % 2 == 0 ? mirror(black) : transpose(black);
        white = i % 2 == 0 ? mirror(white) : transpose(white);
    }
    return false;
}

static int discs_of(const struct rev_position *position)
{
    return rev_count(position->black | position->white);
}

/** Like one that a move leads to. */
static bool follows(const struct rev_position *position, const struct rev_position *game)
{
    struct rev_board board = rev_position_board(game);
    for (uint64_t moves = rev_moves(board); moves; moves &= moves - 1) {
        int square = __builtin_ctzll(moves);
        struct rev_board next = rev_play(board, square, rev_flips(board, square));
        struct rev_position reached = {next.own, next.opp, REV_BLACK};
        if (position_is_like(position, &reached))
            return true;
    }
    return false;
}

bool position_is_near(const struct rev_position *position, const struct live_position *game)
{
    switch (discs_of(position) - discs_of(&game->now)) {
    case -1:
        return position_is_like(position, &game->before);
    case 0:
        return position_is_like(position, &game->now);
    case 1:
        return follows(position, &game->now);
    default:
        return false;
    }
}
