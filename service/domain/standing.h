/** What a player has beside games, and what a game does to it. */
#ifndef REVERSID_DOMAIN_STANDING_H
#define REVERSID_DOMAIN_STANDING_H

#include "base/uuid.h"
#include "domain/chips.h"
#include "domain/game.h"
#include "domain/rating.h"

/** A player's name, rating on one ladder, and chips, as they were loaded. */
struct standing {
    struct uuid player;
    bool is_there;    /* the player was not erased */
    bool has_account; /* nobody else begins a game that is rated or for chips, or is ranked */
    char name[PLAYER_NAME_SIZE];
    struct rating rating;
    struct chips chips;
};

/** What a rated game did to a player's rating. */
struct rating_change {
    enum ladder ladder;
    struct uuid game;
    struct uuid opponent;
    enum elo_score score;
    struct rating before;
    struct rating after;
};

/** What a change of a game changes of one of its players. */
struct player_change {
    struct uuid player;
    bool is_rated;
    struct rating_change rating;
    struct uuid chips_of;      /* the game or match that the chips move for: its first game's id */
    struct chips_change chips; /* no entries: none move */
};

#endif
