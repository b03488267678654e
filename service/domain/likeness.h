/**
 * Whether what an engine says of one position tells what to play in a game: the rule of fair play.
 *
 * It does where the position, however it is turned and mirrored, whoever has which colour and
 * whoever is to move,
 * - is where the game stands;
 * - leads there in one or two moves: the best line goes on with the answer;
 * - is what one or two moves lead to: together these are the value of every move;
 * - is one that the game came through, the last two or any after the opening: its best line may go
 *   on to where the game stands. All games begin alike, so the first plies are nobody's own.
 */
#ifndef REVERSID_DOMAIN_LIKENESS_H
#define REVERSID_DOMAIN_LIKENESS_H

#include "reversi/notation.h"

enum {
    LIKENESS_NEAR_PLIES = 2,
    LIKENESS_OPENING_DISCS = 4 + 10, /* a position with fewer belongs to everybody */
    LIKENESS_IMAGES = 8,
    COURSE_PLIES_MAX = 60
};

/** How a game from the standard start came to where it stands. */
struct course {
    uint8_t plies;
    uint8_t squares[COURSE_PLIES_MAX];
};

/** A position in all ways in which a board can be turned and mirrored. */
struct likeness {
    int discs;
    struct rev_board images[LIKENESS_IMAGES];
};

void likeness_of(const struct rev_position *position, struct likeness *likeness);

/**
 * Whether the engine must not be asked about a position by whoever plays a game.
 *
 * @param game  its placements are legal; false where they turn out not to be
 *
 * Cost: about as much as counting the game's discs, unless the two are on the same squares.
 */
bool likeness_tells(const struct likeness *asked, const struct course *game);

#endif
