#include "base/clock.h"
#include "base/limits.h"
#include "endpoints/session.h"
#include "names/name.h"

#include <string.h>

enum {
    /* A little longer than an attempt to fetch the keys may take. */
    KEYS_WAIT_MS = KEYS_FETCH_MS_MAX + 1000
};

/* What the keys' arrival is signalled under. */
const struct uuid ep_keys_topic = {{'g', 'o', 'o', 'g', 'l', 'e', ' ', 'k', 'e', 'y', 's'}};

/** Lives as long as the request, parks included. */
struct sign_in {
    char credential[ID_TOKEN_LENGTH_MAX + 1];
    struct id_token token;
    enum id_token_fault fault;
    int64_t give_up_ms; /* waiting for keys; 0: does not wait yet */
    struct ep_caller caller;
    uint8_t nonce[SHA256_SIZE];
    bool nonce_used;
    struct identity_found identity;
    uint8_t identity_hash[STORE_HASH_SIZE]; /* where it has no player */
    struct player_found player;
    struct name name;
    struct ep_session session;
    bool merge;                      /* is asked for */
    bool claimed;                    /* the guest becomes the player */
    bool merged;                     /* the guest's games go to the player */
    bool was_claimed;                /* by an earlier request, whose answer may have been lost */
    struct identity_found successor; /* of a guest whose token has ended: the same of a merge */
    int blocks;                      /* of the guest and against it, which went with them */
    bool is_new;
    int attempt; /* how often somebody else was faster, or had the name */
};

static void write_reason(struct http_request *request, struct text *body)
{
    const struct sign_in *state = request->state;
    text_printf(body, ",\"reason\":\"%s\"", id_token_faults[state->fault]);
}

/** Fails with 401 and why; no word of the token itself. */
static struct result refuse(struct http_request *request, enum id_token_fault fault)
{
    static const char *const sentences[ID_TOKEN_FAULT_COUNT] = {
        [ID_TOKEN_FORM] = "The credential is no ID token.",
        [ID_TOKEN_ALG] = "The credential is not signed with RS256 alone.",
        [ID_TOKEN_KID] = "The credential names a key that Google does not publish.",
        [ID_TOKEN_SIGNATURE] = "The credential's signature is not made with the key it names.",
        [ID_TOKEN_ISS] = "The credential was not issued by Google.",
        [ID_TOKEN_AUD] = "The credential was made for another client.",
        [ID_TOKEN_EXP] = "The credential has expired, or would be good for more than a day.",
        [ID_TOKEN_IAT] = "The credential was issued in the future, or does not say when.",
        [ID_TOKEN_NBF] = "The credential is not good yet, or does not say clearly from when on.",
        [ID_TOKEN_SUB] = "The credential names nobody.",
        [ID_TOKEN_NONCE] = "The credential has another nonce, or one that was used.",
    };
    struct sign_in *state = request->state;
    state->fault = fault;
    request->problem_extra = write_reason;
    http_response_header(request, "WWW-Authenticate",
                         "Bearer realm=\"reversid\", error=\"invalid_token\"");
    return fail_with(&request->problem, ERROR_TOKEN_INVALID, "%s", sentences[fault]);
}

/** Refuses a nonce that no token can have, by its length alone. */
static struct result check_nonce(const struct json_in *body, const char *nonce, size_t length)
{
    size_t characters = text_utf8_characters(nonce, length);
    if (characters >= 1 && characters < ID_TOKEN_NONCE_SIZE)
        return OK;
    return json_refuse(body, "nonce", "Must be 1 to %d characters.", ID_TOKEN_NONCE_SIZE - 1);
}

/** Reads the body and the token in it, all but its signature. */
static struct result read_credential(struct http_request *request, const struct services *services,
                                     struct sign_in *state)
{
    static const char *const fields[] = {"credential", "nonce", "merge", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    const char *credential = NULL, *nonce = NULL;
    size_t length = 0, nonce_length = 0;
    TRY(ep_read_secret_body(request, &body));
    TRY(json_only(&body, fields));
    TRY(json_get_string(&body, "credential", JSON_REQUIRED, &credential, &length));
    TRY(json_get_string(&body, "nonce", JSON_OPTIONAL, &nonce, &nonce_length));
    if (nonce)
        TRY(check_nonce(&body, nonce, nonce_length));
    TRY(json_get_bool(&body, "merge", JSON_OPTIONAL, &state->merge));
    if (!services->keys)
        return fail(ERROR_SIGN_IN_NOT_CONFIGURED);
    if (length > ID_TOKEN_LENGTH_MAX)
        return refuse(request, ID_TOKEN_FORM);
    memcpy(state->credential, credential, length + 1);
    enum id_token_fault fault =
        id_token_read(state->credential, length, services->config->google_client_ids,
                      clock_now_ms(), &state->token);
    if (fault != ID_TOKEN_GOOD)
        return refuse(request, fault);
    if (nonce && strcmp(nonce, state->token.nonce) != 0)
        return refuse(request, ID_TOKEN_NONCE);
    return OK;
}

static struct result complain_of_keys(struct http_request *request, int retry_s)
{
    request->response.retry_after_s = retry_s;
    return fail(ERROR_KEYS_UNAVAILABLE);
}

static http_handler go_on;

/** Rests until the keys have come, or not. */
static struct result wait_for_keys(struct http_request *request, struct sign_in *state)
{
    int64_t now_ms = clock_steady_ms();
    if (state->give_up_ms == 0)
        state->give_up_ms = now_ms + KEYS_WAIT_MS;
    if (request->closing || now_ms >= state->give_up_ms)
        return complain_of_keys(request, 1);
    return http_request_park(request, state->give_up_ms, go_on);
}

static bool is_guest(const struct sign_in *state)
{
    return !state->caller.anonymous && state->caller.answer.player.kind == PLAYER_GUEST;
}

static bool has_ended(const struct ep_caller *caller)
{
    return !caller->anonymous && (!caller->answer.known || caller->answer.expired);
}

/** Whether the token is, or was, that of the guest who has become the player of the identity. */
static bool was_claimed(const struct sign_in *state)
{
    const struct ep_caller *caller = &state->caller;
    return state->identity.found && !caller->anonymous && caller->answer.known &&
           caller->answer.kind == TOKEN_GUEST &&
           uuid_equal(&caller->token.player, &state->identity.player);
}

/** Refuses an identity that has had so many accounts today. */
static struct result check_room(struct http_request *request, struct endpoint *endpoint,
                                struct sign_in *state)
{
    int wait_s;
    ep_hash_identity(endpoint->services, state->token.subject, state->identity_hash);
    store_ask_account_wait(endpoint->store, state->identity_hash, &wait_s);
    TRY(ep_flush(request, endpoint));
    if (wait_s == 0)
        return OK;
    request->response.retry_after_s = wait_s;
    return fail(ERROR_TOO_MANY_ACCOUNTS);
}

/** Asks who that is and who calls; afterwards `identity` is known, and the player if there is one.
 */
static struct result look_up(struct http_request *request, struct endpoint *endpoint,
                             struct sign_in *state)
{
    struct store *store = endpoint->store;
    bool has_nonce = state->token.nonce[0] != '\0';
    TRY(ep_ask_caller(request, endpoint, &state->caller));
    store_ask_identity(store, state->token.subject, &state->identity);
    if (has_nonce) {
        crypto_sha256(state->token.nonce, strlen(state->token.nonce), state->nonce);
        store_ask_nonce_use(store, state->nonce, &state->nonce_used);
    }
    TRY(ep_flush(request, endpoint));
    /* What a token's end means here: that nobody in particular signs in. Who has a good credential
     * must get in with a dead token too, and so can repeat what ends the guest's when the answer
     * was lost: then the token only tells what that answer said. */
    struct uuid caller = state->caller.token.player;
    bool ended = has_ended(&state->caller);
    state->was_claimed = was_claimed(state);
    state->successor.found = false;
    if (ended)
        state->caller = (struct ep_caller){.anonymous = true};
    TRY(ep_check_caller(request, endpoint, &state->caller));
    if (has_nonce && state->nonce_used)
        return refuse(request, ID_TOKEN_NONCE);
    if (!state->identity.found)
        return check_room(request, endpoint, state);
    store_ask_player(store, &state->identity.player, &state->player);
    if (ended && state->merge)
        store_ask_successor(store, &caller, &state->successor);
    return ep_flush(request, endpoint);
}

/** The player that this identity gets: the guest who asks, or a new one. */
static void prepare_player(struct sign_in *state)
{
    struct player *player = &state->player.player;
    state->claimed = is_guest(state);
    if (state->claimed)
        *player = state->caller.answer.player;
    else
        *player = (struct player){.id = uuid_new(clock_now_ms())};
    player->kind = PLAYER_SIGNED_IN;
    name_make(state->attempt, &state->name);
    strcpy(player->name, state->name.text);
}

static void ask_player(struct store *store, const struct sign_in *state)
{
    const struct player *player = &state->player.player;
    store_ask_add_identity(store, state->token.subject, &player->id);
    store_ask_check_account_room(store, state->identity_hash);
    for (int i = 0; i < state->name.key_count; i++)
        store_ask_take_name(store, state->name.keys[i], &player->id,
                            i == 0 ? state->name.folded : NULL, name_scheme);
    if (!state->claimed) {
        store_ask_add_account(store, player, state->token.subject);
        return;
    }
    store_ask_rename_open(store, &player->id, player->name);
    store_ask_claim_guest(store, player, state->token.subject);
}

/** Ends the guest, whom the player succeeds. Who was blocked stays blocked at every moment. */
static void ask_merge(struct store *store, struct sign_in *state)
{
    const struct player *guest = &state->caller.answer.player, *heir = &state->player.player;
    store_ask_erase_player(store, guest, &heir->id, NULL);
    store_ask_move_blocks(store, &guest->id, heir, &state->blocks);
}

/** For how long this service would take the token. */
static int nonce_life_s(const struct id_token *token)
{
    return (int)((token->expires_ms - clock_now_ms()) / 1000) + ID_TOKEN_LEEWAY_S;
}

/** Signs in, as whom look_up found; `done` is false where somebody else did meanwhile. */
static struct result enter(struct http_request *request, struct endpoint *endpoint,
                           struct sign_in *state, bool *done)
{
    struct store *store = endpoint->store;
    state->is_new = !state->identity.found;
    state->claimed = false;
    state->merged = !state->is_new && state->merge && is_guest(state);
    if (state->is_new)
        prepare_player(state);
    ep_begin_session(endpoint->services, &state->session, &state->player.player.id);
    store_ask_begin(store);
    if (state->token.nonce[0])
        store_ask_use_nonce(store, state->nonce, nonce_life_s(&state->token));
    if (state->is_new)
        ask_player(store, state);
    if (state->merged)
        ask_merge(store, state);
    store_ask_lock_account(store, &state->player.player.id);
    store_ask_add_session(store, &state->session.row, &state->session.ends);
    store_ask_commit(store, done);
    return ep_flush(request, endpoint);
}

static bool was_merged(const struct sign_in *state)
{
    return state->successor.found && uuid_equal(&state->successor.player, &state->player.player.id);
}

static struct result answer(struct http_request *request, const struct sign_in *state)
{
    http_response_header(request, "Cache-Control", "no-store");
    struct json_writer writer = ep_json(request, state->is_new ? 201 : 200);
    json_begin_object(&writer);
    json_member(&writer, "player");
    ep_write_player(&writer, &state->player.player);
    json_member_bool(&writer, "claimed", state->claimed || state->was_claimed);
    json_member_bool(&writer, "merged", state->merged || was_merged(state));
    ep_write_session(&writer, &state->session);
    json_end(&writer);
    return OK;
}

static struct result sign_in(struct http_request *request, struct endpoint *endpoint,
                             struct sign_in *state)
{
    for (; state->attempt < COMPARE_AND_SET_TRIES; state->attempt++) {
        bool done;
        TRY(look_up(request, endpoint, state));
        TRY(enter(request, endpoint, state, &done));
        if (done && state->claimed)
            ep_rename_late(request, endpoint, &state->player.player, state->caller.answer.now_ms);
        if (done)
            return answer(request, state);
    }
    return fail(ERROR_OVERLOADED);
}

static struct result go_on(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct sign_in *state = request->state;
    int retry_s;
    enum keys_answer found = keys_check(endpoint->services->keys, &state->token, &retry_s);
    if (found == KEYS_COMING && !http_request_has_finish_hook(request)) {
        hub_watch(endpoint->services->hub, request, &ep_keys_topic);
        found = keys_check(endpoint->services->keys, &state->token, &retry_s);
    }
    switch (found) {
    case KEYS_GOOD:
        return sign_in(request, endpoint, state);
    case KEYS_BAD:
        return refuse(request, ID_TOKEN_SIGNATURE);
    case KEYS_UNKNOWN:
        return refuse(request, ID_TOKEN_KID);
    case KEYS_COMING:
        return wait_for_keys(request, state);
    case KEYS_UNAVAILABLE:
        break;
    }
    return complain_of_keys(request, retry_s);
}

struct result ep_sign_in(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct sign_in *state = http_request_alloc(request, sizeof *state);
    request->state = state;
    TRY(http_query_only(request, names));
    TRY(read_credential(request, endpoint->services, state));
    return go_on(request, worker);
}
