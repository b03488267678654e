/**
 * One game of standard Reversi in GGF, the Generic Game Format, as the NBoard protocol carries it:
 *
 *     (;GM[Othello]PB[one]PW[other]BO[8 -- 64 squares -- *]B[F5//0.01]W[D6]B[PA];)
 *
 * Read are BO, B and W; what else a game says of players, clocks and results is passed over.
 */
#ifndef REVERSI_GGF_H
#define REVERSI_GGF_H

#include "reversi/game.h"

/**
 * A game as a protocol sees it, where a pass is a move of its own. Invariant: pass_due means that
 * the last placement of `game` left the other side without a move and its pass is not yet said.
 */
struct ggf_game {
    struct rev_game game;
    bool pass_due;
};

/** The standard start. */
void ggf_game_init(struct ggf_game *game);

/** The side that speaks next: the one that has to pass, or that to move. */
enum rev_color ggf_game_turn(const struct ggf_game *game);

/**
 * A move of the side that speaks next: `F5`, `f5`, or a pass: `PA`, `pass`, `--`. What follows a
 * slash (value and time) is passed over. A pass that is due may be left out.
 *
 * @return  false: the text is no move or the move is not legal; the game is as it was
 */
bool ggf_game_move(struct ggf_game *game, const char *text);

enum {
    GGF_TEXT_SIZE = 1024, /* enough for any game that ggf_write writes */
    GGF_FAULT_SIZE = 80
};

/**
 * Reads the first game of a text.
 *
 * @param game   written only on success
 * @param fault  written only on failure: what is wrong, in words
 */
bool ggf_read(const char *text, struct ggf_game *game, char fault[GGF_FAULT_SIZE]);

/** Writes a game with its passes. */
void ggf_write(const struct rev_game *game, char text[GGF_TEXT_SIZE]);

#endif
