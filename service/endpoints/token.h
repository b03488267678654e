/** Personal tokens: what their endpoints share. */
#ifndef REVERSID_ENDPOINTS_TOKEN_H
#define REVERSID_ENDPOINTS_TOKEN_H

#include "endpoints/endpoint.h"
#include "store/accounts.h"

/** Checks the caller, who must be signed in. Errors: TOKEN_…, ACCOUNT_NEEDED. */
FALLIBLE struct result ep_require_account(struct http_request *request, struct endpoint *endpoint,
                                          struct uuid *player);

/** The members of a token as it is shown ever after. */
void token_write_members(struct json_writer *writer, const struct personal_token *token);

#endif
