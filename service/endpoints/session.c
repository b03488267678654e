#include "endpoints/session.h"

#include <stdio.h>

struct result ep_load_caller(struct http_request *request, struct endpoint *endpoint,
                             struct ep_caller *caller)
{
    TRY(ep_ask_caller(request, endpoint, caller));
    TRY(ep_flush(request, endpoint));
    return ep_check_caller(request, endpoint, caller);
}

struct result ep_read_secret_body(struct http_request *request, struct json_in *body)
{
    struct result result = json_read(request->body, request->body_length, &request->problem, body);
    if (failed(result))
        request->problem.detail[0] = '\0';
    return result;
}

void ep_hash_identity(const struct services *services, const char *subject,
                      uint8_t hash[STORE_HASH_SIZE])
{
    char identity[sizeof "google " + IDENTITY_SUBJECT_SIZE];
    int length = snprintf(identity, sizeof identity, "google %s", subject);
    crypto_hmac_sha256(services->identity_secret, sizeof services->identity_secret, identity,
                       (size_t)length, hash);
}

void ep_mint_access(const struct services *services, struct ep_session *session,
                    const struct uuid *player)
{
    token_mint(&services->tokens, TOKEN_ACCESS, player, session->access, &session->row.access);
}

void ep_begin_session(const struct services *services, struct ep_session *session,
                      const struct uuid *player)
{
    struct uuid id;
    crypto_random(&id, sizeof id);
    refresh_token_mint(&services->tokens, player, &id, session->refresh, &session->row.refresh);
    ep_mint_access(services, session, player);
}

void ep_write_session(struct json_writer *writer, const struct ep_session *session)
{
    json_member_string(writer, "access_token", session->access);
    json_member_time(writer, "expires_at", session->ends.access_ms);
    json_member_string(writer, "refresh_token", session->refresh);
    json_member_time(writer, "refresh_expires_at", session->ends.refresh_ms);
}
