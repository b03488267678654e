/**
 * Settings: every row of config.def by its default, its bounds, and what it refuses.
 */
#include "base/config.h"
#include "suite.h"

#include <string.h>

extern char **environ;

enum kind { TEXT, NUMBER, CHOICE };

/** The rows once more, as the tests look at them. */
static const struct row {
    enum kind kind;
    const char *environment;
    const char *text;
    int64_t number, min, max;
    const char *words;
    const char *help;
    size_t offset;
} rows[] = {
#define CONFIG_TEXT(field, environment, value, help)                                               \
    {TEXT, environment, value, 0, 0, 0, NULL, help, offsetof(struct config, field)},
#define CONFIG_NUMBER(field, environment, value, min, max, help)                                   \
    {NUMBER, environment, NULL, value, min, max, NULL, help, offsetof(struct config, field)},
#define CONFIG_CHOICE(field, environment, value, words, help)                                      \
    {CHOICE, environment, value, 0, 0, 0, words, help, offsetof(struct config, field)},
#include "base/config.def"
#undef CONFIG_TEXT
#undef CONFIG_NUMBER
#undef CONFIG_CHOICE
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0], WHY_SIZE = 256 };

/** Each test runs in a process of its own; it begins with no setting in its environment. */
static void clear_environment(void)
{
    for (int i = 0; i < ROW_COUNT; i++)
        unsetenv(rows[i].environment);
    unsetenv("REVERSID_SOURCE");
    unsetenv("REVERSID_TEST_SEED");
}

static const void *place(const struct config *config, const struct row *row)
{
    return (const char *)config + row->offset;
}

static void set_number(const struct row *row, int64_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)number);
    setenv(row->environment, text, 1);
}

static bool reads(struct config *config)
{
    char why[WHY_SIZE] = "";
    bool good = config_read(config, why, sizeof why);
    ck_assert_msg(good == (why[0] == '\0'), "%s", why);
    return good;
}

/** The sentence names the variable, and says so much besides. */
static void check_refused(const struct row *row, const char *value, const char *says)
{
    struct config config, before;
    char why[WHY_SIZE] = "";
    memset(&config, 0x5a, sizeof config);
    before = config;
    setenv(row->environment, value, 1);
    ck_assert_msg(!config_read(&config, why, sizeof why), "%s=%s", row->environment, value);
    ck_assert_msg(strncmp(why, row->environment, strlen(row->environment)) == 0, "%s", why);
    ck_assert_msg(strstr(why, says) != NULL, "%s", why);
    ck_assert_mem_eq(&config, &before, sizeof config);
}

START_TEST(without_an_environment_every_setting_has_its_default)
{
    struct config config;
    ck_assert(reads(&config));
    for (int i = 0; i < ROW_COUNT; i++) {
        const void *value = place(&config, &rows[i]);
        switch (rows[i].kind) {
        case TEXT:
            ck_assert_str_eq(*(const char *const *)value, rows[i].text);
            break;
        case NUMBER:
            ck_assert_int_eq(*(const int64_t *)value, rows[i].number);
            ck_assert_int_ge(rows[i].number, rows[i].min);
            ck_assert_int_le(rows[i].number, rows[i].max);
            break;
        case CHOICE:
            ck_assert_int_ge(*(const int *)value, 0);
            break;
        }
    }
    ck_assert_str_eq(config.listen, "127.0.0.1:8080");
    ck_assert_int_eq(config.request_workers, 16);
    ck_assert_int_eq(config.log_level, 1);
}
END_TEST

static void check_text(const struct row *row)
{
    static const char *const values[] = {"", "x", "a b=c", "\xc3\xa9"};
    struct config config;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        setenv(row->environment, values[i], 1);
        ck_assert(reads(&config));
        ck_assert_str_eq(*(const char *const *)place(&config, row), values[i]);
    }
}

static void check_number(const struct row *row)
{
    struct config config;
    char beyond[32];
    const int64_t good[] = {row->min, row->max, row->number};
    for (int i = 0; i < 3; i++) {
        set_number(row, good[i]);
        ck_assert(reads(&config));
        ck_assert_int_eq(*(const int64_t *)place(&config, row), good[i]);
    }
    snprintf(beyond, sizeof beyond, "%lld", (long long)row->max + 1);
    check_refused(row, beyond, "whole number");
    if (row->min > 0) {
        snprintf(beyond, sizeof beyond, "%lld", (long long)row->min - 1);
        check_refused(row, beyond, "whole number");
    }
    static const char *const bad[] = {
        "", "-1", "+1", "01", "1.0", "1 ", " 1", "0x1", "ten", "1k", "99999999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        check_refused(row, bad[i], "whole number");
}

static void check_choice(const struct row *row)
{
    struct config config;
    char words[256], upper[256] = "";
    int index = 0;
    strcpy(words, row->words);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "), index++) {
        setenv(row->environment, word, 1);
        ck_assert(reads(&config));
        ck_assert_int_eq(*(const int *)place(&config, row), index);
        snprintf(upper, sizeof upper, "%sx", word);
    }
    ck_assert_int_gt(index, 1);
    check_refused(row, "", row->words);
    check_refused(row, "no such word", row->words);
    check_refused(row, upper, row->words);
    check_refused(row, row->words, row->words);
}

static void check_each(enum kind kind, void (*check)(const struct row *row))
{
    int found = 0;
    for (int i = 0; i < ROW_COUNT; i++) {
        if (rows[i].kind != kind)
            continue;
        check(&rows[i]);
        unsetenv(rows[i].environment);
        found++;
    }
    ck_assert_int_gt(found, 0);
}

START_TEST(a_text_is_taken_as_it_is)
{
    check_each(TEXT, check_text);
}
END_TEST

START_TEST(a_number_is_taken_within_its_bounds_only)
{
    check_each(NUMBER, check_number);
}
END_TEST

START_TEST(a_choice_is_one_of_its_words)
{
    check_each(CHOICE, check_choice);
}
END_TEST

START_TEST(a_refusal_fits_its_place_however_long_the_value_is)
{
    char value[4000], why[WHY_SIZE];
    struct config config;
    memset(value, '9', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    setenv("REVERSID_CONNECTIONS", value, 1);
    ck_assert(!config_read(&config, why, sizeof why));
    ck_assert_str_eq(why, "REVERSID_CONNECTIONS is \"9999999999999999999999999999999999999999\"; "
                          "it must be a whole number from 16 to 100000");
}
END_TEST

START_TEST(a_variable_that_is_no_setting_is_named_without_its_value)
{
    char name[64] = "untouched";
    ck_assert(!config_unknown(name, sizeof name));
    ck_assert_str_eq(name, "untouched");
    for (int i = 0; i < ROW_COUNT; i++)
        setenv(rows[i].environment, "x", 1);
    setenv("REVERSI_DATA", "x", 1);
    setenv("MY_REVERSID_LISTEN", "x", 1);
    ck_assert(!config_unknown(name, sizeof name));
    setenv("REVERSID_LISTEM", "secret", 1);
    ck_assert(config_unknown(name, sizeof name));
    ck_assert_str_eq(name, "REVERSID_LISTEM");
}
END_TEST

static const char *const nearly_settings[] = {"REVERSID_LISTE", "REVERSID_LISTENS", "REVERSID_",
                                              "REVERSID_listen"};

START_TEST(a_name_is_a_setting_only_as_a_whole)
{
    char name[64] = "";
    setenv(nearly_settings[_i], "x", 1);
    ck_assert(config_unknown(name, sizeof name));
    ck_assert_str_eq(name, nearly_settings[_i]);
}
END_TEST

START_TEST(a_long_name_is_cut)
{
    char name[12] = "";
    setenv("REVERSID_SOMETHING_ELSE", "x", 1);
    ck_assert(config_unknown(name, sizeof name));
    ck_assert_str_eq(name, "REVERSID_SO");
}
END_TEST

START_TEST(help_lists_every_setting_with_its_default_and_meaning)
{
    char *help = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&help, &length);
    config_help(out);
    fclose(out);
    const char *at = help;
    for (int i = 0; i < ROW_COUNT; i++) {
        char entry[1024], rule[256];
        if (rows[i].kind == TEXT)
            snprintf(rule, sizeof rule, "%s", rows[i].text[0] ? rows[i].text : "(empty)");
        else if (rows[i].kind == NUMBER)
            snprintf(rule, sizeof rule, "%lld (%lld to %lld)", (long long)rows[i].number,
                     (long long)rows[i].min, (long long)rows[i].max);
        else
            snprintf(rule, sizeof rule, "%s (one of: %s)", rows[i].text, rows[i].words);
        int size = snprintf(entry, sizeof entry, "  %s\n      %s\n      default: %s\n",
                            rows[i].environment, rows[i].help, rule);
        ck_assert_msg(strncmp(at, entry, (size_t)size) == 0, "expected\n%snot\n%.400s", entry, at);
        at += size;
    }
    ck_assert_str_eq(at, "");
    free(help);
}
END_TEST

START_TEST(names_and_words_are_sound)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        ck_assert(strcmp(rows[i].environment, "DATABASE_URL") == 0 ||
                  strncmp(rows[i].environment, "REVERSID_", 9) == 0);
        ck_assert(rows[i].help[0] != '\0');
        for (int j = 0; j < i; j++)
            ck_assert_str_ne(rows[i].environment, rows[j].environment);
    }
}
END_TEST

int main(void)
{
    clear_environment();
    Suite *suite = suite_create("config");
    TCase *tcase = tcase_create("config");
    tcase_add_test(tcase, without_an_environment_every_setting_has_its_default);
    tcase_add_test(tcase, a_text_is_taken_as_it_is);
    tcase_add_test(tcase, a_number_is_taken_within_its_bounds_only);
    tcase_add_test(tcase, a_choice_is_one_of_its_words);
    tcase_add_test(tcase, a_refusal_fits_its_place_however_long_the_value_is);
    tcase_add_test(tcase, a_variable_that_is_no_setting_is_named_without_its_value);
    tcase_add_loop_test(tcase, a_name_is_a_setting_only_as_a_whole, 0,
                        sizeof nearly_settings / sizeof nearly_settings[0]);
    tcase_add_test(tcase, a_long_name_is_cut);
    tcase_add_test(tcase, help_lists_every_setting_with_its_default_and_meaning);
    tcase_add_test(tcase, names_and_words_are_sound);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
