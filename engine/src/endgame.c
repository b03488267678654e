/* The exact solver: scores are discs, empty squares to the winner. */
#include "bitboard.h"
#include "moves.h"
#include "stability.h"
#include "worker.h"

/*
 * What pays from how many empty squares on: measured on FFO 20-39. Below SORTED_EMPTIES moves are
 * ordered by parity alone.
 */
enum {
    SORTED_EMPTIES = 5,    /* moves by the number of answers that they leave */
    TABLE_EMPTIES = 9,     /* the table */
    CHILDREN_EMPTIES = 13, /* looking for a cut in the children's entries */
    EVALUATED_EMPTIES = 13 /* left after a move: evaluations join in ordering moves */
};

/* Weights of what orders moves; a disc of the evaluation counts one. */
enum { ORDER_ANSWER = -4, ORDER_ODD_QUADRANT = 2, ORDER_CORNER = 3 };

/* Quadrants decide parity: whoever moves into an odd one tends to have its last move as well. */
static const uint64_t quadrants[4] = {UINT64_C(0x000000000f0f0f0f), UINT64_C(0x00000000f0f0f0f0),
                                      UINT64_C(0x0f0f0f0f00000000), UINT64_C(0xf0f0f0f000000000)};

/** The squares of all quadrants with an odd number of empties. */
static uint64_t odd_quadrants(uint64_t empties)
{
    uint64_t odd = 0;
    for (int i = 0; i < 4; i++)
        odd |= rev_count(empties & quadrants[i]) & 1 ? quadrants[i] : 0;
    return odd;
}

/** One empty square is left and `own` is to move. */
static int solve_1(struct worker *worker, uint64_t own, uint64_t opp, int square)
{
    worker->nodes++;
    int flips = rev_count(bitboard_flips(own, opp, square));
    if (flips)
        return 2 * (rev_count(own) + flips + 1) - 64;
    flips = rev_count(bitboard_flips(opp, own, square));
    if (flips)
        return 2 * (rev_count(own) - flips) - 64;
    return final_score(own, opp);
}

/** Two empty squares are left. `passed`: the other side has just passed. */
static int solve_2(struct worker *worker, uint64_t own, uint64_t opp, int alpha, int first,
                   int second, bool passed)
{
    worker->nodes++;
    int best = -SCORE_INFINITE;
    uint64_t flips = bitboard_flips(own, opp, first);
    if (flips) {
        best = -solve_1(worker, opp ^ flips, own | flips | rev_bit(first), second);
        if (best > alpha)
            return best;
    }
    flips = bitboard_flips(own, opp, second);
    if (flips) {
        int score = -solve_1(worker, opp ^ flips, own | flips | rev_bit(second), first);
        return score > best ? score : best;
    }
    if (best > -SCORE_INFINITE)
        return best;
    return passed ? final_score(own, opp)
                  : -solve_2(worker, opp, own, -alpha - 1, first, second, true);
}

static int solve_3(struct worker *worker, uint64_t own, uint64_t opp, int alpha,
                   const int squares[3], bool passed)
{
    worker->nodes++;
    int best = -SCORE_INFINITE;
    for (int i = 0; i < 3; i++) {
        uint64_t flips = bitboard_flips(own, opp, squares[i]);
        if (!flips)
            continue;
        int first = squares[i == 0];
        int second = squares[i == 2 ? 1 : 2];
        int score = -solve_2(worker, opp ^ flips, own | flips | rev_bit(squares[i]), -alpha - 1,
                             first, second, false);
        if (score > alpha)
            return score;
        if (score > best)
            best = score;
    }
    if (best > -SCORE_INFINITE)
        return best;
    return passed ? final_score(own, opp) : -solve_3(worker, opp, own, -alpha - 1, squares, true);
}

/** Three squares of a set, those that are alone in their quadrant first. */
static void order_3(uint64_t empties, int squares[3])
{
    uint64_t odd = odd_quadrants(empties);
    int count = 0;
    for (uint64_t rest = empties & odd; rest; rest &= rest - 1)
        squares[count++] = __builtin_ctzll(rest);
    for (uint64_t rest = empties & ~odd; rest; rest &= rest - 1)
        squares[count++] = __builtin_ctzll(rest);
}

/** An upper bound from the discs that the other side keeps; SCORE_INFINITE: not worth asking. */
static int stability_bound(uint64_t own, uint64_t opp, int alpha, int empties)
{
    if (alpha < 2 * empties - 2)
        return SCORE_INFINITE;
    return 64 - 2 * rev_count(stable_discs(opp, own));
}

/** The value of the game's end or of passing, for a side without a move. */
static int solve_pass(struct worker *worker, uint64_t own, uint64_t opp, int alpha)
{
    if (!bitboard_moves(opp, own))
        return final_score(own, opp);
    return -endgame_null_window(worker, opp, own, -alpha - 1);
}

/** Up to SORTED_EMPTIES - 1 empty squares: moves by parity of their quadrant. */
static int solve_few(struct worker *worker, uint64_t own, uint64_t opp, int alpha)
{
    uint64_t empties = ~(own | opp);
    int count = rev_count(empties);
    if (count == 3) {
        int squares[3];
        order_3(empties, squares);
        return solve_3(worker, own, opp, alpha, squares, false);
    }
    worker->nodes++;
    int bound = stability_bound(own, opp, alpha, count);
    if (bound <= alpha)
        return bound;
    uint64_t moves = bitboard_moves(own, opp);
    if (!moves)
        return solve_pass(worker, own, opp, alpha);
    uint64_t odd = odd_quadrants(empties);
    int best = -SCORE_INFINITE;
    for (uint64_t group = moves & odd ? moves & odd : moves; moves; group = moves) {
        for (; group; group &= group - 1) {
            int square = __builtin_ctzll(group);
            moves ^= rev_bit(square);
            uint64_t flips = bitboard_flips(own, opp, square);
            int score = -solve_few(worker, opp ^ flips, own | flips | rev_bit(square), -alpha - 1);
            if (score > alpha)
                return score;
            if (score > best)
                best = score;
        }
    }
    return best;
}

/** How good a move looks: it leaves few answers, corners among them weigh double. */
static int order_of(const struct move *move, uint64_t odd)
{
    uint64_t bit = rev_bit(move->square);
    uint64_t answers = bitboard_moves(move->own, move->opp);
    int order = ORDER_ANSWER * (rev_count(answers) + rev_count(answers & CORNERS));
    if (bit & odd)
        order += ORDER_ODD_QUADRANT;
    if (bit & CORNERS)
        order += ORDER_CORNER;
    return order;
}

/** From SORTED_EMPTIES to TABLE_EMPTIES - 1 empty squares: fewest answers first, no table. */
static int solve_sorted(struct worker *worker, uint64_t own, uint64_t opp, int alpha)
{
    worker->nodes++;
    uint64_t empty_set = ~(own | opp);
    int empties = rev_count(empty_set);
    int bound = stability_bound(own, opp, alpha, empties);
    if (bound <= alpha)
        return bound;
    uint64_t legal = bitboard_moves(own, opp);
    if (!legal)
        return solve_pass(worker, own, opp, alpha);

    struct move_list list;
    move_list_fill(&list, own, opp, legal);
    uint64_t odd = odd_quadrants(empty_set);
    for (int i = 0; i < list.count; i++)
        list.moves[i].order = order_of(&list.moves[i], odd);
    int best = -SCORE_INFINITE;
    for (int i = 0; i < list.count && best <= alpha; i++) {
        const struct move *move = move_list_pick(&list, i);
        int score = empties > SORTED_EMPTIES
                        ? -solve_sorted(worker, move->own, move->opp, -alpha - 1)
                        : -solve_few(worker, move->own, move->opp, -alpha - 1);
        if (score > best)
            best = score;
    }
    return best;
}

/** Keys and order of the moves of a node with the table. */
static void prepare(struct worker *worker, struct move_list *list, uint64_t empty_set,
                    int hash_move)
{
    uint64_t odd = odd_quadrants(empty_set);
    bool evaluated = rev_count(empty_set) > EVALUATED_EMPTIES;
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        move->key = table_key(move->own, move->opp);
        table_prefetch(worker->table, move->key);
        move->order = order_of(move, odd);
        if (evaluated)
            move->order -= evaluate_board(move->own, move->opp) / HUNDREDTHS;
        if (move->square == hash_move)
            move->order = SCORE_INFINITE;
    }
}

/** True: a child's entry already proves that this node's value is above alpha. */
static bool cut_by_child(const struct worker *worker, const struct move_list *list, int alpha,
                         int *score)
{
    for (int i = 0; i < list->count; i++) {
        const struct table_entry *entry = table_find(worker->table, list->moves[i].key);
        if (entry && entry->depth >= TABLE_DEPTH_EXACT && -entry->upper > alpha) {
            *score = -entry->upper;
            return true;
        }
    }
    return false;
}

/** True: the node's own entry settles it; otherwise it may name a move. */
static bool cut_by_entry(const struct worker *worker, uint64_t key, int alpha, int *score,
                         int *hash_move)
{
    const struct table_entry *entry = table_find(worker->table, key);
    if (!entry)
        return false;
    *hash_move = entry->move;
    if (entry->depth < TABLE_DEPTH_EXACT)
        return false;
    *score = entry->lower > alpha ? entry->lower : entry->upper;
    return entry->lower > alpha || entry->upper <= alpha;
}

/** From TABLE_EMPTIES empty squares on. */
static int solve_with_table(struct worker *worker, uint64_t own, uint64_t opp, int alpha,
                            uint64_t key)
{
    worker->nodes++;
    if (worker_stopped(worker))
        return 0;
    uint64_t empty_set = ~(own | opp);
    int empties = rev_count(empty_set);
    int bound = stability_bound(own, opp, alpha, empties);
    if (bound <= alpha)
        return bound;
    int best;
    int hash_move = REV_NO_SQUARE;
    if (cut_by_entry(worker, key, alpha, &best, &hash_move))
        return best;
    uint64_t legal = bitboard_moves(own, opp);
    if (!legal)
        return solve_pass(worker, own, opp, alpha);

    struct move_list list;
    move_list_fill(&list, own, opp, legal);
    prepare(worker, &list, empty_set, hash_move);
    if (empties >= CHILDREN_EMPTIES && cut_by_child(worker, &list, alpha, &best))
        return best;
    best = -SCORE_INFINITE;
    int best_square = REV_NO_SQUARE;
    for (int i = 0; i < list.count && best <= alpha; i++) {
        const struct move *move = move_list_pick(&list, i);
        int score = empties > TABLE_EMPTIES
                        ? -solve_with_table(worker, move->own, move->opp, -alpha - 1, move->key)
                        : -solve_sorted(worker, move->own, move->opp, -alpha - 1);
        if (worker->stopped)
            return 0;
        if (score > best) {
            best = score;
            best_square = move->square;
        }
    }
    table_store(worker->table, key, TABLE_DEPTH_EXACT + empties, alpha, alpha + 1, best,
                best_square);
    return best;
}

int endgame_null_window(struct worker *worker, uint64_t own, uint64_t opp, int alpha)
{
    int empties = 64 - rev_count(own | opp);
    if (empties >= TABLE_EMPTIES)
        return solve_with_table(worker, own, opp, alpha, table_key(own, opp));
    if (empties >= SORTED_EMPTIES)
        return solve_sorted(worker, own, opp, alpha);
    return solve_few(worker, own, opp, alpha);
}
