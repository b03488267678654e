/**
 * The shared weights of all stages as they are fitted: in discs, and in a file of floats between
 * `reversi fit` and `reversi quantise`.
 *
 * The file: "RVF1", then as uint32 patterns_checksum(), the stages and the shared weights of each,
 * then the floats, all in the machine's order: it is no format for keeping.
 */
#ifndef REVERSI_SHARED_WEIGHTS_H
#define REVERSI_SHARED_WEIGHTS_H

#include "replacement.h"
#include "weights.h"

struct shared_weights {
    int count;                 /* of a stage */
    int32_t map[WEIGHT_COUNT]; /* full weight to shared weight */
    float *stages[WEIGHT_STAGES];
};

/** @return  new, all weights 0; to be freed with shared_weights_free; NULL: out of memory */
struct shared_weights *shared_weights_new(void);
void shared_weights_free(struct shared_weights *weights);

/** False, and a sentence on stderr: the file cannot be read, or is for other patterns. */
bool shared_weights_read(struct shared_weights *weights, const char *path);

/** Writes all of the file. False: as replacement_write. */
bool shared_weights_write(const struct shared_weights *weights, struct replacement *out);

#endif
