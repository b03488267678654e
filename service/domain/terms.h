/** What two people agree on before they play: the part of a challenge or a seek that shapes a game.
 */
#ifndef REVERSID_DOMAIN_TERMS_H
#define REVERSID_DOMAIN_TERMS_H

#include "domain/game.h"
#include "domain/standing.h"

/** The colour that somebody wants. */
enum color_wish { WISH_BLACK, WISH_WHITE, WISH_RANDOM, COLOR_WISH_COUNT };

struct terms {
    enum game_opening opening;
    struct rev_position position; /* for OPENING_POSITION; zeroed else */
    struct game_clock clock;
    int wins_needed; /* 0: a single game; else of a match: 1, 3 or 5 */
    enum game_visibility visibility;
    bool rated;  /* is wanted; terms_unrated tells whether it can be */
    bool staked; /* played for chips; both need an account, and the game a clock */
};

/** Whether a game can begin on them. Errors: POSITION_FINISHED. */
FALLIBLE struct result terms_check(const struct terms *terms);

/**
 * Why a game on these terms is not rated. A guest is the last reason: alone, it may be gone when
 * the game begins.
 *
 * @param guests  somebody of whom it is known already is a guest
 */
enum unrated_reason terms_unrated(const struct terms *terms, bool guests);

/**
 * Whether somebody can play on these terms as far as chips go.
 *
 * @param guests    the other one is known to be a guest
 * @param standing  what he has
 *
 * Errors: ACCOUNT_NEEDED, CHIPS_SHORT.
 */
FALLIBLE struct result terms_check_stake(const struct terms *terms, bool guests,
                                         const struct standing *standing);

/** The ladder of a game on these terms, or the live one where it is on none. */
enum ladder terms_ladder(const struct terms *terms);

/** The same game for whoever plays it: equal in all but visibility, and the wish for ratings. */
bool terms_match(const struct terms *a, const struct terms *b);

/** The colour of the one who wished first, when the other one takes what is left. */
enum rev_color terms_color(enum color_wish wish, uint64_t seed);

/**
 * What a game on these terms is made of. The players, colour and seed are the caller's business.
 * Whether they have the accounts that a rated game needs is looked at when it begins, by settle.h.
 */
void terms_setup(const struct terms *terms, uint64_t seed, struct game_setup *setup);

#endif
