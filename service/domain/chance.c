#include "domain/chance.h"

#include "base/mix.h"
#include "reversi/balanced.h"

/** Spreads a seed over all bits, apart for each purpose. */
static uint64_t spread(uint64_t seed, uint64_t purpose)
{
    return mix_bits(seed + purpose * MIX_STEP);
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
