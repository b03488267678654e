#include "domain/words.h"
#include "store/standing_row.h"

#include <stdio.h>
#include <string.h>

enum { KINDS_SIZE = 128 };

const char *const words_result[] = {"lost", "drawn", "won", NULL};

enum standing_column {
    STANDING_KIND,
    STANDING_RATING,                        /* eight columns, null where there is no row */
    STANDING_BALANCE = STANDING_RATING + 8, /* five columns, null where there is no row */
    STANDING_ASIDE,
    STANDING_EARNED_DAY,
    STANDING_EARNED,
    STANDING_CHIPS_SEQ,
    STANDING_NAME
};

/* --- from rows --------------------------------------------------------------------------- */

static void read_chips(struct row *row, struct chips *chips)
{
    chips->balance = column_int8(row, STANDING_BALANCE);
    chips->aside = column_int8(row, STANDING_ASIDE);
    chips->earned_day = column_int4(row, STANDING_EARNED_DAY);
    chips->earned = column_int4(row, STANDING_EARNED);
    chips->seq = column_int4(row, STANDING_CHIPS_SEQ);
}

static bool read_standing(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct standing *standing = place;
    if (PQntuples(answer) == 0)
        return true;
    struct row row = {answer, 0, false};
    size_t length;
    const char *kind = column_text(&row, STANDING_KIND, &length);
    standing->is_there = strcmp(kind, "erased") != 0;
    standing->has_account = strcmp(kind, "signed-in") == 0;
    column_text_copy(&row, STANDING_NAME, standing->name, sizeof standing->name);
    if (!column_is_null(&row, STANDING_RATING))
        rating_row_read(&row, STANDING_RATING, &standing->rating);
    if (!column_is_null(&row, STANDING_BALANCE))
        read_chips(&row, &standing->chips);
    if (row.bad)
        snprintf(why, WHY_SIZE, "what a player has is impossible");
    return !row.bad;
}

void store_ask_standing(struct store *store, const struct uuid *player, enum ladder ladder,
                        struct standing *standing)
{
    *standing = (struct standing){.player = *player};
    ask_begin(store, STATEMENT_get_standing, read_standing, standing);
    parameter_uuid(store, player);
    parameter_text(store, words_ladder[ladder]);
}

/* --- to rows ----------------------------------------------------------------------------- */

static void write_rating(struct store *store, const struct uuid *player,
                         const struct rating_change *change)
{
    const struct rating *after = &change->after;
    ask_begin(store, STATEMENT_change_rating, read_nothing, NULL);
    parameter_uuid(store, player);
    parameter_text(store, words_ladder[change->ladder]);
    parameter_int4(store, change->before.seq);
    parameter_int4(store, after->rating);
    parameter_int4(store, after->games);
    parameter_int4(store, after->won);
    parameter_int4(store, after->drawn);
    parameter_int4(store, after->lost);
    parameter_time(store, after->last_rated_ms);
    parameter_bool(store, after->ranked);
    parameter_int4(store, after->seq);
    parameter_uuid(store, &change->game);
    parameter_uuid(store, &change->opponent);
    parameter_text(store, words_result[change->score / ELO_DREW]);
    parameter_int4(store, rating_of(&change->before));
}

static void parameter_points(struct store *store, bool ranked, int points)
{
    if (ranked)
        parameter_int4(store, points);
    else
        parameter_null(store);
}

void ladder_delta_write(struct store *store, const struct uuid *player, enum ladder ladder,
                        const struct rating *before, const struct rating *after)
{
    int left = elo_shown(rating_of(before)), entered = elo_shown(after->rating);
    if (before->ranked == after->ranked && (!after->ranked || left == entered))
        return;
    ask_begin(store, STATEMENT_add_ladder_delta, read_nothing, NULL);
    parameter_text(store, words_ladder[ladder]);
    parameter_uuid(store, player);
    parameter_int4(store, after->seq);
    parameter_points(store, before->ranked, left);
    parameter_points(store, after->ranked, entered);
}

/** The five columns of a journal's new rows, as arrays. */
static void parameter_entries(struct store *store, const struct chips_change *change)
{
    int32_t seqs[CHIP_ENTRIES_MAX], amounts[CHIP_ENTRIES_MAX], asides[CHIP_ENTRIES_MAX],
        balances[CHIP_ENTRIES_MAX];
    char kinds[KINDS_SIZE] = "";
    for (int i = 0; i < change->count; i++) {
        const struct chip_entry *entry = &change->entries[i];
        size_t used = strlen(kinds);
        snprintf(kinds + used, sizeof kinds - used, "%s%s", i ? " " : "",
                 words_chip_kind[entry->kind]);
        seqs[i] = change->before.seq + 1 + i;
        amounts[i] = entry->amount;
        asides[i] = entry->aside;
        balances[i] = (int32_t)entry->balance;
    }
    parameter_int4_array(store, seqs, change->count);
    parameter_text(store, kinds);
    parameter_int4_array(store, amounts, change->count);
    parameter_int4_array(store, asides, change->count);
    parameter_int4_array(store, balances, change->count);
}

static void write_chips(struct store *store, const struct player_change *player, int64_t now_ms)
{
    const struct chips *after = &player->chips.after;
    ask_begin(store, STATEMENT_change_chips, read_nothing, NULL);
    parameter_uuid(store, &player->player);
    parameter_int4(store, player->chips.before.seq);
    parameter_int8(store, after->balance);
    parameter_int8(store, after->aside);
    parameter_int4(store, after->earned_day);
    parameter_int4(store, after->earned);
    parameter_int4(store, after->seq);
    parameter_entries(store, &player->chips);
    parameter_uuid(store, &player->chips_of);
    parameter_time(store, now_ms);
}

void standing_rows_write(struct store *store, const struct game_change *change)
{
    const struct player_change *players = change->players;
    for (int i = 0; i < change->player_count; i++)
        if (players[i].is_rated)
            write_rating(store, &players[i].player, &players[i].rating);
    for (int i = 0; i < change->player_count; i++)
        if (players[i].chips.count > 0)
            write_chips(store, &players[i], change->game.updated_ms);
    for (int i = 0; i < change->player_count; i++) {
        const struct rating_change *rating = &players[i].rating;
        if (players[i].is_rated)
            ladder_delta_write(store, &players[i].player, rating->ladder, &rating->before,
                               &rating->after);
    }
}
