#include "base/limits.h"
#include "domain/chance.h"
#include "domain/settle.h"
#include "domain/words.h"
#include "endpoints/fair.h"
#include "endpoints/idempotency.h"
#include "endpoints/position.h"

#include <string.h>

enum { COLOR_RANDOM = 2 };
static const char *const colors[] = {"black", "white", "random", NULL};
static const char *const opponents[] = {"ai", "local", NULL};

/** The request as it was asked; what chance decides comes later. */
struct wanted {
    struct game_setup setup;
    int color;
    char metadata[GAME_METADATA_SIZE];
    struct http_value key;
    int64_t wait_s;
    struct rated_games *unfair;
    struct standing standing; /* of the creator */
};

static struct result read_opponent(struct json_in *body, struct wanted *wanted)
{
    static const char *const fields[] = {"type", "level", NULL};
    struct json_in opponent;
    int type = 0, level = 0;
    TRY(json_get_object(body, "opponent", JSON_REQUIRED, &opponent));
    TRY(json_only(&opponent, fields));
    TRY(json_get_choice(&opponent, "type", JSON_REQUIRED, opponents, &type));
    wanted->setup.against = type == 1 ? OPPONENT_LOCAL : OPPONENT_AI;
    bool local = type == 1;
    if (local && json_has(&opponent, "level"))
        return json_refuse(&opponent, "level", "A local game has no level.");
    TRY(json_get_choice(&opponent, "level", local ? JSON_OPTIONAL : JSON_REQUIRED, words_level,
                        &level));
    wanted->setup.level = (enum rev_level)level;
    return OK;
}

static struct result read_color(struct json_in *body, struct wanted *wanted)
{
    wanted->color = REV_BLACK;
    if (wanted->setup.against == OPPONENT_LOCAL && json_has(body, "color"))
        return json_refuse(body, "color", "In a local game you hold both colours.");
    return json_get_choice(body, "color", JSON_OPTIONAL, colors, &wanted->color);
}

static struct result read_position(struct json_in *body, struct wanted *wanted)
{
    bool present = false;
    if (wanted->setup.opening == OPENING_POSITION)
        return position_read(body, JSON_REQUIRED, &wanted->setup.position, &present);
    if (json_has(body, "position"))
        return json_refuse(body, "position", "A position goes with \"opening\": \"position\".");
    return OK;
}

static struct result read_metadata(struct json_in *body, struct wanted *wanted)
{
    struct json_in metadata;
    TRY(json_get_object(body, "metadata", JSON_OPTIONAL, &metadata));
    strcpy(wanted->metadata, "{}");
    return metadata.present ? json_compact(&metadata, wanted->metadata, sizeof wanted->metadata)
                            : OK;
}

static struct result read_body(struct http_request *request, struct wanted *wanted)
{
    static const char *const fields[] = {"opponent",   "color",    "opening", "position",    "seed",
                                         "visibility", "metadata", "clock",   "wins_needed", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    int opening = OPENING_STANDARD, visibility = VISIBILITY_UNLISTED;
    int64_t seed = 0;
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    TRY(json_only(&body, fields));
    TRY(read_opponent(&body, wanted));
    TRY(read_color(&body, wanted));
    TRY(json_get_choice(&body, "opening", JSON_OPTIONAL, words_opening, &opening));
    wanted->setup.opening = (enum game_opening)opening;
    TRY(read_position(&body, wanted));
    TRY(json_get_integer(&body, "seed", JSON_OPTIONAL, 0, SEED_MAX, &seed));
    wanted->setup.seeded = json_has(&body, "seed");
    wanted->setup.seed = (uint64_t)seed;
    TRY(json_get_choice(&body, "visibility", JSON_OPTIONAL, words_visibility, &visibility));
    wanted->setup.visibility = (enum game_visibility)visibility;
    TRY(ep_read_clock(&body, &wanted->setup.clock));
    TRY(ep_read_match_length(&body, &wanted->setup.wins_needed));
    TRY(read_metadata(&body, wanted));
    json_fingerprint(&body, "metadata", wanted->setup.fingerprint);
    return OK;
}

/** The AI would say what it plays in a position that the caller gave. */
static bool is_like_analysis(const struct wanted *wanted)
{
    return wanted->setup.against == OPPONENT_AI && wanted->setup.opening == OPENING_POSITION;
}

/** Draws what was left to chance; the same seed draws the same. */
static void draw(struct wanted *wanted)
{
    struct game_setup *setup = &wanted->setup;
    if (!setup->seeded) {
        crypto_random(&setup->seed, sizeof setup->seed);
        setup->seed &= SEED_MAX;
    }
    setup->color =
        wanted->color == COLOR_RANDOM ? chance_color(setup->seed) : (enum rev_color)wanted->color;
    if (setup->opening == OPENING_XOT)
        chance_balanced_position(setup->seed, &setup->position);
}

/** The key came before: the same request gets the same game, another one is refused. */
static struct result repeat(struct ep_game *loaded, const struct wanted *wanted)
{
    loaded->game = loaded->found.game;
    loaded->now_ms = loaded->found.now_ms;
    if (!uuid_equal(&loaded->game.creator, &wanted->setup.creator) ||
        memcmp(loaded->game.fingerprint, wanted->setup.fingerprint, GAME_FINGERPRINT_SIZE) != 0)
        return fail(ERROR_IDEMPOTENCY_KEY_REUSED);
    loaded->replay = true;
    loaded->status = 200;
    return OK;
}

static struct result create(struct http_request *request, struct endpoint *endpoint,
                            struct wanted *wanted, struct ep_game *loaded)
{
    struct game_change change;
    const struct store_terms terms = {0};
    bool inserted = false;
    if (is_like_analysis(wanted))
        TRY(fair_check(request, wanted->unfair, &wanted->setup.position));
    draw(wanted);
    loaded->now_ms = loaded->caller.answer.now_ms;
    wanted->setup.id = loaded->id;
    wanted->setup.metadata = wanted->metadata;
    TRY(game_begin(&wanted->setup, loaded->now_ms, &change));
    TRY(settle_change(&change, &wanted->standing, loaded->now_ms));
    turns_lease(&change, loaded->now_ms);
    store_ask_save_change(endpoint->store, &change, &terms, &inserted);
    TRY(ep_flush(request, endpoint));
    if (!inserted) {
        store_ask_game(endpoint->store, &loaded->id, &loaded->found);
        TRY(ep_flush(request, endpoint));
        return loaded->found.found ? repeat(loaded, wanted) : fail(ERROR_INTERNAL);
    }
    loaded->game = change.game;
    loaded->status = 201;
    turns_follow(endpoint->services->turns, endpoint->store, &change);
    ep_location_game(request, &loaded->id);
    return OK;
}

/**
 * Who asks, how strong that one is, and what the key has made before, in one round trip. The id is
 * known before that, so whoever waits hears of every change from here on.
 */
static struct result look_up(struct http_request *request, struct endpoint *endpoint,
                             struct wanted *wanted, struct ep_game *loaded)
{
    TRY(ep_ask_caller(request, endpoint, &loaded->caller));
    loaded->id =
        idempotency_id(endpoint->services, "game", &loaded->caller.token.player, wanted->key);
    if (wanted->wait_s > 0)
        hub_watch(endpoint->services->hub, request, &loaded->id);
    if (wanted->key.data)
        store_ask_game(endpoint->store, &loaded->id, &loaded->found);
    store_ask_standing(endpoint->store, &loaded->caller.token.player,
                       rating_ladder(&wanted->setup.clock), &wanted->standing);
    if (is_like_analysis(wanted))
        fair_ask(endpoint, &loaded->caller, wanted->unfair);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &loaded->caller));
    wanted->setup.creator = loaded->caller.answer.player.id;
    memcpy(wanted->setup.creator_name, loaded->caller.answer.player.name,
           sizeof wanted->setup.creator_name);
    return OK;
}

struct result ep_create_game(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct ep_game *loaded = http_request_alloc(request, sizeof *loaded);
    struct wanted wanted = {.unfair = fair_new(request)};
    TRY(ep_read_wait(request, &wanted.wait_s));
    TRY(idempotency_key(request, &wanted.key));
    TRY(read_body(request, &wanted));
    request->state = loaded;
    loaded->endpoint = endpoint;
    TRY(look_up(request, endpoint, &wanted, loaded));
    if (loaded->found.found)
        TRY(repeat(loaded, &wanted));
    else
        TRY(create(request, endpoint, &wanted, loaded));
    loaded->played_from = 0;
    loaded->seats = game_seats_of(&loaded->game, &wanted.setup.creator);
    return ep_answer_command(request, loaded, wanted.wait_s);
}
