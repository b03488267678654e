/**
 * The board as two sets of squares, and what a move does to it.
 *
 * A set is a 64-bit word: bit 0 is a1 (top left), bit 7 is h1, bit 63 is h8 (bottom right). A board
 * is always seen from the side to move, so one function serves both colours.
 */
#ifndef REVERSI_BOARD_H
#define REVERSI_BOARD_H

#include <stdbool.h>
#include <stdint.h>

/** A position seen from the mover. Invariant: (own & opp) == 0. */
struct rev_board {
    uint64_t own; /* discs of the side to move */
    uint64_t opp; /* discs of the other side */
};

/** Squares are 0..63 in reading order from a1; this is none of them. */
enum { REV_NO_SQUARE = 64 };

/** A set that holds one square. Requires square in 0..63. */
static inline uint64_t rev_bit(int square)
{
    return UINT64_C(1) << square;
}

/** How many squares a set holds. */
static inline int rev_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/**
 * Squares on which the mover flanks at least one disc.
 *
 * @return  the set of legal moves; 0: the mover has to pass or the game is over
 *
 * Errors: none.  Owns: nothing.  Threads: any.  Cost: some tens of instructions.
 */
uint64_t rev_moves(struct rev_board board);

/**
 * Discs that turn when the mover plays on a square.
 *
 * @param square  0..63; an occupied one gives 0
 * @return        the turned discs; 0: the move is illegal
 *
 * Errors: none.  Owns: nothing.  Threads: any.  Cost: eight directions, at most six discs each.
 * Source: the flanking rule; held by the perft figures in tests/golden.
 */
uint64_t rev_flips(struct rev_board board, int square);

/**
 * The position after a move, seen from the side that moves next.
 *
 * @param flips  what rev_flips gave for this square
 */
static inline struct rev_board rev_play(struct rev_board board, int square, uint64_t flips)
{
    struct rev_board next = {board.opp & ~flips, board.own | flips | rev_bit(square)};
    return next;
}

/** The same position seen from the other side: what a pass does. */
static inline struct rev_board rev_pass(struct rev_board board)
{
    struct rev_board next = {board.opp, board.own};
    return next;
}

/** The standard start seen from black, who moves first: white d4 e5, black d5 e4. */
struct rev_board rev_board_start(void);

/**
 * How many sequences of exactly `depth` plies lead on from a position. A forced pass is a ply; a
 * finished game counts once at every later depth (the usual convention of Reversi perft tables).
 *
 * @param depth  0 or more; 0 gives 1
 *
 * Cost: grows about eightfold a ply; 11 from the start counts 212,258,800.
 */
uint64_t rev_perft(struct rev_board board, int depth);

/** Which code runs for flips and mobility on this machine: "avx512", "avx2" or "portable". */
const char *rev_board_kernel(void);

#endif
