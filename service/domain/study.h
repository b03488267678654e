/**
 * A study: thinking that takes longer than a request. It is either an analysis of given positions
 * or the review of a finished game, and goes step by step: a step is a position, or a move of the
 * game.
 *
 * Pure: what a study is made of, what its next step is, and what it is after that.
 */
#ifndef REVERSID_DOMAIN_STUDY_H
#define REVERSID_DOMAIN_STUDY_H

#include "domain/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** How deep a review looks; a game has at most one review of each. */
enum study_strength {
    STUDY_QUICK,
    STUDY_STANDARD,
    STUDY_DEEP,
    STUDY_OWN, /* no review: an analysis, which has a budget of its own */
    STUDY_STRENGTH_COUNT
};

enum study_status {
    STUDY_QUEUED,  /* nobody works on it now */
    STUDY_RUNNING, /* somebody does */
    STUDY_DONE,
    STUDY_FAILED,
    STUDY_STATUS_COUNT
};

enum {
    STUDY_STEPS_MAX = 100,
    STUDY_POSITION_SIZE = 1 + REV_POSITION_TEXT_SIZE, /* a letter, a position, a line's end */
    STUDY_POSITIONS_SIZE = STUDY_STEPS_MAX * STUDY_POSITION_SIZE + 1
};

struct study_key {
    struct uuid id; /* of a review its game's */
    enum study_strength strength;
};

/** What one search of a study may spend. */
struct study_budget {
    uint64_t nodes_max;
    int depth_max;
    int exact_empties_max;
};

/**
 * A study as it is stored.
 *
 * Invariants: status is STUDY_DONE exactly when step == steps.
 */
struct study {
    struct study_key key;
    struct uuid caller; /* in whose share it counts */
    bool has_token;     /* caller is a player, who alone may see an analysis */
    int64_t created_ms;
    char positions[STUDY_POSITIONS_SIZE]; /* of an analysis */
    int steps;
    struct study_budget budget;
    uint8_t fingerprint[GAME_FINGERPRINT_SIZE]; /* of the creating request */
    int version;                                /* grows with every visible change */
    enum study_status status;
    int step;  /* steps that are done; the number of the one that is worked on */
    int stage; /* how often that was searched already */
    int depth; /* plies of the latest search */
    uint64_t nodes;
    int64_t updated_ms;
    int claim;   /* number of the present claim */
    int attempt; /* claims since it last got on */
};

/** Whose share of thinking and of open studies something counts in. */
struct study_caller {
    struct uuid id;
    bool has_token;
};

/** Sets up the analysis of positions, at most STUDY_STEPS_MAX. Everything else is the caller's. */
void study_of_positions(struct study *study, const struct uuid *id, const struct rev_game *games,
                        int count, const struct study_budget *budget, int64_t now_ms);

/** Sets up the review of a finished game. */
void study_of_game(struct study *study, const struct game *game, enum study_strength strength,
                   int64_t now_ms);

/** What a review of a strength, other than STUDY_OWN, may spend. */
const struct study_budget *study_budget_of(enum study_strength strength);

static inline bool study_is_review(const struct study *study)
{
    return study->key.strength != STUDY_OWN;
}

/** Neither done nor failed. */
static inline bool study_is_open(const struct study *study)
{
    return study->status == STUDY_QUEUED || study->status == STUDY_RUNNING;
}

/**
 * How many open studies one caller may have while `open` of at most `open_max` are open in all:
 * `of_caller_max` until half of the places are taken, then the fewer the fewer are left, and one at
 * least while there is any. So it takes a crowd to leave none for somebody who wants one.
 */
int study_share(int open, int open_max, int of_caller_max);

/** What is signalled when it changes. */
struct uuid study_topic(const struct study_key *key);

/** The position of an analysis' step. False: the stored text is none. */
bool study_position(const struct study *study, int step, struct rev_game *game);

/** Placements that no review looks at: those that fill the centre of the original opening. */
int study_first_ply(const struct rev_game *game);

/**
 * What the next search may spend: an analysis searches a position again and again, each time with
 * four times the nodes, so that something can be shown soon and a crash costs little.
 */
struct rev_limits study_limits(const struct study *study);

/** Goes on after the search of the present step: again with more, to the next step, or it is done.
 *  Leaves times and claims alone. */
void study_advance(struct study *study, const struct rev_result *result);

#endif
