/**
 * `reversi quantise`: fitted weights to the compressed file that the library embeds
 * (src/weights.h has its form).
 */
#include "command.h"
#include "shared_weights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { COMPRESSION_LEVEL = 9, HUNDREDTHS = 100 };

static int16_t quantised(float discs, double step)
{
    double hundredths = round((double)discs * HUNDREDTHS / step) * step;
    hundredths = fmin(fmax(round(hundredths), INT16_MIN), INT16_MAX);
    return (int16_t)hundredths;
}

/** The low bytes, then the high bytes, of the zigzag codes of the differences to `before`. */
static void code_stage(const float *shared, int count, double step, int16_t *before,
                       unsigned char *bytes)
{
    for (int i = 0; i < count; i++) {
        int16_t value = quantised(shared[i], step);
        uint16_t difference = (uint16_t)((uint16_t)value - (uint16_t)before[i]);
        uint16_t code = (uint16_t)(difference << 1 ^ -(difference >> 15));
        bytes[i] = (unsigned char)code;
        bytes[count + i] = (unsigned char)(code >> 8);
        before[i] = value;
    }
}

static void write_u32(unsigned char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

/** What the file holds before it is compressed. @return new, `*size` bytes; NULL: out of memory */
static unsigned char *code_stages(const struct shared_weights *weights, double step, size_t *size)
{
    size_t stage_bytes = 2 * (size_t)weights->count;
    *size = WEIGHT_STAGES * stage_bytes;
    unsigned char *bytes = malloc(*size);
    int16_t *before = calloc((size_t)weights->count, sizeof *before);
    for (int s = 0; bytes && before && s < WEIGHT_STAGES; s++)
        code_stage(weights->stages[s], weights->count, step, before,
                   bytes + (size_t)s * stage_bytes);
    bool good = before != NULL;
    free(before);
    if (good)
        return bytes;
    free(bytes);
    return NULL;
}

static bool write_file(const char *path, const struct shared_weights *weights, double step)
{
    size_t size = 0;
    unsigned char *bytes = code_stages(weights, step, &size);
    uLongf packed_size = compressBound((uLong)size);
    unsigned char *packed = malloc(WEIGHTS_HEADER_BYTES + packed_size);
    FILE *file = fopen(path, "wb");
    bool good = false;
    if (bytes && packed && file) {
        memcpy(packed, "RVW1", 4);
        write_u32(packed + 4, patterns_checksum());
        write_u32(packed + 8, WEIGHT_STAGES);
        write_u32(packed + 12, (uint32_t)weights->count);
        good = compress2(packed + WEIGHTS_HEADER_BYTES, &packed_size, bytes, (uLong)size,
                         COMPRESSION_LEVEL) == Z_OK &&
               fwrite(packed, 1, WEIGHTS_HEADER_BYTES + packed_size, file) ==
                   WEIGHTS_HEADER_BYTES + packed_size;
    }
    if (file)
        good = fclose(file) == 0 && good;
    if (good)
        printf("%d stages of %d weights: %zu bytes, compressed to %zu\n", WEIGHT_STAGES,
               weights->count, size, WEIGHTS_HEADER_BYTES + (size_t)packed_size);
    else
        fprintf(stderr, "reversi: %s cannot be written\n", path);
    free(packed);
    free(bytes);
    return good;
}

int command_quantise(int argc, char **argv)
{
    long step = 1;
    if (argc != 2 && !(argc == 4 && strcmp(argv[2], "--step") == 0 &&
                       command_number(argv[3], 1, HUNDREDTHS, &step)))
        return COMMAND_USAGE;
    struct shared_weights *weights = shared_weights_new();
    bool good = weights && shared_weights_read(weights, argv[0]) &&
                write_file(argv[1], weights, (double)step);
    shared_weights_free(weights);
    return good ? COMMAND_OK : COMMAND_FAILED;
}
