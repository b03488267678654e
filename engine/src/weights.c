#include "weights.h"

#include "feature.h"
#include "quadrant.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

extern const unsigned char rev_weights_file[];
extern const size_t rev_weights_file_size;

_Alignas(64) int16_t rev_weights[WEIGHT_STAGES][WEIGHT_COUNT];

struct quadrants rev_quadrants;

const uint8_t rev_weight_stages[64 + 1] = {
    0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  1,  1,  1,  1,  2,  2,
    3,  3,  4,  4,  5,  5,  6,  6,  7,  7,  8,  8,  9,  9,  10, 10, 11, 11, 12, 12, 13, 13,
    14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 18, 18, 19, 19, 19, 19, 19, 19, 19, 19, 19};

static uint32_t read_u32(const unsigned char *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static bool header_fits(const unsigned char *file, size_t size, int shared_count, int row_count)
{
    return size > WEIGHTS_HEADER_BYTES && memcmp(file, "RVW2", 4) == 0 &&
           read_u32(file + 4) == patterns_checksum() && read_u32(file + 8) == WEIGHT_STAGES &&
           read_u32(file + 12) == (uint32_t)shared_count &&
           read_u32(file + 16) == (uint32_t)row_count && read_u32(file + 20) == QUADRANT_WIDTH;
}

/** Where what the file has goes. */
struct maps {
    int shared_count;
    int row_count;
    int32_t shared[WEIGHT_COUNT];
    int32_t rows[QUADRANT_ROWS];
};

/** A stage as the file has it, and what it adds up to. */
struct stage {
    unsigned char bytes[QUADRANT_TABLE_SIZE]; /* or the quadrants' rows, which are more */
    int16_t shared[WEIGHT_COUNT];
};

/** Adds the stage's differences to the shared weights of the stage before. */
static void add_differences(struct stage *stage, int shared_count)
{
    const unsigned char *low = stage->bytes;
    const unsigned char *high = stage->bytes + shared_count;
    for (int i = 0; i < shared_count; i++) {
        uint16_t code = (uint16_t)(low[i] | high[i] << 8);
        uint16_t difference = (uint16_t)(code >> 1 ^ -(code & 1));
        stage->shared[i] = (int16_t)((uint16_t)stage->shared[i] + difference);
    }
}

static bool inflate_bytes(z_stream *stream, unsigned char *bytes, size_t size)
{
    stream->next_out = bytes;
    stream->avail_out = (uInt)size;
    int status = inflate(stream, Z_SYNC_FLUSH);
    return (status == Z_OK || status == Z_STREAM_END) && stream->avail_out == 0;
}

static bool inflate_stages(z_stream *stream, struct stage *stage, const struct maps *maps,
                           int16_t weights[WEIGHT_STAGES][WEIGHT_COUNT])
{
    for (int s = 0; s < WEIGHT_STAGES; s++) {
        if (!inflate_bytes(stream, stage->bytes, 2 * (size_t)maps->shared_count))
            return false;
        add_differences(stage, maps->shared_count);
        for (int i = 0; i < WEIGHT_COUNT; i++)
            weights[s][i] = stage->shared[maps->shared[i]];
    }
    return true;
}

static int16_t read_i16(const unsigned char *at)
{
    return (int16_t)(at[0] | at[1] << 8);
}

/** False also where a number is outside the range in which quadrants_evaluate cannot overflow. */
static bool inflate_stage_numbers(z_stream *stream, struct quadrants *quadrants)
{
    enum { NUMBERS = WEIGHT_STAGES * QUADRANT_WIDTH };
    unsigned char bytes[2][2 * NUMBERS];
    if (!inflate_bytes(stream, bytes[0], sizeof bytes))
        return false;
    for (int i = 0; i < NUMBERS; i++) {
        int bias = read_i16(bytes[0] + 2 * (size_t)i);
        int weight = read_i16(bytes[1] + 2 * (size_t)i);
        if (abs(bias) > QUADRANT_BIAS_MAX || abs(weight) > QUADRANT_WEIGHT_MAX)
            return false;
        quadrants->biases[i / QUADRANT_WIDTH][i % QUADRANT_WIDTH] = (int16_t)bias;
        quadrants->weights[i / QUADRANT_WIDTH][i % QUADRANT_WIDTH] = weight;
    }
    return true;
}

static bool inflate_quadrants(z_stream *stream, struct stage *stage, const struct maps *maps,
                              struct quadrants *quadrants)
{
    size_t row_count = (size_t)maps->row_count;
    if (!inflate_bytes(stream, stage->bytes, row_count * QUADRANT_WIDTH))
        return false;
    for (size_t i = 0; i < row_count * QUADRANT_WIDTH; i++) {
        if (abs((int8_t)stage->bytes[i]) > QUADRANT_ROW_MAX)
            return false;
    }
    for (int i = 0; i < QUADRANT_ROWS; i++)
        memcpy(&quadrants->table[i * QUADRANT_WIDTH],
               &stage->bytes[(size_t)maps->rows[i] * QUADRANT_WIDTH], QUADRANT_WIDTH);
    return inflate_stage_numbers(stream, quadrants);
}

static bool inflate_all(const unsigned char *file, size_t size, struct stage *stage,
                        const struct maps *maps, int16_t weights[WEIGHT_STAGES][WEIGHT_COUNT],
                        struct quadrants *quadrants)
{
    z_stream stream = {.next_in = (unsigned char *)file + WEIGHTS_HEADER_BYTES,
                       .avail_in = (uInt)(size - WEIGHTS_HEADER_BYTES)};
    if (inflateInit(&stream) != Z_OK)
        return false;
    /* The end is reached where the checksum agrees, and only there. */
    bool good = inflate_stages(&stream, stage, maps, weights) &&
                inflate_quadrants(&stream, stage, maps, quadrants) &&
                inflate(&stream, Z_FINISH) == Z_STREAM_END;
    inflateEnd(&stream);
    return good;
}

bool weights_decode(const unsigned char *file, size_t size,
                    int16_t weights[WEIGHT_STAGES][WEIGHT_COUNT], struct quadrants *quadrants)
{
    bool decoded = false;
    struct maps *maps = malloc(sizeof *maps);
    struct stage *stage = malloc(sizeof *stage);
    if (maps && stage) {
        memset(stage->shared, 0, sizeof stage->shared); /* before the first: what it differs from */
        maps->shared_count = patterns_share(maps->shared);
        maps->row_count = patterns_share_rows(maps->rows);
        decoded = header_fits(file, size, maps->shared_count, maps->row_count) &&
                  inflate_all(file, size, stage, maps, weights, quadrants);
    }
    free(stage);
    free(maps);
    return decoded;
}

_Static_assert((int)QUADRANT_TABLE_SIZE >= 2 * (int)WEIGHT_COUNT,
               "room for the weights of a stage");

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded;

static void load(void)
{
    features_init();
    loaded = weights_decode(rev_weights_file, rev_weights_file_size, rev_weights, &rev_quadrants);
}

bool weights_load(void)
{
    pthread_once(&once, load);
    return loaded;
}

bool weights_replace(const unsigned char *file, size_t size)
{
    weights_load();
    loaded = weights_decode(file, size, rev_weights, &rev_quadrants);
    return loaded;
}
