#include "plain_solver.h"

static int ending(struct rev_board board)
{
    int own = rev_count(board.own);
    int opp = rev_count(board.opp);
    int empties = 64 - own - opp;
    if (own == opp)
        return 0;
    return own - opp + (own > opp ? empties : -empties);
}

static int solve(struct rev_board board, int alpha, int beta)
{
    uint64_t moves = rev_moves(board);
    if (!moves)
        return rev_moves(rev_pass(board)) ? -solve(rev_pass(board), -beta, -alpha) : ending(board);
    for (; moves && alpha < beta; moves &= moves - 1) {
        int square = __builtin_ctzll(moves);
        struct rev_board next = rev_play(board, square, rev_flips(board, square));
        int score = -solve(next, -beta, -alpha);
        if (score > alpha)
            alpha = score;
    }
    return alpha;
}

int plain_solve(struct rev_board board)
{
    return solve(board, -64, 64);
}

int plain_solve_move(struct rev_board board, int square)
{
    return -plain_solve(rev_play(board, square, rev_flips(board, square)));
}
