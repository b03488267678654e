/**
 * What of ours can play a game: a level, a search with a stated limit, or a player that knows
 * nothing. One grammar for every subcommand that takes a PLAYER.
 */
#ifndef REVERSI_PLAYER_H
#define REVERSI_PLAYER_H

#include "reversi/level.h"

/** The words that player_parse reads, for usage lines. */
#define PLAYER_WORDS "easy | medium | hard | depth=N[.N] | nodes=N | random | greedy"

enum player_kind {
    PLAYER_LEVEL,
    PLAYER_DEPTH, /* plies; the end is solved some plies earlier */
    PLAYER_PACED, /* plies, more of them where games are decided; no word names it */
    PLAYER_NODES,
    PLAYER_RANDOM,
    PLAYER_GREEDY /* a corner if there is one, else the most flips; equals by chance */
};

enum { PLAYER_DEPTH_MAX = 60 };

struct player {
    enum player_kind kind;
    enum rev_level level;
    double depth;   /* 1..PLAYER_DEPTH_MAX; a fraction is how often it looks a ply deeper */
    uint64_t nodes; /* a move */
};

/** Reads one of PLAYER_WORDS. False: it is none. */
bool player_parse(const char *word, struct player *player);

/**
 * Reads `[PLAYER] [--seed S]`, what the protocol front ends are called with.
 *
 * @param standard  the word of the player where none is named
 * @return          false: the arguments are something else
 */
bool player_options(int argc, char **argv, const char *standard, struct player *player,
                    uint64_t *seed);

/** A player that searches `depth` plies. Requires 1 <= depth <= PLAYER_DEPTH_MAX. */
struct player player_of_depth(double depth);

/**
 * The same for who counts the CPU time of whole games and wants to win: looks deeper from the
 * middle of the game on, and goes to the end no sooner than such games need. The same requirement.
 */
struct player player_paced(double depth);

/**
 * Has a search of `depth` plies go to the end of the game where few enough squares are empty, as
 * other engines do: a few more than that many plies as surely as 95 percent, and exactly a little
 * later. What it costs stays near what the search before costs.
 */
void player_limit_end(struct rev_limits *limits, int depth, int empties);

/**
 * Chooses a move. Requires a game that is not over.
 *
 * @param random  the seed of a level and of a search, which they leave alone; for random and greedy
 *                the state of the generator that decides
 * @param cancel  may be NULL; once true, the best move found so far is returned soon
 */
struct rev_level_move player_choose(const struct player *player, struct rev_search_context *context,
                                    const struct rev_game *game, uint64_t *random,
                                    const atomic_bool *cancel);

#endif
