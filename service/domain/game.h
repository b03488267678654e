/**
 * A game between two seats, and the decisions about its moves: pure functions from a state, a
 * command and the time to the next state or an error. No input or output, no clock, no randomness
 * of its own. Beside it: deadline.h (what time does to a game), draw.h (draw offers), match.h (what
 * follows a game: the next one of a match, a rematch).
 *
 * Every command but those of match.h requires a game that time has done all to: settled at
 * `now_ms`, !game_is_due. So no command need know of deadlines, and whoever comes late finds what
 * the deadline made of the game.
 */
#ifndef REVERSID_DOMAIN_GAME_H
#define REVERSID_DOMAIN_GAME_H

#include "base/error.h"
#include "base/uuid.h"
#include "domain/game_clock.h"
#include "reversi/game.h"
#include "reversi/level.h"

#include <stdbool.h>
#include <stdint.h>

enum game_status { GAME_LIVE, GAME_FINISHED, GAME_ABORTED, GAME_STATUS_COUNT };

/** How a game was set up. `xot` starts from a random balanced position, kept like a given one. */
enum game_opening {
    OPENING_STANDARD,
    OPENING_ORIGINAL,
    OPENING_XOT,
    OPENING_POSITION,
    GAME_OPENING_COUNT
};

enum game_visibility { VISIBILITY_PUBLIC, VISIBILITY_UNLISTED, GAME_VISIBILITY_COUNT };

enum seat_kind { SEAT_HUMAN, SEAT_AI };

/** By whom a disc was placed. */
enum move_by { BY_HUMAN, BY_AI, BY_AUTO, MOVE_BY_COUNT };

/** Why a game is not rated. */
enum unrated_reason {
    UNRATED_NOT, /* nothing speaks against it */
    UNRATED_CASUAL,
    UNRATED_GUEST,
    UNRATED_OPENING,
    UNRATED_NO_CLOCK,
    UNRATED_AUTOPLAY,
    UNRATED_REASON_COUNT
};

/** Why winning against the AI earns nothing. */
enum unrewarded_reason {
    UNREWARDED_NOT, /* nothing speaks against it */
    UNREWARDED_POSITION,
    UNREWARDED_SEED,
    UNREWARDED_UNDO,
    UNREWARDED_HINT,
    UNREWARDED_EARLIER_GAME, /* of the match: an undo or a hint in it */
    UNREWARDED_REASON_COUNT
};

enum game_reason {
    REASON_NONE,
    REASON_DISCS,
    REASON_RESIGNATION,
    REASON_TIMEOUT,
    REASON_AGREEMENT,
    REASON_ABANDONED,
    GAME_REASON_COUNT
};

enum game_winner { WINNER_NONE, WINNER_BLACK, WINNER_WHITE, WINNER_DRAW };

/** Which seats a caller holds: a set of colours, as bits 1 << color. */
enum { SEATS_NONE = 0, SEATS_BLACK = 1, SEATS_WHITE = 2, SEATS_BOTH = 3 };

enum {
    PLAYER_NAME_SIZE = 1152 + 1, /* 32 graphemes of up to 36 bytes, as families in pictures have */
    GAME_METADATA_SIZE = 1024 + 1, /* the creator's own JSON object, serialised */
    GAME_FINGERPRINT_SIZE = 32
};

struct seat {
    enum seat_kind kind;
    enum rev_level level;        /* of an AI */
    struct uuid player;          /* of a human; nil for an AI */
    char name[PLAYER_NAME_SIZE]; /* of a human */
};

/** The place of a game in its match, settled when the game begins. */
struct game_match {
    struct uuid id; /* nil: a single game; else also the id of the match's first game */
    int wins_needed;
    int game_number; /* 1 is the first */
    int wins[2];     /* by colour in this game: what its players won before it */
};

/** What a game is played for, settled when it begins. */
struct game_prize {
    bool rated; /* both players have accounts, and nothing else speaks against it */
    enum unrated_reason unrated; /* between people: why it is not rated */
    int stake;                   /* chips that the winner of the game or match gets; 0: none */
    int rating[2]; /* by colour: thousandths when the game began, on the ladder of its clock;
                      0: of the AI, and of a guest */
    bool helped;   /* an earlier game of the match was taken back, or a hint was given in it */
    bool seeded;   /* its maker chose the seed, so that the AI's choices can be tried out before */
};

/**
 * A game as it is stored, with its board replayed.
 *
 * Invariants: rules holds exactly the stored placements; winner and reason are set, both, exactly
 * when status is GAME_FINISHED; rules.over implies a status other than GAME_LIVE; deadline_ms is 0
 * unless the game is live.
 */
struct game {
    struct uuid id;
    int version; /* 1 at first; grows with every visible change */
    int branch;  /* 0 at first; grows with each undo */
    enum game_status status;
    enum game_opening opening;
    enum game_visibility visibility;
    struct seat seats[2]; /* by enum rev_color; in a local game both are the same player */
    struct uuid creator;
    uint64_t seed; /* of the AI's choices; below 2^53 */
    struct rev_game rules;
    int32_t used_ms[REV_PLY_MAX]; /* thinking time of each placement */
    uint8_t by[REV_PLY_MAX];      /* enum move_by of each placement */
    enum game_winner winner;
    enum game_reason reason;
    int64_t created_ms;
    int64_t updated_ms;
    int64_t turn_started_ms; /* when the side to move began to think */
    struct game_clock clock; /* settled */
    int64_t deadline_ms; /* when its turn ends by itself; 0: never. Of a game between people without
                            a clock: when the game is given up. */
    int64_t adjusted_ms; /* by how much outages moved its deadlines, in all */
    int outage_seq;      /* the latest outage that was looked at for it; 0: none */
    int misses[2];       /* by colour: turns running that the server played */
    int draw_by;         /* SEATS_…: who offers a draw, or offered the one that was accepted */
    int draw_ply;        /* placements when it was offered */
    int draw_spent; /* SEATS_…: who has offered one since their last move, whatever became of it */
    struct game_match match;
    struct game_prize prize;
    int rated_from[2]; /* by colour: ratings before and after, once it was rated; 0 before */
    int rated_to[2];
    int rematch_by;    /* SEATS_…: who wants to play again; SEATS_BOTH: both, once it has begun */
    int rematch_first; /* SEATS_…: whose offer the latest is, also where it stands no more */
    int rematch_withdrawn; /* SEATS_…: whose offer was taken back */
    int rematch_declined;  /* SEATS_…: whose offer the other side declined */
    int awaited; /* SEATS_…: who may be away, since they had asked for the game long before
                    somebody else began it */
    int64_t awaited_until_ms;  /* the first turn of that seat does not end before; 0: nobody is
                                  awaited */
    int64_t ai_lease_until_ms; /* 0: nobody has claimed the AI's turn */
    int ai_attempt; /* how often the current AI turn was claimed since it could be played */
    bool ai_waits;  /* the AI's turn was put off, since its move would tell what to play in a rated
                       game (fair_play.h); until it moves or somebody takes back */
    int hints;      /* that the human was given; never fewer */
    char metadata[GAME_METADATA_SIZE];          /* "{}" at least */
    uint8_t fingerprint[GAME_FINGERPRINT_SIZE]; /* SHA-256 of the creating request */
};

/** Whom the creator of a game plays. */
enum game_opponent { OPPONENT_AI, OPPONENT_LOCAL, OPPONENT_PLAYER };

/** What a new game is made of; everything has been validated on its own. */
struct game_setup {
    struct uuid id; /* of the match too, where it is one */
    struct uuid creator;
    char creator_name[PLAYER_NAME_SIZE];
    enum game_opponent against;
    enum rev_level level;                 /* of an AI */
    struct uuid opponent;                 /* of OPPONENT_PLAYER: somebody else than the creator */
    char opponent_name[PLAYER_NAME_SIZE]; /* of OPPONENT_PLAYER */
    enum rev_color color;                 /* the creator's; in a local game without a meaning */
    struct game_clock clock;
    int wins_needed; /* 0: a single game; else of a match: 1, 3 or 5 */
    enum game_opening opening;
    struct rev_position position; /* for OPENING_XOT and OPENING_POSITION */
    enum game_visibility visibility;
    int64_t offered_ms; /* when the creator asked for it, if somebody else begins it; else 0 */
    bool rated;         /* between people with accounts, as terms_unrated allows */
    enum unrated_reason unrated; /* why it is not, between people */
    bool staked;                 /* between people with accounts */
    uint64_t seed;
    bool seeded;          /* the creator chose it */
    const char *metadata; /* serialised JSON object, shorter than GAME_METADATA_SIZE */
    uint8_t fingerprint[GAME_FINGERPRINT_SIZE];
};

/** Starts a game. Fails with POSITION_FINISHED where neither side could move. */
FALLIBLE struct result game_create(const struct game_setup *setup, int64_t now_ms,
                                   struct game *game);

/** Both seats belong to one person on one device. */
bool game_is_local(const struct game *game);

/** One seat is the AI's. */
bool game_is_against_ai(const struct game *game);

/** Two different people play. */
bool game_is_between_people(const struct game *game);

/** The game is live and the AI is to move. */
bool game_is_ai_turn(const struct game *game);

/** Which seats a player holds (nil: none). The one place that decides it. */
int game_seats_of(const struct game *game, const struct uuid *player);

/** A move as it was asked for. */
struct game_move {
    int ply;    /* 1 is the first */
    int square; /* 0..63 */
    int branch;
    int seats; /* the caller's */
};

/**
 * Decides about a move of a human.
 *
 * @param replay  set when the very move was played before: nothing changes, the answer is the same
 * @param next    the game after it; written only on success (a copy of `game` for a replay)
 *
 * Errors: NOT_A_SEAT, STALE_BRANCH, PLY_ALREADY_PLAYED, OUT_OF_STEP, NOT_YOUR_TURN, GAME_OVER,
 * ILLEGAL_MOVE.
 */
FALLIBLE struct result game_play(const struct game *game, const struct game_move *move,
                                 int64_t now_ms, struct game *next, bool *replay);

/**
 * Applies the AI's move, which was computed for `game` exactly as it is.
 *
 * @param by  BY_AI; BY_AUTO where the fallback had to serve
 */
FALLIBLE struct result game_play_ai(const struct game *game, int square, enum move_by by,
                                    int64_t now_ms, struct game *next);

/**
 * Takes back to the latest earlier position in which the human had to choose.
 *
 * @param branch  the branch that the undo leads to: the current one + 1; the current one, if the
 *                last change of branch was this very undo: a repeat
 *
 * Errors: NOT_A_SEAT, UNDO_NOT_ALLOWED, GAME_OVER, STALE_BRANCH, OUT_OF_STEP (a branch beyond the
 * next), NOTHING_TO_UNDO.
 */
FALLIBLE struct result game_undo(const struct game *game, int branch, int seats, int64_t now_ms,
                                 struct game *next, bool *replay);

/** Whether game_undo would work for this caller now. */
bool game_can_undo(const struct game *game, int seats);

/**
 * Resigns for a seat. Repeatable: a seat that has resigned resigns again without a change.
 *
 * @param color  whose seat; must be among `seats`
 */
FALLIBLE struct result game_resign(const struct game *game, int seats, enum rev_color color,
                                   int64_t now_ms, struct game *next, bool *replay);

/**
 * Ends a game without a result, as long as one side has placed fewer than two discs and no game of
 * its match came before. Repeatable.
 */
FALLIBLE struct result game_abort(const struct game *game, int seats, int64_t now_ms,
                                  struct game *next, bool *replay);

/** Whether game_abort would change something for this caller now. */
bool game_can_abort(const struct game *game, int seats);

/**
 * Whether a caller may be given a hint for the position as it is: in games against the AI only, and
 * while it is the caller's turn.
 *
 * Errors: NOT_A_SEAT, HINT_NOT_ALLOWED, GAME_OVER, NOT_YOUR_TURN.
 */
FALLIBLE struct result game_may_hint(const struct game *game, int seats);

/**
 * Counts a hint that was thought of for the position at a ply of a branch, before it is given.
 *
 * Errors: those of game_may_hint; STALE_BRANCH or PLY_ALREADY_PLAYED where the game has moved on.
 */
FALLIBLE struct result game_hint(const struct game *game, int seats, int ply, int branch,
                                 int64_t now_ms, struct game *next);

/**
 * Whether both sides have placed so many discs that the game counts: before, it can be aborted, and
 * losing it by time is neither rated nor paid for. What the server placed for somebody who did not
 * come is not that side's.
 */
bool game_has_begun(const struct game *game);

/**
 * Whether a finished game that was to be rated is: not one that was lost by time before both sides
 * had placed two discs.
 */
bool game_counts(const struct game *game);

/** Somebody helped the human in it or in an earlier game of its match: an undo, or a hint. */
bool game_was_helped(const struct game *game);

/** Why the game, if it is won against the AI, or the match that it decides, earns nothing: the
 * first reason there is. */
enum unrewarded_reason game_unrewarded(const struct game *game);

/** Claims the AI's turn until a time: leaves version alone. Requires game_is_ai_turn. */
void game_lease_ai(struct game *game, int64_t until_ms);

/**
 * Discs by the engines' custom: empty squares go to the winner, whatever the discs say, and are
 * halved at a draw. Together always 64.
 */
void game_discs_empties_to_winner(const struct rev_game *rules, enum game_winner winner, int *black,
                                  int *white);

/** Who has more discs on the board. */
enum game_winner game_winner_by_discs(const struct rev_game *rules);

#endif
