/** Matches as JSON, as the contract's schema Match has them. */
#ifndef REVERSID_JSON_MATCH_H
#define REVERSID_JSON_MATCH_H

#include "domain/match.h"
#include "json/game.h"

/** A match as one caller sees it. */
struct match_view {
    const struct match *match;
    const struct game *games; /* the first, which tells who plays, and the latest; in any order.
                                 None: the match shows neither players nor what it is played for */
    int game_count;
    int seats; /* the caller's in the first game */
    int64_t now_ms;
};

/** Schema Match. */
void json_match(struct json_writer *writer, const struct match_view *view);

#endif
