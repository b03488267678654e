#include "domain/game_clock.h"

enum { SECOND_MS = 1000, DAY_MS = 24 * 60 * 60 * SECOND_MS };

int64_t game_clock_turn_ms(const struct game_clock *clock)
{
    switch (clock->kind) {
    case CLOCK_PER_MOVE:
        return (int64_t)clock->amount * SECOND_MS;
    case CLOCK_CORRESPONDENCE:
        return (int64_t)clock->amount * DAY_MS;
    default:
        return 0;
    }
}

bool game_clock_is_valid(const struct game_clock *clock)
{
    if (clock->on_timeout < 0 || clock->on_timeout >= TIMEOUT_POLICY_COUNT)
        return false;
    switch (clock->kind) {
    case CLOCK_NONE:
        return clock->amount == 0;
    case CLOCK_PER_MOVE:
        return clock->amount >= CLOCK_SECONDS_MIN && clock->amount <= CLOCK_SECONDS_MAX;
    case CLOCK_CORRESPONDENCE:
        return clock->amount >= CLOCK_DAYS_MIN && clock->amount <= CLOCK_DAYS_MAX;
    default:
        return false;
    }
}

int64_t outage_overlap_ms(const struct outage *outage, int64_t turn_started_ms, int64_t deadline_ms)
{
    if (deadline_ms <= outage->from_ms || turn_started_ms >= outage->to_ms)
        return 0;
    return outage->to_ms - (outage->from_ms > turn_started_ms ? outage->from_ms : turn_started_ms);
}
