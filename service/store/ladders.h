/**
 * Ladders: who stands where, how ratings came about, and the upkeep of what ranks are counted from.
 *
 * Ranked players with the same whole points share a rank, and the next one's is as many further on
 * as they are. All that one answer says of a ladder is true of one moment.
 */
#ifndef REVERSID_STORE_LADDERS_H
#define REVERSID_STORE_LADDERS_H

#include "domain/fair_play.h"
#include "store/store.h"

struct ladder_row {
    int64_t rank;
    int64_t sharing; /* ranked players with these whole points */
    struct uuid player;
    char name[PLAYER_NAME_SIZE];
    struct rating rating; /* but for its seq */
    int rating_30d;       /* thousandths, thirty days ago */
};

struct ladder_page {
    int64_t total; /* ranked players */
    int64_t now_ms;
    struct ladder_row rows[STORE_PAGE_MAX];
    int count;
    struct page_rows read; /* by last_rated_ms and player, behind ... */
    int rating_before;     /* ... the rating, also of the last row but one */
    int64_t rank;          /* of the first row that was read; 0: there is none */
    int64_t sharing;
};

/** A page from the first of those who share the place at `rank` on. */
void store_ask_ladder_from_rank(struct store *store, enum ladder ladder, int64_t rank, int limit,
                                struct ladder_page *page);

/** Where a page begins: after this player, who stood there with this rating. */
struct ladder_cursor {
    int rating;
    int64_t last_rated_ms;
    struct uuid player;
};

void store_ask_ladder_after(struct store *store, enum ladder ladder,
                            const struct ladder_cursor *after, int limit, struct ladder_page *page);

/** A player with `around` neighbours on each side; no rows where the player is not ranked. */
void store_ask_ladder_around(struct store *store, enum ladder ladder, const struct uuid *player,
                             int around, struct ladder_page *page);

struct ladder_total {
    int64_t players;
    int64_t now_ms;
};

void store_ask_ladder_total(struct store *store, enum ladder ladder, struct ladder_total *total);

struct ladder_step {
    int points; /* the first of the step */
    int64_t players;
};

enum { LADDER_STEPS_MAX = 500 };

struct ladder_steps {
    int64_t now_ms;
    struct ladder_step steps[LADDER_STEPS_MAX];
    int count;
};

/** How many ranked players stand on each step of so many points; empty steps are left out. */
void store_ask_ladder_steps(struct store *store, enum ladder ladder, int points,
                            struct ladder_steps *steps);

/** A player's rating; zeroed where there is none. */
void store_ask_rating(struct store *store, const struct uuid *player, enum ladder ladder,
                      struct rating *rating);

/** A row of the journal of ratings. */
struct rating_entry {
    int seq;
    struct uuid game;
    struct uuid opponent;
    char opponent_name[PLAYER_NAME_SIZE];
    enum elo_score score;
    int before, after; /* thousandths */
    int64_t rated_ms;
};

struct rating_entries {
    struct rating_entry entries[STORE_PAGE_MAX];
    int count;
    struct page_rows rows; /* by seq, and no id */
};

/** A page of it, latest first. @param before  the seq of the last one of the page before; 0: none
 */
void store_ask_rating_entries(struct store *store, const struct uuid *player, enum ladder ladder,
                              int before, int limit, struct rating_entries *entries);

/** Finished games of two players, from the first one's side. */
struct versus {
    int64_t won, drawn, lost;                   /* all of them */
    int64_t rated_won, rated_drawn, rated_lost; /* the rated ones among them */
};

void store_ask_versus(struct store *store, const struct uuid *player, const struct uuid *other,
                      struct versus *versus);

/** The rated games that a player is playing. One whose row cannot be read is left out of the list,
 *  which then has more. */
void store_ask_rated_games(struct store *store, const struct uuid *player,
                           struct rated_games *games);

/** A row of the journal of chips. */
struct chip_row {
    int seq;
    struct chip_entry entry;
    struct uuid game; /* nil: none */
    int64_t entered_ms;
};

struct chip_rows {
    struct chip_row entries[STORE_PAGE_MAX];
    int count;
    struct page_rows rows; /* by seq, and no id */
};

/** A page of it, latest first. @param before  the seq of the last one of the page before; 0: none
 */
void store_ask_chip_rows(struct store *store, const struct uuid *player, int before, int limit,
                         struct chip_rows *rows);

/* --- upkeep ------------------------------------------------------------------------------- */

struct ladder_fold {
    int folded;     /* moves; fewer than `limit`: none is left */
    int impossible; /* points that more players have left than stood there: counted as none */
};

/** Folds moves into the counts. */
void store_ask_fold_ladder(struct store *store, enum ladder ladder, int limit,
                           struct ladder_fold *fold);

struct ranked {
    struct uuid player;
    enum ladder ladder;
    struct rating rating;
};

enum { STORE_INACTIVE_MAX = 50 };

struct ranked_list {
    struct ranked ranked[STORE_INACTIVE_MAX];
    int count;
};

/** Ranked players whose last rated game was at a time or before. */
void store_ask_inactive(struct store *store, int64_t before_ms, int limit,
                        struct ranked_list *list);

/** Within a transaction: takes a ranked player, as loaded, off a ladder. */
void store_ask_leave_ladder(struct store *store, const struct uuid *player, enum ladder ladder,
                            const struct rating *rating);

/**
 * The same in a transaction of its own.
 *
 * @param done  false: the rating has changed since it was loaded
 */
void store_ask_unrank(struct store *store, const struct ranked *ranked, bool *done);

#endif
