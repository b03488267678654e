/** gzip with one compressor for each thread, reused: a fresh one costs seven times as much. */
#ifndef REVERSID_HTTP_GZIP_H
#define REVERSID_HTTP_GZIP_H

#include "base/text.h"

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

#endif
