/* Some plies from the end: fewest answers first, and a small table that stays in the cache. */
#include "bitboard.h"
#include "endgame.h"

#include <limits.h>

/* What makes a move promising, as long as only mobility is looked at. */
enum {
    ORDER_ANSWER_ONE = -32,    /* each answer that it leaves */
    ORDER_ANSWER_CORNER = -32, /* and again where that is a corner */
    ORDER_OPEN_SQUARE = -2,    /* each empty square next to the mover's discs */
    ORDER_ODD_QUADRANT = 16,
    ORDER_CORNER = 24
};

/** A set and all neighbours of its squares. */
static uint64_t with_neighbours(uint64_t set)
{
    set |= (set & UINT64_C(0x7f7f7f7f7f7f7f7f)) << 1 | (set & UINT64_C(0xfefefefefefefefe)) >> 1;
    return set | set << 8 | set >> 8;
}

/**
 * How promising a move looks without an evaluation: above all it leaves few answers.
 *
 * @param own, opp  the position after it, seen from the side that moves next
 * @param odd       odd_quadrants of the empty squares before it
 */
static int order_by_mobility(uint64_t own, uint64_t opp, uint64_t answers, int square, uint64_t odd)
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

struct child {
    uint64_t own; /* seen from the side that moves next */
    uint64_t opp;
    uint64_t answers;
    int square;
};

enum { CHILDREN_MAX = 16 };

struct children {
    int count;
    struct child children[SHALLOW_EMPTIES];
    int order[SHALLOW_EMPTIES]; /* times CHILDREN_MAX, the index below it: higher goes first */
};

static void fill(struct children *list, uint64_t own, uint64_t opp, uint64_t legal, int hash_move)
{
    uint64_t odd = odd_quadrants(~(own | opp));
    int count = 0;
    for (; legal; legal &= legal - 1) {
        struct child *child = &list->children[count];
        int square = __builtin_ctzll(legal);
        uint64_t flips = bitboard_flips(own, opp, square);
        child->square = square;
        child->own = opp ^ flips;
        child->opp = own | flips | rev_bit(square);
        child->answers = bitboard_moves(child->own, child->opp);
        int order = order_by_mobility(child->own, child->opp, child->answers, square, odd);
        if (square == hash_move)
            order = SCORE_INFINITE;
        list->order[count] = order * CHILDREN_MAX + (CHILDREN_MAX - 1 - count);
        count++;
    }
    list->count = count;
}

/** The most promising child not picked before. */
static inline const struct child *pick(struct children *list)
{
    int best = list->order[0];
    for (int i = 1; i < list->count; i++)
        best = list->order[i] > best ? list->order[i] : best;
    int index = CHILDREN_MAX - 1 - (best & (CHILDREN_MAX - 1));
    list->order[index] = INT_MIN;
    return &list->children[index];
}

int endgame_shallow(struct worker *worker, uint64_t own, uint64_t opp, int alpha, uint64_t legal)
{
    int empties = 64 - rev_count(own | opp);
    worker->nodes++;
    if (worker_stopped(worker))
        return 0;
    int best = stability_bound(own, opp, alpha, empties);
    if (best <= alpha)
        return best;
    if (!legal) {
        legal = bitboard_moves(opp, own);
        return legal ? -endgame_shallow(worker, opp, own, -alpha - 1, legal)
                     : final_score(own, opp);
    }
    uint64_t key = table_shallow_key(own, opp);
    uint64_t tag = table_tag(worker->table, key);
    struct table_shallow_entry *entry = table_shallow(worker->table, key);
    int hash_move = REV_NO_SQUARE;
    if (entry->tag == tag) {
        if (entry->lower > alpha)
            return entry->lower;
        if (entry->upper <= alpha)
            return entry->upper;
        hash_move = entry->move;
    }
    struct children list;
    fill(&list, own, opp, legal, hash_move);
    best = -SCORE_INFINITE;
    int best_square = REV_NO_SQUARE;
    for (int i = 0; i < list.count && best <= alpha; i++) {
        const struct child *child = pick(&list);
        int score =
            empties == FEW_EMPTIES + 1
                ? -endgame_five(worker, child->own, child->opp, -alpha - 1, child->answers)
                : -endgame_shallow(worker, child->own, child->opp, -alpha - 1, child->answers);
        if (score > best) {
            best = score;
            best_square = child->square;
        }
    }
    if (worker->stopped)
        return 0;
    table_shallow_store(entry, tag, alpha, best, best_square);
    return best;
}
