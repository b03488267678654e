/**
 * What the parts of a search share: the budget, the table, and lines.
 *
 * Scores of the endgame are discs; scores of the midgame are hundredths of a disc. Every search is
 * negamax and fail-soft: the result is the value itself inside the window, a bound outside it.
 * Once `stopped` is set, results mean nothing and callers return at once without storing them.
 */
#ifndef REVERSI_WORKER_H
#define REVERSI_WORKER_H

#include "kernel.h"
#include "reversi/search.h"
#include "table.h"

/* The functions of this header exist once a kernel. */
#define worker_check REV_KERNEL_SYMBOL(worker_check)
#define evaluate_board REV_KERNEL_SYMBOL(evaluate_board)
#define endgame_null_window REV_KERNEL_SYMBOL(endgame_null_window)
#define midgame_null_window REV_KERNEL_SYMBOL(midgame_null_window)
#define search_root REV_KERNEL_SYMBOL(search_root)

#define CORNERS UINT64_C(0x8100000000000081)
#define X_SQUARES UINT64_C(0x0042000000004200)

enum {
    SCORE_INFINITE = 32000,
    HUNDREDTHS = 100 /* of a disc: the unit of the midgame */
};

struct worker {
    struct table *table;
    uint64_t nodes;
    uint64_t check_at; /* when to look at the budget next */
    uint64_t nodes_max;
    bool whole_iterations;
    int end_depth; /* how sure a search to the end has to be: TABLE_DEPTH_END..TABLE_DEPTH_EXACT */
    int probe_margin; /* percent of a probe's standard error that it must clear; 0: no probes */
    const atomic_bool *cancel;
    struct rev_pause pause;
    bool stopped;
    bool cancelled;
};

/** A principal variation: placements only. */
struct line {
    int length;
    uint8_t squares[REV_LINE_MAX];
};

/** The slow part of worker_stopped: pauses, looks at the budget and the cancel flag. */
bool worker_check(struct worker *worker);

/** True: the search is over, return at once. */
static inline bool worker_stopped(struct worker *worker)
{
    return worker->nodes >= worker->check_at && worker_check(worker);
}

/** Discs for `own` at the end of a game, empty squares to the winner. */
static inline int final_score(uint64_t own, uint64_t opp)
{
    int own_count = rev_count(own);
    int opp_count = rev_count(opp);
    if (own_count > opp_count)
        return 64 - 2 * opp_count;
    if (own_count < opp_count)
        return 2 * own_count - 64;
    return 0;
}

/** As rev_evaluate, on bare sets. */
int evaluate_board(uint64_t own, uint64_t opp);

/** Value at the end of the game in the window alpha..alpha+1, in discs, as sure as end_depth says.
 */
int endgame_null_window(struct worker *worker, uint64_t own, uint64_t opp, int alpha);

/**
 * Value of a search of `depth` plies in the window alpha..alpha+1, in hundredths; a pass is no ply.
 * Requires depth to be smaller than the number of empties.
 */
int midgame_null_window(struct worker *worker, uint64_t own, uint64_t opp, int depth, int alpha);

/** As rev_search, with the context's table. */
void search_root(struct table *table, const struct rev_pause *pause, struct rev_board board,
                 const struct rev_limits *limits, struct rev_result *result);

#endif
