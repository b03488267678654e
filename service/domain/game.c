#include "domain/game.h"

#include "domain/chips.h"
#include "domain/deadline.h"
#include "domain/match.h"
#include "domain/step.h"

#include <assert.h>
#include <string.h>

enum { DISCS_BEFORE_LEAVING_COUNTS = 2 };

bool game_is_local(const struct game *game)
{
    return game->seats[REV_BLACK].kind == SEAT_HUMAN && game->seats[REV_WHITE].kind == SEAT_HUMAN &&
           uuid_equal(&game->seats[REV_BLACK].player, &game->seats[REV_WHITE].player);
}

bool game_is_between_people(const struct game *game)
{
    return !game_is_local(game) && !game_is_against_ai(game);
}

bool game_is_against_ai(const struct game *game)
{
    return game->seats[REV_BLACK].kind == SEAT_AI || game->seats[REV_WHITE].kind == SEAT_AI;
}

bool game_is_ai_turn(const struct game *game)
{
    return game->status == GAME_LIVE && game->seats[game->rules.now.turn].kind == SEAT_AI;
}

int game_seats_of(const struct game *game, const struct uuid *player)
{
    int seats = SEATS_NONE;
    if (uuid_is_nil(player))
        return seats;
    for (int color = REV_BLACK; color <= REV_WHITE; color++)
        if (game->seats[color].kind == SEAT_HUMAN && uuid_equal(&game->seats[color].player, player))
            seats |= 1 << color;
    return seats;
}

enum game_winner game_winner_by_discs(const struct rev_game *rules)
{
    int black = rev_game_discs(rules, REV_BLACK);
    int white = rev_game_discs(rules, REV_WHITE);
    return black > white ? WINNER_BLACK : white > black ? WINNER_WHITE : WINNER_DRAW;
}

static struct seat person(const struct uuid *player, const char name[PLAYER_NAME_SIZE])
{
    struct seat seat = {.kind = SEAT_HUMAN, .player = *player};
    memcpy(seat.name, name, sizeof seat.name);
    return seat;
}

static struct seat opposite(const struct game_setup *setup)
{
    switch (setup->against) {
    case OPPONENT_LOCAL:
        return person(&setup->creator, setup->creator_name);
    case OPPONENT_PLAYER:
        assert(!uuid_equal(&setup->creator, &setup->opponent));
        return person(&setup->opponent, setup->opponent_name);
    default:
        return (struct seat){.kind = SEAT_AI, .level = setup->level};
    }
}

struct result game_create(const struct game_setup *setup, int64_t now_ms, struct game *game)
{
    assert(strlen(setup->metadata) < GAME_METADATA_SIZE && game_clock_is_valid(&setup->clock));
    assert(setup->wins_needed == 0 || match_length_is_valid(setup->wins_needed));
    struct game created;
    memset(&created, 0, sizeof created); /* the padding too, so that equal games are equal bytes */
    created.id = setup->id;
    created.opening = setup->opening;
    created.visibility = setup->visibility;
    created.creator = setup->creator;
    created.seed = setup->seed;
    created.clock = setup->clock;
    created.seats[setup->color] = person(&setup->creator, setup->creator_name);
    created.seats[rev_other(setup->color)] = opposite(setup);
    if (setup->offered_ms != 0)
        step_await(&created, setup->color, setup->offered_ms, now_ms);
    if (setup->wins_needed > 0)
        created.match = (struct game_match){
            .id = setup->id, .wins_needed = setup->wins_needed, .game_number = 1};
    created.prize.rated = setup->rated;
    created.prize.unrated = setup->unrated;
    created.prize.seeded = setup->seeded;
    created.prize.stake = setup->staked ? chips_stake(setup->wins_needed) : 0;
    TRY(step_open(&created, &setup->position, now_ms));
    strcpy(created.metadata, setup->metadata);
    memcpy(created.fingerprint, setup->fingerprint, sizeof created.fingerprint);
    *game = created;
    return OK;
}

/** Whether this very placement, by these seats, is what the game already has at this ply. */
static bool was_played(const struct game *game, const struct game_move *move)
{
    if (move->ply < 1 || move->ply > game->rules.ply)
        return false;
    const struct rev_ply *played = &game->rules.plies[move->ply - 1];
    return played->square == move->square &&
           step_holds(move->seats, (enum rev_color)played->color) &&
           game->by[move->ply - 1] == BY_HUMAN;
}

struct result game_play(const struct game *game, const struct game_move *move, int64_t now_ms,
                        struct game *next, bool *replay)
{
    assert(!game_is_due(game, now_ms));
    if (move->seats == SEATS_NONE)
        return fail(ERROR_NOT_A_SEAT);
    if (move->branch < game->branch)
        return fail(ERROR_STALE_BRANCH);
    if (move->branch > game->branch)
        return fail(ERROR_OUT_OF_STEP);
    if (was_played(game, move)) {
        *next = *game;
        *replay = true;
        return OK;
    }
    if (game->status != GAME_LIVE)
        return fail(ERROR_GAME_OVER);
    if (move->ply <= game->rules.ply)
        return fail(ERROR_PLY_ALREADY_PLAYED);
    if (move->ply > game->rules.ply + 1)
        return fail(ERROR_OUT_OF_STEP);
    if (!step_holds(move->seats, game->rules.now.turn))
        return fail(ERROR_NOT_YOUR_TURN);
    TRY(step_place(game, move->square, BY_HUMAN, now_ms, next));
    *replay = false;
    return OK;
}

struct result game_play_ai(const struct game *game, int square, enum move_by by, int64_t now_ms,
                           struct game *next)
{
    if (game->status != GAME_LIVE)
        return fail(ERROR_GAME_OVER);
    if (!game_is_ai_turn(game))
        return fail(ERROR_NOT_YOUR_TURN);
    return step_place(game, square, by, now_ms, next);
}

/**
 * The ply to go back to: the latest placement of the human's, which undo takes back with all that
 * followed. A human to move with no placement of their own has nothing to take back.
 *
 * @return  how many placements remain; -1: nothing to undo
 */
static int undo_target(const struct game *game, int seats)
{
    for (int ply = game->rules.ply; ply > 0; ply--)
        if (step_holds(seats, (enum rev_color)game->rules.plies[ply - 1].color))
            return ply - 1;
    return -1;
}

static struct result decide_undo(const struct game *game, int seats, int *target)
{
    if (seats == SEATS_NONE)
        return fail(ERROR_NOT_A_SEAT);
    if (!game_is_against_ai(game))
        return fail(ERROR_UNDO_NOT_ALLOWED);
    if (game->status != GAME_LIVE)
        return fail(ERROR_GAME_OVER);
    *target = undo_target(game, seats);
    return *target < 0 ? fail(ERROR_NOTHING_TO_UNDO) : OK;
}

bool game_can_undo(const struct game *game, int seats)
{
    int target;
    return !failed(decide_undo(game, seats, &target));
}

struct result game_undo(const struct game *game, int branch, int seats, int64_t now_ms,
                        struct game *next, bool *replay)
{
    assert(!game_is_due(game, now_ms));
    if (seats == SEATS_NONE)
        return fail(ERROR_NOT_A_SEAT);
    if (!game_is_against_ai(game))
        return fail(ERROR_UNDO_NOT_ALLOWED);
    if (branch == game->branch && branch > 0) {
        *next = *game;
        *replay = true;
        return OK;
    }
    if (branch <= game->branch)
        return fail(ERROR_STALE_BRANCH);
    if (branch > game->branch + 1)
        return fail(ERROR_OUT_OF_STEP);
    int target;
    TRY(decide_undo(game, seats, &target));
    *next = *game;
    rev_game_rewind(&next->rules, target);
    next->branch = branch;
    memset(next->used_ms + target, 0, sizeof *next->used_ms * (size_t)(REV_PLY_MAX - target));
    memset(next->by + target, 0, sizeof *next->by * (size_t)(REV_PLY_MAX - target));
    step_begin_turn(next, now_ms);
    step_touch(next, now_ms);
    *replay = false;
    return OK;
}

struct result game_may_hint(const struct game *game, int seats)
{
    if (seats == SEATS_NONE)
        return fail(ERROR_NOT_A_SEAT);
    if (!game_is_against_ai(game))
        return fail(ERROR_HINT_NOT_ALLOWED);
    if (game->status != GAME_LIVE)
        return fail(ERROR_GAME_OVER);
    if (!step_holds(seats, game->rules.now.turn))
        return fail(ERROR_NOT_YOUR_TURN);
    return OK;
}

struct result game_hint(const struct game *game, int seats, int ply, int branch, int64_t now_ms,
                        struct game *next)
{
    TRY(game_may_hint(game, seats));
    if (game->branch != branch)
        return fail(ERROR_STALE_BRANCH);
    if (game->rules.ply != ply)
        return fail(ERROR_PLY_ALREADY_PLAYED);
    *next = *game;
    next->hints++;
    step_touch(next, now_ms);
    return OK;
}

struct result game_resign(const struct game *game, int seats, enum rev_color color, int64_t now_ms,
                          struct game *next, bool *replay)
{
    enum game_winner winner = step_winner(rev_other(color));
    assert(!game_is_due(game, now_ms));
    if (!step_holds(seats, color))
        return fail(ERROR_NOT_A_SEAT);
    bool resigned = game->status == GAME_FINISHED && game->reason == REASON_RESIGNATION &&
                    game->winner == winner;
    if (game->status != GAME_LIVE && !resigned)
        return fail(ERROR_GAME_OVER);
    *next = *game;
    *replay = resigned;
    if (resigned)
        return OK;
    step_finish(next, winner, REASON_RESIGNATION, now_ms);
    return OK;
}

bool game_has_begun(const struct game *game)
{
    int placed[2] = {0, 0};
    for (int ply = 0; ply < game->rules.ply; ply++) {
        int color = game->rules.plies[ply].color;
        placed[color] += game->by[ply] != BY_AUTO || game->seats[color].kind == SEAT_AI;
    }
    return placed[REV_BLACK] >= DISCS_BEFORE_LEAVING_COUNTS &&
           placed[REV_WHITE] >= DISCS_BEFORE_LEAVING_COUNTS;
}

bool game_can_abort(const struct game *game, int seats)
{
    return seats != SEATS_NONE && game->status == GAME_LIVE && !game_has_begun(game) &&
           game->match.game_number <= 1;
}

bool game_counts(const struct game *game)
{
    return game->status == GAME_FINISHED &&
           (game->reason != REASON_TIMEOUT || game_has_begun(game));
}

bool game_was_helped(const struct game *game)
{
    return game->prize.helped || game->branch > 0 || game->hints > 0;
}

enum unrewarded_reason game_unrewarded(const struct game *game)
{
    if (game->opening == OPENING_POSITION)
        return UNREWARDED_POSITION;
    if (game->prize.seeded)
        return UNREWARDED_SEED;
    if (game->branch > 0)
        return UNREWARDED_UNDO;
    if (game->hints > 0)
        return UNREWARDED_HINT;
    return game->prize.helped ? UNREWARDED_EARLIER_GAME : UNREWARDED_NOT;
}

struct result game_abort(const struct game *game, int seats, int64_t now_ms, struct game *next,
                         bool *replay)
{
    assert(!game_is_due(game, now_ms));
    if (seats == SEATS_NONE)
        return fail(ERROR_NOT_A_SEAT);
    bool aborted = game->status == GAME_ABORTED;
    if (game->status == GAME_FINISHED)
        return fail(ERROR_GAME_OVER);
    if (!aborted && !game_can_abort(game, seats))
        return fail(ERROR_TOO_LATE_TO_ABORT);
    *next = *game;
    *replay = aborted;
    if (aborted)
        return OK;
    step_abort(next, now_ms);
    return OK;
}

void game_lease_ai(struct game *game, int64_t until_ms)
{
    assert(game_is_ai_turn(game));
    game->ai_lease_until_ms = until_ms;
    game->ai_attempt++;
}

void game_discs_empties_to_winner(const struct rev_game *rules, enum game_winner winner, int *black,
                                  int *white)
{
    *black = rev_game_discs(rules, REV_BLACK);
    *white = rev_game_discs(rules, REV_WHITE);
    int empty = 64 - *black - *white;
    int to_black = winner == WINNER_BLACK ? empty : winner == WINNER_WHITE ? 0 : empty / 2;
    *black += to_black;
    *white += empty - to_black;
}
