#include "base/descriptors.h"

#include "suite.h"

#include <sys/resource.h>

static void limit_to(rlim_t soft, rlim_t hard)
{
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &(struct rlimit){soft, hard}), 0);
}

static int soft_limit(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    return (int)limit.rlim_cur;
}

START_TEST(the_soft_limit_is_raised_as_far_as_is_needed)
{
    int64_t connections = 300, streams = 200;
    limit_to(100, 1000);
    ck_assert_int_eq(descriptors_reserve(50, &connections, &streams), 500);
    ck_assert_int_eq(connections, 300);
    ck_assert_int_eq(streams, 200);
    ck_assert_int_eq(soft_limit(), 550);
    ck_assert_int_eq(descriptors_reserve(10, &connections, &streams), 540);
    ck_assert_int_eq(soft_limit(), 550);
}
END_TEST

START_TEST(what_does_not_fit_the_hard_limit_is_lowered_in_proportion)
{
    int64_t connections = 2000, streams = 1000;
    limit_to(100, 350);
    ck_assert_int_eq(descriptors_reserve(50, &connections, &streams), 300);
    ck_assert_int_eq(connections, 200);
    ck_assert_int_eq(streams, 100);
    ck_assert_int_eq(soft_limit(), 350);
}
END_TEST

START_TEST(no_room_at_all_is_told)
{
    int64_t connections = 2000, streams = 1000;
    limit_to(100, 100);
    ck_assert_int_lt(descriptors_reserve(150, &connections, &streams), 0);
    ck_assert_int_eq(connections, 2000);
    ck_assert_int_eq(streams, 1000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("descriptors");
    TCase *tests = tcase_create("descriptors");
    tcase_add_test(tests, the_soft_limit_is_raised_as_far_as_is_needed);
    tcase_add_test(tests, what_does_not_fit_the_hard_limit_is_lowered_in_proportion);
    tcase_add_test(tests, no_room_at_all_is_told);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
