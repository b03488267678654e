/**
 * What the writer writes is JSON, and says what it was told.
 */
#include "json_tree.h"
#include "require.h"
#include "suite.h"
#include "json/writer.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

/* --- anything -------------------------------------------------------------------------------- */

static void write_tree(struct json_writer *writer, const struct json_t *tree);

static void write_children(struct json_writer *writer, const struct json_t *tree)
{
    const char *name;
    for (size_t i = 0; i < tree_size(tree, ""); i++) {
        const struct json_t *child = tree_child(tree, i, &name);
        if (name)
            json_member(writer, name);
        write_tree(writer, child);
    }
    json_end(writer);
}

static void write_tree(struct json_writer *writer, const struct json_t *tree)
{
    switch (tree_kind(tree, "")) {
    case TREE_OBJECT:
        json_begin_object(writer);
        write_children(writer, tree);
        break;
    case TREE_ARRAY:
        json_begin_array(writer);
        write_children(writer, tree);
        break;
    case TREE_STRING:
        json_put_string(writer, tree_string(tree, ""));
        break;
    case TREE_NUMBER:
        json_put_number(writer, tree_number(tree, ""));
        break;
    case TREE_NULL:
        json_put_null(writer);
        break;
    default:
        json_put_bool(writer, tree_kind(tree, "") == TREE_TRUE);
    }
}

START_TEST(what_is_written_is_read_back_equal)
{
    struct random random = random_for("what_is_written_is_read_back_equal");
    for (int round = 0; round < 3000; round++) {
        TEXT_CLEANUP struct text out = {0};
        struct json_writer writer = json_writer_to(&out);
        struct json_t *tree = tree_random(&random, 5);
        write_tree(&writer, tree);
        ck_assert_int_eq(writer.depth, 0);
        struct json_t *back = tree_parse(out.data, out.length);
        if (!tree_equal(tree, back))
            ck_abort_msg("comes back otherwise: %s", out.data);
        tree_free(back);
        tree_free(tree);
    }
}
END_TEST

/** The same members, some by the short ways of the header. */
START_TEST(members_with_their_values_are_read_back_equal)
{
    struct random random = random_for("members_with_their_values_are_read_back_equal");
    for (int round = 0; round < 3000; round++) {
        TEXT_CLEANUP struct text out = {0};
        struct json_writer writer = json_writer_to(&out);
        char text[64];
        size_t length = tree_random_text(&random, text);
        int64_t number = (int64_t)random_next(&random) >> random_below(&random, 64);
        json_begin_object(&writer);
        json_member_string(&writer, "string", text);
        json_member_number(&writer, "number", number);
        json_member_bool(&writer, "yes", true);
        json_member_bool(&writer, "no", false);
        json_member_null(&writer, "null");
        json_member_raw(&writer, "raw", "{\"a\":[1]}");
        json_member_time(&writer, "time", 1767323045678);
        json_member(&writer, "piece");
        json_put_string_n(&writer, text, text_utf8_prefix(text, length, 4));
        json_end(&writer);
        struct json_t *back = tree_parse(out.data, out.length);
        tree_check_members(back, "", "string number yes no null raw time piece");
        ck_assert_str_eq(tree_string(back, "/string"), text);
        ck_assert_int_eq(tree_number(back, "/number"), number);
        ck_assert_int_eq(tree_kind(back, "/yes"), TREE_TRUE);
        ck_assert_int_eq(tree_kind(back, "/no"), TREE_FALSE);
        ck_assert_int_eq(tree_kind(back, "/null"), TREE_NULL);
        tree_check(back, "/raw", "{'a':[1]}");
        ck_assert_str_eq(tree_string(back, "/time"), "2026-01-02T03:04:05.678Z");
        ck_assert_int_eq(
            strncmp(tree_string(back, "/piece"), text, strlen(tree_string(back, "/piece"))), 0);
        tree_free(back);
    }
}
END_TEST

/* --- bytes ----------------------------------------------------------------------------------- */

static const struct {
    const char *value;
    const char *written;
} strings[] = {
    {"", "\"\""},
    {"plain", "\"plain\""},
    {"a\"b\\c", "\"a\\\"b\\\\c\""},
    {"\"", "\"\\\"\""},
    {"a\nb\tc", "\"a\\nb\\tc\""},
    {"\r\b\f\x01\x1f", "\"\\u000d\\u0008\\u000c\\u0001\\u001f\""},
    {"\x7f", "\"\\u007f\""},
    {"/</script>", "\"/</script>\""},
    {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\""},
};

START_TEST(a_string_is_escaped_where_it_must_be_and_nowhere_else)
{
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        TEXT_CLEANUP struct text out = {0};
        struct json_writer writer = json_writer_to(&out);
        json_put_string(&writer, strings[i].value);
        ck_assert_str_eq(out.data, strings[i].written);
    }
}
END_TEST

/** The writer looks at several bytes at once: the byte that needs an escape may be any of them. */
START_TEST(every_byte_is_escaped_or_not_wherever_it_stands)
{
    for (int byte = 1; byte < 0x80; byte++) {
        for (size_t place = 0; place < 19; place++) {
            TEXT_CLEANUP struct text alone = {0}, among = {0}, wanted = {0};
            char value[20] = "abcdefghijklmnopqrs";
            char single[2] = {(char)byte, '\0'};
            struct json_writer writer = json_writer_to(&alone);
            json_put_string(&writer, single);
            text_printf(&wanted, "\"%.*s%.*s%s\"", (int)place, value, (int)alone.length - 2,
                        alone.data + 1, value + place + 1);
            value[place] = (char)byte;
            writer = json_writer_to(&among);
            json_put_string(&writer, value);
            ck_assert_str_eq(among.data, wanted.data);
        }
    }
}
END_TEST

/** The escape of a byte by the book, or the byte itself. */
static void append_by_the_book(char *written, unsigned char byte)
{
    static const char escapes[] = "\"\\\n\t", letters[] = "\"\\nt";
    const char *found = byte ? strchr(escapes, byte) : NULL;
    char piece[8];
    if (found)
        snprintf(piece, sizeof piece, "\\%c", letters[found - escapes]);
    else
        snprintf(piece, sizeof piece, byte < 0x20 || byte == 0x7f ? "\\u%04x" : "%c", byte);
    strcat(written, piece);
}

START_TEST(an_escape_is_found_wherever_it_stands)
{
    enum { LENGTH_MAX = 20 };
    TEXT_CLEANUP struct text out = {0};
    for (size_t length = 1; length <= LENGTH_MAX; length++)
        for (size_t at = 0; at < length; at++)
            for (int byte = 1; byte < 0x100; byte++) {
                char value[LENGTH_MAX + 1] = "", expected[8 * LENGTH_MAX] = "\"";
                memset(value, at % 2 ? '~' : ' ', length);
                value[at] = (char)byte;
                for (size_t i = 0; i < length; i++)
                    append_by_the_book(expected, (unsigned char)value[i]);
                strcat(expected, "\"");
                struct json_writer writer = json_writer_to(&out);
                text_clear(&out);
                json_put_string(&writer, value);
                REQUIRE_MSG(strcmp(out.data, expected) == 0, "%s, not %s", out.data, expected);
            }
}
END_TEST

START_TEST(a_nul_within_a_string_is_escaped)
{
    TEXT_CLEANUP struct text out = {0};
    struct json_writer writer = json_writer_to(&out);
    json_put_string_n(&writer, "a\0b", 3);
    ck_assert_str_eq(out.data, "\"a\\u0000b\"");
}
END_TEST

static const struct {
    int64_t value;
    const char *written;
} numbers[] = {
    {0, "0"},
    {7, "7"},
    {-7, "-7"},
    {10, "10"},
    {-1000, "-1000"},
    {INT64_MAX, "9223372036854775807"},
    {INT64_MIN, "-9223372036854775808"},
};

START_TEST(a_number_is_written_with_all_its_digits)
{
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        TEXT_CLEANUP struct text out = {0};
        struct json_writer writer = json_writer_to(&out);
        json_put_number(&writer, numbers[i].value);
        ck_assert_str_eq(out.data, numbers[i].written);
    }
}
END_TEST

START_TEST(commas_stand_between_values_and_nowhere_else)
{
    TEXT_CLEANUP struct text out = {0};
    text_puts(&out, "before ");
    struct json_writer writer = json_writer_to(&out);
    json_begin_object(&writer);
    json_member(&writer, "a");
    json_begin_array(&writer);
    json_end(&writer);
    json_member(&writer, "b");
    json_begin_array(&writer);
    json_begin_object(&writer);
    json_end(&writer);
    json_put_number(&writer, 1);
    json_put_bool(&writer, false);
    json_put_null(&writer);
    json_put_raw(&writer, "[2]");
    json_put_string(&writer, "");
    json_begin_array(&writer);
    json_end(&writer);
    json_end(&writer);
    json_member_null(&writer, "c");
    json_end(&writer);
    ck_assert_str_eq(out.data, "before {\"a\":[],\"b\":[{},1,false,null,[2],\"\",[]],\"c\":null}");
}
END_TEST

/* --- what would be no JSON: our own mistakes, which end the process ----------------------------
 */

static struct text spoilt;

static struct json_writer within(char kind)
{
    struct json_writer writer = json_writer_to(&spoilt);
    if (kind == '{')
        json_begin_object(&writer);
    else if (kind == '[')
        json_begin_array(&writer);
    return writer;
}

static void end_nothing(void)
{
    struct json_writer writer = within(' ');
    json_end(&writer);
}

static void name_outside_of_an_object(void)
{
    struct json_writer writer = within(' ');
    json_member(&writer, "a");
}

static void name_in_an_array(void)
{
    struct json_writer writer = within('[');
    json_member(&writer, "a");
}

static void value_without_a_name(void)
{
    struct json_writer writer = within('{');
    json_put_number(&writer, 1);
}

static void second_value_without_a_name(void)
{
    struct json_writer writer = within('{');
    json_member_number(&writer, "a", 1);
    json_begin_array(&writer);
}

static void name_without_a_value(void)
{
    struct json_writer writer = within('{');
    json_member(&writer, "a");
    json_end(&writer);
}

static void name_after_a_name(void)
{
    struct json_writer writer = within('{');
    json_member(&writer, "a");
    json_member(&writer, "b");
}

static void nested_too_deeply(void)
{
    struct json_writer writer = within(' ');
    for (int depth = 0; depth <= JSON_DEPTH_MAX; depth++)
        json_begin_array(&writer);
}

static void (*const mistakes[])(void) = {
    end_nothing,          name_outside_of_an_object,   name_in_an_array,
    value_without_a_name, second_value_without_a_name, name_without_a_value,
    name_after_a_name,    nested_too_deeply,
};

START_TEST(a_mistake_in_nesting_ends_the_process)
{
    mistakes[_i]();
}
END_TEST

START_TEST(nesting_may_be_as_deep_as_its_limit)
{
    TEXT_CLEANUP struct text out = {0};
    struct json_writer writer = json_writer_to(&out);
    for (int depth = 0; depth < JSON_DEPTH_MAX; depth++)
        json_begin_array(&writer);
    for (int depth = 0; depth < JSON_DEPTH_MAX; depth++)
        json_end(&writer);
    ck_assert_uint_eq(out.length, 2 * JSON_DEPTH_MAX);
    tree_free(tree_parse(out.data, out.length));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("json_writer");
    TCase *tcase = tcase_create("json_writer");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, what_is_written_is_read_back_equal);
    tcase_add_test(tcase, members_with_their_values_are_read_back_equal);
    tcase_add_test(tcase, a_string_is_escaped_where_it_must_be_and_nowhere_else);
    tcase_add_test(tcase, every_byte_is_escaped_or_not_wherever_it_stands);
    tcase_add_test(tcase, an_escape_is_found_wherever_it_stands);
    tcase_add_test(tcase, a_nul_within_a_string_is_escaped);
    tcase_add_test(tcase, a_number_is_written_with_all_its_digits);
    tcase_add_test(tcase, commas_stand_between_values_and_nowhere_else);
    tcase_add_loop_test_raise_signal(tcase, a_mistake_in_nesting_ends_the_process, SIGABRT, 0,
                                     sizeof mistakes / sizeof mistakes[0]);
    tcase_add_test(tcase, nesting_may_be_as_deep_as_its_limit);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
