/** Studies as the contract's schemas have them. */
#ifndef REVERSID_JSON_STUDY_H
#define REVERSID_JSON_STUDY_H

#include "domain/review.h"
#include "json/writer.h"

/**
 * Schema AnalysisJob.
 *
 * @param results     of its first positions
 * @param expires_ms  when it is deleted; 0 while it is open
 * @return            false: a stored position is none; what was written is of no use
 */
bool json_analysis_job(struct json_writer *writer, const struct study *study,
                       const struct rev_result *results, int count, int64_t expires_ms);

/** Schema AskedAnalysis: what was asked for, without what was found. As json_analysis_job. */
bool json_asked_analysis(struct json_writer *writer, const struct study *study, int64_t expires_ms);

/** Schema AskedReview: the same of a review. */
void json_asked_review(struct json_writer *writer, const struct study *study);

/** Schema Review. */
void json_review(struct json_writer *writer, const struct game *game, const struct study *study,
                 const struct review *review);

#endif
