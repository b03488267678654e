/* The endgame from many empty squares on: the table, evaluations, and how sure a value has to be.
 */
#include "endgame.h"
#include "bitboard.h"
#include "feature.h"
#include "moves.h"

#include <string.h>

/* What pays from how many empty squares on. How it was found: docs/decisions/endgame.md. */
enum {
    ONE_PLY_EMPTIES = 15,  /* moves are ordered by the evaluation a ply further on */
    TWO_PLIES_EMPTIES = 18 /* and two plies */
};

/* Of two moves that are so much apart the order matters no more; in hundredths of a disc. */
enum { ORDER_WINDOW = 12 * HUNDREDTHS };

/* What an answer that a move leaves weighs in its order, in hundredths of a disc, and a corner
 * among them besides. */
enum { ORDER_ANSWER = 5 * HUNDREDTHS, ORDER_ANSWER_CORNER = 4 * HUNDREDTHS };

static const struct endgame_level levels[] = {
    {73, 110}, {87, 150}, {95, 196}, {98, 233}, {99, 258}};

_Static_assert(sizeof levels / sizeof levels[0] == TABLE_DEPTH_EXACT - TABLE_DEPTH_END,
               "one level for each depth");

/** What a move has turned, of the discs that the other side had before it. */
static uint64_t flips_of(const struct move *move, uint64_t opp)
{
    return opp & ~move->own;
}

/** Plain alpha-beta of a few plies, in hundredths: orders moves where the tree below is large. */
static int look_ahead(struct worker *worker, uint64_t own, uint64_t opp,
                      const struct features *features, int depth, int alpha, int beta)
{
    worker->nodes++;
    if (depth == 0)
        return features_sum(features, rev_count(own | opp));
    struct features after;
    uint64_t legal = bitboard_moves(own, opp);
    if (!legal) {
        if (!bitboard_moves(opp, own))
            return final_score(own, opp) * HUNDREDTHS;
        features_pass(features, &after);
        return -look_ahead(worker, opp, own, &after, depth, -beta, -alpha);
    }
    int best = -SCORE_INFINITE;
    for (; legal && best < beta; legal &= legal - 1) {
        int square = __builtin_ctzll(legal);
        uint64_t flips = bitboard_flips(own, opp, square);
        features_move(features, square, flips, &after);
        int score = -look_ahead(worker, opp ^ flips, own | flips | rev_bit(square), &after,
                                depth - 1, -beta, -(best > alpha ? best : alpha));
        if (score > best)
            best = score;
    }
    return best;
}

static void order_by_evaluation(struct worker *worker, struct move_list *list, uint64_t opp,
                                const struct features *features, int empties)
{
    int depth = (empties >= ONE_PLY_EMPTIES) + (empties >= TWO_PLIES_EMPTIES);
    int worst = SCORE_INFINITE - ORDER_WINDOW; /* for the side that moves next */
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        struct features after;
        features_move(features, move->square, flips_of(move, opp), &after);
        int value = look_ahead(worker, move->own, move->opp, &after, depth, -SCORE_INFINITE,
                               worst + ORDER_WINDOW);
        if (value < worst)
            worst = value;
        move->order = -value - ORDER_ANSWER * rev_count(move->answers) -
                      ORDER_ANSWER_CORNER * rev_count(move->answers & CORNERS);
    }
}

/** Fills in the answers and the order. */
static void order_moves(struct worker *worker, struct move_list *list, uint64_t own, uint64_t opp,
                        const struct features *features, const uint8_t table_moves[TABLE_MOVES])
{
    for (int i = 0; i < list->count; i++)
        list->moves[i].answers = bitboard_moves(list->moves[i].own, list->moves[i].opp);
    if (list->count > 1)
        order_by_evaluation(worker, list, opp, features, 64 - rev_count(own | opp));
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        for (int j = 0; j < TABLE_MOVES; j++) {
            if (move->square == table_moves[j])
                move->order = SCORE_INFINITE - j;
        }
    }
}

/** True: a child's entry already shows that this node's value is above alpha. */
static bool cut_by_child(const struct worker *worker, const struct move_list *list, int empties,
                         int alpha, int *score)
{
    if (empties == SHALLOW_EMPTIES + 1) {
        for (int i = 0; i < list->count; i++) {
            const struct move *move = &list->moves[i];
            if (cut_by_shallow_child(worker, move->own, move->opp, alpha, score))
                return true;
        }
        return false;
    }
    for (int i = 0; i < list->count; i++) {
        const struct table_entry *entry = table_find(worker->table, list->moves[i].key);
        if (entry && entry->depth >= worker->end_depth && -entry->upper > alpha) {
            *score = -entry->upper;
            return true;
        }
    }
    return false;
}

/** True: the node's own entry settles it; otherwise it may name moves. */
static bool cut_by_entry(const struct worker *worker, uint64_t key, int alpha, int *score,
                         uint8_t table_moves[TABLE_MOVES])
{
    const struct table_entry *entry = table_find(worker->table, key);
    if (!entry)
        return false;
    memcpy(table_moves, entry->moves, TABLE_MOVES);
    if (entry->depth < worker->end_depth)
        return false;
    *score = entry->lower > alpha ? entry->lower : entry->upper;
    return entry->lower > alpha || entry->upper <= alpha;
}

const struct endgame_level *endgame_level(int end_depth)
{
    return &levels[end_depth - TABLE_DEPTH_END];
}

/**
 * ProbCut: true where a search of some plies makes it likely enough, by the worker's end_depth,
 * that the exact value lies outside the window, on the side where the static value already is.
 */
static bool cut_by_probe(struct worker *worker, uint64_t own, uint64_t opp,
                         const struct features *features, int alpha, int *score)
{
    int empties = 64 - rev_count(own | opp);
    int depth = (empties - 5) / 2 & ~1; /* even and odd depths lean to different sides */
    /* Chosen by the nodes that whole solutions take; with the measured one, 8 discs to 6, probes
     * cost more than they save (docs/decisions/endgame.md). */
    int deviation = 5 * HUNDREDTHS - 25 * depth;
    int margin = deviation * endgame_level(worker->end_depth)->deviations / 100;
    bool high = features_evaluate(features, 64 - empties) > alpha * HUNDREDTHS;
    int bound = high ? (alpha + 1) * HUNDREDTHS + margin : alpha * HUNDREDTHS - margin;
    if (bound >= REV_SCORE_MAX * HUNDREDTHS || bound <= -REV_SCORE_MAX * HUNDREDTHS)
        return false;
    int probed = midgame_null_window(worker, own, opp, depth, bound);
    *score = high ? alpha + 1 : alpha;
    return !worker->stopped && (high ? probed > bound : probed <= bound);
}

/** Keys of the moves, whose entries will be wanted soon. True: one wipes out. */
static bool announce_moves(const struct worker *worker, struct move_list *list)
{
    bool wipes_out = false;
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        wipes_out |= move->own == 0;
        move->key = table_key(move->own, move->opp);
        table_prefetch(worker->table, move->key);
    }
    return wipes_out;
}

static int solve(struct worker *worker, uint64_t own, uint64_t opp, int alpha, uint64_t key,
                 uint64_t legal, const struct features *features);

/** The value of a move for the side that makes it. */
static int solve_move(struct worker *worker, const struct move *move, uint64_t opp, int alpha,
                      const struct features *features, int empties)
{
    if (empties == SHALLOW_EMPTIES + 1)
        return -endgame_shallow(worker, move->own, move->opp, -alpha - 1, move->answers);
    struct features after;
    features_move(features, move->square, flips_of(move, opp), &after);
    return -solve(worker, move->own, move->opp, -alpha - 1, move->key, move->answers, &after);
}

/** Tries the moves of a list one after the other, and notes in the table what came out. */
static int solve_moves(struct worker *worker, struct move_list *list, uint64_t own, uint64_t opp,
                       int alpha, uint64_t key, const struct features *features)
{
    uint64_t nodes_before = worker->nodes;
    int empties = 64 - rev_count(own | opp);
    int best = -SCORE_INFINITE;
    int best_square = REV_NO_SQUARE;
    for (int i = 0; i < list->count && best <= alpha; i++) {
        const struct move *move = move_list_pick(list, i);
        int score = solve_move(worker, move, opp, alpha, features, empties);
        if (worker->stopped)
            return 0;
        if (score > best) {
            best = score;
            best_square = move->square;
        }
    }
    table_store(worker->table, key,
                &(struct table_finding){.depth = worker->end_depth,
                                        .alpha = alpha,
                                        .beta = alpha + 1,
                                        .score = best,
                                        .move = best_square,
                                        .nodes = worker->nodes - nodes_before});
    return best;
}

/** From SHALLOW_EMPTIES + 1 empty squares on. */
static int solve(struct worker *worker, uint64_t own, uint64_t opp, int alpha, uint64_t key,
                 uint64_t legal, const struct features *features)
{
    worker->nodes++;
    if (worker_stopped(worker))
        return 0;
    int empties = 64 - rev_count(own | opp);
    int best = stability_bound(own, opp, alpha, empties);
    if (best <= alpha)
        return best;
    if (!legal) {
        legal = bitboard_moves(opp, own);
        if (!legal)
            return final_score(own, opp);
        struct features passed;
        features_pass(features, &passed);
        return -solve(worker, opp, own, -alpha - 1, table_key(opp, own), legal, &passed);
    }
    uint8_t table_moves[TABLE_MOVES] = {REV_NO_SQUARE, REV_NO_SQUARE};
    if (cut_by_entry(worker, key, alpha, &best, table_moves))
        return best;
    if (worker->end_depth < TABLE_DEPTH_EXACT &&
        cut_by_probe(worker, own, opp, features, alpha, &best))
        return best;
    if (worker->stopped)
        return 0;

    struct move_list list;
    move_list_fill(&list, own, opp, legal);
    if (empties > SHALLOW_EMPTIES + 1 && announce_moves(worker, &list))
        return REV_SCORE_MAX;
    if (cut_by_child(worker, &list, empties, alpha, &best))
        return best;
    order_moves(worker, &list, own, opp, features, table_moves);
    return solve_moves(worker, &list, own, opp, alpha, key, features);
}

int endgame_null_window(struct worker *worker, uint64_t own, uint64_t opp, int alpha)
{
    int empties = 64 - rev_count(own | opp);
    if (empties <= FEW_EMPTIES)
        return endgame_few(worker, own, opp, alpha);
    uint64_t legal = bitboard_moves(own, opp);
    if (empties <= SHALLOW_EMPTIES)
        return endgame_shallow(worker, own, opp, alpha, legal);
    struct features features;
    features_set(&features, own, opp);
    return solve(worker, own, opp, alpha, table_key(own, opp), legal, &features);
}
