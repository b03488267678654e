/** Text as ICU takes it, in UTF-16; for this folder only. Whatever does not fit is an error. */
#ifndef REVERSID_NAMES_UNITS_H
#define REVERSID_NAMES_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unicode/utypes.h>

/* A name's bytes are at most as many units; folding and skeletons make them more. */
enum { UNITS_MAX = 2048 };

struct units {
    UChar text[UNITS_MAX];
    int32_t length;
};

bool units_read(const char *text, size_t length, struct units *units);
bool units_write(const struct units *units, char *text, size_t size);

/** To NFC. */
bool units_compose(const struct units *in, struct units *out);

/** To what differs neither in case nor in compatible forms; drops what is ignorable, as well. */
bool units_fold(const struct units *in, struct units *out);

#endif
