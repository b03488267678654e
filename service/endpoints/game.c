#include "base/clock.h"
#include "base/fault.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/mix.h"
#include "base/tries.h"
#include "endpoints/fair.h"
#include "jobs/standings.h"

#include <stdio.h>
#include <string.h>

enum { GAME_BYTES_USUAL = 2000 }; /* of its JSON, so that it seldom grows twice */

/** The URL that clients reach us by, "" where it was not told. */
static const char *public_url(const struct endpoint *endpoint)
{
    return endpoint->services->config->public_url;
}

struct result ep_flush(struct http_request *request, struct endpoint *endpoint)
{
    struct result result = store_flush(endpoint->store);
    if (failed(result))
        LOG(LOG_WARNING, "store-failed", log_string("id", request->id),
            log_string("why", store_why(endpoint->store)));
    else if (*store_left_out(endpoint->store))
        LOG(LOG_ERROR, "impossible-row", log_string("id", request->id),
            log_string("left_out", store_left_out(endpoint->store)));
    return result;
}

void ep_log_impossible(const struct http_request *request, const struct game_list *list)
{
    for (int i = 0; i < list->impossible_count; i++) {
        char id[UUID_TEXT_SIZE];
        uuid_write(&list->impossible[i].id, id);
        LOG(LOG_ERROR, "impossible-game", log_string("id", request->id), log_string("game", id),
            log_string("why", list->impossible[i].why));
    }
}

struct json_writer ep_json(struct http_request *request, int status)
{
    request->response.status = status;
    request->response.content_type = "application/json";
    return json_writer_to(&request->response.body);
}

static struct game_view view_of(const struct ep_game *loaded, const struct rev_game *shown)
{
    return (struct game_view){
        .game = &loaded->game,
        .shown = shown,
        .meeting = &loaded->found.meeting,
        .seats = loaded->seats,
        .played_from = loaded->played_from,
        .now_ms = loaded->now_ms,
        .public_url = public_url(loaded->endpoint),
    };
}

void ep_write_game(struct json_writer *writer, const struct endpoint *endpoint,
                   const struct game *game, const struct meeting *meeting, int seats,
                   int64_t now_ms)
{
    struct game_view view = {game, &game->rules, meeting, seats, -1, now_ms, public_url(endpoint)};
    json_game(writer, &view);
}

/** What a problem about a game shows besides: its state, and the legal moves for an illegal one. */
static void write_state(struct http_request *request, struct text *body)
{
    const struct ep_game *loaded = request->state;
    struct json_writer writer = json_writer_to(body);
    if (request->response.status == 422) {
        text_puts(body, ",\"legal_moves\":");
        json_legal_moves(&writer, &loaded->game.rules);
    } else if (request->response.status == 409) {
        struct game_view view = view_of(loaded, &loaded->game.rules);
        text_puts(body, ",\"state\":");
        json_game(&writer, &view);
    }
}

static void ask_meeting(struct endpoint *endpoint, const struct game *game, struct meeting *meeting)
{
    store_ask_meeting(endpoint->store, &game->seats[REV_BLACK].player,
                      &game->seats[REV_WHITE].player, meeting);
}

/** Whether the answer, or the command, depends on what keeps the game's players apart, which is not
 *  known yet: the caller is one of them and could play again. */
static bool lacks_meeting(const struct ep_game *loaded)
{
    const struct game_found *found = &loaded->found;
    struct uuid player = ep_player(&loaded->caller);
    return found->found && !found->meeting.is_known && game_awaits_rematch(&found->game) &&
           game_seats_of(&found->game, &player) != SEATS_NONE;
}

/** Does to the game what time has done, and asks for what is not in its row: of most games
 *  nothing. */
static struct result settle_found(struct http_request *request, struct endpoint *endpoint,
                                  struct ep_game *loaded)
{
    struct game_found *found = &loaded->found;
    struct result settled = deadlines_settle(endpoint->services->deadlines, endpoint->store, found);
    if (failed(settled))
        LOG(LOG_WARNING, "settling-failed", log_string("id", request->id),
            log_string("why", store_why(endpoint->store)));
    if (failed(settled) || !lacks_meeting(loaded))
        return settled;
    ask_meeting(endpoint, &found->game, &found->meeting);
    return ep_flush(request, endpoint);
}

/** Takes what was found as the game that the request is about. */
static void take_found(struct ep_game *loaded)
{
    struct uuid player = ep_player(&loaded->caller);
    loaded->game = loaded->found.game;
    loaded->now_ms = loaded->found.now_ms;
    loaded->seats = game_seats_of(&loaded->game, &player);
}

/** Asks for the game of the path's {id} and for the caller. */
static struct result ask(struct http_request *request, struct endpoint *endpoint,
                         struct ep_game **result)
{
    struct ep_game *loaded = request->state;
    if (!loaded) {
        struct uuid id;
        TRY(ep_path_id(request, "game", &id));
        request->state = loaded = http_request_alloc(request, sizeof *loaded);
        loaded->id = id;
        loaded->played_from = -1;
        loaded->status = 200;
    }
    loaded->endpoint = endpoint;
    TRY(ep_ask_caller(request, endpoint, &loaded->caller));
    store_ask_game(endpoint->store, &loaded->id, &loaded->found);
    *result = loaded;
    return OK;
}

/** Takes in what the store answered. On an HTTP thread nothing is settled: read_on has left to a
 *  worker what had to be, and whatever is learnt since is for the next who reads. */
static struct result take(struct http_request *request, struct ep_game *loaded)
{
    TRY(ep_check_caller(request, loaded->endpoint, &loaded->caller));
    if (!loaded->found.found)
        return fail(ERROR_GAME_NOT_FOUND);
    if (!loaded->endpoint->reader)
        TRY(settle_found(request, loaded->endpoint, loaded));
    take_found(loaded);
    request->problem_extra = write_state;
    return OK;
}

struct result ep_load_game(struct http_request *request, struct endpoint *endpoint,
                           struct ep_game **loaded)
{
    TRY(ask(request, endpoint, loaded));
    TRY(ep_flush(request, endpoint));
    return take(request, *loaded);
}

/** The reader has answered, or has not. A worker does what takes more than that. */
static struct result read_on(struct http_request *request, void *worker)
{
    struct ep_game *loaded = request->state;
    (void)worker;
    if (!loaded->answered || ep_caller_is_due(&loaded->caller) ||
        deadlines_wait_for(loaded->endpoint->services->deadlines, &loaded->found) ||
        lacks_meeting(loaded)) {
        http_request_hand_over(request);
        return OK;
    }
    TRY(take(request, loaded));
    return loaded->then(request, loaded, loaded->argument);
}

static void reader_answered(void *argument, bool answered)
{
    struct http_request *request = argument;
    struct ep_game *loaded = request->state;
    atomic_fetch_sub_explicit(loaded->endpoint->services->reads, 1, memory_order_relaxed);
    loaded->answered = answered;
    http_request_go_on(request);
}

struct result ep_read_game(struct http_request *request, struct endpoint *endpoint, ep_then *then,
                           void *argument)
{
    struct ep_game *loaded;
    if (!endpoint->reader) {
        TRY(ep_load_game(request, endpoint, &loaded));
        return then(request, loaded, argument);
    }
    TRY(ask(request, endpoint, &loaded));
    loaded->then = then;
    loaded->argument = argument;
    atomic_fetch_add_explicit(endpoint->services->reads, 1, memory_order_relaxed);
    http_request_await(request, read_on);
    reader_take(endpoint->reader, reader_answered, request);
    return OK;
}

struct ep_game *ep_begin_game(struct http_request *request, struct endpoint *endpoint,
                              const struct ep_caller *caller, const struct uuid *id)
{
    struct ep_game *loaded = http_request_alloc(request, sizeof *loaded);
    loaded->endpoint = endpoint;
    loaded->caller = *caller;
    loaded->id = *id;
    loaded->played_from = -1;
    loaded->status = 200;
    request->state = loaded;
    request->problem_extra = write_state;
    return loaded;
}

struct result ep_reload_game(struct http_request *request, struct endpoint *endpoint,
                             struct ep_game *loaded)
{
    store_ask_game(endpoint->store, &loaded->id, &loaded->found);
    TRY(ep_flush(request, endpoint));
    if (!loaded->found.found)
        return fail(ERROR_GAME_NOT_FOUND);
    TRY(settle_found(request, endpoint, loaded));
    take_found(loaded);
    return OK;
}

struct result ep_watch_game(struct http_request *request, struct endpoint *endpoint)
{
    struct uuid id;
    TRY(ep_path_id(request, "game", &id));
    hub_watch(endpoint->services->hub, request, &id);
    return OK;
}

struct result ep_read_wait(struct http_request *request, int64_t *wait_s)
{
    static const char *const names[] = {"wait", NULL};
    TRY(http_query_only(request, names));
    return ep_query_number(request, "wait", 0, WAIT_S_MAX, wait_s);
}

struct result ep_settle_change(struct http_request *request, struct endpoint *endpoint,
                               struct game_change *change, int64_t now_ms)
{
    struct result result = standings_settle(endpoint->store, change, now_ms);
    if (result.code == ERROR_DATABASE_UNAVAILABLE || result.code == ERROR_INTERNAL)
        LOG(LOG_WARNING, "store-failed", log_string("id", request->id),
            log_string("why", store_why(endpoint->store)));
    return result;
}

static struct result decide_and_save(struct http_request *request, struct endpoint *endpoint,
                                     struct ep_game *loaded, ep_decide *decide,
                                     const void *decision, struct game_change *change, bool *saved)
{
    struct game next;
    const struct store_terms terms = {.expected_version = loaded->game.version,
                                      .meeting = loaded->meets};
    TRY(decide(loaded, decision, &next, &loaded->replay));
    *saved = loaded->replay;
    if (loaded->replay)
        return OK;
    game_complete(&loaded->game, &next, loaded->now_ms, change);
    TRY(fair_check_change(request, endpoint, change));
    turns_lease(change, loaded->now_ms);
    TRY(ep_settle_change(request, endpoint, change, loaded->now_ms));
    struct meeting meeting = loaded->found.meeting;
    store_ask_save_change(endpoint->store, change, &terms, saved);
    if (change->ends && game_awaits_rematch(&change->game))
        ask_meeting(endpoint, &change->game, &meeting);
    TRY(ep_flush(request, endpoint));
    if (*saved) {
        loaded->game = change->game;
        loaded->found.meeting = meeting;
        turns_follow(endpoint->services->turns, endpoint->store, change);
    }
    return OK;
}

/**
 * What to do after an attempt that did not succeed. Where the connection was lost while it was
 * written, nobody knows whether it was: the decision on what is there now tells, as a repeat does.
 */
static struct result look_again_after(struct http_request *request, struct endpoint *endpoint,
                                      struct ep_game *loaded, struct result result)
{
    if (failed(result) && result.code != ERROR_DATABASE_UNAVAILABLE)
        return result;
    struct result reloaded = ep_reload_game(request, endpoint, loaded);
    return failed(result) && failed(reloaded) ? result : reloaded;
}

struct result ep_change_game_to(struct http_request *request, struct endpoint *endpoint,
                                struct ep_game *loaded, ep_decide *decide, const void *decision,
                                struct game_change *change)
{
    struct tries tries = {0};
    bool changed;
    do {
        bool saved = false;
        int version = loaded->game.version;
        struct result result =
            decide_and_save(request, endpoint, loaded, decide, decision, change, &saved);
        if (saved && !failed(result)) {
            fault_point("answering");
            return OK;
        }
        TRY(look_again_after(request, endpoint, loaded, result));
        changed = failed(result) || loaded->game.version != version;
    } while (tries_again(&tries, changed));
    return fail_with(&request->problem, ERROR_OVERLOADED,
                     "The game kept changing while the request was handled; nothing was done.");
}

struct result ep_change_game(struct http_request *request, struct endpoint *endpoint,
                             struct ep_game *loaded, ep_decide *decide, const void *decision)
{
    struct game_change change;
    return ep_change_game_to(request, endpoint, loaded, decide, decision, &change);
}

void ep_location_game(struct http_request *request, const struct uuid *game)
{
    char id[UUID_TEXT_SIZE], location[64];
    uuid_write(game, id);
    snprintf(location, sizeof location, "/v1/games/%s", id);
    http_response_header(request, "Location", location);
}

uint32_t ep_mark_name(uint32_t mark, const char *name)
{
    uint64_t state = mark;
    for (const char *at = name; *at; at++)
        state = mix_bits(state + MIX_STEP + (unsigned char)*at);
    return (uint32_t)mix_bits(state + MIX_STEP);
}

void ep_game_etag(const struct game *game, const char *representation, int seats,
                  char etag[HTTP_ETAG_SIZE])
{
    snprintf(etag, HTTP_ETAG_SIZE, "W/\"%d.%s.%d\"", game->version, representation, seats);
}

void ep_seen_etag(const struct ep_game *loaded, const char *representation,
                  char etag[HTTP_ETAG_SIZE])
{
    bool again = game_can_rematch(&loaded->game, loaded->seats, &loaded->found.meeting);
    snprintf(etag, HTTP_ETAG_SIZE, "W/\"%d.%s.%d%s\"", loaded->game.version, representation,
             loaded->seats, again ? ".again" : "");
}

void ep_answer_game(struct http_request *request, const struct ep_game *loaded,
                    const struct rev_game *shown)
{
    struct http_response *response = &request->response;
    char representation[24] = "game";
    if (shown != &loaded->game.rules)
        snprintf(representation, sizeof representation, "ply%d", shown->ply);
    ep_seen_etag(loaded, representation, response->etag);
    if (request->method == HTTP_GET && http_none_match(request, response->etag)) {
        http_response_not_modified(request);
        return;
    }
    text_reserve(&response->body, GAME_BYTES_USUAL);
    struct json_writer writer = ep_json(request, loaded->status);
    struct game_view view = view_of(loaded, shown);
    json_game(&writer, &view);
}

static void answer_now(struct http_request *request, const struct ep_game *loaded)
{
    if (loaded->replay)
        http_response_header(request, "Idempotent-Replay", "true");
    ep_answer_game(request, loaded, &loaded->game.rules);
}

/** Runs when a waiting command is woken: is it a human's turn now, or does the AI wait? */
static struct result look_again(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct ep_game *loaded = request->state;
    loaded->endpoint = endpoint;
    /* What the command did is done: if the game cannot be read again, the answer shows that. */
    if (failed(ep_reload_game(request, endpoint, loaded)))
        answer_now(request, loaded);
    else
        return ep_answer_command(request, loaded, loaded->wait_s);
    return OK;
}

struct result ep_answer_command(struct http_request *request, struct ep_game *loaded,
                                int64_t wait_s)
{
    int64_t until = request->arrived_steady_ms + wait_s * 1000;
    int64_t now = clock_steady_ms();
    int64_t recheck = now + WATCH_RECHECK_MS;
    loaded->wait_s = wait_s;
    bool thinks = game_is_ai_turn(&loaded->game) && !loaded->game.ai_waits;
    if (!thinks || now >= until ||
        failed(http_request_park(request, recheck < until ? recheck : until, look_again)))
        answer_now(request, loaded);
    return OK;
}
