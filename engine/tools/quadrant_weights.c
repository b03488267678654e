#include "quadrant_weights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct quadrant_weights *quadrant_weights_new(void)
{
    struct quadrant_weights *weights = calloc(1, sizeof *weights);
    if (!weights)
        return NULL;
    weights->row_count = patterns_share_rows(weights->map);
    weights->rows = calloc((size_t)weights->row_count, sizeof *weights->rows);
    if (weights->rows)
        return weights;
    free(weights);
    return NULL;
}

void quadrant_weights_free(struct quadrant_weights *weights)
{
    if (!weights)
        return;
    free(weights->rows);
    free(weights);
}

struct header {
    char magic[4];
    uint32_t patterns;
    uint32_t stages;
    uint32_t rows;
};

static struct header header_of(const struct quadrant_weights *weights)
{
    struct header header = {"", patterns_checksum(), WEIGHT_STAGES, (uint32_t)weights->row_count};
    memcpy(header.magic, "RVQ1", sizeof header.magic);
    return header;
}

static bool all_finite(const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(numbers[i]))
            return false;
    }
    return true;
}

bool quadrant_weights_read(struct quadrant_weights *weights, const char *path)
{
    FILE *file = fopen(path, "rb");
    struct header expected = header_of(weights);
    struct header found;
    size_t rows = (size_t)weights->row_count;
    bool good = file && fread(&found, sizeof found, 1, file) == 1 &&
                memcmp(&found, &expected, sizeof found) == 0 &&
                fread(weights->rows, sizeof *weights->rows, rows, file) == rows &&
                fread(weights->stages, sizeof weights->stages, 1, file) == 1 &&
                fgetc(file) == EOF && all_finite(weights->rows[0], rows * QUADRANT_WIDTH) &&
                all_finite(weights->stages[0].biases, sizeof weights->stages / (sizeof(float)));
    if (!good)
        fprintf(stderr, "reversi: %s cannot be read, or its numbers are for other patterns\n",
                path);
    if (file)
        fclose(file);
    return good;
}

bool quadrant_weights_write(const struct quadrant_weights *weights, struct replacement *out)
{
    struct header header = header_of(weights);
    size_t rows = (size_t)weights->row_count;
    return replacement_write(out, &header, sizeof header) &&
           replacement_write(out, weights->rows, rows * sizeof *weights->rows) &&
           replacement_write(out, weights->stages, sizeof weights->stages);
}
