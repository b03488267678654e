#include "base/limits.h"
#include "domain/words.h"
#include "endpoints/ladder.h"
#include "endpoints/player.h"

#include <stdio.h>

/** What is known of a player's place. */
struct place {
    enum ladder ladder;
    struct path_player player;
    struct rating rating;
    struct ladder_page page; /* the player among neighbours; empty where not ranked */
};

static const struct ladder_row *own_row(const struct place *place)
{
    for (int i = 0; i < place->page.count; i++)
        if (uuid_equal(&place->page.rows[i].player, &place->player.id))
            return &place->page.rows[i];
    return NULL;
}

/** Of a hundred ranked players how many stand lower, to a tenth, rounded down. */
static void write_percentile(struct json_writer *writer, const struct ladder_row *row,
                             int64_t total)
{
    char text[32];
    int64_t lower = total - (row->rank - 1) - row->sharing;
    int64_t tenths = lower * 1000 / total;
    snprintf(text, sizeof text, "%lld.%lld", (long long)(tenths / 10), (long long)(tenths % 10));
    json_member_raw(writer, "percentile", text);
}

static bool has_account(const struct place *place)
{
    return place->player.found.player.kind == PLAYER_SIGNED_IN;
}

static void write_rank(struct json_writer *writer, const struct place *place)
{
    const struct ladder_row *row = own_row(place);
    if (!row) {
        json_member_null(writer, "rank");
        json_member_number(writer, "of", place->page.total);
        json_member_null(writer, "percentile");
        struct rating off = place->rating;
        off.ranked = false; /* even where the player has left the ladder between the questions */
        ladder_write_unranked(writer, &off, has_account(place));
        return;
    }
    json_member_number(writer, "rank", row->rank);
    json_member_number(writer, "of", place->page.total);
    write_percentile(writer, row, place->page.total);
    json_member_null(writer, "unranked");
}

static void answer(struct http_request *request, const struct place *place)
{
    const struct ladder_row *row = own_row(place);
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member_string(&writer, "ladder", words_ladder[place->ladder]);
    player_write_name(&writer, "player", &place->player.id, place->player.found.player.name);
    ladder_write_rating(&writer, row ? &row->rating : &place->rating, has_account(place));
    write_rank(&writer, place);
    ladder_write_rows(&writer, &place->page, place->page.count);
    json_member_time(&writer, "as_of", place->page.now_ms);
    json_end(&writer);
}

struct result ep_get_ladder_player(struct http_request *request, void *worker)
{
    static const char *const names[] = {"around", NULL};
    struct endpoint *endpoint = worker;
    struct place *place = http_request_alloc(request, sizeof *place);
    int64_t around = LADDER_AROUND_DEFAULT;
    TRY(http_query_only(request, names));
    TRY(ladder_read_name(request, &place->ladder));
    TRY(ep_query_number(request, "around", 0, LADDER_AROUND_MAX, &around));
    TRY(player_ask(request, endpoint, "id", &place->player));
    store_ask_rating(endpoint->store, &place->player.id, place->ladder, &place->rating);
    store_ask_ladder_around(endpoint->store, place->ladder, &place->player.id, (int)around,
                            &place->page);
    TRY(ep_flush(request, endpoint));
    TRY(player_check(request, endpoint, &place->player));
    answer(request, place);
    return OK;
}
