#include "store/accounts.h"
#include "store/standing_row.h"

#include <assert.h>

#include <stdio.h>
#include <string.h>

static const char *const kinds[] = {
    [PLAYER_GUEST] = "guest", [PLAYER_SIGNED_IN] = "signed-in", [PLAYER_ERASED] = "erased"};

static const char *const token_kinds[] = {
    [TOKEN_GUEST] = "guest", [TOKEN_ACCESS] = "access", [TOKEN_PERSONAL] = "personal"};

/** Which of several words a column is; bad where it is none. */
static int column_choice(struct row *row, int column, const char *const *words, int count)
{
    size_t length;
    const char *text = column_text(row, column, &length);
    for (int i = 0; i < count; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    row->bad = true;
    return 0;
}

/** Reads kind, name and created_at from `column` on. */
static bool read_player_columns(struct row *row, int column, struct player *player,
                                char why[WHY_SIZE])
{
    player->kind = (enum player_kind)column_choice(row, column, kinds, PLAYER_KIND_COUNT);
    column_text_copy(row, column + 1, player->name, sizeof player->name);
    player->created_ms = column_time(row, column + 2);
    if (row->bad)
        snprintf(why, WHY_SIZE, "the row of a player is impossible");
    return !row->bad;
}

static bool read_caller(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct caller *caller = place;
    if (PQntuples(answer) == 0)
        return true;
    struct row row = {answer, 0, false};
    caller->known = true;
    caller->expires_ms = column_time(&row, 0);
    caller->now_ms = column_time(&row, 4);
    caller->expired = caller->expires_ms <= caller->now_ms;
    caller->kind = (enum token_kind)column_choice(&row, 5, token_kinds, TOKEN_KIND_COUNT);
    if (!column_is_null(&row, 6))
        caller->session = column_uuid(&row, 6);
    if (!column_is_null(&row, 7))
        column_text_copy(&row, 7, caller->scopes, sizeof caller->scopes);
    return read_player_columns(&row, 1, &caller->player, why);
}

void store_ask_caller(struct store *store, const struct token_key *token, struct caller *caller)
{
    *caller = (struct caller){.player.id = token->player};
    ask_begin(store, STATEMENT_get_caller, read_caller, caller);
    parameter_uuid(store, &token->player);
    parameter_bytes(store, token->hash, sizeof token->hash);
}

enum profile_column {
    PROFILE_ID,
    PROFILE_PLAYER,                       /* three columns */
    PROFILE_RATINGS = PROFILE_PLAYER + 3, /* eight for each ladder, null where there is no row */
    PROFILE_RATING_COLUMNS = 8
};

static bool read_profile_row(struct row *row, struct profile *profile, char why[WHY_SIZE])
{
    *profile = (struct profile){.player.id = column_uuid(row, PROFILE_ID)};
    for (int ladder = 0; ladder < LADDER_COUNT; ladder++) {
        int column = PROFILE_RATINGS + ladder * PROFILE_RATING_COLUMNS;
        if (!column_is_null(row, column))
            rating_row_read(row, column, &profile->ratings[ladder]);
    }
    return read_player_columns(row, PROFILE_PLAYER, &profile->player, why);
}

static bool read_profile(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct profile_found *found = place;
    struct row row = {answer, 0, false};
    found->found = PQntuples(answer) > 0;
    return !found->found || read_profile_row(&row, &found->profile, why);
}

void store_ask_profile(struct store *store, const struct uuid *id, struct profile_found *profile)
{
    *profile = (struct profile_found){.profile.player.id = *id};
    ask_begin(store, STATEMENT_get_profile, read_profile, profile);
    parameter_uuid(store, id);
}

static bool read_profiles(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct profile_list *list = place;
    char wrong[WHY_SIZE];
    for (int i = 0; i < PQntuples(answer); i++) {
        struct row row = {answer, i, false};
        struct profile *profile = &list->profiles[list->count];
        if (read_profile_row(&row, profile, wrong))
            list->count++;
        else
            leave_out_id(why, "player", &profile->player.id);
    }
    return true;
}

void store_ask_profiles(struct store *store, const struct uuid *ids, int count,
                        struct profile_list *profiles)
{
    assert(count >= 0 && count <= STORE_PAGE_MAX);
    profiles->count = 0;
    ask_begin(store, STATEMENT_list_profiles, read_profiles, profiles);
    parameter_uuid_array(store, ids, count);
}

static bool read_player(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct player_found *found = place;
    struct row row = {answer, 0, false};
    found->found = PQntuples(answer) > 0;
    return !found->found || read_player_columns(&row, 0, &found->player, why);
}

void store_ask_player(struct store *store, const struct uuid *id, struct player_found *player)
{
    *player = (struct player_found){.player.id = *id};
    ask_begin(store, STATEMENT_get_player, read_player, player);
    parameter_uuid(store, id);
}

void store_ask_new_guest(struct store *store, const struct player *player,
                         const struct token_key *token, int life_s, int64_t *expires_ms)
{
    ask_begin(store, STATEMENT_insert_guest, read_time, expires_ms);
    parameter_uuid(store, &player->id);
    parameter_text(store, kinds[PLAYER_GUEST]);
    parameter_text(store, player->name);
    parameter_bytes(store, token->hash, sizeof token->hash);
    parameter_int4(store, life_s);
}

void store_ask_extend_token(struct store *store, const struct token_key *token, int64_t from_ms,
                            int64_t to_ms)
{
    ask_begin(store, STATEMENT_extend_token, read_nothing, NULL);
    parameter_uuid(store, &token->player);
    parameter_bytes(store, token->hash, sizeof token->hash);
    parameter_time(store, from_ms);
    parameter_time(store, to_ms);
}

void store_ask_delete_stale_guests(struct store *store, int64_t before_ms, int limit, int *expired)
{
    ask_begin(store, STATEMENT_delete_stale_guests, read_count, expired);
    parameter_time(store, before_ms);
    parameter_int8(store, limit);
}

static bool read_secret(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    if (PQntuples(answer) == 0) {
        snprintf(why, WHY_SIZE, "the database holds no such secret");
        return false;
    }
    struct row row = {answer, 0, false};
    column_bytes(&row, 0, place, STORE_SECRET_SIZE);
    return !row.bad;
}

void store_ask_secret(struct store *store, const char *name, uint8_t secret[STORE_SECRET_SIZE])
{
    ask_begin(store, STATEMENT_get_secret, read_secret, secret);
    parameter_text(store, name);
}
