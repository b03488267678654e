#include "http/gzip.h"

#include <pthread.h>
#include <stdlib.h>
#include <zlib.h>

/* A window of 4 KiB and the fastest level: 8 µs for a game, to a third of its size. */
enum { WINDOW_BITS = 12, GZIP_WRAPPER = 16, LEVEL = 1, MEMORY_LEVEL = 7 };

enum form { WHOLE, PIECES, FORM_COUNT };

/* A whole body has a wrapper; pieces get theirs from us. */
static const int window_bits[FORM_COUNT] = {WINDOW_BITS + GZIP_WRAPPER, -WINDOW_BITS};

static pthread_key_t keys[FORM_COUNT];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void end_stream(void *value)
{
    deflateEnd(value);
    free(value);
}

static void make_keys(void)
{
    for (int form = 0; form < FORM_COUNT; form++)
        if (pthread_key_create(&keys[form], end_stream) != 0)
            abort();
}

/** This thread's compressor, ready for a new body or piece. */
static z_stream *thread_stream(enum form form)
{
    pthread_once(&once, make_keys);
    z_stream *stream = pthread_getspecific(keys[form]);
    if (stream) {
        deflateReset(stream);
        return stream;
    }
    stream = calloc(1, sizeof *stream);
    if (!stream || deflateInit2(stream, LEVEL, Z_DEFLATED, window_bits[form], MEMORY_LEVEL,
                                Z_DEFAULT_STRATEGY) != Z_OK)
        abort();
    pthread_setspecific(keys[form], stream);
    return stream;
}

/** All of `bytes` with a stream that is ready. False: it would not get smaller. */
static bool pack(z_stream *stream, const void *bytes, size_t length, struct text *packed)
{
    char *out = malloc(length);
    if (!out)
        abort();
    stream->next_in = (Bytef *)(uintptr_t)bytes;
    stream->avail_in = (uInt)length;
    stream->next_out = (Bytef *)out;
    stream->avail_out = (uInt)(length - 1);
    if (deflate(stream, Z_FINISH) != Z_STREAM_END) {
        free(out);
        return false;
    }
    *packed = (struct text){out, length - 1 - stream->avail_out, length};
    out[packed->length] = '\0';
    return true;
}

bool gzip_compress(const void *bytes, size_t length, struct text *packed)
{
    return pack(thread_stream(WHOLE), bytes, length, packed);
}

/* --- piece by piece -------------------------------------------------------------------------- */

void gzip_put_head(struct text *out)
{
    static const char head[] = {0x1f, (char)0x8b, Z_DEFLATED, 0, 0, 0, 0, 0, 0, (char)0xff};
    text_append(out, head, sizeof head);
}

void gzip_put_piece(const void *bytes, size_t length, struct text *out, struct gzip_sums *sums)
{
    z_stream *stream = thread_stream(PIECES);
    Bytef packed[1024];
    stream->next_in = (Bytef *)(uintptr_t)bytes;
    stream->avail_in = (uInt)length;
    do {
        stream->next_out = packed;
        stream->avail_out = sizeof packed;
        if (deflate(stream, Z_FULL_FLUSH) == Z_STREAM_ERROR)
            abort();
        text_append(out, (const char *)packed, sizeof packed - stream->avail_out);
    } while (stream->avail_out == 0);
    sums->crc = (uint32_t)crc32(0, bytes, (uInt)length);
    sums->length = (uint32_t)length;
}

void gzip_count(struct gzip_sums *body, const struct gzip_sums *piece)
{
    body->crc = (uint32_t)crc32_combine(body->crc, piece->crc, (z_off_t)piece->length);
    body->length += piece->length; /* modulo 2^32, as the format has it */
}

static void put_little_endian(uint32_t value, struct text *out)
{
    char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (char)(value >> (8 * i));
    text_append(out, bytes, sizeof bytes);
}

void gzip_put_tail(const struct gzip_sums *body, struct text *out)
{
    static const char last_block[] = {3, 0}; /* an empty one */
    text_append(out, last_block, sizeof last_block);
    put_little_endian(body->crc, out);
    put_little_endian(body->length, out);
}

/* --- what never changes ---------------------------------------------------------------------- */

/* More than there are embedded files; one that finds no place goes as it is. */
enum { STATIC_MAX = 64 };

static pthread_mutex_t static_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    const void *bytes;
    struct text packed; /* empty: it does not get smaller */
} static_bodies[STATIC_MAX];

static void pack_well(const void *bytes, size_t length, struct text *packed)
{
    z_stream stream = {0};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP_WRAPPER,
                     MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        abort();
    pack(&stream, bytes, length, packed);
    deflateEnd(&stream);
    packed->data = packed->data ? realloc(packed->data, packed->length + 1) : NULL;
}

bool gzip_static(const void *bytes, size_t length, const void **packed, size_t *packed_length)
{
    int place = 0;
    pthread_mutex_lock(&static_lock);
    while (place < STATIC_MAX && static_bodies[place].bytes && static_bodies[place].bytes != bytes)
        place++;
    if (place < STATIC_MAX && !static_bodies[place].bytes) {
        static_bodies[place].bytes = bytes;
        pack_well(bytes, length, &static_bodies[place].packed);
    }
    pthread_mutex_unlock(&static_lock);
    if (place == STATIC_MAX || static_bodies[place].packed.length == 0)
        return false;
    *packed = static_bodies[place].packed.data;
    *packed_length = static_bodies[place].packed.length;
    return true;
}
