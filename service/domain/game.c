#include "domain/game.h"

#include <assert.h>
#include <string.h>

enum { DISCS_BEFORE_LEAVING_COUNTS = 2 };

bool game_is_local(const struct game *game)
{
    return game->seats[REV_BLACK].kind == SEAT_HUMAN && game->seats[REV_WHITE].kind == SEAT_HUMAN &&
           uuid_equal(&game->seats[REV_BLACK].player, &game->seats[REV_WHITE].player);
}

static bool is_against_ai(const struct game *game)
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

static bool holds(int seats, enum rev_color color)
{
    return (seats & 1 << color) != 0;
}

/** A visible change: a new version, and the AI's claim on the old one gone. */
static void touch(struct game *game, int64_t now_ms)
{
    game->version++;
    game->updated_ms = now_ms;
    game->ai_lease_until_ms = 0;
    game->ai_attempt = 0;
}

enum game_winner game_winner_by_discs(const struct rev_game *rules)
{
    int black = rev_game_discs(rules, REV_BLACK);
    int white = rev_game_discs(rules, REV_WHITE);
    return black > white ? WINNER_BLACK : white > black ? WINNER_WHITE : WINNER_DRAW;
}

static void finish_by_discs(struct game *game)
{
    game->status = GAME_FINISHED;
    game->reason = REASON_DISCS;
    game->winner = game_winner_by_discs(&game->rules);
}

static void seat_person(struct seat *seat, const struct game_setup *setup)
{
    seat->kind = SEAT_HUMAN;
    seat->player = setup->creator;
    memcpy(seat->name, setup->creator_name, sizeof seat->name);
}

static void seat_everybody(struct game *game, const struct game_setup *setup)
{
    seat_person(&game->seats[REV_BLACK], setup);
    seat_person(&game->seats[REV_WHITE], setup);
    if (!setup->local)
        game->seats[rev_other(setup->color)] =
            (struct seat){.kind = SEAT_AI, .level = setup->level};
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

struct result game_create(const struct game_setup *setup, int64_t now_ms, struct game *game)
{
    assert(strlen(setup->metadata) < GAME_METADATA_SIZE);
    struct rev_game rules;
    rev_game_init(&rules, rules_opening(setup->opening), &setup->position);
    if (rules.over)
        return fail(ERROR_POSITION_FINISHED);
    *game = (struct game){
        .id = setup->id,
        .version = 1,
        .status = GAME_LIVE,
        .opening = setup->opening,
        .visibility = setup->visibility,
        .creator = setup->creator,
        .seed = setup->seed,
        .rules = rules,
        .created_ms = now_ms,
        .updated_ms = now_ms,
        .turn_started_ms = now_ms,
    };
    seat_everybody(game, setup);
    strcpy(game->metadata, setup->metadata);
    memcpy(game->fingerprint, setup->fingerprint, sizeof game->fingerprint);
    return OK;
}

/** Places a disc of the side to move and records who did it and how long it took. */
static struct result place(const struct game *game, int square, enum move_by by, int64_t now_ms,
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
    int64_t used_ms = now_ms - game->turn_started_ms;
    *next = *game;
    next->rules = rules;
    next->by[rules.ply - 1] = (uint8_t)by;
    next->used_ms[rules.ply - 1] = (int32_t)(used_ms < 0           ? 0
                                             : used_ms > INT32_MAX ? INT32_MAX
                                                                   : used_ms);
    next->turn_started_ms = now_ms;
    touch(next, now_ms);
    if (rules.over)
        finish_by_discs(next);
    return OK;
}

/** Whether this very placement, by these seats, is what the game already has at this ply. */
static bool was_played(const struct game *game, const struct game_move *move)
{
    if (move->ply < 1 || move->ply > game->rules.ply)
        return false;
    const struct rev_ply *played = &game->rules.plies[move->ply - 1];
    return played->square == move->square && holds(move->seats, (enum rev_color)played->color) &&
           game->by[move->ply - 1] == BY_HUMAN;
}

struct result game_play(const struct game *game, const struct game_move *move, int64_t now_ms,
                        struct game *next, bool *replay)
{
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
    if (!holds(move->seats, game->rules.now.turn))
        return fail(ERROR_NOT_YOUR_TURN);
    TRY(place(game, move->square, BY_HUMAN, now_ms, next));
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
    return place(game, square, by, now_ms, next);
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
        if (holds(seats, (enum rev_color)game->rules.plies[ply - 1].color))
            return ply - 1;
    return -1;
}

static struct result decide_undo(const struct game *game, int seats, int *target)
{
    if (seats == SEATS_NONE)
        return fail(ERROR_NOT_A_SEAT);
    if (!is_against_ai(game))
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
    if (seats == SEATS_NONE)
        return fail(ERROR_NOT_A_SEAT);
    if (!is_against_ai(game))
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
    next->turn_started_ms = now_ms;
    memset(next->used_ms + target, 0, sizeof *next->used_ms * (size_t)(REV_PLY_MAX - target));
    memset(next->by + target, 0, sizeof *next->by * (size_t)(REV_PLY_MAX - target));
    touch(next, now_ms);
    *replay = false;
    return OK;
}

struct result game_may_hint(const struct game *game, int seats)
{
    if (seats == SEATS_NONE)
        return fail(ERROR_NOT_A_SEAT);
    if (!is_against_ai(game))
        return fail(ERROR_HINT_NOT_ALLOWED);
    if (game->status != GAME_LIVE)
        return fail(ERROR_GAME_OVER);
    if (!holds(seats, game->rules.now.turn))
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
    touch(next, now_ms);
    return OK;
}

struct result game_resign(const struct game *game, int seats, enum rev_color color, int64_t now_ms,
                          struct game *next, bool *replay)
{
    enum game_winner winner = color == REV_BLACK ? WINNER_WHITE : WINNER_BLACK;
    if (!holds(seats, color))
        return fail(ERROR_NOT_A_SEAT);
    bool resigned = game->status == GAME_FINISHED && game->reason == REASON_RESIGNATION &&
                    game->winner == winner;
    if (game->status != GAME_LIVE && !resigned)
        return fail(ERROR_GAME_OVER);
    *next = *game;
    *replay = resigned;
    if (resigned)
        return OK;
    next->status = GAME_FINISHED;
    next->reason = REASON_RESIGNATION;
    next->winner = winner;
    touch(next, now_ms);
    return OK;
}

/** Whether both sides have placed so many discs that leaving is no longer without consequence. */
static bool has_begun(const struct game *game)
{
    int placed[2] = {0, 0};
    for (int ply = 0; ply < game->rules.ply; ply++)
        placed[game->rules.plies[ply].color]++;
    return placed[REV_BLACK] >= DISCS_BEFORE_LEAVING_COUNTS &&
           placed[REV_WHITE] >= DISCS_BEFORE_LEAVING_COUNTS;
}

struct result game_abort(const struct game *game, int seats, int64_t now_ms, struct game *next,
                         bool *replay)
{
    if (seats == SEATS_NONE)
        return fail(ERROR_NOT_A_SEAT);
    bool aborted = game->status == GAME_ABORTED;
    if (game->status == GAME_FINISHED)
        return fail(ERROR_GAME_OVER);
    if (!aborted && has_begun(game))
        return fail(ERROR_TOO_LATE_TO_ABORT);
    *next = *game;
    *replay = aborted;
    if (aborted)
        return OK;
    next->status = GAME_ABORTED;
    touch(next, now_ms);
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
