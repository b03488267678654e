/* The exact solver: scores are discs, empty squares to the winner. */
#include "bitboard.h"
#include "moves.h"
#include "stability.h"
#include "worker.h"

#define CORNERS UINT64_C(0x8100000000000081)

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

/** Loses at most this much: discs of `opp` that will stay. SCORE_INFINITE: not worth asking. */
static int stability_bound(uint64_t own, uint64_t opp, int alpha, int empties)
{
    if (alpha < 2 * empties - 6)
        return SCORE_INFINITE;
    return 64 - 2 * rev_count(stable_discs(opp, own));
}

/** Up to seven empty squares: moves by parity of their quadrant, no table. */
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
    if (!moves) {
        if (!bitboard_moves(opp, own))
            return final_score(own, opp);
        return -solve_few(worker, opp, own, -alpha - 1);
    }
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

/** How good a move looks: few answers for the other side, corners weigh double. */
static void order_moves(struct move_list *list, uint64_t odd, int hash_move)
{
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        uint64_t bit = rev_bit(move->square);
        uint64_t answers = bitboard_moves(move->own, move->opp);
        move->order = -4 * (rev_count(answers) + rev_count(answers & CORNERS));
        if (bit & odd)
            move->order += 2;
        if (bit & CORNERS)
            move->order += 3;
        if (move->square == hash_move)
            move->order = SCORE_INFINITE;
    }
}

static int solve(struct worker *worker, uint64_t own, uint64_t opp, int alpha, uint64_t key);

/** Searches the children of a node whose moves are known; returns the best and its square. */
static int solve_moves(struct worker *worker, struct move_list *list, int empties, int alpha,
                       int *best_square)
{
    bool hashed = empties - 1 >= ENDGAME_HASH_EMPTIES;
    int best = -SCORE_INFINITE;
    for (int i = 0; i < list->count; i++) {
        struct move *move = move_list_pick(list, i);
        int score = hashed ? -solve(worker, move->own, move->opp, -alpha - 1, move->key)
                           : -solve_few(worker, move->own, move->opp, -alpha - 1);
        if (worker->stopped)
            return 0;
        if (score > best) {
            best = score;
            *best_square = move->square;
            if (score > alpha)
                break;
        }
    }
    return best;
}

/** True: a child's entry already proves that this node's value is above alpha. */
static bool cut_by_children(struct worker *worker, struct move_list *list, int alpha, int *score)
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

/** From ENDGAME_HASH_EMPTIES empty squares on: table, fewest answers first. */
static int solve(struct worker *worker, uint64_t own, uint64_t opp, int alpha, uint64_t key)
{
    worker->nodes++;
    if (worker_stopped(worker))
        return 0;
    uint64_t empty_set = ~(own | opp);
    int empties = rev_count(empty_set);
    int bound = stability_bound(own, opp, alpha, empties);
    if (bound <= alpha)
        return bound;

    int hash_move = REV_NO_SQUARE;
    const struct table_entry *entry = table_find(worker->table, key);
    if (entry) {
        hash_move = entry->move;
        if (entry->depth >= TABLE_DEPTH_EXACT) {
            if (entry->lower > alpha)
                return entry->lower;
            if (entry->upper <= alpha)
                return entry->upper;
        }
    }

    uint64_t legal = bitboard_moves(own, opp);
    if (!legal) {
        if (!bitboard_moves(opp, own))
            return final_score(own, opp);
        return -solve(worker, opp, own, -alpha - 1, table_key(opp, own));
    }
    struct move_list list;
    move_list_fill(&list, own, opp, legal);
    int best;
    int best_square = REV_NO_SQUARE;
    if (empties > ENDGAME_HASH_EMPTIES) {
        for (int i = 0; i < list.count; i++) {
            list.moves[i].key = table_key(list.moves[i].own, list.moves[i].opp);
            table_prefetch(worker->table, list.moves[i].key);
        }
    }
    order_moves(&list, odd_quadrants(empty_set), hash_move);
    if (empties > ENDGAME_HASH_EMPTIES + 2 && cut_by_children(worker, &list, alpha, &best))
        return best;
    best = solve_moves(worker, &list, empties, alpha, &best_square);
    if (!worker->stopped)
        table_store(worker->table, key, TABLE_DEPTH_EXACT + empties, alpha, alpha + 1, best,
                    best_square);
    return best;
}

int endgame_null_window(struct worker *worker, uint64_t own, uint64_t opp, int alpha)
{
    uint64_t empties = ~(own | opp);
    if (rev_count(empties) >= ENDGAME_HASH_EMPTIES)
        return solve(worker, own, opp, alpha, table_key(own, opp));
    return solve_few(worker, own, opp, alpha);
}
