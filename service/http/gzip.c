#include "http/gzip.h"

#include <pthread.h>
#include <stdlib.h>
#include <zlib.h>

/* A window of 4 KiB and the fastest level: 8 µs for a game, to a third of its size. */
enum { WINDOW_BITS = 12, GZIP_WRAPPER = 16, LEVEL = 1, MEMORY_LEVEL = 7 };

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void end_stream(void *value)
{
    deflateEnd(value);
    free(value);
}

static void make_key(void)
{
    if (pthread_key_create(&key, end_stream) != 0)
        abort();
}

/** This thread's compressor, ready for a new body. */
static z_stream *thread_stream(void)
{
    pthread_once(&once, make_key);
    z_stream *stream = pthread_getspecific(key);
    if (stream) {
        deflateReset(stream);
        return stream;
    }
    stream = calloc(1, sizeof *stream);
    if (!stream || deflateInit2(stream, LEVEL, Z_DEFLATED, WINDOW_BITS + GZIP_WRAPPER, MEMORY_LEVEL,
                                Z_DEFAULT_STRATEGY) != Z_OK)
        abort();
    pthread_setspecific(key, stream);
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
    return pack(thread_stream(), bytes, length, packed);
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
