/**
 * A whole game under the rules: the opening, every placement, who had to pass, and how it ended.
 *
 * Passes are never stored or counted: they follow from the position. A game is a value of fixed
 * size that can be copied; nothing here allocates.
 */
#ifndef REVERSI_GAME_H
#define REVERSI_GAME_H

#include "reversi/board.h"
#include "reversi/notation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REV_PLY_MAX = 64,                         /* the original opening places all 64 discs */
    REV_TRANSCRIPT_SIZE = 2 * REV_PLY_MAX + 1 /* every placement and a NUL */
};

enum rev_opening {
    REV_OPENING_STANDARD, /* four discs stand in the centre, black begins */
    REV_OPENING_ORIGINAL, /* the board is empty; the first four discs go to the centre, turning
                             nothing */
    REV_OPENING_POSITION  /* a given position; either side may begin */
};

/** One placement and what it brought about. */
struct rev_ply {
    uint8_t square; /* 0..63 */
    uint8_t color;  /* enum rev_color of the mover */
    bool passed;    /* the other side had no move afterwards, and the mover moves again */
    uint64_t flips; /* turned discs; 0 while the original opening fills the centre */
};

/**
 * A game. Read freely; only the functions below write.
 *
 * Invariants: ply <= REV_PLY_MAX; while !over, `legal` is not empty and belongs to now.turn; once
 * over, `legal` is empty and now.turn means nothing.
 */
struct rev_game {
    enum rev_opening opening;
    struct rev_position start; /* as given, before any pass */
    struct rev_position now;
    uint64_t legal; /* legal placements of now.turn */
    bool over;
    bool start_passed; /* start.turn had no move, so the other side began */
    int ply;           /* placements so far */
    struct rev_ply plies[REV_PLY_MAX];
};

enum rev_move_verdict { REV_MOVE_PLAYED, REV_MOVE_ILLEGAL, REV_MOVE_GAME_OVER };

/**
 * Starts a game.
 *
 * @param start  needed for REV_OPENING_POSITION, otherwise ignored (may be NULL). A side to move
 *               without a move passes; where neither can move the game is over at once.
 */
void rev_game_init(struct rev_game *game, enum rev_opening opening,
                   const struct rev_position *start);

/**
 * Places a disc for the side to move, turns what it flanks, and passes for the other side if that
 * has no move. Anything but REV_MOVE_PLAYED leaves the game as it was. Any int is accepted.
 */
enum rev_move_verdict rev_game_play(struct rev_game *game, int square);

/** What a placement on `square` would turn now; 0 also where it is illegal or turns nothing. */
uint64_t rev_game_flips(const struct rev_game *game, int square);

/**
 * Takes the game back to an earlier ply by replaying. Requires 0 <= ply <= game->ply.
 * Cost: some microseconds.
 */
void rev_game_rewind(struct rev_game *game, int ply);

/** True while the original opening still fills the centre. */
bool rev_game_in_centre(const struct rev_game *game);

/** The side that was passed over just before the current turn. False: nobody was. */
bool rev_game_passed(const struct rev_game *game, enum rev_color *passed);

/** Discs of one colour on the board. */
int rev_game_discs(const struct rev_game *game, enum rev_color color);

/**
 * Plays a transcript of exactly `length` characters on top of the game.
 *
 * @param bad_at  where it stops on failure: the offset of the placement that is malformed,
 *                illegal, or comes after the end; may be NULL
 * @return        false: the game stands after the last good placement before bad_at
 */
bool rev_game_play_transcript(struct rev_game *game, const char *text, size_t length,
                              size_t *bad_at);

/** Writes all placements, `f5d6c3`, and a NUL. */
void rev_game_transcript(const struct rev_game *game, char text[REV_TRANSCRIPT_SIZE]);

#endif
