#include "endpoints/challenge.h"

#include "base/limits.h"
#include "json/challenge.h"

#include <inttypes.h>
#include <stdio.h>

struct result challenge_read_name(struct http_request *request, struct challenge_name *name)
{
    struct http_value text = http_param(request, "id");
    name->is_code = invitation_code_read(text.data, text.length, name->code);
    if (name->is_code || uuid_parse(text.data, text.length, &name->id))
        return OK;
    return fail_for(
        &request->problem, ERROR_INVALID_PATH, "id",
        "The challenge is named by its id, a UUID, or by the %d characters of its code.",
        INVITATION_CODE_LENGTH);
}

void challenge_write(struct json_writer *writer, const struct endpoint *endpoint,
                     const struct challenge_found *found, const struct uuid *player, int64_t now_ms)
{
    struct challenge_view view = {
        .challenge = &found->challenge,
        .meeting = &found->meeting,
        .player = *player,
        .now_ms = now_ms,
        .public_url = endpoint->services->config->public_url,
    };
    json_challenge(writer, &view);
}

/** What a conflict shows besides: the challenge as it is. */
static void write_state(struct http_request *request, struct text *body)
{
    const struct ep_challenge *loaded = request->state;
    int status = request->response.status;
    if (status != 409 && status != 410)
        return;
    struct json_writer writer = json_writer_to(body);
    text_puts(body, ",\"state\":");
    challenge_write(&writer, loaded->endpoint, &loaded->found, &loaded->player,
                    loaded->found.now_ms);
}

struct result challenge_load(struct http_request *request, struct endpoint *endpoint,
                             struct ep_challenge **result)
{
    struct challenge_name name;
    struct ep_challenge *loaded = request->state;
    if (!loaded)
        request->state = loaded = http_request_alloc(request, sizeof *loaded);
    loaded->endpoint = endpoint;
    loaded->status = 200;
    TRY(challenge_read_name(request, &name));
    TRY(ep_ask_caller(request, endpoint, &loaded->caller));
    if (name.is_code)
        store_ask_challenge_by_code(endpoint->store, name.code, &loaded->caller.token.player,
                                    &loaded->found);
    else
        store_ask_challenge(endpoint->store, &name.id, &loaded->caller.token.player,
                            &loaded->found);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &loaded->caller));
    loaded->player = ep_player(&loaded->caller);
    if (!loaded->found.found || !challenge_concerns(&loaded->found.challenge, &loaded->player))
        return fail(ERROR_CHALLENGE_NOT_FOUND);
    if (!uuid_is_nil(&loaded->found.challenge.target))
        TRY(ep_check_own(request, &loaded->caller, SCOPE_READ));
    else if (!ep_sees_own(&loaded->caller))
        loaded->player = (struct uuid){{0}};
    request->problem_extra = write_state;
    *result = loaded;
    return OK;
}

struct result challenge_reload(struct http_request *request, struct ep_challenge *loaded)
{
    struct uuid id = loaded->found.challenge.id;
    store_ask_challenge(loaded->endpoint->store, &id, &loaded->player, &loaded->found);
    TRY(ep_flush(request, loaded->endpoint));
    if (loaded->found.found)
        return OK;
    request->problem_extra = NULL;
    return fail(ERROR_CHALLENGE_NOT_FOUND);
}

void challenge_tell(const struct endpoint *endpoint, const struct challenge *challenge)
{
    struct hub *hub = endpoint->services->hub;
    hub_signal(hub, &challenge->id);
    hub_signal(hub, &challenge->maker);
    if (!uuid_is_nil(&challenge->target))
        hub_signal(hub, &challenge->target);
}

static struct result decide_and_save(struct http_request *request, struct ep_challenge *loaded,
                                     challenge_decide *decide, const void *decision, bool *saved)
{
    struct challenge next;
    struct store *store = loaded->endpoint->store;
    TRY(decide(loaded, decision, &next, &loaded->replay));
    *saved = loaded->replay;
    if (loaded->replay)
        return OK;
    store_ask_begin(store);
    store_ask_change_challenge(store, &next);
    store_ask_commit(store, saved);
    TRY(ep_flush(request, loaded->endpoint));
    if (*saved) {
        loaded->found.challenge = next;
        challenge_tell(loaded->endpoint, &next);
    }
    return OK;
}

struct result challenge_change(struct http_request *request, struct ep_challenge *loaded,
                               challenge_decide *decide, const void *decision)
{
    for (int tries = 0; tries < COMPARE_AND_SET_TRIES; tries++) {
        bool saved = false;
        struct result result = decide_and_save(request, loaded, decide, decision, &saved);
        if (saved && !failed(result))
            return OK;
        if (failed(result) && result.code != ERROR_DATABASE_UNAVAILABLE)
            return result;
        struct result reloaded = challenge_reload(request, loaded);
        if (failed(reloaded))
            return failed(result) ? result : reloaded;
    }
    return fail(ERROR_OVERLOADED);
}

void challenge_etag(const struct ep_challenge *loaded, char etag[HTTP_ETAG_SIZE])
{
    const struct challenge *challenge = &loaded->found.challenge;
    bool named = !uuid_is_nil(&loaded->player);
    const char *seat = named && uuid_equal(&challenge->maker, &loaded->player) ? "maker"
                       : named                                                 ? "invited"
                                                                               : "none";
    uint32_t names = ep_mark_name(ep_mark_name(0, challenge->maker_name), challenge->target_name);
    const struct meeting *meeting = &loaded->found.meeting;
    int64_t now_ms = loaded->found.now_ms;
    struct challenge_rating rating = challenge_rates(challenge, &loaded->player, meeting);
    snprintf(etag, HTTP_ETAG_SIZE, "W/\"%d.challenge.%s.%" PRIx32 ".%d.%d\"",
             challenge_version_at(challenge, now_ms), seat, names,
             challenge_can_accept(challenge, &loaded->player, meeting, now_ms),
             (int)rating.unrated);
}

void challenge_answer(struct http_request *request, const struct ep_challenge *loaded)
{
    struct http_response *response = &request->response;
    challenge_etag(loaded, response->etag);
    if (request->method == HTTP_GET && http_none_match(request, response->etag)) {
        http_response_not_modified(request);
        return;
    }
    if (loaded->replay)
        http_response_header(request, "Idempotent-Replay", "true");
    struct json_writer writer = ep_json(request, loaded->status);
    challenge_write(&writer, loaded->endpoint, &loaded->found, &loaded->player,
                    loaded->found.now_ms);
}
