/**
 * The three levels: what an opponent of a stated strength plays.
 *
 * A level is a budget of nodes and a way of choosing, never a budget of time: it is equally strong
 * on a busy machine. The same position, level and seed give the same move.
 */
#ifndef REVERSI_LEVEL_H
#define REVERSI_LEVEL_H

#include "reversi/game.h"
#include "reversi/search.h"

enum rev_level { REV_LEVEL_EASY, REV_LEVEL_MEDIUM, REV_LEVEL_HARD, REV_LEVEL_COUNT };

struct rev_level_move {
    int square; /* REV_NO_SQUARE where the game is over */
    int score;  /* discs for the mover, as the level sees it; 0 in the original opening's centre */
    bool exact;
    uint64_t nodes;
};

/** "easy", "medium", "hard". */
const char *rev_level_name(enum rev_level level);

/** False: `length` characters of `name` are no level. */
bool rev_level_parse(const char *name, size_t length, enum rev_level *level);

/**
 * Chooses a move for the side to move. Works in every opening, the centre of `original` included.
 *
 * @param seed    any value; together with the position it decides between moves that the level
 * finds alike, and where a level errs
 * @param cancel  may be NULL; once true, the best move found so far is returned soon
 *
 * Threads: one call per context at a time.  Cost: bounded by the level's node budget; CPU time of a
 * move on one Zen 4 core, median and 99 %: easy 0.02 and 0.1 ms, medium 0.06 and 0.2 ms, hard 165
 * and 520 ms (`reversi match` measures it). `hard` is perfect from 20 empty squares on: its budget
 * there is 400 million nodes, some 6 seconds, of which it has never been seen to need half.
 */
struct rev_level_move rev_level_play(struct rev_search_context *context,
                                     const struct rev_game *game, enum rev_level level,
                                     uint64_t seed, const atomic_bool *cancel);

/**
 * A sensible move at once (well under a millisecond): what is played when nothing better can be
 * had.
 */
struct rev_level_move rev_level_fallback(const struct rev_game *game);

#endif
