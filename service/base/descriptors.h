/** File descriptors: how many this process may have open, and what has to fit into that. */
#ifndef REVERSID_BASE_DESCRIPTORS_H
#define REVERSID_BASE_DESCRIPTORS_H

#include <stdbool.h>
#include <stdint.h>

/**
 * Raises the process's soft limit as far as is needed and its hard limit lets it, and lowers the
 * two numbers, in proportion, where they do not fit.
 *
 * @param fixed        descriptors for everything else
 * @param connections  lowered to what there is room for; likewise `streams`. A descriptor each
 * @return             the room for the two; negative or small: the hard limit does not even hold
 *                     `fixed` and one of each, and nothing was changed
 *
 * Threads: before others are started.
 */
int64_t descriptors_reserve(int64_t fixed, int64_t *connections, int64_t *streams);

#endif
