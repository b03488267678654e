/**
 * What the endpoints share: the worker they run on, who calls, which game it is about, and how a
 * game is answered.
 */
#ifndef REVERSID_ENDPOINTS_ENDPOINT_H
#define REVERSID_ENDPOINTS_ENDPOINT_H

#include "ai/ai.h"
#include "auth/keys.h"
#include "base/config.h"
#include "events/relay.h"
#include "http/http.h"
#include "http/server.h"
#include "jobs/deadlines.h"
#include "jobs/departures.h"
#include "jobs/studies.h"
#include "store/reader.h"
#include "store/store.h"
#include "json/game.h"
#include "json/reader.h"

/** What the whole service shares. Set up by main, only read afterwards. */
struct services {
    const struct config *config;
    struct hub *hub;
    struct relay *relay;
    struct ai *ai;
    struct turns *turns;
    struct studies *studies;
    struct deadlines *deadlines;
    const struct departures *departures;
    struct workers *workers;
    struct keys *keys; /* Google's; NULL: nobody can sign in here */
    const char *version;
    atomic_int *reads; /* requests that an HTTP thread has a reader ask for */
    struct token_secrets tokens;
    uint8_t idempotency_secret[STORE_SECRET_SIZE]; /* keeps ids that follow from keys unguessable */
    uint8_t identity_secret[STORE_SECRET_SIZE];    /* without it no hash tells whose it is */
};

/** The state of a request worker: what every handler gets as `worker`. */
struct endpoint {
    const struct services *services;
    struct store *store;    /* NULL where a handler runs without a worker */
    struct reader *reader;  /* where a handler runs on an HTTP thread: its store is the reader's,
                               and nothing is flushed */
    int64_t ready_until_ms; /* the database is known to answer; by clock_steady_ms */
};

/** The table of all endpoints, from routes.def. */
extern const struct http_route endpoint_routes[];
extern const int endpoint_route_count;

#define ROUTE(name, method, path, access, scope, body, rate) http_handler ep_##name;
#include "http/routes.def"
#undef ROUTE

/** Puts what was asked to the store; logs why it failed, under the request's id. */
FALLIBLE struct result ep_flush(struct http_request *request, struct endpoint *endpoint);

/* --- query and path ---------------------------------------------------------------------- */

/** Reads a whole number from the query; absent leaves `value`. INVALID_QUERY outside min..max. */
FALLIBLE struct result ep_query_number(struct http_request *request, const char *name, int64_t min,
                                       int64_t max, int64_t *value);

/** Reads true or false from the query; absent leaves `value`. */
FALLIBLE struct result ep_query_bool(struct http_request *request, const char *name, bool *value);

/** Reads one of several words from the query; absent leaves `choice`. `words` ends with NULL. */
FALLIBLE struct result ep_query_choice(struct http_request *request, const char *name,
                                       const char *const *words, int *choice);

/** Reads a whole number from the path. INVALID_PATH outside min..max. */
FALLIBLE struct result ep_path_number(struct http_request *request, const char *name, int64_t min,
                                      int64_t max, int64_t *value);

/** Reads the path's {id}, that of a `what`. INVALID_PATH where it is no UUID. */
FALLIBLE struct result ep_path_id(struct http_request *request, const char *what, struct uuid *id);

/** Refuses a body that has any field; an absent body is fine. */
FALLIBLE struct result ep_no_fields(struct http_request *request);

enum { EP_SEAT_NOT_NAMED = -1 };

/** Reads an optional body with the one field `seat`; without it EP_SEAT_NOT_NAMED. */
FALLIBLE struct result ep_read_seat(struct http_request *request, int *seat);

/** The seat that was named, or the caller's only one. MISSING_FIELD for whoever holds both. */
FALLIBLE struct result ep_choose_seat(struct http_request *request, int seats, int *seat);

/** Reads an optional body with the one field `ply`; without it `ply` is untouched. */
FALLIBLE struct result ep_read_ply(struct http_request *request, int *ply);

/**
 * Reads the object `clock`; without it `clock` is untouched.
 *
 * Errors: those of the reader.
 */
FALLIBLE struct result ep_read_clock(const struct json_in *body, struct game_clock *clock);

/** Reads `wins_needed`; without it 0, a single game. */
FALLIBLE struct result ep_read_match_length(const struct json_in *body, int *wins_needed);

/* --- who calls --------------------------------------------------------------------------- */

/** The caller of a request, between asking the store and checking its answer. */
struct ep_caller {
    bool anonymous; /* no token was sent, and none was needed */
    struct token_key token;
    struct caller answer; /* filled by the store */
};

/** What is signalled when an attempt to fetch Google's keys has ended. */
extern const struct uuid ep_keys_topic;

/** What each scope is called. */
extern const char *const ep_scopes[SCOPE_COUNT];

/** Whether a bearer token can be one of ours, without asking whether it is.
 *
 * @param secrets  struct token_secrets
 */
bool ep_is_token(const void *secrets, const char *text, size_t length);

/**
 * Reads the Authorization header as the route's access wants it, and asks the store for it.
 *
 * What else is asked in the same flush is asked for tokens too that turn out to have ended: no more
 * than a page of something, which anybody may have of what is public. Anything that costs more
 * waits for ep_check_caller.
 */
FALLIBLE struct result ep_ask_caller(struct http_request *request, struct endpoint *endpoint,
                                     struct ep_caller *caller);

/** Whether ep_check_caller has something to write. */
bool ep_caller_is_due(const struct ep_caller *caller);

/** After the flush: is the token good? Makes a guest's token live on where it is due. */
FALLIBLE struct result ep_check_caller(struct http_request *request, struct endpoint *endpoint,
                                       const struct ep_caller *caller);

/**
 * For an operation that needs nothing else of the store: checks the token if there is one.
 *
 * @param player  the caller; nil for an anonymous one, without asking the store
 */
FALLIBLE struct result ep_require_good_token(struct http_request *request,
                                             struct endpoint *endpoint, struct uuid *player);

/**
 * What an operation that looks at tokens answers: who asks is judged before what is asked for.
 * Handlers read path, query and body first, which costs no database. Where something is wrong with
 * those, the token is checked after all, and what is wrong with it comes instead; where it cannot
 * be checked now, what was found is said. On the connection's own thread a request with a token is
 * handed over to a worker for that.
 *
 * @param result  the handler's, of the request's first run
 */
FALLIBLE struct result ep_token_first(struct http_request *request, struct endpoint *endpoint,
                                      struct result result);

/** After ep_check_caller, which looks at the route's own scope: whether the token may do more. */
bool ep_has_scope(const struct ep_caller *caller, enum http_scope scope);

/** The same, refusing (SCOPE_MISSING). */
FALLIBLE struct result ep_check_scope(struct http_request *request, const struct ep_caller *caller,
                                      enum http_scope scope);

/** After ep_check_caller, where who has no token gets something too: whether what is the player's
 *  own may be shown to this caller. Who may play may see it. */
bool ep_sees_own(const struct ep_caller *caller);

/**
 * The same, for what only the player gets: refuses (SCOPE_MISSING) a token that has neither `play`
 * nor this scope. A caller without a token passes.
 */
FALLIBLE struct result ep_check_own(struct http_request *request, const struct ep_caller *caller,
                                    enum http_scope scope);

/** After ep_check_caller: refuses (ACCOUNT_NEEDED) whoever is not signed in. */
FALLIBLE struct result ep_check_signed_in(const struct ep_caller *caller);

/** Fails with 401: this needs a token. */
FALLIBLE struct result ep_refuse_anonymous(struct http_request *request);

/** The caller's player id; nil for an anonymous one. */
struct uuid ep_player(const struct ep_caller *caller);

/* --- the game that a request is about ------------------------------------------------------ */

struct ep_game;

/** What a read does with the game that was loaded. */
typedef struct result ep_then(struct http_request *request, struct ep_game *loaded, void *argument);

/** Lives as long as the request, parks included. */
struct ep_game {
    struct endpoint *endpoint; /* of the present run */
    struct uuid id;
    struct ep_caller caller;
    struct game_found found;
    struct game game; /* as it is now, as far as this request knows */
    int seats;        /* the caller's */
    int64_t now_ms;   /* the database's time when it was read */
    int played_from;  /* as in struct game_view */
    int status;       /* to answer with in the end */
    bool replay;      /* it had been done before */
    bool meets;       /* a command by which two people meet: it holds only if nothing keeps them
                         from it when it is written */
    int64_t wait_s;   /* how long the answer may be held back */
    ep_then *then;    /* what ep_read_game goes on with */
    void *argument;
    bool answered; /* by the reader */
};

/**
 * Loads the game of the path's {id} and checks the caller, in one round trip, and does to it what
 * time has done. Later runs of the same request load it again. Conflicts that the handler returns
 * from here on carry the game in `state`.
 *
 * Errors: INVALID_PATH, TOKEN_…, GAME_NOT_FOUND, DATABASE_UNAVAILABLE.
 */
FALLIBLE struct result ep_load_game(struct http_request *request, struct endpoint *endpoint,
                                    struct ep_game **loaded);

/**
 * As ep_load_game, and goes on with `then`, at once on a worker, when the database has answered on
 * an HTTP thread. For the handlers of `local` routes.
 *
 * @param argument  for `then`; must live as long as the request
 */
FALLIBLE struct result ep_read_game(struct http_request *request, struct endpoint *endpoint,
                                    ep_then *then, void *argument);

/**
 * Makes a game that the path does not name what the request is about; ep_reload_game loads it.
 *
 * @param caller  who has been checked already
 */
struct ep_game *ep_begin_game(struct http_request *request, struct endpoint *endpoint,
                              const struct ep_caller *caller, const struct uuid *id);

/** Reads the game again, without the caller: after somebody was faster, or for a stream. `id` may
 *  have become another game's. */
FALLIBLE struct result ep_reload_game(struct http_request *request, struct endpoint *endpoint,
                                      struct ep_game *loaded);

/** Has the request woken at each change of the game of the path's {id}. Before it is loaded. */
FALLIBLE struct result ep_watch_game(struct http_request *request, struct endpoint *endpoint);

/** Reads ?wait= of a command, which takes no other parameter. */
FALLIBLE struct result ep_read_wait(struct http_request *request, int64_t *wait_s);

/**
 * Completes a change by what it does to the game's players, before it is saved.
 *
 * Errors: ACCOUNT_NEEDED, CHIPS_SHORT where it begins a staked match; those of the store.
 */
FALLIBLE struct result ep_settle_change(struct http_request *request, struct endpoint *endpoint,
                                        struct game_change *change, int64_t now_ms);

/** A decision about a game: fills `next` and `replay`, or fails. `decision` is its argument. */
typedef struct result ep_decide(const struct ep_game *loaded, const void *decision,
                                struct game *next, bool *replay);

/**
 * Decides, saves by compare-and-set, and decides again on what is there where somebody was faster.
 * On success `loaded->game` is the game after it; streams are told, and the AI's turn is begun.
 *
 * Errors: those of the decision and of ep_settle_change; OWN_RATED_GAME where the AI would have to
 * move in a position that tells its opponent what to play in a rated game; OVERLOADED.
 */
FALLIBLE struct result ep_change_game(struct http_request *request, struct endpoint *endpoint,
                                      struct ep_game *loaded, ep_decide *decide,
                                      const void *decision);

/** The same, with all that the change brought about in `change` unless it was a repeat. */
FALLIBLE struct result ep_change_game_to(struct http_request *request, struct endpoint *endpoint,
                                         struct ep_game *loaded, ep_decide *decide,
                                         const void *decision, struct game_change *change);

/** Answers a GET: 304 where If-None-Match names what would be sent. `shown` as in game_view. */
void ep_answer_game(struct http_request *request, const struct ep_game *loaded,
                    const struct rev_game *shown);

/**
 * Answers a command with the game: at once, or, while the AI is to move and `wait_s` is not over,
 * when a human must move, the game ends, or the AI waits itself. Status, replay and played_from are
 * in `loaded`.
 */
FALLIBLE struct result ep_answer_command(struct http_request *request, struct ep_game *loaded,
                                         int64_t wait_s);

/** Says where what was created is to be found. */
void ep_location_game(struct http_request *request, const struct uuid *game);

/** Writes `W/"…"` for a representation of a game as these seats see it. */
void ep_game_etag(const struct game *game, const char *representation, int seats,
                  char etag[HTTP_ETAG_SIZE]);

/** The same of the game as the caller sees it, who may play again or may not, which its version
 * does not tell. */
void ep_seen_etag(const struct ep_game *loaded, const char *representation,
                  char etag[HTTP_ETAG_SIZE]);

/** Adds a name to a mark, 0 at first, for the ETag of what shows names that change without its
 *  version. */
uint32_t ep_mark_name(uint32_t mark, const char *name);

/** Logs what a list left out because no game can have such a row. */
void ep_log_impossible(const struct http_request *request, const struct game_list *list);

/** Starts a JSON answer. */
struct json_writer ep_json(struct http_request *request, int status);

/** A game as the caller sees it, into an array or member. */
void ep_write_game(struct json_writer *writer, const struct endpoint *endpoint,
                   const struct game *game, const struct meeting *meeting, int seats,
                   int64_t now_ms);

/**
 * After a player's name was changed: changes it too where somebody was writing it meanwhile. The
 * change stands whatever becomes of this, so it never fails; what went wrong is logged.
 */
void ep_rename_late(struct http_request *request, struct endpoint *endpoint,
                    const struct player *player, int64_t now_ms);

/** Schema Player. */
void ep_write_player(struct json_writer *writer, const struct player *player);

#endif
