#include "json/seek.h"

#include "domain/words.h"
#include "json/terms.h"

static void write_range(struct json_writer *writer, const struct seek *seek)
{
    if (!seek_is_rated(seek)) {
        json_member_null(writer, "rating_range");
        return;
    }
    json_member(writer, "rating_range");
    json_begin_object(writer);
    json_member_number(writer, "min", seek->rating_min);
    json_member_number(writer, "max", seek->rating_max);
    json_end(writer);
}

static void write_withdrawal(struct json_writer *writer, enum seek_withdrawal withdrawal)
{
    if (withdrawal == WITHDRAWN_NOT)
        json_member_null(writer, "withdrawn_reason");
    else
        json_member_string(writer, "withdrawn_reason", words_withdrawal[withdrawal]);
}

/** The game that came of it, for the one who seeks: it may be unlisted. */
static void write_outcome(struct json_writer *writer, const struct seek_view *view, bool mine)
{
    static const struct uuid none;
    const struct uuid *game = mine ? &view->seek->game : &none;
    json_member_bool(writer, "you", mine);
    json_member_id(writer, "game_id", game);
    json_member_id(writer, "match_id", view->seek->terms.wins_needed > 0 ? game : &none);
}

void json_seek(struct json_writer *writer, const struct seek_view *view)
{
    const struct seek *seek = view->seek;
    enum seek_status status = seek_status_at(seek, view->now_ms);
    int64_t now_ms = view->now_ms > seek->updated_ms ? view->now_ms : seek->updated_ms;
    json_begin_object(writer);
    json_member_id(writer, "id", &seek->id);
    json_member_number(writer, "version", seek_version_at(seek, view->now_ms));
    json_member_string(writer, "status", words_seek_status[status]);
    write_withdrawal(writer, seek->withdrawal);
    json_member_person(writer, "player", &seek->player, seek->player_name,
                       seek_is_rated(seek) ? seek->rating * ELO_POINT : 0);
    json_member_string(writer, "color", words_color_wish[seek->color]);
    json_terms_members(writer, &seek->terms, terms_unrated(&seek->terms, seek->guest));
    write_range(writer, seek);
    write_outcome(writer, view, uuid_equal(&seek->player, &view->player));
    json_member_time(writer, "created_at", seek->created_ms);
    json_member_time(writer, "updated_at", seek->updated_ms);
    json_member_time(writer, "expires_at", seek->alive_until_ms);
    json_member_time(writer, "server_time", now_ms);
    json_end(writer);
}
