#include "base/limits.h"
#include "domain/elo.h"
#include "domain/words.h"
#include "store/accounts.h"
#include "store/connection.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MINUTE_S = 60, DAY_S = 24 * 60 * MINUTE_S };

static const char provider[] = "google";

static bool read_identity(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct identity_found *identity = place;
    struct row row = {answer, 0, false};
    identity->found = PQntuples(answer) > 0;
    if (identity->found)
        identity->player = column_uuid(&row, 0);
    return !row.bad;
}

void store_ask_identity(struct store *store, const char *subject, struct identity_found *identity)
{
    identity->found = false;
    ask_begin(store, STATEMENT_get_identity, read_identity, identity);
    parameter_text(store, provider);
    parameter_text(store, subject);
}

static bool read_wait(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, false};
    if (PQntuples(answer) > 0)
        *(int *)place = column_int4(&row, 0);
    return !row.bad;
}

/** Asks a statement about the accounts that an identity has had. */
static void ask_accounts(struct store *store, enum statement statement, answer_reader read,
                         int *place, const uint8_t hash[STORE_HASH_SIZE])
{
    ask_begin(store, statement, read, place);
    parameter_bytes(store, hash, STORE_HASH_SIZE);
    parameter_int4(store, DAY_S);
    parameter_int8(store, ACCOUNTS_A_DAY_MAX);
}

void store_ask_account_wait(struct store *store, const uint8_t hash[STORE_HASH_SIZE], int *wait_s)
{
    *wait_s = 0;
    ask_accounts(store, STATEMENT_get_account_wait, read_wait, wait_s, hash);
}

void store_ask_check_account_room(struct store *store, const uint8_t hash[STORE_HASH_SIZE])
{
    ask_accounts(store, STATEMENT_check_account_room, read_nothing, NULL, hash);
}

static bool read_truth(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, false};
    *(bool *)place = column_bool(&row, 0);
    return !row.bad;
}

void store_ask_nonce_use(struct store *store, const uint8_t hash[STORE_HASH_SIZE], bool *used)
{
    ask_begin(store, STATEMENT_get_nonce_use, read_truth, used);
    parameter_bytes(store, hash, STORE_HASH_SIZE);
}

void store_ask_use_nonce(struct store *store, const uint8_t hash[STORE_HASH_SIZE], int life_s)
{
    ask_begin(store, STATEMENT_use_nonce, read_nothing, NULL);
    parameter_bytes(store, hash, STORE_HASH_SIZE);
    parameter_int4(store, life_s);
}

void store_ask_add_identity(struct store *store, const char *subject, const struct uuid *player)
{
    ask_begin(store, STATEMENT_add_identity, read_nothing, NULL);
    parameter_text(store, provider);
    parameter_text(store, subject);
    parameter_uuid(store, player);
}

void store_ask_take_name(struct store *store, const uint8_t key[STORE_HASH_SIZE],
                         const struct uuid *player, const char *folded, int scheme)
{
    ask_begin(store, STATEMENT_take_name, read_nothing, NULL);
    parameter_bytes(store, key, STORE_HASH_SIZE);
    parameter_uuid(store, player);
    if (folded)
        parameter_text(store, folded);
    else
        parameter_null(store);
    parameter_int4(store, scheme);
}

static bool read_holders(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct name_holders *holders = place;
    bool bad = false;
    holders->count = PQntuples(answer);
    for (int i = 0; i < holders->count; i++) {
        struct row row = {answer, i, false};
        holders->players[i] = column_uuid(&row, 0);
        bad = bad || row.bad;
    }
    return !bad;
}

void store_ask_old_names(struct store *store, int scheme, struct name_holders *holders)
{
    holders->count = 0;
    ask_begin(store, STATEMENT_list_old_names, read_holders, holders);
    parameter_int4(store, scheme);
    parameter_int8(store, STORE_PAGE_MAX);
}

void store_ask_renew_names(struct store *store, const struct uuid *player,
                           const uint8_t keys[][STORE_HASH_SIZE], int key_count, const char *folded,
                           int scheme)
{
    ask_begin(store, STATEMENT_renew_names, read_nothing, NULL);
    parameter_uuid(store, player);
    parameter_hash_array(store, keys, key_count);
    parameter_text(store, folded);
    parameter_int4(store, scheme);
}

void store_ask_add_account(struct store *store, const struct player *player, const char *subject)
{
    ask_begin(store, STATEMENT_add_account, read_nothing, NULL);
    parameter_uuid(store, &player->id);
    parameter_text(store, player->name);
    parameter_text(store, provider);
    parameter_text(store, subject);
}

void store_ask_claim_guest(struct store *store, const struct player *player, const char *subject)
{
    ask_begin(store, STATEMENT_claim_guest, read_nothing, NULL);
    parameter_uuid(store, &player->id);
    parameter_text(store, player->name);
    parameter_text(store, provider);
    parameter_text(store, subject);
    parameter_int4(store, GUEST_TOKEN_GRACE_S);
}

/** Reads two times from `column` on. */
static void read_ends(struct row *row, int column, struct session_ends *ends)
{
    ends->refresh_ms = column_time(row, column);
    ends->access_ms = column_time(row, column + 1);
}

static bool read_session(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, false};
    read_ends(&row, 1, place);
    return !row.bad;
}

void store_ask_add_session(struct store *store, const struct session *session,
                           struct session_ends *ends)
{
    ask_begin(store, STATEMENT_add_session, read_session, ends);
    parameter_uuid(store, &session->refresh.player);
    parameter_uuid(store, &session->refresh.session);
    parameter_bytes(store, session->refresh.hash, sizeof session->refresh.hash);
    parameter_int4(store, SESSION_DAYS * DAY_S);
    parameter_bytes(store, session->access.hash, sizeof session->access.hash);
    parameter_int4(store, ACCESS_TOKEN_MINUTES * MINUTE_S);
    parameter_int8(store, SESSIONS_MAX);
}

void store_ask_drop_other_names(struct store *store, const struct uuid *player,
                                const uint8_t keys[][STORE_HASH_SIZE], int key_count)
{
    ask_begin(store, STATEMENT_drop_other_names, read_nothing, NULL);
    parameter_uuid(store, player);
    parameter_hash_array(store, keys, key_count);
}

void store_ask_name_taken(struct store *store, const uint8_t keys[][STORE_HASH_SIZE], int key_count,
                          const struct uuid *player, bool *taken)
{
    ask_begin(store, STATEMENT_get_name_taken, read_truth, taken);
    parameter_hash_array(store, keys, key_count);
    parameter_uuid(store, player);
}

/** @param since_ms  games that were created earlier are left as they are */
static void rename_open(struct store *store, const struct uuid *player, const char *name,
                        int64_t since_ms)
{
    ask_begin(store, STATEMENT_rename_games, read_nothing, NULL);
    parameter_uuid(store, player);
    parameter_text(store, name);
    parameter_int8(store, RENAMED_GAMES);
    parameter_time(store, since_ms);
    ask_begin(store, STATEMENT_rename_challenges, read_nothing, NULL);
    parameter_uuid(store, player);
    parameter_text(store, name);
    ask_begin(store, STATEMENT_rename_seeks, read_nothing, NULL);
    parameter_uuid(store, player);
    parameter_text(store, name);
}

void store_ask_change_name(struct store *store, const struct uuid *player, const char *from,
                           const char *to)
{
    ask_begin(store, STATEMENT_change_name, read_nothing, NULL);
    parameter_uuid(store, player);
    parameter_text(store, from);
    parameter_text(store, to);
}

void store_ask_rename_open(struct store *store, const struct uuid *player, const char *name)
{
    rename_open(store, player, name, TIME_FIRST);
}

void store_ask_rename_late(struct store *store, const struct uuid *player, const char *name,
                           int64_t now_ms, bool *done)
{
    store_ask_begin(store);
    rename_open(store, player, name, now_ms - RENAMED_LATE_MS);
    store_ask_change_name(store, player, name, name);
    store_ask_commit(store, done);
}

void store_ask_change_settings(struct store *store, const struct uuid *player, const char *from,
                               const char *to)
{
    ask_begin(store, STATEMENT_change_settings, read_nothing, NULL);
    parameter_uuid(store, player);
    parameter_text(store, from);
    parameter_text(store, to);
}

/* --- sessions -------------------------------------------------------------------------------- */

static bool read_refreshed(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct refreshed *refreshed = place;
    struct row row = {answer, 0, false};
    refreshed->known = column_bool(&row, 0);
    refreshed->followed = column_bool(&row, 1);
    refreshed->stays = column_bool(&row, 2);
    if (!column_is_null(&row, 3))
        read_ends(&row, 3, &refreshed->ends);
    return !row.bad;
}

void store_ask_refresh(struct store *store, const struct refresh_key *sent,
                       const struct session *session, struct refreshed *refreshed)
{
    *refreshed = (struct refreshed){0};
    ask_begin(store, STATEMENT_refresh_session, read_refreshed, refreshed);
    parameter_uuid(store, &sent->player);
    parameter_uuid(store, &sent->session);
    parameter_bytes(store, sent->hash, sizeof sent->hash);
    parameter_bytes(store, session->refresh.hash, sizeof session->refresh.hash);
    parameter_int4(store, SESSION_DAYS * DAY_S);
    parameter_bytes(store, session->access.hash, sizeof session->access.hash);
    parameter_int4(store, ACCESS_TOKEN_MINUTES * MINUTE_S);
    parameter_int4(store, REFRESH_GRACE_S);
    parameter_int8(store, SESSION_TOKENS_MAX);
}

static bool read_any(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, false};
    *(bool *)place = column_int8(&row, 0) > 0;
    return !row.bad;
}

void store_ask_end_reused_session(struct store *store, const struct refresh_key *sent, bool *ended)
{
    ask_begin(store, STATEMENT_end_reused_session, read_any, ended);
    parameter_uuid(store, &sent->player);
    parameter_uuid(store, &sent->session);
    parameter_bytes(store, sent->hash, sizeof sent->hash);
    parameter_int4(store, REFRESH_GRACE_S);
}

_Static_assert((int)SESSIONS_MAX <= (int)STORE_PAGE_MAX, "all sessions of a player are one list");

static bool read_open_sessions(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct open_session_list *list = place;
    struct row row = {answer, 0, false};
    for (; row.number < PQntuples(answer); row.number++)
        list->sessions[list->count++] = (struct open_session){
            .id = column_uuid(&row, 0),
            .created_ms = column_time(&row, 1),
            .refreshed_ms = column_time(&row, 2),
            .expires_ms = column_time(&row, 3),
        };
    return !row.bad;
}

void store_ask_open_sessions(struct store *store, const struct uuid *player,
                             struct open_session_list *sessions)
{
    sessions->count = 0;
    ask_begin(store, STATEMENT_list_open_sessions, read_open_sessions, sessions);
    parameter_uuid(store, player);
    parameter_int8(store, SESSIONS_MAX);
}

void store_ask_end_session(struct store *store, const struct uuid *player,
                           const struct uuid *session, bool *ended)
{
    ask_begin(store, STATEMENT_end_session, read_any, ended);
    parameter_uuid(store, player);
    parameter_uuid(store, session);
}

void store_ask_end_sessions(struct store *store, const struct uuid *player, const struct uuid *kept)
{
    ask_begin(store, STATEMENT_end_sessions, read_nothing, NULL);
    parameter_uuid(store, player);
    if (kept)
        parameter_uuid(store, kept);
    else
        parameter_null(store);
}

void store_ask_end_guest_token(struct store *store, const struct token_key *token)
{
    ask_begin(store, STATEMENT_end_guest_token, read_nothing, NULL);
    parameter_uuid(store, &token->player);
    parameter_bytes(store, token->hash, sizeof token->hash);
}

/* --- personal tokens -------------------------------------------------------------------------- */

static bool read_tokens(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct personal_token_list *list = place;
    struct row row = {answer, 0, false};
    for (; row.number < PQntuples(answer) && list->count < PERSONAL_TOKENS_MAX; row.number++) {
        struct personal_token *token = &list->tokens[list->count];
        row.bad = false;
        token->id = column_uuid(&row, 0);
        column_text_copy(&row, 1, token->label, sizeof token->label);
        column_text_copy(&row, 2, token->scopes, sizeof token->scopes);
        token->created_ms = column_time(&row, 3);
        token->expires_ms = column_time(&row, 4);
        if (row.bad)
            leave_out_id(why, "token", &token->id);
        list->count += !row.bad;
    }
    return true;
}

void store_ask_personal_tokens(struct store *store, const struct uuid *player,
                               struct personal_token_list *tokens)
{
    tokens->count = 0;
    ask_begin(store, STATEMENT_list_tokens, read_tokens, tokens);
    parameter_uuid(store, player);
}

void store_ask_lock_account(struct store *store, const struct uuid *player)
{
    ask_begin(store, STATEMENT_lock_account, read_nothing, NULL);
    parameter_uuid(store, player);
}

static bool read_new_token(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct personal_token *token = place;
    struct row row = {answer, 0, false};
    if (PQntuples(answer) == 0)
        return true;
    token->created_ms = column_time(&row, 0);
    token->expires_ms = column_time(&row, 1);
    return !row.bad;
}

void store_ask_insert_personal_token(struct store *store, const struct token_key *key,
                                     struct personal_token *token, int life_s)
{
    token->created_ms = token->expires_ms = 0;
    ask_begin(store, STATEMENT_insert_token, read_new_token, token);
    parameter_uuid(store, &key->player);
    parameter_bytes(store, key->hash, sizeof key->hash);
    parameter_int4(store, life_s);
    parameter_uuid(store, &token->id);
    parameter_text(store, token->label);
    parameter_text(store, token->scopes);
    parameter_int8(store, PERSONAL_TOKENS_MAX);
}

void store_ask_delete_personal_token(struct store *store, const struct uuid *player,
                                     const struct uuid *id, bool *deleted)
{
    ask_begin(store, STATEMENT_delete_personal_token, read_any, deleted);
    parameter_uuid(store, player);
    parameter_uuid(store, id);
}

/* --- what players show ------------------------------------------------------------------------ */

/** A folded name as a cursor can hold it: one that is too long is cut, and the last character that
 *  there is put behind, so that a page that begins there is past it. */
static void copy_key(const char *folded, size_t length, char key[NAME_SEARCH_SIZE])
{
    static const char last_character[] = "\xf4\x8f\xbf\xbf";
    if (length < NAME_SEARCH_SIZE) {
        memcpy(key, folded, length);
        key[length] = '\0';
        return;
    }
    length = NAME_SEARCH_SIZE - sizeof last_character;
    while (((unsigned char)folded[length] & 0xc0) == 0x80)
        length--;
    memcpy(key, folded, length);
    memcpy(key + length, last_character, sizeof last_character);
}

static bool read_names(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct names_found *found = place;
    int rows = PQntuples(answer);
    for (struct row row = {answer, 0, false}; row.number < rows; row.number++) {
        size_t length;
        row.bad = false;
        struct uuid player = column_uuid(&row, 0);
        const char *folded = column_text(&row, 1, &length);
        row.bad |= length >= NAME_SEARCH_SIZE;
        if (row.number == rows - 2)
            copy_key(folded, length, found->before);
        if (row.bad)
            leave_out_id(why, "the name of player", &player);
        else
            found->players[found->count++] = player;
        found->read.count = row.number + 1;
        found->read.has_last = !row.bad;
    }
    return true;
}

void store_ask_names(struct store *store, const char *from, const char *until, int limit,
                     struct names_found *names)
{
    assert(limit >= 0 && limit <= STORE_PAGE_MAX);
    names->count = 0;
    names->read = (struct page_rows){0};
    ask_begin(store, STATEMENT_list_names, read_names, names);
    parameter_text(store, from);
    parameter_text(store, until);
    parameter_int8(store, limit);
}

static bool read_settings(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, false};
    if (PQntuples(answer) > 0)
        column_text_copy(&row, 0, place, SETTINGS_SIZE);
    return !row.bad;
}

void store_ask_settings(struct store *store, const struct uuid *player,
                        char settings[SETTINGS_SIZE])
{
    settings[0] = '\0';
    ask_begin(store, STATEMENT_get_settings, read_settings, settings);
    parameter_uuid(store, player);
}

/* --- leaving ---------------------------------------------------------------------------------- */

static bool read_subject(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, false};
    if (PQntuples(answer) > 0 && !column_is_null(&row, 1))
        column_text_copy(&row, 1, place, IDENTITY_SUBJECT_SIZE);
    return !row.bad;
}

void store_ask_identity_of(struct store *store, const struct uuid *player,
                           char subject[IDENTITY_SUBJECT_SIZE])
{
    subject[0] = '\0';
    ask_begin(store, STATEMENT_get_identity_of, read_subject, subject);
    parameter_uuid(store, player);
}

static bool read_erased(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, false};
    *(int64_t *)place = column_time(&row, 1);
    return !row.bad;
}

void store_ask_erase_player(struct store *store, const struct player *player,
                            const struct uuid *successor, int64_t *erased_ms)
{
    ask_begin(store, STATEMENT_erase_player, erased_ms ? read_erased : read_nothing, erased_ms);
    parameter_uuid(store, &player->id);
    parameter_text(store, player->name);
    parameter_text(store, DELETED_PLAYER_NAME);
    if (successor)
        parameter_uuid(store, successor);
    else
        parameter_null(store);
}

void store_ask_delete_identity(struct store *store, const char *subject, const struct uuid *player)
{
    ask_begin(store, STATEMENT_delete_identity, read_nothing, NULL);
    parameter_text(store, provider);
    parameter_text(store, subject);
    parameter_uuid(store, player);
}

void store_ask_note_erasure(struct store *store, const uint8_t hash[STORE_HASH_SIZE])
{
    ask_begin(store, STATEMENT_note_erasure, read_nothing, NULL);
    parameter_bytes(store, hash, STORE_HASH_SIZE);
}

void store_ask_retire_names(struct store *store, const struct uuid *player)
{
    ask_begin(store, STATEMENT_retire_names, read_nothing, NULL);
    parameter_uuid(store, player);
}

void store_ask_successor(struct store *store, const struct uuid *player,
                         struct identity_found *successor)
{
    successor->found = false;
    ask_begin(store, STATEMENT_get_successor, read_identity, successor);
    parameter_uuid(store, player);
}

static bool read_departures(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct departure_list *list = place;
    bool bad = false;
    list->count = PQntuples(answer);
    for (int i = 0; i < list->count; i++) {
        struct row row = {answer, i, false};
        struct departure *departure = &list->departures[i];
        *departure = (struct departure){.player = column_uuid(&row, 0)};
        if (!column_is_null(&row, 1))
            departure->successor = column_uuid(&row, 1);
        departure->created_ms = column_time(&row, 2);
        departure->failures = column_int4(&row, 3);
        departure->now_ms = column_time(&row, 4);
        bad = bad || row.bad;
    }
    return !bad;
}

void store_ask_claim_departures(struct store *store, int lease_s, struct departure_list *list)
{
    list->count = 0;
    ask_begin(store, STATEMENT_claim_departures, read_departures, list);
    parameter_int4(store, lease_s);
    parameter_int8(store, DEPARTURES_MAX);
}

void store_ask_postpone_departure(struct store *store, const struct uuid *player, int seconds)
{
    ask_begin(store, STATEMENT_postpone_departure, read_nothing, NULL);
    parameter_uuid(store, player);
    parameter_int4(store, seconds);
}

void store_ask_finish_departure(struct store *store, const struct uuid *player)
{
    ask_begin(store, STATEMENT_finish_departure, read_nothing, NULL);
    parameter_uuid(store, player);
}

void left_things_release(struct left_things *things)
{
    free(things->topics);
    *things = (struct left_things){0};
}

/** Makes room for the topics of an answer, so many a row at most. */
static bool begin_left(struct left_things *things, const PGresult *answer, int topics_each,
                       char why[WHY_SIZE])
{
    left_things_release(things);
    things->topics =
        calloc((size_t)PQntuples(answer) * (size_t)topics_each + 1, sizeof *things->topics);
    if (things->topics)
        things->count = PQntuples(answer);
    else
        snprintf(why, WHY_SIZE, "no memory for what %d rows tell", PQntuples(answer));
    return things->topics != NULL;
}

/** Adds a row's topics, or nulls, behind the column that tells whether somebody is to be told. */
static void read_topics(struct row *row, int columns, struct left_things *things)
{
    bool tell = column_bool(row, 0);
    for (int column = 1; tell && column < columns; column++)
        if (!column_is_null(row, column))
            things->topics[things->topic_count++] = column_uuid(row, column);
}

/** Rows of: whether somebody is to be told, and then the topics, or nulls. */
static bool read_left(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct left_things *things = place;
    bool bad = !begin_left(things, answer, PQnfields(answer), why);
    for (int i = 0; !bad && i < things->count; i++) {
        struct row row = {answer, i, false};
        read_topics(&row, PQnfields(answer), things);
        bad = row.bad;
    }
    return !bad;
}

/** Rows of the keys of studies, who are watched each. */
static bool read_left_studies(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct left_things *things = place;
    bool bad = !begin_left(things, answer, 1, why);
    for (int i = 0; !bad && i < things->count; i++) {
        struct row row = {answer, i, false};
        struct study_key key = study_row_key(&row);
        things->topics[things->topic_count++] = study_topic(&key);
        bad = row.bad;
    }
    return !bad;
}

void store_ask_end_studies(struct store *store, const struct uuid *player, int limit,
                           struct left_things *ended)
{
    *ended = (struct left_things){0};
    ask_begin(store, STATEMENT_end_studies, read_left_studies, ended);
    parameter_uuid(store, player);
    parameter_int8(store, limit);
}

void store_ask_move_studies(struct store *store, const struct uuid *player, const struct uuid *heir,
                            int limit, struct left_things *moved)
{
    *moved = (struct left_things){0};
    ask_begin(store, STATEMENT_move_studies, read_left_studies, moved);
    parameter_uuid(store, player);
    parameter_uuid(store, heir);
    parameter_int8(store, limit);
}

/** Begins a statement about what a player left. */
static void ask_left(struct store *store, enum statement statement, const struct uuid *player,
                     struct left_things *things)
{
    *things = (struct left_things){0};
    ask_begin(store, statement, read_left, things);
    parameter_uuid(store, player);
}

void store_ask_close_challenges(struct store *store, const struct uuid *player, const char *name,
                                struct left_things *changed)
{
    ask_left(store, STATEMENT_close_challenges, player, changed);
    parameter_text(store, name);
}

void store_ask_close_seeks(struct store *store, const struct uuid *player, const char *name,
                           struct left_things *changed)
{
    ask_left(store, STATEMENT_close_seeks, player, changed);
    parameter_text(store, name);
}

void store_ask_forget_blocks(struct store *store, const struct uuid *player, const char *name,
                             int *count)
{
    ask_begin(store, STATEMENT_forget_blocks, read_count, count);
    parameter_uuid(store, player);
    parameter_text(store, name);
}

void store_ask_move_blocks(struct store *store, const struct uuid *player,
                           const struct player *heir, int *count)
{
    ask_begin(store, STATEMENT_move_blocks, read_count, count);
    parameter_uuid(store, player);
    parameter_uuid(store, &heir->id);
    parameter_text(store, heir->name);
    parameter_int4(store, BLOCKS_MAX);
}

void store_ask_end_access(struct store *store, const struct uuid *player, int *count)
{
    ask_begin(store, STATEMENT_end_access, read_count, count);
    parameter_uuid(store, player);
}

enum { SEATS_ID = 1, SEATS_IDLE_SINCE = 4 }; /* columns */

/** Whether a place in a list that begins with the latest comes after another; zero time: none. */
static bool is_behind(const struct page_cursor *place, const struct page_cursor *other)
{
    if (other->time_ms == 0 || place->time_ms != other->time_ms)
        return other->time_ms == 0 || place->time_ms < other->time_ms;
    return memcmp(place->id.bytes, other->id.bytes, sizeof place->id.bytes) < 0;
}

static bool read_renamed(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct renamed_seats *renamed = place;
    bool bad = !begin_left(&renamed->games, answer, SEATS_IDLE_SINCE, why);
    for (int i = 0; !bad && i < renamed->games.count; i++) {
        struct row row = {answer, i, false};
        read_topics(&row, SEATS_IDLE_SINCE, &renamed->games);
        if (!column_is_null(&row, SEATS_IDLE_SINCE)) {
            const struct page_cursor game = {column_time(&row, SEATS_IDLE_SINCE),
                                             column_uuid(&row, SEATS_ID)};
            if (is_behind(&game, &renamed->last))
                renamed->last = game;
        }
        bad = row.bad;
    }
    return !bad;
}

void store_ask_rename_seats(struct store *store, const struct uuid *player, const struct uuid *to,
                            const char *name, const struct page_cursor *after, int limit,
                            struct renamed_seats *renamed)
{
    *renamed = (struct renamed_seats){0};
    ask_begin(store, STATEMENT_rename_seats, read_renamed, renamed);
    parameter_uuid(store, player);
    parameter_uuid(store, to);
    parameter_text(store, name);
    parameter_int8(store, limit);
    parameter_time(store, after->time_ms ? after->time_ms : TIME_LAST);
    parameter_uuid(store, &after->id);
}

void store_ask_withdraw_rematches(struct store *store, const struct uuid *player,
                                  const struct uuid *heir, struct left_things *changed)
{
    ask_left(store, STATEMENT_withdraw_rematches, player, changed);
    parameter_uuid(store, heir);
}

/* --- what is kept of a player ------------------------------------------------------------------
 */

static bool read_json(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, false};
    size_t length;
    const char *json = column_text(&row, 0, &length);
    if (!row.bad)
        text_append(place, json, length);
    return !row.bad;
}

void store_ask_sessions(struct store *store, const struct uuid *player, int limit,
                        struct text *json)
{
    ask_begin(store, STATEMENT_list_sessions, read_json, json);
    parameter_uuid(store, player);
    parameter_int8(store, limit);
}

void store_ask_delete_ended_sessions(struct store *store, int64_t before_ms, int limit,
                                     int *deleted)
{
    ask_begin(store, STATEMENT_delete_ended_sessions, read_count, deleted);
    parameter_time(store, before_ms);
    parameter_int8(store, limit);
}

void store_ask_delete_old_erasures(struct store *store, int64_t before_ms, int limit, int *deleted)
{
    ask_begin(store, STATEMENT_delete_old_erasures, read_count, deleted);
    parameter_time(store, before_ms);
    parameter_int8(store, limit);
}

void store_ask_delete_done_departures(struct store *store, int64_t before_ms, int limit,
                                      int *deleted)
{
    ask_begin(store, STATEMENT_delete_done_departures, read_count, deleted);
    parameter_time(store, before_ms);
    parameter_int8(store, limit);
}
