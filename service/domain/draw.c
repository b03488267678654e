#include "domain/draw.h"

#include "domain/deadline.h"
#include "domain/step.h"

#include <assert.h>

/** What holds for all of them, whatever the state of the game. */
static struct result may_speak_of_draws(const struct game *game, int seats)
{
    if (seats == SEATS_NONE)
        return fail(ERROR_NOT_A_SEAT);
    return game_is_against_ai(game) ? fail(ERROR_DRAW_NOT_ALLOWED) : OK;
}

static bool is_drawn_by_agreement(const struct game *game)
{
    return game->status == GAME_FINISHED && game->reason == REASON_AGREEMENT;
}

static struct result as_before(const struct game *game, struct game *next, bool *replay)
{
    *next = *game;
    *replay = true;
    return OK;
}

static struct result agree(const struct game *game, int offered_by, int64_t now_ms,
                           struct game *next, bool *replay)
{
    *next = *game;
    next->draw_by = offered_by;
    next->draw_ply = game->rules.ply;
    step_finish(next, WINNER_DRAW, REASON_AGREEMENT, now_ms);
    *replay = false;
    return OK;
}

/** The offer that stands, or was accepted, is the one that is meant. */
static bool is_meant(const struct game *game, int ply)
{
    return game->draw_by != SEATS_NONE && (ply == DRAW_ANY_PLY || ply == game->draw_ply);
}

/** Whether a new offer can be made. */
static struct result may_offer(const struct game *game, int seats, int ply)
{
    if (game->status != GAME_LIVE)
        return fail(ERROR_GAME_OVER);
    if (ply != DRAW_ANY_PLY && ply != game->rules.ply)
        return fail(ERROR_OUT_OF_STEP);
    if (game->draw_by != SEATS_NONE)
        return fail(ERROR_DRAW_OFFERED);
    return game->draw_spent & seats ? fail(ERROR_DRAW_OFFER_REPEATED) : OK;
}

bool game_can_offer_draw(const struct game *game, int seats)
{
    return !failed(may_speak_of_draws(game, seats)) &&
           !failed(may_offer(game, seats, DRAW_ANY_PLY));
}

struct result game_offer_draw(const struct game *game, int seats, int ply, int64_t now_ms,
                              struct game *next, bool *replay)
{
    assert(!game_is_due(game, now_ms));
    TRY(may_speak_of_draws(game, seats));
    bool own = game->draw_by == seats && is_meant(game, ply);
    if (own && (game->status == GAME_LIVE || is_drawn_by_agreement(game)))
        return as_before(game, next, replay);
    TRY(may_offer(game, seats, ply));
    if (seats == SEATS_BOTH)
        return agree(game, seats, now_ms, next, replay);
    *next = *game;
    next->draw_by = seats;
    next->draw_ply = game->rules.ply;
    next->draw_spent |= seats;
    step_touch(next, now_ms);
    *replay = false;
    return OK;
}

struct result game_drop_draw(const struct game *game, int seats, int ply, int64_t now_ms,
                             struct game *next, bool *replay)
{
    assert(!game_is_due(game, now_ms));
    TRY(may_speak_of_draws(game, seats));
    if (game->status != GAME_LIVE || !is_meant(game, ply))
        return as_before(game, next, replay);
    *next = *game;
    next->draw_by = SEATS_NONE;
    next->draw_ply = 0;
    step_touch(next, now_ms);
    *replay = false;
    return OK;
}

struct result game_accept_draw(const struct game *game, int seats, int ply, int64_t now_ms,
                               struct game *next, bool *replay)
{
    assert(!game_is_due(game, now_ms));
    TRY(may_speak_of_draws(game, seats));
    bool meant = is_meant(game, ply);
    bool own = game->draw_by == seats;
    if (is_drawn_by_agreement(game) && meant && (!own || seats == SEATS_BOTH))
        return as_before(game, next, replay);
    if (game->status != GAME_LIVE)
        return fail(ERROR_GAME_OVER);
    if (!meant)
        return fail(ERROR_NO_DRAW_OFFER);
    if (own)
        return fail(ERROR_OWN_OFFER);
    return agree(game, game->draw_by, now_ms, next, replay);
}
