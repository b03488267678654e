/**
 * Another engine in a match: a program that speaks GTP or the NBoard protocol.
 */
#ifndef REVERSI_EXTERNAL_H
#define REVERSI_EXTERNAL_H

#include "peer.h"
#include "reversi/game.h"

/** What external_parse reads, for usage lines. */
#define EXTERNAL_WORDS "gtp:COMMAND | nboard=DEPTH:COMMAND"

enum external_protocol { EXTERNAL_GTP, EXTERNAL_NBOARD };

/** What a GTP engine may answer instead of a move: the game is the other side's. */
enum { EXTERNAL_RESIGNS = -1 };

/**
 * An engine. Every function that talks to it returns false where it did not answer, or not as the
 * protocol asks; then peer.fault says what it did, as the rest of a sentence that begins with its
 * name, and nothing more can be had of it.
 */
struct external {
    enum external_protocol protocol;
    int depth;           /* that NBoard's `set depth` asks for */
    const char *command; /* within the text that was parsed */
    int pings;
    struct peer peer;
};

/** Reads one of EXTERNAL_WORDS; the text has to stay where it is. False: it is none. */
bool external_parse(const char *word, struct external *external);

/** Starts the program and greets it. external_stop is called either way. */
bool external_start(struct external *external, double answer_s_max);

/** Begins a game from the position that one has reached. */
bool external_begin_game(struct external *external, const struct rev_game *game);

/**
 * Asks for a move. The engine may answer anything: whether the move is legal is for the caller to
 * see.
 *
 * @param square  0..63, REV_NO_SQUARE for a pass, or EXTERNAL_RESIGNS
 */
bool external_choose(struct external *external, enum rev_color color, int *square);

/**
 * Tells it of a move: of the other side, a pass of either side, and its own where the protocol
 * wants that.
 *
 * @param own  the move is what external_choose gave
 */
bool external_played(struct external *external, enum rev_color color, int square, bool own);

/** Ends the program. */
void external_stop(struct external *external);

#endif
