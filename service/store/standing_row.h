/** What players have, as rows of ratings, chips and their journals. For this folder only. */
#ifndef REVERSID_STORE_STANDING_ROW_H
#define REVERSID_STORE_STANDING_ROW_H

#include "store/connection.h"

/** Within a transaction: writes what a change of a game changes of its players. Ratings first, then
 *  chips, then the ladder, each in ascending order of the players. */
void standing_rows_write(struct store *store, const struct game_change *change);

/* Results of a game for a player, indexed by half points: lost, drawn, won. */
extern const char *const words_result[];

/** Reads rating, games, won, drawn, lost, last_rated_at, ranked and seq from `column` on. */
void rating_row_read(struct row *row, int column, struct rating *rating);

/** Within a transaction: appends what a change of a rating moves on the ladder, if anything. */
void ladder_delta_write(struct store *store, const struct uuid *player, enum ladder ladder,
                        const struct rating *before, const struct rating *after);

#endif
