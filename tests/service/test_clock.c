/**
 * Times as RFC 3339: those of the calendar, each in its own spelling; and the clocks.
 */
#include "base/clock.h"
#include "random.h"
#include "require.h"
#include "suite.h"

#include <string.h>

/* Times as `date -u -d TEXT +%s%3N` gives them. */
static const struct {
    const char *text;
    int64_t time_ms;
} written[] = {
    {"1970-01-01T00:00:00.000Z", 0},
    {"1970-01-01T00:00:00.001Z", 1},
    {"1969-12-31T23:59:59.999Z", -1},
    {"1969-12-31T23:59:59.000Z", -1000},
    {"2000-02-29T12:00:00.000Z", INT64_C(951825600000)},
    {"2026-01-02T03:04:05.678Z", INT64_C(1767323045678)},
    {"2038-01-19T03:14:08.000Z", INT64_C(2147483648000)},
    {"2100-03-01T00:00:00.000Z", INT64_C(4107542400000)},
    {"9999-12-31T23:59:59.999Z", INT64_C(253402300799999)},
};

START_TEST(a_time_is_written_in_utc_with_milliseconds)
{
    char text[CLOCK_TEXT_SIZE];
    clock_write(written[_i].time_ms, text);
    ck_assert_str_eq(text, written[_i].text);
}
END_TEST

START_TEST(times_come_back_as_they_were_written)
{
    struct random random = random_for("times_come_back_as_they_were_written");
    for (int i = 0; i < 100000; i++) {
        int64_t time_ms = (int64_t)(random_next(&random) % UINT64_C(253402300800000)), back = -1;
        char text[CLOCK_TEXT_SIZE];
        clock_write(time_ms, text);
        REQUIRE(strlen(text) == CLOCK_TEXT_SIZE - 1);
        REQUIRE_MSG(clock_parse(text, strlen(text), &back), "%s", text);
        REQUIRE_MSG(back == time_ms, "%s", text);
    }
}
END_TEST

START_TEST(an_offset_is_taken_away)
{
    struct random random = random_for("an_offset_is_taken_away");
    for (int i = 0; i < 100000; i++) {
        int64_t time_ms = (int64_t)(random_next(&random) % UINT64_C(253402214400000)), back = -1;
        int offset = random_below(&random, 2 * 1440 - 1) - 1439, minutes = abs(offset);
        char text[CLOCK_TEXT_SIZE + 8];
        if (time_ms + offset * INT64_C(60000) < 0)
            continue;
        clock_write(time_ms + offset * INT64_C(60000), text);
        sprintf(text + CLOCK_TEXT_SIZE - 2, "%c%02d:%02d", offset < 0 ? '-' : '+', minutes / 60,
                minutes % 60);
        REQUIRE_MSG(clock_parse(text, strlen(text), &back), "%s", text);
        REQUIRE_MSG(back == time_ms, "%s", text);
    }
}
END_TEST

#define NOON INT64_C(1767355200000) /* 2026-01-02T12:00:00Z */

static const struct {
    const char *text;
    int64_t time_ms;
} times[] = {
    {"2026-01-02T12:00:00Z", NOON},
    {"2026-01-02t12:00:00z", NOON},
    {"2026-01-02 12:00:00Z", NOON},
    {"2026-01-02T12:00:00.5Z", NOON + 500},
    {"2026-01-02T12:00:00.05Z", NOON + 50},
    {"2026-01-02T12:00:00.005Z", NOON + 5},
    {"2026-01-02T12:00:00.0009Z", NOON}, /* cut, not rounded */
    {"2026-01-02T12:00:00.999999999Z", NOON + 999},
    {"2026-01-02T12:00:00+00:00", NOON},
    {"2026-01-02T12:00:00-00:00", NOON},
    {"2026-01-02T13:30:00+01:30", NOON},
    {"2026-01-02T00:01:00-11:59", NOON},
    {"2026-01-03T11:59:00+23:59", NOON},
    {"2026-01-02T12:00:00.25+00:00", NOON + 250},
    {"1970-01-01T00:00:00+00:01", -60000},
    {"2024-02-29T00:00:00Z", INT64_C(1709164800000)},
    {"2000-02-29T00:00:00Z", INT64_C(951782400000)},
    {"2026-01-31T00:00:00Z", INT64_C(1769817600000)},
    {"2026-04-30T23:59:59Z", INT64_C(1777593599000)},
    {"9999-12-31T23:59:59Z", INT64_C(253402300799000)},
};

START_TEST(a_time_of_rfc_3339_is_read)
{
    int64_t time_ms = 42;
    ck_assert_msg(clock_parse(times[_i].text, strlen(times[_i].text), &time_ms), "%s",
                  times[_i].text);
    ck_assert_int_eq(time_ms, times[_i].time_ms);
}
END_TEST

static const char *const no_times[] = {
    "",
    "2026",
    "2026-01-02",
    "2026-01-02T12:00:00",   /* of which place? */
    "2026-01-02T12:00Z",     /* without seconds */
    "2026-01-02T12:00:00.Z", /* a point and no decimals */
    "2026-01-02T12:00:00,5Z",
    "2026-01-02T12:00:00.0000000000Z",
    "2026-01-02T12:00:00.5",
    "2026-01-02T24:00:00Z",
    "2026-01-02T23:60:00Z",
    "2026-01-02T23:59:60Z", /* leap seconds are not counted */
    "2026-01-02T23:59:61Z",
    "2026-00-02T12:00:00Z",
    "2026-13-02T12:00:00Z",
    "2026-01-00T12:00:00Z",
    "2026-01-32T12:00:00Z",
    "2026-02-29T12:00:00Z",
    "2024-02-30T12:00:00Z",
    "2100-02-29T12:00:00Z",
    "2026-04-31T12:00:00Z",
    "2026-06-31T12:00:00Z",
    "2026-09-31T12:00:00Z",
    "2026-11-31T12:00:00Z",
    "1969-12-31T23:59:59Z",
    "0000-01-01T00:00:00Z",
    "10000-01-01T00:00:00Z",
    "26-01-02T12:00:00Z",
    "+2026-01-02T12:00:00Z",
    "-2026-01-02T12:00:00Z",
    "2026-1-2T12:00:00Z",
    "2026-01-02T1:00:00Z",
    "20260102T120000Z",
    "2026-W01-5T12:00:00Z",
    "2026-01-02T12:00:00+01",
    "2026-01-02T12:00:00+0100",
    "2026-01-02T12:00:00+24:00",
    "2026-01-02T12:00:00+01:60",
    "2026-01-02T12:00:00ZZ",
    "2026-01-02T12:00:00Z ",
    " 2026-01-02T12:00:00Z",
    "2026-01-02T12:00:00 Z",
    "2026-01-02  12:00:00Z",
    "2026-01-02T12:00:00UTC",
    "2026-01-02T-1:00:00Z",
    "1767355200000",
    "yesterday",
};

START_TEST(anything_else_is_no_time_and_leaves_the_place_alone)
{
    int64_t time_ms = 42;
    ck_assert_msg(!clock_parse(no_times[_i], strlen(no_times[_i]), &time_ms), "%s", no_times[_i]);
    ck_assert_int_eq(time_ms, 42);
}
END_TEST

START_TEST(a_time_cut_short_or_with_another_byte_is_read_only_where_it_is_another_time)
{
    static const char good[] = "2026-01-02T12:00:00.5Z";
    static const char *const may_stand[] = {
        "0123456789", "0123456789", "0123456789", "0123456789", "-",   "0123456789",
        "0123456789", "-",          "0123456789", "0123456789", "Tt ", "0123456789",
        "0123456789", ":",          "0123456789", "0123456789", ":",   "0123456789",
        "0123456789", ".",          "0123456789", "Zz"};
    int64_t time_ms;
    for (size_t length = 0; length < sizeof good - 1; length++)
        ck_assert_msg(!clock_parse(good, length, &time_ms), "the first %zu", length);
    for (size_t at = 0; at < sizeof good - 1; at++)
        for (int byte = 0; byte < 256; byte++) {
            char text[sizeof good - 1];
            memcpy(text, good, sizeof text);
            text[at] = (char)byte;
            bool may = byte != 0 && strchr(may_stand[at], byte) != NULL;
            REQUIRE_MSG(may || !clock_parse(text, sizeof text, &time_ms), "byte %d at %zu", byte,
                        at);
        }
}
END_TEST

START_TEST(the_clocks_go_on)
{
    int64_t ns = clock_steady_ns(), ms = clock_steady_ms(), now = clock_now_ms();
    ck_assert_int_gt(now, INT64_C(1700000000000));
    ck_assert_int_ge(ms, ns / 1000000);
    for (int i = 0; i < 1000; i++) {
        int64_t next_ns = clock_steady_ns(), next_ms = clock_steady_ms();
        REQUIRE(next_ns >= ns);
        REQUIRE(next_ms >= ms);
        ns = next_ns;
        ms = next_ms;
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("clock");
    TCase *tcase = tcase_create("clock");
    tcase_add_loop_test(tcase, a_time_is_written_in_utc_with_milliseconds, 0,
                        sizeof written / sizeof written[0]);
    tcase_add_test(tcase, times_come_back_as_they_were_written);
    tcase_add_test(tcase, an_offset_is_taken_away);
    tcase_add_loop_test(tcase, a_time_of_rfc_3339_is_read, 0, sizeof times / sizeof times[0]);
    tcase_add_loop_test(tcase, anything_else_is_no_time_and_leaves_the_place_alone, 0,
                        sizeof no_times / sizeof no_times[0]);
    tcase_add_test(tcase,
                   a_time_cut_short_or_with_another_byte_is_read_only_where_it_is_another_time);
    tcase_add_test(tcase, the_clocks_go_on);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
