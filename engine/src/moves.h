/**
 * The moves of one node, with what orders them.
 */
#ifndef REVERSI_MOVES_H
#define REVERSI_MOVES_H

#include "bitboard.h"
#include "worker.h"

struct move {
    uint64_t own; /* the position after the move, seen from the side that moves next */
    uint64_t opp;
    uint64_t key;     /* of that position; only where the table is used */
    uint64_t answers; /* the next side's legal moves; filled in by whoever orders */
    int sum;          /* features_sum of the position; only in the midgame */
    int square;
    int order; /* higher is searched first */
};

struct move_list {
    int count;
    struct move moves[REV_ROOT_MOVES_MAX];
};

/** Fills a list from the set of legal moves; `order` and `key` are left open. */
static inline void move_list_fill(struct move_list *list, uint64_t own, uint64_t opp,
                                  uint64_t legal)
{
    list->count = 0;
    for (; legal; legal &= legal - 1) {
        struct move *move = &list->moves[list->count++];
        move->square = __builtin_ctzll(legal);
        uint64_t flips = bitboard_flips(own, opp, move->square);
        move->own = opp ^ flips;
        move->opp = own | flips | rev_bit(move->square);
    }
}

/** Brings the best move of those from `from` on to `from`; equals keep the lower square first. */
static inline struct move *move_list_pick(struct move_list *list, int from)
{
    int best = from;
    for (int i = from + 1; i < list->count; i++) {
        if (list->moves[i].order > list->moves[best].order)
            best = i;
    }
    struct move picked = list->moves[best];
    list->moves[best] = list->moves[from];
    list->moves[from] = picked;
    return &list->moves[from];
}

#endif
