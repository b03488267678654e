#include "domain/terms.h"

#include "domain/chance.h"

#include <string.h>

struct result terms_check(const struct terms *terms)
{
    struct rev_game rules;
    if (terms->opening != OPENING_POSITION)
        return OK;
    rev_game_init(&rules, REV_OPENING_POSITION, &terms->position);
    return rules.over ? fail(ERROR_POSITION_FINISHED) : OK;
}

enum unrated_reason terms_unrated(const struct terms *terms, bool guests)
{
    if (!terms->rated)
        return UNRATED_CASUAL;
    if (terms->opening != OPENING_STANDARD)
        return UNRATED_OPENING;
    if (terms->clock.kind == CLOCK_NONE)
        return UNRATED_NO_CLOCK;
    if (terms->clock.on_timeout == TIMEOUT_AUTOPLAY)
        return UNRATED_AUTOPLAY;
    return guests ? UNRATED_GUEST : UNRATED_NOT;
}

bool terms_match(const struct terms *a, const struct terms *b)
{
    return a->opening == b->opening && a->clock.kind == b->clock.kind &&
           a->clock.amount == b->clock.amount && a->clock.on_timeout == b->clock.on_timeout &&
           a->wins_needed == b->wins_needed && a->staked == b->staked &&
           (a->opening != OPENING_POSITION ||
            (a->position.black == b->position.black && a->position.white == b->position.white &&
             a->position.turn == b->position.turn));
}

enum rev_color terms_color(enum color_wish wish, uint64_t seed)
{
    if (wish == WISH_RANDOM)
        return chance_color(seed);
    return wish == WISH_WHITE ? REV_WHITE : REV_BLACK;
}

void terms_setup(const struct terms *terms, uint64_t seed, struct game_setup *setup)
{
    memset(setup, 0, sizeof *setup);
    setup->against = OPPONENT_PLAYER;
    setup->opening = terms->opening;
    setup->position = terms->position;
    if (terms->opening == OPENING_XOT)
        chance_balanced_position(seed, &setup->position);
    setup->clock = terms->clock;
    setup->wins_needed = terms->wins_needed;
    setup->visibility = terms->visibility;
    setup->unrated = terms_unrated(terms, false);
    setup->rated = setup->unrated == UNRATED_NOT;
    setup->staked = terms->staked;
    setup->seed = seed;
    setup->metadata = "{}";
}

struct result terms_check_stake(const struct terms *terms, bool guests,
                                const struct standing *standing)
{
    int stake = chips_stake(terms->wins_needed);
    if (!terms->staked)
        return OK;
    if (guests || !standing->has_account)
        return fail(ERROR_ACCOUNT_NEEDED);
    return chips_balance(&standing->chips) < stake + chips_penalty(stake) ? fail(ERROR_CHIPS_SHORT)
                                                                          : OK;
}

enum ladder terms_ladder(const struct terms *terms)
{
    return rating_ladder(&terms->clock);
}
