/** The review of a game: what each move was worth, and what that adds up to. Pure. */
#ifndef REVERSID_DOMAIN_REVIEW_H
#define REVERSID_DOMAIN_REVIEW_H

#include "domain/study.h"

/**
 * What is found about a move is a search's result with the best moves of the position, best first,
 * in which the move that was played is one: the first, or a second.
 *
 * The value that a search for the best move found for another one as well: a move that a symmetry
 * of the position turns into the best has its value. NULL: nothing but a bound is known of it.
 */
const struct rev_root_move *review_find_value(const struct rev_result *result, int square);

/**
 * Adds the played move, by a value of its own, to what a search for the best one found. A played
 * move that turns out no worse counts as the best; it cannot be better than one that is proved.
 */
void review_add_played(struct rev_result *result, const struct rev_root_move *played);

/** The value of the end of a game for a colour: discs with the empty squares for the winner. */
int review_final_score(const struct rev_game *game, enum rev_color color);

/** One move of a game with its value. Scores are discs for the side that moved. */
struct reviewed_move {
    int index; /* of the placement, from 0 */
    enum rev_color color;
    int empties;    /* before it */
    int choices;    /* legal moves that there were; 0 for one that is not valued */
    int before;     /* with best play */
    int after;      /* once it was played */
    int lost;       /* discs; never fewer than none */
    bool exact;     /* both are proved */
    int confidence; /* of both, as rev_result has it */
    int depth;
    const struct rev_root_move *best; /* the result's; NULL for a move that is not valued */
};

/** One side's moves in sum. */
struct review_side {
    int moves;
    int choices; /* moves where there was more than one */
    int best;    /* of those: moves that lost nothing */
    int lost;    /* discs, of all moves */
};

struct review {
    int count;
    struct reviewed_move moves[REV_PLY_MAX];
    struct review_side sides[2]; /* by enum rev_color */
    int exact_from;              /* every move from so many empty squares on is proved; -1: none */
};

/**
 * Puts a review together from what was found so far: the moves of the original opening's centre,
 * which no review looks at, and the moves that have a result.
 *
 * @param results   of the moves in order; must stay as long as the review
 * @param withheld  moves that are not valued either, by their index: 1 << index
 * @return          false: the results do not belong to this game
 */
bool review_build(const struct rev_game *played, const struct rev_result *results, int count,
                  uint64_t withheld, struct review *review);

/** Percent of the choices that lost nothing, rounded; -1 where there was no choice. */
int review_accuracy(const struct review_side *side);

#endif
