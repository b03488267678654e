#include "bitboard.h"
#include "feature.h"
#include "kernel.h"
#include "worker.h"

#define STRINGIFY(name) #name
#define NAME_OF(kernel) STRINGIFY(kernel)

static uint64_t moves(struct rev_board board)
{
    return bitboard_moves(board.own, board.opp);
}

static uint64_t flips(struct rev_board board, int square)
{
    if ((board.own | board.opp) & rev_bit(square))
        return 0;
    return bitboard_flips(board.own, board.opp, square);
}

static struct rev_board play(struct rev_board board, int square)
{
    return rev_play(board, square, bitboard_flips(board.own, board.opp, square));
}

/**
 * Two plies on: the last one is counted, not played. A side without a move leads to exactly one
 * position, by its pass or by the end of the game.
 */
static uint64_t perft_two(struct rev_board board, uint64_t legal)
{
    uint64_t leaves = 0;
    for (; legal; legal &= legal - 1) {
        struct rev_board next = play(board, __builtin_ctzll(legal));
        uint64_t replies = bitboard_moves(next.own, next.opp);
        leaves += (uint64_t)rev_count(replies) + (replies == 0);
    }
    return leaves;
}

static uint64_t perft(struct rev_board board, int depth)
{
    if (depth == 0)
        return 1;
    uint64_t legal = moves(board);
    if (legal == 0)
        return moves(rev_pass(board)) ? perft(rev_pass(board), depth - 1) : 1;
    if (depth == 1)
        return (uint64_t)rev_count(legal);
    if (depth == 2)
        return perft_two(board, legal);

    uint64_t leaves = 0;
    for (; legal; legal &= legal - 1)
        leaves += perft(play(board, __builtin_ctzll(legal)), depth - 1);
    return leaves;
}

static void set_features(struct rev_board board, struct features *features)
{
    features_set(features, board.own, board.opp);
}

extern const struct rev_kernel REV_KERNEL_SYMBOL(rev_kernel);

const struct rev_kernel REV_KERNEL_SYMBOL(rev_kernel) = {
    .name = NAME_OF(REV_KERNEL),
    .moves = moves,
    .flips = flips,
    .perft = perft,
    .evaluate = evaluate_board,
    .features_set = set_features,
    .features_move = features_move,
    .features_pass = features_pass,
    .features_evaluate = features_evaluate,
    .search = search_root,
};
