#include "endpoints/seek.h"

#include "base/log.h"
#include "json/seek.h"

#include <inttypes.h>
#include <stdio.h>

struct pairing seek_pairing(const struct endpoint *endpoint)
{
    return (struct pairing){endpoint->services->turns, endpoint->services->hub};
}

struct result seek_read_id(struct http_request *request, struct uuid *id)
{
    struct http_value text = http_param(request, "id");
    if (uuid_parse(text.data, text.length, id))
        return OK;
    return fail_for(&request->problem, ERROR_INVALID_PATH, "id", "The seek's id must be a UUID.");
}

static struct seek_view view_of(const struct ep_seek *loaded)
{
    return (struct seek_view){&loaded->found.seek, loaded->player, loaded->found.now_ms};
}

static void write_state(struct http_request *request, struct text *body)
{
    int status = request->response.status;
    if (status != 409 && status != 410)
        return;
    struct json_writer writer = json_writer_to(body);
    struct seek_view view = view_of(request->state);
    text_puts(body, ",\"state\":");
    json_seek(&writer, &view);
}

void seek_show_in_problems(struct http_request *request)
{
    request->problem_extra = write_state;
}

struct result seek_load(struct http_request *request, struct endpoint *endpoint,
                        struct ep_seek **result)
{
    struct uuid id;
    struct ep_seek *loaded = request->state;
    if (!loaded)
        request->state = loaded = http_request_alloc(request, sizeof *loaded);
    loaded->endpoint = endpoint;
    loaded->status = 200;
    TRY(seek_read_id(request, &id));
    TRY(ep_ask_caller(request, endpoint, &loaded->caller));
    store_ask_seek(endpoint->store, &id, &loaded->found);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &loaded->caller));
    if (ep_sees_own(&loaded->caller))
        loaded->player = ep_player(&loaded->caller);
    if (!loaded->found.found)
        return fail(ERROR_SEEK_NOT_FOUND);
    seek_show_in_problems(request);
    *result = loaded;
    return OK;
}

bool seek_is_mine(const struct ep_seek *loaded)
{
    return uuid_equal(&loaded->found.seek.player, &loaded->player);
}

/** Prolongs its life, with what became of its player meanwhile. */
static struct result renew(struct http_request *request, struct endpoint *endpoint,
                           struct seek_found *found)
{
    struct seek next = found->seek;
    struct standing standing;
    bool renewed = false;
    if (next.terms.rated) {
        store_ask_standing(endpoint->store, &next.player, terms_ladder(&next.terms), &standing);
        TRY(ep_flush(request, endpoint));
        seek_refresh(&next, &standing);
    }
    next.alive_until_ms = found->now_ms + seek_life_ms(&next);
    store_ask_renew_seek(endpoint->store, &next, &renewed);
    TRY(ep_flush(request, endpoint));
    if (renewed)
        found->seek = next;
    return OK;
}

struct result seek_ask_for(struct http_request *request, struct endpoint *endpoint,
                           struct seek_found *found)
{
    struct pairing pairing = seek_pairing(endpoint);
    if (seek_is_fading(&found->seek, found->now_ms))
        TRY(renew(request, endpoint, found));
    struct result result = pairing_try(&pairing, endpoint->store, found);
    if (failed(result))
        LOG(LOG_WARNING, "pairing-failed", log_string("id", request->id),
            log_string("why", store_why(endpoint->store)));
    return result;
}

void seek_etag(const struct ep_seek *loaded, char etag[HTTP_ETAG_SIZE])
{
    const struct seek *seek = &loaded->found.seek;
    int rating = seek_is_rated(seek) ? seek->rating : 0;
    snprintf(etag, HTTP_ETAG_SIZE, "W/\"%d.seek.%d.%" PRIx32 ".%d\"",
             seek_version_at(seek, loaded->found.now_ms), seek_is_mine(loaded),
             ep_mark_name(0, seek->player_name), rating);
}

void seek_answer(struct http_request *request, const struct ep_seek *loaded)
{
    struct http_response *response = &request->response;
    seek_etag(loaded, response->etag);
    if (request->method == HTTP_GET && http_none_match(request, response->etag)) {
        http_response_not_modified(request);
        return;
    }
    if (loaded->replay)
        http_response_header(request, "Idempotent-Replay", "true");
    struct json_writer writer = ep_json(request, loaded->status);
    struct seek_view view = view_of(loaded);
    json_seek(&writer, &view);
}
