#include "base/limits.h"
#include "endpoints/endpoint.h"

#include <string.h>
#include <strings.h>

struct move {
    int64_t ply;
    int64_t branch;
    int square;
};

/** People who come from other programs send a pass now and then; they deserve to be told. */
static bool is_pass(const char *text, size_t length)
{
    static const char *const spellings[] = {"pass", "ps", "pa", "--", "@@", NULL};
    for (int i = 0; spellings[i]; i++)
        if (strlen(spellings[i]) == length && strncasecmp(spellings[i], text, length) == 0)
            return true;
    return false;
}

static struct result read_square(struct json_in *body, int *square)
{
    const char *text = NULL;
    size_t length = 0;
    TRY(json_get_string(body, "square", JSON_REQUIRED, &text, &length));
    if (is_pass(text, length))
        return fail_at(body->problem, ERROR_PASS_NOT_A_MOVE, "/square",
                       "Passes happen by themselves; play one of legal_moves.");
    *square = rev_square_parse(text, length);
    if (*square == REV_NO_SQUARE)
        return json_refuse(body, "square",
                           "Must be a square: a letter from a to h and a digit from 1 to 8.");
    return OK;
}

static struct result read_move(struct http_request *request, struct move *move)
{
    static const char *const fields[] = {"square", "branch", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    *move = (struct move){0};
    TRY(ep_path_number(request, "ply", 1, REV_PLY_MAX, &move->ply));
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    TRY(json_only(&body, fields));
    TRY(json_get_integer(&body, "branch", JSON_OPTIONAL, 0, BRANCH_MAX, &move->branch));
    return read_square(&body, &move->square);
}

static struct result decide(const struct ep_game *loaded, const void *decision, struct game *next,
                            bool *replay)
{
    const struct move *asked = decision;
    struct game_move move = {(int)asked->ply, asked->square, (int)asked->branch, loaded->seats};
    return game_play(&loaded->game, &move, loaded->now_ms, next, replay);
}

/** Why a square cannot be played, in words. */
static struct result explain_illegal(struct http_request *request, const struct rev_game *rules,
                                     int square)
{
    char name[REV_SQUARE_TEXT_SIZE];
    rev_square_write(square, name);
    bool occupied = (rules->now.black | rules->now.white) & rev_bit(square);
    return fail_at(&request->problem, ERROR_ILLEGAL_MOVE, "/square",
                   occupied                    ? "%s is occupied."
                   : rev_game_in_centre(rules) ? "%s is not in the centre, which is filled first."
                                               : "%s would flip nothing.",
                   name);
}

/** Adds to a refusal where the game stands. */
static struct result explain(struct http_request *request, const struct ep_game *loaded,
                             const struct move *move, struct result result)
{
    const struct game *game = &loaded->game;
    switch (result.code) {
    case ERROR_ILLEGAL_MOVE:
        return explain_illegal(request, &game->rules, move->square);
    case ERROR_STALE_BRANCH:
    case ERROR_OUT_OF_STEP:
    case ERROR_PLY_ALREADY_PLAYED:
        return fail_with(&request->problem, result.code,
                         "The move is for ply %d of branch %d; next is ply %d of branch %d.",
                         (int)move->ply, (int)move->branch, game->rules.ply + 1, game->branch);
    default:
        return result;
    }
}

struct result ep_play_move(struct http_request *request, void *worker)
{
    struct ep_game *loaded;
    struct move move;
    int64_t wait_s = 0;
    TRY(ep_read_wait(request, &wait_s));
    TRY(read_move(request, &move));
    if (wait_s > 0)
        TRY(ep_watch_game(request, worker));
    TRY(ep_load_game(request, worker, &loaded));
    TRY(explain(request, loaded, &move, ep_change_game(request, worker, loaded, decide, &move)));
    loaded->status = loaded->replay ? 200 : 201;
    loaded->played_from = (int)move.ply - 1;
    return ep_answer_command(request, loaded, wait_s);
}
