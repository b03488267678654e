/**
 * UUIDs: their spelling, their version, their order, and what makes them.
 */
#include "base/uuid.h"
#include "random.h"
#include "require.h"
#include "suite.h"

#include <string.h>

static struct uuid any(struct random *random)
{
    struct uuid id;
    for (size_t i = 0; i < sizeof id.bytes; i++)
        id.bytes[i] = (uint8_t)random_next(random);
    return id;
}

static int version_of(const struct uuid *id)
{
    return id->bytes[6] >> 4;
}

static int variant_of(const struct uuid *id)
{
    return id->bytes[8] >> 6;
}

START_TEST(a_uuid_comes_back_as_it_was_written)
{
    struct random random = random_for("a_uuid_comes_back_as_it_was_written");
    for (int i = 0; i < 100000; i++) {
        struct uuid id = any(&random), back;
        char text[UUID_TEXT_SIZE];
        uuid_write(&id, text);
        REQUIRE(strlen(text) == 36);
        REQUIRE(strspn(text, "0123456789abcdef-") == 36);
        REQUIRE(uuid_parse(text, 36, &back));
        REQUIRE(uuid_equal(&id, &back));
    }
}
END_TEST

START_TEST(bytes_are_written_in_order_and_read_in_either_case)
{
    static const char lower[] = "00112233-4455-6677-8899-aabbccddeeff";
    static const char mixed[] = "00112233-4455-6677-8899-AaBbCcDdEeFf";
    struct uuid id;
    char text[UUID_TEXT_SIZE];
    ck_assert(uuid_parse(mixed, 36, &id));
    for (unsigned i = 0; i < 16; i++)
        ck_assert_uint_eq(id.bytes[i], i * 0x11);
    uuid_write(&id, text);
    ck_assert_str_eq(text, lower);
}
END_TEST

static const char *const no_uuids[] = {
    "",
    "00112233-4455-6677-8899-aabbccddeef",
    "00112233-4455-6677-8899-aabbccddeefff",
    "00112233445566778899aabbccddeeff",
    "{00112233-4455-6677-8899-aabbccddeeff}",
    "00112233-4455-6677-8899-aabbccddeefg",
    "0011223-34455-6677-8899-aabbccddeeff",
    "00112233-4455-6677-889-9aabbccddeeff",
    "00112233_4455-6677-8899-aabbccddeeff",
    "00112233-4455_6677-8899-aabbccddeeff",
    "00112233-4455-6677_8899-aabbccddeeff",
    "00112233-4455-6677-8899_aabbccddeeff",
    "00112233-4455-6677-8899-aabbccdd-eff",
    " 0112233-4455-6677-8899-aabbccddeeff",
    "0x112233-4455-6677-8899-aabbccddeeff",
    "+0112233-4455-6677-8899-aabbccddeeff",
    "urn:uuid:00112233-4455-6677-8899-aab",
    ("\xef\xbc\x90"
     "12233-4455-6677-8899-aabbccddeeff"), /* a wide zero */
};

START_TEST(other_spellings_are_refused_and_leave_the_place_alone)
{
    struct uuid id = {{1, 2, 3}}, before = id;
    ck_assert(!uuid_parse(no_uuids[_i], strlen(no_uuids[_i]), &id));
    ck_assert(uuid_equal(&id, &before));
}
END_TEST

START_TEST(no_byte_but_a_digit_or_dash_is_read)
{
    static const char good[] = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0";
    static const char digits[] = "0123456789abcdefABCDEF";
    for (size_t at = 0; at < 36; at++)
        for (int byte = 0; byte < 256; byte++) {
            char text[36];
            struct uuid id;
            memcpy(text, good, sizeof text);
            text[at] = (char)byte;
            bool fits = good[at] == '-' ? byte == '-' : byte != 0 && strchr(digits, byte) != NULL;
            REQUIRE_MSG(uuid_parse(text, sizeof text, &id) == fits, "byte %d at %zu", byte, at);
        }
}
END_TEST

START_TEST(new_ones_are_of_version_7_and_hold_the_time)
{
    static const int64_t times[] = {0, 1, 1767323045678, (INT64_C(1) << 48) - 1};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        struct uuid id = uuid_new(times[i]);
        uint64_t time = 0;
        for (int byte = 0; byte < 6; byte++)
            time = time << 8 | id.bytes[byte];
        ck_assert_uint_eq(time, (uint64_t)times[i]);
        ck_assert_int_eq(version_of(&id), 7);
        ck_assert_int_eq(variant_of(&id), 2);
    }
}
END_TEST

START_TEST(new_ones_are_ordered_by_time_as_bytes_and_as_text)
{
    struct random random = random_for("new_ones_are_ordered_by_time_as_bytes_and_as_text");
    for (int i = 0; i < 10000; i++) {
        int64_t earlier = (int64_t)(random_next(&random) >> 17);
        int64_t later =
            earlier + 1 + (int64_t)(random_next(&random) >> (17 + random_below(&random, 46)));
        struct uuid a = uuid_new(earlier), b = uuid_new(later);
        char text_a[UUID_TEXT_SIZE], text_b[UUID_TEXT_SIZE];
        uuid_write(&a, text_a);
        uuid_write(&b, text_b);
        REQUIRE_MSG(memcmp(&a, &b, sizeof a) < 0, "%" PRId64 " %" PRId64, earlier, later);
        REQUIRE(strcmp(text_a, text_b) < 0);
    }
}
END_TEST

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct uuid));
}

START_TEST(new_ones_of_the_same_millisecond_differ)
{
    enum { COUNT = 10000 };
    static struct uuid ids[COUNT];
    for (int i = 0; i < COUNT; i++)
        ids[i] = uuid_new(1767323045678);
    qsort(ids, COUNT, sizeof ids[0], by_bytes);
    for (int i = 1; i < COUNT; i++)
        REQUIRE(!uuid_equal(&ids[i - 1], &ids[i]));
}
END_TEST

START_TEST(one_of_bytes_is_of_version_8_and_a_function_of_them)
{
    /* SHA-256 of "abc" begins ba7816bf8f01cfea414140de5dae2223. */
    struct uuid id = uuid_of("abc", 3), again = uuid_of("abc", 3), other = uuid_of("abd", 3);
    char text[UUID_TEXT_SIZE];
    uuid_write(&id, text);
    ck_assert_str_eq(text, "ba7816bf-8f01-8fea-8141-40de5dae2223");
    ck_assert(uuid_equal(&id, &again));
    ck_assert(!uuid_equal(&id, &other));
}
END_TEST

START_TEST(only_zero_is_nil)
{
    struct uuid id = {0};
    ck_assert(uuid_is_nil(&id));
    for (int bit = 0; bit < 128; bit++) {
        struct uuid other = {0};
        other.bytes[bit / 8] = (uint8_t)(1 << bit % 8);
        ck_assert(!uuid_is_nil(&other));
        ck_assert(!uuid_equal(&id, &other));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("uuid");
    TCase *tcase = tcase_create("uuid");
    tcase_add_test(tcase, a_uuid_comes_back_as_it_was_written);
    tcase_add_test(tcase, bytes_are_written_in_order_and_read_in_either_case);
    tcase_add_loop_test(tcase, other_spellings_are_refused_and_leave_the_place_alone, 0,
                        sizeof no_uuids / sizeof no_uuids[0]);
    tcase_add_test(tcase, no_byte_but_a_digit_or_dash_is_read);
    tcase_add_test(tcase, new_ones_are_of_version_7_and_hold_the_time);
    tcase_add_test(tcase, new_ones_are_ordered_by_time_as_bytes_and_as_text);
    tcase_add_test(tcase, new_ones_of_the_same_millisecond_differ);
    tcase_add_test(tcase, one_of_bytes_is_of_version_8_and_a_function_of_them);
    tcase_add_test(tcase, only_zero_is_nil);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
