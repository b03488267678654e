/** Positions without a game: how they are asked for and answered, one or many. */
#ifndef REVERSID_ENDPOINTS_POSITION_H
#define REVERSID_ENDPOINTS_POSITION_H

#include "base/limits.h"
#include "endpoints/endpoint.h"

/**
 * Reads a body's member `position`, as text: 64 squares, a space, and the side to move.
 *
 * @param present  whether it is there; `position` is untouched where it is not
 *
 * Errors: MISSING_FIELD, INVALID_FIELD.
 */
FALLIBLE struct result position_read(const struct json_in *body, enum json_need need,
                                     struct rev_position *position, bool *present);

/** The positions of one request. */
struct positions {
    bool many; /* asked for as an array, and so answered */
    int count;
    struct rev_game games[POSITIONS_PER_REQUEST_MAX];
};

/**
 * Reads the positions of a body: `position`, `transcript` and `opening`, or `positions`.
 *
 * Errors: those of json/reader.h, INVALID_FIELD, ILLEGAL_MOVE (with the moves that were legal).
 */
FALLIBLE struct result positions_read(struct http_request *request, const struct json_in *body,
                                      struct positions *positions);

/** Answers with one object, or with many in `positions`; `write` writes the i-th. */
void positions_answer(struct http_request *request, const struct positions *positions,
                      void (*write)(struct json_writer *writer, int index, const void *context),
                      const void *context);

#endif
