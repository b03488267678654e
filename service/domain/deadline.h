/**
 * What time does to a game: outages of the service move its deadline, and at the deadline the turn
 * ends by itself.
 */
#ifndef REVERSID_DOMAIN_DEADLINE_H
#define REVERSID_DOMAIN_DEADLINE_H

#include "domain/game.h"

/** The deadline of the turn that runs has come, as far as the game knows of outages. */
bool game_is_due(const struct game *game, int64_t now_ms);

/**
 * A time by which games are ordered so that the most urgent come first: the deadline, and after all
 * deadlines the games without one, those first that wait longest.
 */
int64_t game_urgency_ms(const struct game *game);

/** How much later than any deadline those without are put: 1,000 years of 365.25 days. */
#define GAME_UNHURRIED_MS (INT64_C(8766000) * 60 * 60 * 1000)

/** What time had done to a game. */
enum settlement {
    SETTLED_ALREADY, /* nothing that anybody could see */
    SETTLED_MOVED,   /* outages moved the deadline, which is still to come */
    SETTLED_EXPIRED  /* the deadline had passed, outages considered */
};

/**
 * Applies outages that the game has not seen, then its deadline where that has passed:
 *
 *  - with the policy forfeit the side to move has lost by timeout;
 *  - with autoplay the server plays a simple move for it, or, the third time running, it has left:
 *    reason abandoned, and with the game the match is lost;
 *  - between people without a clock the game is aborted.
 *
 * The turn that follows begins at `now_ms`, so nobody is charged for the wait. Requires that the
 * service is alive now, i.e. that every outage so far is among `outages` or was applied before.
 *
 * @param outages  ascending by seq; those that the game has seen are skipped
 * @param next     the game after it; equal to `game` but for outage_seq when SETTLED_ALREADY
 */
enum settlement game_settle(const struct game *game, const struct outage *outages, int count,
                            int64_t now_ms, struct game *next);

#endif
