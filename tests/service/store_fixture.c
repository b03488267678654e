#include "store_fixture.h"

#include "base/clock.h"
#include "database.h"

#include <check.h>
#include <string.h>

struct store *fixture_store_at(const char *url, int statement_ms_max)
{
    const struct store_options options = {
        .url = url,
        .statement_ms_max = statement_ms_max,
        .connect_ms_max = 20000,
        .application_name = "reversid test",
    };
    return store_new(&options);
}

struct store *fixture_store(void)
{
    return fixture_store_at(database_url(DATABASE_SERVICE), 20000);
}

void fixture_flush(struct store *store)
{
    struct result result = store_flush(store);
    ck_assert_msg(!failed(result), "%s: %s", failed(result) ? error_slug(result.code) : "",
                  store_why(store));
}

int64_t fixture_now(void)
{
    return clock_now_ms();
}

struct uuid fixture_id(struct random *random)
{
    uint64_t bytes[2] = {random_next(random), random_next(random)};
    return uuid_of(bytes, sizeof bytes);
}

static struct seat person(const struct uuid *player)
{
    return (struct seat){.kind = SEAT_HUMAN, .player = *player, .name = "Ζωή 👩‍🚀"};
}

static struct seat machine(enum rev_level level)
{
    return (struct seat){.kind = SEAT_AI, .level = level};
}

struct game fixture_game(struct random *random, const struct uuid *player)
{
    int64_t now_ms = fixture_now();
    struct game game = {
        .id = fixture_id(random),
        .version = 1,
        .visibility = VISIBILITY_UNLISTED,
        .seats = {person(player), machine(REV_LEVEL_HARD)},
        .creator = *player,
        .created_ms = now_ms,
        .updated_ms = now_ms,
        .turn_started_ms = now_ms,
        .metadata = "{}",
    };
    rev_game_init(&game.rules, REV_OPENING_STANDARD, NULL);
    return game;
}

void fixture_play(struct random *random, struct game *game, int plies)
{
    while (plies-- > 0 && !game->rules.over) {
        int at = game->rules.ply;
        game->by[at] = (uint8_t)random_below(random, MOVE_BY_COUNT);
        game->used_ms[at] = random_below(random, 8) ? random_below(random, 100000)
                                                    : random_below(random, INT32_MAX);
        ck_assert_int_eq(rev_game_play(&game->rules, random_square(random, game->rules.legal)),
                         REV_MOVE_PLAYED);
    }
    if (game->rules.over) {
        game->status = GAME_FINISHED;
        game->reason = REASON_DISCS;
        game->winner = game_winner_by_discs(&game->rules);
    }
}

/** A position some moves into a random game, in which somebody can move. */
static struct rev_position any_position(struct random *random)
{
    for (;;) {
        struct rev_game rules;
        rev_game_init(&rules, REV_OPENING_STANDARD, NULL);
        for (int plies = random_below(random, 50); plies > 0 && !rules.over; plies--)
            (void)rev_game_play(&rules, random_square(random, rules.legal));
        if (!rules.over)
            return rules.now;
    }
}

static void any_opening(struct random *random, struct game *game)
{
    struct rev_position start = any_position(random);
    game->opening = (enum game_opening)random_below(random, GAME_OPENING_COUNT);
    rev_game_init(&game->rules,
                  game->opening == OPENING_STANDARD   ? REV_OPENING_STANDARD
                  : game->opening == OPENING_ORIGINAL ? REV_OPENING_ORIGINAL
                                                      : REV_OPENING_POSITION,
                  &start);
}

static void any_seats(struct random *random, struct game *game)
{
    struct uuid other = fixture_id(random);
    game->seats[REV_BLACK] = person(&game->creator);
    game->seats[REV_WHITE] = person(&game->creator);
    int color = random_below(random, 2);
    switch (random_below(random, 3)) {
    case 0:
        game->seats[color] = machine((enum rev_level)random_below(random, REV_LEVEL_COUNT));
        break;
    case 1:
        game->seats[color] = person(&other);
        break;
    default:
        break;
    }
}

/** Ends a live game in one of the ways that the rules do not bring about, or leaves it. */
static void any_ending(struct random *random, struct game *game)
{
    static const enum game_reason decided[] = {REASON_RESIGNATION, REASON_TIMEOUT,
                                               REASON_ABANDONED};
    if (game->status != GAME_LIVE)
        return;
    switch (random_below(random, 4)) {
    case 0:
        game->status = GAME_ABORTED;
        break;
    case 1:
        game->status = GAME_FINISHED;
        game->reason = decided[random_below(random, 3)];
        game->winner = random_below(random, 2) ? WINNER_BLACK : WINNER_WHITE;
        break;
    case 2:
        game->status = GAME_FINISHED;
        game->reason = REASON_AGREEMENT;
        game->winner = WINNER_DRAW;
        game->draw_by = 1 + random_below(random, SEATS_BOTH);
        break;
    default:
        break;
    }
}

/** The present, or a time long ago or far away. */
static int64_t any_time(struct random *random)
{
    static const int64_t far_ms = INT64_C(4102444800000); /* 2100 */
    return random_below(random, 2) ? fixture_now()
                                   : (int64_t)(random_next(random) % (uint64_t)far_ms);
}

static void any_clock(struct random *random, struct game *game)
{
    static const struct game_clock clocks[] = {
        {CLOCK_NONE, 0, TIMEOUT_FORFEIT},
        {CLOCK_PER_MOVE, CLOCK_SECONDS_MIN, TIMEOUT_AUTOPLAY},
        {CLOCK_PER_MOVE, CLOCK_SECONDS_MAX, TIMEOUT_FORFEIT},
        {CLOCK_CORRESPONDENCE, CLOCK_DAYS_MAX, TIMEOUT_AUTOPLAY},
    };
    game->clock = clocks[random_below(random, 4)];
    game->deadline_ms = game->status == GAME_LIVE && random_below(random, 2) ? any_time(random) : 0;
    game->adjusted_ms = (int64_t)(random_next(random) >> 20);
    game->outage_seq = random_below(random, INT32_MAX);
    game->misses[REV_BLACK] = random_below(random, CLOCK_MISSES_MAX + 1);
    game->misses[REV_WHITE] = random_below(random, CLOCK_MISSES_MAX + 1);
}

static void any_match(struct random *random, struct game *game)
{
    static const int lengths[] = {1, 3, 5};
    int needed = lengths[random_below(random, 3)];
    if (random_below(random, 2))
        return;
    game->match = (struct game_match){
        .id = fixture_id(random),
        .wins_needed = needed,
        .game_number = 2 * needed + random_below(random, 1000),
        .wins = {random_below(random, needed), random_below(random, needed)},
    };
    if (random_below(random, 3) == 0)
        game->match = (struct game_match){game->id, needed, 1, {0, 0}};
}

static void any_offers(struct random *random, struct game *game)
{
    if (game->draw_by == SEATS_NONE)
        game->draw_by = random_below(random, SEATS_BOTH + 1);
    if (game->draw_by != SEATS_NONE)
        game->draw_ply = random_below(random, REV_PLY_MAX + 1);
    if (game->status == GAME_LIVE || random_below(random, 2))
        return;
    game->rematch_by = 1 + random_below(random, SEATS_BOTH);
    game->rematch_first = 1 + random_below(random, SEATS_BOTH);
}

static void any_metadata(struct random *random, struct game *game)
{
    int length = random_below(random, 2) ? 0 : random_below(random, GAME_METADATA_SIZE - 10);
    memset(game->metadata, 0, sizeof game->metadata);
    strcpy(game->metadata, "{\"k\":\"");
    for (int i = 0; i < length; i++)
        game->metadata[6 + i] = (char)('a' + random_below(random, 26));
    strcpy(game->metadata + 6 + length, "\"}");
}

static int any_rating(struct random *random)
{
    return ELO_FLOOR + random_below(random, 3000 * ELO_POINT);
}

/** Rated, and with what that did to the ratings, where it may be; in other games whoever sits there
 *  has a rating or none. */
static void any_prize(struct random *random, struct game *game)
{
    bool people = game_is_between_people(game);
    struct game_prize *prize = &game->prize;
    prize->rated = people && game->opening == OPENING_STANDARD && game->clock.kind != CLOCK_NONE &&
                   game->clock.on_timeout == TIMEOUT_FORFEIT && random_below(random, 4) > 0;
    if (people && !prize->rated)
        prize->unrated = (enum unrated_reason)random_below(random, UNRATED_REASON_COUNT);
    prize->stake = people && random_below(random, 2) ? 150 : 0;
    prize->helped = random_below(random, 2);
    prize->seeded = random_below(random, 2);
    for (int color = REV_BLACK; color <= REV_WHITE; color++)
        if (game->seats[color].kind == SEAT_HUMAN && (prize->rated || random_below(random, 2)))
            prize->rating[color] = any_rating(random);
    if (!prize->rated || game->status != GAME_FINISHED || random_below(random, 2) == 0)
        return;
    for (int color = REV_BLACK; color <= REV_WHITE; color++) {
        game->rated_from[color] = any_rating(random);
        game->rated_to[color] = any_rating(random);
    }
}

struct game fixture_any_game(struct random *random)
{
    struct uuid player = fixture_id(random);
    struct game game = fixture_game(random, &player);
    game.version = 1 + random_below(random, INT32_MAX - 1);
    game.branch = random_below(random, INT32_MAX);
    game.visibility = (enum game_visibility)random_below(random, GAME_VISIBILITY_COUNT);
    game.seed = random_next(random) >> 11; /* below 2^53 */
    any_seats(random, &game);
    any_opening(random, &game);
    fixture_play(random, &game, random_below(random, REV_PLY_MAX + 1));
    any_ending(random, &game);
    game.created_ms = any_time(random);
    game.updated_ms = any_time(random);
    game.turn_started_ms = any_time(random);
    game.ai_lease_until_ms = game_is_ai_turn(&game) ? any_time(random) : 0;
    game.ai_attempt = random_below(random, 4);
    game.ai_waits = game_is_ai_turn(&game) && random_below(random, 2);
    game.hints = random_below(random, 4);
    any_clock(random, &game);
    any_match(random, &game);
    any_prize(random, &game);
    any_offers(random, &game);
    any_metadata(random, &game);
    for (int i = 0; i < GAME_FINGERPRINT_SIZE; i++)
        game.fingerprint[i] = (uint8_t)random_next(random);
    return game;
}

void fixture_insert(struct store *store, const struct game *game)
{
    bool inserted = false;
    store_ask_insert_game(store, game, &inserted);
    fixture_flush(store);
    ck_assert(inserted);
}

struct game fixture_load(struct store *store, const struct uuid *id)
{
    struct game_found found;
    store_ask_game(store, id, &found);
    fixture_flush(store);
    ck_assert(found.found);
    return found.game;
}

static void equal_seats(const struct seat *a, const struct seat *b)
{
    ck_assert_int_eq(a->kind, b->kind);
    ck_assert_int_eq(a->level, b->level);
    ck_assert(uuid_equal(&a->player, &b->player));
    ck_assert_str_eq(a->name, b->name);
}

static void equal_rules(const struct rev_game *a, const struct rev_game *b)
{
    ck_assert_int_eq(a->opening, b->opening);
    ck_assert_uint_eq(a->start.black, b->start.black);
    ck_assert_uint_eq(a->start.white, b->start.white);
    ck_assert_int_eq(a->start.turn, b->start.turn);
    ck_assert_uint_eq(a->now.black, b->now.black);
    ck_assert_uint_eq(a->now.white, b->now.white);
    ck_assert_int_eq(a->now.turn, b->now.turn);
    ck_assert_uint_eq(a->legal, b->legal);
    ck_assert_int_eq(a->over, b->over);
    ck_assert_int_eq(a->start_passed, b->start_passed);
    ck_assert_int_eq(a->ply, b->ply);
    for (int i = 0; i < a->ply; i++) {
        ck_assert_int_eq(a->plies[i].square, b->plies[i].square);
        ck_assert_int_eq(a->plies[i].color, b->plies[i].color);
        ck_assert_int_eq(a->plies[i].passed, b->plies[i].passed);
        ck_assert_uint_eq(a->plies[i].flips, b->plies[i].flips);
    }
}

static void equal_arrangements(const struct game *a, const struct game *b)
{
    ck_assert_int_eq(a->clock.kind, b->clock.kind);
    ck_assert_int_eq(a->clock.amount, b->clock.amount);
    ck_assert_int_eq(a->clock.on_timeout, b->clock.on_timeout);
    ck_assert_int_eq(a->deadline_ms, b->deadline_ms);
    ck_assert_int_eq(a->adjusted_ms, b->adjusted_ms);
    ck_assert_int_eq(a->outage_seq, b->outage_seq);
    ck_assert_mem_eq(a->misses, b->misses, sizeof a->misses);
    ck_assert_int_eq(a->draw_by, b->draw_by);
    ck_assert_int_eq(a->draw_ply, b->draw_ply);
    ck_assert(uuid_equal(&a->match.id, &b->match.id));
    ck_assert_int_eq(a->match.wins_needed, b->match.wins_needed);
    ck_assert_int_eq(a->match.game_number, b->match.game_number);
    ck_assert_mem_eq(a->match.wins, b->match.wins, sizeof a->match.wins);
    ck_assert_int_eq(a->rematch_by, b->rematch_by);
    ck_assert_int_eq(a->rematch_first, b->rematch_first);
}

void fixture_equal(const struct game *a, const struct game *b)
{
    ck_assert(uuid_equal(&a->id, &b->id));
    ck_assert_int_eq(a->version, b->version);
    ck_assert_int_eq(a->branch, b->branch);
    ck_assert_int_eq(a->status, b->status);
    ck_assert_int_eq(a->opening, b->opening);
    ck_assert_int_eq(a->visibility, b->visibility);
    equal_seats(&a->seats[REV_BLACK], &b->seats[REV_BLACK]);
    equal_seats(&a->seats[REV_WHITE], &b->seats[REV_WHITE]);
    ck_assert(uuid_equal(&a->creator, &b->creator));
    ck_assert_uint_eq(a->seed, b->seed);
    equal_rules(&a->rules, &b->rules);
    ck_assert_mem_eq(a->used_ms, b->used_ms, sizeof a->used_ms);
    ck_assert_mem_eq(a->by, b->by, sizeof a->by);
    ck_assert_int_eq(a->winner, b->winner);
    ck_assert_int_eq(a->reason, b->reason);
    ck_assert_int_eq(a->created_ms, b->created_ms);
    ck_assert_int_eq(a->updated_ms, b->updated_ms);
    ck_assert_int_eq(a->turn_started_ms, b->turn_started_ms);
    ck_assert_int_eq(a->ai_lease_until_ms, b->ai_lease_until_ms);
    ck_assert_int_eq(a->ai_attempt, b->ai_attempt);
    ck_assert_int_eq(a->ai_waits, b->ai_waits);
    ck_assert_int_eq(a->hints, b->hints);
    equal_arrangements(a, b);
    ck_assert_str_eq(a->metadata, b->metadata);
    ck_assert_mem_eq(a->fingerprint, b->fingerprint, sizeof a->fingerprint);
}

bool fixture_has_player(const struct uuid *id)
{
    char text[UUID_TEXT_SIZE];
    uuid_write(id, text);
    return database_number("SELECT count(*) FROM players WHERE id = '%s'", text) == 1;
}
