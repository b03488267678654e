/**
 * Fair play: the engine does not help anybody with a rated game that is being played. Every way to
 * the engine asks here: what is asked about may not tell what to play in one of the caller's rated
 * games (likeness.h), and neither may a position in which the AI has to move in the caller's game.
 */
#ifndef REVERSID_DOMAIN_FAIR_PLAY_H
#define REVERSID_DOMAIN_FAIR_PLAY_H

#include "domain/game.h"
#include "domain/likeness.h"

enum { RATED_GAMES_MAX = 500 };

/** The rated games that somebody is playing. */
struct rated_games {
    struct course games[RATED_GAMES_MAX];
    int count;
    bool more; /* than are listed: there are too many, or one that cannot be read */
};

/**
 * Whether their player must not learn what the engine says of a position. Of any position where
 * there are more games than are listed: nobody gets past one that nobody looked at.
 *
 * Cost: some tens of nanoseconds a game.
 */
bool fair_play_forbids(const struct rated_games *games, const struct rev_position *asked);

/**
 * Whether it is the AI's turn where fair_play_forbids is to be asked: not in the first plies of the
 * usual openings. All games begin alike, and a rated game just begun would keep its players from
 * every game against the AI.
 */
bool fair_play_concerns(const struct game *game);

/** Whom the AI plays. Requires a game against it. */
struct uuid fair_play_player(const struct game *game);

#endif
