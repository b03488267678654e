/**
 * Growing text, UTF-8, whole numbers, and comparison.
 */
#include "base/text.h"
#include "random.h"
#include "require.h"
#include "suite.h"

#include <string.h>

/* --- digits ------------------------------------------------------------------------------ */

START_TEST(hexadecimal_digits_have_their_values_and_nothing_else_has)
{
    static const char lower[] = "0123456789abcdef", upper[] = "0123456789ABCDEF";
    for (int byte = 0; byte < 256; byte++) {
        const char *digit = byte ? strchr(lower, byte) : NULL;
        if (byte && !digit)
            digit = strchr(upper, byte) ? lower + (strchr(upper, byte) - upper) : NULL;
        ck_assert_int_eq(text_hex_value((char)byte), digit ? (int)(digit - lower) : -1);
    }
}
END_TEST

/* --- growing ----------------------------------------------------------------------------- */

START_TEST(an_empty_text_has_no_memory_until_something_is_appended)
{
    TEXT_CLEANUP struct text text = {0};
    text_clear(&text);
    ck_assert_ptr_null(text.data);
    text_append(&text, "", 0);
    ck_assert_uint_eq(text.length, 0);
    ck_assert_str_eq(text.data, "");
}
END_TEST

/** Appends a random piece in one of the four ways, to the text and to the model. */
static void append_somehow(struct random *random, struct text *text, char *model)
{
    char piece[700];
    int length = random_below(random, random_below(random, 8) ? 20 : (int)sizeof piece - 1);
    for (int i = 0; i < length; i++)
        piece[i] = (char)('a' + random_below(random, 26));
    piece[length] = '\0';
    switch (random_below(random, 4)) {
    case 0:
        text_append(text, piece, (size_t)length);
        strcat(model, piece);
        break;
    case 1:
        text_puts(text, piece);
        strcat(model, piece);
        break;
    case 2:
        text_putc(text, '%');
        strcat(model, "%");
        break;
    default:
        text_printf(text, "<%s|%d>", piece, length);
        sprintf(model + strlen(model), "<%s|%d>", piece, length);
    }
}

START_TEST(whatever_is_appended_stands_there_in_order)
{
    static char model[64 * 1024];
    struct random random = random_for("whatever_is_appended_stands_there_in_order");
    for (int round = 0; round < 200; round++) {
        TEXT_CLEANUP struct text text = {0};
        model[0] = '\0';
        for (int step = random_below(&random, 60); step >= 0; step--) {
            append_somehow(&random, &text, model);
            REQUIRE(text.length == strlen(model));
            REQUIRE(text.length < text.capacity);
            REQUIRE(strcmp(text.data, model) == 0);
        }
    }
}
END_TEST

START_TEST(bytes_may_hold_a_nul)
{
    TEXT_CLEANUP struct text text = {0};
    text_append(&text, "a\0b", 3);
    text_putc(&text, '\0');
    text_puts(&text, "c");
    ck_assert_uint_eq(text.length, 5);
    ck_assert_mem_eq(text.data, "a\0b\0c", 6);
}
END_TEST

START_TEST(clearing_keeps_the_memory_and_releasing_gives_it_back)
{
    struct text text = {0};
    text_puts(&text, "something");
    size_t capacity = text.capacity;
    text_clear(&text);
    ck_assert_uint_eq(text.length, 0);
    ck_assert_uint_eq(text.capacity, capacity);
    ck_assert_str_eq(text.data, "");
    text_release(&text);
    ck_assert_ptr_null(text.data);
    ck_assert_uint_eq(text.capacity, 0);
    text_puts(&text, "again");
    ck_assert_str_eq(text.data, "again");
    text_release(&text);
}
END_TEST

/* --- UTF-8 ------------------------------------------------------------------------------- */

static const struct {
    const char *bytes;
    size_t length;
    size_t sound; /* how many of the bytes are well-formed */
    const char *what;
} utf8_cases[] = {
#define CASE(bytes, sound, what)                                                                   \
    {                                                                                              \
        bytes, sizeof(bytes) - 1, sound, what                                                      \
    }
    CASE("", 0, "nothing"),
    CASE("plain", 5, "ASCII"),
    CASE("\x01\x7f", 2, "controls and DEL are characters"),
    CASE("a\0b", 1, "NUL"),
    CASE("\xc3\xa9", 2, "two bytes"),
    CASE("\xc2\x80", 2, "the first of two bytes"),
    CASE("\xdf\xbf", 2, "the last of two bytes"),
    CASE("\xe0\xa0\x80", 3, "the first of three bytes"),
    CASE("\xed\x9f\xbf", 3, "the last before the surrogates"),
    CASE("\xee\x80\x80", 3, "the first after the surrogates"),
    CASE("\xef\xbf\xbf", 3, "the last of three bytes"),
    CASE("\xf0\x90\x80\x80", 4, "the first of four bytes"),
    CASE("\xf4\x8f\xbf\xbf", 4, "U+10FFFF, the last"),
    CASE("\xf4\x90\x80\x80", 0, "after U+10FFFF"),
    CASE("\xf5\x80\x80\x80", 0, "a first byte that begins nothing"),
    CASE("\xff", 0, "never a byte of UTF-8"),
    CASE("\xfe", 0, "never a byte of UTF-8"),
    CASE("\xc0\x80", 0, "NUL in two bytes"),
    CASE("\xc1\xbf", 0, "DEL in two bytes"),
    CASE("\xe0\x80\xaf", 0, "a slash in three bytes"),
    CASE("\xe0\x9f\xbf", 0, "U+07FF in three bytes"),
    CASE("\xf0\x8f\xbf\xbf", 0, "U+FFFF in four bytes"),
    CASE("\xed\xa0\x80", 0, "the first high surrogate"),
    CASE("\xed\xaf\xbf\xed\xb0\x80", 0, "a pair of surrogates"),
    CASE("\xed\xbf\xbf", 0, "the last low surrogate"),
    CASE("\x80", 0, "a continuation without a beginning"),
    CASE("\xbf", 0, "a continuation without a beginning"),
    CASE("ab\xc3", 2, "two bytes cut after one"),
    CASE("ab\xe2\x82", 2, "three bytes cut after two"),
    CASE("ab\xf0\x9f\x98", 2, "four bytes cut after three"),
    CASE("\xc3(", 0, "a beginning and no continuation"),
    CASE("\xe2(\xa1", 0, "the second byte is none"),
    CASE("\xe2\x82(", 0, "the third byte is none"),
    CASE("\xf0\x9f\x98(", 0, "the fourth byte is none"),
    CASE("\xf0\x9f\x98\x80\xc3\xa9z", 7, "four, two, one"),
    CASE("\xc3\xa9\xa9", 2, "one continuation too many"),
#undef CASE
};

START_TEST(utf8_is_well_formed_up_to_the_first_bad_byte)
{
    const char *bytes = utf8_cases[_i].bytes;
    size_t length = utf8_cases[_i].length, sound = utf8_cases[_i].sound;
    /* In a block of its own size, so that a read past the end is seen. */
    char *copy = malloc(length ? length : 1);
    memcpy(copy, bytes, length);
    ck_assert_msg(text_utf8_prefix(copy, length, length) == sound, "%s", utf8_cases[_i].what);
    ck_assert_msg(text_is_utf8(copy, length) == (sound == length), "%s", utf8_cases[_i].what);
    free(copy);
}
END_TEST

START_TEST(a_limit_never_cuts_a_character)
{
    static const char text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";
    static const size_t expected[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
    for (size_t limit = 0; limit < sizeof expected / sizeof expected[0]; limit++)
        ck_assert_uint_eq(text_utf8_prefix(text, sizeof text - 1, limit), expected[limit]);
}
END_TEST

START_TEST(characters_are_counted_whatever_bytes_they_have)
{
    static const char text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";
    ck_assert_uint_eq(text_utf8_characters(text, sizeof text - 1), 5);
    ck_assert_uint_eq(text_utf8_characters(text, 3), 2);
    ck_assert_uint_eq(text_utf8_characters(text, 0), 0);
}
END_TEST

static size_t encode(uint32_t point, char *out)
{
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    size_t size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = size - 1; i > 0; i--, point >>= 6)
        out[i] = (char)(0x80 | (point & 0x3f));
    out[0] = (char)(first[size] | point);
    return size;
}

START_TEST(exactly_the_characters_of_unicode_are_utf8)
{
    for (uint32_t point = 0; point < 0x120000; point++) {
        char bytes[4];
        size_t length = encode(point, bytes);
        bool valid = point != 0 && point < 0x110000 && (point < 0xd800 || point > 0xdfff);
        if (text_is_utf8(bytes, length) != valid)
            ck_abort_msg("U+%04X", point);
    }
}
END_TEST

/* --- numbers ----------------------------------------------------------------------------- */

static const struct {
    const char *text;
    uint64_t max;
    bool good;
    uint64_t value;
} number_cases[] = {
    {"0", 9, true, 0},
    {"0", 0, true, 0},
    {"1", 0, false, 0},
    {"9", 9, true, 9},
    {"10", 9, false, 0},
    {"9", 8, false, 0},
    {"60", 60, true, 60},
    {"61", 60, false, 0},
    {"18446744073709551615", UINT64_MAX, true, UINT64_MAX},
    {"18446744073709551616", UINT64_MAX, false, 0},
    {"18446744073709551625", UINT64_MAX, false, 0},
    {"99999999999999999999", UINT64_MAX, false, 0},
    {"184467440737095516150", UINT64_MAX, false, 0},
    {"9223372036854775807", INT64_MAX, true, INT64_MAX},
    {"9223372036854775808", INT64_MAX, false, 0},
    {"", 9, false, 0},
    {"00", 9, false, 0},
    {"01", 9, false, 0},
    {"+1", 9, false, 0},
    {"-1", 9, false, 0},
    {"-0", 9, false, 0},
    {" 1", 9, false, 0},
    {"1 ", 9, false, 0},
    {"1.0", 9, false, 0},
    {"1e1", 99, false, 0},
    {"0x1", 99, false, 0},
    {"1,0", 99, false, 0},
    {"\xd9\xa1", 99, false, 0}, /* an Arabic one */
    {"/", 99, false, 0},        /* beside the digits */
    {":", 99, false, 0},
};

START_TEST(a_number_is_digits_without_a_leading_zero_up_to_the_largest)
{
    uint64_t value = 42;
    const char *text = number_cases[_i].text;
    bool good = text_parse_number(text, strlen(text), number_cases[_i].max, &value);
    ck_assert_msg(good == number_cases[_i].good, "\"%s\"", text);
    ck_assert_uint_eq(value, good ? number_cases[_i].value : 42);
}
END_TEST

START_TEST(a_number_ends_at_its_length)
{
    uint64_t value = 0;
    ck_assert(text_parse_number("123", 2, 99, &value));
    ck_assert_uint_eq(value, 12);
    ck_assert(!text_parse_number("1\0", 2, 99, &value));
}
END_TEST

START_TEST(numbers_come_back_as_they_were_written)
{
    struct random random = random_for("numbers_come_back_as_they_were_written");
    for (int i = 0; i < 100000; i++) {
        uint64_t number = random_next(&random) >> random_below(&random, 64), value = 0;
        char text[24];
        size_t length = (size_t)sprintf(text, "%" PRIu64, number);
        uint64_t max = number + (random_next(&random) & 1 ? 0 : (UINT64_MAX - number) / 2);
        REQUIRE(text_parse_number(text, length, max, &value));
        REQUIRE(value == number);
        REQUIRE(number == 0 || !text_parse_number(text, length, number - 1, &value));
    }
}
END_TEST

START_TEST(texts_are_equal_only_if_every_byte_is)
{
    char a[32], b[32];
    memset(a, 'x', sizeof a);
    memcpy(b, a, sizeof a);
    ck_assert(text_equal_constant_time(a, b, sizeof a));
    ck_assert(text_equal_constant_time(a, "", 0));
    for (size_t i = 0; i < sizeof a; i++)
        for (int bit = 0; bit < 8; bit++) {
            b[i] ^= (char)(1 << bit);
            ck_assert(!text_equal_constant_time(a, b, sizeof a));
            ck_assert(text_equal_constant_time(a, b, i));
            b[i] ^= (char)(1 << bit);
        }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("text");
    TCase *tcase = tcase_create("text");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, hexadecimal_digits_have_their_values_and_nothing_else_has);
    tcase_add_test(tcase, an_empty_text_has_no_memory_until_something_is_appended);
    tcase_add_test(tcase, whatever_is_appended_stands_there_in_order);
    tcase_add_test(tcase, bytes_may_hold_a_nul);
    tcase_add_test(tcase, clearing_keeps_the_memory_and_releasing_gives_it_back);
    tcase_add_loop_test(tcase, utf8_is_well_formed_up_to_the_first_bad_byte, 0,
                        sizeof utf8_cases / sizeof utf8_cases[0]);
    tcase_add_test(tcase, a_limit_never_cuts_a_character);
    tcase_add_test(tcase, characters_are_counted_whatever_bytes_they_have);
    tcase_add_test(tcase, exactly_the_characters_of_unicode_are_utf8);
    tcase_add_loop_test(tcase, a_number_is_digits_without_a_leading_zero_up_to_the_largest, 0,
                        sizeof number_cases / sizeof number_cases[0]);
    tcase_add_test(tcase, a_number_ends_at_its_length);
    tcase_add_test(tcase, numbers_come_back_as_they_were_written);
    tcase_add_test(tcase, texts_are_equal_only_if_every_byte_is);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
