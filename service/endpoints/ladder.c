#include "endpoints/ladder.h"

#include "domain/words.h"
#include "endpoints/page.h"
#include "endpoints/player.h"

#include <string.h>

enum {
    CURSOR_RATING_BYTES = 4,
    CURSOR_TIME_BYTES = 8,
    CURSOR_BYTES = CURSOR_RATING_BYTES + CURSOR_TIME_BYTES + 16
};

struct result ladder_read_name(struct http_request *request, enum ladder *ladder)
{
    struct http_value text = http_param(request, "ladder");
    int index = words_index(words_ladder, text.data, text.length);
    if (index < 0)
        return fail(ERROR_LADDER_NOT_FOUND);
    *ladder = (enum ladder)index;
    return OK;
}

struct result ladder_query(struct http_request *request, enum ladder *ladder)
{
    int index = LADDER_LIVE;
    TRY(ep_query_choice(request, "ladder", words_ladder, &index));
    *ladder = (enum ladder)index;
    return OK;
}

/* --- cursors ------------------------------------------------------------------------------- */

static void put(uint8_t *bytes, uint64_t value, int size)
{
    for (int i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value >> 8 * (size - 1 - i));
}

static uint64_t take(const uint8_t *bytes, int size)
{
    uint64_t value = 0;
    for (int i = 0; i < size; i++)
        value = value << 8 | bytes[i];
    return value;
}

static bool cursor_parse(const uint8_t bytes[CURSOR_BYTES], struct ladder_cursor *cursor)
{
    uint64_t rating = take(bytes, CURSOR_RATING_BYTES);
    uint64_t time_ms = take(bytes + CURSOR_RATING_BYTES, CURSOR_TIME_BYTES);
    if (rating > INT32_MAX || time_ms >> 48 != 0)
        return false;
    cursor->rating = (int)rating;
    cursor->last_rated_ms = (int64_t)time_ms;
    memcpy(cursor->player.bytes, bytes + CURSOR_RATING_BYTES + CURSOR_TIME_BYTES,
           sizeof cursor->player.bytes);
    return true;
}

struct result ladder_read_cursor(struct http_request *request, struct ladder_cursor *cursor,
                                 bool *present)
{
    uint8_t bytes[CURSOR_BYTES];
    size_t length;
    TRY(page_read_cursor(request, bytes, sizeof bytes, &length));
    *present = length > 0;
    if (*present && (length != sizeof bytes || !cursor_parse(bytes, cursor)))
        return page_refuse_cursor(request);
    return OK;
}

void ladder_write_next(const struct http_request *request, struct json_writer *writer,
                       const struct ladder_page *page)
{
    const struct page_cursor *before = &page->read.before;
    uint8_t bytes[CURSOR_BYTES];
    put(bytes, (uint64_t)page->rating_before, CURSOR_RATING_BYTES);
    put(bytes + CURSOR_RATING_BYTES, (uint64_t)before->time_ms, CURSOR_TIME_BYTES);
    memcpy(bytes + CURSOR_RATING_BYTES + CURSOR_TIME_BYTES, before->id.bytes,
           sizeof before->id.bytes);
    page_write_cursor(request, writer, bytes, sizeof bytes);
}

/* --- rows ---------------------------------------------------------------------------------- */

void ladder_write_rating(struct json_writer *writer, const struct rating *rating, bool has_account)
{
    bool none = rating->games == 0;
    if (has_account)
        json_member_number(writer, "rating", elo_shown(none ? ELO_START : rating->rating));
    else
        json_member_null(writer, "rating");
    json_member_number(writer, "games", rating->games);
    json_member_number(writer, "won", rating->won);
    json_member_number(writer, "drawn", rating->drawn);
    json_member_number(writer, "lost", rating->lost);
    if (none)
        json_member_null(writer, "last_rated_at");
    else
        json_member_time(writer, "last_rated_at", rating->last_rated_ms);
}

void ladder_write_unranked(struct json_writer *writer, const struct rating *rating,
                           bool has_account)
{
    static const char *const reasons[] = {[UNRANKED_GUEST] = "guest",
                                          [UNRANKED_PROVISIONAL] = "provisional",
                                          [UNRANKED_INACTIVE] = "inactive"};
    enum rating_unranked unranked = rating_unranked(rating, has_account);
    if (unranked == UNRANKED_NOT) {
        json_member_null(writer, "unranked");
        return;
    }
    json_member(writer, "unranked");
    json_begin_object(writer);
    json_member_string(writer, "reason", reasons[unranked]);
    if (unranked == UNRANKED_PROVISIONAL) {
        json_member_number(writer, "games", rating->games);
        json_member_number(writer, "games_needed", RATING_RANKED_GAMES);
    } else if (unranked == UNRANKED_INACTIVE) {
        json_member_time(writer, "last_rated_at", rating->last_rated_ms);
        json_member_number(writer, "active_days", RATING_ACTIVE_DAYS);
    }
    json_end(writer);
}

void ladder_write_ratings(struct json_writer *writer, const struct profile *profile)
{
    if (profile->player.kind != PLAYER_SIGNED_IN) {
        json_member_null(writer, "ratings");
        return;
    }
    json_member(writer, "ratings");
    json_begin_object(writer);
    for (int ladder = 0; ladder < LADDER_COUNT; ladder++) {
        const struct rating *rating = &profile->ratings[ladder];
        json_member(writer, words_ladder[ladder]);
        json_begin_object(writer);
        ladder_write_rating(writer, rating, true);
        json_member_bool(writer, "ranked", rating->ranked);
        ladder_write_unranked(writer, rating, true);
        json_end(writer);
    }
    json_end(writer);
}

static void write_row(struct json_writer *writer, const struct ladder_row *row)
{
    json_begin_object(writer);
    json_member_number(writer, "rank", row->rank);
    player_write_name(writer, "player", &row->player, row->name);
    ladder_write_rating(writer, &row->rating, true);
    json_member_number(writer, "change_30d",
                       elo_shown(row->rating.rating) - elo_shown(row->rating_30d));
    json_end(writer);
}

void ladder_write_rows(struct json_writer *writer, const struct ladder_page *page, int count)
{
    json_member(writer, "items");
    json_begin_array(writer);
    for (int i = 0; i < count; i++)
        write_row(writer, &page->rows[i]);
    json_end(writer);
}
