#include "play_model.h"

#include "domain/game.h"

static const int64_t month_ms = INT64_C(30) * 24 * 60 * 60 * 1000;
static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;

static bool is_ai(const struct play *play, int color)
{
    return play->holder[color] == NOBODY;
}

static bool has_ai(const struct play *play)
{
    return is_ai(play, BLACK) || is_ai(play, WHITE);
}

static bool is_shared(const struct play *play)
{
    return play->holder[BLACK] == play->holder[WHITE];
}

static bool runs(const struct play *play)
{
    return play->ending == PLAY_RUNS;
}

static void changed(struct play *play, int64_t now_ms)
{
    play->version++;
    play->board.updated_ms = now_ms;
}

static bool is_seconds(const struct play *play)
{
    return play->terms.turn_ms > 0 && play->terms.turn_ms < day_ms;
}

/** How many discs a colour has placed. */
static int placed_by(const struct play *play, int color)
{
    int count = 0;
    for (int i = 0; i < play->board.ply; i++)
        count += play->board.placements[i].color == color;
    return count;
}

/** A new turn begins now, with all its time. */
static void wind(struct play *play, int64_t now_ms)
{
    int turn = model_now(&play->board)->turn;
    play->deadline_ms = 0;
    if (!runs(play) || is_ai(play, turn))
        return;
    bool first = placed_by(play, turn) == 0;
    bool first_of_all = first && (is_ai(play, 1 - turn) || placed_by(play, 1 - turn) == 0);
    if (play->terms.turn_ms > 0) {
        play->deadline_ms = now_ms + play->terms.turn_ms;
        if (play->number > 1 && first_of_all)
            play->deadline_ms += 15000;
        if (first && play->awaited_ms[turn] > play->deadline_ms)
            play->deadline_ms = play->awaited_ms[turn];
    } else if (!has_ai(play) && !is_shared(play))
        play->deadline_ms = now_ms + month_ms;
}

void play_begin(struct play *play, const struct play_terms *terms, const int holder[2],
                int64_t now_ms)
{
    *play = (struct play){.terms = *terms,
                          .holder = {holder[0], holder[1]},
                          .winner = NOBODY,
                          .version = 1,
                          .offerer = NOBODY,
                          .is_match = terms->wins_needed > 0,
                          .number = 1};
    int ai = holder[BLACK] == NOBODY ? BLACK : holder[WHITE] == NOBODY ? WHITE : NOBODY;
    model_begin(&play->board, MODEL_STANDARD, NULL, 0, ai, now_ms);
    wind(play, now_ms);
}

static void swap(const struct play *ended, int64_t now_ms, struct play *next)
{
    int holder[2] = {ended->holder[WHITE], ended->holder[BLACK]};
    play_begin(next, &ended->terms, holder, now_ms);
}

/** Both sides have placed two discs, none of which the server placed for them. */
static bool has_begun(const struct play *play)
{
    int own[2] = {0, 0};
    for (int i = 0; i < play->board.ply; i++)
        own[play->board.placements[i].color] += play->board.placements[i].by != BY_AUTO;
    return own[BLACK] >= 2 && own[WHITE] >= 2;
}

bool play_next(const struct play *ended, int64_t now_ms, struct play *next)
{
    int won[2] = {ended->won[0], ended->won[1]};
    if (!ended->is_match || ended->ending == PLAY_RUNS || ended->ending == PLAY_ABORTED ||
        ended->ending == PLAY_LEFT)
        return false;
    if (ended->winner != NOBODY)
        won[ended->winner]++;
    if (won[0] == ended->terms.wins_needed || won[1] == ended->terms.wins_needed)
        return false;
    swap(ended, now_ms, next);
    next->number = ended->number + 1;
    for (int color = BLACK; color <= WHITE; color++) {
        next->won[color] = won[1 - color];
        next->missed[color] = ended->missed[1 - color];
    }
    wind(next, now_ms);
    return true;
}

bool play_has_rematch(const struct play *play)
{
    return play->wants[BLACK] && play->wants[WHITE];
}

void play_again(const struct play *ended, int64_t now_ms, struct play *next)
{
    bool late = now_ms - ended->wanted_ms >= 60000;
    swap(ended, now_ms, next);
    if (!late || has_ai(ended) || is_shared(ended) || !is_seconds(ended))
        return;
    next->awaited_ms[1 - ended->wanted_by] = now_ms + day_ms;
    wind(next, now_ms);
}

int play_seats(const struct play *play, int caller)
{
    return (play->holder[BLACK] == caller ? 1 : 0) | (play->holder[WHITE] == caller ? 2 : 0);
}

void play_outage(struct play *play, int64_t from_ms, int64_t to_ms)
{
    if (play->deadline_ms == 0 || play->deadline_ms <= from_ms)
        return;
    int64_t began_ms = play->board.turn_began_ms > from_ms ? play->board.turn_began_ms : from_ms;
    if (began_ms >= to_ms)
        return;
    play->deadline_ms += to_ms - began_ms;
    play->adjusted_ms += to_ms - began_ms;
}

bool play_is_over_time(const struct play *play, int64_t now_ms)
{
    return play->deadline_ms > 0 && play->deadline_ms <= now_ms;
}

static void end(struct play *play, enum play_ending ending, int winner, int64_t now_ms)
{
    play->ending = ending;
    play->winner = winner;
    play->deadline_ms = 0;
    changed(play, now_ms);
}

/** What a placement brings with it; the board has counted its own version. */
static void placed(struct play *play, int64_t now_ms)
{
    play->version++;
    play->offerer = NOBODY;
    play->offer_ply = 0;
    play->has_offered[play->board.placements[play->board.ply - 1].color] = false;
    if (play->board.end == MODEL_DISCS) {
        play->ending = PLAY_DISCS;
        play->winner = play->board.winner;
    }
    wind(play, now_ms);
}

void play_adjusted(struct play *play)
{
    play->version++;
}

void play_time_out(struct play *play, int square, int64_t now_ms)
{
    int turn = model_now(&play->board)->turn;
    bool repeated;
    if (play->terms.turn_ms == 0) {
        end(play, PLAY_ABORTED, NOBODY, now_ms);
        return;
    }
    if (!play->terms.autoplay) {
        end(play, PLAY_TIMED_OUT, 1 - turn, now_ms);
        return;
    }
    if (++play->missed[turn] == 3) {
        end(play, PLAY_LEFT, 1 - turn, now_ms);
        return;
    }
    (void)model_play(&play->board, 1 << turn, play->board.ply + 1, square, play->board.branch,
                     now_ms, &repeated);
    play->board.placements[play->board.ply - 1].by = BY_AUTO;
    placed(play, now_ms);
}

enum error_code play_move(struct play *play, int caller, int ply, int square, int branch,
                          int64_t now_ms, bool *repeated)
{
    int turn = model_now(&play->board)->turn;
    struct model before = play->board;
    play->board.end = runs(play) ? MODEL_RUNS : MODEL_RESIGNED; /* whatever it was: over is over */
    enum error_code code =
        model_play(&play->board, play_seats(play, caller), ply, square, branch, now_ms, repeated);
    if (code != ERROR_NONE || *repeated) {
        play->board = before;
        return code;
    }
    play->missed[turn] = 0;
    placed(play, now_ms);
    return ERROR_NONE;
}

enum error_code play_move_of_ai(struct play *play, int square, int64_t now_ms)
{
    if (!runs(play))
        return ERROR_GAME_OVER;
    enum error_code code = model_play_ai(&play->board, square, BY_AI, now_ms);
    if (code == ERROR_NONE)
        placed(play, now_ms);
    return code;
}

enum error_code play_undo(struct play *play, int caller, int branch, int64_t now_ms, bool *repeated)
{
    play->board.end = runs(play) ? MODEL_RUNS : MODEL_RESIGNED;
    enum error_code code =
        model_undo(&play->board, play_seats(play, caller), branch, now_ms, repeated);
    if (code != ERROR_NONE || *repeated)
        return code;
    play->version++;
    wind(play, now_ms);
    return ERROR_NONE;
}

enum error_code play_resign(struct play *play, int caller, int color, int64_t now_ms,
                            bool *repeated)
{
    *repeated = false;
    if (!(play_seats(play, caller) >> color & 1))
        return ERROR_NOT_A_SEAT;
    *repeated = play->ending == PLAY_RESIGNED && play->winner == 1 - color;
    if (*repeated)
        return ERROR_NONE;
    if (!runs(play))
        return ERROR_GAME_OVER;
    end(play, PLAY_RESIGNED, 1 - color, now_ms);
    return ERROR_NONE;
}

enum error_code play_abort(struct play *play, int caller, int64_t now_ms, bool *repeated)
{
    *repeated = false;
    if (play_seats(play, caller) == 0)
        return ERROR_NOT_A_SEAT;
    *repeated = play->ending == PLAY_ABORTED;
    if (*repeated)
        return ERROR_NONE;
    if (!runs(play))
        return ERROR_GAME_OVER;
    if (has_begun(play) || play->number > 1)
        return ERROR_TOO_LATE_TO_ABORT;
    end(play, PLAY_ABORTED, NOBODY, now_ms);
    return ERROR_NONE;
}

enum error_code play_leave(struct play *play, int caller, int color, int64_t now_ms, bool *repeated)
{
    *repeated = false;
    if (!(play_seats(play, caller) >> color & 1))
        return ERROR_NOT_A_SEAT;
    *repeated =
        play->ending == PLAY_ABORTED || (play->ending == PLAY_LEFT && play->winner == 1 - color);
    if (*repeated)
        return ERROR_NONE;
    if (!runs(play))
        return ERROR_MATCH_OVER;
    if (play->number == 1 && !has_begun(play))
        end(play, PLAY_ABORTED, NOBODY, now_ms);
    else
        end(play, PLAY_LEFT, 1 - color, now_ms);
    return ERROR_NONE;
}

/** A draw offer is somebody's who has one seat. On one device the offer is a black one. */
static bool owns_offer(const struct play *play, int caller)
{
    return play->offerer != NOBODY && play->holder[play->offerer] == caller;
}

enum error_code play_offer(struct play *play, int caller, int ply, int64_t now_ms, bool *repeated)
{
    int seats = play_seats(play, caller);
    *repeated = false;
    if (seats == 0)
        return ERROR_NOT_A_SEAT;
    if (has_ai(play))
        return ERROR_DRAW_NOT_ALLOWED;
    *repeated = owns_offer(play, caller) && (ply < 0 || ply == play->offer_ply) &&
                (runs(play) || play->ending == PLAY_AGREED);
    if (*repeated)
        return ERROR_NONE;
    if (!runs(play))
        return ERROR_GAME_OVER;
    if (ply >= 0 && ply != play->board.ply)
        return ERROR_OUT_OF_STEP;
    if (play->offerer != NOBODY)
        return ERROR_DRAW_OFFERED;
    if (play->has_offered[seats == 2 ? WHITE : BLACK])
        return ERROR_DRAW_OFFER_REPEATED;
    play->offerer = seats == 2 ? WHITE : BLACK;
    play->has_offered[play->offerer] = !is_shared(play);
    play->offer_ply = play->board.ply;
    if (is_shared(play))
        end(play, PLAY_AGREED, NOBODY, now_ms);
    else
        changed(play, now_ms);
    return ERROR_NONE;
}

enum error_code play_drop(struct play *play, int caller, int ply, int64_t now_ms, bool *repeated)
{
    *repeated = false;
    if (play_seats(play, caller) == 0)
        return ERROR_NOT_A_SEAT;
    if (has_ai(play))
        return ERROR_DRAW_NOT_ALLOWED;
    *repeated = !runs(play) || play->offerer == NOBODY || (ply >= 0 && ply != play->offer_ply);
    if (*repeated)
        return ERROR_NONE;
    play->offerer = NOBODY;
    play->offer_ply = 0;
    changed(play, now_ms);
    return ERROR_NONE;
}

enum error_code play_accept(struct play *play, int caller, int ply, int64_t now_ms, bool *repeated)
{
    bool meant = play->offerer != NOBODY && (ply < 0 || ply == play->offer_ply);
    *repeated = false;
    if (play_seats(play, caller) == 0)
        return ERROR_NOT_A_SEAT;
    if (has_ai(play))
        return ERROR_DRAW_NOT_ALLOWED;
    *repeated =
        play->ending == PLAY_AGREED && meant && (is_shared(play) || !owns_offer(play, caller));
    if (*repeated)
        return ERROR_NONE;
    if (!runs(play))
        return ERROR_GAME_OVER;
    if (!meant)
        return ERROR_NO_DRAW_OFFER;
    if (owns_offer(play, caller))
        return ERROR_OWN_OFFER;
    end(play, PLAY_AGREED, NOBODY, now_ms);
    return ERROR_NONE;
}

enum error_code play_want_rematch(struct play *play, int caller, int64_t now_ms, bool *repeated)
{
    int seats = play_seats(play, caller);
    struct play next;
    *repeated = false;
    if (seats == 0)
        return ERROR_NOT_A_SEAT;
    if (runs(play))
        return ERROR_GAME_NOT_OVER;
    if (play_next(play, now_ms, &next))
        return ERROR_MATCH_NOT_OVER;
    *repeated = (!(seats & 1) || play->wants[BLACK]) && (!(seats & 2) || play->wants[WHITE]);
    if (*repeated)
        return ERROR_NONE;
    if (!play->wants[BLACK] && !play->wants[WHITE]) {
        int color = seats == 2 ? WHITE : BLACK;
        if (play->refused[color])
            return ERROR_REMATCH_DECLINED;
        play->wanted_by = color;
        play->wanted_ms = now_ms;
    }
    for (int color = BLACK; color <= WHITE; color++)
        play->wants[color] |= (seats >> color & 1) || has_ai(play);
    changed(play, now_ms);
    return ERROR_NONE;
}

enum error_code play_refuse_rematch(struct play *play, int caller, int by, int64_t now_ms,
                                    bool *repeated)
{
    *repeated = false;
    if (play_seats(play, caller) == 0)
        return ERROR_NOT_A_SEAT;
    if (play_has_rematch(play))
        return ERROR_REMATCH_BEGUN;
    *repeated = (by == NOBODY || !play->wants[by]) &&
                (by != NOBODY || (!play->wants[BLACK] && !play->wants[WHITE]));
    if (*repeated)
        return ERROR_NONE;
    play->refused[play->wanted_by] = true;
    play->wants[BLACK] = play->wants[WHITE] = false;
    changed(play, now_ms);
    return ERROR_NONE;
}
