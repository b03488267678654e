/** What challenges and seeks show of the game to come, as the contract has it. */
#ifndef REVERSID_JSON_TERMS_H
#define REVERSID_JSON_TERMS_H

#include "domain/terms.h"
#include "json/writer.h"

/** The members opening, clock, wins_needed, visibility, rated, unrated_reason, staked, into an open
 * object.
 *
 * @param reason  why it will not be rated
 */
void json_terms_members(struct json_writer *writer, const struct terms *terms,
                        enum unrated_reason reason);

/** A member with a UUID, or null for nil. */
void json_member_id(struct json_writer *writer, const char *name, const struct uuid *id);

/** A member with schema Person; null for nil. @param rating  thousandths; 0: none is shown */
void json_member_person(struct json_writer *writer, const char *name, const struct uuid *player,
                        const char *player_name, int rating);

#endif
