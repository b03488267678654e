/**
 * Lines from a pipe, without blocking for longer than asked: what the protocol front ends read from
 * a board, and what `reversi match` reads from another engine.
 */
#ifndef REVERSI_LINES_H
#define REVERSI_LINES_H

#include <stdbool.h>
#include <stddef.h>

/** A game in GGF with every move timed and valued has some 2,000 characters. */
enum { LINES_LENGTH_MAX = 16384 };

/**
 * A reader. Invariants: bytes[taken..filled) are read but not handed out; `skipping` means that the
 * line which they belong to was too long and is dropped up to its end.
 */
struct lines {
    int file; /* borrowed */
    bool ended;
    bool skipping;
    size_t taken;
    size_t filled;
    char bytes[LINES_LENGTH_MAX];
};

enum lines_result {
    LINES_LINE,
    LINES_NOTHING_YET, /* the time is up */
    LINES_ENDED        /* the other side closed the pipe */
};

/** @param file  stays open and the caller's */
void lines_init(struct lines *lines, int file);

/**
 * The next line, without its end. Lines longer than LINES_LENGTH_MAX are dropped. A last line
 * without an end counts as one.
 *
 * @param seconds_max  how long to wait at most; negative: as long as it takes
 * @param line         NUL-terminated; good until the next call; a NUL within ends it early
 */
enum lines_result lines_next(struct lines *lines, double seconds_max, char **line);

/**
 * Whether a line that begins with one of these words has come in but was not handed out. Never
 * waits.
 *
 * @param words  ends with NULL
 */
bool lines_have(struct lines *lines, const char *const words[]);

/** Whether nobody is left who could read what is written to a pipe. Never waits. */
bool lines_reader_is_gone(int file);

#endif
