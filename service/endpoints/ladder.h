/** Ladders: which one a path names, and how its rows and pages are answered. */
#ifndef REVERSID_ENDPOINTS_LADDER_H
#define REVERSID_ENDPOINTS_LADDER_H

#include "endpoints/endpoint.h"
#include "store/accounts.h"
#include "store/ladders.h"

/** Reads the path's {ladder}. Errors: LADDER_NOT_FOUND. */
FALLIBLE struct result ladder_read_name(struct http_request *request, enum ladder *ladder);

/** Reads ?ladder=, the live one where it is left out. Errors: INVALID_QUERY. */
FALLIBLE struct result ladder_query(struct http_request *request, enum ladder *ladder);

/** Reads ?cursor= of a page of a ladder; `present` tells whether there is one. */
FALLIBLE struct result ladder_read_cursor(struct http_request *request,
                                          struct ladder_cursor *cursor, bool *present);

/** A member with the first `count` rows of a page as schema LadderRow. */
void ladder_write_rows(struct json_writer *writer, const struct ladder_page *page, int count);

/** The member next_cursor: the page that begins with the last row that was read for this one. */
void ladder_write_next(const struct http_request *request, struct json_writer *writer,
                       const struct ladder_page *page);

/** The members rating, games, won, drawn, lost and last_rated_at, into an open object. Whoever has
 * no account has no rating. */
void ladder_write_rating(struct json_writer *writer, const struct rating *rating, bool has_account);

/** Schema RatingEntry: how a game changed a rating. */
void ladder_write_entry(struct json_writer *writer, const struct rating_entry *entry);

/** The member unranked: schema Unranked. */
void ladder_write_unranked(struct json_writer *writer, const struct rating *rating,
                           bool has_account);

/** The member ratings of a profile: schema Ratings. */
void ladder_write_ratings(struct json_writer *writer, const struct profile *profile);

#endif
