/** The long analysis that a request is about. */
#ifndef REVERSID_ENDPOINTS_ANALYSIS_H
#define REVERSID_ENDPOINTS_ANALYSIS_H

#include "endpoints/fair.h"

/**
 * Loads the analysis of the path's {id} and checks the caller, in one round trip. One that is
 * another player's is not there, and a personal token gets at its player's with `play` or this
 * scope.
 *
 * @param unfair  is told what the caller is not helped with; NULL: need not be known
 *
 * Errors: INVALID_PATH, TOKEN_…, SCOPE_MISSING, ANALYSIS_NOT_FOUND, DATABASE_UNAVAILABLE.
 */
FALLIBLE struct result analysis_load(struct http_request *request, struct endpoint *endpoint,
                                     enum http_scope scope, struct study_found *found,
                                     struct rated_games *unfair);

#endif
