/*
 * A game has one review of each strength: asking again finds it, and whoever asks first has it
 * made. One that was given up is queued again, to go on where it was, in the share of whoever asks.
 */
#include "domain/words.h"
#include "endpoints/review.h"
#include "endpoints/study.h"

#include <stdio.h>

static struct result read_body(struct http_request *request, int *strength)
{
    static const char *const fields[] = {"strength", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    *strength = STUDY_STANDARD;
    if (request->body_length == 0)
        return OK;
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    TRY(json_only(&body, fields));
    return json_get_choice(&body, "strength", JSON_OPTIONAL, words_review_strength, strength);
}

static struct result reload(struct http_request *request, struct endpoint *endpoint,
                            const struct study_key *key, struct study_found *found)
{
    store_ask_study(endpoint->store, key, found);
    TRY(ep_flush(request, endpoint));
    return found->found ? OK : fail(ERROR_INTERNAL);
}

static struct result make(struct http_request *request, struct endpoint *endpoint,
                          const struct ep_game *loaded, enum study_strength strength,
                          struct study_found *found)
{
    struct study *study = &found->study;
    struct study_load load;
    bool inserted;
    study_of_game(study, &loaded->game, strength, loaded->now_ms);
    study->caller = ep_player(&loaded->caller);
    study->has_token = true;
    store_ask_study_load(endpoint->store, &study->caller, &load);
    TRY(ep_flush(request, endpoint));
    TRY(study_queue(request, endpoint, &load, study, &inserted));
    if (!inserted) /* somebody else asked at the same moment */
        http_response_header(request, "Idempotent-Replay", "true");
    struct study_key key = study->key;
    return reload(request, endpoint, &key, found);
}

/** It was asked for before: that one, unless it was given up. */
static struct result repeat(struct http_request *request, struct endpoint *endpoint,
                            const struct uuid *player, struct study_found *found)
{
    struct study_key key = found->study.key;
    if (found->study.status != STUDY_FAILED) {
        http_response_header(request, "Idempotent-Replay", "true");
        return OK;
    }
    TRY(study_restart(request, endpoint, player, &key));
    return reload(request, endpoint, &key, found);
}

static void locate(struct http_request *request, const struct study_key *key)
{
    char id[UUID_TEXT_SIZE], location[96];
    uuid_write(&key->id, id);
    snprintf(location, sizeof location, "/v1/games/%s/review?strength=%s", id,
             words_review_strength[key->strength]);
    http_response_header(request, "Location", location);
}

struct result ep_review_game(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct ep_review review;
    int strength;
    TRY(http_query_only(request, names));
    TRY(read_body(request, &strength));
    TRY(review_load(request, endpoint, (enum study_strength)strength, &review));
    struct study_found *found = &review.found;
    struct uuid player = ep_player(&review.game->caller);
    if (found->found)
        TRY(repeat(request, endpoint, &player, found));
    else
        TRY(make(request, endpoint, review.game, (enum study_strength)strength, found));
    review_tag(request, &review);
    if (study_is_open(&found->study))
        locate(request, &found->study.key);
    return review_answer(request, endpoint, &review);
}
