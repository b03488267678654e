#include "store/game_row.h"

#include "domain/words.h"

#include <stdio.h>
#include <string.h>

_Static_assert((int)GAME_COLUMN_COUNT <= (int)STATEMENT_PARAMETERS_MAX,
               "inserting a game is one statement");

/* What the domain's words leave out. NULL ends a list, as it does there. */
static const char *const words_seat_kind[] = {[SEAT_HUMAN] = "human", [SEAT_AI] = "ai", NULL};
static const char *const words_winner[] = {
    [WINNER_NONE] = "",
    [WINNER_BLACK] = "black",
    [WINNER_WHITE] = "white",
    [WINNER_DRAW] = "draw",
    NULL,
};
static const char *const words_seats[] = {
    [SEATS_NONE] = "",
    [SEATS_BLACK] = "black",
    [SEATS_WHITE] = "white",
    [SEATS_BOTH] = "both",
    NULL,
};
static const char movers[MOVE_BY_COUNT] = {[BY_HUMAN] = 'h', [BY_AI] = 'a', [BY_AUTO] = 'x'};

/* --- to parameters ----------------------------------------------------------------------- */

/** The empty word stands for none. */
static void parameter_word(struct store *store, const char *word)
{
    if (*word)
        parameter_text(store, word);
    else
        parameter_null(store);
}

static void parameter_seat(struct store *store, const struct seat *seat)
{
    parameter_text(store, words_seat_kind[seat->kind]);
    if (seat->kind == SEAT_HUMAN) {
        parameter_uuid(store, &seat->player);
        parameter_text(store, seat->name);
        parameter_null(store);
    } else {
        parameter_null(store);
        parameter_null(store);
        parameter_text(store, words_level[seat->level]);
    }
}

static bool has_start_position(const struct game *game)
{
    return game->opening == OPENING_XOT || game->opening == OPENING_POSITION;
}

static void parameter_start_position(struct store *store, const struct game *game)
{
    if (!has_start_position(game)) {
        parameter_null(store);
        return;
    }
    char text[REV_POSITION_TEXT_SIZE];
    rev_position_write(&game->rules.start, text);
    parameter_text(store, text);
}

static void parameter_clock(struct store *store, const struct game_clock *clock)
{
    parameter_text(store, words_clock[clock->kind]);
    parameter_int4(store, clock->amount);
    parameter_text(store, words_on_timeout[clock->on_timeout]);
}

static void parameter_match(struct store *store, const struct game *game)
{
    const struct game_match *match = &game->match;
    if (!game_is_in_match(game)) {
        for (int column = GAME_MATCH_ID; column <= GAME_WHITE_WINS; column++)
            parameter_null(store);
        return;
    }
    parameter_uuid(store, &match->id);
    parameter_int4(store, match->wins_needed);
    parameter_int4(store, match->game_number);
    parameter_int4(store, match->wins[REV_BLACK]);
    parameter_int4(store, match->wins[REV_WHITE]);
}

/** A time, or null for 0. */
static void parameter_time_if_any(struct store *store, int64_t time_ms)
{
    if (time_ms == 0)
        parameter_null(store);
    else
        parameter_time(store, time_ms);
}

static void parameter_prize(struct store *store, const struct game_prize *prize)
{
    parameter_bool(store, prize->rated);
    parameter_word(store, words_unrated[prize->unrated]);
    parameter_int4(store, prize->stake);
    for (int color = REV_BLACK; color <= REV_WHITE; color++)
        if (prize->rating[color] != 0)
            parameter_int4(store, prize->rating[color]);
        else
            parameter_null(store);
    parameter_bool(store, prize->helped);
    parameter_bool(store, prize->seeded);
}

void game_row_settled(struct store *store, const struct game *game)
{
    parameter_uuid(store, &game->id);
    parameter_uuid(store, &game->creator);
    parameter_time(store, game->created_ms);
    parameter_text(store, words_opening[game->opening]);
    parameter_start_position(store, game);
    parameter_text(store, words_visibility[game->visibility]);
    parameter_seat(store, &game->seats[REV_BLACK]);
    parameter_seat(store, &game->seats[REV_WHITE]);
    parameter_int8(store, (int64_t)game->seed);
    parameter_text(store, game->metadata);
    parameter_bytes(store, game->fingerprint, sizeof game->fingerprint);
    parameter_clock(store, &game->clock);
    parameter_match(store, game);
    parameter_word(store, words_seats[game->awaited]);
    parameter_time_if_any(store, game->awaited_until_ms);
    parameter_prize(store, &game->prize);
}

/** The lease exists only while the AI is to move; an unclaimed turn is due since 1970. */
static void parameter_lease(struct store *store, const struct game *game)
{
    if (game_is_ai_turn(game))
        parameter_time(store, game->ai_lease_until_ms);
    else
        parameter_null(store);
}

static void parameter_offers(struct store *store, const struct game *game)
{
    parameter_word(store, words_seats[game->draw_by]);
    if (game->draw_by == SEATS_NONE)
        parameter_null(store);
    else
        parameter_int4(store, game->draw_ply);
    parameter_word(store, words_seats[game->rematch_by]);
    parameter_word(store, words_seats[game->rematch_first]);
    parameter_word(store, words_seats[game->draw_spent]);
    parameter_word(store, words_seats[game->rematch_withdrawn]);
    parameter_word(store, words_seats[game->rematch_declined]);
}

static void parameter_rated(struct store *store, const struct game *game)
{
    for (int color = REV_BLACK; color <= REV_WHITE; color++) {
        const int ratings[] = {game->rated_from[color], game->rated_to[color]};
        for (int i = 0; i < 2; i++)
            if (ratings[i] != 0)
                parameter_int4(store, ratings[i]);
            else
                parameter_null(store);
    }
}

void game_row_changing(struct store *store, const struct game *game)
{
    char moves[REV_TRANSCRIPT_SIZE], by[REV_PLY_MAX + 1] = "";
    rev_game_transcript(&game->rules, moves);
    for (int i = 0; i < game->rules.ply; i++)
        by[i] = movers[game->by[i]];

    parameter_int4(store, game->version);
    parameter_int4(store, game->branch);
    parameter_text(store, words_status[game->status]);
    parameter_word(store, words_winner[game->winner]);
    parameter_word(store, words_reason[game->reason]);
    parameter_word(store, game->status == GAME_LIVE ? words_color[game->rules.now.turn] : "");
    parameter_text(store, moves);
    parameter_text(store, by);
    parameter_int4_array(store, game->used_ms, game->rules.ply);
    parameter_time(store, game->updated_ms);
    parameter_time(store, game->turn_started_ms);
    parameter_lease(store, game);
    parameter_int4(store, game->ai_attempt);
    parameter_bool(store, game->ai_waits);
    parameter_int4(store, game->hints);
    parameter_time_if_any(store, game->deadline_ms);
    parameter_int8(store, game->adjusted_ms);
    parameter_int4(store, game->outage_seq);
    parameter_int4(store, game->misses[REV_BLACK]);
    parameter_int4(store, game->misses[REV_WHITE]);
    parameter_offers(store, game);
    parameter_rated(store, game);
}

/* --- from columns ------------------------------------------------------------------------ */

/** The index of a column's word in its list, where null is the empty word; bad if it has none. */
static int column_word(struct row *row, int column, const char *const *words)
{
    int length = PQgetlength(row->answer, row->number, column);
    int index = words_index(words, PQgetvalue(row->answer, row->number, column), (size_t)length);
    if (index >= 0)
        return index;
    row->bad = true;
    return 0;
}

static void read_seat(struct row *row, int column, struct seat *seat)
{
    *seat = (struct seat){
        .kind = (enum seat_kind)column_word(row, column, words_seat_kind),
    };
    if (seat->kind == SEAT_HUMAN) {
        seat->player = column_uuid(row, column + 1);
        column_text_copy(row, column + 2, seat->name, sizeof seat->name);
        return;
    }
    seat->level = (enum rev_level)column_word(row, column + 3, words_level);
}

static void read_clock(struct row *row, struct game_clock *clock)
{
    clock->kind = (enum clock_kind)column_word(row, GAME_CLOCK, words_clock);
    clock->amount = column_int4(row, GAME_CLOCK_AMOUNT);
    clock->on_timeout = (enum timeout_policy)column_word(row, GAME_ON_TIMEOUT, words_on_timeout);
    row->bad |= !game_clock_is_valid(clock);
}

static void read_match(struct row *row, struct game_match *match)
{
    if (column_is_null(row, GAME_MATCH_ID))
        return;
    match->id = column_uuid(row, GAME_MATCH_ID);
    match->wins_needed = column_int4(row, GAME_WINS_NEEDED);
    match->game_number = column_int4(row, GAME_GAME_NUMBER);
    match->wins[REV_BLACK] = column_int4(row, GAME_BLACK_WINS);
    match->wins[REV_WHITE] = column_int4(row, GAME_WHITE_WINS);
    row->bad |= !match_length_is_valid(match->wins_needed) || match->game_number < 1;
}

/** A time, or 0 for null. */
static int64_t column_time_if_any(struct row *row, int column)
{
    return column_is_null(row, column) ? 0 : column_time(row, column);
}

/** An integer, where null stands for 0. */
static int32_t column_int4_or_0(struct row *row, int column)
{
    return column_is_null(row, column) ? 0 : column_int4(row, column);
}

static void read_prize(struct row *row, struct game_prize *prize)
{
    prize->rated = column_bool(row, GAME_RATED);
    prize->unrated = (enum unrated_reason)column_word(row, GAME_UNRATED_REASON, words_unrated);
    prize->stake = column_int4(row, GAME_STAKE);
    prize->rating[REV_BLACK] = column_int4_or_0(row, GAME_BLACK_RATING);
    prize->rating[REV_WHITE] = column_int4_or_0(row, GAME_WHITE_RATING);
    prize->helped = column_bool(row, GAME_HELPED);
    prize->seeded = column_bool(row, GAME_SEEDED);
}

static void read_settled(struct row *row, struct game *game)
{
    game->id = column_uuid(row, GAME_ID);
    game->creator = column_uuid(row, GAME_CREATOR);
    game->created_ms = column_time(row, GAME_CREATED_AT);
    game->opening = (enum game_opening)column_word(row, GAME_OPENING, words_opening);
    game->visibility = (enum game_visibility)column_word(row, GAME_VISIBILITY, words_visibility);
    read_seat(row, GAME_BLACK_KIND, &game->seats[REV_BLACK]);
    read_seat(row, GAME_WHITE_KIND, &game->seats[REV_WHITE]);
    game->seed = (uint64_t)column_int8(row, GAME_SEED);
    column_text_copy(row, GAME_METADATA, game->metadata, sizeof game->metadata);
    column_bytes(row, GAME_FINGERPRINT, game->fingerprint, sizeof game->fingerprint);
    read_clock(row, &game->clock);
    read_match(row, &game->match);
    game->awaited = column_word(row, GAME_AWAITED, words_seats);
    game->awaited_until_ms = column_time_if_any(row, GAME_AWAITED_UNTIL);
    read_prize(row, &game->prize);
}

static void read_offers(struct row *row, struct game *game)
{
    game->draw_by = column_word(row, GAME_DRAW_BY, words_seats);
    if (game->draw_by != SEATS_NONE)
        game->draw_ply = column_int4(row, GAME_DRAW_PLY);
    game->rematch_by = column_word(row, GAME_REMATCH_BY, words_seats);
    game->rematch_first = column_word(row, GAME_REMATCH_FIRST, words_seats);
    game->draw_spent = column_word(row, GAME_DRAW_SPENT, words_seats);
    game->rematch_withdrawn = column_word(row, GAME_REMATCH_WITHDRAWN, words_seats);
    game->rematch_declined = column_word(row, GAME_REMATCH_DECLINED, words_seats);
}

static void read_changing(struct row *row, struct game *game)
{
    game->version = column_int4(row, GAME_VERSION);
    game->branch = column_int4(row, GAME_BRANCH);
    game->status = (enum game_status)column_word(row, GAME_STATUS, words_status);
    game->winner = (enum game_winner)column_word(row, GAME_WINNER, words_winner);
    game->reason = (enum game_reason)column_word(row, GAME_REASON, words_reason);
    game->updated_ms = column_time(row, GAME_UPDATED_AT);
    game->turn_started_ms = column_time(row, GAME_TURN_STARTED_AT);
    game->ai_lease_until_ms = column_time_if_any(row, GAME_AI_LEASE_UNTIL);
    game->ai_attempt = column_int4(row, GAME_AI_ATTEMPT);
    game->ai_waits = column_bool(row, GAME_AI_WAITS);
    game->hints = column_int4(row, GAME_HINTS);
    game->deadline_ms = column_time_if_any(row, GAME_DEADLINE_AT);
    game->adjusted_ms = column_int8(row, GAME_ADJUSTED_MS);
    game->outage_seq = column_int4(row, GAME_OUTAGE_SEQ);
    game->misses[REV_BLACK] = column_int4(row, GAME_BLACK_MISSES);
    game->misses[REV_WHITE] = column_int4(row, GAME_WHITE_MISSES);
    read_offers(row, game);
    game->rated_from[REV_BLACK] = column_int4_or_0(row, GAME_BLACK_RATED_FROM);
    game->rated_to[REV_BLACK] = column_int4_or_0(row, GAME_BLACK_RATED_TO);
    game->rated_from[REV_WHITE] = column_int4_or_0(row, GAME_WHITE_RATED_FROM);
    game->rated_to[REV_WHITE] = column_int4_or_0(row, GAME_WHITE_RATED_TO);
}

/** Sets up the board. False: the start position is malformed. */
static bool read_start(struct row *row, struct game *game)
{
    if (!has_start_position(game)) {
        rev_game_init(
            &game->rules,
            game->opening == OPENING_ORIGINAL ? REV_OPENING_ORIGINAL : REV_OPENING_STANDARD, NULL);
        return true;
    }
    size_t length;
    const char *text = column_text(row, GAME_START_POSITION, &length);
    struct rev_position start;
    if (!rev_position_parse(text, length, &start, NULL))
        return false;
    rev_game_init(&game->rules, REV_OPENING_POSITION, &start);
    return true;
}

/** Reads by whom each disc was placed. */
static void read_by(struct row *row, struct game *game)
{
    size_t length;
    const char *by = column_text(row, GAME_MOVE_BY, &length);
    if (length != (size_t)game->rules.ply) {
        row->bad = true;
        return;
    }
    for (size_t i = 0; i < length; i++) {
        const char *mover = memchr(movers, by[i], sizeof movers);
        game->by[i] = (uint8_t)(mover ? mover - movers : BY_HUMAN);
        row->bad |= !mover;
    }
}

/** Replays the moves. False: they are no game. */
static bool read_moves(struct row *row, struct game *game)
{
    size_t length;
    const char *moves = column_text(row, GAME_MOVES, &length);
    if (!rev_game_play_transcript(&game->rules, moves, length, NULL))
        return false;
    read_by(row, game);
    column_int4_array(row, GAME_USED_MS, game->used_ms, game->rules.ply);
    return true;
}

/** Holds what is stored beside the moves against what follows from them. */
static bool agrees(struct row *row, const struct game *game)
{
    if (game->status != GAME_LIVE)
        return column_is_null(row, GAME_TURN);
    int turn = column_word(row, GAME_TURN, words_color);
    return !row->bad && !game->rules.over && turn == (int)game->rules.now.turn &&
           column_is_null(row, GAME_AI_LEASE_UNTIL) == !game_is_ai_turn(game);
}

static bool impossible(const struct game *game, const char *what, char why[WHY_SIZE])
{
    char id[UUID_TEXT_SIZE];
    uuid_write(&game->id, id);
    snprintf(why, WHY_SIZE, "the row of game %s is impossible: %s", id, what);
    return false;
}

bool game_row_read(struct row *row, struct game *game, char why[WHY_SIZE])
{
    memset(game, 0, sizeof *game); /* the padding too, so that equal games are equal bytes */
    read_settled(row, game);
    read_changing(row, game);
    if (row->bad)
        return impossible(game, "a column has a bad value", why);
    if (!read_start(row, game))
        return impossible(game, "its start position is malformed", why);
    if (!read_moves(row, game))
        return impossible(game, "its moves are illegal", why);
    if (row->bad)
        return impossible(game, "its moves, movers and times do not belong together", why);
    if (!agrees(row, game))
        return impossible(game, "its turn or lease contradicts its moves", why);
    return true;
}
