/** What bodies say about the game to come: fields that challenges and seeks share. */
#ifndef REVERSID_ENDPOINTS_TERMS_H
#define REVERSID_ENDPOINTS_TERMS_H

#include "domain/terms.h"
#include "endpoints/endpoint.h"

/**
 * Reads `opening`, `position`, `clock` (30 s a move unless it says otherwise), `wins_needed`,
 * `visibility`, `rated` and `staked`.
 *
 * @param visibility      where the body says nothing
 * @param takes_position  whether the opening may be a given position
 *
 * Errors: those of the reader.
 */
FALLIBLE struct result terms_read(const struct json_in *body, enum game_visibility visibility,
                                  bool takes_position, struct terms *terms);

/** Reads `color`, without which chance decides. */
FALLIBLE struct result terms_read_color(const struct json_in *body, enum color_wish *color);

/** A seed for what chance decides, below 2^53. */
uint64_t terms_seed(void);

#endif
