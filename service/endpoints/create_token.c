#include "base/clock.h"
#include "base/limits.h"
#include "endpoints/token.h"

#include <string.h>

enum { DAY_S = 24 * 60 * 60 };

/** Whether a text may be shown as it is. */
static bool is_label(const char *text, size_t length)
{
    if (length == 0 || text_utf8_characters(text, length) > TOKEN_LABEL_CHARACTERS_MAX)
        return false;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
            return false;
    return true;
}

/** Writes the scopes in their own order, each once. */
static void join_scopes(unsigned scopes, char text[TOKEN_SCOPES_SIZE])
{
    text[0] = '\0';
    for (int scope = SCOPE_NONE + 1; scope < SCOPE_SESSION; scope++)
        if (scopes & 1u << (scope - SCOPE_READ)) {
            if (text[0])
                strcat(text, " ");
            strcat(text, ep_scopes[scope]);
        }
}

static struct result read_body(struct http_request *request, struct personal_token *token,
                               int *life_s)
{
    static const char *const fields[] = {"name", "scopes", "days", NULL};
    static const char *const words[] = {"read", "play", "account", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    const char *label = NULL;
    size_t length = 0;
    int64_t days = PERSONAL_TOKEN_DAYS_DEFAULT;
    unsigned scopes = 0;
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    TRY(json_only(&body, fields));
    TRY(json_get_string(&body, "name", JSON_REQUIRED, &label, &length));
    if (!is_label(label, length))
        return json_refuse(&body, "name", "Must be 1 to %d characters without controls.",
                           TOKEN_LABEL_CHARACTERS_MAX);
    TRY(json_get_choices(&body, "scopes", JSON_REQUIRED, words, &scopes));
    if (scopes == 0)
        return json_refuse(&body, "scopes", "A token that may do nothing is of no use.");
    TRY(json_get_integer(&body, "days", JSON_OPTIONAL, 1, PERSONAL_TOKEN_DAYS_MAX, &days));
    memcpy(token->label, label, length + 1);
    join_scopes(scopes, token->scopes);
    *life_s = (int)days * DAY_S;
    token->id = uuid_new(clock_now_ms());
    return OK;
}

struct result ep_create_token(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct personal_token token;
    struct token_key key;
    struct uuid player;
    char secret[TOKEN_SIZE];
    int life_s = 0;
    bool done;
    TRY(http_query_only(request, names));
    TRY(read_body(request, &token, &life_s));
    TRY(ep_require_account(request, endpoint, &player));
    token_mint(&endpoint->services->tokens, TOKEN_PERSONAL, &player, secret, &key);
    store_ask_begin(endpoint->store);
    store_ask_lock_account(endpoint->store, &player);
    store_ask_insert_personal_token(endpoint->store, &key, &token, life_s);
    store_ask_commit(endpoint->store, &done);
    TRY(ep_flush(request, endpoint));
    if (!done) {
        /* The account ended meanwhile: asked again, the caller is nobody any more. */
        TRY(ep_require_account(request, endpoint, &player));
        return fail(ERROR_OVERLOADED);
    }
    if (token.expires_ms == 0)
        return fail(ERROR_TOO_MANY_TOKENS);
    http_response_header(request, "Cache-Control", "no-store");
    struct json_writer writer = ep_json(request, 201);
    json_begin_object(&writer);
    token_write_members(&writer, &token);
    json_member_string(&writer, "access_token", secret);
    json_end(&writer);
    return OK;
}
