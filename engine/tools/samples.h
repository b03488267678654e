/**
 * Positions with a value, read from files: what an evaluation is fitted to and measured on.
 *
 * Two kinds of lines are read. A game: `TRANSCRIPT MARGIN [PLY [NUMBER [VALUES]]]`: black's margin
 * with empty squares to the winner; the ply from which on its positions count (0 where none is
 * given); a number for whoever wrote it; what a search found at that ply and at those that follow,
 * in hundredths for black, with commas between. A position: `POSITION VALUE` with the value in
 * discs for the side to move, which may have decimals. Lines that are neither are counted and left
 * out.
 */
#ifndef REVERSI_SAMPLES_H
#define REVERSI_SAMPLES_H

#include "reversi/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sample {
    struct rev_board board; /* the mover may have to pass; the game is not over */
    int16_t hundredths;     /* of a disc, for the mover */
    bool held_out;          /* about one in sixteen, all of a game or none of it */
};

/** To be begun with {.later = …} and ended with samples_release. */
struct samples {
    struct sample *items;
    size_t count;
    size_t capacity;
    size_t lines;
    size_t bad_lines;
    /*
     * What a position of a game is worth: `later` parts what the next position is worth, the rest
     * what the search found here, times a factor. 1: the margin alone, as where no values are
     * given.
     */
    double later;
    /*
     * That factor, by ply, for the file read last: what the margin came to for each disc that the
     * searches of its games had found. Shallow searches tell too little of a lead.
     */
    double stretch[REV_PLY_MAX + 1];
};

/** Appends what a file holds. False, and a sentence on stderr: it cannot be read. */
bool samples_read_games(struct samples *samples, const char *path);
bool samples_read_positions(struct samples *samples, const char *path);

/** Appends one sample; false: out of memory. */
bool samples_add(struct samples *samples, struct sample sample);

void samples_release(struct samples *samples);

#endif
