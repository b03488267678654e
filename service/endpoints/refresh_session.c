#include "endpoints/session.h"

#include <string.h>

static struct result read_token(struct http_request *request, const struct token_secrets *secrets,
                                char text[REFRESH_TOKEN_SIZE], struct refresh_key *sent)
{
    static const char *const fields[] = {"refresh_token", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    const char *token = NULL;
    size_t length = 0;
    TRY(ep_read_secret_body(request, &body));
    TRY(json_only(&body, fields));
    TRY(json_get_string(&body, "refresh_token", JSON_REQUIRED, &token, &length));
    if (!refresh_token_read(secrets, token, length, sent))
        return fail(ERROR_TOKEN_INVALID);
    memcpy(text, token, REFRESH_TOKEN_SIZE);
    return OK;
}

static struct result refuse(struct http_request *request, struct endpoint *endpoint,
                            const struct refresh_key *sent)
{
    bool ended;
    store_ask_end_reused_session(endpoint->store, sent, &ended);
    TRY(ep_flush(request, endpoint));
    if (!ended)
        return fail(ERROR_OVERLOADED); /* it was followed between the two questions */
    return fail_with(&request->problem, ERROR_TOKEN_EXPIRED,
                     "The refresh token was used before; its session has ended, for somebody else "
                     "may have it. Sign in again.");
}

struct result ep_refresh_session(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    const struct token_secrets *secrets = &endpoint->services->tokens;
    char text[REFRESH_TOKEN_SIZE];
    struct refresh_key sent;
    struct refreshed refreshed;
    struct ep_session session = {0};
    TRY(http_query_only(request, names));
    TRY(read_token(request, secrets, text, &sent));
    refresh_token_next(secrets, text, session.refresh, &session.row.refresh);
    /* Twice: of two at once one finds that the other was first only when it looks again. */
    for (int tries = 0; tries < 2; tries++) {
        ep_mint_access(endpoint->services, &session, &sent.player);
        store_ask_refresh(endpoint->store, &sent, &session.row, &refreshed);
        TRY(ep_flush(request, endpoint));
        if (refreshed.followed || refreshed.stays || !refreshed.known)
            break;
    }
    if (!refreshed.known)
        return fail(ERROR_TOKEN_EXPIRED);
    if (!refreshed.followed && !refreshed.stays)
        return refuse(request, endpoint, &sent);
    session.ends = refreshed.ends;
    if (refreshed.stays)
        memcpy(session.refresh, text, REFRESH_TOKEN_SIZE);
    http_response_header(request, "Cache-Control", "no-store");
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    ep_write_session(&writer, &session);
    json_end(&writer);
    return OK;
}
