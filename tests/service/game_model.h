/**
 * A second, simple opinion about games: the board is an array that is walked square by square, and
 * every position of the game is kept, so that taking back is going back in a list. It shares no
 * code with the engine or the domain and is written from the rules and the API, not from them.
 */
#ifndef TEST_GAME_MODEL_H
#define TEST_GAME_MODEL_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { NOBODY = -1, BLACK = 0, WHITE = 1 };
enum model_opening { MODEL_STANDARD, MODEL_ORIGINAL, MODEL_GIVEN };
enum model_end { MODEL_RUNS, MODEL_DISCS, MODEL_RESIGNED, MODEL_ABORTED };

/** What one can see between two placements. */
struct model_position {
    int8_t owner[64]; /* NOBODY, BLACK, WHITE */
    int turn;         /* after passes; NOBODY once neither can move */
    int passed;       /* who was passed over, or NOBODY */
};

struct model_placement {
    int square, color, by; /* by: enum move_by */
    int64_t used_ms;
};

struct model {
    enum model_opening opening;
    int ai;                              /* the AI's colour, or NOBODY in a local game */
    struct model_position positions[65]; /* before the first placement, after the first, … */
    struct model_placement placements[64];
    int ply;
    int branch, version;
    enum model_end end;
    int winner; /* NOBODY: none, or a draw */
    int64_t turn_began_ms, updated_ms;
};

/** Starts; `owner` and `turn` are for MODEL_GIVEN. False: neither side could move. */
bool model_begin(struct model *model, enum model_opening opening, const int8_t owner[64], int turn,
                 int ai, int64_t now_ms);

static inline const struct model_position *model_now(const struct model *model)
{
    return &model->positions[model->ply];
}

/** Whether a placement is legal for a side in the present position; what it turns as a set. */
bool model_is_legal(const struct model *model, int color, int square, uint64_t *turned);

int model_discs(const struct model *model, int color);

/* The commands, for a set of seats as bits 1 << colour. Each changes the model only where it
   answers ERROR_NONE without `repeated`. */
enum error_code model_play(struct model *model, int seats, int ply, int square, int branch,
                           int64_t now_ms, bool *repeated);
enum error_code model_play_ai(struct model *model, int square, int by, int64_t now_ms);
enum error_code model_undo(struct model *model, int seats, int branch, int64_t now_ms,
                           bool *repeated);
enum error_code model_resign(struct model *model, int seats, int color, int64_t now_ms,
                             bool *repeated);
enum error_code model_abort(struct model *model, int seats, int64_t now_ms, bool *repeated);

#endif
