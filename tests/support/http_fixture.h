/** A real server on a free port with routes made for tests. */
#ifndef REVERSID_TESTS_HTTP_FIXTURE_H
#define REVERSID_TESTS_HTTP_FIXTURE_H

#include "http/server.h"

struct http_fixture {
    struct http_server_options options;
    struct workers_options workers_options;
    struct workers *workers;
    struct http_server *server;
    const char *url;
};

/**
 * Options for a small server: two threads, two workers, generous limits. To be changed before
 * http_fixture_start.
 */
void http_fixture_init(struct http_fixture *fixture);
void http_fixture_start(struct http_fixture *fixture);

/** Stops with a grace of ten seconds. */
void http_fixture_stop(struct http_fixture *fixture);

/*
 * The routes
 *   GET  /hello                 {"hello":"world"}
 *   GET  /echo/{a}/{b}          the two, one a line, then the query's x
 *   GET  /echo/fixed/{b}        "fixed" and b
 *   POST /echo                  the body, up to 1,000 bytes
 *   PUT  /echo                  the same, important work
 *   GET  /big                   20,000 bytes of text; ETag W/"big", 304
 *   GET  /static                30,000 bytes that never change
 *   GET  /fail/{slug}           that problem, with detail, pointer and extra
 *   GET  /alive                 "no worker", by the connection's own thread
 *   GET  /hold                  blocks its worker until test_hold_release
 *   GET  /wait/{name}           parks until test_wake(name) or ?ms=, or answers at once where
 *                             there is no place; says which, and how often it ran
 *   GET  /local/{how}           where it was answered: now, later, over, over-later; or fail
 *   GET  /stream/{name}         a stream; test_publish(name, text) sends, test_close(name) ends
 */

/** Workers that are inside GET /hold; release lets n of them go on. */
int test_holding(void);
void test_hold_release(int count);

/** Waits until so many requests wait under the name (parked or running). */
void test_await_waiters(const char *name, int count);

/** Wakes those that wait under the name. */
void test_wake(const char *name);

/** Sends to all streams of the name at their next run, which it brings about. */
void test_publish(const char *name, const char *bytes, size_t length);
void test_close(const char *name);

/** True once every stream of the name has sent what was published last. */
bool test_event_taken(const char *name);

/** How often finish hooks ran since the process began. */
int test_finished(void);

/** Whether GET /local may begin on the connection's own thread, and what awaits there is answered.
 */
void test_local(bool ready, bool answers);

/** How many wait there. */
int test_local_awaiting(void);

/** Waits until a condition holds, looking often; fails the test after a minute. */
#define test_await(condition)                                                                      \
    do {                                                                                           \
        for (int tries_ = 0; !(condition); tries_++) {                                             \
            ck_assert_msg(tries_ < 60000, "never came true: %s", #condition);                      \
            usleep(1000);                                                                          \
        }                                                                                          \
    } while (0)

#endif
