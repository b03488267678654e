#include "json/game.h"

#include "domain/draw.h"
#include "domain/words.h"

#include <stdio.h>
#include <string.h>

/* Of a URL of ours, and of what follows the game in it. */
enum { LINK_SIZE = 512, LINK_REST_SIZE = 32 };

void json_square(struct json_writer *writer, int square)
{
    char text[REV_SQUARE_TEXT_SIZE];
    rev_square_write(square, text);
    json_put_string_n(writer, text, sizeof text - 1);
}

static void json_squares(struct json_writer *writer, uint64_t squares)
{
    json_begin_array(writer);
    for (; squares; squares &= squares - 1)
        json_square(writer, __builtin_ctzll(squares));
    json_end(writer);
}

void json_member_color(struct json_writer *writer, const char *name, bool present,
                       enum rev_color color)
{
    if (present)
        json_member_string(writer, name, words_color[color]);
    else
        json_member_null(writer, name);
}

void json_legal_moves(struct json_writer *writer, const struct rev_game *position)
{
    json_begin_array(writer);
    for (uint64_t rest = position->legal; rest; rest &= rest - 1) {
        int square = __builtin_ctzll(rest);
        json_begin_object(writer);
        json_member(writer, "square");
        json_square(writer, square);
        json_member(writer, "flips");
        json_squares(writer, rev_game_flips(position, square));
        json_end(writer);
    }
    json_end(writer);
}

/** One placement as schema Move. `index` counts from 0. */
static void write_move(struct json_writer *writer, const struct game *game, int index)
{
    const struct rev_ply *ply = &game->rules.plies[index];
    enum rev_color color = (enum rev_color)ply->color;
    json_begin_object(writer);
    json_member_number(writer, "ply", index + 1);
    json_member(writer, "square");
    json_square(writer, ply->square);
    json_member_string(writer, "color", words_color[color]);
    json_member(writer, "flips");
    json_squares(writer, ply->flips);
    json_member_string(writer, "by", words_by[game->by[index]]);
    json_member_number(writer, "used_ms", game->used_ms[index]);
    json_member_color(writer, "passed", ply->passed, rev_other(color));
    json_end(writer);
}

static void write_moves(struct json_writer *writer, const struct game *game, int from)
{
    json_begin_array(writer);
    for (int index = from; index >= 0 && index < game->rules.ply; index++)
        write_move(writer, game, index);
    json_end(writer);
}

static void write_discs(struct json_writer *writer, const struct rev_game *position)
{
    int black = rev_game_discs(position, REV_BLACK);
    int white = rev_game_discs(position, REV_WHITE);
    json_member(writer, "discs");
    json_begin_object(writer);
    json_member_number(writer, "black", black);
    json_member_number(writer, "white", white);
    json_member_number(writer, "empty", 64 - black - white);
    json_end(writer);
}

static void write_board(struct json_writer *writer, const struct rev_game *position)
{
    char board[REV_BOARD_TEXT_SIZE];
    rev_board_write(&position->now, board);
    json_member_string(writer, "board", board);
}

static void write_start(struct json_writer *writer, const struct rev_game *rules)
{
    char start[REV_POSITION_TEXT_SIZE];
    rev_position_write(&rules->start, start);
    json_member_string(writer, "start_position", start);
}

static void write_transcript(struct json_writer *writer, const struct rev_game *position)
{
    char transcript[REV_TRANSCRIPT_SIZE];
    rev_game_transcript(position, transcript);
    json_member_string(writer, "moves", transcript);
}

static void write_passed(struct json_writer *writer, const struct rev_game *position)
{
    enum rev_color passed = REV_BLACK;
    bool somebody = rev_game_passed(position, &passed);
    json_member_color(writer, "passed", somebody, passed);
}

/** What both customs of counting say at the end. */
static void write_counts(struct json_writer *writer, const struct rev_game *position,
                         enum game_winner winner)
{
    int black, white;
    json_member_number(writer, "black", rev_game_discs(position, REV_BLACK));
    json_member_number(writer, "white", rev_game_discs(position, REV_WHITE));
    game_discs_empties_to_winner(position, winner, &black, &white);
    json_member(writer, "empties_to_winner");
    json_begin_array(writer);
    json_put_number(writer, black);
    json_put_number(writer, white);
    json_end(writer);
}

static void write_result(struct json_writer *writer, const struct game *game)
{
    if (game->status != GAME_FINISHED) {
        json_member_null(writer, "result");
        return;
    }
    json_member(writer, "result");
    json_begin_object(writer);
    json_member_color(writer, "winner", game->winner != WINNER_DRAW,
                      game->winner == WINNER_WHITE ? REV_WHITE : REV_BLACK);
    json_member_string(writer, "reason", words_reason[game->reason]);
    write_counts(writer, &game->rules, game->winner);
    json_end(writer);
}

void json_seat(struct json_writer *writer, const struct seat *seat, int rating)
{
    json_begin_object(writer);
    if (seat->kind == SEAT_AI) {
        json_member_string(writer, "kind", "ai");
        json_member_string(writer, "level", words_level[seat->level]);
    } else {
        char id[UUID_TEXT_SIZE];
        uuid_write(&seat->player, id);
        json_member_string(writer, "kind", "human");
        json_member_string(writer, "id", id);
        json_member_string(writer, "name", seat->name);
        if (rating != 0)
            json_member_number(writer, "rating", elo_shown(rating));
        else
            json_member_null(writer, "rating");
    }
    json_end(writer);
}

static void write_players(struct json_writer *writer, const struct game *game)
{
    json_member(writer, "players");
    json_begin_object(writer);
    json_member(writer, "black");
    json_seat(writer, &game->seats[REV_BLACK], game->prize.rating[REV_BLACK]);
    json_member(writer, "white");
    json_seat(writer, &game->seats[REV_WHITE], game->prize.rating[REV_WHITE]);
    json_end(writer);
}

static void write_you(struct json_writer *writer, int seats)
{
    json_member(writer, "you");
    json_begin_array(writer);
    if (seats & SEATS_BLACK)
        json_put_string(writer, words_color[REV_BLACK]);
    if (seats & SEATS_WHITE)
        json_put_string(writer, words_color[REV_WHITE]);
    json_end(writer);
}

/** A member with the URL of a game and what follows it for one of its representations. */
static void write_link(struct json_writer *writer, const char *name, const char *game,
                       const char *rest)
{
    char link[LINK_SIZE];
    size_t length = strlen(game), rest_length = strlen(rest);
    memcpy(link, game, length);
    memcpy(link + length, rest, rest_length);
    json_member(writer, name);
    json_put_string_n(writer, link, length + rest_length);
}

/** Where people look at the game: the page reads what stands behind the #. */
static void write_page_link(struct json_writer *writer, const char *id, const char *base)
{
    char url[LINK_SIZE];
    snprintf(url, sizeof url, "%s/#/games/%s", base, id);
    json_member_string(writer, "page", url);
}

static void write_links(struct json_writer *writer, const struct game *game, const char *base)
{
    char id[UUID_TEXT_SIZE], url[LINK_SIZE - LINK_REST_SIZE], rest[LINK_REST_SIZE];
    uuid_write(&game->id, id);
    snprintf(url, sizeof url, "%s/v1/games/%s", base, id);
    json_member(writer, "links");
    json_begin_object(writer);
    write_link(writer, "self", url, "");
    write_page_link(writer, id, base);
    snprintf(rest, sizeof rest, "/board.svg?v=%d", game->version);
    write_link(writer, "svg", url, rest);
    snprintf(rest, sizeof rest, "/board.png?v=%d", game->version);
    write_link(writer, "png", url, rest);
    write_link(writer, "txt", url, "/board.txt");
    write_link(writer, "events", url, "/events");
    json_end(writer);
}

/** The position: what ?ply= turns back. */
static void write_position(struct json_writer *writer, const struct game_view *view)
{
    const struct game *game = view->game;
    const struct rev_game *shown = view->shown;
    bool goes_on = shown->ply < game->rules.ply || game->status == GAME_LIVE;
    json_member_number(writer, "ply", shown->ply);
    json_member_number(writer, "next_ply", shown->ply + 1);
    write_board(writer, shown);
    json_member_color(writer, "turn", goes_on, shown->now.turn);
    json_member(writer, "legal_moves");
    if (goes_on)
        json_legal_moves(writer, shown);
    else
        json_put_raw(writer, "[]");
    if (shown->ply > 0) {
        json_member(writer, "last_move");
        write_move(writer, game, shown->ply - 1);
    } else
        json_member_null(writer, "last_move");
    write_passed(writer, shown);
    write_discs(writer, shown);
    write_transcript(writer, shown);
}

/** A game that somebody changed while we asked for the time may show a later one. */
static int64_t server_time(const struct game_view *view)
{
    return view->now_ms > view->game->updated_ms ? view->now_ms : view->game->updated_ms;
}

static void write_remaining(struct json_writer *writer, const struct game_view *view)
{
    const struct game *game = view->game;
    if (game->deadline_ms == 0) {
        json_member_null(writer, "deadline_at");
        json_member_null(writer, "remaining_ms");
        return;
    }
    int64_t remaining_ms = game->deadline_ms - server_time(view);
    json_member_time(writer, "deadline_at", game->deadline_ms);
    json_member_number(writer, "remaining_ms", remaining_ms > 0 ? remaining_ms : 0);
}

static void write_clock(struct json_writer *writer, const struct game_view *view)
{
    const struct game *game = view->game;
    const struct game_clock *clock = &game->clock;
    if (clock->kind == CLOCK_NONE) {
        json_member_null(writer, "clock");
        return;
    }
    json_member(writer, "clock");
    json_begin_object(writer);
    json_member_string(writer, "kind", words_clock[clock->kind]);
    json_member_number(writer, "seconds", game_clock_turn_ms(clock) / 1000);
    if (clock->kind == CLOCK_CORRESPONDENCE)
        json_member_number(writer, "days", clock->amount);
    else
        json_member_null(writer, "days");
    json_member_string(writer, "on_timeout", words_on_timeout[clock->on_timeout]);
    write_remaining(writer, view);
    json_member(writer, "misses");
    json_begin_object(writer);
    json_member_number(writer, "black", game->misses[REV_BLACK]);
    json_member_number(writer, "white", game->misses[REV_WHITE]);
    json_end(writer);
    json_member_number(writer, "adjusted_ms", game->adjusted_ms);
    json_end(writer);
}

/** The one seat of a set that is shown for it: in a local game black, where it is both. */
static enum rev_color color_of(int seats)
{
    return seats & SEATS_BLACK ? REV_BLACK : REV_WHITE;
}

static void write_draw_offer(struct json_writer *writer, const struct game *game)
{
    if (game->status != GAME_LIVE || game->draw_by == SEATS_NONE) {
        json_member_null(writer, "draw_offer");
        return;
    }
    json_member(writer, "draw_offer");
    json_begin_object(writer);
    json_member_string(writer, "by", words_color[color_of(game->draw_by)]);
    json_member_number(writer, "ply", game->draw_ply);
    json_end(writer);
}

static void member_game_id(struct json_writer *writer, const char *name, bool present,
                           const struct uuid *id)
{
    char text[UUID_TEXT_SIZE];
    uuid_write(id, text);
    if (present)
        json_member_string(writer, name, text);
    else
        json_member_null(writer, name);
}

/** What has become of the latest offer of a rematch. */
static const char *rematch_status(const struct game *game)
{
    if (game_has_rematch(game))
        return "begun";
    if (game->rematch_by != SEATS_NONE)
        return "offered";
    return game->rematch_declined & game->rematch_first ? "declined" : "withdrawn";
}

static void write_rematch(struct json_writer *writer, const struct game *game)
{
    if (game->rematch_first == SEATS_NONE) {
        json_member_null(writer, "rematch");
        return;
    }
    struct uuid id = rematch_id(&game->id);
    json_member(writer, "rematch");
    json_begin_object(writer);
    json_member_string(writer, "by", words_color[color_of(game->rematch_first)]);
    json_member_string(writer, "status", rematch_status(game));
    member_game_id(writer, "game_id", game_has_rematch(game), &id);
    json_end(writer);
}

static void write_wins(struct json_writer *writer, const struct game *game)
{
    int wins[2];
    match_wins(game, wins);
    json_member(writer, "wins");
    json_begin_array(writer);
    for (int color = REV_BLACK; color <= REV_WHITE; color++) {
        const struct seat *seat = &game->seats[color];
        json_begin_object(writer);
        json_member_string(writer, "color", words_color[color]);
        member_game_id(writer, "player", seat->kind == SEAT_HUMAN, &seat->player);
        json_member_number(writer, "wins", wins[color]);
        json_end(writer);
    }
    json_end(writer);
}

/** The match as this game leaves it. */
static void write_match(struct json_writer *writer, const struct game *game)
{
    if (!game_is_in_match(game)) {
        json_member_null(writer, "match");
        return;
    }
    struct match after;
    char id[UUID_TEXT_SIZE];
    int number = game->match.game_number;
    match_after(game, &after);
    uuid_write(&after.id, id);
    struct uuid next = match_game_id(&after.id, number + 1);
    json_member(writer, "match");
    json_begin_object(writer);
    json_member_string(writer, "id", id);
    json_member_number(writer, "wins_needed", after.wins_needed);
    json_member_number(writer, "game_number", number);
    write_wins(writer, game);
    json_member_color(writer, "winner", after.winner != MATCH_NO_SIDE,
                      after.winner != MATCH_NO_SIDE ? match_color(number, after.winner)
                                                    : REV_BLACK);
    member_game_id(writer, "next_game_id", match_goes_on(game), &next);
    json_end(writer);
}

/** Why it is not to be rated; "": it is. */
static const char *casual_reason(const struct game *game)
{
    if (game_is_local(game))
        return "local";
    if (game_is_against_ai(game))
        return "against-ai";
    if (game->prize.rated)
        return "";
    return words_unrated[game->prize.unrated == UNRATED_NOT ? UNRATED_CASUAL : game->prize.unrated];
}

/** Why it is not rated; "": it is, or will be. */
static const char *unrated_reason(const struct game *game)
{
    const char *casual = casual_reason(game);
    if (*casual)
        return casual;
    if (game->status == GAME_ABORTED)
        return "aborted";
    return game->status == GAME_FINISHED && !game_counts(game) ? "too-short" : "";
}

/** What it did to the ratings, in the whole points that are shown. */
static void write_rating_change(struct json_writer *writer, const struct game *game)
{
    if (game->rated_to[REV_BLACK] == 0) {
        json_member_null(writer, "rating_change");
        return;
    }
    json_member(writer, "rating_change");
    json_begin_object(writer);
    for (int color = REV_BLACK; color <= REV_WHITE; color++) {
        json_member(writer, words_color[color]);
        json_begin_object(writer);
        json_member_number(writer, "before", elo_shown(game->rated_from[color]));
        json_member_number(writer, "after", elo_shown(game->rated_to[color]));
        json_end(writer);
    }
    json_end(writer);
}

/** The members rated and unrated_reason. @param reason  "": it is rated */
static void write_rated(struct json_writer *writer, const char *reason)
{
    json_member_bool(writer, "rated", !*reason);
    if (*reason)
        json_member_string(writer, "unrated_reason", reason);
    else
        json_member_null(writer, "unrated_reason");
}

void json_game_terms(struct json_writer *writer, const struct game *game)
{
    write_rated(writer, casual_reason(game));
    json_member_bool(writer, "staked", game->prize.stake > 0);
    json_member_number(writer, "stake", game->prize.stake);
}

/** Why winning it earns nothing; null between people too, who earn nothing from each other. */
static void write_unrewarded(struct json_writer *writer, const struct game *game)
{
    enum unrewarded_reason reason =
        game_is_against_ai(game) ? game_unrewarded(game) : UNREWARDED_NOT;
    if (reason == UNREWARDED_NOT)
        json_member_null(writer, "unrewarded_reason");
    else
        json_member_string(writer, "unrewarded_reason", words_unrewarded[reason]);
}

static void write_prize(struct json_writer *writer, const struct game *game)
{
    write_rated(writer, unrated_reason(game));
    write_rating_change(writer, game);
    write_unrewarded(writer, game);
    json_member_bool(writer, "staked", game->prize.stake > 0);
}

/** When a game without a clock is given up. */
static void write_giving_up(struct json_writer *writer, const struct game *game)
{
    if (game->clock.kind == CLOCK_NONE && game->deadline_ms != 0)
        json_member_time(writer, "aborts_at", game->deadline_ms);
    else
        json_member_null(writer, "aborts_at");
}

/** Why the AI does not take the turn that it has. */
static void write_ai_waits(struct json_writer *writer, const struct game *game)
{
    if (game->ai_waits)
        json_member_string(writer, "ai_waits_for", "rated-game");
    else
        json_member_null(writer, "ai_waits_for");
}

/** What the caller may do beside moving, so that no client need know the rules of that. */
static void write_choices(struct json_writer *writer, const struct game_view *view)
{
    json_member_bool(writer, "can_undo", game_can_undo(view->game, view->seats));
    json_member_bool(writer, "can_abort", game_can_abort(view->game, view->seats));
    json_member_bool(writer, "can_offer_draw", game_can_offer_draw(view->game, view->seats));
    json_member_bool(writer, "can_rematch",
                     game_can_rematch(view->game, view->seats, view->meeting));
}

/** What people do around a game. */
static void write_arrangement(struct json_writer *writer, const struct game_view *view)
{
    const struct game *game = view->game;
    write_clock(writer, view);
    write_giving_up(writer, game);
    write_ai_waits(writer, game);
    write_draw_offer(writer, game);
    write_choices(writer, view);
    json_member_number(writer, "hints", game->hints);
    write_rematch(writer, game);
    write_result(writer, game);
    write_match(writer, game);
    write_prize(writer, game);
    json_member_string(writer, "visibility", words_visibility[game->visibility]);
    json_member_raw(writer, "metadata", game->metadata);
}

static void write_id(struct json_writer *writer, const struct game *game)
{
    char id[UUID_TEXT_SIZE];
    uuid_write(&game->id, id);
    json_member_string(writer, "id", id);
}

void json_game(struct json_writer *writer, const struct game_view *view)
{
    const struct game *game = view->game;
    json_begin_object(writer);
    write_id(writer, game);
    json_member_number(writer, "version", game->version);
    json_member_number(writer, "branch", game->branch);
    json_member_string(writer, "status", words_status[game->status]);
    json_member_string(writer, "opening", words_opening[game->opening]);
    write_start(writer, &game->rules);
    write_position(writer, view);
    json_member(writer, "played");
    write_moves(writer, game, view->played_from);
    write_players(writer, game);
    write_you(writer, view->seats);
    write_arrangement(writer, view);
    write_links(writer, game, view->public_url);
    json_member_time(writer, "created_at", game->created_ms);
    json_member_time(writer, "updated_at", game->updated_ms);
    json_member_time(writer, "server_time", server_time(view));
    json_end(writer);
}

void json_move_list(struct json_writer *writer, const struct game *game)
{
    json_begin_object(writer);
    write_id(writer, game);
    json_member_number(writer, "version", game->version);
    json_member_number(writer, "branch", game->branch);
    write_start(writer, &game->rules);
    json_member_color(writer, "start_passed", game->rules.start_passed, game->rules.start.turn);
    json_member(writer, "items");
    write_moves(writer, game, 0);
    json_end(writer);
}

void json_game_export(struct json_writer *writer, const struct game *game)
{
    json_begin_object(writer);
    write_id(writer, game);
    json_member_string(writer, "opening", words_opening[game->opening]);
    write_start(writer, &game->rules);
    write_transcript(writer, &game->rules);
    json_member(writer, "items");
    write_moves(writer, game, 0);
    write_players(writer, game);
    json_member_string(writer, "status", words_status[game->status]);
    write_result(writer, game);
    json_member_bool(writer, "rated", !*unrated_reason(game));
    json_member_string(writer, "visibility", words_visibility[game->visibility]);
    json_member_raw(writer, "metadata", game->metadata);
    json_member_time(writer, "created_at", game->created_ms);
    json_member_time(writer, "updated_at", game->updated_ms);
    json_end(writer);
}

void json_position_members(struct json_writer *writer, const struct rev_game *position)
{
    write_board(writer, position);
    json_member_color(writer, "turn", !position->over, position->now.turn);
    json_member(writer, "legal_moves");
    json_legal_moves(writer, position);
    write_passed(writer, position);
    write_discs(writer, position);
    if (!position->over) {
        json_member_null(writer, "result");
        return;
    }
    enum game_winner winner = game_winner_by_discs(position);
    json_member(writer, "result");
    json_begin_object(writer);
    json_member_color(writer, "winner", winner != WINNER_DRAW,
                      winner == WINNER_WHITE ? REV_WHITE : REV_BLACK);
    json_member_string(writer, "reason", words_reason[REASON_DISCS]);
    write_counts(writer, position, winner);
    json_end(writer);
}
