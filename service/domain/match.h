/**
 * What follows a game: the next one of its match, or a rematch.
 *
 * A match is won by whoever first wins a number of games; a draw counts for neither, and who leaves
 * loses it. In a match for chips so does who loses its first game by time before both had placed
 * two discs there: that side never came. Each game carries the score before it, so the end of a
 * game alone tells whether another follows and what that is: its id too is a function of what it
 * follows, so that two replicas that decide the same write the same rows.
 *
 * The sides of a match are 0, who has black in its first game, and 1. They swap colours each game.
 */
#ifndef REVERSID_DOMAIN_MATCH_H
#define REVERSID_DOMAIN_MATCH_H

#include "domain/game.h"
#include "domain/meeting.h"
#include "domain/standing.h"

enum match_reason {
    MATCH_NOT_DECIDED,
    MATCH_WON,       /* somebody has as many wins as were needed */
    MATCH_ABANDONED, /* the other side left, or never came */
    MATCH_REASON_COUNT
};

enum { MATCH_NO_SIDE = -1, MATCH_WINS_MAX = 5 };

/** A match as it is stored. Who plays it stands in its first game. */
struct match {
    struct uuid id;          /* its first game's too */
    int version;             /* 1 at first; one more with the end of each game */
    enum game_status status; /* GAME_ABORTED: its only game was */
    int wins_needed;
    int game_number; /* of the game that runs, or was the last */
    int wins[2];     /* by side */
    int winner;      /* side, or MATCH_NO_SIDE */
    enum match_reason reason;
    int64_t created_ms;
    int64_t updated_ms;
};

/** How many wins a match may need: 1, 3 or 5. */
bool match_length_is_valid(int wins_needed);

/** The game belongs to a match. */
bool game_is_in_match(const struct game *game);

/** The id of a match's game. */
struct uuid match_game_id(const struct uuid *match, int game_number);

/** The side that has a colour in a match's game of this number, and the other way round. */
int match_side(int game_number, enum rev_color color);
enum rev_color match_color(int game_number, int side);

/** The wins of a match by colour in `game`, its own result included. Requires game_is_in_match. */
void match_wins(const struct game *game, int wins[2]);

/** The match as its latest game leaves it. Requires game_is_in_match. */
void match_after(const struct game *game, struct match *match);

/** A finished game of a match that goes on: another game follows. */
bool match_goes_on(const struct game *game);

/**
 * Leaves the match: the game and the match are lost, reason abandoned; where the game could still
 * be aborted, it is. Repeatable.
 *
 * @param game   the latest of its match
 * @param color  whose seat; must be among `seats`
 *
 * Errors: NOT_A_SEAT, MATCH_OVER.
 */
FALLIBLE struct result game_leave_match(const struct game *game, int seats, enum rev_color color,
                                        int64_t now_ms, struct game *next, bool *replay);

/**
 * Offers a rematch, or accepts the other side's offer: it begins once both sides want it, at once
 * against the AI and on one device. Each side may offer one once; accepting is no offer. Whoever
 * had offered it more than a minute before is awaited in it (game.h). Repeatable.
 *
 * @param meeting  of black and white, known, where the game is between people, is over, and its
 *                 rematch has not begun; NULL or unknown else
 *
 * Errors: NOT_A_SEAT, GAME_NOT_OVER, MATCH_NOT_OVER, REMATCH_DECLINED (this side's offer was
 * declined or taken back, and the other side has made none); those of meeting_check; CHIPS_SHORT
 * where it is for chips: whoever offers needs enough of them, and both when it begins.
 */
FALLIBLE struct result game_offer_rematch(const struct game *game, int seats,
                                          const struct meeting *meeting, int64_t now_ms,
                                          struct game *next, bool *replay);

/** Whether game_offer_rematch would change something for this caller now. */
bool game_can_rematch(const struct game *game, int seats, const struct meeting *meeting);

/** Whether two people could play again, so that their meeting matters: the game is between people,
 *  is over, and its rematch has not begun. */
bool game_awaits_rematch(const struct game *game);

/**
 * Takes an own offer of a rematch back, or declines the other side's. Repeatable: where the offer
 * that is meant does not stand there is nothing to do.
 *
 * @param offered_by  SEATS_…: whose offer is meant, of whom there is never a second one;
 * SEATS_NONE: whichever stands
 *
 * Errors: NOT_A_SEAT, REMATCH_BEGUN.
 */
FALLIBLE struct result game_drop_rematch(const struct game *game, int seats, int offered_by,
                                         int64_t now_ms, struct game *next, bool *replay);

/** The rematch has begun; rematch_id tells where. */
bool game_has_rematch(const struct game *game);

/** The id of a game's rematch. */
struct uuid rematch_id(const struct uuid *game);

/**
 * All rows that one decision changes: written together or not at all.
 *
 * The game is new exactly where `begins`; the follower always is. The match is new exactly where
 * its version is 1, else it had the version before.
 */
struct game_change {
    struct game game;
    bool begins;
    bool has_match;
    struct match match;
    bool has_follower; /* the next game of the match, or the rematch */
    struct game follower;
    bool ends;                       /* the game was live before */
    struct player_change players[2]; /* ascending by player; made by settle.h */
    int player_count;                /* 0: nothing of them changes */
};

/**
 * Starts a game, and with `wins_needed` its match.
 *
 * Errors: POSITION_FINISHED.
 */
FALLIBLE struct result game_begin(const struct game_setup *setup, int64_t now_ms,
                                  struct game_change *change);

/** Everything that goes with a decision about a game that made `before` to `next`. */
void game_complete(const struct game *before, const struct game *next, int64_t now_ms,
                   struct game_change *change);

#endif
