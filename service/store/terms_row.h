/** Terms of play as columns of challenges and seeks. For this folder only. */
#ifndef REVERSID_STORE_TERMS_ROW_H
#define REVERSID_STORE_TERMS_ROW_H

#include "store/connection.h"

/** Adds visibility, clock, clock_amount, on_timeout, wins_needed, rated and staked as parameters.
 */
void terms_row_write(struct store *store, const struct terms *terms);

/** Reads the same columns from `column` on. */
void terms_row_read(struct row *row, int column, struct terms *terms);

enum { TERMS_COLUMN_COUNT = 7 };

/** The index of a column's word in its list; bad if it is none of them. */
int column_word(struct row *row, int column, const char *const *words);

/** The UUID of a column that may be null, which stands for nil. */
struct uuid column_uuid_or_nil(struct row *row, int column);

/** Adds a UUID, nil as null. */
void parameter_uuid_or_null(struct store *store, const struct uuid *value);

#endif
