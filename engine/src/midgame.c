/* The search that ends in evaluations: scores are hundredths of a disc. */
#include "bitboard.h"
#include "feature.h"
#include "moves.h"
#include "worker.h"

enum {
    EVALUATED_ORDER_DEPTH_MIN = 3,
    PROBED_DEPTH_MIN = 3,
    PROBE_CONFIDENCE = 130 /* percent of a standard deviation: wrong about once in ten */
};

/** In the unit of midgame_null_window. */
static int search(struct worker *worker, uint64_t own, uint64_t opp,
                  const struct features *features, int depth, int alpha);

static void order_cheaply(struct move_list *list)
{
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        uint64_t bit = rev_bit(move->square);
        uint64_t answers = bitboard_moves(move->own, move->opp);
        move->order = -40 * (rev_count(answers) + rev_count(answers & CORNERS));
        if (bit & CORNERS)
            move->order += 200;
        if (bit & X_SQUARES)
            move->order -= 100;
    }
}

/** The value of the position after a move for the side that moves next, one ply on at most. */
static int evaluate_after(const struct features *before, const struct move *move, uint64_t flips)
{
    if (!move->own)
        return -REV_SCORE_MAX * HUNDREDTHS;
    struct features after;
    features_move(before, move->square, flips, &after);
    return features_evaluate(&after, rev_count(move->own | move->opp));
}

/** One ply before the horizon: order does not pay. */
static int search_last_ply(struct worker *worker, uint64_t own, uint64_t opp,
                           const struct features *features, uint64_t legal, int alpha)
{
    int best = -SCORE_INFINITE;
    for (; legal; legal &= legal - 1) {
        struct move move = {.square = __builtin_ctzll(legal)};
        uint64_t flips = bitboard_flips(own, opp, move.square);
        move.own = opp ^ flips;
        move.opp = own | flips | rev_bit(move.square);
        worker->nodes++;
        int score = -evaluate_after(features, &move, flips);
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

static void order_by_evaluation(struct worker *worker, struct move_list *list, uint64_t opp,
                                const struct features *features)
{
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        worker->nodes++;
        move->order = -evaluate_after(features, move, flips_of(move, opp)) -
                      50 * rev_count(bitboard_moves(move->own, move->opp));
    }
}

static void order_moves(struct worker *worker, struct move_list *list, uint64_t opp,
                        const struct features *features, int depth, int hash_move)
{
    if (list->count == 1)
        return;
    if (depth >= EVALUATED_ORDER_DEPTH_MIN)
        order_by_evaluation(worker, list, opp, features);
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
 * How far, one standard deviation, a search of `depth` plies lies from one of `probe` plies:
 * measured on positions of games with random moves mixed in. Late in the game more is at stake.
 */
static int probe_error(int depth, int probe, int empties)
{
    int error = 250 + 70 * (depth - probe) - 30 * probe;
    int percent = 100 - 2 * (empties - 32);
    if (error < 150)
        error = 150;
    if (percent > 100)
        percent = 100;
    if (percent < 55)
        percent = 55;
    return error * percent / 100;
}

/**
 * ProbCut: true where a shallow search makes it likely enough that a deep one would fall outside
 * the window, on the side where the static value already lies.
 */
static bool cut_by_probe(struct worker *worker, uint64_t own, uint64_t opp,
                         const struct features *features, int depth, int alpha, int *score)
{
    int probe = depth / 2;
    if ((probe ^ depth) & 1)
        probe--; /* even and odd depths lean to different sides */
    int discs = rev_count(own | opp);
    int margin = probe_error(depth, probe, 64 - discs) * PROBE_CONFIDENCE / 100;
    bool high = features_evaluate(features, discs) > alpha;
    int bound = high ? alpha + margin : alpha - margin;
    if (bound >= REV_SCORE_MAX * HUNDREDTHS || bound <= -REV_SCORE_MAX * HUNDREDTHS)
        return false;
    int probed = search(worker, own, opp, features, probe, bound);
    *score = high ? alpha + 1 : alpha;
    return !worker->stopped && (high ? probed > bound : probed <= bound);
}

static int search(struct worker *worker, uint64_t own, uint64_t opp,
                  const struct features *features, int depth, int alpha)
{
    worker->nodes++;
    if (depth == 0)
        return features_evaluate(features, rev_count(own | opp));
    if (worker_stopped(worker))
        return 0;
    uint64_t legal = bitboard_moves(own, opp);
    if (!legal) {
        if (!bitboard_moves(opp, own))
            return final_score(own, opp) * HUNDREDTHS;
        struct features passed;
        features_pass(features, &passed);
        return -search(worker, opp, own, &passed, depth, -alpha - 1);
    }
    if (depth == 1)
        return search_last_ply(worker, own, opp, features, legal, alpha);

    uint64_t nodes_before = worker->nodes;
    uint64_t key = table_key(own, opp);
    int hash_move = REV_NO_SQUARE;
    int best;
    if (probe(worker, key, depth, alpha, &best, &hash_move))
        return best;
    if (depth >= PROBED_DEPTH_MIN && cut_by_probe(worker, own, opp, features, depth, alpha, &best))
        return best;
    if (worker->stopped)
        return 0;

    struct move_list list;
    move_list_fill(&list, own, opp, legal);
    order_moves(worker, &list, opp, features, depth, hash_move);
    best = -SCORE_INFINITE;
    int best_square = REV_NO_SQUARE;
    for (int i = 0; i < list.count && best <= alpha; i++) {
        const struct move *move = move_list_pick(&list, i);
        struct features after;
        features_move(features, move->square, flips_of(move, opp), &after);
        int score = -search(worker, move->own, move->opp, &after, depth - 1, -alpha - 1);
        if (worker->stopped)
            return 0;
        if (score > best) {
            best = score;
            best_square = move->square;
        }
    }
    table_store(worker->table, key,
                &(struct table_finding){.depth = depth,
                                        .alpha = alpha,
                                        .beta = alpha + 1,
                                        .score = best,
                                        .move = best_square,
                                        .nodes = worker->nodes - nodes_before});
    return best;
}

int midgame_null_window(struct worker *worker, uint64_t own, uint64_t opp, int depth, int alpha)
{
    if (depth == 0)
        return evaluate_board(own, opp);
    struct features features;
    features_set(&features, own, opp);
    return search(worker, own, opp, &features, depth, alpha);
}
