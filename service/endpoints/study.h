/** What the operations about long analyses and reviews share. */
#ifndef REVERSID_ENDPOINTS_STUDY_H
#define REVERSID_ENDPOINTS_STUDY_H

#include "domain/study.h"
#include "endpoints/endpoint.h"

/** In whose share a request counts: the player's; without a token, that of the address. */
struct study_caller study_caller_of(const struct http_request *request,
                                    const struct endpoint *endpoint, const struct uuid *player);

/**
 * Queues a new study and has it begun where there is a thread for it.
 *
 * @param load      how much there is to do, asked for the study's caller
 * @param inserted  false: there was one with its key already
 *
 * Errors: TOO_MANY_STUDIES, OVERLOADED, DATABASE_UNAVAILABLE.
 */
FALLIBLE struct result study_queue(struct http_request *request, struct endpoint *endpoint,
                                   const struct study_load *load, const struct study *study,
                                   bool *inserted);

/** Has one that failed studied again, for this caller. Errors: TOO_MANY_STUDIES, OVERLOADED. */
FALLIBLE struct result study_restart(struct http_request *request, struct endpoint *endpoint,
                                     const struct uuid *caller, const struct study_key *key);

/** Has the request woken at each change of a study. Before it is read. */
void study_watch(struct http_request *request, struct endpoint *endpoint,
                 const struct study_key *key);

/** Sets the answer's ETag. */
void study_tag(struct http_request *request, const struct study *study);

/**
 * Whether to wait instead of answering: the client has what would be sent, and it may change yet.
 * The ETag is set.
 *
 * @param wait_s  0: never
 * @param until   when to look again
 */
bool study_should_wait(struct http_request *request, const struct study *study, int64_t wait_s,
                       int64_t *until);

/** When an analysis is deleted; 0 while it is open. */
int64_t study_expires_ms(const struct study *study);

/** Answers with schema AnalysisJob. */
FALLIBLE struct result study_answer_analysis(struct http_request *request,
                                             struct endpoint *endpoint, const struct study *study,
                                             int status);

#endif
