/**
 * Ratings of players: one for each ladder, changed by rated games only, and when a player stands on
 * the ladder. elo.h says how much a game counts.
 */
#ifndef REVERSID_DOMAIN_RATING_H
#define REVERSID_DOMAIN_RATING_H

#include "domain/elo.h"
#include "domain/game_clock.h"

#include <stdbool.h>
#include <stdint.h>

/** Games with clocks of seconds and of days are rated apart. */
enum ladder { LADDER_LIVE, LADDER_CORRESPONDENCE, LADDER_COUNT };

enum {
    RATING_RANKED_GAMES = 10, /* rated games before a player is ranked */
    RATING_ACTIVE_DAYS = 90   /* after the last one before a player no longer is */
};

/**
 * A player's rating on a ladder. Zeroed: no rated game yet; rating_of gives what counts then.
 *
 * Invariants: games == won + drawn + lost; rating >= ELO_FLOOR once seq > 0.
 */
struct rating {
    int rating; /* thousandths */
    int games;
    int won, drawn, lost;
    int64_t last_rated_ms;
    bool ranked; /* counts on the ladder: kept by games and by the job that looks for inactive ones
                  */
    int seq;     /* 0: not stored yet; one more with each change */
};

/** Why a player has no rank. */
enum rating_unranked {
    UNRANKED_NOT,
    UNRANKED_GUEST, /* has no account, and so no rated games */
    UNRANKED_PROVISIONAL,
    UNRANKED_INACTIVE
};

/** The ladder of games with a clock; the live one of those without, which are on none. */
enum ladder rating_ladder(const struct game_clock *clock);

/** The rating in thousandths, ELO_START before the first game. */
int rating_of(const struct rating *rating);

/** The rating after a game against somebody with the rating `other`. It is rated now. */
void rating_play(const struct rating *rating, int other, enum elo_score score, int64_t now_ms,
                 struct rating *next);

/** Takes it off the ladder: inactive, or the player has left. Requires that it is ranked. */
void rating_unrank(const struct rating *rating, struct rating *next);

enum rating_unranked rating_unranked(const struct rating *rating, bool has_account);

#endif
