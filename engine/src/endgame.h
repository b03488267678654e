/**
 * What the files of the endgame solver share. All values are discs, empty squares to the winner;
 * all windows are null windows alpha..alpha+1.
 */
#ifndef REVERSI_ENDGAME_H
#define REVERSI_ENDGAME_H

#include "bitboard.h"
#include "parity.h"
#include "stability.h"
#include "worker.h"

/* The functions of this header exist once a kernel. */
#define endgame_level REV_KERNEL_SYMBOL(endgame_level)
#define endgame_few REV_KERNEL_SYMBOL(endgame_few)
#define endgame_shallow REV_KERNEL_SYMBOL(endgame_shallow)

enum {
    FEW_EMPTIES = 5,     /* up to so many: parity orders the moves, nothing is remembered */
    SHALLOW_EMPTIES = 10 /* up to so many: the small table remembers */
};

/* What makes a move promising, as long as only mobility is looked at. */
enum {
    ORDER_ANSWER_ONE = -32,    /* each answer that it leaves */
    ORDER_ANSWER_CORNER = -32, /* and again where that is a corner */
    ORDER_OPEN_SQUARE = -2,    /* each empty square next to the mover's discs */
    ORDER_ODD_QUADRANT = 16,
    ORDER_CORNER = 24
};

/** A set and all neighbours of its squares. */
static inline uint64_t with_neighbours(uint64_t set)
{
    set |= (set & UINT64_C(0x7f7f7f7f7f7f7f7f)) << 1 | (set & UINT64_C(0xfefefefefefefefe)) >> 1;
    return set | set << 8 | set >> 8;
}

/** An upper bound from the discs that the other side keeps; SCORE_INFINITE: not worth asking. */
static inline int stability_bound(uint64_t own, uint64_t opp, int alpha, int empties)
{
    if (alpha < 2 * empties - 2)
        return SCORE_INFINITE;
    return 64 - 2 * rev_count(stable_discs(opp, own));
}

/**
 * How promising a move looks without an evaluation: above all it leaves few answers.
 *
 * @param own, opp  the position after it, seen from the side that moves next
 * @param odd       odd_quadrants of the empty squares before it
 */
static inline int order_by_mobility(uint64_t own, uint64_t opp, uint64_t answers, int square,
                                    uint64_t odd)
{
    uint64_t bit = rev_bit(square);
    int order = ORDER_ANSWER_ONE * rev_count(answers) +
                ORDER_ANSWER_CORNER * rev_count(answers & CORNERS) +
                ORDER_OPEN_SQUARE * rev_count(with_neighbours(opp) & ~(own | opp));
    if (bit & odd)
        order += ORDER_ODD_QUADRANT;
    if (bit & CORNERS)
        order += ORDER_CORNER;
    return order;
}

/** How sure a search to the end is that does not prove its value. */
struct endgame_level {
    int percent;    /* as it is stated */
    int deviations; /* hundredths of a standard deviation that a shallow search must be off */
};

/**
 * @param end_depth  TABLE_DEPTH_END..TABLE_DEPTH_EXACT - 1
 */
const struct endgame_level *endgame_level(int end_depth);

/** Up to FEW_EMPTIES empty squares. */
int endgame_few(struct worker *worker, uint64_t own, uint64_t opp, int alpha);

/**
 * Up to SHALLOW_EMPTIES empty squares.
 *
 * @param legal  the mover's moves
 */
int endgame_shallow(struct worker *worker, uint64_t own, uint64_t opp, int alpha, uint64_t legal);

#endif
