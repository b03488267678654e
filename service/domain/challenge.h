/**
 * Challenges: one player offers another a game. Either to a named player, or as an open invitation,
 * whose short code can be read aloud; who accepts it first has the seat.
 *
 * A challenge is a row with a version, changed by compare-and-set: it is open at first and ends
 * once, by acceptance, decline or cancelling; or by itself when its time is over, which needs no
 * writing. Its id becomes that of the game, and of the match where it is one.
 */
#ifndef REVERSID_DOMAIN_CHALLENGE_H
#define REVERSID_DOMAIN_CHALLENGE_H

#include "domain/meeting.h"
#include "domain/terms.h"

enum challenge_status {
    CHALLENGE_OPEN,
    CHALLENGE_ACCEPTED,
    CHALLENGE_DECLINED,
    CHALLENGE_CANCELLED,
    CHALLENGE_EXPIRED, /* open, and its time is over: never stored */
    CHALLENGE_STATUS_COUNT
};

/** Why somebody declines, in words that the other one can do something with. */
enum decline_reason {
    DECLINE_OTHER,
    DECLINE_NOT_NOW,
    DECLINE_CLOCK,
    DECLINE_LENGTH,
    DECLINE_OPENING,
    DECLINE_COLOR,
    DECLINE_RATED,
    DECLINE_CASUAL,
    DECLINE_REASON_COUNT
};

enum { CHALLENGE_HOURS = 24, CHALLENGE_CORRESPONDENCE_DAYS = 14 };

/* --- codes ------------------------------------------------------------------------------- */

/* Eight of the 24 characters of invitation_alphabet: one of 110 billion. No two of them look alike,
   so neither 0 O, 1 I L, 2 Z, 5 S, 8 B nor U V stand together there. */
enum { INVITATION_CODE_LENGTH = 8, INVITATION_CODE_SIZE = INVITATION_CODE_LENGTH + 1 };

/** The characters of codes, NUL-terminated. */
extern const char invitation_alphabet[];

/** Makes a code of random bytes, each of which decides one character. */
void invitation_code_make(const uint8_t random[INVITATION_CODE_LENGTH],
                          char code[INVITATION_CODE_SIZE]);

/**
 * Reads a code as people write it: any case, hyphens anywhere.
 *
 * @return  false: it is none; `code` is untouched
 */
bool invitation_code_read(const char *text, size_t length, char code[INVITATION_CODE_SIZE]);

/* --- challenges -------------------------------------------------------------------------- */

struct challenge {
    struct uuid id; /* the game's, once it is accepted */
    int version;    /* 1 at first; 2 once it has ended */
    enum challenge_status status;
    struct uuid maker;
    char maker_name[PLAYER_NAME_SIZE];
    struct uuid target; /* nil: whoever accepts first */
    char target_name[PLAYER_NAME_SIZE];
    char code[INVITATION_CODE_SIZE]; /* "" where there is a target */
    struct terms terms;
    enum color_wish color; /* the maker's */
    uint64_t seed;         /* of what chance decides; below 2^53 */
    bool guests;           /* the maker or the target was a guest when it was made */
    char metadata[GAME_METADATA_SIZE];
    uint8_t fingerprint[GAME_FINGERPRINT_SIZE];
    struct uuid taken_by;       /* who accepted; nil before */
    enum decline_reason reason; /* of a declined one */
    int64_t created_ms;
    int64_t updated_ms;
    int64_t expires_ms;
};

/** Sets version, status and times of a new challenge. Requires its terms. */
void challenge_begin(struct challenge *challenge, int64_t now_ms);

/** What it is at a time: an open one expires. */
enum challenge_status challenge_status_at(const struct challenge *challenge, int64_t now_ms);

/** Its version at a time: expiring is a visible change too. */
int challenge_version_at(const struct challenge *challenge, int64_t now_ms);

/** An open invitation is for everybody who knows of it; another one for its two players. */
bool challenge_concerns(const struct challenge *challenge, const struct uuid *player);

/** Who wants to accept. */
struct challenge_taker {
    struct uuid player;
    const char *name;
};

/**
 * Accepts.
 *
 * @param meeting the maker's and the taker's; known where it is open
 * @param setup   the game that begins with it; unwritten for a replay. Its metadata is the
 *                challenge's own and must not outlive it.
 * @param replay  the same player has accepted it before
 *
 * Errors: OWN_CHALLENGE, CHALLENGE_TAKEN, CHALLENGE_GONE; those of meeting_check and, for a staked
 * one, of meeting_check_stake for either. Requires challenge_concerns.
 */
FALLIBLE struct result challenge_accept(const struct challenge *challenge,
                                        const struct challenge_taker *taker,
                                        const struct meeting *meeting, int64_t now_ms,
                                        struct challenge *next, struct game_setup *setup,
                                        bool *replay);

/** Whether challenge_accept would begin a game for this player now. */
bool challenge_can_accept(const struct challenge *challenge, const struct uuid *player,
                          const struct meeting *meeting, int64_t now_ms);

/**
 * Whether it is kept from a player: an open one, to a player who has blocked its maker. Who has an
 * invitation's code sees it even so, as without a token.
 */
bool challenge_is_hidden(const struct challenge *challenge, const struct uuid *player,
                         const struct meeting *meeting, int64_t now_ms);

/** What is known of the ratings of its game. */
struct challenge_rating {
    enum unrated_reason unrated; /* UNRATED_NOT: it will be rated */
    bool if_account;             /* but only if whoever accepts has an account */
};

/**
 * Whether its game will be rated, as far as somebody can know who looks at it.
 *
 * @param player  who looks; nil: somebody
 */
struct challenge_rating challenge_rates(const struct challenge *challenge,
                                        const struct uuid *player, const struct meeting *meeting);

/**
 * Declines; repeatable, whatever the reason then is.
 *
 * Errors: DECLINE_NOT_ALLOWED (not the one who was challenged), CHALLENGE_TAKEN, CHALLENGE_GONE.
 */
FALLIBLE struct result challenge_decline(const struct challenge *challenge,
                                         const struct uuid *player, enum decline_reason reason,
                                         int64_t now_ms, struct challenge *next, bool *replay);

/**
 * Takes it back. Repeatable: one that has ended without a game stays as it is.
 *
 * Errors: NOT_YOURS, CHALLENGE_TAKEN.
 */
FALLIBLE struct result challenge_cancel(const struct challenge *challenge,
                                        const struct uuid *player, int64_t now_ms,
                                        struct challenge *next, bool *replay);

#endif
