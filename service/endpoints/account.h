/** How one's own account is shown. */
#ifndef REVERSID_ENDPOINTS_ACCOUNT_H
#define REVERSID_ENDPOINTS_ACCOUNT_H

#include "endpoints/endpoint.h"

/** Answers with schema Account. @param settings  as they are kept */
void ep_answer_account(struct http_request *request, const struct player *player,
                       const char *settings);

#endif
