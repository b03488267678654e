/* Heads, targets and negotiated headers as a client may send them. What is taken is held to what
   the server relies on: pieces that lie in the text, ended by NUL, decoded to UTF-8. */
#include "fuzz.h"

#include "http/address.h"
#include "http/framing.h"
#include "http/negotiate.h"
#include "http/route.h"
#include "http/target.h"

#include <stdlib.h>
#include <string.h>

static const struct http_route routes[] = {
    {"list", HTTP_GET, "/v1/games", ACCESS_PUBLIC, SCOPE_NONE, 0, RATE_READ, WORK_ORDINARY, NULL,
     false},
    {"play", HTTP_PUT, "/v1/games/{id}/moves/{ply}", ACCESS_PUBLIC, SCOPE_NONE, 0, RATE_MOVE,
     WORK_IMPORTANT, NULL, false},
};

static void check_value(const struct http_value *value, const char *text, size_t length)
{
    FUZZ_REQUIRE(value->data >= text && value->data + value->length <= text + length);
    FUZZ_REQUIRE(strlen(value->data) == value->length && text_is_utf8(value->data, value->length));
}

static void try_target(const char *start, size_t length)
{
    struct http_target target;
    struct http_match match;
    struct problem problem = {0};
    char *text = malloc(length + 1);
    memcpy(text, start, length);
    text[length] = '\0';
    if (!failed(http_target_parse(text, &target, &problem))) {
        for (int i = 0; i < target.segment_count; i++)
            check_value(&target.segments[i], text, length);
        for (int i = 0; i < target.query_count; i++) {
            check_value(&target.query[i].name, text, length);
            check_value(&target.query[i].value, text, length);
        }
        struct http_router *router = http_router_new(routes, 2);
        if (http_router_match(router, HTTP_PUT, &target, &match) && match.route)
            FUZZ_REQUIRE(match.param_count == 2 && target.segment_count == 5);
        http_router_free(router);
    } else {
        FUZZ_REQUIRE(text_is_utf8(problem.detail, strlen(problem.detail)));
    }
    free(text);
}

static void try_value(const char *value)
{
    static const char *const offered[] = {"application/json", "text/plain", NULL};
    struct http_address address;
    http_etag_listed(value, "W/\"a\"");
    http_accept_choose(value, offered);
    http_accepts_gzip(value);
    http_is_json_type(value);
    http_origin_listed("https://a.example", value);
    http_address_parse(value, strlen(value), &address);
    struct http_networks *networks = http_networks_parse(value);
    if (networks) {
        struct http_address peer = {{0}};
        http_address_behind(networks, &peer, value);
    }
    http_networks_free(networks);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct http_field fields[HTTP_FIELDS_MAX];
    struct http_head head = {.fields = fields};
    struct problem problem = {0};
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    size_t length = http_head_length(text, size);
    FUZZ_REQUIRE(length <= size);
    if (length > 0 && !failed(http_head_parse(text, length, &head, &problem))) {
        try_target(head.line.target, head.line.target_length);
        FUZZ_REQUIRE(!(head.framing.chunked && head.framing.has_length));
        for (int i = 0; i < head.field_count; i++) {
            FUZZ_REQUIRE(http_is_token(fields[i].name, strlen(fields[i].name)));
            FUZZ_REQUIRE(strlen(fields[i].value) == fields[i].value_length);
            try_value(fields[i].value);
        }
    }
    free(text);
    return 0;
}
