#include "domain/words.h"
#include "endpoints/fair.h"
#include "endpoints/thinking.h"

#include <string.h>

struct choice {
    struct thinking thinking;
    struct ep_caller caller;
    enum rev_level level;
    uint64_t seed;
    struct rev_level_move moves[POSITIONS_PER_REQUEST_MAX];
};

static void think(struct thinking *thinking, int index, struct rev_search_context *context)
{
    struct choice *choice = (struct choice *)thinking;
    choice->moves[index] = rev_level_play(context, &thinking->positions.games[index], choice->level,
                                          choice->seed, thinking_cancel(thinking));
}

static void write_move(struct json_writer *writer, const struct rev_game *before,
                       const struct rev_level_move *move)
{
    bool moves = move->square != REV_NO_SQUARE;
    json_member(writer, "square");
    if (moves)
        json_square(writer, move->square);
    else
        json_put_null(writer);
    json_member_color(writer, "color", moves, before->now.turn);
    json_member(writer, "score");
    if (moves)
        json_put_number(writer, move->score);
    else
        json_put_null(writer);
    json_member_number(writer, "nodes", (int64_t)move->nodes);
}

static void write_one(struct json_writer *writer, int index, const void *context)
{
    const struct choice *choice = context;
    struct rev_game game = choice->thinking.positions.games[index];
    const struct rev_level_move *move = &choice->moves[index];
    json_begin_object(writer);
    write_move(writer, &game, move);
    json_member_number(writer, "seed", (int64_t)choice->seed);
    if (move->square != REV_NO_SQUARE)
        rev_game_play(&game, move->square);
    json_position_members(writer, &game);
    json_end(writer);
}

static struct result answer(struct http_request *request, struct endpoint *endpoint,
                            const struct thinking *thinking)
{
    const struct choice *choice = (const struct choice *)thinking;
    TRY(fair_check_again(request, endpoint, &choice->caller, &thinking->positions));
    positions_answer(request, &thinking->positions, write_one, thinking);
    return OK;
}

static struct result read_body(struct http_request *request, struct choice *choice)
{
    static const char *const fields[] = {"position", "transcript", "opening", "positions",
                                         "level",    "seed",       NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    int level = 0;
    int64_t seed = 0;
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    TRY(json_only(&body, fields));
    TRY(json_get_choice(&body, "level", JSON_REQUIRED, words_level, &level));
    TRY(json_get_integer(&body, "seed", JSON_OPTIONAL, 0, SEED_MAX, &seed));
    choice->level = (enum rev_level)level;
    choice->seed = (uint64_t)seed;
    if (!json_has(&body, "seed")) {
        crypto_random(&choice->seed, sizeof choice->seed);
        choice->seed &= SEED_MAX;
    }
    return positions_read(request, &body, &choice->thinking.positions);
}

struct result ep_choose_move(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct rated_games *unfair = fair_new(request);
    struct ep_caller caller;
    TRY(http_query_only(request, names));
    TRY(fair_require(request, worker, &caller, unfair));
    struct choice *choice = thinking_new(sizeof *choice);
    const struct positions *positions = &choice->thinking.positions;
    struct result read = read_body(request, choice);
    if (!failed(read))
        read = fair_check_all(request, unfair, positions);
    if (failed(read)) {
        thinking_release(&choice->thinking);
        return read;
    }
    choice->caller = caller;
    choice->thinking.think = think;
    choice->thinking.answer = answer;
    choice->thinking.task.caller = ep_player(&caller);
    return thinking_start(request, worker, &choice->thinking, ai_level_cost(choice->level));
}
