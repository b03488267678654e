/*
 * Accepting ends the challenge and begins the game in one transaction: one compare-and-set decides
 * who has the seat. The game has the challenge's id, so a repeat finds it by that.
 */
#include "base/fault.h"
#include "base/tries.h"
#include "domain/settle.h"
#include "endpoints/challenge.h"
#include "jobs/standings.h"

/** The game that the request is about from now on. */
static struct ep_game *game_of(struct http_request *request, const struct ep_challenge *loaded)
{
    struct ep_game *game = http_request_alloc(request, sizeof *game);
    game->endpoint = loaded->endpoint;
    game->caller = loaded->caller;
    game->id = loaded->found.challenge.id;
    game->played_from = 0;
    game->status = 200;
    return game;
}

/** Answers with the game that the same player's acceptance has begun before. */
static struct result answer_again(struct http_request *request, const struct ep_challenge *loaded)
{
    struct ep_game *game = game_of(request, loaded);
    request->problem_extra = NULL;
    request->state = game;
    TRY(ep_reload_game(request, loaded->endpoint, game));
    game->replay = true;
    game->played_from = -1;
    return ep_answer_command(request, game, 0);
}

static struct result answer_new(struct http_request *request, const struct ep_challenge *loaded,
                                const struct game_change *change)
{
    struct ep_game *game = game_of(request, loaded);
    game->game = change->game;
    game->now_ms = loaded->found.now_ms;
    game->seats = game_seats_of(&change->game, &loaded->player);
    game->status = 201;
    request->state = game;
    ep_location_game(request, &game->id);
    return ep_answer_command(request, game, 0);
}

static struct result save(struct http_request *request, struct ep_challenge *loaded,
                          const struct challenge *next, struct game_change *change, bool *saved)
{
    struct store *store = loaded->endpoint->store;
    const struct store_terms terms = {.meeting = true};
    store_ask_begin(store);
    store_ask_change_challenge(store, next);
    store_ask_change(store, change, &terms);
    store_ask_commit(store, saved);
    TRY(ep_flush(request, loaded->endpoint));
    if (*saved) {
        turns_follow(loaded->endpoint->services->turns, store, change);
        challenge_tell(loaded->endpoint, next);
    }
    return OK;
}

/** The maker is gone: takes the challenge back, as the job would that ends what a player left. */
static struct result cancel_for_maker(const struct ep_challenge *loaded, const void *decision,
                                      struct challenge *next, bool *replay)
{
    const struct challenge *challenge = &loaded->found.challenge;
    (void)decision;
    return challenge_cancel(challenge, &challenge->maker, loaded->found.now_ms, next, replay);
}

/** Decides and saves. Neither `replay` nor `saved`: somebody was faster. */
static struct result accept(struct http_request *request, struct ep_challenge *loaded,
                            struct game_change *change, bool *saved)
{
    const struct challenge *challenge = &loaded->found.challenge;
    struct challenge_taker taker = {loaded->player, loaded->caller.answer.player.name};
    struct challenge next;
    struct game_setup setup;
    struct standing standings[2];
    struct result result = challenge_accept(challenge, &taker, &loaded->found.meeting,
                                            loaded->found.now_ms, &next, &setup, &loaded->replay);
    if (result.code == ERROR_PLAYER_GONE) {
        TRY(challenge_change(request, loaded, cancel_for_maker, NULL));
        return fail(ERROR_CHALLENGE_GONE);
    }
    if (failed(result) || loaded->replay)
        return result;
    standings_ask_two(loaded->endpoint->store, &challenge->maker, &loaded->player,
                      terms_ladder(&challenge->terms), standings);
    TRY(ep_flush(request, loaded->endpoint));
    TRY(game_begin(&setup, loaded->found.now_ms, change));
    TRY(settle_change(change, standings, loaded->found.now_ms));
    return save(request, loaded, &next, change, saved);
}

struct result ep_accept_challenge(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct ep_challenge *loaded;
    struct game_change change;
    TRY(http_query_only(request, names));
    TRY(ep_no_fields(request));
    TRY(challenge_load(request, worker, &loaded));
    struct tries tries = {0};
    bool changed;
    do {
        bool saved = false;
        int version = loaded->found.challenge.version;
        struct result result = accept(request, loaded, &change, &saved);
        if (!failed(result) && loaded->replay)
            return answer_again(request, loaded);
        if (!failed(result) && saved) {
            fault_point("answering");
            return answer_new(request, loaded, &change);
        }
        if (failed(result) && result.code != ERROR_DATABASE_UNAVAILABLE)
            return result;
        struct result reloaded = challenge_reload(request, loaded);
        if (failed(reloaded))
            return failed(result) ? result : reloaded;
        changed = failed(result) || loaded->found.challenge.version != version;
    } while (tries_again(&tries, changed));
    return fail(ERROR_OVERLOADED);
}
