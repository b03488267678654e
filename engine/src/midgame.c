/* The search that ends in evaluations: scores are hundredths of a disc. */
#include "bitboard.h"
#include "feature.h"
#include "moves.h"
#include "worker.h"

enum {
    EVALUATED_ORDER_DEPTH_MIN = 3,
    PROBED_DEPTH_MIN = 2,
    TRANSPOSED_DEPTH_MIN = 4,
    LATE_DEPTH_MIN = 5, /* moves late in the order are first searched so many plies less deep: */
    LATE_PLIES = 2,
    LATE_FROM = 3,           /* those that come after so many */
    REMEMBERED_DEPTH_MIN = 2 /* from here on the table is used */
};

/* What the static value must clear to stand for a search, in percent of a probe's margin. */
enum { STATIC_MARGIN_PERCENT = 140 };

enum { VALUE_UNKNOWN = SCORE_INFINITE };

/** A position, and what is known of it before it is searched. */
struct node {
    uint64_t own;
    uint64_t opp;
    uint64_t legal; /* the mover's moves */
    uint64_t key;   /* only where the table is used */
    int value;      /* static; VALUE_UNKNOWN: not looked at yet */
    struct features features;
};

/** In the unit of midgame_null_window. */
static int search(struct worker *worker, struct node *node, int depth, int alpha);

static int node_value(struct node *node)
{
    if (node->value == VALUE_UNKNOWN)
        node->value = features_evaluate(&node->features, rev_count(node->own | node->opp));
    return node->value;
}

static void order_cheaply(struct move_list *list)
{
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        uint64_t bit = rev_bit(move->square);
        move->answers = bitboard_moves(move->own, move->opp);
        move->value = VALUE_UNKNOWN;
        move->order = -40 * (rev_count(move->answers) + rev_count(move->answers & CORNERS));
        if (bit & CORNERS)
            move->order += 200;
        if (bit & X_SQUARES)
            move->order -= 100;
    }
}

/** The static value of the position after a move for the side that moves next. */
static int evaluate_after(const struct worker *worker, const struct features *before,
                          const struct move *move, uint64_t flips)
{
    if (!move->own)
        return -REV_SCORE_MAX * HUNDREDTHS;
    int value;
    uint64_t key = table_key(move->own, move->opp);
    uint64_t *entry = table_value(worker->table, key);
    if (table_value_known(*entry, key, &value))
        return value;
    struct features after;
    features_move(before, move->square, flips, &after);
    value = features_evaluate(&after, rev_count(move->own | move->opp));
    *entry = table_value_entry(key, value);
    return value;
}

/** One ply before the horizon: order does not pay. */
static int search_last_ply(struct worker *worker, const struct node *node, int alpha)
{
    int best = -SCORE_INFINITE;
    for (uint64_t legal = node->legal; legal; legal &= legal - 1) {
        struct move move = {.square = __builtin_ctzll(legal)};
        uint64_t flips = bitboard_flips(node->own, node->opp, move.square);
        move.own = node->opp ^ flips;
        move.opp = node->own | flips | rev_bit(move.square);
        worker->nodes++;
        int score = -evaluate_after(worker, &node->features, &move, flips);
        if (score > best)
            best = score;
        if (score > alpha)
            break;
    }
    return best;
}

/** What a move has turned, of the discs that the other side had before it. */
static uint64_t flips_of(const struct move *move, uint64_t opp)
{
    return opp & ~move->own;
}

static void order_by_evaluation(struct worker *worker, struct move_list *list,
                                const struct node *node)
{
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        worker->nodes++;
        move->value = evaluate_after(worker, &node->features, move, flips_of(move, node->opp));
        move->answers = bitboard_moves(move->own, move->opp);
        move->order = -move->value - 220 * rev_count(move->answers);
    }
}

/** Fills in the order, and what else is known of the positions that the moves lead to. */
static void order_moves(struct worker *worker, struct move_list *list, const struct node *node,
                        int depth, int hash_move)
{
    if (depth >= EVALUATED_ORDER_DEPTH_MIN && list->count > 1)
        order_by_evaluation(worker, list, node);
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
 * plies of the same parity: base(empties) * (depth - probe)^0.38 * e^(-0.076 probe), fitted by
 * `reversi probe-error` to positions of the engine's own games.
 */
static int probe_error(int depth, int probe, int empties)
{
    static const uint16_t bases[] = {325, 325, 272, 282, 204, 217, 178, 179}; /* by empties / 8 */
    static const uint16_t spans[] = {0,   100, 130, 152, 170, 185, 198, 210, 221, 231, 241, 250,
                                     258, 266, 274, 281, 288, 295, 302, 308, 314, 320, 326, 331,
                                     337, 342, 347, 352, 357, 362, 367, 371, 376}; /* percent */
    static const uint16_t depths[] = {100, 93, 86, 80, 74, 68, 63, 59, 54, 50, 47,
                                      43,  40, 37, 35, 32, 30, 27, 25, 24, 22, 20,
                                      19,  17, 16, 15, 14, 13, 12, 11, 10, 9,  9}; /* percent */
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
    int value = node_value(node);
    bool high = value > alpha;
    int bound = high ? alpha + margin : alpha - margin;
    if (bound >= REV_SCORE_MAX * HUNDREDTHS || bound <= -REV_SCORE_MAX * HUNDREDTHS)
        return false;
    int probed = probe == 0 ? value : search(worker, node, probe, bound);
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
    after.value = move->value;
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
        return node_value(node);
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
                        .value = VALUE_UNKNOWN};
    features_set(&node.features, own, opp);
    return search(worker, &node, depth, alpha);
}
