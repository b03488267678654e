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
#define endgame_five REV_KERNEL_SYMBOL(endgame_five)
#define endgame_shallow REV_KERNEL_SYMBOL(endgame_shallow)

enum {
    FEW_EMPTIES = 5,     /* up to so many: parity orders the moves, nothing is remembered */
    SHALLOW_EMPTIES = 11 /* up to so many: the small table remembers */
};

/** An upper bound from the discs that the other side keeps; SCORE_INFINITE: not worth asking. */
static inline int stability_bound(uint64_t own, uint64_t opp, int alpha, int empties)
{
    if (alpha < 2 * empties - 2)
        return SCORE_INFINITE;
    return 64 - 2 * rev_count(stable_discs(opp, own));
}

/**
 * True: the small table shows that a move's value is above alpha.
 *
 * @param own, opp  the position after it, seen from the side that moves next
 * @param score     that value or a lower bound of it
 */
static inline bool cut_by_shallow_child(const struct worker *worker, uint64_t own, uint64_t opp,
                                        int alpha, int *score)
{
    uint64_t key = table_key(own, opp);
    const struct table_shallow_entry *entry = table_shallow(worker->table, key);
    if (entry->tag != table_tag(worker->table, key) || -entry->upper <= alpha)
        return false;
    *score = -entry->upper;
    return true;
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
 * Five empty squares.
 *
 * @param legal  the mover's moves
 */
int endgame_five(struct worker *worker, uint64_t own, uint64_t opp, int alpha, uint64_t legal);

/**
 * From FEW_EMPTIES + 1 to SHALLOW_EMPTIES empty squares.
 *
 * @param legal  the mover's moves
 */
int endgame_shallow(struct worker *worker, uint64_t own, uint64_t opp, int alpha, uint64_t legal);

#endif
