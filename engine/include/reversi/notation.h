/**
 * Text to squares, boards, transcripts, and back.
 *
 * Squares are written `f5`, column then row; either case is read, lower case is written. A position
 * is 64 characters a1 b1 … h8 of `X` (black) `O` (white) `-` (empty), a space, and the side to move
 * (`X` or `O`). A transcript is placements only, without separators: `f5d6c3`.
 */
#ifndef REVERSI_NOTATION_H
#define REVERSI_NOTATION_H

#include "reversi/board.h"

#include <stdbool.h>
#include <stddef.h>

enum rev_color { REV_BLACK = 0, REV_WHITE = 1 };

static inline enum rev_color rev_other(enum rev_color color)
{
    return color == REV_BLACK ? REV_WHITE : REV_BLACK;
}

/** A position with colours and the side to move. Invariant: (black & white) == 0. */
struct rev_position {
    uint64_t black;
    uint64_t white;
    enum rev_color turn;
};

/** The same position seen from the side to move. */
static inline struct rev_board rev_position_board(const struct rev_position *position)
{
    return position->turn == REV_BLACK ? (struct rev_board){position->black, position->white}
                                       : (struct rev_board){position->white, position->black};
}

enum {
    REV_BOARD_TEXT_SIZE = 64 + 1,        /* the 64 characters and a NUL */
    REV_POSITION_TEXT_SIZE = 64 + 2 + 1, /* with the space, the side to move and a NUL */
    REV_SQUARE_TEXT_SIZE = 2 + 1
};

/**
 * Reads one square from exactly `length` characters.
 *
 * @return  0..63, or REV_NO_SQUARE where the text is not one square (`i9`, `F05`, `5f`, ` f5` …)
 */
int rev_square_parse(const char *text, size_t length);

/** Writes `f5` and a NUL. Requires square in 0..63. */
void rev_square_write(int square, char text[REV_SQUARE_TEXT_SIZE]);

/**
 * Reads a position of exactly `length` characters: the 64 squares, one space, the side to move.
 * Besides `X O -`, the common `*` `x` `b` `B` (black), `o` `w` `W` (white), `.` (empty) are read.
 *
 * @param position  written only on success
 * @param bad_at    on failure the offset of the first character that cannot stand there
 *                  (`length` where the text is too short); may be NULL
 */
bool rev_position_parse(const char *text, size_t length, struct rev_position *position,
                        size_t *bad_at);

/** Writes the 64 characters and a NUL. */
void rev_board_write(const struct rev_position *position, char text[REV_BOARD_TEXT_SIZE]);

/** Writes the 64 characters, a space, the side to move and a NUL. */
void rev_position_write(const struct rev_position *position, char text[REV_POSITION_TEXT_SIZE]);

#endif
