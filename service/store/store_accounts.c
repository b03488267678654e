#include "store/accounts.h"
#include "store/connection.h"

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

void store_ask_use_nonce(struct store *store, const uint8_t hash[STORE_HASH_SIZE],
                         int64_t expires_ms)
{
    ask_begin(store, STATEMENT_use_nonce, read_nothing, NULL);
    parameter_bytes(store, hash, STORE_HASH_SIZE);
    parameter_time(store, expires_ms);
}

void store_ask_add_identity(struct store *store, const char *subject, const struct uuid *player,
                            int64_t created_ms)
{
    ask_begin(store, STATEMENT_add_identity, read_nothing, NULL);
    parameter_text(store, provider);
    parameter_text(store, subject);
    parameter_uuid(store, player);
    parameter_time(store, created_ms);
}

void store_ask_add_name(struct store *store, const uint8_t key[STORE_HASH_SIZE],
                        const struct uuid *player, const char *folded)
{
    ask_begin(store, STATEMENT_add_name, read_nothing, NULL);
    parameter_bytes(store, key, STORE_HASH_SIZE);
    parameter_uuid(store, player);
    if (folded)
        parameter_text(store, folded);
    else
        parameter_null(store);
}

void store_ask_add_account(struct store *store, const struct player *player, const char *subject)
{
    ask_begin(store, STATEMENT_add_account, read_nothing, NULL);
    parameter_uuid(store, &player->id);
    parameter_text(store, player->name);
    parameter_time(store, player->created_ms);
    parameter_text(store, provider);
    parameter_text(store, subject);
}

void store_ask_claim_guest(struct store *store, const struct player *player, const char *subject,
                           int64_t tokens_end_ms)
{
    ask_begin(store, STATEMENT_claim_guest, read_nothing, NULL);
    parameter_uuid(store, &player->id);
    parameter_text(store, player->name);
    parameter_text(store, provider);
    parameter_text(store, subject);
    parameter_time(store, tokens_end_ms);
}

void store_ask_add_session(struct store *store, const struct session *session)
{
    ask_begin(store, STATEMENT_add_session, read_nothing, NULL);
    parameter_uuid(store, &session->refresh.player);
    parameter_uuid(store, &session->refresh.session);
    parameter_time(store, session->created_ms);
    parameter_time(store, session->expires_ms);
    parameter_bytes(store, session->refresh.hash, sizeof session->refresh.hash);
    parameter_bytes(store, session->access.hash, sizeof session->access.hash);
    parameter_time(store, session->access_expires_ms);
}
