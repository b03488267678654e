#include "endpoints/study.h"

#include "base/clock.h"
#include "base/limits.h"
#include "domain/words.h"
#include "http/address.h"
#include "json/study.h"

#include <string.h>

/** A keyed hash of the address, or of the network that counts as one client: it tells nobody the
 *  address. */
static struct uuid id_of_address(const struct http_request *request,
                                 const struct endpoint *endpoint)
{
    static const char purpose[] = "address";
    TEXT_CLEANUP struct text bytes = {0};
    struct http_address address = {{0}};
    (void)http_address_parse(request->address, strlen(request->address), &address);
    address = http_address_client(&address);
    text_append(&bytes, (const char *)endpoint->services->idempotency_secret, STORE_SECRET_SIZE);
    text_append(&bytes, purpose, sizeof purpose);
    text_append(&bytes, (const char *)address.bytes, sizeof address.bytes);
    return uuid_of(bytes.data, bytes.length);
}

struct study_caller study_caller_of(const struct http_request *request,
                                    const struct endpoint *endpoint, const struct uuid *player)
{
    if (uuid_is_nil(player))
        return (struct study_caller){id_of_address(request, endpoint), false};
    return (struct study_caller){*player, true};
}

struct result study_check_room(struct http_request *request, const struct study_load *load)
{
    int open = load->queued + load->running;
    if (load->callers < study_share(open, STUDIES_MAX, STUDIES_OF_CALLER_MAX))
        return OK;
    request->response.retry_after_s = STUDY_RETRY_S;
    if (open >= STUDIES_MAX && load->callers < STUDIES_OF_CALLER_MAX)
        return fail_with(&request->problem, ERROR_OVERLOADED,
                         "Too many analyses and reviews are waiting.");
    return fail_with(&request->problem, ERROR_TOO_MANY_STUDIES,
                     "You have %d analyses and reviews that have not ended.", load->callers);
}

struct result study_queue(struct http_request *request, struct endpoint *endpoint,
                          const struct study_load *load, const struct study *study, bool *inserted)
{
    if (study_is_open(study))
        TRY(study_check_room(request, load));
    *inserted = false;
    store_ask_insert_study(endpoint->store, study, inserted);
    TRY(ep_flush(request, endpoint));
    if (*inserted && study_is_open(study))
        studies_take(endpoint->services->studies, endpoint->store);
    return OK;
}

void study_watch(struct http_request *request, struct endpoint *endpoint,
                 const struct study_key *key)
{
    struct uuid topic = study_topic(key);
    hub_watch(endpoint->services->hub, request, &topic);
}

void study_tag(struct http_request *request, const struct study *study)
{
    snprintf(request->response.etag, HTTP_ETAG_SIZE, "W/\"%d.%s.study\"", study->version,
             words_study_status[study->status]);
}

bool study_should_wait(struct http_request *request, const struct study *study, int64_t wait_s,
                       int64_t *until)
{
    int64_t now = clock_steady_ms();
    int64_t end = request->arrived_steady_ms + wait_s * 1000;
    *until = now + WATCH_RECHECK_MS < end ? now + WATCH_RECHECK_MS : end;
    return now < end && study_is_open(study) && http_none_match(request, request->response.etag);
}

struct result study_answer_analysis(struct http_request *request, struct endpoint *endpoint,
                                    const struct study *study, int status)
{
    const int64_t kept_ms = (int64_t)ANALYSIS_DAYS * 24 * 60 * 60 * 1000;
    STUDY_RESULTS_CLEANUP struct study_results found = {0};
    store_ask_study_results(endpoint->store, &study->key, &found);
    TRY(ep_flush(request, endpoint));
    struct json_writer writer = ep_json(request, status);
    int64_t expires_ms = study_is_open(study) ? 0 : study->updated_ms + kept_ms;
    return json_analysis_job(&writer, study, found.results, found.count, expires_ms)
               ? OK
               : fail(ERROR_INTERNAL);
}
