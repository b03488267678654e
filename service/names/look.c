#include "names/look.h"

#include <unicode/ubidi.h>
#include <unicode/uchar.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

/** The text as it stands on the screen, from left to right, in a line of one direction. */
static bool lay_out(const struct units *in, UBiDiLevel direction, struct units *out)
{
    UErrorCode error = U_ZERO_ERROR;
    UBiDi *line = ubidi_open();
    ubidi_setPara(line, in->text, in->length, direction, NULL, &error);
    out->length = ubidi_writeReordered(line, out->text, UNITS_MAX,
                                       UBIDI_DO_MIRRORING | UBIDI_KEEP_BASE_COMBINING, &error);
    ubidi_close(line);
    return U_SUCCESS(error) && out->length < UNITS_MAX;
}

static bool is_left_to_right(const struct units *units)
{
    UErrorCode error = U_ZERO_ERROR;
    UBiDi *line = ubidi_open();
    ubidi_setPara(line, units->text, units->length, UBIDI_LTR, NULL, &error);
    bool plain = U_SUCCESS(error) && ubidi_getDirection(line) == UBIDI_LTR;
    ubidi_close(line);
    return plain;
}

static void drop_spaces(struct units *units)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < units->length; i++)
        if (units->text[i] != ' ')
            units->text[kept++] = units->text[i];
    units->length = kept;
}

/** With one sign for all that look so (UTS 39). */
static bool skeleton_of(const struct units *in, UBiDiLevel direction, struct units *skeleton)
{
    UErrorCode error = U_ZERO_ERROR;
    struct units line;
    if (!lay_out(in, direction, &line))
        return false;
    USpoofChecker *checker = uspoof_open(&error);
    skeleton->length =
        uspoof_getSkeleton(checker, 0, line.text, line.length, skeleton->text, UNITS_MAX, &error);
    uspoof_close(checker);
    drop_spaces(skeleton);
    return U_SUCCESS(error) && skeleton->length < UNITS_MAX;
}

static bool capitalize(const struct units *in, struct units *out)
{
    UErrorCode error = U_ZERO_ERROR;
    out->length = u_strToUpper(out->text, UNITS_MAX, in->text, in->length, "", &error);
    return U_SUCCESS(error) && out->length < UNITS_MAX;
}

static bool has_small_letters(const struct units *units)
{
    for (int32_t at = 0; at < units->length;) {
        UChar32 character;
        U16_NEXT(units->text, at, units->length, character);
        if (u_hasBinaryProperty(character, UCHAR_LOWERCASE))
            return true;
    }
    return false;
}

static bool add(struct looks *looks, const struct units *written, const struct units *small,
                UBiDiLevel direction)
{
    struct units capitals, skeleton;
    struct units *next = &looks->looks[looks->count];
    if (!skeleton_of(written, direction, &next[0]) || !capitalize(small, &capitals) ||
        !skeleton_of(&capitals, direction, &next[1]) || !skeleton_of(small, direction, &skeleton) ||
        !units_fold(&skeleton, &next[2]))
        return false;
    looks->count += 3;
    if (has_small_letters(written)) {
        looks->count++;
        return units_fold(&next[0], &next[3]);
    }
    return true;
}

bool looks_of(const struct units *written, const struct units *small, struct looks *looks)
{
    looks->count = 0;
    return add(looks, written, small, UBIDI_LTR) &&
           (is_left_to_right(written) || add(looks, written, small, UBIDI_RTL));
}
