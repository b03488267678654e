/**
 * Names that people choose: what may be one, and which look alike. The only folder that knows ICU.
 *
 * A name is 1 to 32 grapheme clusters in NFC, of letters, marks, digits, punctuation, symbols and
 * single spaces, so that what is shown is what is there: nothing invisible, no controls, nothing
 * that turns the direction of what stands around it, and no letter with more than four marks.
 *
 * Two names look alike where a key of one is a key of the other. The keys are hashes of what the
 * name looks like: letters that look alike (the confusables of Unicode, UTS 39) are one, in the
 * order in which they stand on the screen, as the name is written, in small letters and in
 * capitals. "AIice" with a capital i, "ALlCE" with a small L and "ALICE" all look like "alice".
 * Spaces do not count.
 */
#ifndef REVERSID_NAMES_NAME_H
#define REVERSID_NAMES_NAME_H

#include "base/crypto.h"
#include "domain/game.h"

enum {
    NAME_GRAPHEMES_MAX = 32,
    NAME_MARKS_MAX = 4,
    NAME_FOLDED_SIZE = 1536 + 1,
    NAME_KEYS_MAX = 8
};

struct name {
    char text[PLAYER_NAME_SIZE];   /* in NFC */
    char folded[NAME_FOLDED_SIZE]; /* without case, for searching */
    int key_count;
    uint8_t keys[NAME_KEYS_MAX][SHA256_SIZE]; /* ascending */
};

enum name_fault {
    NAME_GOOD,
    NAME_EMPTY,     /* or nothing but spaces and marks */
    NAME_TOO_LONG,  /* more than 32 grapheme clusters, or 1152 bytes */
    NAME_SPACES,    /* at an end, or two together */
    NAME_CHARACTER, /* one that is invisible, a control, unassigned, or turns directions */
    NAME_MARKS,     /* more than a letter carries, one twice, or on a space */
    NAME_RESERVED,  /* looks like what the service calls somebody, or who would speak for it */
    NAME_FAULT_COUNT
};

/** By which rules keys are made: the higher, the newer. Unicode's tables are among the rules. */
extern const int name_scheme;

/** A sentence for each fault. */
extern const char *const name_faults[NAME_FAULT_COUNT];

/**
 * Checks a name and makes its keys.
 *
 * @param text  well-formed UTF-8
 * @param name  untouched but for junk where the result is not NAME_GOOD
 */
enum name_fault name_read(const char *text, size_t length, struct name *name);

/**
 * Makes the keys of a name that is somebody's, whatever of it could be taken today.
 *
 * @param text  a name that was good once
 * @return      false: it cannot be; the name is junk then
 */
bool name_remake(const char *text, struct name *name);

/**
 * A name for a new player, "Player 482913", which may be taken.
 *
 * @param attempt  from 0: each draws from a hundred times as many as the one before, up to the
 *                 seventh, so that there is a name left however many players there are
 */
void name_make(int attempt, struct name *name);

/**
 * Folds a text as names are folded, to search with it.
 *
 * @return  false: it is too long for any name
 */
bool name_fold(const char *text, size_t length, char folded[NAME_FOLDED_SIZE]);

#endif
