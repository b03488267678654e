/**
 * The weights of the evaluation: embedded in the library as a compressed file, expanded once, then
 * read by everybody.
 *
 * The file (all numbers little-endian): the four bytes "RVW2"; uint32 patterns_checksum(); uint32
 * number of stages; uint32 shared weights of a stage; uint32 rows of the quadrants' table; uint32
 * numbers of a row; then a zlib stream, whose checksum is the file's. First, for each stage the low
 * bytes of all its values and after them the high bytes. A value is the zigzag code of the shared
 * weight minus that of the stage before (0 before the first), modulo 2^16: weights that change
 * little cost little. Then the quadrants (quadrant.h): row by row, a byte for each number; for each
 * stage its biases, an int16 each; for each stage its weights, an int16 each.
 */
#ifndef REVERSI_WEIGHTS_H
#define REVERSI_WEIGHTS_H

#include "patterns.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WEIGHT_STAGES = 20,
    WEIGHTS_HEADER_BYTES = 24,
};

struct quadrants;

/** The stage of each number of discs, 0..64: wide where little changes or few ask. */
extern const uint8_t rev_weight_stages[64 + 1];

/** Requires discs in 0..64. */
static inline int weights_stage(int discs)
{
    return rev_weight_stages[discs];
}

/** Hundredths of a disc. All 0 before weights_load; read-only afterwards. */
extern int16_t rev_weights[WEIGHT_STAGES][WEIGHT_COUNT];

/**
 * Makes rev_weights ready; later calls do nothing. Whoever hands out access to the evaluation calls
 * it first.
 *
 * @return  false: out of memory, or the embedded file is not one for these patterns (a fault of the
 *          build)
 *
 * Owns: rev_weights and rev_quadrants.  Threads: any; all but the first wait.  Cost: the first call
 * some tens of milliseconds; `reversi bench` prints it, and how large they are.
 */
bool weights_load(void);

/**
 * Puts other weights in the place of the embedded ones, for trying them out.
 *
 * @return  false: as weights_decode; the evaluation cannot be used then
 *
 * Threads: none besides may use the evaluation meanwhile.
 */
bool weights_replace(const unsigned char *file, size_t size);

/**
 * Reads a weights file.
 *
 * @param weights    hold anything where the result is false
 * @param quadrants  likewise
 * @return           false: truncated, damaged, made for other patterns, or out of memory
 */
bool weights_decode(const unsigned char *file, size_t size,
                    int16_t weights[WEIGHT_STAGES][WEIGHT_COUNT], struct quadrants *quadrants);

#endif
