#include "json/match.h"

#include "domain/words.h"

/** The game of a number; NULL: it is not among those that were loaded. */
static const struct game *game_of(const struct match_view *view, int number)
{
    for (int i = 0; i < view->game_count; i++)
        if (view->games[i].match.game_number == number)
            return &view->games[i];
    return NULL;
}

/** Who plays, under the name that the latest game has: those before it keep theirs. */
static void write_side(struct json_writer *writer, const struct match_view *view, int side)
{
    const struct game *first = game_of(view, 1);
    const struct game *latest = game_of(view, view->match->game_number);
    int rating = first ? first->prize.rating[match_color(1, side)] : 0;
    if (!latest) /* it began meanwhile */
        latest = first;
    json_begin_object(writer);
    json_member(writer, "player");
    if (latest)
        json_seat(writer, &latest->seats[match_color(latest->match.game_number, side)], rating);
    else
        json_put_null(writer);
    json_member_number(writer, "wins", view->match->wins[side]);
    json_member_bool(writer, "won", view->match->winner == side);
    json_member_bool(writer, "you", (view->seats & 1 << match_color(1, side)) != 0);
    json_end(writer);
}

/** The side that won a game, or null. */
static void member_winner(struct json_writer *writer, const struct game *game)
{
    if (game->winner == WINNER_BLACK || game->winner == WINNER_WHITE)
        json_member_number(writer, "winner",
                           match_side(game->match.game_number,
                                      game->winner == WINNER_WHITE ? REV_WHITE : REV_BLACK));
    else
        json_member_null(writer, "winner");
}

static void write_game(struct json_writer *writer, const struct game *game)
{
    char id[UUID_TEXT_SIZE];
    uuid_write(&game->id, id);
    json_begin_object(writer);
    json_member_number(writer, "game_number", game->match.game_number);
    json_member_string(writer, "id", id);
    json_member_string(writer, "status", words_status[game->status]);
    json_member_number(writer, "black", match_side(game->match.game_number, REV_BLACK));
    member_winner(writer, game);
    if (game->reason != REASON_NONE)
        json_member_string(writer, "reason", words_reason[game->reason]);
    else
        json_member_null(writer, "reason");
    json_end(writer);
}

static void write_games(struct json_writer *writer, const struct match_view *view)
{
    json_begin_array(writer);
    for (int number = 1; number <= view->match->game_number; number++) {
        const struct game *game = game_of(view, number);
        if (game)
            write_game(writer, game);
    }
    json_end(writer);
}

void json_match(struct json_writer *writer, const struct match_view *view)
{
    const struct match *match = view->match;
    char id[UUID_TEXT_SIZE], game_id[UUID_TEXT_SIZE];
    struct uuid latest = match_game_id(&match->id, match->game_number);
    uuid_write(&match->id, id);
    uuid_write(&latest, game_id);
    json_begin_object(writer);
    json_member_string(writer, "id", id);
    json_member_number(writer, "version", match->version);
    json_member_string(writer, "status", words_status[match->status]);
    json_member_number(writer, "wins_needed", match->wins_needed);
    json_member_number(writer, "game_number", match->game_number);
    json_member_string(writer, "game_id", game_id);
    json_member(writer, "sides");
    json_begin_array(writer);
    write_side(writer, view, 0);
    write_side(writer, view, 1);
    json_end(writer);
    if (match->reason != MATCH_NOT_DECIDED)
        json_member_string(writer, "reason", words_match_reason[match->reason]);
    else
        json_member_null(writer, "reason");
    if (view->game_count > 0) /* the same for each of them */
        json_game_terms(writer, &view->games[0]);
    json_member(writer, "games");
    write_games(writer, view);
    json_member_time(writer, "created_at", match->created_ms);
    json_member_time(writer, "updated_at", match->updated_ms);
    json_member_time(writer, "server_time",
                     view->now_ms > match->updated_ms ? view->now_ms : match->updated_ms);
    json_end(writer);
}
