/**
 * Names: which look alike, and those that new players get.
 */
#include "names/name.h"
#include "suite.h"

#include <string.h>

enum { DRAWN = 200 };

static const char beginning[] = "Player ";

START_TEST(a_made_name_is_a_name_that_anybody_may_have)
{
    for (int attempt = 0; attempt < 12; attempt++)
        for (int i = 0; i < DRAWN; i++) {
            struct name made, name;
            name_make(attempt, &made);
            ck_assert_int_eq(name_read(made.text, strlen(made.text), &name), NAME_GOOD);
            ck_assert_str_eq(name.text, made.text);
            ck_assert_int_eq(name.key_count, made.key_count);
            ck_assert_mem_eq(name.keys, made.keys, (size_t)made.key_count * sizeof made.keys[0]);
        }
}
END_TEST

START_TEST(each_attempt_draws_from_more_of_them)
{
    for (int attempt = 0; attempt < 12; attempt++) {
        size_t digits = attempt < 6 ? 6 + 2 * (size_t)attempt : 18;
        for (int i = 0; i < DRAWN; i++) {
            struct name made;
            name_make(attempt, &made);
            ck_assert(strncmp(made.text, beginning, strlen(beginning)) == 0);
            ck_assert_uint_eq(strlen(made.text), strlen(beginning) + digits);
            ck_assert_uint_eq(strspn(made.text + strlen(beginning), "0123456789"), digits);
        }
    }
}
END_TEST

static struct name remade(const char *text)
{
    struct name name;
    ck_assert_msg(name_remake(text, &name), "%s", text);
    return name;
}

static bool look_alike(const char *a, const char *b)
{
    struct name first = remade(a), second = remade(b);
    for (int i = 0; i < first.key_count; i++)
        for (int j = 0; j < second.key_count; j++)
            if (memcmp(first.keys[i], second.keys[j], SHA256_SIZE) == 0)
                return true;
    return false;
}

/* What stands in the second column reads as what stands in the first. */
static const char *const alike[][2] = {
    {"Alice", "Alice"},
    {"Alice", "alice"},
    {"Alice", "ALICE"},
    {"Alice", "AIice"},
    {"alice", "AIice"},
    {"ALICE", "AIice"},
    {"Alice", "ALlCE"},
    {"alice", "ALlCE"},
    {"ALICE", "ALlCE"},
    {"Alice", "A1ice"},
    {"Alice", "Al\u0456ce"},                     /* Cyrillic i */
    {"Alice", "\u0391L\u0399C\u0395"},           /* Greek capitals */
    {"Alice", "\u0410lice"},                     /* a Cyrillic capital */
    {"Alice", "\uff21\uff4c\uff49\uff43\uff45"}, /* wide */
    {"Simon", "SlMON"},
    {"Simon", "S1M0N"},
    {"Salsa", "SaIsa"},
    {"salsa", "SaIsa"},
    {"lo", "l0"},
    {"magnus", "MAGNUS"},
    {"magnus", "\u039cAGNUS"}, /* Greek M */
    {"magnus", "\u041cAGNUS"}, /* Cyrillic M */
    {"magnus", "\u039cagnus"},
    {"magnus", "\u041c\u0410GNUS"},
    {"Magnus", "rnagnus"},
    {"Mary Ann", "MaryAnn"},
    {"Stra\u00dfe", "STRASSE"},
    {"\u0639\u0644\u06cc\u0631\u0636\u0627", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"},
    {"\u0915\u094d\u0937", "\u0915\u094d\u200d\u0937"},
    {"\u05d01", "1\u05d0"}, /* alef, 1 */
    {"abc \u05d0\u05d1 1", "abc 1 \u05d0\u05d1"},
    {"(\u05d0\u05d1", "\u05d0\u05d1)"}, /* in a line from right to left */
    {"\u0639\u0645\u0631 7", "7 \u0639\u0645\u0631"},
};

static const char *const unlike[][2] = {
    {"Alice", "Alicia"},
    {"Nell", "Neil"},
    {"NELL", "NEIL"},
    {"Nell", "NEIL"},
    {"Nell", "neil"},
    {"Anna", "Hanna"},
    {"\u05d0\u05d1", "\u05d1\u05d0"},
    {"\u05d012", "\u05d021"},
    {"abc", "cba"},
    {"a1", "1a"},
    {"\u041e\u043b\u044c\u0433\u0430", "\u041e\u043b\u0435\u0433"},
};

START_TEST(what_reads_as_a_name_has_one_of_its_keys)
{
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++)
        ck_assert_msg(look_alike(alike[i][0], alike[i][1]), "%s beside %s", alike[i][0],
                      alike[i][1]);
}
END_TEST

START_TEST(names_that_can_be_told_apart_share_no_key)
{
    for (size_t i = 0; i < sizeof unlike / sizeof unlike[0]; i++)
        ck_assert_msg(!look_alike(unlike[i][0], unlike[i][1]), "%s beside %s", unlike[i][0],
                      unlike[i][1]);
}
END_TEST

START_TEST(keys_ascend_and_are_those_that_are_made_anew)
{
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++) {
        struct name again = remade(alike[i][1]), name;
        ck_assert_int_ge(again.key_count, 1);
        for (int key = 1; key < again.key_count; key++)
            ck_assert_int_lt(memcmp(again.keys[key - 1], again.keys[key], SHA256_SIZE), 0);
        if (name_read(alike[i][1], strlen(alike[i][1]), &name) != NAME_GOOD)
            continue;
        ck_assert_int_eq(name.key_count, again.key_count);
        ck_assert_mem_eq(name.keys, again.keys, (size_t)name.key_count * SHA256_SIZE);
        ck_assert_str_eq(name.folded, again.folded);
    }
}
END_TEST

static const struct {
    const char *text;
    enum name_fault fault;
} cases[] = {
    {"Anna", NAME_GOOD},
    {"\u0e19\u0e49\u0e33", NAME_GOOD},               /* Thai, two marks */
    {"\u0915\u094d\u0937\u093f", NAME_GOOD},         /* Devanagari */
    {"\u05e9\u05bc\u05c1\u05b8", NAME_GOOD},         /* Hebrew, three marks */
    {"q\u0327\u0331\u0307\u0304", NAME_GOOD},        /* four */
    {"q\u0327\u0331\u0307\u0304\u0310", NAME_MARKS}, /* five */
    {"x\u0310\u0310", NAME_MARKS},
    {"x\u0310y\u0310", NAME_GOOD},
    {"a \u0310", NAME_MARKS},
    {"\u0310", NAME_EMPTY},
    {"1\ufe0f\u20e3", NAME_GOOD}, /* a key */
    {"#\ufe0f\u20e3", NAME_GOOD},
    {"\u2764\ufe0f", NAME_GOOD}, /* a heart */
    {"\u2764\ufe0f\ufe0f", NAME_CHARACTER},
    {"Q\ufe0f", NAME_CHARACTER},
    {"\u2764\ufe0e", NAME_CHARACTER},
    {"\u2764\ufe0f\u200d\U0001f525", NAME_GOOD}, /* on fire */
    {"\u2764\u200d\ufe0f", NAME_CHARACTER},
    {"\U0001f469\u200d", NAME_CHARACTER},
    {"\u200d\U0001f469", NAME_CHARACTER},
    {"A\u200d\U0001f469", NAME_CHARACTER},
    {"\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", NAME_GOOD}, /* Persian, Ali and Reza */
    {"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", NAME_GOOD},
    {"\u0645\u06cc\u200c", NAME_CHARACTER}, /* parts nothing */
    {"\u0645\u06cc\u200c\u200c\u062e", NAME_CHARACTER},
    {"\u0631\u200c\u0636", NAME_CHARACTER}, /* what does not join is parted anyway */
    {"A\u200cli", NAME_CHARACTER},
    {"\u0645\u200d\u062e", NAME_CHARACTER},  /* what joins is joined anyway */
    {"\u0915\u094d\u200d\u0937", NAME_GOOD}, /* Devanagari, half a letter */
    {"\u0915\u094d\u200c\u0937", NAME_GOOD}, /* and a whole one */
    {"\u0915\u094d\u200d", NAME_CHARACTER},
    {"\u0915\u200d\u0937", NAME_CHARACTER},
    {"\u2800", NAME_CHARACTER},
    {"\ufffc", NAME_CHARACTER},
    {"\ufffd", NAME_CHARACTER},
    {"\U00013441", NAME_CHARACTER},
    {"A\U00013442", NAME_CHARACTER},
    {"A\U00016fe4", NAME_CHARACTER},
    {"\U0001d159", NAME_CHARACTER},
    {"A\u034f", NAME_CHARACTER},
    {"A\u3164", NAME_CHARACTER},
    {"A\U000e0041", NAME_CHARACTER}, /* a tag */
    {"Guest 4821", NAME_RESERVED},
    {"guest", NAME_RESERVED},
    {"GUEST4821", NAME_RESERVED},
    {"Gu\u0435st 1234", NAME_RESERVED}, /* a Cyrillic letter */
    {"Guest 482l", NAME_RESERVED},
    {"Guest 1OO", NAME_RESERVED},
    {"Guest \u0664\u0668\u0662\u0661", NAME_RESERVED}, /* Arabic digits */
    {"Guest \uff14\uff18", NAME_RESERVED},             /* wide ones */
    {"G U E S T 7", NAME_RESERVED},
    {"Guestimate", NAME_GOOD},
    {"Guest of honour", NAME_GOOD},
    {"My guest", NAME_GOOD},
    {"Reversid", NAME_RESERVED},
    {"REVERSlD", NAME_RESERVED},
    {"reversid admin", NAME_RESERVED},
    {"The Rever\u0455id Team", NAME_RESERVED}, /* a Cyrillic letter */
    {"Reversi fan", NAME_GOOD},
    {"Admin", NAME_RESERVED},
    {"Adrnin", NAME_RESERVED},
    {"ADMlN 1", NAME_RESERVED},
    {"Administrator", NAME_RESERVED},
    {"Badminton", NAME_GOOD},
    {"Deleted player", NAME_RESERVED},
    {"DeIeted Player", NAME_RESERVED},
    {"Hard", NAME_RESERVED},
    {"Hardy", NAME_GOOD},
    {"A  B", NAME_SPACES},
    {" ", NAME_SPACES},
};

START_TEST(a_name_shows_what_is_in_it)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct name name;
        enum name_fault fault = name_read(cases[i].text, strlen(cases[i].text), &name);
        ck_assert_msg(fault == cases[i].fault, "case %zu, %s: %d, not %d", i, cases[i].text,
                      (int)fault, (int)cases[i].fault);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("name");
    TCase *tcase = tcase_create("name");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_made_name_is_a_name_that_anybody_may_have);
    tcase_add_test(tcase, each_attempt_draws_from_more_of_them);
    tcase_add_test(tcase, what_reads_as_a_name_has_one_of_its_keys);
    tcase_add_test(tcase, names_that_can_be_told_apart_share_no_key);
    tcase_add_test(tcase, keys_ascend_and_are_those_that_are_made_anew);
    tcase_add_test(tcase, a_name_shows_what_is_in_it);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
