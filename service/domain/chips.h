/**
 * Chips: a virtual currency that is worth nothing. Players with an account have some from the
 * start, stake them in matches with each other, and earn some by winning against the AI.
 *
 * Double entry: whatever happens is a row of a journal, which says how the balance and what is put
 * aside change. Put aside are stakes and penalties of matches that run. So all balances and all
 * that is put aside add up to what was given at the start and earned, less the penalties destroyed;
 * and nobody can stake what he does not have, however many matches begin at once.
 */
#ifndef REVERSID_DOMAIN_CHIPS_H
#define REVERSID_DOMAIN_CHIPS_H

#include "base/error.h"
#include "reversi/level.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    CHIPS_START = 1000,
    CHIPS_PENALTY_PART = 5, /* the penalty for leaving is the stake divided by it */
    CHIPS_EARNED_A_DAY_MAX = 500
};

/** A player's chips. Zeroed: nothing has happened yet; chips_balance gives what counts then. */
struct chips {
    int64_t balance; /* free to be staked */
    int64_t aside;
    int seq;        /* entries of the journal; 0: not stored yet */
    int earned_day; /* days since 1970 (UTC) of the latest reward */
    int earned;     /* on that day */
};

enum chip_kind {
    CHIP_START,
    CHIP_STAKE,             /* put aside when a match begins */
    CHIP_PENALTY,           /* put aside with it, in case the player leaves */
    CHIP_WON,               /* the own stake back, and the other one's */
    CHIP_LOST,              /* the stake that was put aside is gone */
    CHIP_STAKE_RETURNED,    /* nobody has won it */
    CHIP_PENALTY_RETURNED,  /* the player has stayed */
    CHIP_PENALTY_DESTROYED, /* the player has left */
    CHIP_REWARD,            /* for winning against the AI */
    CHIP_KIND_COUNT
};

/** A row of the journal. */
struct chip_entry {
    enum chip_kind kind;
    int amount;      /* change of the balance */
    int aside;       /* change of what is put aside */
    int64_t balance; /* after it */
};

enum { CHIP_ENTRIES_MAX = 3 };

/** What something does to a player's chips, with the rows that tell of it. */
struct chips_change {
    struct chips before;
    struct chips after;
    struct chip_entry entries[CHIP_ENTRIES_MAX];
    int count;
};

/** How a staked match ended for a player. */
enum chips_outcome { CHIPS_WON, CHIPS_LOST, CHIPS_LEFT, CHIPS_UNDECIDED };

int64_t chips_balance(const struct chips *chips);

/** The stake of a match to so many wins; 0 wins: a single game. */
int chips_stake(int wins_needed);

/** The penalty that goes with a stake. */
int chips_penalty(int stake);

/** What winning a match to so many wins against a level earns, before the day's limit. */
int chips_reward(enum rev_level level, int wins_needed);

/** The day of a time, for rewards. */
int chips_day(int64_t time_ms);

/** Puts a stake and its penalty aside. Errors: CHIPS_SHORT. */
FALLIBLE struct result chips_put_aside(const struct chips *chips, int stake,
                                       struct chips_change *change);

/** Whether a stake and its penalty are put aside. */
bool chips_has_aside(const struct chips *chips, int stake);

/** Ends a match in which chips_put_aside took a stake. Requires chips_has_aside. */
void chips_settle(const struct chips *chips, int stake, enum chips_outcome outcome,
                  struct chips_change *change);

/** Earns a reward, or what is left of the day's. `change->count` is 0 where nothing is. */
void chips_earn(const struct chips *chips, int reward, int day, struct chips_change *change);

#endif
