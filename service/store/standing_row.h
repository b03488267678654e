/** What players have, as rows of ratings, chips and their journals. For this folder only. */
#ifndef REVERSID_STORE_STANDING_ROW_H
#define REVERSID_STORE_STANDING_ROW_H

#include "store/connection.h"

/** Within a transaction: writes what a change of a game changes of its players. Ratings first, then
 *  chips, then the ladder, each in ascending order of the players. */
void standing_rows_write(struct store *store, const struct game_change *change);

#endif
