/*
 * A hint is thought of without the game, which may move on meanwhile; it is counted in the game, by
 * compare-and-set, before it is given. So no hint is given that the game does not know of.
 */
#include "base/limits.h"
#include "domain/words.h"
#include "endpoints/fair.h"
#include "endpoints/thinking.h"
#include "json/analysis.h"

struct hint {
    struct thinking thinking;
    struct rev_limits limits;
    struct ep_game *loaded;    /* the request's */
    http_problem_extra *extra; /* writes the game to conflicts */
    int branch;                /* of the game that is thought about */
    struct rev_result result;
};

static void think(struct thinking *thinking, int index, struct rev_search_context *context)
{
    struct hint *hint = (struct hint *)thinking;
    const struct rev_game *game = &thinking->positions.games[index];
    struct rev_limits limits = hint->limits;
    limits.cancel = thinking_cancel(thinking);
    if (!rev_game_in_centre(game))
        rev_search(context, rev_position_board(&game->now), &limits, &hint->result);
}

/** Any free square of the centre is as good as the next. */
static struct rev_root_move centre_move(const struct rev_game *game)
{
    struct rev_root_move move = {.square = __builtin_ctzll(game->legal), .line_length = 1};
    move.line[0] = (uint8_t)move.square;
    return move;
}

static struct result decide(const struct ep_game *loaded, const void *decision, struct game *next,
                            bool *replay)
{
    const struct hint *hint = decision;
    *replay = false;
    return game_hint(&loaded->game, loaded->seats, hint->thinking.positions.games[0].ply,
                     hint->branch, loaded->now_ms, next);
}

static void write_hint(struct json_writer *writer, const struct hint *hint)
{
    const struct rev_game *thought = &hint->thinking.positions.games[0];
    const struct rev_result *result = &hint->result;
    struct rev_root_move move = result->move_count > 0 ? result->moves[0] : centre_move(thought);
    json_begin_object(writer);
    json_member_number(writer, "ply", thought->ply + 1);
    json_member_number(writer, "branch", hint->branch);
    json_member_string(writer, "color", words_color[thought->now.turn]);
    json_member(writer, "square");
    json_square(writer, move.square);
    json_member_number(writer, "score", move.score);
    json_member_bool(writer, "exact", move.exact);
    json_member_confidence(writer, move.exact, result->confidence);
    json_member(writer, "line");
    json_line(writer, move.line, move.line_length);
    json_member_number(writer, "depth", result->depth);
    json_member_number(writer, "nodes", (int64_t)result->nodes);
    json_member_string(writer, "score_custom", "empties_to_winner");
    json_member_number(writer, "hints", hint->loaded->game.hints);
    json_end(writer);
}

static struct result answer(struct http_request *request, struct endpoint *endpoint,
                            const struct thinking *thinking)
{
    const struct hint *hint = (const struct hint *)thinking;
    struct ep_game *loaded = hint->loaded;
    request->state = loaded;
    request->problem_extra = hint->extra;
    loaded->endpoint = endpoint;
    TRY(fair_check_again(request, endpoint, &loaded->caller, &thinking->positions));
    TRY(ep_change_game(request, endpoint, loaded, decide, hint));
    struct json_writer writer = ep_json(request, 200);
    write_hint(&writer, hint);
    return OK;
}

static struct result read_body(struct http_request *request, struct rev_limits *limits)
{
    static const char *const fields[] = {"depth", "nodes", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    int64_t depth = ANALYSIS_DEPTH_MAX, nodes = ANALYSIS_NODES_DEFAULT;
    if (request->body_length > 0) {
        TRY(json_read(request->body, request->body_length, &request->problem, &body));
        TRY(json_only(&body, fields));
        TRY(json_get_integer(&body, "depth", JSON_OPTIONAL, 1, 60, &depth));
        TRY(json_get_integer(&body, "nodes", JSON_OPTIONAL, 1, 1000000000, &nodes));
    }
    *limits = (struct rev_limits){
        .nodes_max = (uint64_t)(nodes < ANALYSIS_NODES_MAX ? nodes : ANALYSIS_NODES_MAX),
        .depth_max = (int)(depth < ANALYSIS_DEPTH_MAX ? depth : ANALYSIS_DEPTH_MAX),
        .exact_empties_max = EXACT_EMPTIES_MAX,
        .best_moves = 1,
    };
    return OK;
}

/** A game against the AI may repeat one that is rated. */
static struct result check_fair(struct http_request *request, struct endpoint *endpoint,
                                const struct ep_game *loaded)
{
    struct rated_games *unfair = fair_new(request);
    fair_ask(endpoint, &loaded->caller, unfair);
    TRY(ep_flush(request, endpoint));
    return fair_check(request, unfair, &loaded->game.rules.now);
}

struct result ep_give_hint(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct ep_game *loaded;
    struct rev_limits limits;
    TRY(http_query_only(request, names));
    TRY(read_body(request, &limits));
    TRY(ep_load_game(request, worker, &loaded));
    TRY(game_may_hint(&loaded->game, loaded->seats));
    TRY(check_fair(request, worker, loaded));
    struct hint *hint = thinking_new(sizeof *hint);
    hint->limits = limits;
    hint->loaded = loaded;
    hint->extra = request->problem_extra;
    hint->branch = loaded->game.branch;
    hint->thinking.positions.count = 1;
    hint->thinking.positions.games[0] = loaded->game.rules;
    hint->thinking.think = think;
    hint->thinking.answer = answer;
    hint->thinking.task.caller = ep_player(&loaded->caller);
    request->problem_extra = NULL; /* while the request's state is what is thought about */
    return thinking_start(request, worker, &hint->thinking, thinking_cost(limits.nodes_max));
}
