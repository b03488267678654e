#include "json/terms.h"

#include "domain/words.h"
#include "json/game.h"

#include <stdio.h>

void json_member_id(struct json_writer *writer, const char *name, const struct uuid *id)
{
    char text[UUID_TEXT_SIZE];
    uuid_write(id, text);
    if (uuid_is_nil(id))
        json_member_null(writer, name);
    else
        json_member_string(writer, name, text);
}

void json_member_person(struct json_writer *writer, const char *name, const struct uuid *player,
                        const char *player_name, int rating)
{
    struct seat seat = {.kind = SEAT_HUMAN, .player = *player};
    snprintf(seat.name, sizeof seat.name, "%s", player_name);
    if (uuid_is_nil(player)) {
        json_member_null(writer, name);
        return;
    }
    json_member(writer, name);
    json_seat(writer, &seat, rating);
}

static void write_clock(struct json_writer *writer, const struct game_clock *clock)
{
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
    json_end(writer);
}

void json_terms_members(struct json_writer *writer, const struct terms *terms,
                        enum unrated_reason reason)
{
    json_member_string(writer, "opening", words_opening[terms->opening]);
    write_clock(writer, &terms->clock);
    if (terms->wins_needed == 0)
        json_member_null(writer, "wins_needed");
    else
        json_member_number(writer, "wins_needed", terms->wins_needed);
    bool rated = reason == UNRATED_NOT; /* and then public, see settle.h */
    json_member_string(writer, "visibility",
                       words_visibility[rated ? VISIBILITY_PUBLIC : terms->visibility]);
    json_member_bool(writer, "rated", rated);
    if (rated)
        json_member_null(writer, "unrated_reason");
    else
        json_member_string(writer, "unrated_reason", words_unrated[reason]);
    json_member_bool(writer, "staked", terms->staked);
}
