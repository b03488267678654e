#include "base/limits.h"
#include "endpoints/idempotency.h"
#include "endpoints/seek.h"
#include "endpoints/terms.h"

#include <stdio.h>
#include <string.h>

/** What the store is asked before a seek can be made. */
struct background {
    struct seekers seekers; /* the caller's count, read before the rest */
    struct seek_list open;  /* the caller's */
    struct standing standing;
};

static struct result read_range(const struct json_in *body, struct seek *wanted)
{
    int64_t min = RATING_MIN, max = RATING_MAX;
    const char *field = json_has(body, "rating_min") ? "rating_min" : "rating_max";
    if (!wanted->terms.rated && json_has(body, field))
        return json_refuse(body, field, "A range of ratings goes with \"rated\": true.");
    TRY(json_get_integer(body, "rating_min", JSON_OPTIONAL, RATING_MIN, RATING_MAX, &min));
    TRY(json_get_integer(body, "rating_max", JSON_OPTIONAL, RATING_MIN, RATING_MAX, &max));
    if (min > max)
        return json_refuse(body, "rating_max", "Must not be less than rating_min.");
    wanted->rating_min = (int)min;
    wanted->rating_max = (int)max;
    return OK;
}

static struct result read_body(struct http_request *request, struct seek *wanted)
{
    static const char *const fields[] = {"color",      "opening", "clock",  "wins_needed",
                                         "visibility", "rated",   "staked", "rating_min",
                                         "rating_max", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    bool absent = request->body_length == 0;
    TRY(json_read(absent ? "{}" : request->body, absent ? 2 : request->body_length,
                  &request->problem, &body));
    TRY(json_only(&body, fields));
    TRY(terms_read_color(&body, &wanted->color));
    TRY(terms_read(&body, VISIBILITY_PUBLIC, false, &wanted->terms));
    TRY(read_range(&body, wanted));
    json_fingerprint(&body, NULL, wanted->fingerprint);
    return OK;
}

static void ask_background(struct store *store, const struct uuid *player,
                           struct background *background)
{
    seek_list_release(&background->open);
    background->seekers.count = 1;
    background->seekers.seekers[0].player = *player;
    store_ask_seekers(store, &background->seekers);
    store_ask_seeks_of(store, player, 1, &background->open);
}

/** Fills in what follows from who asks and from chance. */
static void complete(const struct ep_seek *loaded, const struct background *background,
                     struct seek *wanted)
{
    const struct player *player = &loaded->caller.answer.player;
    wanted->player = player->id;
    memcpy(wanted->player_name, player->name, sizeof wanted->player_name);
    wanted->guest = player->kind == PLAYER_GUEST;
    wanted->rating = elo_shown(rating_of(&background->standing.rating));
    wanted->seed = terms_seed();
}

/** The key came before: the same request gets the same seek, another one is refused. */
static struct result repeat(struct ep_seek *loaded, const struct seek *wanted)
{
    const struct seek *found = &loaded->found.seek;
    if (!uuid_equal(&found->player, &wanted->player) ||
        memcmp(found->fingerprint, wanted->fingerprint, sizeof found->fingerprint) != 0)
        return fail(ERROR_IDEMPOTENCY_KEY_REUSED);
    loaded->replay = true;
    loaded->status = 200;
    return OK;
}

static struct result refuse_many(struct http_request *request)
{
    request->response.retry_after_s = OPEN_RETRY_S;
    return fail_with(&request->problem, ERROR_TOO_MANY_SEEKS,
                     "You have %d open seeks, as many as you may: withdraw one, or wait.",
                     SEEKS_OPEN_MAX);
}

/** Inserts it, and looks again where the caller's count has moved on or the key has just made it.
 */
static struct result add(struct http_request *request, struct ep_seek *loaded,
                         struct background *background, struct seek *wanted)
{
    struct store *store = loaded->endpoint->store;
    for (int tries = 0; tries < COMPARE_AND_SET_TRIES; tries++) {
        bool added = false;
        if (background->open.count >= SEEKS_OPEN_MAX)
            return refuse_many(request);
        seek_begin(wanted, background->open.now_ms);
        store_ask_begin(store);
        store_ask_advance_seeker(store, &background->seekers.seekers[0]);
        store_ask_add_seek(store, wanted);
        store_ask_commit(store, &added);
        TRY(ep_flush(request, loaded->endpoint));
        if (added) {
            loaded->found = (struct seek_found){true, background->open.now_ms, *wanted};
            loaded->status = 201;
            return OK;
        }
        store_ask_seek(store, &wanted->id, &loaded->found);
        ask_background(store, &wanted->player, background);
        TRY(ep_flush(request, loaded->endpoint));
        if (loaded->found.found)
            return repeat(loaded, wanted);
    }
    return fail(ERROR_OVERLOADED);
}

/** Who asks, what the key has made before, and what else the caller seeks, in one round trip. */
static struct result look_up(struct http_request *request, struct ep_seek *loaded,
                             struct http_value key, struct seek *wanted,
                             struct background *background)
{
    struct endpoint *endpoint = loaded->endpoint;
    const struct uuid *player = &loaded->caller.token.player;
    TRY(ep_ask_caller(request, endpoint, &loaded->caller));
    wanted->id = idempotency_id(endpoint->services, "seek", player, key);
    if (key.data)
        store_ask_seek(endpoint->store, &wanted->id, &loaded->found);
    ask_background(endpoint->store, player, background);
    store_ask_standing(endpoint->store, player, terms_ladder(&wanted->terms),
                       &background->standing);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &loaded->caller));
    loaded->player = ep_player(&loaded->caller);
    complete(loaded, background, wanted);
    return OK;
}

static struct result create(struct http_request *request, struct ep_seek *loaded,
                            struct http_value key, struct background *background)
{
    struct seek wanted = {0};
    TRY(read_body(request, &wanted));
    TRY(look_up(request, loaded, key, &wanted, background));
    if (loaded->found.found)
        return repeat(loaded, &wanted);
    TRY(terms_check_stake(&wanted.terms, false, &background->standing));
    return add(request, loaded, background, &wanted);
}

static void locate(struct http_request *request, const struct uuid *seek)
{
    char id[UUID_TEXT_SIZE], location[64];
    uuid_write(seek, id);
    snprintf(location, sizeof location, "/v1/seeks/%s", id);
    http_response_header(request, "Location", location);
}

struct result ep_create_seek(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct ep_seek *loaded = http_request_alloc(request, sizeof *loaded);
    struct background background = {0};
    struct http_value key;
    TRY(http_query_only(request, names));
    TRY(idempotency_key(request, &key));
    loaded->endpoint = worker;
    struct result created = create(request, loaded, key, &background);
    seek_list_release(&background.open);
    TRY(created);
    /* It stands: where it cannot be paired now, the next who asks for it does that. Only then is it
       told, so that the player's own streams do not try the same. */
    struct result paired = seek_ask_for(request, loaded->endpoint, &loaded->found);
    (void)paired;
    if (loaded->status == 201) {
        struct pairing pairing = seek_pairing(loaded->endpoint);
        pairing_tell(&pairing, &loaded->found.seek);
        locate(request, &loaded->found.seek.id);
    }
    seek_answer(request, loaded);
    return OK;
}
