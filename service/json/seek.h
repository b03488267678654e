/** Seeks as JSON, as the contract's schema Seek has them. */
#ifndef REVERSID_JSON_SEEK_H
#define REVERSID_JSON_SEEK_H

#include "domain/seek.h"
#include "json/writer.h"

/** A seek as one caller sees it. */
struct seek_view {
    const struct seek *seek;
    struct uuid player; /* the caller; nil: nobody */
    int64_t now_ms;
};

/** Schema Seek. */
void json_seek(struct json_writer *writer, const struct seek_view *view);

#endif
