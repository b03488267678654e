/** Blocks: the player that a request is about, and how a block is answered. */
#ifndef REVERSID_ENDPOINTS_BLOCK_H
#define REVERSID_ENDPOINTS_BLOCK_H

#include "endpoints/endpoint.h"

/** Reads the path's {player}. Errors: INVALID_PATH. */
FALLIBLE struct result block_read_player(struct http_request *request, struct uuid *player);

/** Schema Block. */
void block_write(struct json_writer *writer, const struct block *block);

#endif
