/**
 * `reversi quantise`: fitted weights, and the fitted numbers of the quadrants, to the compressed
 * file that the library embeds (src/weights.h has its form).
 */
#include "command.h"
#include "quadrant_weights.h"
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

static int clamped(double value, int most)
{
    return (int)fmin(fmax(round(value), -most), most);
}

static void write_i16(unsigned char *at, int value)
{
    at[0] = (unsigned char)value;
    at[1] = (unsigned char)(value >> 8);
}

static double largest_row_number(const struct quadrant_weights *quadrants, int number)
{
    double largest = 0;
    for (int i = 0; i < quadrants->row_count; i++)
        largest = fmax(largest, fabs((double)quadrants->rows[i][number]));
    return largest;
}

static double largest_weight(const struct quadrant_weights *quadrants, int number)
{
    double largest = 0;
    for (int s = 0; s < WEIGHT_STAGES; s++)
        largest = fmax(largest, fabs((double)quadrants->stages[s].weights[number]));
    return largest;
}

/** What a weight becomes where rows are multiplied by 1. */
static const double weight_unit =
    HUNDREDTHS * (double)(1 << (QUADRANT_PRODUCT_SHIFT + QUADRANT_VALUE_SHIFT));

/**
 * What a number's rows are multiplied by: what makes the largest as large as it may be, or more
 * where the largest weight would not fit otherwise.
 */
static double row_scale(const struct quadrant_weights *quadrants, int number)
{
    double by_rows = QUADRANT_ROW_MAX / fmax(largest_row_number(quadrants, number), 1e-6);
    double least = sqrt(weight_unit * largest_weight(quadrants, number) / QUADRANT_WEIGHT_MAX);
    return fmax(by_rows, least);
}

static void code_quadrants(const struct quadrant_weights *quadrants, unsigned char *bytes)
{
    unsigned char *biases = bytes + (size_t)quadrants->row_count * QUADRANT_WIDTH;
    unsigned char *weights = biases + 2 * (size_t)WEIGHT_STAGES * QUADRANT_WIDTH;
    for (int number = 0; number < QUADRANT_WIDTH; number++) {
        double scale = row_scale(quadrants, number);
        for (int i = 0; i < quadrants->row_count; i++)
            bytes[i * QUADRANT_WIDTH + number] = (unsigned char)clamped(
                scale * (double)quadrants->rows[i][number], QUADRANT_ROW_MAX);
        for (int s = 0; s < WEIGHT_STAGES; s++) {
            const struct quadrant_stage *stage = &quadrants->stages[s];
            size_t at = 2 * (size_t)(s * QUADRANT_WIDTH + number);
            double weight = weight_unit * (double)stage->weights[number] / (scale * scale);
            write_i16(biases + at,
                      clamped(scale * (double)stage->biases[number], QUADRANT_BIAS_MAX));
            write_i16(weights + at, clamped(weight, QUADRANT_WEIGHT_MAX));
        }
    }
}

/** The quadrants' constants are those of the weights by the number of discs. */
static void add_constants(struct shared_weights *weights, const struct quadrant_weights *quadrants)
{
    for (int s = 0; s < WEIGHT_STAGES; s++) {
        for (int discs = 0; discs <= 64; discs++)
            weights->stages[s][weights->map[WEIGHT_DISCS + discs]] += quadrants->stages[s].constant;
    }
}

/** What the file holds before it is compressed. @return new, `*size` bytes; NULL: out of memory */
static unsigned char *code_all(const struct shared_weights *weights,
                               const struct quadrant_weights *quadrants, double step, size_t *size)
{
    size_t stage_bytes = 2 * (size_t)weights->count;
    size_t stages_bytes = WEIGHT_STAGES * stage_bytes;
    *size =
        stages_bytes + ((size_t)quadrants->row_count + 4 * (size_t)WEIGHT_STAGES) * QUADRANT_WIDTH;
    unsigned char *bytes = malloc(*size);
    int16_t *before = calloc((size_t)weights->count, sizeof *before);
    bool good = bytes && before;
    for (int s = 0; good && s < WEIGHT_STAGES; s++)
        code_stage(weights->stages[s], weights->count, step, before,
                   bytes + (size_t)s * stage_bytes);
    if (good)
        code_quadrants(quadrants, bytes + stages_bytes);
    free(before);
    if (good)
        return bytes;
    free(bytes);
    return NULL;
}

static void write_header(unsigned char *at, int weight_count, int row_count)
{
    memcpy(at, "RVW2", 4);
    write_u32(at + 4, patterns_checksum());
    write_u32(at + 8, WEIGHT_STAGES);
    write_u32(at + 12, (uint32_t)weight_count);
    write_u32(at + 16, (uint32_t)row_count);
    write_u32(at + 20, QUADRANT_WIDTH);
}

/**
 * What follows the header, compressed: as data that are mostly small numbers, which takes 6 % off
 * what zlib makes of them otherwise.
 *
 * @return  new, `*size` bytes; NULL: out of memory
 */
static unsigned char *pack(unsigned char *bytes, size_t bytes_size, size_t *size)
{
    z_stream stream = {.next_in = bytes, .avail_in = (uInt)bytes_size};
    if (deflateInit2(&stream, COMPRESSION_LEVEL, Z_DEFLATED, MAX_WBITS, MAX_MEM_LEVEL,
                     Z_FILTERED) != Z_OK)
        return NULL;
    uLong bound = deflateBound(&stream, (uLong)bytes_size);
    unsigned char *packed = malloc(bound);
    stream.next_out = packed;
    stream.avail_out = (uInt)bound;
    bool good = packed && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    *size = stream.total_out;
    deflateEnd(&stream);
    if (good)
        return packed;
    free(packed);
    return NULL;
}

static bool write_file(struct replacement *out, const struct shared_weights *weights,
                       const struct quadrant_weights *quadrants, double step)
{
    size_t size = 0;
    size_t packed_size = 0;
    unsigned char *bytes = code_all(weights, quadrants, step, &size);
    unsigned char *packed = bytes ? pack(bytes, size, &packed_size) : NULL;
    unsigned char header[WEIGHTS_HEADER_BYTES];
    write_header(header, weights->count, quadrants->row_count);
    bool good = packed && replacement_write(out, header, sizeof header) &&
                replacement_write(out, packed, packed_size);
    if (!packed)
        fprintf(stderr, "reversi: out of memory\n");
    if (good)
        printf("%d stages of %d weights, %d rows of %d: %zu bytes, compressed to %zu\n",
               WEIGHT_STAGES, weights->count, quadrants->row_count, QUADRANT_WIDTH, size,
               sizeof header + packed_size);
    free(packed);
    free(bytes);
    return good;
}

/** From two files to a third. */
static bool quantise(char **files, double step)
{
    struct replacement out;
    if (!replacement_begin(&out, files[2]))
        return false;
    struct shared_weights *weights = shared_weights_new();
    struct quadrant_weights *quadrants = quadrant_weights_new();
    bool good = weights && quadrants && shared_weights_read(weights, files[0]) &&
                quadrant_weights_read(quadrants, files[1]);
    if (good) {
        add_constants(weights, quadrants);
        good = write_file(&out, weights, quadrants, step);
    }
    quadrant_weights_free(quadrants);
    shared_weights_free(weights);
    if (good)
        return replacement_finish(&out);
    replacement_drop(&out);
    return false;
}

int command_quantise(int argc, char **argv)
{
    long step = 1;
    if (argc != 3 && !(argc == 5 && strcmp(argv[3], "--step") == 0 &&
                       command_number(argv[4], 1, HUNDREDTHS, &step)))
        return COMMAND_USAGE;
    return quantise(argv, (double)step) ? COMMAND_OK : COMMAND_FAILED;
}
