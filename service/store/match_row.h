/** A match as a row of the table `matches`. For this folder only. */
#ifndef REVERSID_STORE_MATCH_ROW_H
#define REVERSID_STORE_MATCH_ROW_H

#include "store/connection.h"

/** Within a transaction: adds a match at version 1, or changes one that had the version before. */
void match_row_write(struct store *store, const struct match *match);

#endif
