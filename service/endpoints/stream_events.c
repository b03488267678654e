/*
 * Everything that concerns a player, as one stream: a parked request whose every run asks what has
 * changed lately and sends what it has not sent.
 *
 * Invariants
 *  1. `known` holds what the reader knows of all that changed at or after `since_ms`; older things
 *     are not asked for, so they need not be remembered.
 *  2. Nothing is sent while an earlier piece is still leaving: what is sent is compared with what
 *     was sent, so a slow reader gets the latest of each thing and misses only what lay between.
 */
#include "base/clock.h"
#include "base/limits.h"
#include "endpoints/challenge.h"
#include "endpoints/match.h"
#include "endpoints/page.h"
#include "endpoints/seek.h"
#include "json/seek.h"

#include <string.h>

enum kind { KIND_GAME, KIND_MATCH, KIND_CHALLENGE, KIND_SEEK };

/** What the reader knows of one thing. */
struct known {
    enum kind kind;
    struct uuid id;
    int version;
    int64_t changed_ms;
};

struct events {
    struct endpoint *endpoint; /* of the present run */
    struct ep_caller caller;
    struct uuid player;
    bool lines; /* NDJSON instead of server-sent events */
    int64_t last_sent_ms;
    int64_t looked_ms; /* when the database was asked last; steady clock */
    int64_t since_ms;
    struct known *known; /* the request's */
    int known_count, known_capacity;
};

/** What one look at the database gave. */
struct sight {
    int64_t now_ms;
    struct game_list live; /* for the snapshot */
    struct challenge_list open;
    struct seek_list seeking; /* the player's open seeks */
    struct game_list games;   /* that changed lately */
    struct challenge_list challenges;
    struct seek_list seeks;
};

static void sight_release(struct sight *sight)
{
    game_list_release(&sight->live);
    challenge_list_release(&sight->open);
    seek_list_release(&sight->seeking);
    game_list_release(&sight->games);
    challenge_list_release(&sight->challenges);
    seek_list_release(&sight->seeks);
}

#define SIGHT_CLEANUP __attribute__((cleanup(sight_release)))

/* --- what the reader knows --------------------------------------------------------------- */

static struct known *find(const struct events *events, enum kind kind, const struct uuid *id)
{
    for (int i = 0; i < events->known_count; i++)
        if (events->known[i].kind == kind && uuid_equal(&events->known[i].id, id))
            return &events->known[i];
    return NULL;
}

static void make_room(struct http_request *request, struct events *events)
{
    if (events->known_count < events->known_capacity)
        return;
    int capacity = events->known_capacity ? 2 * events->known_capacity : 64;
    struct known *known = http_request_alloc(request, (size_t)capacity * sizeof *known);
    if (events->known_count > 0)
        memcpy(known, events->known, (size_t)events->known_count * sizeof *known);
    events->known = known;
    events->known_capacity = capacity;
}

static bool is_news(const struct events *events, const struct known *thing)
{
    const struct known *known = find(events, thing->kind, &thing->id);
    return !known || known->version < thing->version;
}

/** Notes a version of a thing. @return whether that is news */
static bool learn(struct http_request *request, struct events *events, struct known thing)
{
    struct known *known = find(events, thing.kind, &thing.id);
    bool news = is_news(events, &thing);
    if (!known) {
        make_room(request, events);
        known = &events->known[events->known_count++];
    }
    if (news)
        *known = thing;
    return news;
}

/** Forgets what is too old to be asked for again. */
static void forget(struct events *events)
{
    int kept = 0;
    for (int i = 0; i < events->known_count; i++)
        if (events->known[i].changed_ms >= events->since_ms)
            events->known[kept++] = events->known[i];
    events->known_count = kept;
}

static struct known known_game(const struct game *game)
{
    return (struct known){KIND_GAME, game->id, game->version, game->updated_ms};
}

/** The match as a game's beginning or end leaves it. @return whether the game is at either */
static bool known_match(const struct game *game, struct known *known)
{
    bool begins = game->version == 1, ends = game->status != GAME_LIVE && !game->rematch_by;
    struct match match;
    if (!game_is_in_match(game) || (!begins && !ends))
        return false;
    match_after(game, &match);
    *known = (struct known){KIND_MATCH, match.id, match.version, match.updated_ms};
    return true;
}

static struct known known_challenge(const struct challenge *challenge, int64_t now_ms)
{
    bool expired = challenge_status_at(challenge, now_ms) == CHALLENGE_EXPIRED;
    return (struct known){KIND_CHALLENGE, challenge->id, challenge_version_at(challenge, now_ms),
                          expired ? challenge->expires_ms : challenge->updated_ms};
}

static struct known known_seek(const struct seek *seek, int64_t now_ms)
{
    bool expired = seek_status_at(seek, now_ms) == SEEK_EXPIRED;
    return (struct known){KIND_SEEK, seek->id, seek_version_at(seek, now_ms),
                          expired ? seek->alive_until_ms : seek->updated_ms};
}

/* --- looking ----------------------------------------------------------------------------- */

/** Asks for what is open: for the snapshot. */
static void ask_open(struct store *store, const struct events *events, struct sight *sight)
{
    struct my_games_query games = {.player = events->player,
                                   .state = MY_GAMES_LIVE,
                                   .sort = MY_GAMES_BY_DEADLINE,
                                   .limit = EVENTS_SNAPSHOT_MAX + 1};
    struct challenge_query challenges = {.player = events->player,
                                         .incoming = true,
                                         .outgoing = true,
                                         .limit = EVENTS_SNAPSHOT_MAX + 1};
    store_ask_my_games(store, &games, &sight->live);
    store_ask_challenges(store, &challenges, &sight->open);
}

/** Asks for games that changed lately, a page. */
static void ask_games(struct store *store, const struct events *events,
                      const struct page_cursor *after, struct sight *sight)
{
    struct my_games_query games = {.player = events->player,
                                   .state = MY_GAMES_ALL,
                                   .sort = MY_GAMES_BY_UPDATED,
                                   .changed_since_ms = events->since_ms,
                                   .after = *after,
                                   .limit = STORE_PAGE_MAX};
    store_ask_my_games(store, &games, &sight->games);
}

static void ask_changed(struct store *store, const struct events *events, struct sight *sight)
{
    static const struct page_cursor start;
    ask_games(store, events, &start, sight);
    store_ask_challenges_changed(store, &events->player, events->since_ms, STORE_PAGE_MAX,
                                 &sight->challenges);
    store_ask_seeks_changed(store, &events->player, events->since_ms, STORE_PAGE_MAX,
                            &sight->seeks);
}

/** Asks whether the token is still good, and has the request woken from now on. */
static struct result ask_caller(struct http_request *request, struct events *events)
{
    TRY(ep_ask_caller(request, events->endpoint, &events->caller));
    events->player = events->caller.token.player;
    hub_watch(events->endpoint->services->hub, request, &events->player);
    return OK;
}

/** How far back a look must reach: a change carries the time at which its thing was read, and shows
 *  when it is committed, at most two statements later. */
static int64_t reach_ms(const struct events *events)
{
    return 2 * events->endpoint->services->config->statement_ms;
}

/** The first look. What has changed is asked for before what is open: so what changes in between is
 *  either shown as open, or found to have changed at the next look. */
static struct result look_first(struct http_request *request, struct events *events,
                                struct sight *sight)
{
    struct store *store = events->endpoint->store;
    TRY(ask_caller(request, events));
    TRY(ep_flush(request, events->endpoint));
    TRY(ep_check_caller(request, events->endpoint, &events->caller));
    sight->now_ms = events->caller.answer.now_ms;
    events->since_ms = sight->now_ms - reach_ms(events);
    ask_changed(store, events, sight);
    ask_open(store, events, sight);
    store_ask_seeks_of(store, &events->player, 1, &sight->seeking);
    return ep_flush(request, events->endpoint);
}

static struct result look_again(struct http_request *request, struct events *events,
                                struct sight *sight)
{
    struct store *store = events->endpoint->store;
    TRY(ask_caller(request, events));
    ask_changed(store, events, sight);
    store_ask_seeks_of(store, &events->player, 1, &sight->seeking);
    TRY(ep_flush(request, events->endpoint));
    sight->now_ms = events->caller.answer.now_ms;
    return ep_check_caller(request, events->endpoint, &events->caller);
}

/* --- sending ----------------------------------------------------------------------------- */

/** Begins an event: what follows is one JSON object, in whose members the caller goes on. */
static struct json_writer begin_event(const struct events *events, const char *name,
                                      struct text *out)
{
    if (!events->lines)
        text_printf(out, "event: %s\ndata: ", name);
    struct json_writer writer = json_writer_to(out);
    json_begin_object(&writer);
    json_member_string(&writer, "event", name);
    return writer;
}

static void end_event(const struct events *events, struct json_writer *writer, int64_t now_ms,
                      struct text *out)
{
    json_member_time(writer, "server_time", now_ms);
    json_end(writer);
    text_puts(out, events->lines ? "\n" : "\n\n");
}

static void put_game(struct json_writer *writer, const struct events *events,
                     const struct game_list *games, int index, int64_t now_ms)
{
    const struct game *game = &games->games[index];
    ep_write_game(writer, events->endpoint, game, &games->meetings[index],
                  game_seats_of(game, &events->player), now_ms);
}

static void put_seek(struct json_writer *writer, const struct events *events,
                     const struct seek *seek, int64_t now_ms)
{
    struct seek_view view = {seek, events->player, now_ms};
    json_seek(writer, &view);
}

static int shown(int count)
{
    return count < EVENTS_SNAPSHOT_MAX ? count : EVENTS_SNAPSHOT_MAX;
}

/** A match as it is now. Errors: those of the flush. */
static struct result look_up_match(struct http_request *request, struct events *events,
                                   const struct uuid *id, struct ep_match *match)
{
    match->caller = events->caller;
    TRY(match_look_up(request, events->endpoint, id, match));
    const struct match *found = &match->found.match;
    (void)learn(request, events,
                (struct known){KIND_MATCH, found->id, found->version, found->updated_ms});
    return OK;
}

/** The matches of the live games that are shown. */
static struct result put_matches(struct http_request *request, struct json_writer *writer,
                                 struct events *events, const struct game_list *live)
{
    for (int i = 0; i < shown(live->count); i++) {
        EP_MATCH_CLEANUP struct ep_match match = {0};
        if (!game_is_in_match(&live->games[i]))
            continue;
        struct result found = look_up_match(request, events, &live->games[i].match.id, &match);
        if (found.code == ERROR_INTERNAL) /* a game of it is impossible */
            continue;
        TRY(found);
        match_write(writer, &match);
    }
    return OK;
}

static struct result write_snapshot(struct http_request *request, struct events *events,
                                    const struct sight *sight, struct text *out)
{
    struct json_writer writer = begin_event(events, "snapshot", out);
    json_member(&writer, "games");
    json_begin_array(&writer);
    for (int i = 0; i < shown(sight->live.count); i++)
        put_game(&writer, events, &sight->live, i, sight->now_ms);
    json_end(&writer);
    json_member(&writer, "matches");
    json_begin_array(&writer);
    TRY(put_matches(request, &writer, events, &sight->live));
    json_end(&writer);
    json_member(&writer, "challenges");
    json_begin_array(&writer);
    for (int i = 0; i < shown(sight->open.count); i++)
        challenge_write(&writer, events->endpoint, &sight->open.challenges[i], &events->player,
                        sight->now_ms);
    json_end(&writer);
    json_member(&writer, "seeks");
    json_begin_array(&writer);
    for (int i = 0; i < sight->seeking.count; i++)
        put_seek(&writer, events, &sight->seeking.seeks[i], sight->now_ms);
    json_end(&writer);
    json_member_bool(&writer, "complete",
                     sight->live.count <= EVENTS_SNAPSHOT_MAX &&
                         sight->open.count <= EVENTS_SNAPSHOT_MAX);
    end_event(events, &writer, sight->now_ms, out);
    return OK;
}

/** Takes note of what the snapshot says, and of what had ended before it. */
static void learn_all(struct http_request *request, struct events *events,
                      const struct sight *sight)
{
    int64_t now_ms = sight->now_ms;
    struct known match;
    for (int i = 0; i < sight->games.count; i++) {
        (void)learn(request, events, known_game(&sight->games.games[i]));
        if (known_match(&sight->games.games[i], &match))
            (void)learn(request, events, match);
    }
    for (int i = 0; i < sight->challenges.count; i++)
        (void)learn(request, events,
                    known_challenge(&sight->challenges.challenges[i].challenge, now_ms));
    for (int i = 0; i < sight->seeks.count; i++)
        (void)learn(request, events, known_seek(&sight->seeks.seeks[i], now_ms));
    for (int i = 0; i < shown(sight->live.count); i++)
        (void)learn(request, events, known_game(&sight->live.games[i]));
    for (int i = 0; i < shown(sight->open.count); i++)
        (void)learn(request, events, known_challenge(&sight->open.challenges[i].challenge, now_ms));
    for (int i = 0; i < sight->seeking.count; i++)
        (void)learn(request, events, known_seek(&sight->seeking.seeks[i], now_ms));
}

static const char *game_event(const struct game *game)
{
    if (game->status != GAME_LIVE)
        return "game.finished";
    return game->version == 1 ? "game.started" : "game.changed";
}

static const char *const challenge_events[] = {
    [CHALLENGE_OPEN] = "challenge.created",      [CHALLENGE_ACCEPTED] = "challenge.accepted",
    [CHALLENGE_DECLINED] = "challenge.declined", [CHALLENGE_CANCELLED] = "challenge.cancelled",
    [CHALLENGE_EXPIRED] = "challenge.expired",
};

static const char *const seek_events[] = {
    [SEEK_OPEN] = "seek.created",
    [SEEK_PAIRED] = "seek.paired",
    [SEEK_WITHDRAWN] = "seek.withdrawn",
    [SEEK_EXPIRED] = "seek.expired",
};

static void write_seeks(struct http_request *request, struct events *events,
                        const struct sight *sight, struct text *out)
{
    for (int i = sight->seeks.count - 1; i >= 0; i--) {
        const struct seek *seek = &sight->seeks.seeks[i];
        if (!learn(request, events, known_seek(seek, sight->now_ms)))
            continue;
        struct json_writer writer =
            begin_event(events, seek_events[seek_status_at(seek, sight->now_ms)], out);
        json_member(&writer, "seek");
        put_seek(&writer, events, seek, sight->now_ms);
        end_event(events, &writer, sight->now_ms, out);
    }
}

static void write_challenges(struct http_request *request, struct events *events,
                             const struct sight *sight, struct text *out)
{
    for (int i = sight->challenges.count - 1; i >= 0; i--) {
        const struct challenge_found *found = &sight->challenges.challenges[i];
        const struct challenge *challenge = &found->challenge;
        if (!learn(request, events, known_challenge(challenge, sight->now_ms)))
            continue;
        struct json_writer writer = begin_event(
            events, challenge_events[challenge_status_at(challenge, sight->now_ms)], out);
        json_member(&writer, "challenge");
        challenge_write(&writer, events->endpoint, found, &events->player, sight->now_ms);
        end_event(events, &writer, sight->now_ms, out);
    }
}

static const char *match_event(const struct match *match)
{
    if (match->status != GAME_LIVE)
        return "match.finished";
    return match->version == 1 ? "match.started" : "match.changed";
}

/** The match that a game's beginning or end has changed. */
static struct result write_match(struct http_request *request, struct events *events,
                                 const struct game *game, struct text *out)
{
    EP_MATCH_CLEANUP struct ep_match match = {0};
    struct known known;
    if (!known_match(game, &known) || !is_news(events, &known))
        return OK;
    struct result found = look_up_match(request, events, &known.id, &match);
    if (found.code == ERROR_INTERNAL) /* a game of it is impossible */
        return OK;
    TRY(found);
    struct json_writer writer = begin_event(events, match_event(&match.found.match), out);
    json_member(&writer, "match");
    match_write(&writer, &match);
    end_event(events, &writer, match.found.now_ms, out);
    return OK;
}

static void write_game(const struct events *events, const struct game_list *games, int index,
                       int64_t now_ms, struct text *out)
{
    struct json_writer writer = begin_event(events, game_event(&games->games[index]), out);
    json_member(&writer, "game");
    put_game(&writer, events, games, index, now_ms);
    end_event(events, &writer, now_ms, out);
}

static struct result write_games(struct http_request *request, struct events *events,
                                 const struct sight *sight, struct text *out)
{
    for (int i = sight->games.count - 1; i >= 0; i--) {
        const struct game *game = &sight->games.games[i];
        if (learn(request, events, known_game(game)))
            write_game(events, &sight->games, i, sight->now_ms, out);
        TRY(write_match(request, events, game, out));
    }
    return OK;
}

/** All changes that the reader does not know, earliest first of each kind. */
static struct result write_changes(struct http_request *request, struct events *events,
                                   struct sight *sight, struct text *out)
{
    write_seeks(request, events, sight, out);
    write_challenges(request, events, sight, out);
    TRY(write_games(request, events, sight, out));
    while (sight->games.count + sight->games.impossible_count == STORE_PAGE_MAX) {
        struct page_cursor after = page_after(&sight->games, STORE_PAGE_MAX - 1, PAGE_BY_UPDATED);
        game_list_release(&sight->games);
        ask_games(events->endpoint->store, events, &after, sight);
        TRY(ep_flush(request, events->endpoint));
        TRY(write_games(request, events, sight, out));
    }
    return OK;
}

static void send_if_any(struct http_request *request, struct events *events, struct text *out)
{
    int64_t now = clock_steady_ms();
    if (out->length == 0 && now - events->last_sent_ms >= STREAM_HEARTBEAT_MS)
        text_puts(out, events->lines ? "\n" : ":\n\n");
    if (out->length == 0)
        return;
    events->last_sent_ms = now;
    http_stream_send(request, out->data, out->length);
}

/** Lets the player's seeks live on and looks for others that fit, where the token may play; what
 *  comes of that wakes us. */
static void ask_for_seeks(struct http_request *request, struct events *events,
                          const struct seek_list *seeking)
{
    bool plays = ep_has_scope(&events->caller, SCOPE_PLAY);
    for (int i = 0; plays && i < seeking->count; i++) {
        struct seek_found found = {true, seeking->now_ms, seeking->seeks[i]};
        struct result asked = seek_ask_for(request, events->endpoint, &found);
        (void)asked; /* where it failed, the next run does it */
    }
}

/* --- the stream -------------------------------------------------------------------------- */

static struct result go_on(struct http_request *request, void *worker);

/** One look and what comes of it. */
static struct result serve(struct http_request *request, struct events *events)
{
    SIGHT_CLEANUP struct sight sight = {0};
    TEXT_CLEANUP struct text out = {0};
    TRY(look_again(request, events, &sight));
    struct result written = write_changes(request, events, &sight, &out);
    send_if_any(request, events, &out);
    TRY(written);
    events->since_ms = sight.now_ms - reach_ms(events);
    forget(events);
    ask_for_seeks(request, events, &sight.seeking);
    return OK;
}

static struct result end(struct http_request *request)
{
    http_stream_end(request);
    return OK;
}

static struct result go_on(struct http_request *request, void *worker)
{
    struct events *events = request->state;
    int64_t now = clock_steady_ms();
    events->endpoint = worker;
    if (request->closing || request->gone)
        return end(request);
    if (http_stream_busy(request))
        return http_request_park(request, now + STREAM_BUSY_RECHECK_MS, go_on);
    /* Many changes at once are looked at together. */
    if (now - events->looked_ms < EVENTS_INTERVAL_MS)
        return http_request_park(request, events->looked_ms + EVENTS_INTERVAL_MS, go_on);
    events->looked_ms = now;
    struct result served = serve(request, events);
    /* A database that is away comes back; any other failure, as a token revoked, will not pass. */
    if (failed(served) && served.code != ERROR_DATABASE_UNAVAILABLE)
        return end(request);
    return http_request_park(request, clock_steady_ms() + WATCH_RECHECK_MS, go_on);
}

static struct result begin(struct http_request *request, struct events *events)
{
    SIGHT_CLEANUP struct sight sight = {0};
    TEXT_CLEANUP struct text out = {0};
    TRY(look_first(request, events, &sight));
    ep_log_impossible(request, &sight.live);
    TRY(write_snapshot(request, events, &sight, &out));
    TRY(http_stream_begin(request));
    learn_all(request, events, &sight);
    send_if_any(request, events, &out);
    ask_for_seeks(request, events, &sight.seeking);
    return http_request_park(request, clock_steady_ms() + WATCH_RECHECK_MS, go_on);
}

struct result ep_stream_events(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    static const char *const types[] = {"text/event-stream", "application/x-ndjson", NULL};
    struct events *events = http_request_alloc(request, sizeof *events);
    const char *type = http_accept(request, types);
    TRY(http_query_only(request, names));
    if (!type)
        return fail_for(&request->problem, ERROR_NOT_ACCEPTABLE, "Accept",
                        "This is a stream: text/event-stream or application/x-ndjson.");
    events->endpoint = worker;
    events->lines = strcmp(type, "application/x-ndjson") == 0;
    events->last_sent_ms = clock_steady_ms();
    request->state = events;
    request->response.content_type = type;
    http_response_header(request, "Cache-Control", "no-store");
    http_response_header(request, "X-Accel-Buffering", "no");
    return begin(request, events);
}
