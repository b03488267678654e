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
    TRY(ep_change_game(request, worker, loaded, decide, &move));
    loaded->status = loaded->replay ? 200 : 201;
    loaded->played_from = (int)move.ply - 1;
    return ep_answer_command(request, loaded, wait_s);
}
