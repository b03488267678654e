/** The player that a path names, by id or as `me`. */
#ifndef REVERSID_ENDPOINTS_PLAYER_H
#define REVERSID_ENDPOINTS_PLAYER_H

#include "endpoints/endpoint.h"

struct path_player {
    struct ep_caller caller;
    struct uuid id;
    struct player_found found;
};

enum { PLAYERS_IN_PATH_MAX = 2 };

/**
 * Reads players' ids from the path, and asks for the caller, who may be one of them.
 *
 * @param names  the path's parameters, at most PLAYERS_IN_PATH_MAX; ends with NULL
 * @param ids    a place for each
 *
 * Errors: INVALID_PATH; TOKEN_… where one is `me` and nobody asks.
 */
FALLIBLE struct result player_identify(struct http_request *request, struct endpoint *endpoint,
                                       const char *const *names, struct ep_caller *caller,
                                       struct uuid *ids);

/** The same for one, and asks for that player. */
FALLIBLE struct result player_ask(struct http_request *request, struct endpoint *endpoint,
                                  const char *name, struct path_player *player);

/** After the flush. Errors: TOKEN_…, PLAYER_NOT_FOUND. */
FALLIBLE struct result player_check(struct http_request *request, struct endpoint *endpoint,
                                    const struct path_player *player);

/** A member with schema PlayerName. */
void player_write_name(struct json_writer *writer, const char *member, const struct uuid *id,
                       const char *name);

#endif
