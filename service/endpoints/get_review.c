#include "base/limits.h"
#include "domain/words.h"
#include "endpoints/fair.h"
#include "endpoints/review.h"
#include "endpoints/study.h"
#include "json/study.h"

struct result review_load(struct http_request *request, struct endpoint *endpoint,
                          enum study_strength strength, struct ep_game **loaded,
                          struct study_found *found)
{
    TRY(ep_load_game(request, endpoint, loaded));
    if ((*loaded)->game.status != GAME_FINISHED)
        return fail_with(&request->problem, ERROR_GAME_NOT_FINISHED,
                         "The game is %s: it has no result to review.",
                         words_status[(*loaded)->game.status]);
    struct study_key key = {(*loaded)->id, strength};
    struct rated_positions unfair;
    store_ask_study(endpoint->store, &key, found);
    fair_ask(endpoint, &(*loaded)->caller, &unfair);
    TRY(ep_flush(request, endpoint));
    return fair_check_course(&unfair, &(*loaded)->game.rules);
}

struct result review_answer(struct http_request *request, struct endpoint *endpoint,
                            const struct game *game, const struct study *study)
{
    STUDY_RESULTS_CLEANUP struct study_results found = {0};
    struct review review;
    store_ask_study_results(endpoint->store, &study->key, &found);
    TRY(ep_flush(request, endpoint));
    if (!review_build(&game->rules, found.results, found.count, &review))
        return fail(ERROR_INTERNAL);
    struct json_writer writer = ep_json(request, study_is_open(study) ? 202 : 200);
    json_review(&writer, game, study, &review);
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
    struct study_found found;
    struct study_key key;
    struct ep_game *loaded;
    struct query query;
    int64_t until;
    TRY(read_query(request, &query));
    key.strength = (enum study_strength)query.strength;
    TRY(ep_path_id(request, "game", &key.id));
    if (query.wait_s > 0)
        study_watch(request, endpoint, &key);
    TRY(review_load(request, endpoint, key.strength, &loaded, &found));
    if (!found.found)
        return fail(ERROR_REVIEW_NOT_FOUND);
    study_tag(request, &found.study);
    if (study_should_wait(request, &found.study, query.wait_s, &until) &&
        !failed(http_request_park(request, until, ep_get_review)))
        return OK;
    if (http_none_match(request, request->response.etag)) {
        http_response_not_modified(request);
        return OK;
    }
    return review_answer(request, endpoint, &loaded->game, &found.study);
}
