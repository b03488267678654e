/**
 * Looking ahead: the best moves of a position within a stated budget.
 *
 * Scores are discs for the side to move, -64..+64. An exact score counts empty squares for the
 * winner (the engines' custom); whoever shows it says so.
 */
#ifndef REVERSI_SEARCH_H
#define REVERSI_SEARCH_H

#include "reversi/board.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REV_SCORE_MAX = 64,
    REV_ROOT_MOVES_MAX = 64, /* a given position may have more than the 33 that games lead to */
    REV_LINE_MAX = 64
};

/**
 * What a search may spend. A field that is 0 does not limit; with all of them 0 the search goes on
 * to the end of the game, which only few empty squares allow.
 *
 * The search deepens ply by ply up to depth_max; where that reaches the end of the game, and from
 * exact_empties_max empty squares on whatever depth_max says, it is the endgame solver that
 * finishes. Short of that the search is selective: where a shallow look makes it likely enough that
 * a deep one would not matter, it is believed.
 */
struct rev_limits {
    uint64_t nodes_max;    /* positions visited; some thousand more may be before it is noticed */
    int depth_max;         /* plies; a pass is none */
    int exact_empties_max; /* solve from so many empties on */
    int best_moves;        /* how many root moves get a value of their own; 0: one */
    /*
     * How sure a search to the end has to be, in percent: 0 or 100 proves its values; less is much
     * faster, takes shallow searches' word where they are as sure as that, and is rounded up to 73,
     * 87, 95, 98 or 99. It is the nominal sureness of one such word. A value rests on many and is
     * right less often: docs/decisions/endgame.md has how often, and how far off it is else.
     */
    int confidence;
    bool
        outcomes_only; /* at the end only win (+1), draw (0) and loss (-1) are told apart: faster */
    /* The same short of the end, where 0 is 73, and 100 believes no shallow search. */
    int midgame_confidence;
    /* Begins no iteration that nodes_max will hardly let it finish, and so spends less: for who has
     * the next move to spend it on. */
    bool whole_iterations;
    const atomic_bool *cancel; /* may be NULL; looked at every few thousand nodes */
};

/**
 * One root move. In a result the moves that have a value of their own come first, best first, then
 * those of which only a bound is known. Moves that a symmetry of the position turns into one
 * another stand together, with the same value and each with its own line; they are searched once,
 * and where one of them has a value all have.
 */
struct rev_root_move {
    int square;
    int score;      /* discs for the side to move */
    int hundredths; /* the same, finer */
    bool exact;     /* proved by the endgame solver */
    bool bound;     /* only known to be no better than `score` */
    int line_length;
    uint8_t line[REV_LINE_MAX]; /* starts with `square`; placements only, passes left out */
};

struct rev_result {
    int move_count; /* 0: the side to move has no move (it passes, or the game is over) */
    struct rev_root_move moves[REV_ROOT_MOVES_MAX];
    int depth;      /* of the last finished iteration */
    bool exact;     /* the best move and its score are proved */
    int confidence; /* as rev_limits has it, of a search that reached the end: 100 proved; 0: none
                       did */
    bool cancelled;
    uint64_t nodes;
};

/** Working memory of one search at a time: its transposition table. Opaque; one a worker. */
struct rev_search_context;

/**
 * @param table_bytes  of the transposition table, rounded down to a power of two; 64 KiB where that
 *                     is less. 512 KiB come on top, and nothing else ever
 * @return             new, to be freed with rev_search_context_free; NULL: out of memory, or the
 *                     weights that are built in do not fit the evaluation
 */
struct rev_search_context *rev_search_context_new(size_t table_bytes);
void rev_search_context_free(struct rev_search_context *context);

/** Called again and again during a search, for letting others run. */
struct rev_pause {
    void (*call)(void *argument); /* may sleep; NULL: nothing is called */
    void *argument;
};

/**
 * Has every later search with this context call it about every 2,048 nodes, so one or two tenths of
 * a millisecond apart. It changes nothing in what the search finds.
 */
void rev_search_context_pause(struct rev_search_context *context, struct rev_pause pause);

/**
 * Whether each later search goes on with what those before it found, which pays from move to move
 * of one game: a tenth to a quarter of the nodes. The next search starts from nothing either way;
 * those after it must have the same midgame_confidence.
 *
 * @param keep  as a new context: false
 */
void rev_search_context_keep(struct rev_search_context *context, bool keep);

/**
 * Searches a position. However little it may spend, every legal move is in the result and the first
 * is a sensible one. What a search had found when it was stopped counts: a move whose value it had
 * proved is exact, even where others are not yet. The answer depends on the position, the limits
 * and the size of the table alone, unless rev_search_context_keep has it otherwise: the table
 * starts logically empty for each call, so nothing searched before shows.
 *
 * Errors: none.  Owns: nothing; `result` is the caller's.  Threads: one call per context at a time.
 * Cost: bounded by limits; allocates nothing, but needs up to 512 KiB of stack.
 */
void rev_search(struct rev_search_context *context, struct rev_board board,
                const struct rev_limits *limits, struct rev_result *result);

/**
 * The static evaluation of a position in hundredths of a disc for the side to move; 0 where no
 * context could be had for want of weights.
 */
int rev_evaluate(struct rev_board board);

#endif
