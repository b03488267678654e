/**
 * The names that new players get.
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

int main(void)
{
    Suite *suite = suite_create("name");
    TCase *tcase = tcase_create("name");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_made_name_is_a_name_that_anybody_may_have);
    tcase_add_test(tcase, each_attempt_draws_from_more_of_them);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
