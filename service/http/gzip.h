/** gzip with one compressor for each thread, reused: a fresh one costs seven times as much. */
#ifndef REVERSID_HTTP_GZIP_H
#define REVERSID_HTTP_GZIP_H

#include "base/text.h"

#include <stdint.h>

/** Compresses. False: it would not get smaller; `packed` stays empty. */
bool gzip_compress(const void *bytes, size_t length, struct text *packed);

/**
 * Compresses bytes that never change and live for ever, such as an embedded file: at the first call
 * for them, and well; later calls give the same memory. Thread-safe. The first call for a megabyte
 * takes some 50 ms.
 *
 * @return  false: it would not get smaller, or there are too many such bodies
 */
bool gzip_static(const void *bytes, size_t length, const void **packed, size_t *packed_length);

/**
 * A gzip body that is sent piece by piece and never kept: head, pieces, tail. Each piece can be
 * unpacked as soon as it arrives, and refers to no other, so nothing is remembered between them but
 * these sums; pieces that were made but never sent do no harm.
 */
struct gzip_sums {
    uint32_t crc, length; /* of what the pieces hold; zero at first */
};

/** Appends the head of a body. */
void gzip_put_head(struct text *out);

/** Appends a piece; `sums` becomes that of the piece alone. */
void gzip_put_piece(const void *bytes, size_t length, struct text *out, struct gzip_sums *sums);

/** A piece is sent after all those of `body`. */
void gzip_count(struct gzip_sums *body, const struct gzip_sums *piece);

/** Appends the end of a body. */
void gzip_put_tail(const struct gzip_sums *body, struct text *out);

#endif
