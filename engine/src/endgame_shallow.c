/* Some plies from the end: fewest answers first, and a small table that stays in the cache. */
#include "bitboard.h"
#include "endgame.h"

#include <limits.h>

/* What makes a move promising, as long as only mobility is looked at. */
enum {
    ORDER_ANSWER_ONE = -40,    /* each answer that it leaves */
    ORDER_ANSWER_CORNER = -32, /* and again where that is a corner */
    ORDER_OPEN_SQUARE = -2,    /* each empty square next to the mover's discs */
    ORDER_ODD_QUADRANT = 16,
    ORDER_SAFE_DISC =
        10 /* each corner of the mover's, and each disc of his on an edge next to one */
};

/** A set and all neighbours of its squares. */
static uint64_t with_neighbours(uint64_t set)
{
    set |= (set & UINT64_C(0x7f7f7f7f7f7f7f7f)) << 1 | (set & UINT64_C(0xfefefefefefefefe)) >> 1;
    return set | set << 8 | set >> 8;
}

/** Discs of a set on its corners, and on the edges next to those. */
static uint64_t safe_at_corners(uint64_t set)
{
    uint64_t corners = set & CORNERS;
    return set & (corners | (corners & UINT64_C(0x0100000000000001)) << 1 |
                  (corners & UINT64_C(0x8000000000000080)) >> 1 | corners << 8 | corners >> 8);
}

/**
 * How promising a move looks without an evaluation: above all it leaves few answers.
 *
 * @param own, opp  the position after it, seen from the side that moves next
 * @param odd       odd_quadrants of the empty squares before it
 */
static int order_by_mobility(uint64_t own, uint64_t opp, uint64_t answers, int square, uint64_t odd)
{
    int order = ORDER_ANSWER_ONE * rev_count(answers) +
                ORDER_ANSWER_CORNER * rev_count(answers & CORNERS) +
                ORDER_OPEN_SQUARE * rev_count(with_neighbours(opp) & ~(own | opp)) +
                ORDER_SAFE_DISC * rev_count(safe_at_corners(opp));
    if (rev_bit(square) & odd)
        order += ORDER_ODD_QUADRANT;
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

/** The moves, without answers and order. True: the small table already settles one above alpha. */
static bool fill(const struct worker *worker, struct children *list, uint64_t own, uint64_t opp,
                 uint64_t legal, int alpha, int *score)
{
    bool remembered = rev_count(own | opp) < 64 - (FEW_EMPTIES + 1);
    int count = 0;
    for (; legal; legal &= legal - 1) {
        struct child *child = &list->children[count++];
        int square = __builtin_ctzll(legal);
        uint64_t flips = bitboard_flips(own, opp, square);
        child->square = square;
        child->own = opp ^ flips;
        child->opp = own | flips | rev_bit(square);
        if (remembered && cut_by_shallow_child(worker, child->own, child->opp, alpha, score))
            return true;
    }
    list->count = count;
    return false;
}

static void order_children(struct children *list, uint64_t odd, int hash_move)
{
    for (int i = 0; i < list->count; i++) {
        struct child *child = &list->children[i];
        child->answers = bitboard_moves(child->own, child->opp);
        int order = order_by_mobility(child->own, child->opp, child->answers, child->square, odd);
        if (child->square == hash_move)
            order = SCORE_INFINITE;
        list->order[i] = order * CHILDREN_MAX + (CHILDREN_MAX - 1 - i);
    }
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
    uint64_t key = table_key(own, opp);
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
    if (fill(worker, &list, own, opp, legal, alpha, &best))
        return best;
    order_children(&list, odd_quadrants(~(own | opp)), hash_move);
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
