#include "domain/rating.h"

#include <assert.h>

enum ladder rating_ladder(const struct game_clock *clock)
{
    return clock->kind == CLOCK_CORRESPONDENCE ? LADDER_CORRESPONDENCE : LADDER_LIVE;
}

int rating_of(const struct rating *rating)
{
    return rating->seq == 0 ? ELO_START : rating->rating;
}

void rating_play(const struct rating *rating, int other, enum elo_score score, int64_t now_ms,
                 struct rating *next)
{
    *next = *rating;
    next->rating = elo_after(rating_of(rating), other, rating->games, score);
    next->games++;
    next->won += score == ELO_WON;
    next->drawn += score == ELO_DREW;
    next->lost += score == ELO_LOST;
    next->last_rated_ms = now_ms;
    next->ranked = next->games >= RATING_RANKED_GAMES;
    next->seq++;
}

void rating_unrank(const struct rating *rating, struct rating *next)
{
    assert(rating->ranked);
    *next = *rating;
    next->ranked = false;
    next->seq++;
}

enum rating_unranked rating_unranked(const struct rating *rating, bool has_account)
{
    if (rating->ranked)
        return UNRANKED_NOT;
    if (!has_account)
        return UNRANKED_GUEST;
    return rating->games < RATING_RANKED_GAMES ? UNRANKED_PROVISIONAL : UNRANKED_INACTIVE;
}
