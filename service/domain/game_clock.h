/** How long a side may think about a move, and what happens when it has not moved by then. */
#ifndef REVERSID_DOMAIN_GAME_CLOCK_H
#define REVERSID_DOMAIN_GAME_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum clock_kind {
    CLOCK_NONE,
    CLOCK_PER_MOVE,       /* seconds for each move */
    CLOCK_CORRESPONDENCE, /* days for each move */
    CLOCK_KIND_COUNT
};

enum timeout_policy {
    TIMEOUT_FORFEIT,  /* that side loses the game */
    TIMEOUT_AUTOPLAY, /* a move is played for it; who misses three turns running has left */
    TIMEOUT_POLICY_COUNT
};

enum {
    CLOCK_SECONDS_MIN = 5,
    CLOCK_SECONDS_MAX = 600,
    CLOCK_SECONDS_DEFAULT = 30,
    CLOCK_DAYS_MIN = 1,
    CLOCK_DAYS_MAX = 14,
    CLOCK_DAYS_DEFAULT = 3,
    CLOCK_NEXT_GAME_BONUS_S = 15, /* to get ready for the next game of a match */
    CLOCK_PRESENT_S = 60,   /* whoever asked for a game so shortly before it begins is there */
    CLOCK_AWAIT_HOURS = 24, /* for the first move of whoever is not, as a challenge waits */
    CLOCK_MISSES_MAX = 3,   /* turns missed running with which a side has left the table */
    CLOCK_IDLE_DAYS = 30    /* a game between people without a clock, without a move */
};

/** A clock as it was agreed on. Zeroed: none. */
struct game_clock {
    enum clock_kind kind;
    int amount; /* seconds or days a move, by its kind; 0 for none */
    enum timeout_policy on_timeout;
};

/** Milliseconds for a move; 0 for no clock. */
int64_t game_clock_turn_ms(const struct game_clock *clock);

/** Whether its numbers are within the limits above. */
bool game_clock_is_valid(const struct game_clock *clock);

/** When the service could not be reached: from its last sign of life to its next. */
struct outage {
    int seq; /* 1 is the first */
    int64_t from_ms;
    int64_t to_ms;
};

/**
 * For how long an outage held up a turn: the turn stands still from the outage's beginning, or its
 * own, to the outage's end, however near its deadline was. 0 where the deadline came before.
 */
int64_t outage_overlap_ms(const struct outage *outage, int64_t turn_started_ms,
                          int64_t deadline_ms);

#endif
