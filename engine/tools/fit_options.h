/**
 * The options that all fits have: which files hold the positions, and what they are worth.
 */
#ifndef REVERSI_FIT_OPTIONS_H
#define REVERSI_FIT_OPTIONS_H

#include "samples.h"

#include <stdbool.h>

/**
 * Whether this is one of them, with a value that it may have. Files are not looked at, so that
 * wrong options are found before hours are spent.
 *
 * @param any_file  becomes true where the option names a file; untouched otherwise
 */
bool fit_option(const char *name, const char *value, bool *any_file);

/**
 * Reads the files that pairs of a name and a value give, each with the --later before it; prints
 * what they held. Options that it does not know are somebody else's.
 *
 * @return  false, with a sentence on stderr: a file cannot be read, or none holds a position
 */
bool fit_options_read(char **options, int count, struct samples *samples);

#endif
