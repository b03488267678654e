#include "domain/words.h"
#include "endpoints/challenge.h"

static struct result read_reason(struct http_request *request, int *reason)
{
    static const char *const fields[] = {"reason", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    if (request->body_length == 0)
        return OK;
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    TRY(json_only(&body, fields));
    return json_get_choice(&body, "reason", JSON_OPTIONAL, words_decline, reason);
}

static struct result decide(const struct ep_challenge *loaded, const void *decision,
                            struct challenge *next, bool *replay)
{
    const int *reason = decision;
    return challenge_decline(&loaded->found.challenge, &loaded->player,
                             (enum decline_reason) * reason, loaded->found.now_ms, next, replay);
}

struct result ep_decline_challenge(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct ep_challenge *loaded;
    int reason = DECLINE_OTHER;
    TRY(http_query_only(request, names));
    TRY(read_reason(request, &reason));
    TRY(challenge_load(request, worker, &loaded));
    TRY(challenge_change(request, loaded, decide, &reason));
    challenge_answer(request, loaded);
    return OK;
}
