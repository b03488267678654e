/**
 * One connection to PostgreSQL, and every question that is put to it.
 *
 * Questions are asked first and sent together: each store_ask_… queues one statement with the place
 * for its answer, store_flush sends them all in one round trip (pipeline mode) and fills the
 * places. Each write is a transaction of its own, so that it stands whatever becomes of the others;
 * reads that follow one another share one, and those behind a failed one are asked again.
 *
 *     store_ask_caller(store, &token, &caller);
 *     store_ask_game(store, &id, &found);
 *     TRY(store_flush(store));
 *
 * A place must stay until the flush, so whoever asks flushes before leaving. Parameters are copied.
 *
 * A connection that was lost is made again by the next flush, with back-off; until then a flush
 * fails with DATABASE_UNAVAILABLE. Statements are prepared once on each connection. No thread but
 * its own may use a store.
 *
 * Times are milliseconds since 1970 and come back as they were given.
 */
#ifndef REVERSID_STORE_STORE_H
#define REVERSID_STORE_STORE_H

#include "auth/token.h"
#include "base/error.h"
#include "base/uuid.h"
#include "domain/challenge.h"
#include "domain/match.h"
#include "domain/meeting.h"
#include "domain/seek.h"
#include "domain/study.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

struct store_options {
    const char *url;      /* libpq's: URI or keywords; several hosts are fine */
    int statement_ms_max; /* statement_timeout */
    int connect_ms_max;
    const char *application_name;
};

/** Does not connect yet. Never NULL. The options' strings must outlive it. */
struct store *store_new(const struct store_options *options);
void store_free(struct store *store);

/** Questions for one flush. */
enum { STORE_ASK_MAX = 32 };

/** How many more questions the next flush takes. */
int store_room(const struct store *store);

/**
 * Sends what was asked and waits for the answers. Nothing asked: connects and asks for a sign of
 * life. On failure no place that was to be filled may be relied on; lists are empty or must be
 * released as ever.
 *
 * Errors:
 *  - DATABASE_UNAVAILABLE: no connection, or it was lost on the way, or the server could not do it
 *    now (statement_timeout, too many clients, a standby). Reads were tried a second time. Whether
 * a write took effect is unknown if the connection was lost while it was under way: load again.
 *    Repeating it is harmless for all that are asked here, since they compare before they set; but
 *    `inserted`, `saved` or `claimed` may then be false because of the first attempt.
 *  - INTERNAL: a statement was refused (a constraint, a right), or a stored row is impossible.
 *
 * Cost: one round trip. Waits at most connect_ms_max for a connection, and while backing off not at
 * all; then a second longer than statement_ms_max for each answer.
 */
FALLIBLE struct result store_flush(struct store *store);

/** Why the last flush failed, for the log; never for a client. */
const char *store_why(const struct store *store);

/**
 * What the last flush left out of lists, a sentence for the log; "": nothing. A row that cannot be
 * is left out of its list, for it must not keep the others from whose they are. Games are not told
 * of here but in their list.
 */
const char *store_left_out(const struct store *store);

/* --- several writes that stand or fall together -------------------------------------------- */

/**
 * Begins a transaction: the writes that are asked until store_ask_commit are done all or not at
 * all. Only those whose description says so may be asked within one; each undoes all of it where it
 * finds nothing to change. Rows of one table are written in ascending order of their ids, so that
 * no two transactions wait for each other.
 *
 *     bool done;
 *     store_ask_begin(store);
 *     store_ask_change(store, &change, &terms);
 *     … more of them
 *     store_ask_commit(store, &done);
 *     TRY(store_flush(store));
 *
 * Takes three questions of the flush for itself.
 */
void store_ask_begin(struct store *store);

/** Within a transaction: waits until no other one that did this for the same holder is under way.
 *  What is counted afterwards of things somebody has open, nobody else who does this adds to. A
 *  player, or the id that stands for an address. */
void store_ask_lock_open(struct store *store, const struct uuid *whose);

/**
 * Ends the transaction.
 *
 * @param committed  after the flush: false, something had moved on meanwhile and nothing was
 *                   written. The flush fails where the connection was lost on the way: whether it
 *                   was committed must be found out by loading.
 */
void store_ask_commit(struct store *store, bool *committed);

/* --- schema ------------------------------------------------------------------------------ */

/** The schema version that this program was built with. */
int store_schema_built(void);

/** The schema version of the database; 0: empty. Flushes; nothing else may have been asked. */
FALLIBLE struct result store_schema_version(struct store *store, int *version);

/**
 * Applies the migrations that are missing, each in its own transaction, one migrator at a time.
 *
 * @param url      the owner's connection
 * @param service  role that gets the rights to use (not to change) the schema; NULL: no grants
 * @param report   called for each step with a sentence; may be NULL
 * @return         false with a sentence in `why`
 */
bool store_migrate(const char *url, const char *service, void (*report)(const char *sentence),
                   char *why, size_t why_size);

/* --- players and their tokens ------------------------------------------------------------ */

enum player_kind { PLAYER_GUEST, PLAYER_SIGNED_IN, PLAYER_ERASED, PLAYER_KIND_COUNT };

enum { TOKEN_SCOPES_SIZE = 64 };

struct player {
    struct uuid id;
    enum player_kind kind;
    char name[PLAYER_NAME_SIZE];
    int64_t created_ms;
};

/** What became of a token. */
struct caller {
    bool known; /* the token is stored and not revoked */
    bool expired;
    struct player player;
    int64_t expires_ms;
    int64_t now_ms; /* the database's time */
    enum token_kind kind;
    struct uuid session;            /* of an access token */
    char scopes[TOKEN_SCOPES_SIZE]; /* of a personal token, separated by blanks */
};

void store_ask_caller(struct store *store, const struct token_key *token, struct caller *caller);

/**
 * Makes a guest, created now, and its token in one transaction's worth of statements.
 *
 * @param life_s      for which the token is good
 * @param expires_ms  when it ends
 */
void store_ask_new_guest(struct store *store, const struct player *player,
                         const struct token_key *token, int life_s, int64_t *expires_ms);

/** Moves a token's expiry to a later time, unless it is no longer the one that was read. */
void store_ask_extend_token(struct store *store, const struct token_key *token, int64_t from_ms,
                            int64_t to_ms);

enum { STORE_SECRET_SIZE = 32 };

/** A random key that all replicas share, by name: "idempotency". A name without one fails the
 * flush. */
void store_ask_secret(struct store *store, const char *name, uint8_t secret[STORE_SECRET_SIZE]);

/** The database's time. */
void store_ask_now(struct store *store, int64_t *now_ms);

/* --- pages ------------------------------------------------------------------------------- */

enum { STORE_PAGE_MAX = 101 }; /* a page of 100 and one more, which tells that another follows */

/** Where a page begins: after the item with this time and id. Zero time: at the start. */
struct page_cursor {
    int64_t time_ms;
    struct uuid id;
};

/**
 * The rows that a page was read from, those too that were left out of it since they cannot be. One
 * row more is asked for than the page holds, which tells that another page follows.
 */
struct page_rows {
    int count;
    bool has_last;             /* the last row is an item of the list */
    struct page_cursor before; /* the key of the last row but one: where a page begins with the last
                                  one */
};

/* --- games ------------------------------------------------------------------------------- */

struct game_found {
    bool found;
    int64_t now_ms; /* the database's time; 0 where not found */
    struct game game;
    struct meeting meeting; /* of its players; unknown: whoever needs it asks for it */
};

void store_ask_game(struct store *store, const struct uuid *id, struct game_found *game);

/**
 * Inserts a new game with its rows. One with the same id already there is left as it is.
 *
 * @param inserted  false: there was one
 */
void store_ask_insert_game(struct store *store, const struct game *game, bool *inserted);

/**
 * Saves a game that was loaded at `expected_version`: the compare-and-set.
 *
 * @param saved  false: the version had moved on, or its deadline has passed; nothing was written
 */
void store_ask_save_game(struct store *store, const struct game *game, int expected_version,
                         bool *saved);

/** What must hold for a change to be written, beside that nothing else has been meanwhile. */
struct store_terms {
    int expected_version; /* that the game was loaded with; meaningless for one that begins */
    bool by_time;         /* its deadline may have passed: it is time that changes the game */
    bool while_alive;     /* the service is alive, and outage_seq is its latest outage */
    int outage_seq;
    bool meeting; /* two players meet in it: neither has blocked the other, and both are there; one
                     who is erased later waits for it to be written */
};

/**
 * Writes everything that a decision changes: the game, its match, the game that follows, and what
 * its players have; settle_change has been. Within a transaction.
 *
 * @param change  until the flush; where two meet in a game that begins they are called in it then
 *                what they are called by the time it is written
 */
void store_ask_change(struct store *store, struct game_change *change,
                      const struct store_terms *terms);

/**
 * The same as a transaction of its own.
 *
 * @param saved  false: something had moved on, or a new game's id is taken; nothing was written
 */
void store_ask_save_change(struct store *store, struct game_change *change,
                           const struct store_terms *terms, bool *saved);

/** How many questions of a flush store_ask_save_change takes at most where nobody meets. */
int store_change_questions(const struct game_change *change);

/** What a player has; neither there nor with an account, and otherwise empty, where there is no
 * such player. */
void store_ask_standing(struct store *store, const struct uuid *player, enum ladder ladder,
                        struct standing *standing);

struct match_found {
    bool found;
    int64_t now_ms; /* the database's time; 0 where not found */
    struct match match;
};

void store_ask_match(struct store *store, const struct uuid *id, struct match_found *match);

/**
 * Claims the AI's turn of a game for this replica: sets lease and attempt, leaves version alone.
 *
 * @param attempt  how often the turn counts as claimed from now on: the game's own ai_attempt where
 *                 a claim is only renewed, one more where it is taken over
 * @param claimed  false: another claim is alive, or the version moved on
 */
void store_ask_claim_ai(struct store *store, const struct game *game, int attempt, int64_t lease_ms,
                        bool *claimed);

/**
 * Leaves the AI's turn of a game to be taken up later: after a quarter of the time that it has
 * lasted, so that one which lasts long is seldom looked at. Its claims count anew from then on. The
 * first time that is a visible change, which raises the version; later ones are not (ai_waits).
 *
 * @param least_ms   it is due again no sooner
 * @param most_ms    and no later
 * @param postponed  false: the version or the claim is another by now
 */
void store_ask_postpone_ai(struct store *store, const struct game *game, int64_t least_ms,
                           int64_t most_ms, bool *postponed);

/**
 * Makes due at once the AI's turns in games of two players that were postponed. A game that is
 * being changed meanwhile is left as it is.
 *
 * @param players  two
 * @param most_ms  that turns were postponed for
 * @param limit    so many games at most
 */
void store_ask_wake_ai(struct store *store, const struct uuid players[2], int64_t most_ms,
                       int limit);

/** A stored row that no game can have. */
struct impossible_game {
    struct uuid id;
    char why[160]; /* a sentence for the log, cut where it is longer */
    int row;       /* of the answer, from 0 on: those of the list's games are the others */
    int64_t created_ms;
    int64_t updated_ms;
    int64_t urgency_ms; /* as game_urgency_ms */
};

/**
 * Games, and the database's time. Asking empties it first, so a list in use is released before.
 *
 * A row that no game can have is left out, and named for the log: it must not keep the others from
 * their players. It counts towards a limit.
 */
struct game_list {
    struct game *games; /* owned: from malloc */
    struct meeting
        *meetings; /* of each one's players; owned; known where game_awaits_rematch holds */
    int count;
    struct impossible_game *impossible; /* owned; NULL: none */
    int impossible_count;
    int64_t now_ms;
};

/** Gives the memory back and leaves an empty list. Also after a flush that failed. */
void game_list_release(struct game_list *list);
#define GAME_LIST_CLEANUP __attribute__((cleanup(game_list_release)))

/** Those of the games that exist, in no order. At most STORE_PAGE_MAX ids, none twice. */
void store_ask_games(struct store *store, const struct uuid *ids, int count,
                     struct game_list *games);

/** Public live games, latest created first. Each page's time is created_ms. */
void store_ask_live_games(struct store *store, const struct page_cursor *after, int limit,
                          struct game_list *games);

enum my_games_state {
    MY_GAMES_ALL,
    MY_GAMES_MY_TURN,
    MY_GAMES_LIVE,
    MY_GAMES_FINISHED,
    MY_GAMES_ABORTED
};

enum my_games_sort {
    MY_GAMES_BY_UPDATED, /* latest change first */
    MY_GAMES_BY_DEADLINE /* by game_urgency_ms: nearest deadline first */
};

struct my_games_query {
    struct uuid player;
    enum my_games_state state;
    enum my_games_sort sort;
    int64_t changed_since_ms; /* only games that changed at or after; 0: all */
    struct page_cursor
        after; /* its time is that of the sort, of the last game of the page before */
    int limit;
};

/**
 * A page of a player's games. One that changes while somebody pages through is found at the end of
 * the order where changed games come, not in its old place.
 */
void store_ask_my_games(struct store *store, const struct my_games_query *query,
                        struct game_list *games);

/** A player's games ascending by id, after one of them: each is listed once, however they change
 *  meanwhile. */
void store_ask_player_games_by_id(struct store *store, const struct uuid *player,
                                  const struct uuid *after, int limit, struct game_list *games);

struct public_games_query {
    struct uuid player;
    bool live;
    bool finished;
    struct page_cursor after; /* its time is updated_ms */
    int limit;
};

/** A page of a player's public games, latest change first. */
void store_ask_public_games(struct store *store, const struct public_games_query *query,
                            struct game_list *games);

/**
 * Live games in which the AI is to move and nobody's lease is alive, longest left first. Whoever
 * asks sets aside what is impossible, or a list full of it comes again each time.
 */
void store_ask_ai_turns_left(struct store *store, int limit, struct game_list *games);

/**
 * Gives the AI's turn of a game whose row is impossible a lease so long that nobody meets it again,
 * and leaves the rest of the row for people to look at. Who mends the row sets ai_lease_until back.
 *
 * @param set_aside  false: somebody else has, or the turn is no longer left
 */
void store_ask_set_aside_ai_turn(struct store *store, const struct uuid *game, int64_t lease_ms,
                                 bool *set_aside);

/* --- studies ----------------------------------------------------------------------------- */

struct study_found {
    bool found;
    int64_t now_ms; /* the database's time; 0 where not found */
    struct study study;
};

void store_ask_study(struct store *store, const struct study_key *key, struct study_found *study);

/**
 * Inserts a study, queued from its creation on. One with the same key already there is left as it
 * is.
 *
 * @param inserted  false: there was one
 */
void store_ask_insert_study(struct store *store, const struct study *study, bool *inserted);

/** Within a transaction: fails where `most` of a caller's studies or more are open. Locks what the
 *  caller has open, so that none are added before it ends. */
void store_ask_study_room(struct store *store, const struct uuid *caller, int most);

/** How much there is to do. */
struct study_load {
    int queued;
    int running;
    int callers; /* open ones of the caller that was asked for */
};

/** @param caller  nil: nobody's */
void store_ask_study_load(struct store *store, const struct uuid *caller, struct study_load *load);

enum { STORE_STUDIES_MAX = 16 };

struct study_list {
    int count;
    struct study studies[STORE_STUDIES_MAX];
    int impossible_count;
    struct study_key impossible[STORE_STUDIES_MAX]; /* of rows that no study can have */
};

/** Open studies whose lease is over, longest over first. At most STORE_STUDIES_MAX; impossible rows
 *  count towards the limit, so whoever asks sets them aside. */
void store_ask_studies_due(struct store *store, int limit, struct study_list *studies);

/* What follows is bound to a claim: it does nothing where the study was claimed again since, has
   ended, or is gone; the bool says whether it did something. */

/** Claims a study that was loaded: its claim and attempt are one more from now on. */
void store_ask_claim_study(struct store *store, const struct study *study, int lease_ms,
                           bool *claimed);

/** Makes a claim last longer. */
void store_ask_renew_study(struct store *store, const struct study_key *key, int claim,
                           int lease_ms, bool *renewed);

/** Gives a claim back, as if it had not been made: it is no failed attempt. */
void store_ask_release_study(struct store *store, const struct study_key *key, int claim,
                             bool *released);

/**
 * Saves how far a study has come, with what was found at a step, in one statement: both or neither.
 *
 * @param study     after study_advance
 * @param step      the step that `result` belongs to
 * @param lease_ms  of an open study; 0 gives the claim back and sends it to the end of the queue
 */
void store_ask_save_study(struct store *store, const struct study *study, int step,
                          const struct rev_result *result, int lease_ms, bool *saved);

/** Gives up a study that was loaded and is not claimed. */
void store_ask_fail_study(struct store *store, const struct study *study, bool *given_up);

/** Queues a study that had failed, to go on where it was, as the caller's, who has a token. */
void store_ask_restart_study(struct store *store, const struct study_key *key,
                             const struct uuid *caller, bool *restarted);

/** Puts a study out of the way whose row is impossible, and leaves the rest of it for people to
 * look at. @param set_aside  false: somebody else has */
void store_ask_set_aside_study(struct store *store, const struct study_key *key, int64_t away_ms,
                               bool *set_aside);

/** Deletes a study with all that was found. */
void store_ask_delete_study(struct store *store, const struct study_key *key, bool *deleted);

/** What was found so far: results of the steps from 0 on. Asking empties it. */
struct study_results {
    struct rev_result *results; /* owned: from malloc */
    int count;
};

void study_results_release(struct study_results *results);
#define STUDY_RESULTS_CLEANUP __attribute__((cleanup(study_results_release)))

void store_ask_study_results(struct store *store, const struct study_key *key,
                             struct study_results *results);

/**
 * Deletes analyses that ended before a time.
 *
 * @param deleted  how many there were; fewer than `limit`: none is left
 */
void store_ask_delete_ended_analyses(struct store *store, int64_t before_ms, int limit,
                                     int *deleted);

/** Live games whose deadline has passed, longest ago first. As with store_ask_ai_turns_left. */
void store_ask_due_games(struct store *store, int limit, struct game_list *games);

/** A player's live games after one of them (nil: from the first), ascending by id. */
void store_ask_live_games_of(struct store *store, const struct uuid *player,
                             const struct uuid *after, int limit, struct game_list *games);

/** Moves the deadline of a game whose row is impossible so far away that nobody meets it again. */
void store_ask_set_aside_deadline(struct store *store, const struct uuid *game, int64_t away_ms,
                                  bool *set_aside);

/* --- other players, and who has blocked whom ---------------------------------------------- */

struct player_found {
    bool found;
    struct player player;
};

void store_ask_player(struct store *store, const struct uuid *id, struct player_found *player);

/** What may keep two players from a game with each other. */
void store_ask_meeting(struct store *store, const struct uuid *a, const struct uuid *b,
                       struct meeting *meeting);

/** Whether one of two players has blocked the other. */
void store_ask_blocked(struct store *store, const struct uuid *a, const struct uuid *b,
                       bool *blocked);

/** That somebody has blocked a player. */
struct block {
    struct uuid player; /* who is blocked */
    char name[PLAYER_NAME_SIZE];
    int64_t created_ms;
};

struct block_found {
    bool found;
    struct block block;
};

void store_ask_block(struct store *store, const struct uuid *player, const struct uuid *blocked,
                     struct block_found *block);

struct block_list {
    struct block blocks[STORE_PAGE_MAX];
    int count;
    struct page_rows rows; /* by created_ms and player */
};

/** A page of those whom a player has blocked, latest first. */
void store_ask_blocks(struct store *store, const struct uuid *player,
                      const struct page_cursor *after, int limit, struct block_list *blocks);

/** How many they are. */
void store_ask_block_count(struct store *store, const struct uuid *player, int *count);

/**
 * Blocks. Pairings of the player that were decided on before fail. Within a transaction that has
 * locked what the player has open, so that none are added meanwhile.
 *
 * @param added  false: it was there, and stays as it was; or BLOCKS_MAX were
 */
void store_ask_insert_block(struct store *store, const struct uuid *player,
                            const struct block *block, bool *added);

void store_ask_delete_block(struct store *store, const struct uuid *player,
                            const struct uuid *blocked);

/* --- challenges ---------------------------------------------------------------------------- */

struct challenge_found {
    bool found;
    int64_t now_ms; /* the database's time; 0 where not found */
    struct challenge challenge;
    struct meeting meeting; /* of its maker and its target, or who asks; known where it is open */
};

/** @param asks  who looks at it; nil: somebody */
void store_ask_challenge(struct store *store, const struct uuid *id, const struct uuid *asks,
                         struct challenge_found *challenge);

/** The open invitation that a code stands for. */
void store_ask_challenge_by_code(struct store *store, const char code[INVITATION_CODE_SIZE],
                                 const struct uuid *asks, struct challenge_found *challenge);

/** Inserts a challenge with its code, if it has one. A transaction of its own, six questions.
 *  `added` is false where its id or its code is taken, or its maker has as many open as limits.h
 *  says. */
void store_ask_add_challenge(struct store *store, const struct challenge *challenge, bool *added);

/** Within a transaction: ends a challenge that was loaded open, unless its time is over. */
void store_ask_change_challenge(struct store *store, const struct challenge *challenge);

/** How many open challenges a player has made, and how many of them to `target` (may be nil). */
struct challenge_count {
    int open;
    int to_target;
};

void store_ask_challenge_count(struct store *store, const struct uuid *maker,
                               const struct uuid *target, struct challenge_count *count);

/** Challenges, and the database's time. Asking empties it first; see game_list. */
struct challenge_list {
    struct challenge_found *challenges; /* owned: from malloc */
    int count;
    struct page_rows rows; /* by updated_ms and id */
    int64_t now_ms;
};

void challenge_list_release(struct challenge_list *list);
#define CHALLENGE_LIST_CLEANUP __attribute__((cleanup(challenge_list_release)))

struct challenge_query {
    struct uuid player;
    bool incoming;            /* to the player, but not from whom the player has blocked */
    bool outgoing;            /* made by the player */
    struct page_cursor after; /* its time is updated_ms */
    int limit;
};

/** A page of the open ones, latest made first. */
void store_ask_challenges(struct store *store, const struct challenge_query *query,
                          struct challenge_list *challenges);

/** Those to or by a player that changed or expired since a time, latest first. */
void store_ask_challenges_changed(struct store *store, const struct uuid *player, int64_t since_ms,
                                  int limit, struct challenge_list *challenges);

/* --- seeks --------------------------------------------------------------------------------- */

struct seek_found {
    bool found;
    int64_t now_ms; /* the database's time; 0 where not found */
    struct seek seek;
};

void store_ask_seek(struct store *store, const struct uuid *id, struct seek_found *seek);

/** Within a transaction: inserts. */
void store_ask_add_seek(struct store *store, const struct seek *seek);

/** Within a transaction: ends a seek that was loaded open, unless its time is over. */
void store_ask_change_seek(struct store *store, const struct seek *seek);

/** Lets an open seek live until alive_until_ms at least, with the guest and rating that are given.
 *  `renewed` is false where it has ended. */
void store_ask_renew_seek(struct store *store, const struct seek *seek, bool *renewed);

/** A count of what decides who may be paired with a player; 0: none yet. */
struct seeker {
    struct uuid player;
    int seq;
};

enum { SEEKERS_MAX = 2 };

struct seekers {
    struct seeker seekers[SEEKERS_MAX]; /* each `player` is given, each `seq` answered */
    int count;
};

void store_ask_seekers(struct store *store, struct seekers *seekers);

/** Within a transaction, in ascending order of players, before any seek: counts one up. */
void store_ask_advance_seeker(struct store *store, const struct seeker *seeker);

/** Seeks, and the database's time. Asking empties it first; see game_list. */
struct seek_list {
    struct seek *seeks; /* owned: from malloc */
    int count;
    struct page_rows rows; /* by created_ms and id */
    int64_t now_ms;
};

void seek_list_release(struct seek_list *list);
#define SEEK_LIST_CLEANUP __attribute__((cleanup(seek_list_release)))

/** The open seeks of at most SEEKERS_MAX players, ascending by id. */
void store_ask_seeks_of(struct store *store, const struct uuid *players, int count,
                        struct seek_list *seeks);

/** A player's seeks that changed or expired since a time, latest first. */
void store_ask_seeks_changed(struct store *store, const struct uuid *player, int64_t since_ms,
                             int limit, struct seek_list *seeks);

/** A page of open seeks of everybody, latest made first, but for blocks between them and `player`
 *  (may be nil). The cursor's time is created_ms. */
void store_ask_open_seeks(struct store *store, const struct uuid *player,
                          const struct page_cursor *after, int limit, struct seek_list *seeks);

/** A page of a player's open seeks, latest made first. The cursor's time is created_ms. */
void store_ask_my_seeks(struct store *store, const struct uuid *player,
                        const struct page_cursor *after, int limit, struct seek_list *seeks);

/** Open seeks for chips after one (nil: from the first), ascending by id. */
void store_ask_staked_seeks(struct store *store, const struct uuid *after, int limit,
                            struct seek_list *seeks);

/** Open seeks that fit one, longest waiting first, but for blocks between the players. */
void store_ask_seek_candidates(struct store *store, const struct seek *seek, int limit,
                               struct seek_list *seeks);

/* --- the heartbeat ----------------------------------------------------------------------- */

/** The service's last sign of life, whichever replica gave it. */
struct pulse {
    int64_t beat_ms;
    int outage_seq; /* the latest outage that was noted */
    int64_t now_ms; /* the database's time */
};

void store_ask_pulse(struct store *store, struct pulse *pulse);

/** Gives a sign of life. `alive` is false where the last one is HEARTBEAT_STALE_MS old: no sign was
 *  given, that was an outage which must be noted first. */
void store_ask_renew_heartbeat(struct store *store, bool *alive);

/** Notes that the service was away since `beat_ms` and is back now. `noted` is false where somebody
 *  else has noted that, or given a sign of life. */
void store_ask_note_outage(struct store *store, int64_t beat_ms, bool *noted);

enum { STORE_OUTAGES_MAX = 100 };

struct outage_list {
    struct outage outages[STORE_OUTAGES_MAX]; /* ascending by seq */
    int count;
};

/** Outages after `seq` that ended after a time; at most STORE_OUTAGES_MAX. */
void store_ask_outages(struct store *store, int seq, int64_t ended_after_ms,
                       struct outage_list *outages);

/* --- housekeeping ------------------------------------------------------------------------ */

/**
 * Deletes tokens that expired before a time, and the guests who lose their last token by that and
 * have no games.
 *
 * @param before_ms  a point in time
 * @param limit      of tokens
 * @param expired    how many tokens there were; fewer than `limit`: none is left
 */
void store_ask_delete_stale_guests(struct store *store, int64_t before_ms, int limit, int *expired);

/** Delete challenges with their codes, and seeks, whose time was over before a time; at most
 * `limit` of each. */
void store_ask_delete_ended_challenges(struct store *store, int64_t before_ms, int limit,
                                       int *deleted);
void store_ask_delete_ended_seeks(struct store *store, int64_t before_ms, int limit, int *deleted);

/** Deletes outages that ended before a time, at most `limit`; one that a running turn has not been
 *  told of stays, and so does the latest. */
void store_ask_delete_old_outages(struct store *store, int64_t before_ms, int limit, int *deleted);

#endif
