/**
 * A file of lines that a command goes on with: what it wrote before it was interrupted stays, but
 * for a line that it had not finished. One process at a time writes it.
 */
#ifndef REVERSI_APPEND_H
#define REVERSI_APPEND_H

#include <stdbool.h>
#include <stdio.h>

/** An open file. `file` is for writing whole lines to, which append_good is asked about. */
struct append {
    const char *path; /* borrowed */
    FILE *file;       /* NULL: none is open */
    bool failed;      /* and that was said */
};

/**
 * Looks at a line that the file has.
 *
 * @param line  without its end
 * @return      false: the file is not one to go on with
 */
typedef bool append_look(void *context, const char *line);

/**
 * Opens a file, which is made where there is none, to write behind its last whole line; what
 * follows that is cut off.
 *
 * @param path  has to stay where it is
 * @param look  is called with each whole line, in order
 * @return      false, with a sentence on stderr: it cannot be opened or read, another process has
 *              it open, or a line was refused. Then it is as it was
 */
bool append_open(struct append *append, const char *path, append_look *look, void *context);

/** Whether all that was written so far can be. False: a sentence was said on stderr, once. */
bool append_good(struct append *append);

/** Hands over to the system what was written. False as append_good. */
bool append_flush(struct append *append);

/** Does that, and closes the file. False as append_good. Without an open file it does nothing. */
bool append_close(struct append *append);

#endif
