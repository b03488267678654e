/**
 * Where tests find files: the project's own fixtures, and larger data sets that may be there.
 *
 * REVERSID_SOURCE (set by CMake) names the project. Data sets are looked for in the folder that
 * REVERSI_DATA names, else in <project>/../shared/data; without them the tests pass on our
 * fixtures.
 */
#ifndef TEST_DATA_H
#define TEST_DATA_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { DATA_PATH_SIZE = 4096 };

/** The path of a file of the project. */
static inline void source_path(char path[DATA_PATH_SIZE], const char *file)
{
    const char *source = getenv("REVERSID_SOURCE");
    snprintf(path, DATA_PATH_SIZE, "%s/%s", source ? source : ".", file);
}

/** The path of a file of the data sets. False, with a line that says so: it is not there. */
static inline bool data_path(char path[DATA_PATH_SIZE], const char *file)
{
    const char *folder = getenv("REVERSI_DATA");
    if (folder) {
        snprintf(path, DATA_PATH_SIZE, "%s/%s", folder, file);
    } else {
        char beside[DATA_PATH_SIZE / 2];
        snprintf(beside, sizeof beside, "../shared/data/%s", file);
        source_path(path, beside);
    }
    bool found = access(path, R_OK) == 0;
    printf("data set %s: %s\n", file, found ? "used" : "not there, skipped");
    return found;
}

#endif
