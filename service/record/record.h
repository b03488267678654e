/**
 * Text forms of a whole game, for other programs: GGF and a bare transcript. Pure.
 */
#ifndef REVERSID_RECORD_RECORD_H
#define REVERSID_RECORD_RECORD_H

#include "base/text.h"
#include "domain/game.h"

/**
 * Appends a game in GGF, the format of the Generic Game Server that NBoard, Edax and their like
 * read: one line, without a newline.
 *
 *     (;GM[Othello]PC[reversid]DT[2026.01.02_03:04:05.UTC]PB[Ada]PW[reversid hard]RE[-6.00]TI[0]
 *     TY[8]BO[8 …eight rows… *]B[f5//2.10]W[d6//0.31]…;)
 *
 * - DT is when the game was created.
 * - RE is black's margin by the engines' custom: empty squares go to the winner. (The service's own
 *   results count the discs on the board.) A side that resigned, ran out of time or left has lost
 *   by 64, flagged `:r`, `:t`, `:r`; an agreed draw is `0.00:s`. `?` while it is live, and for
 *   an aborted game.
 * - A forced pass is written as a move, `B[PA]`: readers of GGF expect it.
 * - Moves carry the seconds they took; no evaluation.
 * - GGF knows no empty board: a game of the original opening begins, as far as GGF is concerned,
 *   after the placements in the centre; with fewer than four of them there are no moves.
 * - GGF's readers look for the closing bracket and the closing `;)` without regard to escapes, so
 *   names have `[ ] \ ;` replaced by `( ) / ,` and control characters by blanks.
 *
 * @param site  where it was played (PC)
 */
void record_ggf(const struct game *game, const char *site, struct text *out);

/** Appends the placements, `f5d6c3…`: no passes, those in the centre included, no newline. */
void record_transcript(const struct game *game, struct text *out);

#endif
