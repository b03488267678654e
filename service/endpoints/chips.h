/** Chips: how they, and the journal of them, are answered. */
#ifndef REVERSID_ENDPOINTS_CHIPS_H
#define REVERSID_ENDPOINTS_CHIPS_H

#include "endpoints/endpoint.h"
#include "store/ladders.h"

/** Schema Chips. */
void chips_write(struct json_writer *writer, const struct chips *chips, int64_t now_ms);

/** Schema ChipEntry. */
void chips_write_entry(struct json_writer *writer, const struct chip_row *row);

/** The entry with which a journal begins: who has never moved a chip has none yet, and is shown
 *  this one. */
struct chip_row chips_first_entry(const struct player *player);

#endif
