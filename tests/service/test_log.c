#include "base/log.h"

#include "base/text.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int saved, reader;

/** Standard error becomes a pipe that the test reads. */
static void capture(void)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    saved = dup(STDERR_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    reader = ends[0];
}

/** What was written since, in static memory. */
static const char *captured(void)
{
    static char text[65536];
    fcntl(reader, F_SETFL, O_NONBLOCK);
    ssize_t length = read(reader, text, sizeof text - 1);
    text[length > 0 ? length : 0] = '\0';
    return text;
}

static void release(void)
{
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(reader);
}

/** The line without its time, which is the only thing that differs from run to run. */
static const char *after_level(const char *line)
{
    const char *level = strstr(line, "level");
    ck_assert_msg(level != NULL, "%s", line);
    return level;
}

START_TEST(writes_pairs)
{
    log_configure(LOG_INFO, false);
    LOG(LOG_INFO, "request", log_string("id", "abc"), log_number("status", 200),
        log_number("min", INT64_MIN), log_string("empty", ""), log_string("null", NULL),
        log_string("text", "two words"));
    ck_assert_str_eq(after_level(captured()),
                     "level=info event=request id=abc status=200 min=-9223372036854775808 "
                     "empty=\"\" null=\"\" text=\"two words\"\n");
}
END_TEST

START_TEST(writes_json)
{
    log_configure(LOG_INFO, true);
    LOG(LOG_WARNING, "x", log_string("id", "abc"), log_number("status", -7));
    const char *line = captured();
    ck_assert_int_eq(strncmp(line, "{\"time\":\"2", 10), 0);
    ck_assert_str_eq(after_level(line),
                     "level\":\"warning\",\"event\":\"x\",\"id\":\"abc\",\"status\":-7}\n");
}
END_TEST

START_TEST(values_cannot_forge_a_line)
{
    static const struct {
        const char *value, *written;
    } cases[] = {
        {"a\nb", "\"a\\u000ab\""},
        {"a b=c", "\"a b=c\""},
        {"a=c", "\"a=c\""},
        {"\"", "\"\\\"\""},
        {"\\", "\"\\\\\""},
        {"\x1b[31m", "\"\\u001b[31m\""},
        {"\x7f", "\"\\u007f\""},
        {"schön ♟", "\"schön ♟\""},
        {"\xff\xfe", "\"\\u00ff\\u00fe\""},
        {"\xe2\x99", "\"\\u00e2\\u0099\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char expected[100];
        log_configure(LOG_INFO, false);
        LOG(LOG_INFO, "x", log_string("v", cases[i].value));
        snprintf(expected, sizeof expected, "level=info event=x v=%s\n", cases[i].written);
        ck_assert_str_eq(after_level(captured()), expected);
        log_configure(LOG_INFO, true);
        LOG(LOG_INFO, "x", log_string("v", cases[i].value));
        snprintf(expected, sizeof expected, "level\":\"info\",\"event\":\"x\",\"v\":%s}\n",
                 cases[i].written);
        ck_assert_str_eq(after_level(captured()), expected);
    }
}
END_TEST

START_TEST(long_values_are_cut_and_the_line_stays_whole)
{
    char *value = malloc(20001);
    for (int length = 3800; length < 4400; length++) {
        memset(value, 'a' + length % 26, (size_t)length);
        memcpy(value + length - 3, "\xe2\x99\x9f", 3);
        value[length] = '\0';
        log_configure(LOG_INFO, length % 2);
        LOG(LOG_INFO, "x", log_string("v", value), log_number("n", 1));
        const char *line = captured();
        size_t written = strlen(line);
        ck_assert_uint_le(written, 4096);
        ck_assert_int_eq(line[written - 1], '\n');
        ck_assert_ptr_eq(strchr(line, '\n'), line + written - 1);
        ck_assert(text_is_utf8(line, written));
        if (length % 2)
            ck_assert_int_eq(line[written - 2], '}');
    }
    free(value);
}
END_TEST

START_TEST(what_looks_like_a_token_is_hidden)
{
    log_configure(LOG_INFO, false);
    LOG(LOG_INFO, "x", log_string("path", "/v1/games/rva_AaIsVznOeQeLD9L2inGPvP9NaJPvXAMHZrV3/x"),
        log_string("body", "{\"a\":\"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln\"}"),
        log_string("none", "rv rv_ rva_short eyJ eyJhbG"));
    ck_assert_str_eq(after_level(captured()),
                     "level=info event=x path=/v1/games/rva_************************************/x "
                     "body=\"{\\\"a\\\":\\\"eyJ**************************************"
                     "\\\"}\" none=\"rv rv_ rva_short eyJ eyJhbG\"\n");
}
END_TEST

START_TEST(levels_below_are_silent)
{
    log_configure(LOG_WARNING, false);
    LOG(LOG_INFO, "x", log_number("n", 1));
    ck_assert_str_eq(captured(), "");
    ck_assert(!log_enabled(LOG_INFO));
    log_configure(LOG_OFF, false);
    LOG(LOG_ERROR, "x", log_number("n", 1));
    ck_assert_str_eq(captured(), "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("log");
    TCase *tests = tcase_create("log");
    tcase_add_checked_fixture(tests, capture, release);
    tcase_add_test(tests, writes_pairs);
    tcase_add_test(tests, writes_json);
    tcase_add_test(tests, values_cannot_forge_a_line);
    tcase_add_test(tests, long_values_are_cut_and_the_line_stays_whole);
    tcase_add_test(tests, what_looks_like_a_token_is_hidden);
    tcase_add_test(tests, levels_below_are_silent);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
