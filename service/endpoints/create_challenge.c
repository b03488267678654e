#include "base/limits.h"
#include "endpoints/challenge.h"
#include "endpoints/idempotency.h"
#include "endpoints/terms.h"

#include <stdio.h>
#include <string.h>

/** What the store is asked before a challenge can be made. */
struct background {
    struct player_found target;
    bool blocked;
    struct challenge_count count;
    struct standing standing; /* the maker's */
};

static struct result read_target(const struct json_in *body, struct uuid *target)
{
    const char *text;
    size_t length;
    if (!json_has(body, "to"))
        return OK;
    TRY(json_get_string(body, "to", JSON_REQUIRED, &text, &length));
    return uuid_parse(text, length, target) && !uuid_is_nil(target)
               ? OK
               : json_refuse(body, "to", "Must be the id of a player, a UUID.");
}

static struct result read_metadata(const struct json_in *body, struct challenge *challenge)
{
    struct json_in metadata;
    TRY(json_get_object(body, "metadata", JSON_OPTIONAL, &metadata));
    strcpy(challenge->metadata, "{}");
    return metadata.present
               ? json_compact(&metadata, challenge->metadata, sizeof challenge->metadata)
               : OK;
}

static struct result read_body(struct http_request *request, struct challenge *wanted)
{
    static const char *const fields[] = {"to",       "color",       "opening",    "position",
                                         "clock",    "wins_needed", "visibility", "rated",
                                         "metadata", "staked",      NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    bool absent = request->body_length == 0;
    TRY(json_read(absent ? "{}" : request->body, absent ? 2 : request->body_length,
                  &request->problem, &body));
    TRY(json_only(&body, fields));
    TRY(read_target(&body, &wanted->target));
    TRY(terms_read_color(&body, &wanted->color));
    TRY(terms_read(&body, VISIBILITY_UNLISTED, true, &wanted->terms));
    TRY(read_metadata(&body, wanted));
    json_fingerprint(&body, "metadata", wanted->fingerprint);
    return OK;
}

/** Who asks, what the key has made before, and what speaks against it, in one round trip. */
static struct result look_up(struct http_request *request, struct ep_challenge *loaded,
                             struct http_value key, struct challenge *wanted,
                             struct background *background)
{
    struct endpoint *endpoint = loaded->endpoint;
    struct store *store = endpoint->store;
    const struct uuid *maker = &loaded->caller.token.player;
    TRY(ep_ask_caller(request, endpoint, &loaded->caller));
    wanted->id = idempotency_id(endpoint->services, "challenge", maker, key);
    if (key.data)
        store_ask_challenge(store, &wanted->id, maker, &loaded->found);
    if (!uuid_is_nil(&wanted->target)) {
        store_ask_player(store, &wanted->target, &background->target);
        store_ask_blocked(store, maker, &wanted->target, &background->blocked);
    }
    store_ask_standing(store, maker, terms_ladder(&wanted->terms), &background->standing);
    store_ask_challenge_count(store, maker, &wanted->target, &background->count);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &loaded->caller));
    loaded->player = ep_player(&loaded->caller);
    wanted->maker = loaded->player;
    return OK;
}

static struct result refuse_many(struct http_request *request, const char *which, int most)
{
    request->response.retry_after_s = OPEN_RETRY_S;
    return fail_with(&request->problem, ERROR_TOO_MANY_CHALLENGES,
                     "You have %d open challenges%s, as many as you may: cancel one, or wait.",
                     most, which);
}

/** Whether the maker may have one more. */
static struct result check_count(struct http_request *request, const struct challenge *wanted,
                                 const struct challenge_count *count)
{
    if (count->open >= CHALLENGES_OPEN_MAX)
        return refuse_many(request, "", CHALLENGES_OPEN_MAX);
    if (!uuid_is_nil(&wanted->target) && count->to_target >= CHALLENGES_OPEN_TO_ONE_MAX)
        return refuse_many(request, " to this player", CHALLENGES_OPEN_TO_ONE_MAX);
    return OK;
}

/** Whether the caller may challenge the one who is named, and once more. */
static struct result may_challenge(struct http_request *request, const struct challenge *wanted,
                                   const struct background *background)
{
    bool named = !uuid_is_nil(&wanted->target);
    if (named && uuid_equal(&wanted->target, &wanted->maker))
        return fail_at(&request->problem, ERROR_INVALID_FIELD, "/to",
                       "You cannot challenge yourself.");
    if (named && !background->target.found)
        return fail_at(&request->problem, ERROR_PLAYER_NOT_FOUND, "/to",
                       "There is no player with this id.");
    if (background->blocked)
        return fail(ERROR_BLOCKED);
    TRY(check_count(request, wanted, &background->count));
    bool guest = named && background->target.player.kind == PLAYER_GUEST;
    TRY(terms_check_stake(&wanted->terms, guest, &background->standing));
    return terms_check(&wanted->terms);
}

/** Fills in what follows from who asks, from whom, and from chance. */
static void complete(const struct ep_challenge *loaded, const struct background *background,
                     struct challenge *wanted)
{
    const struct player *maker = &loaded->caller.answer.player;
    memcpy(wanted->maker_name, maker->name, sizeof wanted->maker_name);
    wanted->guests = maker->kind == PLAYER_GUEST;
    if (!uuid_is_nil(&wanted->target)) {
        memcpy(wanted->target_name, background->target.player.name, sizeof wanted->target_name);
        wanted->guests |= background->target.player.kind == PLAYER_GUEST;
    }
    wanted->seed = terms_seed();
    challenge_begin(wanted, loaded->caller.answer.now_ms);
}

/** The key came before: the same request gets the same challenge, another one is refused. */
static struct result repeat(struct ep_challenge *loaded, const struct challenge *wanted)
{
    const struct challenge *found = &loaded->found.challenge;
    if (!uuid_equal(&found->maker, &wanted->maker) ||
        memcmp(found->fingerprint, wanted->fingerprint, sizeof found->fingerprint) != 0)
        return fail(ERROR_IDEMPOTENCY_KEY_REUSED);
    loaded->replay = true;
    loaded->status = 200;
    return OK;
}

/** Inserts it. Where it is not inserted the key has just made it, or others were made that leave no
 *  room, or the code is taken: then with another one. */
static struct result add(struct http_request *request, struct ep_challenge *loaded,
                         struct challenge *wanted)
{
    struct store *store = loaded->endpoint->store;
    for (int tries = 0; tries < COMPARE_AND_SET_TRIES; tries++) {
        uint8_t random[INVITATION_CODE_LENGTH];
        bool added = false;
        crypto_random(random, sizeof random);
        if (uuid_is_nil(&wanted->target))
            invitation_code_make(random, wanted->code);
        store_ask_add_challenge(store, wanted, &added);
        TRY(ep_flush(request, loaded->endpoint));
        if (added) {
            loaded->found = (struct challenge_found){
                .found = true, .now_ms = loaded->caller.answer.now_ms, .challenge = *wanted};
            loaded->status = 201;
            challenge_tell(loaded->endpoint, wanted);
            return OK;
        }
        struct challenge_count count;
        store_ask_challenge(store, &wanted->id, &wanted->maker, &loaded->found);
        store_ask_challenge_count(store, &wanted->maker, &wanted->target, &count);
        TRY(ep_flush(request, loaded->endpoint));
        if (loaded->found.found)
            return repeat(loaded, wanted);
        TRY(check_count(request, wanted, &count));
    }
    return fail(ERROR_OVERLOADED);
}

static void locate(struct http_request *request, const struct uuid *challenge)
{
    char id[UUID_TEXT_SIZE], location[64];
    uuid_write(challenge, id);
    snprintf(location, sizeof location, "/v1/challenges/%s", id);
    http_response_header(request, "Location", location);
}

struct result ep_create_challenge(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct ep_challenge *loaded = http_request_alloc(request, sizeof *loaded);
    struct challenge wanted = {0};
    struct background background = {0};
    struct http_value key;
    TRY(http_query_only(request, names));
    TRY(idempotency_key(request, &key));
    TRY(read_body(request, &wanted));
    loaded->endpoint = worker;
    TRY(look_up(request, loaded, key, &wanted, &background));
    if (loaded->found.found)
        TRY(repeat(loaded, &wanted));
    else {
        TRY(may_challenge(request, &wanted, &background));
        complete(loaded, &background, &wanted);
        TRY(add(request, loaded, &wanted));
    }
    if (loaded->status == 201)
        locate(request, &wanted.id);
    challenge_answer(request, loaded);
    return OK;
}
