/* The parts of HTTP that need no socket: paths, queries, heads, ETags, Accept, clients, rates. */
#include "http/client.h"
#include "http/framing.h"
#include "http/gzip.h"
#include "http/negotiate.h"
#include "http/rate.h"
#include "http/route.h"
#include "http/target.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* --- routes ---------------------------------------------------------------------------------- */

#define ROUTE(name, method, path)                                                                  \
    {                                                                                              \
        name, HTTP_##method, path, ACCESS_PUBLIC, SCOPE_NONE, 0, RATE_READ, WORK_ORDINARY, NULL,   \
            false                                                                                  \
    }

static const struct http_route routes[] = {
    ROUTE("root", GET, "/"),
    ROUTE("list", GET, "/v1/games"),
    ROUTE("create", POST, "/v1/games"),
    ROUTE("get", GET, "/v1/games/{id}"),
    ROUTE("export", GET, "/v1/games/export"),
    ROUTE("delete", DELETE, "/v1/games/{id}"),
    ROUTE("play", PUT, "/v1/games/{id}/moves/{ply}"),
    ROUTE("last", PUT, "/v1/games/{id}/moves/last"),
    ROUTE("svg", GET, "/v1/games/{id}/board.svg"),
    ROUTE("any", GET, "/v1/{kind}/export"),
};

enum { ROUTES = sizeof routes / sizeof routes[0] };

static struct http_target target_of(const char *text, char *storage)
{
    struct http_target target;
    struct problem problem = {0};
    strcpy(storage, text);
    ck_assert(!failed(http_target_parse(storage, &target, &problem)));
    return target;
}

START_TEST(finds_the_route_that_is_meant)
{
    static const struct {
        enum http_method method;
        const char *path, *name;
    } cases[] = {
        {HTTP_GET, "/", "root"},
        {HTTP_GET, "/v1/games", "list"},
        {HTTP_POST, "/v1/games", "create"},
        {HTTP_GET, "/v1/games/1", "get"},
        {HTTP_GET, "/v1/games/export", "export"},
        {HTTP_DELETE, "/v1/games/export", "delete"},
        {HTTP_PUT, "/v1/games/1/moves/2", "play"},
        {HTTP_PUT, "/v1/games/1/moves/last", "last"},
        {HTTP_GET, "/v1/games/1/board.svg", "svg"},
        {HTTP_GET, "/v1/apps/export", "any"},
        {HTTP_POST, "/v1/games/1", NULL},
        {HTTP_GET, "/v1", NULL},
        {HTTP_GET, "/v1/games/1/moves", NULL},
        {HTTP_GET, "/v1/games/1/board.png", NULL},
    };
    struct http_router *router = http_router_new(routes, ROUTES);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char storage[100];
        struct http_match match;
        struct http_target target = target_of(cases[i].path, storage);
        http_router_match(router, cases[i].method, &target, &match);
        if (cases[i].name) {
            ck_assert_msg(match.route != NULL, "%s", cases[i].path);
            ck_assert_str_eq(match.route->name, cases[i].name);
        } else {
            ck_assert_ptr_null(match.route);
        }
    }
    http_router_free(router);
}
END_TEST

START_TEST(knows_the_methods_of_a_path)
{
    char storage[100];
    struct http_match match;
    struct http_router *router = http_router_new(routes, ROUTES);
    struct http_target target = target_of("/v1/games/export", storage);
    ck_assert(http_router_match(router, HTTP_POST, &target, &match));
    ck_assert_uint_eq(match.methods, 1u << HTTP_GET | 1u << HTTP_DELETE);
    target = target_of("/v2", storage);
    ck_assert(!http_router_match(router, HTTP_GET, &target, &match));
    http_router_free(router);
}
END_TEST

START_TEST(names_the_parameters)
{
    char storage[100];
    struct http_match match;
    struct http_router *router = http_router_new(routes, ROUTES);
    struct http_target target = target_of("/v1/games/seven/moves/8", storage);
    ck_assert(http_router_match(router, HTTP_PUT, &target, &match));
    ck_assert_int_eq(match.param_count, 2);
    int id = http_route_param_index(match.route, "id");
    int ply = http_route_param_index(match.route, "ply");
    ck_assert_str_eq(target.segments[match.param_segments[id]].data, "seven");
    ck_assert_str_eq(target.segments[match.param_segments[ply]].data, "8");
    ck_assert_int_eq(http_route_param_index(match.route, "pl"), -1);
    ck_assert_int_eq(http_route_param_index(match.route, "moves"), -1);
    http_router_free(router);
}
END_TEST

/* --- targets --------------------------------------------------------------------------------- */

START_TEST(splits_targets)
{
    char storage[100];
    struct http_target target = target_of("/a/b%20c?x=1&y=%C3%A4+z&flag", storage);
    ck_assert_int_eq(target.segment_count, 2);
    ck_assert_str_eq(target.segments[1].data, "b c");
    ck_assert_uint_eq(target.segments[1].length, 3);
    ck_assert_int_eq(target.query_count, 3);
    ck_assert_str_eq(target.query[1].value.data, "ä z");
    ck_assert_str_eq(target.query[2].name.data, "flag");
    ck_assert_str_eq(target.query[2].value.data, "");
    target = target_of("https://example.org?q=/", storage);
    ck_assert_int_eq(target.segment_count, 0);
    ck_assert_str_eq(target.query[0].value.data, "/");
}
END_TEST

/* --- heads ----------------------------------------------------------------------------------- */

START_TEST(reads_heads)
{
    char text[] = "PUT /x HTTP/1.1\r\nHost: [::1]:80\r\nX-A:\t b c \t\r\nX-Empty:\r\n"
                  "Content-Length: 017\r\nExpect: 100-Continue\r\n\r\n";
    struct http_field fields[HTTP_FIELDS_MAX];
    struct http_head head = {.fields = fields};
    struct problem problem = {0};
    ck_assert_uint_eq(http_head_length(text, sizeof text - 1), sizeof text - 1);
    ck_assert(!failed(http_head_parse(text, sizeof text - 1, &head, &problem)));
    ck_assert_int_eq(head.field_count, 5);
    ck_assert_str_eq(fields[1].value, "b c");
    ck_assert_str_eq(fields[2].value, "");
    ck_assert_uint_eq(head.framing.content_length, 17);
    ck_assert(head.framing.expects_continue);
    ck_assert_ptr_eq(http_field_find(fields, 5, "x-a"), &fields[1]);
    ck_assert_ptr_null(http_field_find(fields, 5, "x"));
}
END_TEST

START_TEST(finds_the_end_of_a_head)
{
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {
        {"", 0},
        {"GET", 0},
        {"a\r\n\r", 0},
        {"a\r\n\r\n", 5},
        {"a\n\nb", 3},
        {"a\r\n\nb", 4},
        {"a\n\r\nb", 4},
        {"a\r\n\r\nb\r\n\r\n", 5},
        {"\n\n", 2},
        {"a\r\nb\r\n\r\n", 8},
        {"a\r\n\rb\r\n", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_uint_eq(http_head_length(cases[i].text, strlen(cases[i].text)), cases[i].length);
}
END_TEST

/* --- negotiation ----------------------------------------------------------------------------- */

START_TEST(compares_etags_weakly)
{
    static const struct {
        const char *list, *etag;
        bool listed;
    } cases[] = {
        {"W/\"a\"", "W/\"a\"", true},
        {"\"a\"", "W/\"a\"", true},
        {"W/\"a\"", "\"a\"", true},
        {"\"b\", W/\"a\"", "W/\"a\"", true},
        {"\"b\",\"a\"", "W/\"a\"", true},
        {"  \"b\"  ,  \"a\"  ", "W/\"a\"", true},
        {"\"b,\\\"a\"", "\"a\"", false},
        {"\"x, \\\", \"a\"", "\"a\"", true},
        {"*", "\"a\"", true},
        {" * ", "\"a\"", true},
        {"*x", "\"a\"", false},
        {"a", "\"a\"", false},
        {"\"a", "\"a\"", false},
        {"\"aa\"", "\"a\"", false},
        {"", "\"a\"", false},
        {"\"A\"", "\"a\"", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg(http_etag_listed(cases[i].list, cases[i].etag) == cases[i].listed, "%s",
                      cases[i].list);
}
END_TEST

START_TEST(chooses_the_preferred_type)
{
    static const char *const offered[] = {"text/event-stream", "application/x-ndjson",
                                          "application/json", NULL};
    static const struct {
        const char *accept, *chosen;
    } cases[] = {
        {"", "text/event-stream"},
        {"*/*", "text/event-stream"},
        {"application/json", "application/json"},
        {"Application/JSON", "application/json"},
        {"application/*", "application/x-ndjson"},
        {"application/*;q=0.5, application/json", "application/json"},
        {"*/*;q=0.1, application/json;q=0.2", "application/json"},
        {"text/event-stream;q=0, */*", "application/x-ndjson"},
        {"application/json; charset=utf-8; q=0.3, application/x-ndjson;q=0.2", "application/json"},
        {"text/html", NULL},
        {"text/html, */*;q=0", NULL},
        {"application/jsonx", NULL},
        {"application/json;q=0.001, text/event-stream;q=0.0001", "application/json"},
        {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/event-stream"},
        {";;;", "text/event-stream"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *chosen = http_accept_choose(cases[i].accept, offered);
        ck_assert_msg((chosen == NULL) == (cases[i].chosen == NULL) &&
                          (!chosen || strcmp(chosen, cases[i].chosen) == 0),
                      "%s: %s", cases[i].accept, chosen ? chosen : "none");
    }
}
END_TEST

/** Appends a piece that is sent. */
static void send_piece(const char *bytes, struct text *out, struct gzip_sums *body)
{
    struct gzip_sums piece;
    gzip_put_piece(bytes, strlen(bytes), out, &piece);
    gzip_count(body, &piece);
}

START_TEST(packs_a_body_piece_by_piece)
{
    struct text out TEXT_CLEANUP = {0}, dropped TEXT_CLEANUP = {0};
    struct gzip_sums body = {0}, never_sent;
    char unpacked[8192] = "", large[5000];
    for (size_t i = 0; i < sizeof large - 1; i++)
        large[i] = (char)('a' + i * i % 23);
    large[sizeof large - 1] = '\0';
    gzip_put_head(&out);
    send_piece("one\n", &out, &body);
    gzip_put_piece("dropped\n", 8, &dropped, &never_sent);
    send_piece(large, &out, &body);
    send_piece("one\n", &out, &body);
    gzip_put_tail(&body, &out);
    z_stream stream = {.next_in = (Bytef *)out.data,
                       .avail_in = (uInt)out.length,
                       .next_out = (Bytef *)unpacked,
                       .avail_out = sizeof unpacked - 1};
    ck_assert_int_eq(inflateInit2(&stream, MAX_WBITS + 16), Z_OK);
    ck_assert_int_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
    inflateEnd(&stream);
    ck_assert_uint_eq(stream.avail_in, 0);
    ck_assert_uint_eq(stream.total_out, 8 + sizeof large - 1);
    ck_assert(strncmp(unpacked, "one\n", 4) == 0);
    ck_assert(strncmp(unpacked + 4, large, sizeof large - 1) == 0);
    ck_assert_str_eq(unpacked + 4 + sizeof large - 1, "one\n");
}
END_TEST

START_TEST(knows_who_takes_gzip)
{
    static const struct {
        const char *accept;
        bool takes;
    } cases[] = {
        {"gzip", true},         {"br, GZIP", true},
        {"gzip;q=0", false},    {"gzip;q=0.000", false},
        {"gzip;q=0.001", true}, {"*", true},
        {"*;q=0", false},       {"gzip;q=0, *", false},
        {"identity", false},    {"", false},
        {"gzipx", false},       {"br;q=1.0, gzip; q=0.8, *;q=0.1", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg(http_accepts_gzip(cases[i].accept) == cases[i].takes, "%s", cases[i].accept);
}
END_TEST

START_TEST(knows_json)
{
    ck_assert(http_is_json_type("application/json"));
    ck_assert(http_is_json_type("Application/Json ; charset=UTF-8"));
    ck_assert(http_is_json_type("application/json;charset=\"utf-8\""));
    ck_assert(!http_is_json_type("application/json; charset=utf-16"));
    ck_assert(!http_is_json_type("application/json; version=2"));
    ck_assert(!http_is_json_type("application/json-seq"));
    ck_assert(!http_is_json_type("text/json"));
    ck_assert(!http_is_json_type(""));
}
END_TEST

START_TEST(knows_listed_origins)
{
    ck_assert(http_origin_listed("*", "https://a.example"));
    ck_assert(http_origin_listed("https://a.example,https://b.example", "https://b.example"));
    ck_assert(!http_origin_listed("https://a.example", "https://a.example.org"));
    ck_assert(!http_origin_listed("https://a.example.org", "https://a.example"));
    ck_assert(!http_origin_listed("https://a.example", ""));
}
END_TEST

/* --- addresses ------------------------------------------------------------------------------- */

START_TEST(reads_and_writes_addresses)
{
    static const struct {
        const char *text, *written;
    } cases[] = {
        {"192.0.2.1", "192.0.2.1"},
        {"192.0.2.1:8080", "192.0.2.1"},
        {"::ffff:192.0.2.1", "192.0.2.1"},
        {"2001:DB8::1", "2001:db8::1"},
        {"[2001:db8::1]:443", "2001:db8::1"},
        {"[2001:db8::1]", "2001:db8::1"},
        {"", NULL},
        {"unknown", NULL},
        {"192.0.2", NULL},
        {"192.0.2.1.5", NULL},
        {"2001:db8::1::2", NULL},
        {"_hidden", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct http_address address;
        char text[HTTP_ADDRESS_SIZE];
        bool parsed = http_address_parse(cases[i].text, strlen(cases[i].text), &address);
        ck_assert_msg(parsed == (cases[i].written != NULL), "%s", cases[i].text);
        if (!parsed)
            continue;
        http_address_write(&address, text);
        ck_assert_str_eq(text, cases[i].written);
    }
}
END_TEST

static void check_behind(const char *trusted, const char *peer, const char *forwarded,
                         const char *client)
{
    struct http_address address;
    char text[HTTP_ADDRESS_SIZE];
    struct http_networks *networks = http_networks_parse(trusted);
    ck_assert_ptr_nonnull(networks);
    ck_assert(http_address_parse(peer, strlen(peer), &address));
    address = http_address_behind(networks, &address, forwarded);
    http_address_write(&address, text);
    ck_assert_msg(strcmp(text, client) == 0, "%s from %s by %s: %s", forwarded, peer, trusted,
                  text);
    http_networks_free(networks);
}

START_TEST(looks_behind_trusted_proxies_only)
{
    check_behind("", "10.0.0.1", "192.0.2.1", "10.0.0.1");
    check_behind("10.0.0.0/8", "10.0.0.1", "192.0.2.1", "192.0.2.1");
    check_behind("10.0.0.0/8", "11.0.0.1", "192.0.2.1", "11.0.0.1");
    check_behind("10.0.0.0/8", "10.0.0.1", NULL, "10.0.0.1");
    check_behind("10.0.0.0/8", "10.0.0.1", "", "10.0.0.1");
    check_behind("10.0.0.0/8", "10.0.0.1", "198.51.100.9, 192.0.2.1", "192.0.2.1");
    check_behind("10.0.0.0/8", "10.0.0.1", "192.0.2.1, 10.9.9.9", "192.0.2.1");
    check_behind("10.0.0.0/8", "10.0.0.1", "10.2.2.2 ,10.9.9.9", "10.2.2.2");
    check_behind("10.0.0.0/8", "10.0.0.1", "192.0.2.1, garbage", "10.0.0.1");
    check_behind("10.0.0.0/8", "10.0.0.1", "192.0.2.1,", "10.0.0.1");
    check_behind("127.0.0.1, ::1", "::1", "2001:db8::7", "2001:db8::7");
    check_behind("2001:db8::/33", "2001:db8:7fff::1", "192.0.2.1", "192.0.2.1");
    check_behind("2001:db8::/33", "2001:db8:8000::1", "192.0.2.1", "2001:db8:8000::1");
    check_behind("0.0.0.0/0", "2001:db8::1", "192.0.2.1", "2001:db8::1");
    check_behind("10.0.0.1 10.0.0.2 ::1", "::1", "192.0.2.1 , 10.0.0.1", "192.0.2.1");
    ck_assert_ptr_null(http_networks_parse("10.0.0.0/33"));
    ck_assert_ptr_null(http_networks_parse("10.0.0.0/"));
    ck_assert_ptr_null(http_networks_parse("::1/129"));
    ck_assert_ptr_null(http_networks_parse("proxy.example"));
}
END_TEST

static struct http_address address_of(const char *text)
{
    struct http_address address;
    ck_assert(http_address_parse(text, strlen(text), &address));
    return address;
}

START_TEST(tells_clients_apart)
{
    struct http_client_secret secret = http_client_secret_new(), other = http_client_secret_new();
    struct http_address one = address_of("2001:db8::1"), same = address_of("2001:db8::2");
    struct http_address next = address_of("2001:db8:0:1::1"), ipv4 = address_of("192.0.2.1");
    struct http_address ipv4_next = address_of("192.0.2.2");
    uint64_t key = http_client_by_address(&secret, &one);
    ck_assert_uint_eq(key, http_client_by_address(&secret, &same));
    ck_assert_uint_ne(key, http_client_by_address(&secret, &next));
    ck_assert_uint_ne(key, http_client_by_address(&other, &one));
    ck_assert_uint_ne(http_client_by_address(&secret, &ipv4),
                      http_client_by_address(&secret, &ipv4_next));
    ck_assert_uint_ne(http_client_by_token(&secret, "Bearer a", 8),
                      http_client_by_token(&secret, "Bearer b", 8));
}
END_TEST

START_TEST(counts_by_client)
{
    struct http_counter *counter = http_counter_new(100, 2);
    ck_assert(http_counter_enter(counter, 7));
    ck_assert(http_counter_enter(counter, 7));
    ck_assert(!http_counter_enter(counter, 7));
    ck_assert(http_counter_enter(counter, 8));
    http_counter_leave(counter, 7);
    ck_assert(http_counter_enter(counter, 7));
    /* Many clients come and go without filling the table, and those that stay are not forgotten. */
    for (uint64_t client = 100; client < 100000; client++) {
        ck_assert(http_counter_enter(counter, client));
        http_counter_leave(counter, client);
    }
    ck_assert(!http_counter_enter(counter, 7));
    http_counter_free(counter);
}
END_TEST

/* --- rates ----------------------------------------------------------------------------------- */

static const int quotas[RATE_COUNT] = {
    [RATE_READ] = 120, [RATE_MOVE] = 60, [RATE_CREATE] = 1, [RATE_ENGINE] = 0};

START_TEST(a_bucket_empties_and_fills_evenly)
{
    struct http_rate_state state;
    struct http_rates *rates = http_rates_new();
    for (int i = 1; i <= 120; i++) {
        ck_assert(http_rates_take(rates, 1, RATE_READ, quotas[RATE_READ], 0, &state));
        ck_assert_int_eq(state.remaining, 120 - i);
        ck_assert_int_eq(state.full_in_s, (i + 1) / 2);
    }
    ck_assert(!http_rates_take(rates, 1, RATE_READ, quotas[RATE_READ], 0, &state));
    ck_assert_int_eq(state.retry_after_s, 1);
    ck_assert(!http_rates_take(rates, 1, RATE_READ, quotas[RATE_READ], 499, &state));
    ck_assert(http_rates_take(rates, 1, RATE_READ, quotas[RATE_READ], 500, &state));
    ck_assert(!http_rates_take(rates, 1, RATE_READ, quotas[RATE_READ], 500, &state));
    ck_assert(http_rates_take(rates, 1, RATE_READ, quotas[RATE_READ], 1000, &state));
    ck_assert(!http_rates_take(rates, 1, RATE_READ, quotas[RATE_READ], 1000, &state));
    ck_assert(http_rates_take(rates, 1, RATE_READ, quotas[RATE_READ], 600000, &state));
    ck_assert_int_eq(state.remaining, 119);
    ck_assert(http_rates_take(rates, 1, RATE_CREATE, quotas[RATE_CREATE], 0, &state));
    ck_assert(!http_rates_take(rates, 1, RATE_CREATE, quotas[RATE_CREATE], 1, &state));
    ck_assert_int_eq(state.retry_after_s, 60);
    http_rates_free(rates);
}
END_TEST

START_TEST(a_client_is_proven_until_crowded_out)
{
    struct http_rates *rates = http_rates_new();
    ck_assert(!http_rates_is_proven(rates, 7));
    http_rates_prove(rates, 7);
    http_rates_prove(rates, 8);
    ck_assert(http_rates_is_proven(rates, 7));
    ck_assert(!http_rates_is_proven(rates, 7 + HTTP_PROVEN_CLIENTS));
    http_rates_prove(rates, 7 + HTTP_PROVEN_CLIENTS);
    ck_assert(!http_rates_is_proven(rates, 7));
    ck_assert(http_rates_is_proven(rates, 8));
    http_rates_free(rates);
}
END_TEST

START_TEST(buckets_are_apart)
{
    struct http_rate_state state;
    struct http_rates *rates = http_rates_new();
    while (http_rates_take(rates, 1, RATE_READ, quotas[RATE_READ], 0, &state))
        continue;
    ck_assert(http_rates_take(rates, 2, RATE_READ, quotas[RATE_READ], 0, &state));
    ck_assert(http_rates_take(rates, 1, RATE_MOVE, quotas[RATE_MOVE], 0, &state));
    for (int i = 0; i < 1000; i++) {
        ck_assert(http_rates_take(rates, 1, RATE_ENGINE, quotas[RATE_ENGINE], 0, &state));
        ck_assert(http_rates_take(rates, 1, RATE_NONE, quotas[RATE_NONE], 0, &state));
        ck_assert_int_eq(state.quota, 0);
    }
    http_rates_free(rates);
}
END_TEST

START_TEST(a_flood_of_clients_does_not_free_the_one_that_is_limited)
{
    struct http_rate_state state;
    struct http_rates *rates = http_rates_new();
    struct http_client_secret secret = {{1, 2}};
    uint64_t limited = http_client_by_token(&secret, "limited", 7);
    while (http_rates_take(rates, limited, RATE_READ, quotas[RATE_READ], 0, &state))
        continue;
    for (uint64_t i = 0; i < 2 * HTTP_RATE_BUCKETS; i++) {
        uint64_t client = http_client_by_token(&secret, (const char *)&i, sizeof i);
        ck_assert(http_rates_take(rates, client, RATE_READ, quotas[RATE_READ], 0, &state));
    }
    ck_assert(!http_rates_take(rates, limited, RATE_READ, quotas[RATE_READ], 0, &state));
    http_rates_free(rates);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http_parsing");
    TCase *tests = tcase_create("parsing");
    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, finds_the_route_that_is_meant);
    tcase_add_test(tests, knows_the_methods_of_a_path);
    tcase_add_test(tests, names_the_parameters);
    tcase_add_test(tests, splits_targets);
    tcase_add_test(tests, reads_heads);
    tcase_add_test(tests, finds_the_end_of_a_head);
    tcase_add_test(tests, compares_etags_weakly);
    tcase_add_test(tests, chooses_the_preferred_type);
    tcase_add_test(tests, packs_a_body_piece_by_piece);
    tcase_add_test(tests, knows_who_takes_gzip);
    tcase_add_test(tests, knows_json);
    tcase_add_test(tests, knows_listed_origins);
    tcase_add_test(tests, reads_and_writes_addresses);
    tcase_add_test(tests, looks_behind_trusted_proxies_only);
    tcase_add_test(tests, tells_clients_apart);
    tcase_add_test(tests, counts_by_client);
    tcase_add_test(tests, a_bucket_empties_and_fills_evenly);
    tcase_add_test(tests, a_client_is_proven_until_crowded_out);
    tcase_add_test(tests, buckets_are_apart);
    tcase_add_test(tests, a_flood_of_clients_does_not_free_the_one_that_is_limited);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
