/** The settings, read from the environment at the start. Rows in config.def. */
#ifndef REVERSID_BASE_CONFIG_H
#define REVERSID_BASE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** Texts are borrowed from the environment or static; a choice is the index of its word. */
struct config {
#define CONFIG_TEXT(field, environment, value, help) const char *field;
#define CONFIG_NUMBER(field, environment, value, min, max, help) int64_t field;
#define CONFIG_CHOICE(field, environment, value, words, help) int field;
#include "base/config.def"
#undef CONFIG_TEXT
#undef CONFIG_NUMBER
#undef CONFIG_CHOICE
};

/**
 * Reads all settings.
 *
 * @return  false with a sentence in `why` that names the variable and what it may be; `config` is
 *          untouched
 */
bool config_read(struct config *config, char *why, size_t why_size);

/**
 * Looks for a variable that begins with REVERSID_ and is no setting: misspelt, perhaps, so worth a
 * warning. Only its name is given, since its value may be a secret.
 *
 * @param name  gets the name, cut to `size` - 1 bytes; untouched where there is none
 * @return      false: there is none
 */
bool config_unknown(char *name, size_t size);

/** Prints every setting with its default and meaning. */
void config_help(FILE *out);

#endif
