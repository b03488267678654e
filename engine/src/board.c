#include "reversi/board.h"

#include "bitboard.h"

uint64_t rev_moves(struct rev_board board)
{
    return bitboard_moves(board.own, board.opp);
}

uint64_t rev_flips(struct rev_board board, int square)
{
    if ((board.own | board.opp) & rev_bit(square))
        return 0;
    return bitboard_flips(board.own, board.opp, square);
}

struct rev_board rev_board_start(void)
{
    enum { D4 = 27, E4 = 28, D5 = 35, E5 = 36 };
    return (struct rev_board){.own = rev_bit(E4) | rev_bit(D5), .opp = rev_bit(D4) | rev_bit(E5)};
}

uint64_t rev_perft(struct rev_board board, int depth)
{
    if (depth == 0)
        return 1;
    uint64_t moves = bitboard_moves(board.own, board.opp);
    if (moves == 0) {
        struct rev_board passed = rev_pass(board);
        return bitboard_moves(passed.own, passed.opp) ? rev_perft(passed, depth - 1) : 1;
    }
    if (depth == 1)
        return (uint64_t)rev_count(moves);

    uint64_t leaves = 0;
    for (; moves; moves &= moves - 1) {
        int square = __builtin_ctzll(moves);
        uint64_t flips = bitboard_flips(board.own, board.opp, square);
        leaves += rev_perft(rev_play(board, square, flips), depth - 1);
    }
    return leaves;
}

const char *rev_board_kernel(void)
{
    return "portable";
}
