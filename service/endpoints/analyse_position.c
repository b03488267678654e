#include "base/limits.h"
#include "domain/words.h"
#include "endpoints/thinking.h"
#include "json/analysis.h"

struct analysis {
    struct thinking thinking;
    struct rev_limits limits; /* of each position */
    uint64_t nodes_left;      /* of the whole request */
    struct rev_result results[POSITIONS_PER_REQUEST_MAX];
};

static void think(struct thinking *thinking, int index, struct rev_search_context *context)
{
    struct analysis *analysis = (struct analysis *)thinking;
    const struct rev_game *game = &thinking->positions.games[index];
    struct rev_result *result = &analysis->results[index];
    struct rev_limits limits = analysis->limits;
    uint64_t share = analysis->nodes_left / (uint64_t)(thinking->positions.count - index);
    limits.cancel = thinking_cancel(thinking);
    if (limits.nodes_max == 0 || limits.nodes_max > share)
        limits.nodes_max = share > 0 ? share : 1;
    if (game->over || rev_game_in_centre(game))
        return;
    rev_search(context, rev_position_board(&game->now), &limits, result);
    analysis->nodes_left -=
        result->nodes < analysis->nodes_left ? result->nodes : analysis->nodes_left;
}

static void write_one(struct json_writer *writer, int index, const void *context)
{
    const struct analysis *analysis = context;
    json_analysis(writer, &analysis->thinking.positions.games[index], &analysis->results[index]);
}

static struct result answer(struct http_request *request, struct endpoint *endpoint,
                            const struct thinking *thinking)
{
    (void)endpoint;
    positions_answer(request, &thinking->positions, write_one, thinking);
    return OK;
}

/** An exact value is promised only where it fits into an answer at once. */
static struct result check_empties(struct http_request *request, const struct analysis *analysis)
{
    const struct positions *positions = &analysis->thinking.positions;
    for (int i = 0; i < positions->count; i++) {
        const struct rev_position *now = &positions->games[i].now;
        int empties = 64 - rev_count(now->black | now->white);
        char pointer[32] = "";
        if (positions->many)
            snprintf(pointer, sizeof pointer, "/positions/%d", i);
        if (!positions->games[i].over && empties > EXACT_EMPTIES_MAX)
            return fail_at(&request->problem, ERROR_TOO_MANY_EMPTIES, pointer,
                           "%d squares are empty; exact takes at most %d.", empties,
                           EXACT_EMPTIES_MAX);
    }
    return OK;
}

static struct result read_body(struct http_request *request, struct analysis *analysis)
{
    static const char *const fields[] = {"position", "transcript", "opening", "positions",
                                         "depth",    "nodes",      "exact",   NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    int64_t depth = ANALYSIS_DEPTH_MAX, nodes = 0;
    bool exact = false;
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    TRY(json_only(&body, fields));
    TRY(json_get_integer(&body, "depth", JSON_OPTIONAL, 1, 60, &depth));
    TRY(json_get_integer(&body, "nodes", JSON_OPTIONAL, 1, 1000000000, &nodes));
    TRY(json_get_bool(&body, "exact", JSON_OPTIONAL, &exact));
    TRY(positions_read(request, &body, &analysis->thinking.positions));
    bool plain = !json_has(&body, "depth") && nodes == 0 && !exact;
    analysis->nodes_left = plain ? ANALYSIS_NODES_DEFAULT : ANALYSIS_NODES_MAX;
    analysis->limits = (struct rev_limits){
        .nodes_max = (uint64_t)nodes,
        .depth_max = (int)(depth < ANALYSIS_DEPTH_MAX ? depth : ANALYSIS_DEPTH_MAX),
        .exact_empties_max = exact ? EXACT_EMPTIES_MAX : EXACT_EMPTIES_ALWAYS,
        .best_moves = REV_ROOT_MOVES_MAX,
    };
    return exact ? check_empties(request, analysis) : OK;
}

/** Of one position. */
static uint32_t cost_of(const struct analysis *analysis)
{
    uint64_t share = analysis->nodes_left / (uint64_t)analysis->thinking.positions.count;
    uint64_t nodes = analysis->limits.nodes_max;
    return thinking_cost(nodes > 0 && nodes < share ? nodes : share);
}

struct result ep_analyse_position(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct uuid caller;
    TRY(http_query_only(request, names));
    TRY(ep_require_good_token(request, worker, &caller));
    struct analysis *analysis = thinking_new(sizeof *analysis);
    struct result read = read_body(request, analysis);
    if (failed(read)) {
        thinking_release(&analysis->thinking);
        return read;
    }
    analysis->thinking.think = think;
    analysis->thinking.answer = answer;
    analysis->thinking.task.caller = caller;
    return thinking_start(request, worker, &analysis->thinking, cost_of(analysis));
}
