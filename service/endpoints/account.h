/** How a player is shown: to everybody, and to the player. */
#ifndef REVERSID_ENDPOINTS_ACCOUNT_H
#define REVERSID_ENDPOINTS_ACCOUNT_H

#include "endpoints/endpoint.h"
#include "store/accounts.h"

/** Schema Profile: what everybody may see of a player. */
void account_write_profile(struct json_writer *writer, const struct profile *profile);

/** Answers with schema Account. @param settings  as they are kept */
void account_answer(struct http_request *request, const struct profile *profile,
                    const char *settings);

#endif
