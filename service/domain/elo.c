#include "domain/elo.h"

enum { FRACTION_BITS = 32, ODDS_BITS = 19 };

/* 10^(-2^i / 400,000) as a fraction of 2^32: the weaker side's odds at 2^i thousandths. The odds at
   any difference are the product of those of its bits, each rounded to the nearest. */
static const uint64_t odds_of_bit[ODDS_BITS] = {
    4294942572, 4294917849, 4294868402, 4294769510, 4294571733, 4294176207, 4293385263,
    4291803813, 4288642660, 4282327337, 4269724576, 4244630215, 4194883086, 4097131105,
    3908407709, 3556639613, 2945234379, 2019667427, 949729354,
};

/** The odds of the weaker side, as a fraction of 2^32. @param difference  0 … ELO_DIFFERENCE_MAX */
static uint64_t odds(int difference)
{
    const uint64_t half = UINT64_C(1) << (FRACTION_BITS - 1);
    uint64_t product = UINT64_C(1) << FRACTION_BITS;
    for (int bit = 0; bit < ODDS_BITS; bit++)
        if (difference >> bit & 1)
            product = (product * odds_of_bit[bit] + half) >> FRACTION_BITS;
    return product;
}

int elo_expected(int rating, int other)
{
    int64_t difference = (int64_t)rating - other;
    if (difference < 0)
        return ELO_ONE - elo_expected(other, rating);
    if (difference > ELO_DIFFERENCE_MAX)
        difference = ELO_DIFFERENCE_MAX;
    uint64_t whole = (UINT64_C(1) << FRACTION_BITS) + odds((int)difference);
    return (int)((((uint64_t)ELO_ONE << FRACTION_BITS) + whole / 2) / whole);
}

int elo_k(int rating, int games)
{
    if (games < ELO_NEW_GAMES)
        return ELO_K_NEW;
    return rating > ELO_HIGH ? ELO_K_HIGH : ELO_K;
}

int elo_change(int rating, int other, int k, enum elo_score score)
{
    enum { MILLIONTHS = ELO_ONE / ELO_POINT }; /* a thousandth */
    int change = k * ((int)score - elo_expected(rating, other));
    int half = change < 0 ? -MILLIONTHS / 2 : MILLIONTHS / 2;
    return (change + half) / MILLIONTHS;
}

int elo_after(int rating, int other, int games, enum elo_score score)
{
    int after = rating + elo_change(rating, other, elo_k(rating, games), score);
    return after < ELO_FLOOR ? ELO_FLOOR : after;
}

int elo_shown(int rating)
{
    return (rating + ELO_POINT / 2) / ELO_POINT;
}

int elo_shown_from(int points)
{
    return points * ELO_POINT - ELO_POINT / 2;
}
