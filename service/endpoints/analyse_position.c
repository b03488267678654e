/*
 * A short analysis is answered at once; a long one is a study, worked on in the background. Which
 * it is follows from the budget that is asked for. Only where the true result is asked for may a
 * short one turn out to be long.
 */
#include "base/limits.h"
#include "domain/words.h"
#include "endpoints/fair.h"
#include "endpoints/idempotency.h"
#include "endpoints/study.h"
#include "endpoints/thinking.h"
#include "json/analysis.h"

#include <stdio.h>
#include <string.h>

struct analysis {
    struct thinking thinking;
    struct rev_limits limits; /* of each position */
    uint64_t nodes_left;      /* of the whole request */
    struct ep_caller caller;
    bool is_long;
    bool promises;              /* the true results, whatever nodes they take */
    bool unproved;              /* and they take more than a short one has */
    struct study_budget budget; /* of each position of a long one */
    uint8_t fingerprint[GAME_FINGERPRINT_SIZE];
    struct rev_result results[POSITIONS_PER_REQUEST_MAX];
};

/* --- a short one ----------------------------------------------------------------------------- */

/** What the search of a position may spend of what is left: its share; where true results are
 *  promised all, since some take far more than others. */
static uint64_t nodes_for(const struct analysis *analysis, int index)
{
    uint64_t left = analysis->nodes_left;
    uint64_t share = left / (uint64_t)(analysis->thinking.positions.count - index);
    uint64_t nodes = analysis->limits.nodes_max;
    if (analysis->promises)
        nodes = left;
    else if (nodes == 0 || nodes > share)
        nodes = share;
    return nodes > 0 ? nodes : 1;
}

static void think(struct thinking *thinking, int index, struct rev_search_context *context)
{
    struct analysis *analysis = (struct analysis *)thinking;
    const struct rev_game *game = &thinking->positions.games[index];
    struct rev_result *result = &analysis->results[index];
    struct rev_limits limits = analysis->limits;
    limits.cancel = thinking_cancel(thinking);
    limits.nodes_max = nodes_for(analysis, index);
    if (game->over || rev_game_in_centre(game) || analysis->unproved)
        return;
    rev_search(context, rev_position_board(&game->now), &limits, result);
    analysis->unproved = analysis->promises && !result->exact;
    analysis->nodes_left -=
        result->nodes < analysis->nodes_left ? result->nodes : analysis->nodes_left;
}

static void write_one(struct json_writer *writer, int index, const void *context)
{
    const struct analysis *analysis = context;
    json_analysis(writer, &analysis->thinking.positions.games[index], &analysis->results[index]);
}

/* --- a long one ------------------------------------------------------------------------------ */

/** The key came before: the same request gets the same analysis, another one is refused. */
static struct result repeat(struct http_request *request, const struct study *study,
                            const struct analysis *analysis)
{
    if (memcmp(study->fingerprint, analysis->fingerprint, sizeof study->fingerprint) != 0)
        return fail(ERROR_IDEMPOTENCY_KEY_REUSED);
    http_response_header(request, "Idempotent-Replay", "true");
    return OK;
}

static struct result reload(struct http_request *request, struct endpoint *endpoint,
                            const struct study_key *key, struct study_found *found)
{
    store_ask_study(endpoint->store, key, found);
    TRY(ep_flush(request, endpoint));
    return found->found ? OK : fail(ERROR_ANALYSIS_NOT_FOUND);
}

static struct result make(struct http_request *request, struct endpoint *endpoint,
                          const struct analysis *analysis, const struct study_caller *caller,
                          const struct study_load *load, const struct study_key *key,
                          int64_t now_ms, struct study_found *found)
{
    const struct positions *positions = &analysis->thinking.positions;
    struct study *study = &found->study;
    bool inserted;
    study_of_positions(study, &key->id, positions->games, positions->count, &analysis->budget,
                       now_ms);
    study->caller = caller->id;
    study->has_token = caller->has_token;
    memcpy(study->fingerprint, analysis->fingerprint, sizeof study->fingerprint);
    TRY(study_queue(request, endpoint, load, study, &inserted));
    TRY(reload(request, endpoint, key, found));
    return inserted ? OK : repeat(request, &found->study, analysis);
}

static struct result start_long(struct http_request *request, struct endpoint *endpoint,
                                const struct analysis *analysis)
{
    struct uuid player = ep_player(&analysis->caller);
    struct study_caller caller = study_caller_of(request, endpoint, &player);
    struct study_key key = {.strength = STUDY_OWN};
    struct http_value idempotency;
    struct study_found found;
    struct study_load load;
    int64_t now_ms;
    TRY(ep_check_own(request, &analysis->caller, SCOPE_PLAY));
    TRY(idempotency_key(request, &idempotency));
    key.id = idempotency_id(endpoint->services, "analysis", &caller.id, idempotency);
    store_ask_now(endpoint->store, &now_ms);
    store_ask_study(endpoint->store, &key, &found);
    store_ask_study_load(endpoint->store, &caller.id, &load);
    TRY(ep_flush(request, endpoint));
    if (found.found)
        TRY(repeat(request, &found.study, analysis));
    else
        TRY(make(request, endpoint, analysis, &caller, &load, &key, now_ms, &found));
    char id[UUID_TEXT_SIZE], location[64];
    uuid_write(&key.id, id);
    snprintf(location, sizeof location, "/v1/analyses/%s", id);
    http_response_header(request, "Location", location);
    study_tag(request, &found.study);
    return study_answer_analysis(request, endpoint, &found.study, 202);
}

/* --- a short one, or a long one after all ----------------------------------------------------- */

static struct result answer(struct http_request *request, struct endpoint *endpoint,
                            const struct thinking *thinking)
{
    const struct analysis *analysis = (const struct analysis *)thinking;
    TRY(fair_check_again(request, endpoint, &analysis->caller, &thinking->positions));
    if (analysis->unproved)
        return start_long(request, endpoint, analysis);
    positions_answer(request, &thinking->positions, write_one, thinking);
    return OK;
}

/** Of one position. */
static uint32_t cost_of(const struct analysis *analysis)
{
    uint64_t share = analysis->nodes_left / (uint64_t)analysis->thinking.positions.count;
    uint64_t nodes = analysis->limits.nodes_max;
    return thinking_cost(nodes > 0 && nodes < share ? nodes : share);
}

static struct result start_short(struct http_request *request, struct endpoint *endpoint,
                                 struct analysis *analysis)
{
    analysis->thinking.think = think;
    analysis->thinking.answer = answer;
    analysis->thinking.task.caller = ep_player(&analysis->caller);
    return thinking_start(request, endpoint, &analysis->thinking, cost_of(analysis));
}

/* --- the request ----------------------------------------------------------------------------- */

static int empties_of(const struct rev_game *game)
{
    return game->over ? 0 : 64 - rev_count(game->now.black | game->now.white);
}

/** An exact value is promised only where there is hope for one. */
static struct result check_empties(struct http_request *request, const struct analysis *analysis)
{
    const struct positions *positions = &analysis->thinking.positions;
    for (int i = 0; i < positions->count; i++) {
        int empties = empties_of(&positions->games[i]);
        char pointer[32] = "";
        if (positions->many)
            snprintf(pointer, sizeof pointer, "/positions/%d", i);
        if (empties > STUDY_EXACT_EMPTIES_MAX)
            return fail_at(&request->problem, ERROR_TOO_MANY_EMPTIES, pointer,
                           "%d squares are empty; exact takes at most %d.", empties,
                           STUDY_EXACT_EMPTIES_MAX);
    }
    return OK;
}

/** Whether what is asked for takes longer than a request may. */
static bool is_long(const struct positions *positions, uint64_t nodes, bool exact)
{
    bool hard = false;
    for (int i = 0; i < positions->count; i++)
        hard |= empties_of(&positions->games[i]) > EXACT_EMPTIES_MAX;
    return nodes * (uint64_t)positions->count > ANALYSIS_NODES_MAX || (exact && hard);
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

struct asked {
    int64_t depth; /* 0: not said, as the next */
    int64_t nodes;
    bool exact;
    bool background;
};

static void set_budgets(struct analysis *analysis, const struct asked *asked)
{
    const struct positions *positions = &analysis->thinking.positions;
    uint64_t count = (uint64_t)positions->count, nodes = (uint64_t)asked->nodes;
    bool plain = asked->depth == 0 && nodes == 0 && !asked->exact;
    int depth = asked->depth ? (int)asked->depth : STUDY_DEPTH_MAX;
    analysis->is_long = asked->background || is_long(positions, nodes, asked->exact);
    analysis->promises = asked->exact && nodes == 0;
    analysis->nodes_left = plain ? ANALYSIS_NODES_DEFAULT : ANALYSIS_NODES_MAX;
    analysis->limits = (struct rev_limits){
        .nodes_max = nodes,
        .depth_max = depth < ANALYSIS_DEPTH_MAX ? depth : ANALYSIS_DEPTH_MAX,
        .exact_empties_max = asked->exact ? EXACT_EMPTIES_MAX : EXACT_EMPTIES_ALWAYS,
        .best_moves = REV_ROOT_MOVES_MAX,
    };
    analysis->budget = (struct study_budget){
        .nodes_max = least(nodes ? nodes : STUDY_POSITION_NODES_MAX,
                           least(STUDY_POSITION_NODES_MAX, STUDY_NODES_MAX / count)),
        .depth_max = depth < STUDY_DEPTH_MAX ? depth : STUDY_DEPTH_MAX,
        .exact_empties_max = asked->exact ? STUDY_EXACT_EMPTIES_MAX : EXACT_EMPTIES_ALWAYS,
    };
}

static struct result read_body(struct http_request *request, struct analysis *analysis)
{
    static const char *const fields[] = {"position",  "transcript", "opening",
                                         "positions", "depth",      "nodes",
                                         "exact",     "background", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    struct asked asked = {0};
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    TRY(json_only(&body, fields));
    TRY(json_get_integer(&body, "depth", JSON_OPTIONAL, 1, 60, &asked.depth));
    TRY(json_get_integer(&body, "nodes", JSON_OPTIONAL, 1, 1000000000, &asked.nodes));
    TRY(json_get_bool(&body, "exact", JSON_OPTIONAL, &asked.exact));
    TRY(json_get_bool(&body, "background", JSON_OPTIONAL, &asked.background));
    TRY(positions_read(request, &body, &analysis->thinking.positions));
    json_fingerprint(&body, NULL, analysis->fingerprint);
    set_budgets(analysis, &asked);
    return asked.exact ? check_empties(request, analysis) : OK;
}

struct result ep_analyse_position(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct rated_games *unfair = fair_new(request);
    struct ep_caller caller;
    TRY(http_query_only(request, names));
    TRY(fair_require(request, worker, &caller, unfair));
    struct analysis *analysis = thinking_new(sizeof *analysis);
    const struct positions *positions = &analysis->thinking.positions;
    analysis->caller = caller;
    struct result result = read_body(request, analysis);
    if (!failed(result))
        result = fair_check_all(request, unfair, positions);
    if (!failed(result) && !analysis->is_long)
        return start_short(request, worker, analysis);
    if (!failed(result))
        result = start_long(request, worker, analysis);
    thinking_release(&analysis->thinking);
    return result;
}
