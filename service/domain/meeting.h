/**
 * Two players who may begin a game with each other, and what may keep them from it: a block, an
 * account that is gone or that there is not, chips. Asked for whenever a challenge or a game that
 * is over is loaded, so that what an answer says of it and what a command then does is one
 * decision.
 */
#ifndef REVERSID_DOMAIN_MEETING_H
#define REVERSID_DOMAIN_MEETING_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct meeting_side {
    bool is_there; /* the player was not erased */
    bool has_account;
    bool blocks;   /* the other one */
    int64_t chips; /* free to be staked */
};

/** Of a challenge its maker and whoever may accept it, of a game black and white. */
struct meeting {
    bool is_known; /* false: it was not asked for, and the sides mean nothing */
    struct meeting_side sides[2];
};

/** One has blocked the other. */
bool meeting_is_blocked(const struct meeting *meeting);

/** Both can play for ratings and chips. */
bool meeting_has_accounts(const struct meeting *meeting);

/**
 * Whether the two may play with each other.
 *
 * @param self  the side of whoever asks
 *
 * Errors: TOKEN_EXPIRED where the own account is gone, with its tokens; PLAYER_GONE, BLOCKED.
 */
FALLIBLE struct result meeting_check(const struct meeting *meeting, int self);

/**
 * Whether a side can play for chips.
 *
 * @param stake  0: it is for none
 *
 * Errors: ACCOUNT_NEEDED, CHIPS_SHORT.
 */
FALLIBLE struct result meeting_check_stake(const struct meeting *meeting, int side, int stake);

#endif
