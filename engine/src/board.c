#include "reversi/board.h"

#include "kernel.h"

uint64_t rev_moves(struct rev_board board)
{
    return rev_kernel()->moves(board);
}

uint64_t rev_flips(struct rev_board board, int square)
{
    return rev_kernel()->flips(board, square);
}

uint64_t rev_perft(struct rev_board board, int depth)
{
    return rev_kernel()->perft(board, depth);
}

const char *rev_board_kernel(void)
{
    return rev_kernel()->name;
}

struct rev_board rev_board_start(void)
{
    enum { D4 = 27, E4 = 28, D5 = 35, E5 = 36 };
    return (struct rev_board){.own = rev_bit(E4) | rev_bit(D5), .opp = rev_bit(D4) | rev_bit(E5)};
}
