#include "domain/deadline.h"

#include "domain/step.h"

#include <assert.h>

bool game_is_due(const struct game *game, int64_t now_ms)
{
    return game->deadline_ms != 0 && now_ms >= game->deadline_ms;
}

int64_t game_urgency_ms(const struct game *game)
{
    return game->deadline_ms != 0 ? game->deadline_ms : game->updated_ms + GAME_UNHURRIED_MS;
}

/** Moves the deadline by what unseen outages took of the turn. @return by how much, in all */
static int64_t apply_outages(struct game *game, const struct outage *outages, int count)
{
    int64_t moved_ms = 0;
    for (int i = 0; i < count; i++) {
        const struct outage *outage = &outages[i];
        if (outage->seq <= game->outage_seq)
            continue;
        game->outage_seq = outage->seq;
        if (game->deadline_ms == 0)
            continue;
        int64_t overlap_ms = outage_overlap_ms(outage, game->turn_started_ms, game->deadline_ms);
        game->deadline_ms += overlap_ms;
        moved_ms += overlap_ms;
    }
    game->adjusted_ms += moved_ms;
    return moved_ms;
}

/** A turn missed under the policy autoplay. */
static void play_for(struct game *game, enum rev_color color, int64_t now_ms)
{
    struct game before = *game;
    before.misses[color]++;
    if (before.misses[color] >= CLOCK_MISSES_MAX) {
        *game = before;
        step_finish(game, step_winner(rev_other(color)), REASON_ABANDONED, now_ms);
        return;
    }
    int square = rev_level_fallback(&before.rules).square;
    struct result played = step_place(&before, square, BY_AUTO, now_ms, game);
    assert(!failed(played));
    (void)played;
}

static void expire(struct game *game, int64_t now_ms)
{
    enum rev_color color = game->rules.now.turn;
    if (game->clock.kind == CLOCK_NONE)
        step_abort(game, now_ms);
    else if (game->clock.on_timeout == TIMEOUT_AUTOPLAY)
        play_for(game, color, now_ms);
    else
        step_finish(game, step_winner(rev_other(color)), REASON_TIMEOUT, now_ms);
}

enum settlement game_settle(const struct game *game, const struct outage *outages, int count,
                            int64_t now_ms, struct game *next)
{
    *next = *game;
    int64_t moved_ms = apply_outages(next, outages, count);
    if (game_is_due(next, now_ms)) {
        expire(next, now_ms);
        return SETTLED_EXPIRED;
    }
    if (moved_ms == 0)
        return SETTLED_ALREADY;
    step_touch(next, now_ms);
    return SETTLED_MOVED;
}
