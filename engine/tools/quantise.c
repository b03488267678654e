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

/** The file, compressed. @return new, `*size` bytes; NULL: out of memory */
static unsigned char *pack(const unsigned char *bytes, size_t bytes_size, int count, size_t *size)
{
    uLongf packed_size = compressBound((uLong)bytes_size);
    unsigned char *packed = malloc(WEIGHTS_HEADER_BYTES + packed_size);
    if (!packed)
        return NULL;
    memcpy(packed, "RVW1", 4);
    write_u32(packed + 4, patterns_checksum());
    write_u32(packed + 8, WEIGHT_STAGES);
    write_u32(packed + 12, (uint32_t)count);
    if (compress2(packed + WEIGHTS_HEADER_BYTES, &packed_size, bytes, (uLong)bytes_size,
                  COMPRESSION_LEVEL) != Z_OK) {
        free(packed);
        return NULL;
    }
    *size = WEIGHTS_HEADER_BYTES + (size_t)packed_size;
    return packed;
}

static bool write_file(struct replacement *out, const struct shared_weights *weights, double step)
{
    size_t size = 0;
    size_t packed_size = 0;
    unsigned char *bytes = code_stages(weights, step, &size);
    unsigned char *packed = bytes ? pack(bytes, size, weights->count, &packed_size) : NULL;
    bool good = packed && replacement_write(out, packed, packed_size);
    if (!packed)
        fprintf(stderr, "reversi: out of memory\n");
    if (good)
        printf("%d stages of %d weights: %zu bytes, compressed to %zu\n", WEIGHT_STAGES,
               weights->count, size, packed_size);
    free(packed);
    free(bytes);
    return good;
}

static bool quantise(const char *from, const char *to, double step)
{
    struct replacement out;
    if (!replacement_begin(&out, to))
        return false;
    struct shared_weights *weights = shared_weights_new();
    bool good = weights && shared_weights_read(weights, from) && write_file(&out, weights, step);
    shared_weights_free(weights);
    if (good)
        return replacement_finish(&out);
    replacement_drop(&out);
    return false;
}

int command_quantise(int argc, char **argv)
{
    long step = 1;
    if (argc != 2 && !(argc == 4 && strcmp(argv[2], "--step") == 0 &&
                       command_number(argv[3], 1, HUNDREDTHS, &step)))
        return COMMAND_USAGE;
    return quantise(argv[0], argv[1], (double)step) ? COMMAND_OK : COMMAND_FAILED;
}
