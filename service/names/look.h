/** What names look like; for this folder only. */
#ifndef REVERSID_NAMES_LOOK_H
#define REVERSID_NAMES_LOOK_H

#include "names/units.h"

enum { LOOKS_MAX = 8 };

/** A name's looks, each without spaces. Two names look alike where they share one. */
struct looks {
    int count;
    struct units looks[LOOKS_MAX];
};

/**
 * What a name looks like: as it is written and in capitals, where "ALlCE" is "ALICE"; and, with the
 * case of letters forgotten, in small letters and as it is written, where "AIice" and "alice" are
 * one, but not where it is all capitals: "NEIL" is read as capitals are, and nobody's "Nell". Where
 * writing runs from right to left in it, each of them in lines of either direction.
 *
 * @param written  in NFC
 * @param small    folded
 * @return         false: one of them is longer than any name's
 */
bool looks_of(const struct units *written, const struct units *small, struct looks *looks);

#endif
