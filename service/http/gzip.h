/** gzip with one compressor for each thread, reused: a fresh one costs seven times as much. */
#ifndef REVERSID_HTTP_GZIP_H
#define REVERSID_HTTP_GZIP_H

#include "base/text.h"

/** Compresses. False: it would not get smaller; `packed` stays empty. */
bool gzip_compress(const void *bytes, size_t length, struct text *packed);

#endif
