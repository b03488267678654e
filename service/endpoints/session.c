#include "endpoints/session.h"

#include "base/limits.h"

enum { MINUTE_MS = 60 * 1000, DAY_MS = 24 * 60 * MINUTE_MS };

struct result ep_read_secret_body(struct http_request *request, struct json_in *body)
{
    struct result result = json_read(request->body, request->body_length, &request->problem, body);
    if (failed(result))
        request->problem.detail[0] = '\0';
    return result;
}

int64_t ep_session_end_ms(int64_t now_ms)
{
    return now_ms + (int64_t)SESSION_DAYS * DAY_MS;
}

void ep_mint_access(const struct services *services, struct ep_session *session,
                    const struct uuid *player, int64_t now_ms)
{
    token_mint(&services->tokens, TOKEN_ACCESS, player, session->access, &session->row.access);
    session->row.access_expires_ms = now_ms + ACCESS_TOKEN_MINUTES * MINUTE_MS;
}

void ep_begin_session(const struct services *services, struct ep_session *session,
                      const struct uuid *player, int64_t now_ms)
{
    struct uuid id;
    crypto_random(&id, sizeof id);
    session->row.created_ms = now_ms;
    session->row.expires_ms = ep_session_end_ms(now_ms);
    refresh_token_mint(&services->tokens, player, &id, session->refresh, &session->row.refresh);
    ep_mint_access(services, session, player, now_ms);
}

void ep_write_session(struct json_writer *writer, const struct ep_session *session)
{
    json_member_string(writer, "access_token", session->access);
    json_member_time(writer, "expires_at", session->row.access_expires_ms);
    json_member_string(writer, "refresh_token", session->refresh);
    json_member_time(writer, "refresh_expires_at", session->row.expires_ms);
}
