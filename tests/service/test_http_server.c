#include "http_fixture.h"
#include "raw_http.h"

#include "base/error.h"

#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

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

static struct raw_answer request(const char *method, const char *target, const char *headers)
{
    char text[16384];
    snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: x\r\n%s\r\n", method, target, headers);
    return raw_exchange(fixture.url, text);
}

static struct raw_answer get(const char *target, const char *headers)
{
    return request("GET", target, headers);
}

static void check_body(struct raw_answer answer, int status, const char *body)
{
    ck_assert_int_eq(answer.status, status);
    ck_assert_str_eq(answer.body, body);
    raw_free(&answer);
}

/** An answer of GET /wait: why it came, whatever number of runs it took. */
static void check_wait(struct raw_answer answer, const char *why)
{
    ck_assert_int_eq(answer.status, 200);
    ck_assert_msg(strncmp(answer.body, why, strlen(why)) == 0, "%s", answer.body);
    raw_free(&answer);
}

/** A problem document whose code, status and request id agree with the answer's head. */
static void check_problem(const struct raw_answer *answer, const char *code)
{
    char part[200];
    ck_assert_msg(answer->status == error_status(error_by_slug(code)), "%d instead of %s:\n%s",
                  answer->status, code, answer->bytes ? answer->bytes : "no answer");
    ck_assert_str_eq(raw_header(answer, "Content-Type"), "application/problem+json");
    ck_assert_str_eq(raw_header(answer, "Cache-Control"), "no-store");
    snprintf(part, sizeof part, "\"code\":\"%s\"", code);
    ck_assert_msg(strstr(answer->body, part) != NULL, "no %s in %s", part, answer->body);
    snprintf(part, sizeof part, "\"request_id\":\"%s\"", raw_header(answer, "X-Request-Id"));
    ck_assert_msg(strstr(answer->body, part) != NULL, "no %s in %s", part, answer->body);
}

/** Sends bytes on a connection of their own and expects a problem. */
static void check_refused(const char *bytes, size_t length, const char *code)
{
    int fd = raw_connect(fixture.url);
    raw_send(fd, bytes, length);
    struct raw_answer answer = raw_receive(fd, false);
    check_problem(&answer, code);
    raw_free(&answer);
    close(fd);
}

/* --- basics ---------------------------------------------------------------------------------- */

START_TEST(answers_a_get)
{
    struct raw_answer answer = get("/hello", "");
    ck_assert_str_eq(raw_header(&answer, "Content-Type"), "application/json");
    ck_assert_uint_eq(strlen(raw_header(&answer, "X-Request-Id")), 32);
    ck_assert_str_eq(raw_header(&answer, "X-Content-Type-Options"), "nosniff");
    ck_assert_str_eq(raw_header(&answer, "Cache-Control"), "private, no-cache");
    ck_assert_str_eq(raw_header(&answer, "Vary"), "Authorization, Accept-Encoding");
    ck_assert_ptr_nonnull(raw_header(&answer, "Content-Security-Policy"));
    ck_assert_ptr_nonnull(raw_header(&answer, "Date"));
    check_body(answer, 200, "{\"hello\":\"world\"}");
}
END_TEST

START_TEST(answers_a_post)
{
    struct raw_answer answer = request(
        "POST", "/echo", "Content-Length: 7\r\nContent-Type: application/json\r\n\r\n{\"a\":1}");
    ck_assert_str_eq(raw_header(&answer, "Location"), "/echo");
    check_body(answer, 201, "{\"a\":1}");
}
END_TEST

START_TEST(answers_a_chunked_post)
{
    struct raw_answer answer =
        request("POST", "/echo",
                "Transfer-Encoding: chunked\r\nContent-Type: application/json; charset=UTF-8\r\n"
                "\r\n3\r\n{\"a\r\n4;x=y\r\n\":1}\r\n0\r\nTrailer: x\r\n");
    check_body(answer, 201, "{\"a\":1}");
}
END_TEST

START_TEST(keeps_a_connection)
{
    int fd = raw_connect(fixture.url);
    for (int i = 0; i < 5; i++) {
        raw_puts(fd, i % 2 ? "PUT /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n"
                             "Content-Type: application/json\r\n\r\n{}"
                           : "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
        struct raw_answer answer = raw_receive(fd, false);
        ck_assert_int_eq(answer.status, i % 2 ? 201 : 200);
        ck_assert(!answer.closed);
        raw_free(&answer);
    }
    close(fd);
}
END_TEST

START_TEST(answers_pipelined_requests_in_order)
{
    int fd = raw_connect(fixture.url);
    char text[8192] = "";
    for (int i = 0; i < 20; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "GET /echo/%d/x HTTP/1.1\r\nHost: x\r\n\r\n", i);
    raw_puts(fd, text);
    for (int i = 0; i < 20; i++) {
        char body[32];
        snprintf(body, sizeof body, "%d\nx\n-", i);
        check_body(raw_receive(fd, false), 200, body);
    }
    close(fd);
}
END_TEST

START_TEST(closes_when_the_client_wants_it)
{
    static const char *const requests[] = {
        "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        "GET /hello HTTP/1.0\r\n\r\n",
    };
    for (int i = 0; i < 2; i++) {
        int fd = raw_connect(fixture.url);
        raw_puts(fd, requests[i]);
        struct raw_answer answer = raw_receive(fd, false);
        ck_assert_int_eq(answer.status, 200);
        raw_free(&answer);
        size_t length;
        ck_assert(raw_read_to_end(fd, &length));
        ck_assert_uint_eq(length, 0);
        close(fd);
    }
}
END_TEST

START_TEST(echoes_a_sane_request_id)
{
    static const char *const insane[] = {
        "a b", "", "x/y", "<script>",
        ("0123456789012345678901234567890123456789012345678901234567890"
         "1234")};
    struct raw_answer answer = get("/hello", "X-Request-Id: my-id_1.2\r\n");
    ck_assert_str_eq(raw_header(&answer, "X-Request-Id"), "my-id_1.2");
    raw_free(&answer);
    for (size_t i = 0; i < sizeof insane / sizeof insane[0]; i++) {
        char header[200];
        snprintf(header, sizeof header, "x-request-id: %s\r\n", insane[i]);
        answer = get("/hello", header);
        ck_assert_uint_eq(strlen(raw_header(&answer, "X-Request-Id")), 32);
        raw_free(&answer);
    }
}
END_TEST

START_TEST(reads_an_absolute_target)
{
    check_body(get("http://example.org/echo/a/b?x=1", ""), 200, "a\nb\n1");
}
END_TEST

/* --- paths, queries, methods ----------------------------------------------------------------- */

START_TEST(decodes_paths_and_queries)
{
    static const struct {
        const char *target, *body;
    } cases[] = {
        {"/echo/a/b", "a\nb\n-"},
        {"/echo/a%2Fb/%e2%99%9f", "a/b\n♟\n-"},
        {"/echo/a+b/c?x=d+e%2B", "a+b\nc\nd e+"},
        {"/echo/a/b?x=", "a\nb\n"},
        {"/echo/a/b?x", "a\nb\n"},
        {"/echo/a/b?&&x=1&", "a\nb\n1"},
        {"/echo/a/b?x=a=b?c/d", "a\nb\na=b?c/d"},
        {"/echo/fixed/b", "fixed b"},
        {"/echo/fi%78ed/b", "fixed b"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_body(get(cases[i].target, ""), 200, cases[i].body);
}
END_TEST

START_TEST(refuses_bad_targets)
{
    static const struct {
        const char *target, *code;
    } cases[] = {
        {"/", "route-not-found"},
        {"/hello/", "route-not-found"},
        {"//hello", "route-not-found"},
        {"/echo//b", "route-not-found"},
        {"/hello/..", "route-not-found"},
        {"/Hello", "route-not-found"},
        {"/a/b/c/d/e/f/g/h/i/j/k/l/m/n", "route-not-found"},
        {"/echo/a/%", "invalid-path"},
        {"/echo/a/%4", "invalid-path"},
        {"/echo/a/%4g", "invalid-path"},
        {"/echo/a/%00", "invalid-path"},
        {"/echo/a/%ff", "invalid-path"},
        {"/echo/a/%c0%af", "invalid-path"},
        {"/echo/a/%ed%a0%80", "invalid-path"},
        {"/echo/a/b?x=%", "invalid-query"},
        {"/echo/a/b?x=%00", "invalid-query"},
        {"/echo/a/b?%ff=1", "invalid-query"},
        {"/echo/a/b?x=1&x=2", "invalid-query"},
        {"/echo/a/b?y=1", "unknown-parameter"},
        {"/echo/a/b?a&b&c&d&e&f&g&h&i&j&k&l&m&n&o&p&q", "invalid-query"},
        {"hello", "invalid-request"},
        {"ftp://x/hello", "invalid-request"},
        {"/hello#x", "invalid-request"},
        {"*", "invalid-request"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct raw_answer answer = get(cases[i].target, "");
        check_problem(&answer, cases[i].code);
        raw_free(&answer);
    }
}
END_TEST

START_TEST(names_the_parameter_at_fault)
{
    struct raw_answer answer = get("/echo/a/b?x=1&y=1", "");
    ck_assert_ptr_nonnull(strstr(answer.body, "\"parameter\":\"y\""));
    raw_free(&answer);
}
END_TEST

START_TEST(allows_what_the_table_allows)
{
    struct raw_answer answer = request("DELETE", "/hello", "");
    check_problem(&answer, "method-not-allowed");
    ck_assert_str_eq(raw_header(&answer, "Allow"), "GET, HEAD, OPTIONS");
    raw_free(&answer);
    answer = get("/echo", "");
    check_problem(&answer, "method-not-allowed");
    ck_assert_str_eq(raw_header(&answer, "Allow"), "POST, PUT, OPTIONS");
    raw_free(&answer);
    static const char *const unknown[] = {"BREW", "get", "TRACE", "CONNECT", "PROPFIND"};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        answer = request(unknown[i], "/hello", "");
        check_problem(&answer, "method-not-allowed");
        raw_free(&answer);
    }
}
END_TEST

START_TEST(answers_head_as_get_without_a_body)
{
    int fd = raw_connect(fixture.url);
    raw_puts(fd, "HEAD /hello HTTP/1.1\r\nHost: x\r\n\r\n"
                 "HEAD /nothing HTTP/1.1\r\nHost: x\r\n\r\n"
                 "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    struct raw_answer answer = raw_receive(fd, true);
    ck_assert_int_eq(answer.status, 200);
    ck_assert_str_eq(raw_header(&answer, "Content-Length"), "17");
    ck_assert_str_eq(raw_header(&answer, "Content-Type"), "application/json");
    raw_free(&answer);
    answer = raw_receive(fd, true);
    ck_assert_int_eq(answer.status, 404);
    raw_free(&answer);
    check_body(raw_receive(fd, false), 200, "{\"hello\":\"world\"}");
    close(fd);
}
END_TEST

START_TEST(answers_options)
{
    struct raw_answer answer =
        request("OPTIONS", "/echo",
                "Origin: https://example.org\r\nAccess-Control-Request-Method: POST\r\n");
    ck_assert_int_eq(answer.status, 204);
    ck_assert_str_eq(raw_header(&answer, "Allow"), "POST, PUT, OPTIONS");
    ck_assert_str_eq(raw_header(&answer, "Access-Control-Allow-Origin"), "*");
    ck_assert_ptr_nonnull(
        strstr(raw_header(&answer, "Access-Control-Allow-Headers"), "Idempotency-Key"));
    raw_free(&answer);
    answer = request("OPTIONS", "*", "");
    ck_assert_int_eq(answer.status, 204);
    raw_free(&answer);
    answer = request("OPTIONS", "/nothing", "");
    check_problem(&answer, "route-not-found");
    raw_free(&answer);
}
END_TEST

START_TEST(writes_problems)
{
    struct raw_answer answer = get("/fail/illegal-move", "X-Request-Id: me\r\n");
    ck_assert_int_eq(answer.status, 422);
    ck_assert_str_eq(answer.body,
                     "{\"type\":\"/v1/problems/illegal-move\",\"title\":\"That square is not a "
                     "legal move here.\",\"status\":422,\"detail\":\"a \\\"quoted\\\" detail\","
                     "\"code\":\"illegal-move\",\"request_id\":\"me\",\"pointer\":\"/a/b\","
                     "\"state\":{}}");
    raw_free(&answer);
    answer = get("/fail/token-missing", "");
    ck_assert_str_eq(raw_header(&answer, "WWW-Authenticate"), "Bearer");
    raw_free(&answer);
    answer = get("/fail/database-unavailable", "");
    ck_assert_ptr_nonnull(raw_header(&answer, "Retry-After"));
    raw_free(&answer);
}
END_TEST

START_TEST(answers_304_for_a_known_etag)
{
    struct raw_answer answer = get("/big", "If-None-Match: \"a\", \"big\"\r\n");
    ck_assert_int_eq(answer.status, 304);
    ck_assert_str_eq(raw_header(&answer, "ETag"), "W/\"big\"");
    raw_free(&answer);
    answer = get("/big", "If-None-Match: \"a\"\r\n");
    ck_assert_int_eq(answer.status, 200);
    ck_assert_uint_eq(answer.body_length, 20000);
    raw_free(&answer);
}
END_TEST

/** The packed answer must unpack to the plain one. */
static void check_packed(const char *target)
{
    struct raw_answer plain = get(target, "");
    struct raw_answer packed = get(target, "Accept-Encoding: br, gzip\r\n");
    ck_assert_ptr_null(raw_header(&plain, "Content-Encoding"));
    ck_assert_str_eq(raw_header(&packed, "Content-Encoding"), "gzip");
    ck_assert_uint_lt(packed.body_length, plain.body_length / 3);
    char *body = malloc(plain.body_length + 1);
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)packed.body,
                       .avail_in = (uInt)packed.body_length,
                       .next_out = (Bytef *)body,
                       .avail_out = (uInt)plain.body_length + 1};
    ck_assert_int_eq(inflateInit2(&stream, 15 + 16), Z_OK);
    ck_assert_int_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
    ck_assert_uint_eq(stream.total_out, plain.body_length);
    ck_assert_mem_eq(body, plain.body, plain.body_length);
    inflateEnd(&stream);
    free(body);
    raw_free(&plain);
    raw_free(&packed);
}

START_TEST(compresses_what_is_large)
{
    check_packed("/big");
    check_packed("/static");
    check_packed("/static");
    struct raw_answer small = get("/hello", "Accept-Encoding: gzip\r\n");
    ck_assert_ptr_null(raw_header(&small, "Content-Encoding"));
    raw_free(&small);
    struct raw_answer refused = get("/big", "Accept-Encoding: gzip;q=0\r\n");
    ck_assert_ptr_null(raw_header(&refused, "Content-Encoding"));
    raw_free(&refused);
}
END_TEST

/* --- framing --------------------------------------------------------------------------------- */

#define HEAD "GET /hello HTTP/1.1\r\nHost: x\r\n"
#define POST "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
#define BYTES(text) text, sizeof(text) - 1

static const struct {
    const char *bytes;
    size_t length;
    const char *code;
} malformed[] = {
    {BYTES(POST "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}"), "invalid-request"},
    {BYTES(POST "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"), "invalid-request"},
    {BYTES(POST "Content-Length: 2, 2\r\n\r\n{}"), "invalid-request"},
    {BYTES(POST "Content-Length: +2\r\n\r\n{}"), "invalid-request"},
    {BYTES(POST "Content-Length: -2\r\n\r\n{}"), "invalid-request"},
    {BYTES(POST "Content-Length: 0x2\r\n\r\n{}"), "invalid-request"},
    {BYTES(POST "Content-Length: \r\n\r\n{}"), "invalid-request"},
    {BYTES(POST "Content-Length: 2 2\r\n\r\n{}"), "invalid-request"},
    {BYTES(POST "Content-Length: 99999999999999999999999\r\n\r\n{}"), "body-too-large"},
    {BYTES(POST "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
     "invalid-request"},
    {BYTES(POST "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n"),
     "invalid-request"},
    {BYTES(POST "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"), "invalid-request"},
    {BYTES(POST "Transfer-Encoding: identity\r\n\r\n{}"), "invalid-request"},
    {BYTES(POST "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
     "invalid-request"},
    {BYTES(POST "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"), "invalid-request"},
    {BYTES("POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
     "invalid-request"},
    {BYTES(HEAD "Host: y\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hello HTTP/1.1\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hello HTTP/1.1\r\nHost: x/y\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hello HTTP/1.1\r\nHost: x y\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hello HTTP/1.1\r\nHost: x, y\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept : x\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept\t: x\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD " Accept: x\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept: x\r\n y\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept: x\r\n\ty\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept: x\r\n \r\n\r\n"), "invalid-request"},
    {BYTES(HEAD ": x\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Acc(ept): x\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Acc\xc3\xa9pt: x\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept x\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept: x\ry\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept: x\r\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept: x\x01y\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept: x\x7fy\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept: x\0y\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept: x\0\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept: x\0\0y: z\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Acc\0ept: x\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept\0: x\r\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept: x\n\r\n"), "invalid-request"},
    {BYTES(HEAD "Accept: x\r\n\n"), "invalid-request"},
    {BYTES("GET /hello HTTP/1.1\nHost: x\n\n"), "invalid-request"},
    {BYTES("GET /hello HTTP/1.1\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET  /hello HTTP/1.1\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hello  HTTP/1.1\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hello HTTP/1.1 \r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES(" GET /hello HTTP/1.1\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET\t/hello HTTP/1.1\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hel\0lo HTTP/1.1\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hel lo HTTP/1.1\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hel\xc3\xa9 HTTP/1.1\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hello HTTP/1.2\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hello HTTP/1.10\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hello HTTP/2.0\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hello HTTP/0.9\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hello http/1.1\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET /hello\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("GET\r\n\r\n"), "invalid-request"},
    {BYTES("G(T /hello HTTP/1.1\r\nHost: x\r\n\r\n"), "invalid-request"},
    {BYTES("\x16\x03\x01\x02\r\n\r\n"), "invalid-request"},
    {BYTES("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), "invalid-request"},
};

START_TEST(refuses_malformed_heads)
{
    check_refused(malformed[_i].bytes, malformed[_i].length, malformed[_i].code);
}
END_TEST

/* On a kept connection libmicrohttpd reads the head before we see it. Some of what it cannot read
   at all it answers itself: then it closes, and that is all that can be asked. */
START_TEST(refuses_malformed_heads_on_kept_connections)
{
    int fd = raw_connect(fixture.url);
    raw_puts(fd, "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    check_body(raw_receive(fd, false), 200, "{\"hello\":\"world\"}");
    raw_send(fd, malformed[_i].bytes, malformed[_i].length);
    struct raw_answer answer = raw_receive(fd, false);
    const char *type = answer.status ? raw_header(&answer, "Content-Type") : NULL;
    if (type && strcmp(type, "application/problem+json") == 0)
        check_problem(&answer, malformed[_i].code);
    else
        ck_assert_msg(answer.status == 0 || answer.status >= 400, "%s", answer.bytes);
    raw_free(&answer);
    raw_read_to_end(fd, NULL);
    close(fd);
}
END_TEST

START_TEST(nothing_follows_a_malformed_head)
{
    int fd = raw_connect(fixture.url);
    raw_puts(fd, POST "Content-Length: 36\r\nContent-Length: 0\r\n\r\n"
                      "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    struct raw_answer answer = raw_receive(fd, false);
    check_problem(&answer, "invalid-request");
    ck_assert(answer.closed);
    raw_free(&answer);
    size_t length;
    ck_assert(raw_read_to_end(fd, &length));
    ck_assert_uint_eq(length, 0);
    close(fd);
}
END_TEST

START_TEST(takes_a_head_in_pieces)
{
    static const char text[] = "\r\nPUT /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n"
                               "Content-Type: application/json\r\n\r\n[12]";
    int fd = raw_connect(fixture.url);
    for (int round = 0; round < 2; round++) { /* at the gate, and on a kept connection */
        for (size_t i = 0; i < sizeof text - 1; i++)
            ck_assert(raw_send(fd, text + i, 1));
        check_body(raw_receive(fd, false), 201, "[12]");
    }
    close(fd);
}
END_TEST

/* --- limits ---------------------------------------------------------------------------------- */

/** A request with so many bytes of target and of one header. */
static char *long_request(size_t target_length, size_t header_length)
{
    char *text = malloc(target_length + header_length + 100);
    char *target = malloc(target_length + 1), *header = malloc(header_length + 1);
    memset(target, 'a', target_length);
    memset(header, 'b', header_length);
    target[target_length] = header[header_length] = '\0';
    sprintf(text, "GET /%s HTTP/1.1\r\nHost: x\r\nX-Long: %s\r\n\r\n", target, header);
    free(target);
    free(header);
    return text;
}

START_TEST(refuses_what_is_too_long)
{
    static const struct {
        size_t target, header;
        const char *code;
    } cases[] = {
        {6000, 1000, "route-not-found"},   {6200, 10, "uri-too-long"},
        {7000, 10, "uri-too-long"},        {100000, 10, "uri-too-long"},
        {1000000, 10, "uri-too-long"},     {10, 8200, "headers-too-large"},
        {10, 20000, "headers-too-large"},  {10, 1000000, "headers-too-large"},
        {6000, 6000, "headers-too-large"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = long_request(cases[i].target, cases[i].header);
        check_refused(text, strlen(text), cases[i].code);
        free(text);
    }
}
END_TEST

/* There the library has read the head already. What it does not take at all it refuses itself. */
START_TEST(refuses_what_is_too_long_on_a_kept_connection_alike)
{
    static const struct {
        size_t target, header;
        const char *code;
    } cases[] = {
        {6200, 10, "uri-too-long"},        {9000, 10, "uri-too-long"},
        {12000, 10, "uri-too-long"},       {7000, 6000, "uri-too-long"},
        {10, 9000, "headers-too-large"},   {10, 12000, "headers-too-large"},
        {6000, 6000, "headers-too-large"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int fd = raw_connect(fixture.url);
        raw_puts(fd, "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
        struct raw_answer first = raw_receive(fd, false);
        ck_assert(!first.closed);
        raw_free(&first);
        char *text = long_request(cases[i].target, cases[i].header);
        raw_puts(fd, text);
        struct raw_answer answer = raw_receive(fd, false);
        check_problem(&answer, cases[i].code);
        raw_free(&answer);
        free(text);
        close(fd);
    }
}
END_TEST

START_TEST(refuses_too_many_headers)
{
    char headers[2048] = "";
    for (int i = 0; i < 70; i++)
        snprintf(headers + strlen(headers), sizeof headers - strlen(headers), "X-%d: 1\r\n", i);
    struct raw_answer answer = get("/hello", headers);
    check_problem(&answer, "headers-too-large");
    raw_free(&answer);
}
END_TEST

START_TEST(a_query_of_thousands_of_parameters_is_an_ordinary_error)
{
    char target[6000] = "/echo/a/b?";
    for (size_t i = strlen(target); i < sizeof target - 3; i += 2)
        memcpy(target + i, "a&", 3);
    int fd = raw_connect(fixture.url);
    for (int i = 0; i < 2; i++) {
        char text[7000];
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", target);
        raw_puts(fd, text);
        struct raw_answer answer = raw_receive(fd, false);
        check_problem(&answer, "invalid-query");
        ck_assert(!answer.closed);
        raw_free(&answer);
    }
    close(fd);
}
END_TEST

START_TEST(keeps_the_connection_after_a_refused_body)
{
    static const struct {
        const char *head, *code;
    } cases[] = {
        {"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n", "body-too-large"},
        {"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n", "body-too-large"},
        {"POST /nothing HTTP/1.1\r\nHost: x\r\n", "route-not-found"},
        {"DELETE /echo HTTP/1.1\r\nHost: x\r\n", "method-not-allowed"},
        {"GET /hello HTTP/1.1\r\nHost: x\r\n", "invalid-request"},
    };
    int fd = raw_connect(fixture.url);
    char *body = calloc(1, 5000);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        raw_puts(fd, cases[i].head);
        raw_puts(fd, "Content-Length: 5000\r\n\r\n");
        raw_send(fd, body, 5000);
        struct raw_answer answer = raw_receive(fd, false);
        check_problem(&answer, cases[i].code);
        ck_assert(!answer.closed);
        raw_free(&answer);
    }
    free(body);
    close(fd);
}
END_TEST

START_TEST(refuses_wrong_kinds_of_bodies)
{
    static const char *const headers[] = {
        "Content-Type: text/plain\r\n",
        "Content-Type: application/jsonx\r\n",
        "Content-Type: application/json; charset=latin1\r\n",
        "Content-Type: application/json\r\nContent-Encoding: gzip\r\n",
        "",
    };
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        char text[300];
        snprintf(text, sizeof text, "%sContent-Length: 2\r\n\r\n{}", headers[i]);
        struct raw_answer answer = request("POST", "/echo", text);
        check_problem(&answer, "unsupported-media-type");
        raw_free(&answer);
    }
}
END_TEST

START_TEST(refuses_a_chunked_body_that_grows_too_large)
{
    int fd = raw_connect(fixture.url);
    raw_puts(fd, POST "Transfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < 11; i++) {
        raw_puts(fd, "64\r\n");
        for (int j = 0; j < 10; j++)
            raw_puts(fd, "0123456789");
        raw_puts(fd, "\r\n");
    }
    raw_puts(fd, "0\r\n\r\n");
    struct raw_answer answer = raw_receive(fd, false);
    check_problem(&answer, "body-too-large");
    ck_assert(!answer.closed);
    raw_free(&answer);
    close(fd);
}
END_TEST

START_TEST(cuts_a_chunked_body_without_end)
{
    int fd = raw_connect(fixture.url);
    char *chunk = malloc(0x10000 + 100);
    int length = sprintf(chunk, "10000\r\n");
    memset(chunk + length, 'x', 0x10000);
    memcpy(chunk + length + 0x10000, "\r\n", 2);
    raw_puts(fd, POST "Transfer-Encoding: chunked\r\n\r\n");
    bool open = true;
    for (int i = 0; i < 1000 && open; i++)
        open = raw_send(fd, chunk, (size_t)length + 0x10000 + 2);
    ck_assert(!open);
    free(chunk);
    close(fd);
}
END_TEST

START_TEST(answers_a_large_body_before_it_comes)
{
    int fd = raw_connect(fixture.url);
    raw_puts(fd, POST "Content-Length: 100000000\r\n\r\n{}");
    struct raw_answer answer = raw_receive(fd, false);
    check_problem(&answer, "body-too-large");
    ck_assert(answer.closed);
    raw_free(&answer);
    close(fd);
}
END_TEST

START_TEST(refuses_instead_of_asking_for_the_body)
{
    int fd = raw_connect(fixture.url);
    raw_puts(fd, POST "Content-Length: 5000\r\nExpect: 100-continue\r\n\r\n");
    struct raw_answer answer = raw_receive(fd, false);
    check_problem(&answer, "body-too-large");
    raw_free(&answer);
    close(fd);
    fd = raw_connect(fixture.url);
    raw_puts(fd, POST "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    answer = raw_receive(fd, true);
    ck_assert_int_eq(answer.status, 100);
    raw_free(&answer);
    raw_puts(fd, "{}");
    check_body(raw_receive(fd, false), 201, "{}");
    close(fd);
}
END_TEST

/** A connection that the server ends by itself. @return the status of its last words; 0: none */
static int end_status(int fd)
{
    struct raw_answer answer = raw_receive(fd, false);
    int status = answer.status;
    if (status)
        check_problem(&answer, "request-timeout");
    raw_free(&answer);
    raw_read_to_end(fd, NULL);
    close(fd);
    return status;
}

START_TEST(ends_requests_that_take_too_long)
{
    http_fixture_stop(&fixture);
    http_fixture_init(&fixture);
    fixture.options.request_ms_max = 300;
    fixture.options.idle_ms_max = 600;
    http_fixture_start(&fixture);
    int silent = raw_connect(fixture.url);
    int half_head = raw_connect(fixture.url);
    raw_puts(half_head, "GET /hello HTTP/1.1\r\nHo");
    int half_body = raw_connect(fixture.url);
    raw_puts(half_body, POST "Content-Length: 10\r\n\r\n{\"");
    int idle = raw_connect(fixture.url);
    raw_puts(idle, "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    check_body(raw_receive(idle, false), 200, "{\"hello\":\"world\"}");
    int half_second = raw_connect(fixture.url);
    raw_puts(half_second, "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    check_body(raw_receive(half_second, false), 200, "{\"hello\":\"world\"}");
    raw_puts(half_second, "GET /hello HTTP/1.1\r\nHo");
    ck_assert_int_eq(end_status(half_head), 408);
    ck_assert_int_eq(end_status(half_body), 408);
    ck_assert_int_eq(end_status(half_second), 408);
    ck_assert_int_eq(end_status(silent), 0);
    ck_assert_int_eq(end_status(idle), 0);
}
END_TEST

/** Sends a byte of an endless head whenever the server has taken one, until it ends the connection.
 */
static void *dribble(void *argument)
{
    int fd = *(int *)argument;
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    raw_puts(fd, "GET /hello HTTP/1.1\r\nX: ");
    while (poll(&poll_fd, 1, 20) == 0)
        if (!raw_puts(fd, "x"))
            break;
    return NULL;
}

START_TEST(dribbling_does_not_extend_the_deadline)
{
    http_fixture_stop(&fixture);
    http_fixture_init(&fixture);
    fixture.options.request_ms_max = 300;
    http_fixture_start(&fixture);
    int fds[2] = {raw_connect(fixture.url), raw_connect(fixture.url)};
    raw_puts(fds[1], "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    check_body(raw_receive(fds[1], false), 200, "{\"hello\":\"world\"}");
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, dribble, &fds[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(end_status(fds[i]), 408);
}
END_TEST

START_TEST(limits_connections_of_an_address)
{
    http_fixture_stop(&fixture);
    http_fixture_init(&fixture);
    fixture.options.connections_per_address_max = 3;
    http_fixture_start(&fixture);
    int fds[3];
    for (int i = 0; i < 3; i++) {
        fds[i] = raw_connect(fixture.url);
        raw_puts(fds[i], "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
        check_body(raw_receive(fds[i], false), 200, "{\"hello\":\"world\"}");
    }
    struct raw_answer answer = get("/hello", "");
    check_problem(&answer, "overloaded");
    raw_free(&answer);
    close(fds[0]);
    struct http_server_figures figures;
    test_await((http_server_figures(fixture.server, &figures), figures.connections_open == 2));
    check_body(get("/hello", ""), 200, "{\"hello\":\"world\"}");
    close(fds[1]);
    close(fds[2]);
}
END_TEST

START_TEST(a_lingering_connection_counts)
{
    http_fixture_stop(&fixture);
    http_fixture_init(&fixture);
    fixture.options.connections_per_address_max = 1;
    http_fixture_start(&fixture);
    struct http_server_figures figures;
    int fd = raw_connect(fixture.url);
    raw_puts(fd, POST "Content-Length: 100000000\r\n\r\n{}");
    struct raw_answer answer = raw_receive(fd, false);
    check_problem(&answer, "body-too-large");
    raw_free(&answer);
    ck_assert(raw_read_to_end(fd, NULL)); /* the server said its last, and waits for the client */
    http_server_figures(fixture.server, &figures);
    ck_assert_int_eq(figures.connections_open, 1);
    answer = get("/hello", "");
    check_problem(&answer, "overloaded");
    raw_free(&answer);
    close(fd);
    test_await((http_server_figures(fixture.server, &figures), figures.connections_open == 0));
}
END_TEST

START_TEST(a_client_that_sends_on_after_408_gets_no_reset)
{
    http_fixture_stop(&fixture);
    http_fixture_init(&fixture);
    fixture.options.request_ms_max = 300;
    http_fixture_start(&fixture);
    int half_body = raw_connect(fixture.url), half_head = raw_connect(fixture.url);
    raw_puts(half_head, HEAD "\r\n");
    check_body(raw_receive(half_head, false), 200, "{\"hello\":\"world\"}");
    raw_puts(half_head, HEAD "X: ");
    raw_puts(half_body, POST "Content-Length: 900\r\n\r\n{\"");
    int fds[] = {half_body, half_head};
    for (int i = 0; i < 2; i++) {
        struct pollfd ready = {.fd = fds[i], .events = POLLIN};
        ck_assert_int_eq(poll(&ready, 1, -1), 1);
        for (int j = 0; j < 5; j++)
            ck_assert(raw_puts(fds[i], "0123456789"));
        ck_assert_int_eq(end_status(fds[i]), 408);
    }
}
END_TEST

/* --- overload -------------------------------------------------------------------------------- */

START_TEST(answers_503_when_the_queue_is_full)
{
    http_fixture_stop(&fixture);
    http_fixture_init(&fixture);
    fixture.workers_options.count = 1;
    fixture.workers_options.queue_max = 2;
    http_fixture_start(&fixture);
    enum { HELD = 3 }; /* one runs, two wait */
    int fds[HELD], important = raw_connect(fixture.url);
    for (int i = 0; i < HELD; i++) {
        fds[i] = raw_connect(fixture.url);
        raw_puts(fds[i], "GET /hold HTTP/1.1\r\nHost: x\r\n\r\n");
        if (i == 0)
            test_await(test_holding() == 1);
    }
    test_await(workers_queued(fixture.workers) == 2);
    check_body(get("/alive", ""), 200, "no worker");
    struct raw_answer answer = get("/alive?x=1", "");
    check_problem(&answer, "unknown-parameter");
    raw_free(&answer);
    answer = get("/hello", "");
    check_problem(&answer, "overloaded");
    ck_assert_ptr_nonnull(raw_header(&answer, "Retry-After"));
    raw_free(&answer);
    raw_puts(important, "PUT /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n"
                        "Content-Type: application/json\r\n\r\n{}");
    test_await(workers_queued(fixture.workers) == 3);
    test_hold_release(HELD);
    for (int i = 0; i < HELD; i++) {
        check_body(raw_receive(fds[i], false), 200, "{\"hello\":\"world\"}");
        close(fds[i]);
    }
    check_body(raw_receive(important, false), 201, "{}");
    close(important);
}
END_TEST

/* --- parking --------------------------------------------------------------------------------- */

START_TEST(a_parked_request_is_woken)
{
    int fd = raw_connect(fixture.url);
    raw_puts(fd, "GET /wait/a HTTP/1.1\r\nHost: x\r\n\r\n");
    test_await_waiters("a", 1);
    test_wake("a");
    check_wait(raw_receive(fd, false), "woken");
    raw_puts(fd, "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    check_body(raw_receive(fd, false), 200, "{\"hello\":\"world\"}");
    close(fd);
}
END_TEST

START_TEST(a_parked_request_times_out)
{
    check_wait(get("/wait/b?ms=30", ""), "timeout");
}
END_TEST

START_TEST(a_wake_before_the_park_is_not_lost)
{
    for (int i = 0; i < 200; i++)
        check_wait(get("/wait/c?race=1", ""), "woken");
}
END_TEST

START_TEST(many_park_and_wake_in_any_order)
{
    enum { COUNT = 300 };
    static int fds[COUNT];
    for (int i = 0; i < COUNT; i++) {
        char text[100];
        fds[i] = raw_connect(fixture.url);
        snprintf(text, sizeof text, "GET /wait/%s?ms=%d HTTP/1.1\r\nHost: x\r\n\r\n",
                 i % 3 ? "d" : "e", i % 3 ? 60000 : i * 7 % 100);
        raw_puts(fds[i], text);
    }
    test_await_waiters("d", 200);
    test_wake("d");
    for (int i = 0; i < COUNT; i++) {
        check_wait(raw_receive(fds[i], false), i % 3 ? "woken" : "timeout");
        close(fds[i]);
    }
    struct http_server_figures figures;
    http_server_figures(fixture.server, &figures);
    ck_assert_int_eq(figures.requests_parked, 0);
}
END_TEST

START_TEST(limits_parked_requests)
{
    http_fixture_stop(&fixture);
    http_fixture_init(&fixture);
    fixture.options.streams_max = 2;
    http_fixture_start(&fixture);
    int fds[2];
    for (int i = 0; i < 2; i++) {
        fds[i] = raw_connect(fixture.url);
        raw_puts(fds[i], "GET /wait/f HTTP/1.1\r\nHost: x\r\n\r\n");
        test_await_waiters("f", i + 1);
    }
    struct http_server_figures figures;
    test_await((http_server_figures(fixture.server, &figures), figures.requests_parked == 2));
    check_wait(get("/wait/f", ""), "no place");
    struct raw_answer answer = get("/stream/f", "");
    check_problem(&answer, "overloaded");
    raw_free(&answer);
    test_wake("f");
    for (int i = 0; i < 2; i++) {
        answer = raw_receive(fds[i], false);
        ck_assert_int_eq(answer.status, 200);
        raw_free(&answer);
        close(fds[i]);
    }
}
END_TEST

START_TEST(limits_what_one_client_has_waiting)
{
    http_fixture_stop(&fixture);
    http_fixture_init(&fixture);
    fixture.options.streams_per_client_max = 1;
    http_fixture_start(&fixture);
    struct raw_answer answer = get("/hello", "Authorization: Bearer good-a\r\n");
    raw_free(&answer);
    answer = get("/hello", "Authorization: Bearer good-b\r\n");
    raw_free(&answer);
    int fd = raw_connect(fixture.url);
    raw_puts(fd, "GET /wait/h HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good-a\r\n\r\n");
    struct http_server_figures figures;
    test_await((http_server_figures(fixture.server, &figures), figures.requests_parked == 1));
    answer = get("/stream/h", "Authorization: Bearer good-a\r\n");
    check_problem(&answer, "too-many-streams");
    ck_assert_ptr_nonnull(raw_header(&answer, "Retry-After"));
    raw_free(&answer);
    check_wait(get("/wait/h", "Authorization: Bearer good-a\r\n"), "no place");
    check_wait(get("/wait/h?ms=1", "Authorization: Bearer good-b\r\n"), "timeout");
    test_wake("h");
    answer = raw_receive(fd, false);
    ck_assert_int_eq(answer.status, 200);
    raw_free(&answer);
    close(fd);
    check_wait(get("/wait/h?ms=1", "Authorization: Bearer good-a\r\n"), "timeout");
}
END_TEST

/* --- rates ----------------------------------------------------------------------------------- */

static void start_with_rates(void)
{
    http_fixture_stop(&fixture);
    http_fixture_init(&fixture);
    fixture.options.rates[RATE_READ] = 4;
    fixture.options.rates[RATE_MOVE] = 2;
    fixture.options.rates_anonymous[RATE_READ] = 3;
    fixture.options.rates_anonymous[RATE_MOVE] = 2;
    fixture.options.trusted_proxies = "127.0.0.1";
    http_fixture_start(&fixture);
}

/** Asks until refused; how often it was answered before. */
static int ask_until_refused(const char *header)
{
    for (int answered = 0;; answered++) {
        struct raw_answer answer = get("/hello", header);
        bool refused = answer.status == 429;
        if (refused)
            check_problem(&answer, "rate-limited");
        raw_free(&answer);
        if (refused)
            return answered;
    }
}

START_TEST(limits_the_rate_of_a_client)
{
    start_with_rates();
    for (int i = 2; i >= 0; i--) {
        char rate[40];
        struct raw_answer answer = get("/hello", "");
        ck_assert_int_eq(answer.status, 200);
        ck_assert_str_eq(raw_header(&answer, "RateLimit-Policy"), "\"reads\";q=3;w=60");
        snprintf(rate, sizeof rate, "\"reads\";r=%d;", i);
        ck_assert_int_eq(strncmp(raw_header(&answer, "RateLimit"), rate, strlen(rate)), 0);
        raw_free(&answer);
    }
    struct raw_answer answer = get("/hello", "");
    check_problem(&answer, "rate-limited");
    int retry_after = atoi(raw_header(&answer, "Retry-After"));
    ck_assert_int_ge(retry_after, 1);
    ck_assert_int_le(retry_after, 20);
    raw_free(&answer);
    ck_assert_int_eq(ask_until_refused("X-Forwarded-For: 192.0.2.1\r\n"), 3);
    /* What else this client does is not refused: a bucket for each kind. */
    answer =
        request("PUT", "/echo", "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    ck_assert_int_eq(answer.status, 201);
    raw_free(&answer);
}
END_TEST

START_TEST(a_good_token_has_limits_of_its_own)
{
    start_with_rates();
    /* The first request counts as the address's: nothing is known of the token yet. */
    ck_assert_int_eq(ask_until_refused("Authorization: Bearer good-1\r\n"), 1 + 4);
    ck_assert_int_eq(ask_until_refused("Authorization: Bearer good-2\r\n"), 1 + 4);
    ck_assert_int_eq(ask_until_refused(""), 3);
}
END_TEST

START_TEST(a_token_is_the_same_however_its_scheme_is_written)
{
    start_with_rates();
    ck_assert_int_eq(ask_until_refused("Authorization: Bearer good-1\r\n"), 1 + 4);
    ck_assert_int_eq(ask_until_refused("Authorization: bEARER good-1\r\n"), 0);
    ck_assert_int_eq(ask_until_refused("authorization:  BEARER   good-1 \r\n"), 0);
}
END_TEST

START_TEST(others_at_an_address_do_not_keep_a_good_token_from_showing_it)
{
    start_with_rates();
    ck_assert_int_eq(ask_until_refused(""), 3);
    ck_assert_int_eq(ask_until_refused("Authorization: Bearer made-up\r\n"), 0);
    ck_assert_int_eq(ask_until_refused("Authorization: Basic good-1\r\n"), 0);
    ck_assert_int_eq(ask_until_refused("Authorization: Bearer good-1\r\n"), 1 + 4);
}
END_TEST

START_TEST(made_up_tokens_take_nothing_from_good_ones)
{
    start_with_rates();
    struct raw_answer answer = get("/hello", "Authorization: Bearer good\r\n");
    ck_assert_int_eq(answer.status, 200);
    raw_free(&answer);
    int answered = 0;
    for (int i = 0; i < 6; i++) {
        char header[60];
        snprintf(header, sizeof header, "Authorization: Bearer made-up-%d\r\n", i);
        answer = get("/fail/token-invalid", header);
        answered += answer.status == 401;
        raw_free(&answer);
    }
    ck_assert_int_eq(answered, 3);
    ck_assert_int_eq(ask_until_refused("Authorization: Bearer good\r\n"), 4);
}
END_TEST

/* --- streams --------------------------------------------------------------------------------- */

/** Opens a stream and reads its head and first event. */
static int open_stream(const char *name, const char *version)
{
    char text[100];
    int fd = raw_connect(fixture.url);
    snprintf(text, sizeof text, "GET /stream/%s HTTP/1.%s\r\nHost: x\r\n\r\n", name, version);
    raw_puts(fd, text);
    struct raw_answer answer = raw_receive(fd, true);
    ck_assert_int_eq(answer.status, 200);
    ck_assert_str_eq(raw_header(&answer, "Content-Type"), "text/event-stream");
    ck_assert_uint_eq(strlen(raw_header(&answer, "X-Request-Id")), 32);
    ck_assert_ptr_nonnull(raw_header(&answer, "Access-Control-Allow-Origin"));
    if (*version == '1')
        ck_assert_str_eq(raw_header(&answer, "Transfer-Encoding"), "chunked");
    else
        ck_assert_ptr_null(raw_header(&answer, "Transfer-Encoding"));
    raw_free(&answer);
    char *event = raw_read_until(fd, "first\n\n");
    ck_assert_str_eq(event, *version == '1' ? "d\r\ndata: first\n\n" : "data: first\n\n");
    free(event);
    return fd;
}

static void expect(int fd, const char *text)
{
    char *event = raw_read_until(fd, text);
    ck_assert_msg(strstr(event, text) != NULL, "no %s in %s", text, event);
    free(event);
}

START_TEST(a_stream_delivers_and_ends)
{
    static const char *const versions[] = {"1", "0"};
    for (int i = 0; i < 2; i++) {
        int fd = open_stream("a", versions[i]);
        test_publish("a", "data: 1\n\n", 9);
        expect(fd, "data: 1\n\n");
        test_publish("a", "data: 2\n\n", 9);
        expect(fd, "data: 2\n\n");
        test_close("a");
        if (i == 0)
            expect(fd, "0\r\n\r\n");
        ck_assert(raw_read_to_end(fd, NULL));
        close(fd);
    }
}
END_TEST

START_TEST(a_client_that_left_ends_its_stream)
{
    int finished = test_finished();
    int fd = open_stream("b", "1");
    close(fd);
    test_await(test_finished() == finished + 1);
    struct http_server_figures figures;
    test_await((http_server_figures(fixture.server, &figures), figures.streams_open == 0));
}
END_TEST

START_TEST(a_slow_reader_gets_the_latest_event_whole)
{
    enum { EVENT = 200000, EVENTS = 300 };
    int fd = open_stream("c", "1");
    char *event = malloc(EVENT);
    for (int i = 0; i < EVENTS; i++) {
        memset(event, 'a' + i % 26, EVENT);
        snprintf(event, EVENT, "data: %d ", i);
        memcpy(event + EVENT - 2, "\n\n", 2);
        test_publish("c", event, EVENT);
        /* The event is taken at the stream's next run. */
        test_await(test_event_taken("c"));
    }
    free(event);
    test_close("c");
    /* Far less than was published has come, the last event is there, and every chunk is whole. */
    size_t count = 0;
    char size_line[32];
    char last[32] = "";
    for (;;) {
        char *line = raw_read_until(fd, "\r\n");
        snprintf(size_line, sizeof size_line, "%s", line);
        free(line);
        if (count == 0 && strcmp(size_line, "\r\n") == 0)
            continue; /* the end of the first event's chunk */
        size_t size = strtoul(size_line, NULL, 16);
        if (size == 0)
            break;
        ck_assert_uint_eq(size, EVENT);
        char *bytes = raw_read_exactly(fd, size + 2);
        ck_assert_mem_eq(bytes + size - 2, "\n\n\r\n", 4);
        snprintf(last, sizeof last, "%.10s", bytes);
        free(bytes);
        count++;
    }
    ck_assert_uint_lt(count, EVENTS / 2);
    ck_assert_int_eq(strncmp(last, "data: 299 ", 10), 0);
    close(fd);
}
END_TEST

START_TEST(a_stream_that_stalls_is_cut)
{
    enum { EVENT = 4000000 };
    http_fixture_stop(&fixture);
    http_fixture_init(&fixture);
    fixture.options.stall_ms_max = 100;
    http_fixture_start(&fixture);
    int finished = test_finished();
    int fd = open_stream("e", "1"), other = open_stream("f", "1");
    char *event = malloc(EVENT);
    memset(event, 'a', EVENT);
    test_publish("e", event, EVENT); /* more than the sockets hold, and nobody reads */
    free(event);
    for (int tries = 0; test_finished() == finished; tries++) {
        ck_assert_int_lt(tries, 60000);
        test_wake("e");
        usleep(1000);
    }
    test_publish("f", "data: 1\n\n", 9);
    expect(other, "data: 1\n\n");
    close(fd);
    close(other);
}
END_TEST

START_TEST(head_of_a_stream_has_no_stream)
{
    int finished = test_finished();
    struct raw_answer answer = request("HEAD", "/stream/d", "");
    ck_assert_int_eq(answer.status, 200);
    ck_assert_str_eq(raw_header(&answer, "Content-Type"), "text/event-stream");
    raw_free(&answer);
    test_await(test_finished() == finished + 1);
}
END_TEST

START_TEST(a_client_that_left_before_the_answer_ends_its_wait)
{
    int finished = test_finished();
    int fd = raw_connect(fixture.url);
    raw_puts(fd, "GET /wait/g?ms=50 HTTP/1.1\r\nHost: x\r\n\r\n");
    test_await_waiters("g", 1);
    close(fd);
    test_await(test_finished() == finished + 1);
}
END_TEST

/* --- on the connection's own thread ---------------------------------------------------------- */

static const struct local_case {
    const char *how;
    bool ready; /* it may begin here */
    int status;
    const char *where; /* NULL: a problem */
} local_cases[] = {
    {"now", true, 200, "here"},      {"later", true, 200, "awaited here"},
    {"over", true, 200, "worker"},   {"over-later", true, 200, "worker"},
    {"fail", true, 404, NULL},       {"now", false, 200, "worker"},
    {"later", false, 200, "worker"},
};

static void check_local(struct raw_answer answer, const struct local_case *expected)
{
    ck_assert_int_eq(answer.status, expected->status);
    if (expected->where)
        ck_assert_str_eq(answer.body, expected->where);
    else
        check_problem(&answer, "game-not-found");
    raw_free(&answer);
}

START_TEST(a_local_route_answers_wherever_it_runs)
{
    const struct local_case *expected = &local_cases[_i];
    char target[40], text[100];
    snprintf(target, sizeof target, "/local/%s", expected->how);
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", target);
    test_local(expected->ready, true);
    int fd = raw_connect(fixture.url);
    for (int i = 0; i < 20; i++) { /* on one connection, one after the other */
        raw_puts(fd, text);
        check_local(raw_receive(fd, false), expected);
    }
    close(fd);
    test_local(true, true);
}
END_TEST

START_TEST(many_await_at_once)
{
    enum { MANY = 40 };
    int fds[MANY];
    test_local(true, false);
    for (int i = 0; i < MANY; i++) {
        fds[i] = raw_connect(fixture.url);
        raw_puts(fds[i], "GET /local/later HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    test_await(test_local_awaiting() == MANY);
    for (int i = 0; i < MANY; i += 2) /* some do not stay for it */
        close(fds[i]);
    test_local(true, true);
    for (int i = 0; i < MANY; i++) { /* a further request gives each thread a turn */
        check_body(get("/hello", ""), 200, "{\"hello\":\"world\"}");
        if (i % 2 == 0)
            continue;
        check_body(raw_receive(fds[i], false), 200, "awaited here");
        close(fds[i]);
    }
    test_await(test_local_awaiting() == 0);
}
END_TEST

/* --- proxies and origins --------------------------------------------------------------------- */

START_TEST(answers_listed_origins_only)
{
    http_fixture_stop(&fixture);
    http_fixture_init(&fixture);
    fixture.options.cors_origins = "https://a.example, https://b.example";
    http_fixture_start(&fixture);
    struct raw_answer answer = get("/hello", "Origin: https://b.example\r\n");
    ck_assert_str_eq(raw_header(&answer, "Access-Control-Allow-Origin"), "https://b.example");
    ck_assert_str_eq(raw_header(&answer, "Vary"), "Authorization, Accept-Encoding, Origin");
    raw_free(&answer);
    answer = get("/hello", "Origin: https://c.example\r\n");
    ck_assert_ptr_null(raw_header(&answer, "Access-Control-Allow-Origin"));
    ck_assert_str_eq(raw_header(&answer, "Vary"), "Authorization, Accept-Encoding, Origin");
    raw_free(&answer);
}
END_TEST

START_TEST(believes_what_the_proxy_added_last)
{
    start_with_rates();
    /* The client invents a first line and the proxy adds a second: the limit is the client's. */
    int refused = 0;
    for (int i = 0; i < 5; i++) {
        char headers[100];
        snprintf(headers, sizeof headers,
                 "X-Forwarded-For: 203.0.113.%d\r\nX-Forwarded-For: 192.0.2.1\r\n", i);
        struct raw_answer answer = get("/hello", headers);
        refused += answer.status == 429;
        raw_free(&answer);
    }
    ck_assert_int_eq(refused, 2);
}
END_TEST

START_TEST(refuses_headers_that_stand_there_twice)
{
    struct raw_answer answer = get("/hello", "Authorization: Bearer a\r\nX: y\r\n"
                                             "authorization: Bearer b\r\n");
    check_problem(&answer, "invalid-header");
    ck_assert_ptr_nonnull(strstr(answer.body, "\"parameter\":\"Authorization\""));
    ck_assert(!answer.closed);
    raw_free(&answer);
}
END_TEST

START_TEST(answers_a_client_that_only_listens_any_more)
{
    int fd = raw_connect(fixture.url);
    raw_puts(fd, POST "Content-Length: 2\r\n\r\n{}");
    shutdown(fd, SHUT_WR);
    check_body(raw_receive(fd, false), 201, "{}");
    ck_assert(raw_read_to_end(fd, NULL));
    close(fd);
}
END_TEST

START_TEST(forgets_requests_that_are_cut_off)
{
    static const char *const pieces[] = {
        "G", "GET /hello HTTP/1.1\r\n", "GET /hello HTTP/1.1\r\nHost: x\r\n",
        POST "Content-Length: 10\r\n\r\n{\"a\"", POST "Transfer-Encoding: chunked\r\n\r\n5\r\n{"};
    struct http_server_figures figures;
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        for (int kept = 0; kept < 2; kept++) {
            int fd = raw_connect(fixture.url);
            if (kept) {
                raw_puts(fd, "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
                check_body(raw_receive(fd, false), 200, "{\"hello\":\"world\"}");
            }
            raw_puts(fd, pieces[i]);
            close(fd);
        }
    }
    test_await((http_server_figures(fixture.server, &figures), figures.connections_open == 0));
    ck_assert_int_eq(figures.requests_in_flight, 0);
}
END_TEST

/* --- stopping -------------------------------------------------------------------------------- */

static void *stop_server(void *argument)
{
    http_server_stop(argument, 10000);
    return NULL;
}

START_TEST(stopping_answers_what_is_in_flight)
{
    int finished = test_finished();
    int held = raw_connect(fixture.url), parked = raw_connect(fixture.url);
    int idle = raw_connect(fixture.url), silent = raw_connect(fixture.url);
    int streaming = open_stream("s", "1");
    raw_puts(idle, "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    check_body(raw_receive(idle, false), 200, "{\"hello\":\"world\"}");
    raw_puts(held, "GET /hold HTTP/1.1\r\nHost: x\r\n\r\n");
    raw_puts(parked, "GET /wait/s HTTP/1.1\r\nHost: x\r\n\r\n");
    test_await(test_holding() == 1);
    test_await_waiters("s", 2);
    pthread_t stopper;
    pthread_create(&stopper, NULL, stop_server, fixture.server);
    struct raw_answer answer = raw_receive(parked, false);
    ck_assert_int_eq(strncmp(answer.body, "closing", 7), 0);
    ck_assert(answer.closed);
    raw_free(&answer);
    expect(streaming, "0\r\n\r\n");
    ck_assert(raw_read_to_end(streaming, NULL));
    raw_puts(idle, "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    answer = raw_receive(idle, false);
    check_problem(&answer, "shutting-down");
    ck_assert(answer.closed);
    raw_free(&answer);
    test_hold_release(1);
    answer = raw_receive(held, false);
    ck_assert_int_eq(answer.status, 200);
    ck_assert(answer.closed);
    raw_free(&answer);
    pthread_join(stopper, NULL);
    ck_assert_int_eq(test_finished(), finished + 2);
    ck_assert(raw_read_to_end(silent, NULL));
    close(held);
    close(parked);
    close(idle);
    close(silent);
    close(streaming);
    http_server_free(fixture.server);
    workers_stop(fixture.workers);
    start();
}
END_TEST

START_TEST(stopping_waits_no_longer_than_its_grace)
{
    int held = raw_connect(fixture.url);
    raw_puts(held, "GET /hold HTTP/1.1\r\nHost: x\r\n\r\n");
    test_await(test_holding() == 1);
    http_server_stop(fixture.server, 50);
    struct raw_answer answer = raw_receive(held, false);
    ck_assert_int_eq(answer.status, 0);
    raw_free(&answer);
    close(held);
    test_hold_release(1);
    http_server_free(fixture.server);
    workers_stop(fixture.workers);
    start();
}
END_TEST

START_TEST(what_is_awaited_at_the_end_of_the_grace_goes_on)
{
    test_local(true, false);
    int here = raw_connect(fixture.url), over = raw_connect(fixture.url);
    raw_puts(here, "GET /local/later HTTP/1.1\r\nHost: x\r\n\r\n");
    raw_puts(over, "GET /local/over-later HTTP/1.1\r\nHost: x\r\n\r\n");
    test_await(test_local_awaiting() == 2);
    http_server_stop(fixture.server, 50);
    ck_assert_int_eq(test_local_awaiting(), 0);
    http_server_free(fixture.server);
    workers_stop(fixture.workers);
    close(here);
    close(over);
    start();
}
END_TEST

START_TEST(a_second_server_does_not_share_the_port)
{
    char why[200] = "";
    struct http_server_options options = fixture.options;
    options.listen = fixture.url + strlen("http://");
    ck_assert_ptr_null(http_server_start(&options, why, sizeof why));
    ck_assert_msg(strstr(why, "Address already in use") != NULL, "%s", why);
    options.listen = "127.0.0.1";
    ck_assert_ptr_null(http_server_start(&options, why, sizeof why));
    options.listen = "127.0.0.1:0";
    options.trusted_proxies = "10.0.0.0/33";
    ck_assert_ptr_null(http_server_start(&options, why, sizeof why));
}
END_TEST

/* --- figures --------------------------------------------------------------------------------- */

START_TEST(counts_what_it_answers)
{
    struct http_server_figures before, after;
    http_server_figures(fixture.server, &before);
    struct raw_answer answer = get("/hello", "");
    raw_free(&answer);
    answer = get("/nothing", "");
    raw_free(&answer);
    test_await((http_server_figures(fixture.server, &after),
                after.requests[HTTP_GET][4] == before.requests[HTTP_GET][4] + 1));
    ck_assert_uint_eq(after.requests[HTTP_GET][2], before.requests[HTTP_GET][2] + 1);
    ck_assert_uint_eq(after.duration_buckets[11], before.duration_buckets[11] + 2);
}
END_TEST

START_TEST(a_client_that_left_in_mid_body_was_not_answered)
{
    struct http_server_figures before, after;
    http_server_figures(fixture.server, &before);
    int fd = raw_connect(fixture.url);
    raw_puts(fd, POST "Content-Length: 10\r\n\r\n{\"a\"");
    shutdown(fd, SHUT_WR);
    ck_assert(raw_read_to_end(fd, NULL));
    close(fd);
    test_await((http_server_figures(fixture.server, &after),
                after.requests[HTTP_POST][4] == before.requests[HTTP_POST][4] + 1));
    ck_assert_uint_eq(after.requests[HTTP_POST][2], before.requests[HTTP_POST][2]);
}
END_TEST

static TCase *add_case(Suite *suite, const char *name)
{
    TCase *tests = tcase_create(name);
    tcase_add_checked_fixture(tests, start, stop);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return tests;
}

static void add_requests(Suite *suite)
{
    TCase *tests = add_case(suite, "requests");
    tcase_add_test(tests, answers_a_get);
    tcase_add_test(tests, answers_a_post);
    tcase_add_test(tests, answers_a_chunked_post);
    tcase_add_test(tests, keeps_a_connection);
    tcase_add_test(tests, answers_pipelined_requests_in_order);
    tcase_add_test(tests, closes_when_the_client_wants_it);
    tcase_add_test(tests, echoes_a_sane_request_id);
    tcase_add_test(tests, reads_an_absolute_target);
    tcase_add_test(tests, decodes_paths_and_queries);
    tcase_add_test(tests, refuses_bad_targets);
    tcase_add_test(tests, names_the_parameter_at_fault);
    tcase_add_test(tests, allows_what_the_table_allows);
    tcase_add_test(tests, answers_head_as_get_without_a_body);
    tcase_add_test(tests, answers_options);
    tcase_add_test(tests, writes_problems);
    tcase_add_test(tests, answers_304_for_a_known_etag);
    tcase_add_test(tests, compresses_what_is_large);
    tcase_add_test(tests, answers_listed_origins_only);
    tcase_add_test(tests, counts_what_it_answers);
    tcase_add_test(tests, a_client_that_left_in_mid_body_was_not_answered);
    tcase_add_test(tests, believes_what_the_proxy_added_last);
    tcase_add_test(tests, refuses_headers_that_stand_there_twice);
    tcase_add_test(tests, answers_a_client_that_only_listens_any_more);
    tcase_add_test(tests, forgets_requests_that_are_cut_off);
}

static void add_framing(Suite *suite)
{
    int count = sizeof malformed / sizeof malformed[0];
    TCase *tests = tcase_create("framing");
    tcase_add_unchecked_fixture(tests, start, stop);
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, refuses_malformed_heads, 0, count);
    tcase_add_loop_test(tests, refuses_malformed_heads_on_kept_connections, 0, count);
    tcase_add_test(tests, nothing_follows_a_malformed_head);
    tcase_add_test(tests, takes_a_head_in_pieces);
}

static void add_limits(Suite *suite)
{
    TCase *tests = add_case(suite, "limits");
    tcase_add_test(tests, refuses_what_is_too_long);
    tcase_add_test(tests, refuses_what_is_too_long_on_a_kept_connection_alike);
    tcase_add_test(tests, refuses_too_many_headers);
    tcase_add_test(tests, a_query_of_thousands_of_parameters_is_an_ordinary_error);
    tcase_add_test(tests, keeps_the_connection_after_a_refused_body);
    tcase_add_test(tests, refuses_wrong_kinds_of_bodies);
    tcase_add_test(tests, refuses_a_chunked_body_that_grows_too_large);
    tcase_add_test(tests, cuts_a_chunked_body_without_end);
    tcase_add_test(tests, answers_a_large_body_before_it_comes);
    tcase_add_test(tests, refuses_instead_of_asking_for_the_body);
    tcase_add_test(tests, ends_requests_that_take_too_long);
    tcase_add_test(tests, dribbling_does_not_extend_the_deadline);
    tcase_add_test(tests, limits_connections_of_an_address);
    tcase_add_test(tests, a_lingering_connection_counts);
    tcase_add_test(tests, a_client_that_sends_on_after_408_gets_no_reset);
    tcase_add_test(tests, limits_the_rate_of_a_client);
    tcase_add_test(tests, a_good_token_has_limits_of_its_own);
    tcase_add_test(tests, a_token_is_the_same_however_its_scheme_is_written);
    tcase_add_test(tests, others_at_an_address_do_not_keep_a_good_token_from_showing_it);
    tcase_add_test(tests, made_up_tokens_take_nothing_from_good_ones);
    tcase_add_test(tests, answers_503_when_the_queue_is_full);
}

static void add_waiting(Suite *suite)
{
    TCase *tests = add_case(suite, "waiting");
    tcase_add_test(tests, a_parked_request_is_woken);
    tcase_add_test(tests, a_parked_request_times_out);
    tcase_add_test(tests, a_wake_before_the_park_is_not_lost);
    tcase_add_test(tests, many_park_and_wake_in_any_order);
    tcase_add_test(tests, limits_parked_requests);
    tcase_add_test(tests, limits_what_one_client_has_waiting);
    tcase_add_test(tests, a_client_that_left_before_the_answer_ends_its_wait);
    tcase_add_test(tests, a_stream_delivers_and_ends);
    tcase_add_test(tests, a_client_that_left_ends_its_stream);
    tcase_add_test(tests, a_slow_reader_gets_the_latest_event_whole);
    tcase_add_test(tests, a_stream_that_stalls_is_cut);
    tcase_add_test(tests, head_of_a_stream_has_no_stream);
    int count = sizeof local_cases / sizeof local_cases[0];
    tcase_add_loop_test(tests, a_local_route_answers_wherever_it_runs, 0, count);
    tcase_add_test(tests, many_await_at_once);
}

static void add_stopping(Suite *suite)
{
    TCase *tests = add_case(suite, "stopping");
    tcase_add_test(tests, stopping_answers_what_is_in_flight);
    tcase_add_test(tests, stopping_waits_no_longer_than_its_grace);
    tcase_add_test(tests, what_is_awaited_at_the_end_of_the_grace_goes_on);
    tcase_add_test(tests, a_second_server_does_not_share_the_port);
}

int main(void)
{
    Suite *suite = suite_create("http_server");
    add_requests(suite);
    add_framing(suite);
    add_limits(suite);
    add_waiting(suite);
    add_stopping(suite);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK); /* the server's threads live in this process */
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
