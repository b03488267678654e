#include "domain/match.h"

#include "base/mix.h"
#include "domain/chance.h"
#include "domain/deadline.h"
#include "domain/step.h"
#include "domain/terms.h"

#include <assert.h>
#include <string.h>

enum { SEED_BITS = 53 };

bool match_length_is_valid(int wins_needed)
{
    return wins_needed == 1 || wins_needed == 3 || wins_needed == MATCH_WINS_MAX;
}

bool game_is_in_match(const struct game *game)
{
    return game->match.game_number > 0;
}

/* --- ids --------------------------------------------------------------------------------- */

/** An id that is a function of another one, of a purpose and of a number. */
static struct uuid derive(const struct uuid *id, char purpose, int number)
{
    uint8_t bytes[sizeof id->bytes + 1 + 4];
    memcpy(bytes, id->bytes, sizeof id->bytes);
    bytes[sizeof id->bytes] = (uint8_t)purpose;
    for (int i = 0; i < 4; i++)
        bytes[sizeof id->bytes + 1 + (size_t)i] = (uint8_t)((uint32_t)number >> 8 * i);
    return uuid_of(bytes, sizeof bytes);
}

struct uuid match_game_id(const struct uuid *match, int game_number)
{
    return game_number == 1 ? *match : derive(match, 'm', game_number);
}

struct uuid rematch_id(const struct uuid *game)
{
    return derive(game, 'r', 0);
}

/* --- the score --------------------------------------------------------------------------- */

int match_side(int game_number, enum rev_color color)
{
    return game_number % 2 == 1 ? (int)color : 1 - (int)color;
}

enum rev_color match_color(int game_number, int side)
{
    return (enum rev_color)match_side(game_number, (enum rev_color)side);
}

void match_wins(const struct game *game, int wins[2])
{
    wins[REV_BLACK] = game->match.wins[REV_BLACK] + (game->winner == WINNER_BLACK);
    wins[REV_WHITE] = game->match.wins[REV_WHITE] + (game->winner == WINNER_WHITE);
}

/** The first game of a match for chips was lost by time before it had begun. */
static bool is_missed(const struct game *game)
{
    return game->prize.stake > 0 && game->match.game_number == 1 &&
           game->reason == REASON_TIMEOUT && !game_has_begun(game);
}

/** Why the match is decided by this game, if it is. */
static enum match_reason decided(const struct game *game)
{
    int wins[2];
    match_wins(game, wins);
    if (game->status != GAME_FINISHED)
        return MATCH_NOT_DECIDED;
    if (game->reason == REASON_ABANDONED || is_missed(game))
        return MATCH_ABANDONED;
    int most = wins[REV_BLACK] > wins[REV_WHITE] ? wins[REV_BLACK] : wins[REV_WHITE];
    return most >= game->match.wins_needed ? MATCH_WON : MATCH_NOT_DECIDED;
}

bool match_goes_on(const struct game *game)
{
    return game_is_in_match(game) && game->status == GAME_FINISHED &&
           decided(game) == MATCH_NOT_DECIDED;
}

void match_after(const struct game *game, struct match *match)
{
    int wins[2], number = game->match.game_number;
    bool goes_on = game->status == GAME_LIVE || match_goes_on(game);
    match_wins(game, wins);
    memset(match, 0, sizeof *match);
    match->id = game->match.id;
    match->version = game->status == GAME_LIVE ? number : number + 1;
    match->status = goes_on ? GAME_LIVE : game->status;
    match->wins_needed = game->match.wins_needed;
    match->game_number = match_goes_on(game) ? number + 1 : number;
    match->wins[0] = wins[match_color(number, 0)];
    match->wins[1] = wins[match_color(number, 1)];
    match->reason = decided(game);
    match->winner = match->reason == MATCH_NOT_DECIDED
                        ? MATCH_NO_SIDE
                        : match_side(number, game->winner == WINNER_WHITE ? REV_WHITE : REV_BLACK);
    match->created_ms = game->created_ms;
    match->updated_ms = game->updated_ms;
}

/* --- leaving and playing again ----------------------------------------------------------- */

static struct result as_before(const struct game *game, struct game *next, bool *replay)
{
    *next = *game;
    *replay = true;
    return OK;
}

struct result game_leave_match(const struct game *game, int seats, enum rev_color color,
                               int64_t now_ms, struct game *next, bool *replay)
{
    assert(game_is_in_match(game) && !game_is_due(game, now_ms));
    enum game_winner winner = step_winner(rev_other(color));
    if (!step_holds(seats, color))
        return fail(ERROR_NOT_A_SEAT);
    bool left = game->reason == REASON_ABANDONED && game->winner == winner;
    if (left || game->status == GAME_ABORTED)
        return as_before(game, next, replay);
    if (game->status != GAME_LIVE)
        return fail(ERROR_MATCH_OVER);
    *next = *game;
    *replay = false;
    if (game->match.game_number == 1 && !game_has_begun(game))
        step_abort(next, now_ms);
    else
        step_finish(next, winner, REASON_ABANDONED, now_ms);
    return OK;
}

bool game_has_rematch(const struct game *game)
{
    return game->rematch_by == SEATS_BOTH;
}

/** Whether these seats may play again at all, and if nobody has offered that, may offer it. */
static struct result may_rematch(const struct game *game, int seats)
{
    if (seats == SEATS_NONE)
        return fail(ERROR_NOT_A_SEAT);
    if (game->status == GAME_LIVE)
        return fail(ERROR_GAME_NOT_OVER);
    if (match_goes_on(game))
        return fail(ERROR_MATCH_NOT_OVER);
    bool spent = (game->rematch_withdrawn | game->rematch_declined) & seats;
    return spent && game->rematch_by == SEATS_NONE ? fail(ERROR_REMATCH_DECLINED) : OK;
}

static bool wants_rematch(const struct game *game, int seats)
{
    return (game->rematch_by & seats) == seats;
}

bool game_awaits_rematch(const struct game *game)
{
    return game_is_between_people(game) && game->status != GAME_LIVE && !game_has_rematch(game);
}

static enum rev_color color_of(int seats)
{
    return seats & SEATS_BLACK ? REV_BLACK : REV_WHITE;
}

/** Whether two people may play with each other at all. */
static struct result may_meet(const struct game *game, int seats, const struct meeting *meeting)
{
    return game_awaits_rematch(game) ? meeting_check(meeting, color_of(seats)) : OK;
}

/** Whether two people have what they would play for: what was for chips is so again; where
 *  somebody's account is gone settle.h plays for none. The other one's chips are looked at once
 *  the other one has offered. */
static struct result may_stake(const struct game *game, int seats, const struct meeting *meeting)
{
    enum rev_color self = color_of(seats);
    if (!game_awaits_rematch(game))
        return OK;
    int stake = meeting_has_accounts(meeting) ? game->prize.stake : 0;
    TRY(meeting_check_stake(meeting, self, stake));
    return game->rematch_by == SEATS_NONE ? OK
                                          : meeting_check_stake(meeting, rev_other(self), stake);
}

bool game_can_rematch(const struct game *game, int seats, const struct meeting *meeting)
{
    return !failed(may_rematch(game, seats)) && !wants_rematch(game, seats) &&
           !failed(may_meet(game, seats, meeting)) && !failed(may_stake(game, seats, meeting));
}

struct result game_offer_rematch(const struct game *game, int seats, const struct meeting *meeting,
                                 int64_t now_ms, struct game *next, bool *replay)
{
    TRY(may_rematch(game, seats));
    TRY(may_meet(game, seats, meeting));
    if (wants_rematch(game, seats)) /* whatever became of the chips since */
        return as_before(game, next, replay);
    TRY(may_stake(game, seats, meeting));
    *next = *game;
    *replay = false;
    if (game->rematch_by == SEATS_NONE)
        next->rematch_first = seats;
    next->rematch_by = game_is_between_people(game) ? game->rematch_by | seats : SEATS_BOTH;
    step_touch(next, now_ms);
    return OK;
}

struct result game_drop_rematch(const struct game *game, int seats, int offered_by, int64_t now_ms,
                                struct game *next, bool *replay)
{
    if (seats == SEATS_NONE)
        return fail(ERROR_NOT_A_SEAT);
    if (game_has_rematch(game))
        return fail(ERROR_REMATCH_BEGUN);
    bool meant = offered_by == SEATS_NONE || offered_by == game->rematch_by;
    if (game->rematch_by == SEATS_NONE || !meant)
        return as_before(game, next, replay);
    *next = *game;
    *replay = false;
    if (game->rematch_by == seats)
        next->rematch_withdrawn |= seats;
    else
        next->rematch_declined |= game->rematch_by;
    next->rematch_by = SEATS_NONE;
    step_touch(next, now_ms);
    return OK;
}

/* --- what a decision brings with it ------------------------------------------------------ */

struct result game_begin(const struct game_setup *setup, int64_t now_ms, struct game_change *change)
{
    memset(change, 0, sizeof *change);
    TRY(game_create(setup, now_ms, &change->game));
    change->begins = true;
    change->has_match = game_is_in_match(&change->game);
    if (change->has_match)
        match_after(&change->game, &change->match);
    return OK;
}

/**
 * The same once more with the colours swapped; chance decides anew where it did before.
 *
 * @param game  zeroed, but for id, match and awaited
 */
static void begin_again(const struct game *ended, int64_t now_ms, struct game *game)
{
    struct rev_position start = ended->rules.start;
    game->opening = ended->opening;
    game->visibility = ended->visibility;
    game->seats[REV_BLACK] = ended->seats[REV_WHITE];
    game->seats[REV_WHITE] = ended->seats[REV_BLACK];
    game->creator = ended->creator;
    game->clock = ended->clock;
    game->prize = ended->prize;
    game->prize.rating[REV_BLACK] = game->prize.rating[REV_WHITE] = 0; /* settle.h knows them */
    game->prize.helped = false;
    game->outage_seq = ended->outage_seq;
    game->seed = mix_bits(ended->seed + MIX_STEP) & ((UINT64_C(1) << SEED_BITS) - 1);
    memcpy(game->metadata, ended->metadata, sizeof game->metadata);
    memcpy(game->fingerprint, ended->fingerprint, sizeof game->fingerprint);
    if (game->opening == OPENING_XOT)
        chance_balanced_position(game->seed, &start);
    struct result opened = step_open(game, &start, now_ms);
    assert(!failed(opened));
    (void)opened;
}

static void begin_next(const struct game *ended, int64_t now_ms, struct game *game)
{
    int wins[2];
    match_wins(ended, wins);
    game->id = match_game_id(&ended->match.id, ended->match.game_number + 1);
    game->match = ended->match;
    game->match.game_number++;
    game->match.wins[REV_BLACK] = wins[REV_WHITE];
    game->match.wins[REV_WHITE] = wins[REV_BLACK];
    begin_again(ended, now_ms, game);
    game->prize.helped = game_was_helped(ended);
    game->misses[REV_BLACK] = ended->misses[REV_WHITE];
    game->misses[REV_WHITE] = ended->misses[REV_BLACK];
}

/** A guest's account may be there by now, which settle.h knows: then nothing else must speak
 * against rating the game. */
static void look_at_rating_again(struct game *game)
{
    const struct terms terms = {.opening = game->opening, .clock = game->clock, .rated = true};
    if (game->prize.unrated != UNRATED_GUEST)
        return;
    game->prize.unrated = terms_unrated(&terms, false);
    game->prize.rated = game->prize.unrated == UNRATED_NOT;
}

/** @param before  where the offer stood that is accepted now: nothing has changed it since */
static void begin_rematch(const struct game *before, int64_t now_ms, struct game_change *change)
{
    struct game *game = &change->follower;
    game->id = rematch_id(&before->id);
    game->clock = before->clock;
    if (game_is_between_people(before))
        step_await(game, before->rematch_by == SEATS_BLACK ? REV_WHITE : REV_BLACK,
                   before->updated_ms, now_ms);
    change->has_match = game_is_in_match(before);
    if (change->has_match)
        game->match = (struct game_match){
            .id = game->id, .wins_needed = before->match.wins_needed, .game_number = 1};
    begin_again(before, now_ms, game);
    look_at_rating_again(game);
    if (change->has_match)
        match_after(game, &change->match);
}

void game_complete(const struct game *before, const struct game *next, int64_t now_ms,
                   struct game_change *change)
{
    memset(change, 0, sizeof *change);
    change->game = *next;
    change->ends = before->status == GAME_LIVE && next->status != GAME_LIVE;
    if (change->ends && game_is_in_match(next)) {
        change->has_match = true;
        match_after(next, &change->match);
        change->has_follower = match_goes_on(next);
        if (change->has_follower)
            begin_next(next, now_ms, &change->follower);
    }
    if (!game_has_rematch(before) && game_has_rematch(next)) {
        change->has_follower = true;
        begin_rematch(before, now_ms, change);
    }
}
