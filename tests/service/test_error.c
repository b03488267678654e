/**
 * The table of errors, and how a failure is described.
 */
#include "base/error.h"
#include "base/text.h"
#include "suite.h"

#include <ctype.h>
#include <string.h>

static void check_row(enum error_code code)
{
    const char *slug = error_slug(code), *sentence = error_sentence(code);
    ck_assert_int_ge(error_status(code), 400);
    ck_assert_int_le(error_status(code), 599);
    ck_assert_msg(strlen(slug) > 0 &&
                      strspn(slug, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(slug),
                  "%s", slug);
    ck_assert(slug[0] != '-' && slug[strlen(slug) - 1] != '-' && !strstr(slug, "--"));
    ck_assert_msg(isupper((unsigned char)sentence[0]) && sentence[strlen(sentence) - 1] == '.',
                  "%s", sentence);
}

START_TEST(every_row_has_a_status_a_slug_and_a_sentence)
{
    for (int code = ERROR_NONE + 1; code < ERROR_CODE_COUNT; code++)
        check_row((enum error_code)code);
}
END_TEST

START_TEST(a_slug_is_the_row_s_name_and_finds_it)
{
    static const char *const names[] = {
        [ERROR_NONE] = "",
#define ERROR(name, status, slug, sentence) [ERROR_##name] = #name,
#include "base/errors.def"
#undef ERROR
    };
    for (int code = ERROR_NONE + 1; code < ERROR_CODE_COUNT; code++) {
        char expected[64] = "";
        for (size_t i = 0; names[code][i]; i++)
            expected[i] =
                names[code][i] == '_' ? '-' : (char)tolower((unsigned char)names[code][i]);
        ck_assert_str_eq(error_slug((enum error_code)code), expected);
        ck_assert_int_eq(error_by_slug(expected), code); /* so no two rows share one */
    }
}
END_TEST

START_TEST(what_is_no_slug_finds_nothing)
{
    static const char *const others[] = {
        "", "no-such-problem", "Illegal-Move", "illegal-move ", "illegal", "illegal_move"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ck_assert_int_eq(error_by_slug(others[i]), ERROR_NONE);
}
END_TEST

START_TEST(ok_has_not_failed_and_everything_else_has)
{
    ck_assert(!failed(OK));
    for (int code = ERROR_NONE + 1; code < ERROR_CODE_COUNT; code++) {
        ck_assert(failed(fail((enum error_code)code)));
        ck_assert_int_eq(fail((enum error_code)code).code, code);
    }
}
END_TEST

static struct result first_failure(struct result first, struct result second, int *reached)
{
    TRY(first);
    ++*reached;
    TRY(second);
    ++*reached;
    return OK;
}

START_TEST(try_leaves_at_the_first_failure)
{
    int reached = 0;
    ck_assert(!failed(first_failure(OK, OK, &reached)));
    ck_assert_int_eq(reached, 2);
    struct result result = first_failure(OK, fail(ERROR_GAME_OVER), &reached);
    ck_assert_int_eq(result.code, ERROR_GAME_OVER);
    ck_assert_int_eq(reached, 3);
    result = first_failure(fail(ERROR_OUT_OF_STEP), fail(ERROR_GAME_OVER), &reached);
    ck_assert_int_eq(result.code, ERROR_OUT_OF_STEP);
    ck_assert_int_eq(reached, 3);
}
END_TEST

START_TEST(a_failure_says_what_is_particular_to_it)
{
    struct problem problem = {0};
    struct result result = fail_with(&problem, ERROR_INVALID_QUERY, "%d of %s", 3, "four");
    ck_assert_int_eq(result.code, ERROR_INVALID_QUERY);
    ck_assert_str_eq(problem.detail, "3 of four");
    ck_assert(!problem.has_pointer);
    ck_assert_str_eq(problem.parameter, "");
}
END_TEST

START_TEST(a_failure_names_its_place)
{
    struct problem problem = {0};
    struct result result = fail_at(&problem, ERROR_INVALID_FIELD, "", "the %s", "whole");
    ck_assert_int_eq(result.code, ERROR_INVALID_FIELD);
    ck_assert(problem.has_pointer);
    ck_assert_str_eq(problem.pointer, "");
    ck_assert_str_eq(problem.detail, "the whole");
    result = fail_at(&problem, ERROR_MISSING_FIELD, "/a/0", "%s", "gone");
    ck_assert_int_eq(result.code, ERROR_MISSING_FIELD);
    ck_assert_str_eq(problem.pointer, "/a/0");

    struct problem other = {0};
    result = fail_for(&other, ERROR_INVALID_HEADER, "Accept", "no %s", "good");
    ck_assert_int_eq(result.code, ERROR_INVALID_HEADER);
    ck_assert_str_eq(other.parameter, "Accept");
    ck_assert_str_eq(other.detail, "no good");
    ck_assert(!other.has_pointer);
}
END_TEST

START_TEST(what_is_too_long_is_cut_between_characters)
{
    /* Three bytes a character: no field's size is one more than a multiple of it. */
    enum { COUNT = 1000 };
    static const char character[] = "\xe2\x82\xac";
    char text[3 * COUNT + 1] = "";
    for (int i = 0; i < COUNT; i++)
        memcpy(text + 3 * i, character, sizeof character);
    struct problem problem = {0};
    ck_assert(failed(fail_at(&problem, ERROR_INVALID_FIELD, text, "x%s", text)));
    ck_assert(failed(fail_for(&problem, ERROR_INVALID_HEADER, text, "x%s", text)));
    const char *const fields[] = {problem.detail, problem.pointer, problem.parameter};
    const size_t sizes[] = {sizeof problem.detail, sizeof problem.pointer,
                            sizeof problem.parameter};
    for (int i = 0; i < 3; i++) {
        ck_assert(text_is_utf8(fields[i], strlen(fields[i])));
        ck_assert_uint_gt(strlen(fields[i]), sizes[i] - 5);
    }
}
END_TEST

START_TEST(what_is_no_utf8_is_cut_where_it_begins)
{
    struct problem problem = {0};
    ck_assert(failed(fail_with(&problem, ERROR_INVALID_JSON, "near %s.", "'\xff'")));
    ck_assert_str_eq(problem.detail, "near '");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("error");
    TCase *tcase = tcase_create("error");
    tcase_add_test(tcase, every_row_has_a_status_a_slug_and_a_sentence);
    tcase_add_test(tcase, a_slug_is_the_row_s_name_and_finds_it);
    tcase_add_test(tcase, what_is_no_slug_finds_nothing);
    tcase_add_test(tcase, ok_has_not_failed_and_everything_else_has);
    tcase_add_test(tcase, try_leaves_at_the_first_failure);
    tcase_add_test(tcase, a_failure_says_what_is_particular_to_it);
    tcase_add_test(tcase, a_failure_names_its_place);
    tcase_add_test(tcase, what_is_too_long_is_cut_between_characters);
    tcase_add_test(tcase, what_is_no_utf8_is_cut_where_it_begins);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
