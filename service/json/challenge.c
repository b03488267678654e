#include "json/challenge.h"

#include "domain/words.h"
#include "json/terms.h"

#include <stdio.h>

enum { LINK_SIZE = 512 };

static void write_opponents(struct json_writer *writer, const struct challenge_view *view)
{
    const struct challenge *challenge = view->challenge;
    bool open = uuid_is_nil(&challenge->target);
    json_member_person(writer, "maker", &challenge->maker, challenge->maker_name, 0);
    json_member_person(writer, "to", &challenge->target, challenge->target_name, 0);
    if (open)
        json_member_string(writer, "code", challenge->code);
    else
        json_member_null(writer, "code");
}

static void write_position(struct json_writer *writer, const struct terms *terms)
{
    char position[REV_POSITION_TEXT_SIZE];
    if (terms->opening != OPENING_POSITION) {
        json_member_null(writer, "position");
        return;
    }
    rev_position_write(&terms->position, position);
    json_member_string(writer, "position", position);
}

/** What is played for, as far as the caller can know. */
static void write_terms(struct json_writer *writer, const struct challenge_view *view)
{
    const struct challenge *challenge = view->challenge;
    struct challenge_rating rating = challenge_rates(challenge, &view->player, view->meeting);
    json_terms_members(writer, &challenge->terms, rating.unrated);
    if (rating.if_account)
        json_member_string(writer, "rated_unless", words_unrated[UNRATED_GUEST]);
    else
        json_member_null(writer, "rated_unless");
    write_position(writer, &challenge->terms);
}

/** Who the caller is to it, and whether accepting would succeed now. */
static void write_you(struct json_writer *writer, const struct challenge_view *view)
{
    const struct challenge *challenge = view->challenge;
    bool somebody = !uuid_is_nil(&view->player);
    bool made = somebody && uuid_equal(&challenge->maker, &view->player);
    bool invited = somebody && !made && challenge_concerns(challenge, &view->player);
    if (made || invited)
        json_member_string(writer, "you", made ? "maker" : "invited");
    else
        json_member_null(writer, "you");
    json_member_bool(writer, "can_accept",
                     challenge_can_accept(challenge, &view->player, view->meeting, view->now_ms));
}

/** How it has ended, if it has. */
static void write_outcome(struct json_writer *writer, const struct challenge *challenge)
{
    static const struct uuid none;
    bool accepted = challenge->status == CHALLENGE_ACCEPTED;
    bool match = accepted && challenge->terms.wins_needed > 0;
    if (challenge->status == CHALLENGE_DECLINED)
        json_member_string(writer, "decline_reason", words_decline[challenge->reason]);
    else
        json_member_null(writer, "decline_reason");
    json_member_id(writer, "game_id", accepted ? &challenge->id : &none);
    json_member_id(writer, "match_id", match ? &challenge->id : &none);
}

/** A link to an invitation by its code; null where the challenge is to somebody. */
static void write_code_link(struct json_writer *writer, const struct challenge_view *view,
                            const char *name, const char *path)
{
    char link[LINK_SIZE];
    snprintf(link, sizeof link, "%s%s%s", view->public_url, path, view->challenge->code);
    if (view->challenge->code[0])
        json_member_string(writer, name, link);
    else
        json_member_null(writer, name);
}

static void write_links(struct json_writer *writer, const struct challenge_view *view,
                        const char *id)
{
    char link[LINK_SIZE];
    json_member(writer, "links");
    json_begin_object(writer);
    snprintf(link, sizeof link, "%s/v1/challenges/%s", view->public_url, id);
    json_member_string(writer, "self", link);
    write_code_link(writer, view, "invitation", "/v1/challenges/");
    write_code_link(writer, view, "page", "/#/join/");
    snprintf(link, sizeof link, "%s/v1/challenges/%s/acceptance", view->public_url, id);
    json_member_string(writer, "acceptance", link);
    json_end(writer);
}

void json_challenge(struct json_writer *writer, const struct challenge_view *view)
{
    const struct challenge *challenge = view->challenge;
    enum challenge_status status = challenge_status_at(challenge, view->now_ms);
    int64_t now_ms = view->now_ms > challenge->updated_ms ? view->now_ms : challenge->updated_ms;
    char id[UUID_TEXT_SIZE];
    uuid_write(&challenge->id, id);
    json_begin_object(writer);
    json_member_string(writer, "id", id);
    json_member_number(writer, "version", challenge_version_at(challenge, view->now_ms));
    json_member_string(writer, "status", words_challenge_status[status]);
    write_opponents(writer, view);
    json_member_string(writer, "color", words_color_wish[challenge->color]);
    write_terms(writer, view);
    json_member_raw(writer, "metadata", challenge->metadata);
    write_you(writer, view);
    write_outcome(writer, challenge);
    write_links(writer, view, id);
    json_member_time(writer, "created_at", challenge->created_ms);
    json_member_time(writer, "updated_at", challenge->updated_ms);
    json_member_time(writer, "expires_at", challenge->expires_ms);
    json_member_time(writer, "server_time", now_ms);
    json_end(writer);
}
