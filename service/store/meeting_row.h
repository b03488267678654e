/** What keeps two players apart, as columns of whatever they may meet in. For this folder only. */
#ifndef REVERSID_STORE_MEETING_ROW_H
#define REVERSID_STORE_MEETING_ROW_H

#include "store/connection.h"

/** Reads the six columns that the function `meeting` gives, from `column` on; unknown where they
 * are null. */
void meeting_row_read(struct row *row, int column, struct meeting *meeting);

#endif
