#include "endpoints/match.h"

#include "json/match.h"

#include <inttypes.h>
#include <stdio.h>

void match_release(struct ep_match *match)
{
    game_list_release(&match->games);
}

/** Asks for the first game, which tells who plays, and as many of the latest as a list takes. */
static void ask_games(struct endpoint *endpoint, struct ep_match *match)
{
    struct uuid ids[STORE_PAGE_MAX];
    const struct match *found = &match->found.match;
    int count = 0;
    ids[count++] = found->id;
    for (int number = found->game_number; number > 1 && count < STORE_PAGE_MAX - 1; number--)
        ids[count++] = match_game_id(&found->id, number);
    store_ask_games(endpoint->store, ids, count, &match->games);
}

/** The latest of the games; NULL: it is not among them, since it began meanwhile. */
static const struct game *latest(const struct ep_match *match)
{
    for (int i = 0; i < match->games.count; i++)
        if (match->games.games[i].match.game_number == match->found.match.game_number)
            return &match->games.games[i];
    return NULL;
}

/** Does to the game that runs what time has done. @param changed  the match may be another since */
static struct result settle_latest(struct endpoint *endpoint, const struct ep_match *match,
                                   bool *changed)
{
    const struct game *game = latest(match);
    *changed = false;
    if (!game)
        return OK;
    struct game_found found = {.found = true, .now_ms = match->games.now_ms, .game = *game};
    TRY(deadlines_settle(endpoint->services->deadlines, endpoint->store, &found));
    *changed = found.game.version != game->version;
    return OK;
}

static struct result load_games(struct http_request *request, struct endpoint *endpoint,
                                struct ep_match *match)
{
    for (bool changed = true; changed;) {
        if (!match->found.found)
            return fail(ERROR_MATCH_NOT_FOUND);
        ask_games(endpoint, match);
        TRY(ep_flush(request, endpoint));
        ep_log_impossible(request, &match->games);
        if (match->games.impossible_count > 0) /* the score would not be what the games say */
            return fail(ERROR_INTERNAL);
        TRY(settle_latest(endpoint, match, &changed));
        if (!changed)
            break;
        struct uuid id = match->found.match.id;
        game_list_release(&match->games);
        store_ask_match(endpoint->store, &id, &match->found);
        TRY(ep_flush(request, endpoint));
    }
    return OK;
}

struct result match_load(struct http_request *request, struct endpoint *endpoint,
                         const struct uuid *id, struct ep_match *match)
{
    TRY(ep_ask_caller(request, endpoint, &match->caller));
    store_ask_match(endpoint->store, id, &match->found);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &match->caller));
    return load_games(request, endpoint, match);
}

struct result match_look_up(struct http_request *request, struct endpoint *endpoint,
                            const struct uuid *id, struct ep_match *match)
{
    store_ask_match(endpoint->store, id, &match->found);
    TRY(ep_flush(request, endpoint));
    return load_games(request, endpoint, match);
}

/** Which seats the caller holds in the first game. */
static int caller_seats(const struct ep_match *match)
{
    struct uuid player = ep_player(&match->caller);
    for (int i = 0; i < match->games.count; i++)
        if (uuid_equal(&match->games.games[i].id, &match->found.match.id))
            return game_seats_of(&match->games.games[i], &player);
    return SEATS_NONE;
}

void match_etag(const struct ep_match *match, char etag[HTTP_ETAG_SIZE])
{
    const struct game *game = latest(match);
    uint32_t names = 0;
    for (int side = 0; game && side < 2; side++)
        names = ep_mark_name(names, game->seats[match_color(game->match.game_number, side)].name);
    snprintf(etag, HTTP_ETAG_SIZE, "W/\"%d.match.%d.%" PRIx32 "\"", match->found.match.version,
             caller_seats(match), names);
}

void match_write(struct json_writer *writer, const struct ep_match *match)
{
    struct match_view view = {
        .match = &match->found.match,
        .games = match->games.games,
        .game_count = match->games.count,
        .seats = caller_seats(match),
        .now_ms = match->found.now_ms,
    };
    json_match(writer, &view);
}

void match_answer(struct http_request *request, const struct ep_match *match)
{
    struct http_response *response = &request->response;
    match_etag(match, response->etag);
    if (request->method == HTTP_GET && http_none_match(request, response->etag)) {
        http_response_not_modified(request);
        return;
    }
    struct json_writer writer = ep_json(request, 200);
    match_write(&writer, match);
}
