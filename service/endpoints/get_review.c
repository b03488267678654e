#include "base/limits.h"
#include "domain/words.h"
#include "endpoints/fair.h"
#include "endpoints/review.h"
#include "endpoints/study.h"
#include "json/study.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct result review_load(struct http_request *request, struct endpoint *endpoint,
                          enum study_strength strength, struct ep_review *review)
{
    TRY(ep_load_game(request, endpoint, &review->game));
    const struct game *game = &review->game->game;
    if (game->status != GAME_FINISHED)
        return fail_with(&request->problem, ERROR_GAME_NOT_FINISHED,
                         "The game is %s: it has no result to review.", words_status[game->status]);
    struct study_key key = {game->id, strength};
    struct rated_games unfair;
    store_ask_study(endpoint->store, &key, &review->found);
    fair_ask(endpoint, &review->game->caller, &unfair);
    TRY(ep_flush(request, endpoint));
    review->withheld = fair_withheld(&unfair, &game->rules);
    return OK;
}

void review_tag(struct http_request *request, const struct ep_review *review)
{
    char *etag = request->response.etag;
    study_tag(request, &review->found.study);
    size_t length = strlen(etag) - 1; /* without the quotation mark */
    if (review->withheld)
        snprintf(etag + length, HTTP_ETAG_SIZE - length, ".%" PRIx64 "\"", review->withheld);
}

struct result review_answer(struct http_request *request, struct endpoint *endpoint,
                            const struct ep_review *review)
{
    STUDY_RESULTS_CLEANUP struct study_results found = {0};
    const struct study *study = &review->found.study;
    const struct game *game = &review->game->game;
    struct review built;
    store_ask_study_results(endpoint->store, &study->key, &found);
    TRY(ep_flush(request, endpoint));
    if (!review_build(&game->rules, found.results, found.count, review->withheld, &built))
        return fail(ERROR_INTERNAL);
    struct json_writer writer = ep_json(request, study_is_open(study) ? 202 : 200);
    json_review(&writer, game, study, &built);
    return OK;
}

struct query {
    int strength;
    int64_t wait_s;
};

static struct result read_query(struct http_request *request, struct query *query)
{
    static const char *const names[] = {"strength", "wait", NULL};
    *query = (struct query){.strength = STUDY_STANDARD};
    TRY(http_query_only(request, names));
    TRY(ep_query_choice(request, "strength", words_review_strength, &query->strength));
    return ep_query_number(request, "wait", 0, WAIT_S_MAX, &query->wait_s);
}

struct result ep_get_review(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct ep_review review;
    struct study_key key;
    struct query query;
    int64_t until;
    TRY(read_query(request, &query));
    key.strength = (enum study_strength)query.strength;
    TRY(ep_path_id(request, "game", &key.id));
    if (query.wait_s > 0)
        study_watch(request, endpoint, &key);
    TRY(review_load(request, endpoint, key.strength, &review));
    if (!review.found.found)
        return fail(ERROR_REVIEW_NOT_FOUND);
    review_tag(request, &review);
    if (study_should_wait(request, &review.found.study, query.wait_s, &until) &&
        !failed(http_request_park(request, until, ep_get_review)))
        return OK;
    if (http_none_match(request, request->response.etag)) {
        http_response_not_modified(request);
        return OK;
    }
    return review_answer(request, endpoint, &review);
}
