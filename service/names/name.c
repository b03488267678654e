#include "names/name.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

/* In UTF-16. A name's 128 bytes are at most as many units; folding and skeletons make them more. */
enum { UNITS_MAX = 1024 };

struct units {
    UChar text[UNITS_MAX];
    int32_t length;
};

const char *const name_faults[NAME_FAULT_COUNT] = {
    [NAME_GOOD] = "",
    [NAME_EMPTY] = "A name needs at least one letter, digit or sign.",
    [NAME_TOO_LONG] = "A name has at most 32 characters, and 128 bytes.",
    [NAME_SPACES] = "A name has single spaces, and none at its ends.",
    [NAME_CHARACTER] =
        "A name has no invisible characters, controls, or signs that turn writing round.",
    [NAME_RESERVED] = "That looks like what the service itself calls somebody.",
};

/* What the service calls people who have no name of their own, and itself. */
static const char *const reserved[] = {"reversid", "deleted player", "easy", "medium",
                                       "hard",     "anonymous",      NULL};

static bool read_units(const char *text, size_t length, struct units *units)
{
    UErrorCode error = U_ZERO_ERROR;
    u_strFromUTF8(units->text, UNITS_MAX, &units->length, text, (int32_t)length, &error);
    return U_SUCCESS(error) && units->length < UNITS_MAX;
}

static bool write_units(const struct units *units, char *text, size_t size)
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

/** To NFC. */
static bool compose(const struct units *in, struct units *out)
{
    UErrorCode error = U_ZERO_ERROR;
    return normalize(unorm2_getNFCInstance(&error), in, out);
}

/** To what differs neither in case nor in compatible forms; drops what is ignorable, as well. */
static bool fold(const struct units *in, struct units *out)
{
    UErrorCode error = U_ZERO_ERROR;
    return normalize(unorm2_getNFKCCasefoldInstance(&error), in, out);
}

bool name_fold(const char *text, size_t length, char folded[NAME_FOLDED_SIZE])
{
    struct units units, small;
    return length < UNITS_MAX && read_units(text, length, &units) && fold(&units, &small) &&
           write_units(&small, folded, NAME_FOLDED_SIZE);
}

static int32_t count_graphemes(const struct units *units)
{
    UErrorCode error = U_ZERO_ERROR;
    UBreakIterator *breaks = ubrk_open(UBRK_CHARACTER, "", units->text, units->length, &error);
    int32_t count = 0;
    if (U_FAILURE(error))
        abort();
    while (ubrk_next(breaks) != UBRK_DONE)
        count++;
    ubrk_close(breaks);
    return count;
}

static bool is_pictograph(UChar32 character)
{
    return u_hasBinaryProperty(character, UCHAR_EXTENDED_PICTOGRAPHIC) ||
           u_hasBinaryProperty(character, UCHAR_EMOJI_MODIFIER) || character == 0xfe0f;
}

/** Whether a character shows nothing, though Unicode takes it for a sign. */
static bool is_blank(UChar32 character)
{
    const UChar32 braille_blank = 0x2800, null_notehead = 0x1d159;
    return character == braille_blank || character == null_notehead;
}

/** Whether a character may stand in a name, between those before and after it (0: none). A joiner
 *  may only make one picture out of two. */
static bool may_stand(UChar32 before, UChar32 character, UChar32 after)
{
    switch (u_charType(character)) {
    case U_CONTROL_CHAR:
    case U_SURROGATE:
    case U_PRIVATE_USE_CHAR:
    case U_UNASSIGNED:
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR:
        return false;
    case U_SPACE_SEPARATOR:
        return character == ' ';
    case U_FORMAT_CHAR:
        return character == 0x200d && is_pictograph(before) && is_pictograph(after);
    default:
        if (u_hasBinaryProperty(character, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
            return character == 0xfe0f && before != 0;
        return !is_blank(character);
    }
}

static bool is_mark(UChar32 character)
{
    int8_t type = u_charType(character);
    return type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK ||
           type == U_COMBINING_SPACING_MARK;
}

static enum name_fault check_characters(const struct units *units)
{
    UChar32 before = 0, character, after;
    bool visible = false;
    for (int32_t at = 0; at < units->length; before = character) {
        U16_NEXT(units->text, at, units->length, character);
        after = 0;
        if (at < units->length)
            U16_GET(units->text, 0, at, units->length, after);
        if (!may_stand(before, character, after))
            return NAME_CHARACTER;
        if (character == ' ' && (before == 0 || before == ' ' || after == 0))
            return NAME_SPACES;
        if (before == 0 && is_mark(character))
            return NAME_EMPTY;
        visible = visible || (character != ' ' && !is_mark(character));
    }
    return visible ? NAME_GOOD : NAME_EMPTY;
}

static void drop_spaces(struct units *units)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < units->length; i++)
        if (units->text[i] != ' ')
            units->text[kept++] = units->text[i];
    units->length = kept;
}

/** What a text looks like, the same for all that look so. */
static bool skeleton_of(const struct units *units, struct units *skeleton)
{
    UErrorCode error = U_ZERO_ERROR;
    struct units shape;
    USpoofChecker *checker = uspoof_open(&error);
    shape.length =
        uspoof_getSkeleton(checker, 0, units->text, units->length, shape.text, UNITS_MAX, &error);
    uspoof_close(checker);
    if (U_FAILURE(error) || shape.length >= UNITS_MAX || !fold(&shape, skeleton))
        return false;
    drop_spaces(skeleton);
    return true;
}

static bool make_keys(const struct units *written, const struct units *small, struct name *name)
{
    struct units shapes[NAME_KEYS_MAX];
    if (!skeleton_of(written, &shapes[0]) || !skeleton_of(small, &shapes[1]))
        return false;
    for (int i = 0; i < NAME_KEYS_MAX; i++)
        crypto_sha256(shapes[i].text, (size_t)shapes[i].length * sizeof(UChar), name->keys[i]);
    int order = memcmp(name->keys[0], name->keys[1], SHA256_SIZE);
    name->key_count = order == 0 ? 1 : 2;
    if (order > 0) {
        uint8_t first[SHA256_SIZE];
        memcpy(first, name->keys[1], SHA256_SIZE);
        memcpy(name->keys[1], name->keys[0], SHA256_SIZE);
        memcpy(name->keys[0], first, SHA256_SIZE);
    }
    return true;
}

/** Reads a name, whether it is reserved or not. */
static enum name_fault read_any(const char *text, size_t length, struct name *name)
{
    struct units given, written, small;
    if (length == 0)
        return NAME_EMPTY;
    if (length > 4 * PLAYER_NAME_SIZE || !read_units(text, length, &given) ||
        !compose(&given, &written) || !write_units(&written, name->text, sizeof name->text))
        return NAME_TOO_LONG;
    enum name_fault fault = check_characters(&written);
    if (fault != NAME_GOOD)
        return fault;
    if (count_graphemes(&written) > NAME_GRAPHEMES_MAX || !fold(&written, &small) ||
        !write_units(&small, name->folded, sizeof name->folded) ||
        !make_keys(&written, &small, name))
        return NAME_TOO_LONG;
    return small.length > 0 ? NAME_GOOD : NAME_EMPTY;
}

static bool share_key(const struct name *a, const struct name *b)
{
    for (int i = 0; i < a->key_count; i++)
        for (int j = 0; j < b->key_count; j++)
            if (memcmp(a->keys[i], b->keys[j], SHA256_SIZE) == 0)
                return true;
    return false;
}

/** "Guest 4821" is how guests are called. */
static bool is_guest_name(const char *folded)
{
    static const char guest[] = "guest";
    size_t length = sizeof guest - 1;
    if (strncmp(folded, guest, length) != 0)
        return false;
    length += folded[length] == ' ';
    return folded[length] == '\0' ||
           strspn(folded + length, "0123456789") == strlen(folded + length);
}

static bool is_reserved(const struct name *name)
{
    for (int i = 0; reserved[i]; i++) {
        struct name other;
        if (read_any(reserved[i], strlen(reserved[i]), &other) == NAME_GOOD &&
            share_key(name, &other))
            return true;
    }
    return is_guest_name(name->folded);
}

enum name_fault name_read(const char *text, size_t length, struct name *name)
{
    enum name_fault fault = read_any(text, length, name);
    return fault == NAME_GOOD && is_reserved(name) ? NAME_RESERVED : fault;
}

void name_make(int attempt, struct name *name)
{
    char text[32];
    uint64_t number, least = 100000;
    for (int i = 0; i < attempt && i < 6; i++)
        least *= 100;
    crypto_random(&number, sizeof number);
    snprintf(text, sizeof text, "Player %" PRIu64, least + number % (9 * least));
    if (read_any(text, strlen(text), name) != NAME_GOOD)
        abort();
}
