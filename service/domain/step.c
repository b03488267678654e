#include "domain/step.h"

enum { SECOND_MS = 1000, HOUR_MS = 60 * 60 * SECOND_MS, DAY_MS = 24 * HOUR_MS };

void step_touch(struct game *game, int64_t now_ms)
{
    game->version++;
    game->updated_ms = now_ms;
    game->ai_lease_until_ms = 0;
    game->ai_attempt = 0;
    game->ai_waits = false;
}

void step_await(struct game *game, enum rev_color color, int64_t offered_ms, int64_t now_ms)
{
    if (game->clock.kind != CLOCK_PER_MOVE ||
        now_ms - offered_ms < (int64_t)CLOCK_PRESENT_S * SECOND_MS)
        return;
    game->awaited = step_seat(color);
    game->awaited_until_ms = now_ms + (int64_t)CLOCK_AWAIT_HOURS * HOUR_MS;
}

/** Whether one of the seats has placed a disc. */
static bool has_placed(const struct game *game, int seats)
{
    for (int ply = 0; ply < game->rules.ply; ply++)
        if (step_holds(seats, (enum rev_color)game->rules.plies[ply].color))
            return true;
    return false;
}

/** The seats that people hold. */
static int people(const struct game *game)
{
    int seats = SEATS_NONE;
    for (int color = REV_BLACK; color <= REV_WHITE; color++)
        if (game->seats[color].kind == SEAT_HUMAN)
            seats |= 1 << color;
    return seats;
}

/** What the first turn of a human in a later game of a match has more. */
static int64_t bonus_ms(const struct game *game)
{
    bool later = game->match.game_number > 1;
    return later && !has_placed(game, people(game)) ? (int64_t)CLOCK_NEXT_GAME_BONUS_S * SECOND_MS
                                                    : 0;
}

/** How long the turn may take; 0: as long as it likes. */
static int64_t turn_ms(const struct game *game)
{
    if (game_is_ai_turn(game))
        return 0;
    if (game->clock.kind != CLOCK_NONE)
        return game_clock_turn_ms(&game->clock) + bonus_ms(game);
    return game_is_between_people(game) ? (int64_t)CLOCK_IDLE_DAYS * DAY_MS : 0;
}

void step_begin_turn(struct game *game, int64_t now_ms)
{
    int64_t limit_ms = turn_ms(game);
    game->turn_started_ms = now_ms;
    game->deadline_ms = limit_ms ? now_ms + limit_ms : 0;
    int seat = step_seat(game->rules.now.turn);
    if (game->awaited == seat && game->awaited_until_ms > game->deadline_ms &&
        !has_placed(game, seat))
        game->deadline_ms = game->awaited_until_ms;
}

static enum rev_opening rules_opening(enum game_opening opening)
{
    switch (opening) {
    case OPENING_STANDARD:
        return REV_OPENING_STANDARD;
    case OPENING_ORIGINAL:
        return REV_OPENING_ORIGINAL;
    default:
        return REV_OPENING_POSITION;
    }
}

struct result step_open(struct game *game, const struct rev_position *start, int64_t now_ms)
{
    rev_game_init(&game->rules, rules_opening(game->opening), start);
    if (game->rules.over)
        return fail(ERROR_POSITION_FINISHED);
    game->version = 1;
    game->status = GAME_LIVE;
    game->created_ms = now_ms;
    game->updated_ms = now_ms;
    step_begin_turn(game, now_ms);
    return OK;
}

void step_finish(struct game *game, enum game_winner winner, enum game_reason reason,
                 int64_t now_ms)
{
    game->status = GAME_FINISHED;
    game->winner = winner;
    game->reason = reason;
    game->deadline_ms = 0;
    step_touch(game, now_ms);
}

void step_abort(struct game *game, int64_t now_ms)
{
    game->status = GAME_ABORTED;
    game->deadline_ms = 0;
    step_touch(game, now_ms);
}

static int32_t thinking_time(const struct game *game, int64_t now_ms)
{
    int64_t used_ms = now_ms - game->turn_started_ms;
    return (int32_t)(used_ms < 0 ? 0 : used_ms > INT32_MAX ? INT32_MAX : used_ms);
}

struct result step_place(const struct game *game, int square, enum move_by by, int64_t now_ms,
                         struct game *next)
{
    struct rev_game rules = game->rules;
    switch (rev_game_play(&rules, square)) {
    case REV_MOVE_ILLEGAL:
        return fail(ERROR_ILLEGAL_MOVE);
    case REV_MOVE_GAME_OVER:
        return fail(ERROR_GAME_OVER);
    case REV_MOVE_PLAYED:
        break;
    }
    *next = *game;
    next->rules = rules;
    next->by[rules.ply - 1] = (uint8_t)by;
    next->used_ms[rules.ply - 1] = thinking_time(game, now_ms);
    next->draw_by = SEATS_NONE;
    next->draw_ply = 0;
    next->draw_spent &= ~step_seat(game->rules.now.turn);
    if (by == BY_HUMAN)
        next->misses[game->rules.now.turn] = 0;
    if (rules.over) {
        next->turn_started_ms = now_ms;
        step_finish(next, game_winner_by_discs(&rules), REASON_DISCS, now_ms);
    } else {
        step_begin_turn(next, now_ms);
        step_touch(next, now_ms);
    }
    return OK;
}
