#include "game_model.h"
#include "domain/game.h"

#include <string.h>

/** Walks from a square in one direction: how many discs would turn. */
static int run_length(const struct model_position *position, int color, int square, int dx, int dy)
{
    int x = square % 8 + dx, y = square / 8 + dy, length = 0;
    for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) {
        int owner = position->owner[y * 8 + x];
        if (owner == color)
            return length;
        if (owner == NOBODY)
            return 0;
        length++;
    }
    return 0;
}

static uint64_t turned_by(const struct model_position *position, int color, int square)
{
    uint64_t turned = 0;
    if (square < 0 || square > 63 || position->owner[square] != NOBODY)
        return 0;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            if (dx == 0 && dy == 0)
                continue;
            int length = run_length(position, color, square, dx, dy);
            for (int i = 1; i <= length; i++)
                turned |= UINT64_C(1) << (square + i * (dy * 8 + dx));
        }
    return turned;
}

static bool is_central(int square)
{
    return square == 27 || square == 28 || square == 35 || square == 36;
}

static bool fills_centre(const struct model *model)
{
    return model->opening == MODEL_ORIGINAL && model->ply < 4;
}

bool model_is_legal(const struct model *model, int color, int square, uint64_t *turned)
{
    const struct model_position *now = model_now(model);
    *turned = 0;
    if (fills_centre(model))
        return is_central(square) && now->owner[square] == NOBODY && now->turn == color;
    *turned = turned_by(now, color, square);
    return *turned != 0;
}

static bool can_move(const struct model *model, int color)
{
    uint64_t turned;
    for (int square = 0; square < 64; square++)
        if (model_is_legal(model, color, square, &turned))
            return true;
    return false;
}

/** Lets pass whoever cannot move in the present position. */
static void settle(struct model *model)
{
    struct model_position *now = &model->positions[model->ply];
    int other = 1 - now->turn;
    now->passed = NOBODY;
    if (can_move(model, now->turn))
        return;
    now->passed = can_move(model, other) ? now->turn : NOBODY;
    now->turn = now->passed == NOBODY ? NOBODY : other;
}

int model_discs(const struct model *model, int color)
{
    int discs = 0;
    for (int square = 0; square < 64; square++)
        discs += model_now(model)->owner[square] == color;
    return discs;
}

bool model_begin(struct model *model, enum model_opening opening, const int8_t owner[64], int turn,
                 int ai, int64_t now_ms)
{
    *model = (struct model){.opening = opening,
                            .ai = ai,
                            .version = 1,
                            .winner = NOBODY,
                            .turn_began_ms = now_ms,
                            .updated_ms = now_ms};
    struct model_position *first = &model->positions[0];
    memset(first->owner, NOBODY, sizeof first->owner);
    first->turn = BLACK;
    if (opening == MODEL_STANDARD) {
        first->owner[27] = first->owner[36] = WHITE;
        first->owner[28] = first->owner[35] = BLACK;
    }
    if (opening == MODEL_GIVEN) {
        memcpy(first->owner, owner, sizeof first->owner);
        first->turn = turn;
    }
    settle(model);
    return first->turn != NOBODY;
}

static void changed(struct model *model, int64_t now_ms)
{
    model->version++;
    model->updated_ms = now_ms;
}

static bool runs(const struct model *model)
{
    return model->end == MODEL_RUNS;
}

static void finish_if_nobody_can_move(struct model *model)
{
    if (model_now(model)->turn != NOBODY)
        return;
    int black = model_discs(model, BLACK), white = model_discs(model, WHITE);
    model->end = MODEL_DISCS;
    model->winner = black > white ? BLACK : white > black ? WHITE : NOBODY;
}

static enum error_code place(struct model *model, int square, int by, int64_t now_ms)
{
    const struct model_position *now = model_now(model);
    int color = now->turn;
    uint64_t turned;
    if (!model_is_legal(model, color, square, &turned))
        return ERROR_ILLEGAL_MOVE;
    int64_t used_ms = now_ms > model->turn_began_ms ? now_ms - model->turn_began_ms : 0;
    model->placements[model->ply] = (struct model_placement){square, color, by, used_ms};

    struct model_position next = *now;
    for (int i = 0; i < 64; i++)
        if (i == square || turned >> i & 1)
            next.owner[i] = (int8_t)color;
    next.turn = 1 - color;
    model->positions[++model->ply] = next;
    settle(model);
    finish_if_nobody_can_move(model);
    model->turn_began_ms = now_ms;
    changed(model, now_ms);
    return ERROR_NONE;
}

enum error_code model_play(struct model *model, int seats, int ply, int square, int branch,
                           int64_t now_ms, bool *repeated)
{
    *repeated = false;
    if (seats == 0)
        return ERROR_NOT_A_SEAT;
    if (branch != model->branch)
        return branch < model->branch ? ERROR_STALE_BRANCH : ERROR_OUT_OF_STEP;
    if (ply >= 1 && ply <= model->ply) {
        const struct model_placement *placed = &model->placements[ply - 1];
        *repeated =
            placed->square == square && placed->by == BY_HUMAN && (seats >> placed->color & 1);
        if (*repeated)
            return ERROR_NONE;
    }
    if (!runs(model))
        return ERROR_GAME_OVER;
    if (ply != model->ply + 1)
        return ply <= model->ply ? ERROR_PLY_ALREADY_PLAYED : ERROR_OUT_OF_STEP;
    if (!(seats >> model_now(model)->turn & 1))
        return ERROR_NOT_YOUR_TURN;
    return place(model, square, BY_HUMAN, now_ms);
}

enum error_code model_play_ai(struct model *model, int square, int by, int64_t now_ms)
{
    if (!runs(model))
        return ERROR_GAME_OVER;
    if (model_now(model)->turn != model->ai)
        return ERROR_NOT_YOUR_TURN;
    return place(model, square, by, now_ms);
}

enum error_code model_undo(struct model *model, int seats, int branch, int64_t now_ms,
                           bool *repeated)
{
    *repeated = false;
    if (seats == 0)
        return ERROR_NOT_A_SEAT;
    if (model->ai == NOBODY)
        return ERROR_UNDO_NOT_ALLOWED;
    *repeated = branch == model->branch && branch > 0;
    if (*repeated)
        return ERROR_NONE;
    if (branch != model->branch + 1)
        return branch <= model->branch ? ERROR_STALE_BRANCH : ERROR_OUT_OF_STEP;
    if (!runs(model))
        return ERROR_GAME_OVER;
    int ply = model->ply - 1;
    while (ply >= 0 && model->positions[ply].turn == model->ai)
        ply--;
    if (ply < 0)
        return ERROR_NOTHING_TO_UNDO;
    model->ply = ply;
    model->branch++;
    model->turn_began_ms = now_ms;
    changed(model, now_ms);
    return ERROR_NONE;
}

enum error_code model_resign(struct model *model, int seats, int color, int64_t now_ms,
                             bool *repeated)
{
    *repeated = false;
    if (!(seats >> color & 1))
        return ERROR_NOT_A_SEAT;
    *repeated = model->end == MODEL_RESIGNED && model->winner == 1 - color;
    if (*repeated)
        return ERROR_NONE;
    if (!runs(model))
        return ERROR_GAME_OVER;
    model->end = MODEL_RESIGNED;
    model->winner = 1 - color;
    changed(model, now_ms);
    return ERROR_NONE;
}

enum error_code model_abort(struct model *model, int seats, int64_t now_ms, bool *repeated)
{
    int placed[2] = {0, 0};
    *repeated = false;
    if (seats == 0)
        return ERROR_NOT_A_SEAT;
    *repeated = model->end == MODEL_ABORTED;
    if (*repeated)
        return ERROR_NONE;
    if (!runs(model))
        return ERROR_GAME_OVER;
    for (int i = 0; i < model->ply; i++)
        placed[model->placements[i].color]++;
    if (placed[BLACK] >= 2 && placed[WHITE] >= 2)
        return ERROR_TOO_LATE_TO_ABORT;
    model->end = MODEL_ABORTED;
    changed(model, now_ms);
    return ERROR_NONE;
}
