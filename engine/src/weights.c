#include "weights.h"

#include "feature.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

extern const unsigned char rev_weights_file[];
extern const size_t rev_weights_file_size;

_Alignas(64) int16_t rev_weights[WEIGHT_STAGES][WEIGHT_COUNT];

const uint8_t rev_weight_stages[64 + 1] = {
    0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  1,  1,  1,  1,  2,  2,
    3,  3,  4,  4,  5,  5,  6,  6,  7,  7,  8,  8,  9,  9,  10, 10, 11, 11, 12, 12, 13, 13,
    14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 18, 18, 19, 19, 19, 19, 19, 19, 19, 19, 19};

static uint32_t read_u32(const unsigned char *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static bool header_fits(const unsigned char *file, size_t size, int shared_count)
{
    return size > WEIGHTS_HEADER_BYTES && memcmp(file, "RVW1", 4) == 0 &&
           read_u32(file + 4) == patterns_checksum() && read_u32(file + 8) == WEIGHT_STAGES &&
           read_u32(file + 12) == (uint32_t)shared_count;
}

/** A stage as the file has it, and what it adds up to. */
struct stage {
    unsigned char bytes[2 * WEIGHT_COUNT]; /* at least the shared ones */
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

static bool inflate_stages(z_stream *stream, struct stage *stage, int shared_count,
                           const int32_t map[WEIGHT_COUNT],
                           int16_t weights[WEIGHT_STAGES][WEIGHT_COUNT])
{
    for (int s = 0; s < WEIGHT_STAGES; s++) {
        stream->next_out = stage->bytes;
        stream->avail_out = 2 * (uInt)shared_count;
        int status = inflate(stream, Z_SYNC_FLUSH);
        if ((status != Z_OK && status != Z_STREAM_END) || stream->avail_out != 0)
            return false;
        add_differences(stage, shared_count);
        for (int i = 0; i < WEIGHT_COUNT; i++)
            weights[s][i] = stage->shared[map[i]];
    }
    /* The end is reached where the checksum agrees, and only there. */
    return inflate(stream, Z_FINISH) == Z_STREAM_END;
}

bool weights_decode(const unsigned char *file, size_t size,
                    int16_t weights[WEIGHT_STAGES][WEIGHT_COUNT])
{
    bool decoded = false;
    int32_t *map = malloc(WEIGHT_COUNT * sizeof *map);
    struct stage *stage = calloc(1, sizeof *stage);
    z_stream stream = {0};
    if (map && stage) {
        int shared_count = patterns_share(map);
        if (header_fits(file, size, shared_count) && inflateInit(&stream) == Z_OK) {
            stream.next_in = (unsigned char *)file + WEIGHTS_HEADER_BYTES;
            stream.avail_in = (uInt)(size - WEIGHTS_HEADER_BYTES);
            decoded = inflate_stages(&stream, stage, shared_count, map, weights);
            inflateEnd(&stream);
        }
    }
    free(stage);
    free(map);
    return decoded;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded;

static void load(void)
{
    features_init();
    loaded = weights_decode(rev_weights_file, rev_weights_file_size, rev_weights);
}

bool weights_load(void)
{
    pthread_once(&once, load);
    return loaded;
}

bool weights_replace(const unsigned char *file, size_t size)
{
    weights_load();
    loaded = weights_decode(file, size, rev_weights);
    return loaded;
}
