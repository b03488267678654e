/** Files that are part of the program. */
#ifndef REVERSID_ENDPOINTS_ASSET_H
#define REVERSID_ENDPOINTS_ASSET_H

#include "http/http.h"

/**
 * Answers with an embedded file; 304 where the client has it.
 *
 * @param name  as in the table of asset.c
 * @return      false: there is no such file; nothing is answered
 */
bool asset_answer(struct http_request *request, const char *name);

#endif
