/** The player that a path names, by id or as `me`. */
#ifndef REVERSID_ENDPOINTS_PLAYER_H
#define REVERSID_ENDPOINTS_PLAYER_H

#include "endpoints/endpoint.h"

struct path_player {
    struct ep_caller caller;
    struct uuid id;
    struct player_found found;
};

/**
 * Reads a player's id from the path, and asks for that player and the caller.
 *
 * @param name  the path's parameter
 *
 * Errors: INVALID_PATH; TOKEN_… where it is `me` and nobody asks.
 */
FALLIBLE struct result player_ask(struct http_request *request, struct endpoint *endpoint,
                                  const char *name, struct path_player *player);

/** After the flush. Errors: TOKEN_…, PLAYER_NOT_FOUND. */
FALLIBLE struct result player_check(struct http_request *request, struct endpoint *endpoint,
                                    const struct path_player *player);

/** Reads another player's id from the path. INVALID_PATH where it is no UUID. */
FALLIBLE struct result player_read_id(struct http_request *request, const char *name,
                                      struct uuid *id);

/** A member with schema PlayerName. */
void player_write_name(struct json_writer *writer, const char *member, const struct uuid *id,
                       const char *name);

#endif
