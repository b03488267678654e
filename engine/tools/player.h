/**
 * What of ours can play a game: a level, a search with a stated limit, or a player that knows
 * nothing. One grammar for every subcommand that takes a PLAYER.
 */
#ifndef REVERSI_PLAYER_H
#define REVERSI_PLAYER_H

#include "reversi/level.h"

/** The words that player_parse reads, for usage lines. */
#define PLAYER_WORDS "easy | medium | hard | depth=N | nodes=N | game-nodes=N | random | greedy"

enum player_kind {
    PLAYER_LEVEL,
    PLAYER_DEPTH,      /* limit: plies; the end is solved some plies earlier */
    PLAYER_NODES,      /* limit: nodes a move */
    PLAYER_GAME_NODES, /* limit: nodes a game, shared out over its moves */
    PLAYER_RANDOM,
    PLAYER_GREEDY /* a corner if there is one, else the most flips; equals by chance */
};

struct player {
    enum player_kind kind;
    enum rev_level level;
    uint64_t limit;
    uint64_t spent; /* nodes of this game, for PLAYER_GAME_NODES */
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

/** To be called before each game. */
void player_begin_game(struct player *player);

/** A player that searches `depth` plies. Requires 1 <= depth. */
struct player player_of_depth(int depth);

/** From how many empty squares on a search of `depth` plies solves the rest exactly. */
int player_exact_empties(int depth);

/**
 * Chooses a move. Requires a game that is not over.
 *
 * @param random  a level's seed, which it leaves alone; for random and greedy the state of the
 *                generator that decides
 * @param cancel  may be NULL; once true, the best move found so far is returned soon
 */
struct rev_level_move player_choose(struct player *player, struct rev_search_context *context,
                                    const struct rev_game *game, uint64_t *random,
                                    const atomic_bool *cancel);

/** A step of the splitmix64 generator: well mixed from any state. */
uint64_t player_random(uint64_t *state);

#endif
