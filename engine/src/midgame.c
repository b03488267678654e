/* The search that ends in evaluations: scores are hundredths of a disc. */
#include "bitboard.h"
#include "feature.h"
#include "moves.h"
#include "worker.h"

#include <limits.h>

enum {
    EVALUATED_ORDER_DEPTH_MIN = 3, /* moves are ordered by their sums of weights, */
    VALUED_ORDER_DEPTH_MIN = 5,    /* from here on by their values */
    PROBED_DEPTH_MIN = 2,
    TRANSPOSED_DEPTH_MIN = 4,
    LATE_DEPTH_MIN = 5, /* moves late in the order are first searched so many plies less deep: */
    LATE_PLIES = 2,
    LATE_FROM = 3,           /* those that come after so many */
    REMEMBERED_DEPTH_MIN = 2 /* from here on the table is used */
};

/* Hundredths by which the quadrants hardly ever change a value; their deviation is about 250. */
enum { QUADRANTS_MARGIN = 500 };

/* What the static value must clear to stand for a search, in percent of a probe's margin. */
enum { STATIC_MARGIN_PERCENT = 140 };

enum { VALUE_UNKNOWN = SCORE_INFINITE };

/** A position, and what is known of it before it is searched. */
struct node {
    uint64_t own;
    uint64_t opp;
    uint64_t legal; /* the mover's moves */
    uint64_t key;   /* only where the table is used */
    int sum;        /* static, without quadrants; VALUE_UNKNOWN: not looked at yet */
    int value;      /* with them, likewise */
    struct features features;
};

/** In the unit of midgame_null_window. */
static int search(struct worker *worker, struct node *node, int depth, int alpha);

/** The sums of weights, from low to high, to which the quadrants are added. */
struct span {
    int low;
    int high;
};

static const struct span everywhere = {INT_MIN, INT_MAX};
static const struct span nowhere = {INT_MAX, INT_MIN};

/**
 * Where a value matters only by the side of alpha on which it lies: farther away the quadrants
 * would hardly change it, and only full confidence asks for them. It depends on nothing else, so
 * that no answer depends on what is remembered.
 */
static inline struct span span_around(const struct worker *worker, int alpha)
{
    if (!worker->probe_margin)
        return everywhere;
    return (struct span){alpha - QUADRANTS_MARGIN, alpha + QUADRANTS_MARGIN};
}

static inline bool is_within(struct span span, int sum)
{
    return span.low <= sum && sum <= span.high;
}

/** The static value as the side of alpha needs it. */
static int node_value(const struct worker *worker, struct node *node, int alpha)
{
    int discs = rev_count(node->own | node->opp);
    if (node->sum == VALUE_UNKNOWN)
        node->sum = features_sum(&node->features, discs);
    if (!is_within(span_around(worker, alpha), node->sum))
        return features_within(node->sum);
    if (node->value == VALUE_UNKNOWN) {
        struct table_value *remembered = table_value(worker->table, node->key);
        if (remembered->key != node->key || remembered->value == VALUE_UNKNOWN) {
            int quadrants = features_quadrants(&node->features, discs);
            *remembered =
                (struct table_value){node->key, node->sum, features_within(node->sum + quadrants)};
        }
        node->value = remembered->value;
    }
    return node->value;
}

static void order_cheaply(struct move_list *list)
{
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        uint64_t bit = rev_bit(move->square);
        move->answers = bitboard_moves(move->own, move->opp);
        move->sum = VALUE_UNKNOWN;
        move->order = -40 * (rev_count(move->answers) + rev_count(move->answers & CORNERS));
        if (bit & CORNERS)
            move->order += 200;
        if (bit & X_SQUARES)
            move->order -= 100;
    }
}

/**
 * Makes what is not remembered of the position after a move: the sum, and the value where the sum
 * lies within the span.
 */
static inline const struct table_value *evaluate_after(const struct worker *worker,
                                                       const struct features *before,
                                                       const struct move *move, uint64_t flips,
                                                       struct span span)
{
    int discs = rev_count(move->own | move->opp);
    struct table_value *remembered = table_value(worker->table, move->key);
    struct features after;
    bool known = remembered->key == move->key;
    if (!known) {
        features_move(before, move->square, flips, &after);
        *remembered = (struct table_value){move->key, features_sum(&after, discs), VALUE_UNKNOWN};
    }
    if (is_within(span, remembered->sum) && remembered->value == VALUE_UNKNOWN) {
        if (known)
            features_move(before, move->square, flips, &after);
        remembered->value = features_within(remembered->sum + features_quadrants(&after, discs));
    }
    return remembered;
}

/** A move of the last ply. */
struct leaf {
    struct move move;
    uint64_t flips;
};

static inline void leaf_init(struct leaf *leaf, const struct worker *worker,
                             const struct node *node, int square)
{
    leaf->flips = bitboard_flips(node->own, node->opp, square);
    leaf->move.square = square;
    leaf->move.own = node->opp ^ leaf->flips;
    leaf->move.opp = node->own | leaf->flips | rev_bit(square);
    leaf->move.key = table_key(leaf->move.own, leaf->move.opp);
    table_prefetch_value(worker->table, leaf->move.key);
}

/** The static value of the position after the move, as node_value has it. */
static inline int leaf_value(const struct worker *worker, const struct features *before,
                             const struct leaf *leaf, struct span span)
{
    if (!leaf->move.own)
        return -REV_SCORE_MAX * HUNDREDTHS;
    const struct table_value *known =
        evaluate_after(worker, before, &leaf->move, leaf->flips, span);
    return is_within(span, known->sum) ? known->value : features_within(known->sum);
}

/** One ply before the horizon: order does not pay. */
static int search_last_ply(struct worker *worker, const struct node *node, int alpha)
{
    struct span span = span_around(worker, -alpha);
    int best = -SCORE_INFINITE;
    uint64_t legal = node->legal;
    struct leaf next;
    leaf_init(&next, worker, node, __builtin_ctzll(legal));
    while (legal && best <= alpha) {
        struct leaf leaf = next;
        legal &= legal - 1;
        if (legal) /* its value is on its way while this one is made */
            leaf_init(&next, worker, node, __builtin_ctzll(legal));
        worker->nodes++;
        int score = -leaf_value(worker, &node->features, &leaf, span);
        if (score > best)
            best = score;
    }
    return best;
}

/** What a move has turned, of the discs that the other side had before it. */
static uint64_t flips_of(const struct move *move, uint64_t opp)
{
    return opp & ~move->own;
}

static void order_by_evaluation(struct worker *worker, struct move_list *list,
                                const struct node *node, bool by_value)
{
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        table_prefetch_value(worker->table, move->key);
        move->answers = bitboard_moves(move->own, move->opp);
    }
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        worker->nodes++;
        move->sum = -REV_SCORE_MAX * HUNDREDTHS;
        int value = move->sum;
        if (move->own) {
            const struct table_value *known =
                evaluate_after(worker, &node->features, move, flips_of(move, node->opp),
                               by_value ? everywhere : nowhere);
            move->sum = known->sum;
            value = by_value ? known->value : known->sum;
        }
        move->order = -value - 220 * rev_count(move->answers);
    }
}

/** Fills in the order, and what else is known of the positions that the moves lead to. */
static void order_moves(struct worker *worker, struct move_list *list, const struct node *node,
                        int depth, int hash_move)
{
    if (depth >= EVALUATED_ORDER_DEPTH_MIN && list->count > 1)
        order_by_evaluation(worker, list, node, depth >= VALUED_ORDER_DEPTH_MIN);
    else
        order_cheaply(list);
    for (int i = 0; i < list->count; i++) {
        if (list->moves[i].square == hash_move)
            list->moves[i].order = SCORE_INFINITE;
    }
}

/** True: the table settles the node; otherwise it may name a move. */
static bool probe(const struct worker *worker, uint64_t key, int depth, int alpha, int *score,
                  int *hash_move)
{
    const struct table_entry *entry = table_find(worker->table, key);
    if (!entry)
        return false;
    *hash_move = entry->moves[0];
    if (entry->depth < depth)
        return false;
    int unit = entry->depth >= TABLE_DEPTH_END ? HUNDREDTHS : 1;
    if (entry->lower * unit > alpha) {
        *score = entry->lower * unit;
        return true;
    }
    if (entry->upper * unit <= alpha) {
        *score = entry->upper * unit;
        return true;
    }
    return false;
}

/**
 * How far, one standard deviation in hundredths, a search of `depth` plies lies from one of `probe`
 * plies of the same parity: base(empties) * (depth - probe)^0.255 * e^(-0.062 probe), fitted by
 * `reversi probe-error` to positions of the engine's own games; where they have none, the base of
 * the neighbouring numbers of empties.
 */
static int probe_error(int depth, int probe, int empties)
{
    static const uint16_t bases[] = {346, 346, 292, 236, 214, 167, 136, 136}; /* by empties / 8 */
    static const uint16_t spans[] = {0,   100, 119, 132, 142, 151, 158, 164, 170, 175, 180, 184,
                                     188, 192, 196, 199, 203, 206, 209, 212, 215, 217, 220, 222,
                                     225, 227, 230, 232, 234, 236, 238, 240, 242}; /* percent */
    static const uint16_t depths[] = {100, 94, 88, 83, 78, 73, 69, 65, 61, 57, 54,
                                      51,  48, 45, 42, 39, 37, 35, 33, 31, 29, 27,
                                      26,  24, 23, 21, 20, 19, 18, 17, 16, 15, 14}; /* percent */
    int last = sizeof spans / sizeof spans[0] - 1;
    int span = depth - probe < last ? depth - probe : last;
    return bases[empties / 8] * spans[span] / 100 * depths[probe < last ? probe : last] / 100;
}

/**
 * ProbCut: true where a search of about half the depth makes it likely enough that one of `depth`
 * plies would fall outside the window, on the side where the static value already lies.
 */
static bool cut_by_probe(struct worker *worker, struct node *node, int depth, int alpha, int *score)
{
    int probe = (depth / 2 & ~1) | (depth & 1); /* even and odd depths lean to different sides */
    if (probe >= depth)
        probe -= 2;
    int empties = 64 - rev_count(node->own | node->opp);
    int margin = probe_error(depth, probe, empties) * worker->probe_margin / 100;
    if (probe == 0)
        margin = margin * STATIC_MARGIN_PERCENT / 100;
    bool high = node_value(worker, node, alpha) > alpha;
    int bound = high ? alpha + margin : alpha - margin;
    if (bound >= REV_SCORE_MAX * HUNDREDTHS || bound <= -REV_SCORE_MAX * HUNDREDTHS)
        return false;
    int probed = probe == 0 ? node_value(worker, node, bound) : search(worker, node, probe, bound);
    *score = high ? alpha + 1 : alpha;
    return !worker->stopped && (high ? probed > bound : probed <= bound);
}

/** Keys of the moves, whose entries will be wanted soon. */
static void announce_moves(const struct worker *worker, struct move_list *list)
{
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        move->key = table_key(move->own, move->opp);
        table_prefetch(worker->table, move->key);
    }
}

/** True where the table knows a move that fails high. */
static bool cut_by_transposition(const struct worker *worker, const struct move_list *list,
                                 int depth, int alpha, int *score)
{
    for (int i = 0; i < list->count; i++) {
        int after, ignored;
        if (probe(worker, list->moves[i].key, depth - 1, -alpha - 1, &after, &ignored) &&
            -after > alpha) {
            *score = -after;
            return true;
        }
    }
    return false;
}

/** The value of a move for the side that makes it. */
static int search_move(struct worker *worker, const struct node *node, const struct move *move,
                       int depth, int alpha)
{
    struct node after;
    after.own = move->own;
    after.opp = move->opp;
    after.legal = move->answers;
    after.key = move->key;
    after.sum = move->sum;
    after.value = VALUE_UNKNOWN;
    features_move(&node->features, move->square, flips_of(move, node->opp), &after.features);
    return -search(worker, &after, depth - 1, -alpha - 1);
}

/**
 * The same for a move that comes late in the order, which is likely to fail low: only where it does
 * not in a shallower search is it searched as deep as the others.
 */
static int search_late_move(struct worker *worker, const struct node *node, const struct move *move,
                            int depth, int alpha)
{
    int score = search_move(worker, node, move, depth - LATE_PLIES, alpha);
    if (score <= alpha || worker->stopped)
        return score;
    return search_move(worker, node, move, depth, alpha);
}

/** Tries the moves of a list one after the other, and notes in the table what came out. */
static int search_moves(struct worker *worker, const struct node *node, struct move_list *list,
                        int depth, int alpha)
{
    uint64_t nodes_before = worker->nodes;
    bool reduces = depth >= LATE_DEPTH_MIN && worker->probe_margin;
    int best = -SCORE_INFINITE;
    int best_square = REV_NO_SQUARE;
    for (int i = 0; i < list->count && best <= alpha; i++) {
        const struct move *move = move_list_pick(list, i);
        int score = reduces && i >= LATE_FROM ? search_late_move(worker, node, move, depth, alpha)
                                              : search_move(worker, node, move, depth, alpha);
        if (worker->stopped)
            return 0;
        if (score > best) {
            best = score;
            best_square = move->square;
        }
    }
    table_store(worker->table, node->key,
                &(struct table_finding){.depth = depth,
                                        .alpha = alpha,
                                        .beta = alpha + 1,
                                        .score = best,
                                        .move = best_square,
                                        .nodes = worker->nodes - nodes_before});
    return best;
}

/** The side to move has no move. */
static int search_pass(struct worker *worker, const struct node *node, int depth, int alpha)
{
    struct node passed = {.own = node->opp,
                          .opp = node->own,
                          .legal = bitboard_moves(node->opp, node->own),
                          .sum = VALUE_UNKNOWN,
                          .value = VALUE_UNKNOWN};
    if (!passed.legal)
        return final_score(node->own, node->opp) * HUNDREDTHS;
    passed.key = table_key(passed.own, passed.opp);
    features_pass(&node->features, &passed.features);
    return -search(worker, &passed, depth, -alpha - 1);
}

static int search(struct worker *worker, struct node *node, int depth, int alpha)
{
    worker->nodes++;
    if (depth == 0)
        return node_value(worker, node, alpha);
    if (worker_stopped(worker))
        return 0;
    if (!node->legal)
        return search_pass(worker, node, depth, alpha);
    if (depth < REMEMBERED_DEPTH_MIN)
        return search_last_ply(worker, node, alpha);

    int hash_move = REV_NO_SQUARE;
    int best;
    if (probe(worker, node->key, depth, alpha, &best, &hash_move))
        return best;
    if (depth >= PROBED_DEPTH_MIN && worker->probe_margin &&
        cut_by_probe(worker, node, depth, alpha, &best))
        return best;
    if (worker->stopped)
        return 0;

    struct move_list list;
    move_list_fill(&list, node->own, node->opp, node->legal);
    if (depth > REMEMBERED_DEPTH_MIN)
        announce_moves(worker, &list);
    if (depth >= TRANSPOSED_DEPTH_MIN && cut_by_transposition(worker, &list, depth, alpha, &best))
        return best;
    order_moves(worker, &list, node, depth, hash_move);
    return search_moves(worker, node, &list, depth, alpha);
}

int midgame_null_window(struct worker *worker, uint64_t own, uint64_t opp, int depth, int alpha)
{
    if (depth == 0)
        return evaluate_board(own, opp);
    struct node node = {.own = own,
                        .opp = opp,
                        .legal = bitboard_moves(own, opp),
                        .key = table_key(own, opp),
                        .sum = VALUE_UNKNOWN,
                        .value = VALUE_UNKNOWN};
    features_set(&node.features, own, opp);
    return search(worker, &node, depth, alpha);
}
