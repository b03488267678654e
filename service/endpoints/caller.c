#include "base/limits.h"
#include "endpoints/endpoint.h"
#include "store/accounts.h"

#include <stdio.h>
#include <string.h>

enum { DAY_MS = 24 * 60 * 60 * 1000 };

const char *const ep_scopes[SCOPE_COUNT] = {[SCOPE_NONE] = "",
                                            [SCOPE_READ] = "read",
                                            [SCOPE_PLAY] = "play",
                                            [SCOPE_ACCOUNT] = "account",
                                            [SCOPE_SESSION] = "session"};

/** Fails with 401 and the challenge that goes with it. */
static struct result refuse(struct http_request *request, enum error_code code)
{
    http_response_header(request, "WWW-Authenticate",
                         code == ERROR_TOKEN_MISSING ? "Bearer realm=\"reversid\""
                         : code == ERROR_TOKEN_EXPIRED
                             ? "Bearer realm=\"reversid\", error=\"invalid_token\", "
                               "error_description=\"expired\""
                             : "Bearer realm=\"reversid\", error=\"invalid_token\"");
    return fail(code);
}

bool ep_is_token(const void *secrets, const char *text, size_t length)
{
    struct token_key key;
    return token_read(secrets, text, length, &key);
}

/** Reads the Authorization header as the route's access wants it. Asks nobody. */
static struct result read_header(struct http_request *request, const struct endpoint *endpoint,
                                 struct ep_caller *caller)
{
    struct http_value header = http_header(request, "Authorization");
    *caller = (struct ep_caller){.anonymous = !header.data};
    if (!header.data)
        return request->route->access != ACCESS_PLAYER ? OK : refuse(request, ERROR_TOKEN_MISSING);
    struct http_value token = http_bearer_token(request);
    if (!token.data ||
        !token_read(&endpoint->services->tokens, token.data, token.length, &caller->token))
        return refuse(request, ERROR_TOKEN_INVALID);
    return OK;
}

struct result ep_ask_caller(struct http_request *request, struct endpoint *endpoint,
                            struct ep_caller *caller)
{
    TRY(read_header(request, endpoint, caller));
    if (!caller->anonymous)
        store_ask_caller(endpoint->store, &caller->token, &caller->answer);
    return OK;
}

static int64_t fresh_until_ms(const struct ep_caller *caller)
{
    return caller->answer.now_ms + (int64_t)GUEST_TOKEN_DAYS * DAY_MS;
}

/* A guest's token lives on while it is used, but one write a day is enough for that. */
bool ep_caller_is_due(const struct ep_caller *caller)
{
    int64_t gained_ms = fresh_until_ms(caller) - caller->answer.expires_ms;
    return !caller->anonymous && caller->answer.known && !caller->answer.expired &&
           caller->answer.kind == TOKEN_GUEST && caller->answer.player.kind == PLAYER_GUEST &&
           gained_ms >= (int64_t)GUEST_TOKEN_SLIDE_DAYS * DAY_MS;
}

/** Whether one of the words, which are separated by blanks, is this one. */
static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (; *words; words += strspn(words, " ")) {
        size_t end = strcspn(words, " ");
        if (end == length && memcmp(words, word, length) == 0)
            return true;
        words += end;
    }
    return false;
}

/* A personal token does what it was made for. A guest's token that outlives the guest for a moment
 * lets the games go on, no more: it was never the account's. */
bool ep_has_scope(const struct ep_caller *caller, enum http_scope scope)
{
    const struct caller *answer = &caller->answer;
    if (caller->anonymous)
        return scope == SCOPE_NONE;
    switch (answer->kind) {
    case TOKEN_PERSONAL:
        return scope == SCOPE_NONE || has_word(answer->scopes, ep_scopes[scope]);
    case TOKEN_GUEST:
        return answer->player.kind == PLAYER_GUEST ||
               (scope != SCOPE_ACCOUNT && scope != SCOPE_SESSION);
    default:
        return true;
    }
}

struct result ep_check_scope(struct http_request *request, const struct ep_caller *caller,
                             enum http_scope scope)
{
    char challenge[96];
    if (ep_has_scope(caller, scope))
        return OK;
    snprintf(challenge, sizeof challenge,
             "Bearer realm=\"reversid\", error=\"insufficient_scope\", scope=\"%s\"",
             ep_scopes[scope]);
    http_response_header(request, "WWW-Authenticate", challenge);
    if (caller->answer.kind == TOKEN_GUEST)
        return fail_with(&request->problem, ERROR_SCOPE_MISSING,
                         "You have signed in: use the session's token, this was the guest's.");
    if (scope == SCOPE_SESSION)
        return fail_with(&request->problem, ERROR_SCOPE_MISSING,
                         "No personal token may do that: sign in.");
    return fail_with(&request->problem, ERROR_SCOPE_MISSING, "This token lacks the scope \"%s\".",
                     ep_scopes[scope]);
}

bool ep_sees_own(const struct ep_caller *caller)
{
    return ep_has_scope(caller, SCOPE_READ) || ep_has_scope(caller, SCOPE_PLAY);
}

struct result ep_check_own(struct http_request *request, const struct ep_caller *caller,
                           enum http_scope scope)
{
    if (caller->anonymous || ep_has_scope(caller, SCOPE_PLAY))
        return OK;
    return ep_check_scope(request, caller, scope);
}

struct result ep_check_caller(struct http_request *request, struct endpoint *endpoint,
                              const struct ep_caller *caller)
{
    if (caller->anonymous)
        return OK;
    /* The checksum is ours: what has it and is not known any more was given out, and has ended. */
    if (!caller->answer.known || caller->answer.expired)
        return refuse(request, ERROR_TOKEN_EXPIRED);
    http_request_authenticated(request);
    TRY(ep_check_scope(request, caller, request->route->scope));
    if (!ep_caller_is_due(caller))
        return OK;
    store_ask_extend_token(endpoint->store, &caller->token, caller->answer.expires_ms,
                           fresh_until_ms(caller));
    return ep_flush(request, endpoint);
}

struct result ep_check_signed_in(const struct ep_caller *caller)
{
    return caller->answer.player.kind == PLAYER_SIGNED_IN ? OK : fail(ERROR_ACCOUNT_NEEDED);
}

struct result ep_refuse_anonymous(struct http_request *request)
{
    return refuse(request, ERROR_TOKEN_MISSING);
}

void ep_rename_late(struct http_request *request, struct endpoint *endpoint,
                    const struct player *player, int64_t now_ms)
{
    bool done;
    store_ask_rename_late(endpoint->store, &player->id, player->name, now_ms, &done);
    struct result result = ep_flush(request, endpoint);
    (void)result;
}

struct uuid ep_player(const struct ep_caller *caller)
{
    return caller->anonymous ? (struct uuid){{0}} : caller->answer.player.id;
}

struct result ep_require_good_token(struct http_request *request, struct endpoint *endpoint,
                                    struct uuid *player)
{
    struct ep_caller caller;
    TRY(ep_ask_caller(request, endpoint, &caller));
    *player = ep_player(&caller);
    if (caller.anonymous)
        return OK;
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    *player = caller.token.player;
    return OK;
}

/** Checks the token, as far as the route looks at it. */
static struct result judge_token(struct http_request *request, struct endpoint *endpoint)
{
    struct ep_caller caller;
    struct uuid player;
    if (request->route->access == ACCESS_ENTRY)
        return read_header(request, endpoint, &caller);
    return ep_require_good_token(request, endpoint, &player);
}

struct result ep_token_first(struct http_request *request, struct endpoint *endpoint,
                             struct result result)
{
    struct problem problem = request->problem;
    if (!failed(result) || error_status(result.code) != 400)
        return result;
    request->problem = (struct problem){0};
    if (endpoint->reader && http_header(request, "Authorization").data) {
        http_request_hand_over(request);
        return OK;
    }
    struct result token = judge_token(request, endpoint);
    if (failed(token) && error_status(token.code) < 500)
        return token;
    request->problem = problem;
    return result;
}
