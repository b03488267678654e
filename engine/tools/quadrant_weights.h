/**
 * The numbers of the quadrants (quadrant.h) while they are fitted: floats, in a file of their own.
 *
 * The file: the four bytes "RVQ1"; uint32 patterns_checksum(); uint32 number of stages; uint32
 * number of rows; then the floats, all in the machine's own order.
 */
#ifndef REVERSI_QUADRANT_WEIGHTS_H
#define REVERSI_QUADRANT_WEIGHTS_H

#include "quadrant.h"
#include "replacement.h"

#include <stdbool.h>

/** A position is worth `constant` and the sum of weights[i] * number i squared, in discs. */
struct quadrant_stage {
    float biases[QUADRANT_WIDTH];
    float weights[QUADRANT_WIDTH];
    float constant;
};

struct quadrant_weights {
    struct quadrant_stage stages[WEIGHT_STAGES];
    int row_count;
    int32_t map[QUADRANT_ROWS]; /* patterns_share_rows */
    float (*rows)[QUADRANT_WIDTH];
};

/** All 0; NULL: out of memory. */
struct quadrant_weights *quadrant_weights_new(void);

void quadrant_weights_free(struct quadrant_weights *weights);

/** False, and a sentence on stderr: not such a file for these patterns. */
bool quadrant_weights_read(struct quadrant_weights *weights, const char *path);

/** Writes all of the file. False: as replacement_write. */
bool quadrant_weights_write(const struct quadrant_weights *weights, struct replacement *out);

#endif
