#include "base/clock.h"
#include "base/limits.h"
#include "endpoints/endpoint.h"

#include <stdio.h>

enum { DAY_S = 24 * 60 * 60 };

/** "Guest 4821": enough to tell a few people apart. */
static void name_guest(struct player *guest)
{
    uint16_t number;
    crypto_random(&number, sizeof number);
    snprintf(guest->name, sizeof guest->name, "Guest %d", 1000 + number % 9000);
}

struct result ep_create_guest(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    char token[TOKEN_SIZE];
    struct token_key key;
    TRY(http_query_only(request, names));
    TRY(ep_no_fields(request));
    int64_t expires_ms;
    struct player guest = {.id = uuid_new(clock_now_ms()), .kind = PLAYER_GUEST};
    name_guest(&guest);
    token_mint(&endpoint->services->tokens, TOKEN_GUEST, &guest.id, token, &key);
    store_ask_new_guest(endpoint->store, &guest, &key, GUEST_TOKEN_DAYS * DAY_S, &expires_ms);
    TRY(ep_flush(request, endpoint));
    http_response_header(request, "Cache-Control", "no-store");
    struct json_writer writer = ep_json(request, 201);
    json_begin_object(&writer);
    json_member(&writer, "player");
    ep_write_player(&writer, &guest);
    json_member_string(&writer, "access_token", token);
    json_member_time(&writer, "expires_at", expires_ms);
    json_end(&writer);
    return OK;
}
