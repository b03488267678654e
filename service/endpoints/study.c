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

/** How many one caller may have open now. */
static int share_of(const struct study_load *load)
{
    return study_share(load->queued + load->running, STUDIES_MAX, STUDIES_OF_CALLER_MAX);
}

/** Whether the caller that `load` was asked for may have one more. */
static struct result check_room(struct http_request *request, const struct study_load *load)
{
    int open = load->queued + load->running;
    if (load->callers < share_of(load))
        return OK;
    request->response.retry_after_s = STUDY_RETRY_S;
    if (open >= STUDIES_MAX && load->callers < STUDIES_OF_CALLER_MAX)
        return fail_with(&request->problem, ERROR_OVERLOADED,
                         "Too many analyses and reviews are waiting.");
    return fail_with(&request->problem, ERROR_TOO_MANY_STUDIES,
                     "You have %d analyses and reviews that have not ended.", load->callers);
}

/**
 * Asks for one more that is open, and again where the caller's count has moved on meanwhile.
 *
 * @param fresh    inserted; NULL: the one with the key is restarted
 * @param written  false: it was there, or somebody else restarted it
 */
static struct result write_open(struct http_request *request, struct endpoint *endpoint,
                                const struct uuid *caller, const struct study_load *before,
                                const struct study_key *key, const struct study *fresh,
                                bool *written)
{
    struct store *store = endpoint->store;
    struct study_load load = *before;
    for (int tries = 0; tries < COMPARE_AND_SET_TRIES; tries++) {
        bool done = false;
        TRY(check_room(request, &load));
        *written = false;
        store_ask_begin(store);
        store_ask_study_room(store, caller, share_of(&load));
        if (fresh)
            store_ask_insert_study(store, fresh, written);
        else
            store_ask_restart_study(store, key, caller, written);
        store_ask_commit(store, &done);
        TRY(ep_flush(request, endpoint));
        if (done) {
            studies_take(endpoint->services->studies, store);
            return OK;
        }
        store_ask_study_load(store, caller, &load);
        TRY(ep_flush(request, endpoint));
    }
    return fail(ERROR_OVERLOADED);
}

struct result study_queue(struct http_request *request, struct endpoint *endpoint,
                          const struct study_load *load, const struct study *study, bool *inserted)
{
    if (study_is_open(study))
        return write_open(request, endpoint, &study->caller, load, &study->key, study, inserted);
    *inserted = false;
    store_ask_insert_study(endpoint->store, study, inserted);
    return ep_flush(request, endpoint);
}

struct result study_restart(struct http_request *request, struct endpoint *endpoint,
                            const struct uuid *caller, const struct study_key *key)
{
    struct study_load load;
    bool restarted;
    store_ask_study_load(endpoint->store, caller, &load);
    TRY(ep_flush(request, endpoint));
    return write_open(request, endpoint, caller, &load, key, NULL, &restarted);
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

int64_t study_expires_ms(const struct study *study)
{
    const int64_t kept_ms = (int64_t)ANALYSIS_DAYS * 24 * 60 * 60 * 1000;
    return study_is_open(study) ? 0 : study->updated_ms + kept_ms;
}

struct result study_answer_analysis(struct http_request *request, struct endpoint *endpoint,
                                    const struct study *study, int status)
{
    STUDY_RESULTS_CLEANUP struct study_results found = {0};
    store_ask_study_results(endpoint->store, &study->key, &found);
    TRY(ep_flush(request, endpoint));
    struct json_writer writer = ep_json(request, status);
    return json_analysis_job(&writer, study, found.results, found.count, study_expires_ms(study))
               ? OK
               : fail(ERROR_INTERNAL);
}
