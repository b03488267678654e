/**
 * Seeks: somebody wants a game with anybody who wants the same. Two that fit become a game, once.
 *
 * A seek is a row with a version, changed by compare-and-set. It lives as long as its player asks
 * for it now and then, and ends by being paired or withdrawn; or by itself, which needs no writing.
 * Being paired withdraws a player's other seeks.
 */
#ifndef REVERSID_DOMAIN_SEEK_H
#define REVERSID_DOMAIN_SEEK_H

#include "domain/terms.h"

enum seek_status {
    SEEK_OPEN,
    SEEK_PAIRED,
    SEEK_WITHDRAWN,
    SEEK_EXPIRED, /* open, and nobody has asked for it: never stored */
    SEEK_STATUS_COUNT
};

/** Why a seek was withdrawn. */
enum seek_withdrawal {
    WITHDRAWN_NOT,             /* it was not; or nobody noted why, as once was so */
    WITHDRAWN_BY_PLAYER,       /* its player did it */
    WITHDRAWN_OTHER_PAIRED,    /* another seek of its player's was paired */
    WITHDRAWN_CHIPS_SHORT,     /* its player has not enough chips for it any more */
    WITHDRAWN_ACCOUNT_DELETED, /* its player is gone */
    SEEK_WITHDRAWAL_COUNT
};

enum {
    SEEK_LIFE_S = 60,                   /* without a sign of its player */
    SEEK_CORRESPONDENCE_LIFE_HOURS = 24 /* the same for days a move: nobody waits for that */
};

/* What a range of ratings may name, in whole points. */
enum { RATING_MIN = 100, RATING_MAX = 4000 };

struct seek {
    struct uuid id;
    int version; /* 1 at first; 2 once it has ended */
    enum seek_status status;
    struct uuid player;
    char player_name[PLAYER_NAME_SIZE];
    bool guest; /* the player is one */
    struct terms terms;
    enum color_wish color;
    uint64_t seed;              /* of what chance decides; below 2^53; nobody is shown it */
    int rating;                 /* the player's, as it is shown */
    int rating_min, rating_max; /* the other one's must lie between */
    uint8_t fingerprint[GAME_FINGERPRINT_SIZE];
    struct uuid game; /* once it is paired; nil before */
    enum seek_withdrawal withdrawal;
    int64_t created_ms;
    int64_t updated_ms;
    int64_t alive_until_ms;
};

/** How long a seek lives after a sign of its player. */
int64_t seek_life_ms(const struct seek *seek);

/** Sets version, status and times of a new seek. Requires its terms. */
void seek_begin(struct seek *seek, int64_t now_ms);

/** What it is at a time: an open one expires. */
enum seek_status seek_status_at(const struct seek *seek, int64_t now_ms);

/** Its version at a time: expiring is a visible change too. */
int seek_version_at(const struct seek *seek, int64_t now_ms);

/** Takes over what became of its player since it was made. True: it shows. */
bool seek_refresh(struct seek *seek, const struct standing *standing);

/** Whether its life should be prolonged: half of it is over. */
bool seek_is_fading(const struct seek *seek, int64_t now_ms);

/** Whether the game would be rated: what anybody is shown, and by what seeks are paired. */
bool seek_is_rated(const struct seek *seek);

/**
 * Whether two seeks can become a game now: both open, of two players, the same terms, colours that
 * do not clash, both to be rated or neither, and if so ratings in each other's range.
 */
bool seek_fits(const struct seek *a, const struct seek *b, int64_t now_ms);

/** Withdraws an open seek. Requires that it is open. */
void seek_withdraw(const struct seek *seek, enum seek_withdrawal reason, int64_t now_ms,
                   struct seek *next);

/**
 * Pairs two seeks that fit.
 *
 * @param setup  the game that begins with it; its id is a function of the seeks' ids and seeds, so
 *               whoever pairs the two, and however often, makes the same game
 */
void seek_pair(const struct seek *a, const struct seek *b, int64_t now_ms, struct seek *next_a,
               struct seek *next_b, struct game_setup *setup);

#endif
