/**
 * A file that is written beside the one it is to replace, and takes its name once it is whole:
 * whatever happens before, what stood there stays.
 */
#ifndef REVERSI_REPLACEMENT_H
#define REVERSI_REPLACEMENT_H

#include <stdbool.h>
#include <stdio.h>

/** To be begun with replacement_begin; what is in it is nobody else's concern. */
struct replacement {
    const char *path; /* borrowed: what is replaced */
    char *beside;     /* PATH.new */
    FILE *file;       /* NULL: none is open */
    bool failed;      /* and that was said */
};

/**
 * Opens PATH.new, empty, whether or not there is a PATH.
 *
 * @param path  has to stay where it is
 * @return      false, with a sentence on stderr: it cannot be written, PATH is something else than
 *              a file, or another process is writing PATH.new. Then nothing is open
 */
bool replacement_begin(struct replacement *replacement, const char *path);

/** Writes on. False: it failed, now or before, and a sentence was said on stderr, once. */
bool replacement_write(struct replacement *replacement, const void *bytes, size_t size);

/**
 * Puts what was written in the place of PATH, once all of it is on the disk.
 *
 * @return  false, as replacement_write: PATH is as it was, and PATH.new is gone
 */
bool replacement_finish(struct replacement *replacement);

/** Leaves PATH as it is and removes PATH.new. Where none is open it does nothing. */
void replacement_drop(struct replacement *replacement);

#endif
