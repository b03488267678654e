#include "names/units.h"

#include <unicode/unorm2.h>
#include <unicode/ustring.h>

bool units_read(const char *text, size_t length, struct units *units)
{
    UErrorCode error = U_ZERO_ERROR;
    u_strFromUTF8(units->text, UNITS_MAX, &units->length, text, (int32_t)length, &error);
    return U_SUCCESS(error) && units->length < UNITS_MAX;
}

bool units_write(const struct units *units, char *text, size_t size)
{
    UErrorCode error = U_ZERO_ERROR;
    int32_t length = 0;
    u_strToUTF8(text, (int32_t)size, &length, units->text, units->length, &error);
    return U_SUCCESS(error) && (size_t)length < size;
}

static bool normalize(const UNormalizer2 *form, const struct units *in, struct units *out)
{
    UErrorCode error = U_ZERO_ERROR;
    out->length = unorm2_normalize(form, in->text, in->length, out->text, UNITS_MAX, &error);
    return U_SUCCESS(error) && out->length < UNITS_MAX;
}

bool units_compose(const struct units *in, struct units *out)
{
    UErrorCode error = U_ZERO_ERROR;
    return normalize(unorm2_getNFCInstance(&error), in, out);
}

bool units_fold(const struct units *in, struct units *out)
{
    UErrorCode error = U_ZERO_ERROR;
    return normalize(unorm2_getNFKCCasefoldInstance(&error), in, out);
}
