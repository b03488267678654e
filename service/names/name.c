#include "names/name.h"

#include "names/look.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>
#include <unicode/uvernum.h>

/* Raised when the looks, or what is hashed of them, become others. */
enum { RULES = 2 };

const int name_scheme = RULES * 1000 + U_ICU_VERSION_MAJOR_NUM;

const char *const name_faults[NAME_FAULT_COUNT] = {
    [NAME_GOOD] = "",
    [NAME_EMPTY] = "A name needs at least one letter, digit or sign.",
    [NAME_TOO_LONG] = "A name has at most 32 characters, and 1152 bytes.",
    [NAME_SPACES] = "A name has single spaces, and none at its ends.",
    [NAME_CHARACTER] =
        "A name has no invisible characters, controls, or signs that turn writing round.",
    [NAME_MARKS] = "A name's letters have at most four marks each, none of them twice.",
    [NAME_RESERVED] = "That looks like what the service itself calls somebody.",
};

/* How a word of ours may stand in a name. */
enum reservation { AS_A_WHOLE, WITH_A_NUMBER, ANYWHERE };

/* What the service calls people who have no name of their own, itself, and who would speak for it.
 */
static const struct {
    const char *word;
    enum reservation as;
} reserved[] = {
    {"reversid", ANYWHERE},       {"guest", WITH_A_NUMBER}, {"deleted player", AS_A_WHOLE},
    {"anonymous", AS_A_WHOLE},    {"easy", AS_A_WHOLE},     {"medium", AS_A_WHOLE},
    {"hard", AS_A_WHOLE},         {"admin", WITH_A_NUMBER}, {"administrator", WITH_A_NUMBER},
    {"moderator", WITH_A_NUMBER}, {"system", AS_A_WHOLE},   {"support", AS_A_WHOLE},
    {"staff", AS_A_WHOLE},
};

bool name_fold(const char *text, size_t length, char folded[NAME_FOLDED_SIZE])
{
    struct units units, small;
    return length < UNITS_MAX && units_read(text, length, &units) && units_fold(&units, &small) &&
           units_write(&small, folded, NAME_FOLDED_SIZE);
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

enum { VARIATION_PICTURE = 0xfe0f, NON_JOINER = 0x200c, JOINER = 0x200d };

static bool is_pictograph(UChar32 character)
{
    return u_hasBinaryProperty(character, UCHAR_EXTENDED_PICTOGRAPHIC);
}

/** Whether another picture may be joined to what ends so. */
static bool ends_pictograph(UChar32 character)
{
    return is_pictograph(character) || u_hasBinaryProperty(character, UCHAR_EMOJI_MODIFIER) ||
           character == VARIATION_PICTURE;
}

/** Whether a character shows nothing, or stands for nothing, though Unicode takes it for a sign. */
static bool is_blank(UChar32 character)
{
    static const UChar32 blanks[] = {
        0x2800,           /* Braille, no dot */
        0xfffc,  0xfffd,  /* an object that is not there, a character that was lost */
        0x13441, 0x13442, /* hieroglyphs, full and half blank */
        0x16fe4,          /* Khitan, filler */
        0x1d159,          /* a note without a head */
    };
    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++)
        if (character == blanks[i])
            return true;
    return false;
}

static bool joins(UChar32 character, UJoiningType side)
{
    int32_t type = u_getIntPropertyValue(character, UCHAR_JOINING_TYPE);
    return type == U_JT_DUAL_JOINING || type == (int32_t)side;
}

/** Whether both stand beside a character that changes how they are written together, though it
 *  shows nothing itself: where Persian parts letters, and behind the virama of Indic scripts
 *  (UAX 31, contexts A1, A2 and B). Keys are made without it. */
static bool is_shaped(UChar32 before, UChar32 character, UChar32 after)
{
    enum { VIRAMA = 9 };
    if (u_getCombiningClass(before) == VIRAMA)
        return u_isalpha(after);
    return character == NON_JOINER && joins(before, U_JT_LEFT_JOINING) &&
           joins(after, U_JT_RIGHT_JOINING);
}

static bool may_format(UChar32 before, UChar32 character, UChar32 after)
{
    if (character != JOINER && character != NON_JOINER)
        return false;
    if (character == JOINER && ends_pictograph(before) && is_pictograph(after))
        return true;
    return is_shaped(before, character, after);
}

/** Whether a character may stand in a name, between those before and after it (0: none). A joiner
 *  may make one picture out of two, or be a matter of spelling; what has a character shown as a
 *  picture may only follow one that can be: a digit, # and * are among them. */
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
        return may_format(before, character, after);
    default:
        if (u_hasBinaryProperty(character, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
            return character == VARIATION_PICTURE && u_hasBinaryProperty(before, UCHAR_EMOJI);
        return !is_blank(character);
    }
}

static bool is_mark(UChar32 character)
{
    int8_t type = u_charType(character);
    return type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK ||
           type == U_COMBINING_SPACING_MARK;
}

/** The marks that one character has. */
struct marks {
    UChar32 marks[NAME_MARKS_MAX];
    int count;
};

/** False: that is one too many, or one again. */
static bool add_mark(struct marks *marks, UChar32 character)
{
    for (int i = 0; i < marks->count; i++)
        if (marks->marks[i] == character)
            return false;
    if (marks->count == NAME_MARKS_MAX)
        return false;
    marks->marks[marks->count++] = character;
    return true;
}

static enum name_fault check_character(UChar32 before, UChar32 character, UChar32 after,
                                       struct marks *marks)
{
    if (!may_stand(before, character, after))
        return NAME_CHARACTER;
    if (character == ' ' && (before == 0 || before == ' ' || after == 0))
        return NAME_SPACES;
    if (!is_mark(character)) {
        marks->count = 0;
        return NAME_GOOD;
    }
    if (before == 0)
        return NAME_EMPTY;
    return before != ' ' && add_mark(marks, character) ? NAME_GOOD : NAME_MARKS;
}

static enum name_fault check_characters(const struct units *units)
{
    UChar32 before = 0, character, after;
    struct marks marks = {0};
    for (int32_t at = 0; at < units->length; before = character) {
        U16_NEXT(units->text, at, units->length, character);
        after = 0;
        if (at < units->length)
            U16_GET(units->text, 0, at, units->length, after);
        enum name_fault fault = check_character(before, character, after, &marks);
        if (fault != NAME_GOOD)
            return fault;
    }
    return NAME_GOOD;
}

static int compare_keys(const void *a, const void *b)
{
    return memcmp(a, b, SHA256_SIZE);
}

static bool make_keys(const struct units *written, const struct units *small, struct name *name)
{
    struct looks looks;
    uint8_t keys[LOOKS_MAX][SHA256_SIZE];
    if (!looks_of(written, small, &looks))
        return false;
    for (int i = 0; i < looks.count; i++)
        crypto_sha256(looks.looks[i].text, (size_t)looks.looks[i].length * sizeof(UChar), keys[i]);
    qsort(keys, (size_t)looks.count, sizeof keys[0], compare_keys);
    name->key_count = 0;
    for (int i = 0; i < looks.count; i++)
        if (i == 0 || compare_keys(keys[i - 1], keys[i]) != 0)
            memcpy(name->keys[name->key_count++], keys[i], SHA256_SIZE);
    return true;
}

/** Folds a name and makes its keys. */
static bool finish(const struct units *written, struct name *name)
{
    struct units small;
    return units_fold(written, &small) && small.length > 0 &&
           units_write(&small, name->folded, sizeof name->folded) &&
           make_keys(written, &small, name);
}

bool name_remake(const char *text, struct name *name)
{
    struct units written;
    size_t length = strlen(text);
    return length < sizeof name->text && units_read(text, length, &written) &&
           units_write(&written, name->text, sizeof name->text) && finish(&written, name);
}

/** Reads a name, whether it is reserved or not. */
static enum name_fault read_any(const char *text, size_t length, struct name *name)
{
    struct units given, written;
    if (length == 0)
        return NAME_EMPTY;
    if (length > 4 * PLAYER_NAME_SIZE || !units_read(text, length, &given) ||
        !units_compose(&given, &written) || !units_write(&written, name->text, sizeof name->text))
        return NAME_TOO_LONG;
    enum name_fault fault = check_characters(&written);
    if (fault != NAME_GOOD)
        return fault;
    if (count_graphemes(&written) > NAME_GRAPHEMES_MAX || !finish(&written, name))
        return NAME_TOO_LONG;
    return NAME_GOOD;
}

/** With the digits of every alphabet as ours. */
static void convert_digits(const struct units *in, struct units *out)
{
    out->length = 0;
    for (int32_t at = 0; at < in->length;) {
        UChar32 character;
        U16_NEXT(in->text, at, in->length, character);
        int32_t digit = u_charDigitValue(character);
        U16_APPEND_UNSAFE(out->text, out->length, digit >= 0 ? '0' + digit : character);
    }
}

static bool look_at(const struct units *written, struct looks *looks)
{
    struct units small;
    return units_fold(written, &small) && looks_of(written, &small, looks);
}

static bool look_at_word(const char *word, struct looks *looks)
{
    struct units written;
    return units_read(word, strlen(word), &written) && look_at(&written, looks);
}

static bool begins_with(const struct units *look, const struct units *word)
{
    return look->length >= word->length && u_memcmp(look->text, word->text, word->length) == 0;
}

/** Whether the rest of a look may be read as a number: a zero looks like an o there, a one like an
 *  l. */
static bool is_number(const struct units *look, int32_t from)
{
    for (int32_t i = from; i < look->length; i++)
        if (!(look->text[i] >= '0' && look->text[i] <= '9') && !u_memchr(u"oOl", look->text[i], 3))
            return false;
    return true;
}

static bool matches(const struct units *look, const struct units *word, enum reservation as)
{
    switch (as) {
    case AS_A_WHOLE:
        return look->length == word->length && begins_with(look, word);
    case WITH_A_NUMBER:
        return begins_with(look, word) && is_number(look, word->length);
    case ANYWHERE:
        break;
    }
    return u_strFindFirst(look->text, look->length, word->text, word->length) != NULL;
}

/** Whether a name looks like one that the service gives: in any look that both may have. */
static bool resembles(const struct looks *name, const char *word, enum reservation as)
{
    struct looks ours;
    if (!look_at_word(word, &ours))
        abort();
    for (int i = 0; i < name->count; i++)
        for (int j = 0; j < ours.count; j++)
            if (matches(&name->looks[i], &ours.looks[j], as))
                return true;
    return false;
}

static bool is_reserved(const char *text)
{
    struct units given, written;
    struct looks looks;
    if (!units_read(text, strlen(text), &given))
        return true;
    convert_digits(&given, &written);
    if (!look_at(&written, &looks))
        return true;
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
        if (resembles(&looks, reserved[i].word, reserved[i].as))
            return true;
    return false;
}

enum name_fault name_read(const char *text, size_t length, struct name *name)
{
    enum name_fault fault = read_any(text, length, name);
    return fault == NAME_GOOD && is_reserved(name->text) ? NAME_RESERVED : fault;
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
