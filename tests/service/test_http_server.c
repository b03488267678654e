#include "http_fixture.h"
#include "raw_http.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct http_fixture fixture;

static void start(void)
{
    http_fixture_init(&fixture);
    http_fixture_start(&fixture);
}

static void stop(void)
{
    http_fixture_stop(&fixture);
}

static struct raw_answer get(const char *target, const char *headers)
{
    char request[16384];
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: x\r\n%s\r\n", target, headers);
    return raw_exchange(fixture.url, request);
}

START_TEST(answers_a_get)
{
    struct raw_answer answer = get("/hello", "");
    ck_assert_int_eq(answer.status, 200);
    ck_assert_str_eq(answer.body, "{\"hello\":\"world\"}");
    ck_assert_str_eq(raw_header(&answer, "Content-Type"), "application/json");
    ck_assert_uint_eq(strlen(raw_header(&answer, "X-Request-Id")), 32);
    raw_free(&answer);
}
END_TEST

START_TEST(answers_a_post)
{
    struct raw_answer answer =
        raw_exchange(fixture.url, "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n"
                                  "Content-Type: application/json\r\n\r\n{\"a\":1}");
    ck_assert_int_eq(answer.status, 201);
    ck_assert_str_eq(answer.body, "{\"a\":1}");
    ck_assert_str_eq(raw_header(&answer, "Location"), "/echo");
    raw_free(&answer);
}
END_TEST

START_TEST(keeps_a_connection)
{
    int fd = raw_connect(fixture.url);
    for (int i = 0; i < 3; i++) {
        raw_puts(fd, "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
        struct raw_answer answer = raw_receive(fd, false);
        ck_assert_int_eq(answer.status, 200);
        ck_assert(!answer.closed);
        raw_free(&answer);
    }
    close(fd);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http_server");
    TCase *basics = tcase_create("basics");
    tcase_add_unchecked_fixture(basics, start, stop);
    tcase_add_test(basics, answers_a_get);
    tcase_add_test(basics, answers_a_post);
    tcase_add_test(basics, keeps_a_connection);
    suite_add_tcase(suite, basics);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK); /* the server's threads live in this process */
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
