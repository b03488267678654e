#include "endpoints/analysis.h"

#include "base/limits.h"
#include "endpoints/study.h"

/** One that was asked for with a token is there for that player only. */
static bool may_see(const struct study *study, const struct ep_caller *caller)
{
    struct uuid player = ep_player(caller);
    return !study->has_token || uuid_equal(&study->caller, &player);
}

struct result analysis_load(struct http_request *request, struct endpoint *endpoint,
                            enum http_scope scope, struct study_found *found,
                            struct rated_games *unfair)
{
    struct study_key key = {.strength = STUDY_OWN};
    struct ep_caller caller;
    TRY(ep_path_id(request, "analysis", &key.id));
    TRY(ep_ask_caller(request, endpoint, &caller));
    store_ask_study(endpoint->store, &key, found);
    if (unfair)
        fair_ask(endpoint, &caller, unfair);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    if (!found->found || !may_see(&found->study, &caller))
        return fail(ERROR_ANALYSIS_NOT_FOUND);
    return found->study.has_token ? ep_check_own(request, &caller, scope) : OK;
}

/** What was asked about may have come up in a rated game since. */
static struct result check_fair(struct http_request *request, const struct study *study,
                                const struct rated_games *unfair)
{
    struct rev_game game;
    bool asks = unfair->more || unfair->count > 0;
    for (int step = 0; asks && step < study->steps; step++) {
        if (!study_position(study, step, &game))
            return fail(ERROR_INTERNAL);
        TRY(fair_check(request, unfair, &game.now));
    }
    return OK;
}

struct result ep_get_analysis(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct rated_games unfair;
    struct study_key key = {.strength = STUDY_OWN};
    struct study_found found;
    int64_t wait_s = 0, until;
    TRY(ep_read_wait(request, &wait_s));
    TRY(ep_path_id(request, "analysis", &key.id));
    if (wait_s > 0)
        study_watch(request, endpoint, &key);
    TRY(analysis_load(request, endpoint, SCOPE_READ, &found, &unfair));
    TRY(check_fair(request, &found.study, &unfair));
    study_tag(request, &found.study);
    if (study_should_wait(request, &found.study, wait_s, &until) &&
        !failed(http_request_park(request, until, ep_get_analysis)))
        return OK;
    if (http_none_match(request, request->response.etag)) {
        http_response_not_modified(request);
        return OK;
    }
    return study_answer_analysis(request, endpoint, &found.study, 200);
}
