/**
 * What the store knows of people who signed in: identities, names, sessions. Asked and flushed like
 * all of store.h.
 */
#ifndef REVERSID_STORE_ACCOUNTS_H
#define REVERSID_STORE_ACCOUNTS_H

#include "base/text.h"
#include "domain/rating.h"
#include "store/store.h"

enum { IDENTITY_SUBJECT_SIZE = 255 + 1, STORE_HASH_SIZE = SHA256_SIZE };

/** Who somebody is by now. */
struct identity_found {
    bool found;
    struct uuid player;
};

/** Who Google says that somebody is. */
void store_ask_identity(struct store *store, const char *subject, struct identity_found *identity);

/**
 * Whether an identity without a player may have one, of which ACCOUNTS_A_DAY_MAX can have been
 * deleted within a day.
 *
 * @param hash    of the identity, by which it is kept where its account was deleted
 * @param wait_s  until it may; 0: now
 */
void store_ask_account_wait(struct store *store, const uint8_t hash[STORE_HASH_SIZE], int *wait_s);

/** Whether the nonce with this hash was used. */
void store_ask_nonce_use(struct store *store, const uint8_t hash[STORE_HASH_SIZE], bool *used);

/* Within a transaction, each: in this order, so that no two wait for each other. */

/** Uses a nonce up, whose token is good for so many seconds. */
void store_ask_use_nonce(struct store *store, const uint8_t hash[STORE_HASH_SIZE], int life_s);

/** Binds an identity to a player. */
void store_ask_add_identity(struct store *store, const char *subject, const struct uuid *player);

/** Fails where the identity has had so many accounts. After it was bound to a player. */
void store_ask_check_account_room(struct store *store, const uint8_t hash[STORE_HASH_SIZE]);

/** Takes one key of a name for a player; `folded` NULL: the key is not its first one. Fails where
 * it is another's; one's own may be taken again. In ascending order of the keys, which were all
 * made by one scheme. */
void store_ask_take_name(struct store *store, const uint8_t key[STORE_HASH_SIZE],
                         const struct uuid *player, const char *folded, int scheme);

/** Makes a player who is signed in, created now. */
void store_ask_add_account(struct store *store, const struct player *player, const char *subject);

/** Makes a guest a player who is signed in, under its new name; the guest's tokens end after
 *  GUEST_TOKEN_GRACE_S. */
void store_ask_claim_guest(struct store *store, const struct player *player, const char *subject);

/* --- names whose keys were made by older rules ------------------------------------------------ */

struct name_holders {
    struct uuid players[STORE_PAGE_MAX];
    int count;
};

/** Some players whose names have keys by an older scheme. */
void store_ask_old_names(struct store *store, int scheme, struct name_holders *holders);

/** Adds the keys that a player's name has by a scheme, but for those that are another's; it keeps
 *  those it had. Within a transaction that finds the name unchanged. */
void store_ask_renew_names(struct store *store, const struct uuid *player,
                           const uint8_t keys[][STORE_HASH_SIZE], int key_count, const char *folded,
                           int scheme);

/* --- leaving --------------------------------------------------------------------------------- */

/** What erased players are called in their games. */
#define DELETED_PLAYER_NAME "Deleted player"

/** The identity that vouches for a player; empty: none does. */
void store_ask_identity_of(struct store *store, const struct uuid *player,
                           char subject[IDENTITY_SUBJECT_SIZE]);

/* Within a transaction, each. */

/**
 * Erases a player, as loaded: its tokens and sessions end, and a departure says what is left to do.
 *
 * @param successor  who takes over its games; NULL: nobody
 * @param erased_ms  when that was; NULL: it does not matter
 */
void store_ask_erase_player(struct store *store, const struct player *player,
                            const struct uuid *successor, int64_t *erased_ms);
void store_ask_delete_identity(struct store *store, const char *subject, const struct uuid *player);

/** Notes for a day that an account of this identity was deleted. */
void store_ask_note_erasure(struct store *store, const uint8_t hash[STORE_HASH_SIZE]);

/** Who takes over what a player left, as long as the departure is kept. */
void store_ask_successor(struct store *store, const struct uuid *player,
                         struct identity_found *successor);

/** Takes all keys of a player's name from that one, for good. */
void store_ask_retire_names(struct store *store, const struct uuid *player);

/* Writes of their own, all harmless to repeat. */

struct departure {
    struct uuid player;
    struct uuid successor; /* nil: nobody takes over, the player was erased */
    int64_t created_ms;
    int failures; /* how often it was postponed */
    int64_t now_ms;
};

enum { DEPARTURES_MAX = 8 };

struct departure_list {
    struct departure departures[DEPARTURES_MAX];
    int count;
};

/** Claims departures that still have to be dealt with, for so many seconds. */
void store_ask_claim_departures(struct store *store, int lease_s, struct departure_list *list);

/** Puts aside what cannot be done, for so many seconds, and counts that. */
void store_ask_postpone_departure(struct store *store, const struct uuid *player, int seconds);

/** Nothing is left to do. */
void store_ask_finish_departure(struct store *store, const struct uuid *player);

/** What a step changed, and what is to be signalled of it. Asking empties it. */
struct left_things {
    int count;
    struct uuid *topics; /* owned: from malloc */
    int topic_count;
};

void left_things_release(struct left_things *things);
#define LEFT_THINGS_CLEANUP __attribute__((cleanup(left_things_release)))

/** End what a player has open and give what was written down the name. Topics of what ends: it, and
 *  the players whose it is. */
void store_ask_close_challenges(struct store *store, const struct uuid *player, const char *name,
                                struct left_things *changed);
void store_ask_close_seeks(struct store *store, const struct uuid *player, const char *name,
                           struct left_things *changed);

/** Deletes the analyses of a player who is erased, at most `limit`, and not reviews, which are
 * their games'. Topics: theirs. */
void store_ask_end_studies(struct store *store, const struct uuid *player, int limit,
                           struct left_things *ended);

/** Gives a player's analyses and reviews to whoever takes over, at most `limit`. Topics: theirs. */
void store_ask_move_studies(struct store *store, const struct uuid *player, const struct uuid *heir,
                            int limit, struct left_things *moved);

/** Deletes the player's blocks, and gives those of others the name. */
void store_ask_forget_blocks(struct store *store, const struct uuid *player, const char *name,
                             int *count);

/** Gives the player's blocks, and those against the player, to whoever takes over; how many there
 *  were. Of the player's own the latest, as many as BLOCKS_MAX leaves room for. */
void store_ask_move_blocks(struct store *store, const struct uuid *player,
                           const struct player *heir, int *count);

/** Deletes tokens and sessions of a player who is erased; how many there were. */
void store_ask_end_access(struct store *store, const struct uuid *player, int *count);

/** A page of games whose seats were renamed. */
struct renamed_seats {
    struct left_things games; /* topics: the live ones, and their players */
    struct page_cursor last;  /* of those that are over, in their order: the next page's begin */
};

/**
 * Gives the seats that a player holds to `to`, who may be the same, under a name: `limit` live
 * games at most, and as many that are over, latest change first. Where it is the same, what the
 * player wrote into its games goes.
 *
 * @param after    of those that are over, where the page begins; zero time: at the start
 * @param renamed  fewer games than `limit`: none is left behind that place
 */
void store_ask_rename_seats(struct store *store, const struct uuid *player, const struct uuid *to,
                            const char *name, const struct page_cursor *after, int limit,
                            struct renamed_seats *renamed);

/** Takes back the offers of a rematch that a player left, but for those that `heir` takes over.
 *  `heir` may be the player: nobody takes over. Topics: the games, and their players. */
void store_ask_withdraw_rematches(struct store *store, const struct uuid *player,
                                  const struct uuid *heir, struct left_things *changed);

/* --- what is kept of a player, to be taken out ----------------------------------------------- */

/** A JSON array, schema Access, of the latest sessions, and guests' and access tokens, as many of
 *  each, without what opens them; appended. */
void store_ask_sessions(struct store *store, const struct uuid *player, int limit,
                        struct text *json);

/* Pages, latest first, with what has ended. */

/** Challenges to or by the player. The cursor's time is updated_ms. */
void store_ask_kept_challenges(struct store *store, const struct uuid *player,
                               const struct page_cursor *after, int limit,
                               struct challenge_list *challenges);

/** Seeks. The cursor's time is updated_ms. */
void store_ask_kept_seeks(struct store *store, const struct uuid *player,
                          const struct page_cursor *after, int limit, struct seek_list *seeks);

struct study_page {
    struct study *studies; /* owned: from malloc */
    int count;
    struct page_rows rows; /* by created_ms and id */
};

void study_page_release(struct study_page *page);
#define STUDY_PAGE_CLEANUP __attribute__((cleanup(study_page_release)))

/** Analyses that the player asked for, or reviews. The cursor's time is created_ms. Asking empties
 *  the page. */
void store_ask_kept_studies(struct store *store, const struct uuid *player, bool reviews,
                            const struct page_cursor *after, int limit, struct study_page *page);

/* --- housekeeping ---------------------------------------------------------------------------- */

/** Deletes sessions and nonces that ended before a time, at most `limit` of each. */
void store_ask_delete_ended_sessions(struct store *store, int64_t before_ms, int limit,
                                     int *deleted);

/** Deletes what was noted of identities whose accounts were deleted before a time. */
void store_ask_delete_old_erasures(struct store *store, int64_t before_ms, int limit, int *deleted);

/**
 * Deletes departures that were done before a time, at most `limit`, and those of their players who
 * have neither games nor ratings nor chips.
 *
 * @param deleted  how many departures
 */
void store_ask_delete_done_departures(struct store *store, int64_t before_ms, int limit,
                                      int *deleted);

/* --- signing in ------------------------------------------------------------------------------ */

/** A sign-in that lasts. */
struct session {
    struct refresh_key refresh; /* with player and session */
    struct token_key access;
};

/** When its tokens end. */
struct session_ends {
    int64_t refresh_ms;
    int64_t access_ms;
};

/** Adds a session, good for SESSION_DAYS, with an access token, good for ACCESS_TOKEN_MINUTES; ends
 *  those that were refreshed least lately of more than SESSIONS_MAX. Within a transaction that has
 *  locked the player's account. */
void store_ask_add_session(struct store *store, const struct session *session,
                           struct session_ends *ends);

/** Gives all keys back that are a player's, but for these: those of the name from now on. */
void store_ask_drop_other_names(struct store *store, const struct uuid *player,
                                const uint8_t keys[][STORE_HASH_SIZE], int key_count);

/**
 * What a player has under way goes on under another name: the RENAMED_GAMES live games that others
 * play, or that changed last, the open challenges by and to the player, and the open seeks. Within
 * the transaction that changes the name, before its player's row: games, challenges and seeks are
 * locked before players. A game's version rises, but where an AI is at its turn.
 */
void store_ask_rename_open(struct store *store, const struct uuid *player, const char *name);

/**
 * The same once more in a transaction of its own, after that one: for what others were writing
 * meanwhile under the name they had read, of games those of the last RENAMED_LATE_MS. Whoever
 * begins something later reads the new one.
 *
 * @param now_ms  the database's time
 * @param done  false: the player has another name by now
 */
void store_ask_rename_late(struct store *store, const struct uuid *player, const char *name,
                           int64_t now_ms, bool *done);

/** Changes a name by compare-and-set. */
void store_ask_change_name(struct store *store, const struct uuid *player, const char *from,
                           const char *to);

/** Changes the settings by compare-and-set. */
void store_ask_change_settings(struct store *store, const struct uuid *player, const char *from,
                               const char *to);

/** Whether one of a name's keys is, or was, another player's. */
void store_ask_name_taken(struct store *store, const uint8_t keys[][STORE_HASH_SIZE], int key_count,
                          const struct uuid *player, bool *taken);

/* --- sessions, each a write of its own ------------------------------------------------------ */

/** What became of a refresh token. */
struct refreshed {
    bool known;               /* its session lives */
    bool followed;            /* by the next, now or so lately that it counts as repeated */
    bool stays;               /* it followed another so lately that it is not followed itself */
    struct session_ends ends; /* where it was followed or stays */
};

/**
 * Lets a refresh token be followed by the next and gives out an access token, where it is good:
 * where it was followed or stays.
 *
 * @param sent     the token that was sent
 * @param session  its `refresh` is the one that follows
 */
void store_ask_refresh(struct store *store, const struct refresh_key *sent,
                       const struct session *session, struct refreshed *refreshed);

/** Ends a session whose refresh token was used again too late, unless it is good after all. */
void store_ask_end_reused_session(struct store *store, const struct refresh_key *sent, bool *ended);

/** A session as its player sees it. */
struct open_session {
    struct uuid id;
    int64_t created_ms, refreshed_ms, expires_ms;
};

struct open_session_list {
    struct open_session sessions[STORE_PAGE_MAX];
    int count;
};

/** All that a player has and that have not expired, latest refreshed first. */
void store_ask_open_sessions(struct store *store, const struct uuid *player,
                             struct open_session_list *sessions);

/** Ends a session with its access tokens. Not `ended`: the player has no such session. */
void store_ask_end_session(struct store *store, const struct uuid *player,
                           const struct uuid *session, bool *ended);

/**
 * Ends all of a player's sessions, and what guests' tokens are left.
 *
 * @param kept  a session that goes on; NULL: none does
 */
void store_ask_end_sessions(struct store *store, const struct uuid *player,
                            const struct uuid *kept);

/** Ends a guest's token. */
void store_ask_end_guest_token(struct store *store, const struct token_key *token);

/* --- personal tokens ------------------------------------------------------------------------ */

enum {
    PERSONAL_TOKENS_MAX = 50,
    TOKEN_LABEL_CHARACTERS_MAX = 128,
    TOKEN_LABEL_SIZE = 4 * TOKEN_LABEL_CHARACTERS_MAX + 1
};

struct personal_token {
    struct uuid id;
    char label[TOKEN_LABEL_SIZE];
    char scopes[TOKEN_SCOPES_SIZE];
    int64_t created_ms, expires_ms;
};

struct personal_token_list {
    struct personal_token tokens[PERSONAL_TOKENS_MAX];
    int count;
};

/** All that a player has and that have not expired, latest made first. */
void store_ask_personal_tokens(struct store *store, const struct uuid *player,
                               struct personal_token_list *tokens);

/** Locks a player who is signed in; fails where the player is not. Within a transaction. */
void store_ask_lock_account(struct store *store, const struct uuid *player);

/**
 * Makes a personal token. Within a transaction that has locked the player, so that none are made
 * meanwhile.
 *
 * @param token   gets its times; both stay 0 where the player has PERSONAL_TOKENS_MAX already
 * @param life_s  for which it is good
 */
void store_ask_insert_personal_token(struct store *store, const struct token_key *key,
                                     struct personal_token *token, int life_s);

void store_ask_delete_personal_token(struct store *store, const struct uuid *player,
                                     const struct uuid *id, bool *deleted);

/* --- what players show ---------------------------------------------------------------------- */

/** A player with the ratings, zeroed on a ladder without a rated game. */
struct profile {
    struct player player;
    struct rating ratings[LADDER_COUNT];
};

struct profile_found {
    bool found;
    struct profile profile;
};

void store_ask_profile(struct store *store, const struct uuid *id, struct profile_found *profile);

struct profile_list {
    struct profile profiles[STORE_PAGE_MAX];
    int count;
};

/** Those of the players that exist, in no order. At most STORE_PAGE_MAX ids, none twice. */
void store_ask_profiles(struct store *store, const struct uuid *ids, int count,
                        struct profile_list *profiles);

enum { NAME_SEARCH_SIZE = 1536 + 1 };

/** Whose names were found, ascending by the names' bytes. */
struct names_found {
    struct uuid players[STORE_PAGE_MAX];
    int count;
    struct page_rows read;         /* its cursor unused, but for ... */
    char before[NAME_SEARCH_SIZE]; /* ... the folded name of the last row but one, or what is behind
                                      it where it is too long */
};

/** Searches names: those, folded, from one text on and before another, by their bytes. */
void store_ask_names(struct store *store, const char *from, const char *until, int limit,
                     struct names_found *names);

enum { SETTINGS_SIZE = 1024 + 1 };

/** The settings as they are kept: a JSON object. Empty where there is no such player. */
void store_ask_settings(struct store *store, const struct uuid *player,
                        char settings[SETTINGS_SIZE]);

#endif
