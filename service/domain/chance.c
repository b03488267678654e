#include "domain/chance.h"

#include "reversi/balanced.h"

/** Spreads a seed over all bits (the finaliser of SplitMix64), apart for each purpose. */
static uint64_t spread(uint64_t seed, uint64_t purpose)
{
    seed += purpose * UINT64_C(0x9e3779b97f4a7c15);
    seed = (seed ^ seed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    seed = (seed ^ seed >> 27) * UINT64_C(0x94d049bb133111eb);
    return seed ^ seed >> 31;
}

enum purpose { PURPOSE_COLOR = 1, PURPOSE_POSITION };

enum rev_color chance_color(uint64_t seed)
{
    return spread(seed, PURPOSE_COLOR) & 1 ? REV_WHITE : REV_BLACK;
}

void chance_balanced_position(uint64_t seed, struct rev_position *position)
{
    uint64_t count = (uint64_t)rev_balanced_count();
    rev_balanced_position((int)(spread(seed, PURPOSE_POSITION) % count), position);
}
