#include "shared_weights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shared_weights *shared_weights_new(void)
{
    struct shared_weights *weights = calloc(1, sizeof *weights);
    if (!weights)
        return NULL;
    weights->count = patterns_share(weights->map);
    float *all = calloc((size_t)WEIGHT_STAGES * (size_t)weights->count, sizeof *all);
    if (!all) {
        free(weights);
        return NULL;
    }
    for (int s = 0; s < WEIGHT_STAGES; s++)
        weights->stages[s] = all + (size_t)s * (size_t)weights->count;
    return weights;
}

void shared_weights_free(struct shared_weights *weights)
{
    if (!weights)
        return;
    free(weights->stages[0]);
    free(weights);
}

struct header {
    char magic[4];
    uint32_t patterns;
    uint32_t stages;
    uint32_t shared;
};

static struct header header_of(const struct shared_weights *weights)
{
    struct header header = {"", patterns_checksum(), WEIGHT_STAGES, (uint32_t)weights->count};
    memcpy(header.magic, "RVF1", sizeof header.magic);
    return header;
}

static bool all_finite(const float *weights, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(weights[i]))
            return false;
    }
    return true;
}

bool shared_weights_read(struct shared_weights *weights, const char *path)
{
    FILE *file = fopen(path, "rb");
    struct header expected = header_of(weights);
    struct header found;
    size_t count = (size_t)WEIGHT_STAGES * (size_t)weights->count;
    bool good = file && fread(&found, sizeof found, 1, file) == 1 &&
                memcmp(&found, &expected, sizeof found) == 0 &&
                fread(weights->stages[0], sizeof(float), count, file) == count &&
                fgetc(file) == EOF && all_finite(weights->stages[0], count);
    if (!good)
        fprintf(stderr, "reversi: %s cannot be read, or its weights are for other patterns\n",
                path);
    if (file)
        fclose(file);
    return good;
}

bool shared_weights_write(const struct shared_weights *weights, struct replacement *out)
{
    struct header header = header_of(weights);
    size_t count = (size_t)WEIGHT_STAGES * (size_t)weights->count;
    return replacement_write(out, &header, sizeof header) &&
           replacement_write(out, weights->stages[0], count * sizeof(float));
}
