/**
 * A second, simple opinion about play between people: clocks, outages, draw offers, matches,
 * rematches. The boards are game_model's. Written from what PRODUCT and API promise; it shares no
 * code with the domain.
 */
#ifndef TEST_PLAY_MODEL_H
#define TEST_PLAY_MODEL_H

#include "game_model.h"

/** Who may send a command. */
enum { PLAYER_ONE, PLAYER_TWO, A_STRANGER, A_GUEST_WITHOUT_NAME, CALLER_COUNT };

enum play_ending {
    PLAY_RUNS,
    PLAY_DISCS,
    PLAY_RESIGNED,
    PLAY_TIMED_OUT,
    PLAY_AGREED,
    PLAY_LEFT,
    PLAY_ABORTED
};

struct play_terms {
    int64_t turn_ms; /* 0: no clock */
    bool autoplay;
    int wins_needed; /* 0: a single game */
};

/** One game of two players, with all that is agreed on around it. */
struct play {
    struct play_terms terms;
    struct model board;
    int holder[2]; /* by colour: a caller, or NOBODY for the AI; the same twice on one device */
    enum play_ending ending;
    int winner; /* colour, or NOBODY */
    int version;
    int64_t deadline_ms; /* 0: none */
    int64_t adjusted_ms;
    int missed[2];
    int offerer, offer_ply; /* of a draw: a colour, or NOBODY */
    bool has_offered[2];    /* a draw, since the own last move */
    int64_t awaited_ms[2];  /* until when at least a colour's first turn lasts; 0: as any turn */
    bool is_match;
    int number, won[2]; /* in the match, before this game */
    bool wants[2];      /* a rematch */
    bool refused[2];    /* the own offer of one came to nothing */
    int wanted_by;      /* whose offer the latest is, and when it was made */
    int64_t wanted_ms;
};

void play_begin(struct play *play, const struct play_terms *terms, const int holder[2],
                int64_t now_ms);

/** The game that follows by itself when a match goes on. False: none does. */
bool play_next(const struct play *ended, int64_t now_ms, struct play *next);

/** The rematch, once both want it. */
void play_again(const struct play *ended, int64_t now_ms, struct play *next);
bool play_has_rematch(const struct play *play);

/** Colours that a caller holds, as bits. */
int play_seats(const struct play *play, int caller);

/** An outage held up the turn that runs: the deadline moves. */
void play_outage(struct play *play, int64_t from_ms, int64_t to_ms);

/** Something is visibly different after a number of outages. */
void play_adjusted(struct play *play);

/** The deadline has come. */
bool play_is_over_time(const struct play *play, int64_t now_ms);

/** What happens then. @param square  that the server chose, where it has to play */
void play_time_out(struct play *play, int square, int64_t now_ms);

/* Commands: each changes the game only where it answers ERROR_NONE without `repeated`. */
enum error_code play_move(struct play *play, int caller, int ply, int square, int branch,
                          int64_t now_ms, bool *repeated);
enum error_code play_move_of_ai(struct play *play, int square, int64_t now_ms);
enum error_code play_undo(struct play *play, int caller, int branch, int64_t now_ms,
                          bool *repeated);
enum error_code play_resign(struct play *play, int caller, int color, int64_t now_ms,
                            bool *repeated);
enum error_code play_abort(struct play *play, int caller, int64_t now_ms, bool *repeated);
enum error_code play_leave(struct play *play, int caller, int color, int64_t now_ms,
                           bool *repeated);
enum error_code play_offer(struct play *play, int caller, int ply, int64_t now_ms, bool *repeated);
enum error_code play_drop(struct play *play, int caller, int ply, int64_t now_ms, bool *repeated);
enum error_code play_accept(struct play *play, int caller, int ply, int64_t now_ms, bool *repeated);
enum error_code play_want_rematch(struct play *play, int caller, int64_t now_ms, bool *repeated);
/** @param by  a colour; NOBODY: whoever has offered */
enum error_code play_refuse_rematch(struct play *play, int caller, int by, int64_t now_ms,
                                    bool *repeated);

#endif
