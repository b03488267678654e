/** What a search found, as the contract's schemas have it. */
#ifndef REVERSID_JSON_ANALYSIS_H
#define REVERSID_JSON_ANALYSIS_H

#include "domain/game.h"
#include "json/writer.h"

/** An array of squares: a line of play. */
void json_line(struct json_writer *writer, const uint8_t *line, int length);

/** Schema AnalysedMove. */
void json_analysed_move(struct json_writer *writer, const struct rev_root_move *move);

/** A member `confidence` with schema Confidence. 0: the search ended short of the game's end. */
void json_member_confidence(struct json_writer *writer, bool exact, int confidence);

/** Schema Analysis. `result` is zeroed where there was nothing to search: a game that is over, or
 *  one whose centre is being filled, where every free square is as good as the next. */
void json_analysis(struct json_writer *writer, const struct rev_game *game,
                   const struct rev_result *result);

#endif
