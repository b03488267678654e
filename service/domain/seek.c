#include "domain/seek.h"

#include "base/mix.h"

#include <assert.h>
#include <string.h>

enum { SECOND_MS = 1000, SEED_BITS = 53 };

int64_t seek_life_ms(const struct seek *seek)
{
    bool days = seek->terms.clock.kind == CLOCK_CORRESPONDENCE;
    return (int64_t)(days ? SEEK_CORRESPONDENCE_LIFE_HOURS * 60 * 60 : SEEK_LIFE_S) * SECOND_MS;
}

void seek_begin(struct seek *seek, int64_t now_ms)
{
    seek->version = 1;
    seek->status = SEEK_OPEN;
    seek->created_ms = now_ms;
    seek->updated_ms = now_ms;
    seek->alive_until_ms = now_ms + seek_life_ms(seek);
}

enum seek_status seek_status_at(const struct seek *seek, int64_t now_ms)
{
    bool over = seek->status == SEEK_OPEN && seek->alive_until_ms <= now_ms;
    return over ? SEEK_EXPIRED : seek->status;
}

int seek_version_at(const struct seek *seek, int64_t now_ms)
{
    return seek->version + (seek_status_at(seek, now_ms) == SEEK_EXPIRED ? 1 : 0);
}

bool seek_is_fading(const struct seek *seek, int64_t now_ms)
{
    return seek_status_at(seek, now_ms) == SEEK_OPEN &&
           seek->alive_until_ms - now_ms <= seek_life_ms(seek) / 2;
}

bool seek_refresh(struct seek *seek, const struct standing *standing)
{
    struct seek before = *seek;
    seek->guest = !standing->has_account;
    seek->rating = elo_shown(rating_of(&standing->rating));
    return seek->guest != before.guest || seek->rating != before.rating;
}

bool seek_is_rated(const struct seek *seek)
{
    return terms_unrated(&seek->terms, seek->guest) == UNRATED_NOT;
}

static bool takes(const struct seek *seek, const struct seek *other)
{
    return !seek_is_rated(seek) ||
           (other->rating >= seek->rating_min && other->rating <= seek->rating_max);
}

bool seek_fits(const struct seek *a, const struct seek *b, int64_t now_ms)
{
    return seek_status_at(a, now_ms) == SEEK_OPEN && seek_status_at(b, now_ms) == SEEK_OPEN &&
           !uuid_equal(&a->player, &b->player) && terms_match(&a->terms, &b->terms) &&
           seek_is_rated(a) == seek_is_rated(b) &&
           (a->color == WISH_RANDOM || a->color != b->color) && takes(a, b) && takes(b, a);
}

static void end(const struct seek *seek, enum seek_status status, int64_t now_ms, struct seek *next)
{
    assert(seek->status == SEEK_OPEN);
    *next = *seek;
    next->version++;
    next->status = status;
    next->updated_ms = now_ms;
}

void seek_withdraw(const struct seek *seek, enum seek_withdrawal reason, int64_t now_ms,
                   struct seek *next)
{
    end(seek, SEEK_WITHDRAWN, now_ms, next);
    next->withdrawal = reason;
}

/** The one with the smaller id: so the order in which two are named makes no difference. */
static const struct seek *lesser(const struct seek *a, const struct seek *b)
{
    return memcmp(a->id.bytes, b->id.bytes, sizeof a->id.bytes) < 0 ? a : b;
}

/** Anybody may see the ids of open seeks, but not their seeds: nobody else can tell the game's. */
static struct uuid game_id(const struct seek *first, const struct seek *second)
{
    enum { ID_SIZE = sizeof first->id.bytes, SEED_SIZE = sizeof first->seed };
    uint8_t bytes[2 * (ID_SIZE + SEED_SIZE)];
    memcpy(bytes, first->id.bytes, ID_SIZE);
    memcpy(bytes + ID_SIZE, &first->seed, SEED_SIZE);
    memcpy(bytes + ID_SIZE + SEED_SIZE, second->id.bytes, ID_SIZE);
    memcpy(bytes + 2 * ID_SIZE + SEED_SIZE, &second->seed, SEED_SIZE);
    return uuid_of(bytes, sizeof bytes);
}

/** The colour of the first of two whose wishes do not clash. */
static enum rev_color color_of(const struct seek *first, const struct seek *second, uint64_t seed)
{
    if (first->color == WISH_RANDOM && second->color != WISH_RANDOM)
        return rev_other(terms_color(second->color, seed));
    return terms_color(first->color, seed);
}

void seek_pair(const struct seek *a, const struct seek *b, int64_t now_ms, struct seek *next_a,
               struct seek *next_b, struct game_setup *setup)
{
    assert(seek_fits(a, b, now_ms));
    const struct seek *first = lesser(a, b), *second = first == a ? b : a;
    uint64_t seed = mix_bits(first->seed ^ second->seed) & ((UINT64_C(1) << SEED_BITS) - 1);
    struct terms terms = first->terms;
    terms.rated &= second->terms.rated; /* where it will not be rated they may differ */
    terms_setup(&terms, seed, setup);
    if (second->terms.visibility == VISIBILITY_UNLISTED)
        setup->visibility = VISIBILITY_UNLISTED;
    setup->id = game_id(first, second);
    setup->creator = first->player;
    memcpy(setup->creator_name, first->player_name, sizeof setup->creator_name);
    setup->opponent = second->player;
    memcpy(setup->opponent_name, second->player_name, sizeof setup->opponent_name);
    setup->color = color_of(first, second, seed);
    end(a, SEEK_PAIRED, now_ms, next_a);
    end(b, SEEK_PAIRED, now_ms, next_b);
    next_a->game = setup->id;
    next_b->game = setup->id;
}
