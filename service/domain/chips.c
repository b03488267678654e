#include "domain/chips.h"

#include <assert.h>
#include <string.h>

enum { DAY_MS = 24 * 60 * 60 * 1000 };

/* By the wins that a match needs. */
static const struct {
    int stake, factor;
} lengths[] = {
#define CHIPS_LENGTH(wins, stake, factor) [wins] = {stake, factor},
#define CHIPS_REWARD(level, chips)
#include "domain/chips.def"
#undef CHIPS_LENGTH
#undef CHIPS_REWARD
};

static const int rewards[REV_LEVEL_COUNT] = {
#define CHIPS_LENGTH(wins, stake, factor)
#define CHIPS_REWARD(level, chips) [level] = (chips),
#include "domain/chips.def"
#undef CHIPS_LENGTH
#undef CHIPS_REWARD
};

static int wins_of(int wins_needed)
{
    return wins_needed == 0 ? 1 : wins_needed;
}

int chips_stake(int wins_needed)
{
    return lengths[wins_of(wins_needed)].stake;
}

int chips_penalty(int stake)
{
    return stake / CHIPS_PENALTY_PART;
}

int chips_reward(enum rev_level level, int wins_needed)
{
    return rewards[level] * lengths[wins_of(wins_needed)].factor;
}

int chips_day(int64_t time_ms)
{
    return (int)(time_ms / DAY_MS);
}

int64_t chips_balance(const struct chips *chips)
{
    return chips->seq == 0 ? CHIPS_START : chips->balance;
}

static void enter(struct chips_change *change, enum chip_kind kind, int amount, int aside)
{
    struct chips *after = &change->after;
    assert(change->count < CHIP_ENTRIES_MAX);
    after->balance += amount;
    after->aside += aside;
    after->seq++;
    change->entries[change->count++] = (struct chip_entry){kind, amount, aside, after->balance};
    assert(after->balance >= 0 && after->aside >= 0);
}

/** Begins a change; whoever has nothing stored yet gets what everybody has at the start. */
static void begin(const struct chips *chips, struct chips_change *change)
{
    memset(change, 0, sizeof *change);
    change->before = *chips;
    change->after = *chips;
    if (chips->seq == 0)
        enter(change, CHIP_START, CHIPS_START, 0);
}

struct result chips_put_aside(const struct chips *chips, int stake, struct chips_change *change)
{
    int penalty = chips_penalty(stake);
    if (chips_balance(chips) < stake + penalty)
        return fail(ERROR_CHIPS_SHORT);
    begin(chips, change);
    enter(change, CHIP_STAKE, -stake, stake);
    enter(change, CHIP_PENALTY, -penalty, penalty);
    return OK;
}

bool chips_has_aside(const struct chips *chips, int stake)
{
    return chips->aside >= stake + chips_penalty(stake);
}

void chips_settle(const struct chips *chips, int stake, enum chips_outcome outcome,
                  struct chips_change *change)
{
    int penalty = chips_penalty(stake);
    assert(chips_has_aside(chips, stake));
    begin(chips, change);
    if (outcome == CHIPS_WON)
        enter(change, CHIP_WON, 2 * stake, -stake);
    else if (outcome == CHIPS_UNDECIDED)
        enter(change, CHIP_STAKE_RETURNED, stake, -stake);
    else
        enter(change, CHIP_LOST, 0, -stake);
    if (outcome == CHIPS_LEFT)
        enter(change, CHIP_PENALTY_DESTROYED, 0, -penalty);
    else
        enter(change, CHIP_PENALTY_RETURNED, penalty, -penalty);
}

void chips_earn(const struct chips *chips, int reward, int day, struct chips_change *change)
{
    int earned = chips->earned_day == day ? chips->earned : 0;
    int left = CHIPS_EARNED_A_DAY_MAX - earned;
    int gained = reward < left ? reward : left;
    memset(change, 0, sizeof *change);
    if (gained <= 0)
        return;
    begin(chips, change);
    change->after.earned_day = day;
    change->after.earned = earned + gained;
    enter(change, CHIP_REWARD, gained, 0);
}
