/**
 * Play between people: cases by hand, then long random sequences of right and wrong commands of two
 * players, a stranger and somebody without a name, with time passing and outages, beside a model
 * that shares no code with the domain.
 */
#include "domain/deadline.h"
#include "domain/draw.h"
#include "domain/match.h"
#include "play_model.h"
#include "random.h"
#include "require.h"
#include "suite.h"

#include <string.h>

static const struct uuid PEOPLE[CALLER_COUNT] = {{{1}}, {{2}}, {{9, 9}}, {{0}}};
static const int64_t BEGUN_MS = INT64_C(1767323045678);

enum { SECOND_MS = 1000, DAY_MS = 24 * 60 * 60 * SECOND_MS };

/* --- cases ------------------------------------------------------------------------------- */

static struct game_setup between(const struct game_clock *clock, int wins_needed)
{
    return (struct game_setup){.id = {{7}},
                               .creator = PEOPLE[PLAYER_ONE],
                               .creator_name = "Ada",
                               .against = OPPONENT_PLAYER,
                               .opponent = PEOPLE[PLAYER_TWO],
                               .opponent_name = "Ben",
                               .color = REV_BLACK,
                               .clock = *clock,
                               .wins_needed = wins_needed,
                               .visibility = VISIBILITY_UNLISTED,
                               .seed = 42,
                               .metadata = "{}"};
}

static const struct game_clock NO_CLOCK = {CLOCK_NONE, 0, TIMEOUT_FORFEIT};
static const struct game_clock HALF_A_MINUTE = {CLOCK_PER_MOVE, 30, TIMEOUT_FORFEIT};
static const struct game_clock AUTOMATIC = {CLOCK_PER_MOVE, 5, TIMEOUT_AUTOPLAY};
static const struct game_clock TWO_DAYS = {CLOCK_CORRESPONDENCE, 2, TIMEOUT_FORFEIT};

static struct game begin(const struct game_clock *clock, int wins_needed)
{
    struct game_setup setup = between(clock, wins_needed);
    struct game_change change;
    ck_assert(!failed(game_begin(&setup, BEGUN_MS, &change)));
    ck_assert(change.begins && !change.has_follower && change.has_match == (wins_needed > 0));
    return change.game;
}

/** Plays any legal move, a second after the turn began. */
static struct game move_on(const struct game *game)
{
    struct game next;
    bool replay;
    struct game_move move = {game->rules.ply + 1, __builtin_ctzll(game->rules.legal), 0,
                             1 << game->rules.now.turn};
    ck_assert(!failed(game_play(game, &move, game->turn_started_ms + SECOND_MS, &next, &replay)));
    return next;
}

static const struct {
    const struct game_clock *clock;
    int64_t turn_ms;
} turns[] = {
    {&HALF_A_MINUTE, 30 * SECOND_MS},
    {&AUTOMATIC, 5 * SECOND_MS},
    {&TWO_DAYS, INT64_C(2) * DAY_MS},
    {&NO_CLOCK, INT64_C(30) * DAY_MS},
};

START_TEST(a_turn_has_its_whole_time_from_its_beginning)
{
    struct game game = begin(turns[_i].clock, 0);
    ck_assert_int_eq(game.deadline_ms, BEGUN_MS + turns[_i].turn_ms);
    ck_assert(!game_is_due(&game, game.deadline_ms - 1));
    ck_assert(game_is_due(&game, game.deadline_ms));
    struct game next = move_on(&game);
    ck_assert_int_eq(next.deadline_ms, BEGUN_MS + SECOND_MS + turns[_i].turn_ms);
}
END_TEST

START_TEST(no_clock_runs_on_the_turn_of_the_ai)
{
    struct game_setup setup = between(&HALF_A_MINUTE, 0);
    struct game game;
    setup.against = OPPONENT_AI;
    ck_assert(!failed(game_create(&setup, BEGUN_MS, &game)));
    ck_assert_int_eq(game.deadline_ms, BEGUN_MS + 30 * SECOND_MS);
    game = move_on(&game);
    ck_assert(game_is_ai_turn(&game));
    ck_assert_int_eq(game.deadline_ms, 0);
    struct game next;
    int64_t later_ms = BEGUN_MS + DAY_MS;
    int square = __builtin_ctzll(game.rules.legal);
    ck_assert(!failed(game_play_ai(&game, square, BY_AI, later_ms, &next)));
    ck_assert_int_eq(next.deadline_ms, later_ms + 30 * SECOND_MS);
}
END_TEST

START_TEST(with_forfeit_the_side_to_move_has_lost_at_its_deadline)
{
    struct game game = begin(&HALF_A_MINUTE, 0), next;
    ck_assert_int_eq(game_settle(&game, NULL, 0, game.deadline_ms - 1, &next), SETTLED_ALREADY);
    ck_assert_int_eq(game_settle(&game, NULL, 0, game.deadline_ms, &next), SETTLED_EXPIRED);
    ck_assert(next.status == GAME_FINISHED && next.reason == REASON_TIMEOUT);
    ck_assert(next.winner == WINNER_WHITE && next.deadline_ms == 0 && next.version == 2);
    ck_assert(!game_has_begun(&next));
}
END_TEST

START_TEST(with_autoplay_the_third_turn_missed_running_is_leaving)
{
    struct game game = begin(&AUTOMATIC, 0), next;
    for (int turn = 1; turn <= 5; turn++) {
        int64_t late_ms = game.deadline_ms + 700;
        enum rev_color color = game.rules.now.turn;
        ck_assert_int_eq(game_settle(&game, NULL, 0, late_ms, &next), SETTLED_EXPIRED);
        game = next;
        if (turn == 5)
            break;
        ck_assert_int_eq(game.by[game.rules.ply - 1], BY_AUTO);
        ck_assert_int_eq(game.misses[color], (turn + 1) / 2);
        ck_assert_int_eq(game.deadline_ms, late_ms + 5 * SECOND_MS);
    }
    ck_assert(game.status == GAME_FINISHED && game.reason == REASON_ABANDONED);
    ck_assert_int_eq(game.rules.ply, 4);
}
END_TEST

START_TEST(an_own_move_resets_the_turns_that_were_missed)
{
    struct game game = begin(&AUTOMATIC, 0), next;
    ck_assert_int_eq(game_settle(&game, NULL, 0, game.deadline_ms, &next), SETTLED_EXPIRED);
    ck_assert_int_eq(next.misses[REV_BLACK], 1);
    while (next.rules.now.turn != REV_BLACK)
        next = move_on(&next);
    ck_assert_int_eq(next.misses[REV_BLACK], 1);
    next = move_on(&next);
    ck_assert_int_eq(next.misses[REV_BLACK], 0);
}
END_TEST

START_TEST(a_game_without_a_clock_is_given_up_after_a_month)
{
    struct game game = begin(&NO_CLOCK, 3), next;
    struct game_change change;
    ck_assert_int_eq(game_settle(&game, NULL, 0, game.deadline_ms, &next), SETTLED_EXPIRED);
    ck_assert(next.status == GAME_ABORTED && next.winner == WINNER_NONE);
    game_complete(&game, &next, game.deadline_ms, &change);
    ck_assert(change.has_match && !change.has_follower && change.match.status == GAME_ABORTED);
}
END_TEST

/* An outage from 10 to 30 seconds after the beginning, a turn from 0 to its deadline. */
static const struct {
    int64_t started_ms, deadline_ms, moved_ms;
} outages[] = {
    {0, 60000, 20000},     /* within the turn */
    {0, 15000, 20000},     /* the deadline within it: what was left of the turn is left */
    {0, 10000, 0},         /* the deadline before it */
    {0, 10001, 20000},     /* a millisecond was left */
    {20000, 80000, 10000}, /* the turn began within it */
    {30000, 90000, 0},     /* and at its end */
    {40000, 90000, 0},     /* and after it */
};

START_TEST(an_outage_moves_a_deadline_by_what_it_took_of_the_turn)
{
    struct game game = begin(&HALF_A_MINUTE, 0), next;
    const struct outage outage = {4, BEGUN_MS + 10000, BEGUN_MS + 30000};
    game.turn_started_ms = BEGUN_MS + outages[_i].started_ms;
    game.deadline_ms = BEGUN_MS + outages[_i].deadline_ms;
    int64_t now_ms = game.turn_started_ms > outage.to_ms ? game.turn_started_ms : outage.to_ms;
    enum settlement settlement = game_settle(&game, &outage, 1, now_ms, &next);
    ck_assert_int_eq(next.outage_seq, 4);
    ck_assert_int_eq(next.adjusted_ms, outages[_i].moved_ms);
    bool over = outages[_i].deadline_ms + outages[_i].moved_ms + BEGUN_MS <= now_ms;
    ck_assert_int_eq(settlement, over                       ? SETTLED_EXPIRED
                                 : outages[_i].moved_ms > 0 ? SETTLED_MOVED
                                                            : SETTLED_ALREADY);
    if (over)
        return;
    ck_assert_int_eq(next.deadline_ms, game.deadline_ms + outages[_i].moved_ms);
    ck_assert_int_eq(next.version, game.version + (outages[_i].moved_ms > 0));
    struct game again;
    ck_assert_int_eq(game_settle(&next, &outage, 1, now_ms, &again), SETTLED_ALREADY);
    ck_assert_int_eq(again.deadline_ms, next.deadline_ms);
}
END_TEST

/** Nothing keeps the two players apart. */
static const struct meeting friends = {true, {{.is_there = true}, {.is_there = true}}};

/** A game of which one side has asked for a rematch at a time. */
static struct game with_offer(const struct game_clock *clock, int seats, int64_t offered_ms)
{
    struct game game = begin(clock, 0), resigned, offered;
    bool replay;
    ck_assert(!failed(game_resign(&game, SEATS_WHITE, REV_WHITE, BEGUN_MS, &resigned, &replay)));
    ck_assert(
        !failed(game_offer_rematch(&resigned, seats, &friends, offered_ms, &offered, &replay)));
    return offered;
}

/* When black's offer of a rematch is accepted, and how long black's first turn, as white, then is.
 */
static const struct {
    const struct game_clock *clock;
    int64_t waited_ms, turn_ms;
} acceptances[] = {
    {&HALF_A_MINUTE, 0, 30 * SECOND_MS},
    {&HALF_A_MINUTE, 59999, 30 * SECOND_MS},
    {&HALF_A_MINUTE, 60000, DAY_MS - 4 * SECOND_MS},
    {&HALF_A_MINUTE, INT64_C(40) * DAY_MS, DAY_MS - 4 * SECOND_MS},
    {&AUTOMATIC, 60000, DAY_MS - 4 * SECOND_MS},
    {&TWO_DAYS, INT64_C(40) * DAY_MS, INT64_C(2) * DAY_MS},
    {&NO_CLOCK, INT64_C(40) * DAY_MS, INT64_C(30) * DAY_MS},
};

START_TEST(whoever_offered_a_rematch_long_ago_is_awaited_for_one_turn)
{
    const struct game_clock *clock = acceptances[_i].clock;
    struct game offered = with_offer(clock, SEATS_BLACK, BEGUN_MS), accepted, game;
    struct game_change change;
    bool replay;
    int64_t now_ms = BEGUN_MS + acceptances[_i].waited_ms;
    ck_assert(
        !failed(game_offer_rematch(&offered, SEATS_WHITE, &friends, now_ms, &accepted, &replay)));
    game_complete(&offered, &accepted, now_ms, &change);
    ck_assert(change.has_follower);
    game = change.follower;
    int64_t usual_ms = game.deadline_ms - game.turn_started_ms;
    ck_assert_int_eq(usual_ms, clock == &NO_CLOCK ? INT64_C(30) * DAY_MS
                                                  : game_clock_turn_ms(clock)); /* who accepted */
    struct game_move move = {1, __builtin_ctzll(game.rules.legal), 0, SEATS_BLACK};
    ck_assert(!failed(game_play(&game, &move, now_ms + 4 * SECOND_MS, &accepted, &replay)));
    int64_t left_ms = accepted.deadline_ms - (now_ms + 4 * SECOND_MS);
    ck_assert_int_eq(left_ms, acceptances[_i].turn_ms);
    game = move_on(&accepted);
    game = move_on(&game);
    ck_assert_int_eq(game.deadline_ms - game.turn_started_ms, usual_ms); /* its second turn */
}
END_TEST

START_TEST(ids_of_what_follows_are_functions_of_what_it_follows)
{
    struct game game = begin(&HALF_A_MINUTE, 3);
    struct uuid first = match_game_id(&game.match.id, 1), second = match_game_id(&game.id, 2);
    struct uuid third = match_game_id(&game.id, 3), rematch = rematch_id(&game.id);
    ck_assert(uuid_equal(&first, &game.id));
    ck_assert(!uuid_equal(&second, &first) && !uuid_equal(&second, &third));
    ck_assert(!uuid_equal(&rematch, &second) && !uuid_equal(&rematch, &first));
    struct uuid again = match_game_id(&game.id, 2);
    ck_assert(uuid_equal(&again, &second));
}
END_TEST

/** Whoever is named resigns game after game; checks the score of the match after each. */
START_TEST(a_match_goes_on_until_one_side_has_its_wins)
{
    static const struct {
        int loser; /* NOBODY: a draw */
        int wins[2];
        bool over;
    } results[] = {
        {PLAYER_ONE, {0, 1}, false}, {NOBODY, {0, 1}, false},    {PLAYER_TWO, {1, 1}, false},
        {PLAYER_ONE, {1, 2}, false}, {PLAYER_ONE, {1, 3}, true},
    };
    struct game game = begin(&HALF_A_MINUTE, 3);
    int64_t now_ms = BEGUN_MS;
    for (int i = 0; i < 5; i++) {
        struct game next, offered;
        struct game_change change;
        bool replay;
        int one = game_seats_of(&game, &PEOPLE[PLAYER_ONE]);
        ck_assert_int_eq(one, i % 2 ? SEATS_WHITE : SEATS_BLACK);
        now_ms += SECOND_MS;
        if (results[i].loser == NOBODY) {
            ck_assert(!failed(game_offer_draw(&game, one, 0, now_ms, &offered, &replay)));
            ck_assert(
                !failed(game_accept_draw(&offered, SEATS_BOTH - one, 0, now_ms, &next, &replay)));
            ck_assert(next.reason == REASON_AGREEMENT && next.winner == WINNER_DRAW);
        } else {
            int loser = results[i].loser == PLAYER_ONE ? one : SEATS_BOTH - one;
            enum rev_color color = loser == SEATS_BLACK ? REV_BLACK : REV_WHITE;
            ck_assert(!failed(game_resign(&game, loser, color, now_ms, &next, &replay)));
        }
        game_complete(&game, &next, now_ms, &change);
        ck_assert(change.has_match && change.has_follower == !results[i].over);
        ck_assert_int_eq(change.match.wins[0], results[i].wins[0]);
        ck_assert_int_eq(change.match.wins[1], results[i].wins[1]);
        ck_assert_int_eq(change.match.version, i + 2);
        if (results[i].over) {
            ck_assert_int_eq(change.match.winner, 1);
            ck_assert_int_eq(change.match.reason, MATCH_WON);
            break;
        }
        game = change.follower;
        ck_assert_int_eq(game.match.game_number, i + 2);
        ck_assert_int_eq(game.deadline_ms, now_ms + 45 * SECOND_MS);
    }
}
END_TEST

START_TEST(the_bonus_of_a_later_game_is_the_first_human_turns)
{
    struct game_setup setup = between(&HALF_A_MINUTE, 3);
    struct game_change change;
    struct game next;
    bool replay;
    setup.against = OPPONENT_AI;
    ck_assert(!failed(game_begin(&setup, BEGUN_MS, &change)));
    struct game first = change.game;
    ck_assert_int_eq(first.deadline_ms, BEGUN_MS + 30 * SECOND_MS);
    ck_assert(!failed(game_resign(&first, SEATS_BLACK, REV_BLACK, BEGUN_MS, &next, &replay)));
    game_complete(&first, &next, BEGUN_MS, &change);
    struct game second = change.follower;
    ck_assert(game_is_ai_turn(&second) && second.deadline_ms == 0);
    int square = __builtin_ctzll(second.rules.legal);
    ck_assert(!failed(game_play_ai(&second, square, BY_AI, BEGUN_MS, &next)));
    ck_assert_int_eq(next.deadline_ms, BEGUN_MS + 45 * SECOND_MS);
    second = move_on(&next);
    square = __builtin_ctzll(second.rules.legal);
    ck_assert(!failed(game_play_ai(&second, square, BY_AI, BEGUN_MS, &next)));
    ck_assert_int_eq(next.deadline_ms, BEGUN_MS + 30 * SECOND_MS);
}
END_TEST

START_TEST(a_draw_is_offered_once_between_two_own_moves)
{
    struct game game = begin(&HALF_A_MINUTE, 0), next;
    bool replay;
    ck_assert(game_can_offer_draw(&game, SEATS_BLACK) && !game_can_offer_draw(&game, SEATS_NONE));
    ck_assert(!failed(game_offer_draw(&game, SEATS_BLACK, 0, BEGUN_MS, &next, &replay)));
    ck_assert(!game_can_offer_draw(&next, SEATS_BLACK) && !game_can_offer_draw(&next, SEATS_WHITE));
    ck_assert(!failed(game_drop_draw(&next, SEATS_WHITE, 1, BEGUN_MS, &game, &replay)));
    ck_assert(replay && game.draw_by == SEATS_BLACK); /* another offer was meant */
    ck_assert(!failed(game_drop_draw(&next, SEATS_WHITE, 0, BEGUN_MS, &game, &replay)));
    ck_assert(!replay && game.draw_by == SEATS_NONE);
    ck_assert_int_eq(game_offer_draw(&game, SEATS_BLACK, 0, BEGUN_MS, &next, &replay).code,
                     ERROR_DRAW_OFFER_REPEATED);
    ck_assert(!game_can_offer_draw(&game, SEATS_BLACK) && game_can_offer_draw(&game, SEATS_WHITE));
    game = move_on(&game);
    ck_assert(game_can_offer_draw(&game, SEATS_BLACK));
    ck_assert(!failed(game_offer_draw(&game, SEATS_BLACK, 1, BEGUN_MS, &next, &replay)));
    game = move_on(&next); /* white moves: the offer lapses, and black has not moved since */
    ck_assert(game.draw_by == SEATS_NONE && !game_can_offer_draw(&game, SEATS_BLACK));
}
END_TEST

START_TEST(a_rematch_is_offered_once_by_each_side)
{
    struct game offered = with_offer(&HALF_A_MINUTE, SEATS_BLACK, BEGUN_MS), game, next;
    bool replay;
    ck_assert(!game_can_rematch(&offered, SEATS_BLACK, &friends) &&
              game_can_rematch(&offered, SEATS_WHITE, &friends));
    ck_assert(
        !failed(game_drop_rematch(&offered, SEATS_BLACK, SEATS_WHITE, BEGUN_MS, &game, &replay)));
    ck_assert(replay && game.rematch_by == SEATS_BLACK); /* another offer was meant */
    ck_assert(
        !failed(game_drop_rematch(&offered, SEATS_WHITE, SEATS_NONE, BEGUN_MS, &game, &replay)));
    ck_assert(!replay && game.rematch_declined == SEATS_BLACK && game.rematch_by == SEATS_NONE);
    ck_assert(!game_can_rematch(&game, SEATS_BLACK, &friends) &&
              game_can_rematch(&game, SEATS_WHITE, &friends));
    ck_assert_int_eq(
        game_offer_rematch(&game, SEATS_BLACK, &friends, BEGUN_MS, &next, &replay).code,
        ERROR_REMATCH_DECLINED);
    ck_assert(!failed(game_offer_rematch(&game, SEATS_WHITE, &friends, BEGUN_MS, &next, &replay)));
    ck_assert(next.rematch_first == SEATS_WHITE && game_can_rematch(&next, SEATS_BLACK, &friends));
    game = next;
    ck_assert(
        !failed(game_drop_rematch(&game, SEATS_WHITE, SEATS_WHITE, BEGUN_MS, &next, &replay)));
    ck_assert(next.rematch_withdrawn == SEATS_WHITE &&
              !game_can_rematch(&next, SEATS_WHITE, &friends));
    ck_assert(!failed(game_offer_rematch(&game, SEATS_BLACK, &friends, BEGUN_MS, &next, &replay)));
    ck_assert_int_eq(
        game_drop_rematch(&next, SEATS_BLACK, SEATS_NONE, BEGUN_MS, &game, &replay).code,
        ERROR_REMATCH_BEGUN);
}
END_TEST

/* --- beside the model -------------------------------------------------------------------- */

enum { SEQUENCES = 8000, COMMANDS_MAX = 260, GAMES_MAX = 12, OUTAGES_MAX = 64 };

/** A game, what the model thinks of it, and what happened to the service. */
struct pair {
    struct game game;
    struct play play;
    struct outage outages[OUTAGES_MAX];
    int outage_count;
    int applied; /* outages that the model has been told of */
    int64_t now_ms;
    int sequence, step, games;
};

#define AGREE(pair, condition)                                                                     \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg("sequence %d, step %d: %s", (pair)->sequence, (pair)->step, #condition);  \
    } while (0)

static enum game_winner winner_of(const struct play *play)
{
    if (play->ending == PLAY_RUNS || play->ending == PLAY_ABORTED)
        return WINNER_NONE;
    return play->winner == BLACK   ? WINNER_BLACK
           : play->winner == WHITE ? WINNER_WHITE
                                   : WINNER_DRAW;
}

static void check_ending(const struct pair *pair)
{
    static const enum game_status statuses[] = {GAME_LIVE,     GAME_FINISHED, GAME_FINISHED,
                                                GAME_FINISHED, GAME_FINISHED, GAME_FINISHED,
                                                GAME_ABORTED};
    static const enum game_reason reasons[] = {REASON_NONE,    REASON_DISCS,     REASON_RESIGNATION,
                                               REASON_TIMEOUT, REASON_AGREEMENT, REASON_ABANDONED,
                                               REASON_NONE};
    AGREE(pair, pair->game.status == statuses[pair->play.ending]);
    AGREE(pair, pair->game.reason == reasons[pair->play.ending]);
    AGREE(pair, pair->game.winner == winner_of(&pair->play));
}

static void check_match(const struct pair *pair)
{
    const struct game *game = &pair->game;
    const struct play *play = &pair->play;
    AGREE(pair, game_is_in_match(game) == play->is_match);
    if (!play->is_match)
        return;
    AGREE(pair, game->match.game_number == play->number);
    AGREE(pair, game->match.wins_needed == play->terms.wins_needed);
    AGREE(pair, game->match.wins[BLACK] == play->won[BLACK]);
    AGREE(pair, game->match.wins[WHITE] == play->won[WHITE]);
    struct play next;
    AGREE(pair, match_goes_on(game) == play_next(play, 0, &next));
}

static void check_offers(const struct pair *pair)
{
    const struct game *game = &pair->game;
    const struct play *play = &pair->play;
    int offerer = game->draw_by == SEATS_NONE    ? NOBODY
                  : game->draw_by == SEATS_WHITE ? WHITE
                                                 : BLACK;
    AGREE(pair, offerer == play->offerer);
    AGREE(pair, offerer == NOBODY || game->draw_ply == play->offer_ply);
    AGREE(pair, (game->rematch_by >> BLACK & 1) == play->wants[BLACK]);
    AGREE(pair, (game->rematch_by >> WHITE & 1) == play->wants[WHITE]);
    AGREE(pair, game_has_rematch(game) == play_has_rematch(play));
    AGREE(pair, !!(game->draw_spent & SEATS_BLACK) == play->has_offered[BLACK]);
    AGREE(pair, !!(game->draw_spent & SEATS_WHITE) == play->has_offered[WHITE]);
}

static void check_agreement(const struct pair *pair)
{
    const struct game *game = &pair->game;
    const struct play *play = &pair->play;
    AGREE(pair, game->version == play->version && game->branch == play->board.branch);
    AGREE(pair, game->rules.ply == play->board.ply);
    for (int i = 0; i < play->board.ply; i++) {
        AGREE(pair, game->rules.plies[i].square == play->board.placements[i].square);
        AGREE(pair, game->by[i] == play->board.placements[i].by);
    }
    AGREE(pair,
          game->status != GAME_LIVE || (int)game->rules.now.turn == model_now(&play->board)->turn);
    AGREE(pair, game->deadline_ms == play->deadline_ms);
    AGREE(pair, game->adjusted_ms == play->adjusted_ms);
    AGREE(pair, game->misses[BLACK] == play->missed[BLACK]);
    AGREE(pair, game->misses[WHITE] == play->missed[WHITE]);
    check_ending(pair);
    check_match(pair);
    check_offers(pair);
    for (int caller = 0; caller < CALLER_COUNT; caller++)
        AGREE(pair, game_seats_of(game, &PEOPLE[caller]) == play_seats(play, caller));
}

static void begin_pair(struct random *random, struct pair *pair)
{
    static const struct game_clock *const clocks[] = {&NO_CLOCK, &HALF_A_MINUTE, &AUTOMATIC,
                                                      &TWO_DAYS};
    static const int64_t turn_ms[] = {0, 30 * SECOND_MS, 5 * SECOND_MS, INT64_C(2) * DAY_MS};
    static const int lengths[] = {0, 1, 3, 5};
    int clock = random_below(random, 4);
    struct game_setup setup = between(clocks[clock], lengths[random_below(random, 4)]);
    int kind = random_below(random, 6), color = random_below(random, 2);
    int holder[2] = {PLAYER_TWO, PLAYER_TWO};
    setup.color = (enum rev_color)color;
    setup.against = kind == 0 ? OPPONENT_AI : kind == 1 ? OPPONENT_LOCAL : OPPONENT_PLAYER;
    holder[0] = holder[1] = kind == 0 ? NOBODY : kind == 1 ? PLAYER_ONE : PLAYER_TWO;
    holder[color] = PLAYER_ONE;
    pair->now_ms = BEGUN_MS;
    pair->outage_count = pair->applied = pair->games = 0;
    struct play_terms terms = {turn_ms[clock], clock == 2, setup.wins_needed};
    struct game_change change;
    ck_assert(!failed(game_begin(&setup, BEGUN_MS, &change)));
    pair->game = change.game;
    play_begin(&pair->play, &terms, holder, BEGUN_MS);
}

/** Lets time pass: often little, sometimes to just before, at or after the deadline. */
static void pass_time(struct random *random, struct pair *pair)
{
    static const int64_t jumps_ms[] = {0, 1, 400, 3000};
    int choice = random_below(random, 40);
    int64_t left_ms = pair->play.deadline_ms - pair->now_ms;
    if (choice == 0 && pair->play.deadline_ms > 0)
        pair->now_ms +=
            left_ms + random_below(random, 3) - 1 > 0 ? left_ms + random_below(random, 3) - 1 : 0;
    else if (choice == 1)
        pair->now_ms += INT64_C(31) * DAY_MS;
    else
        pair->now_ms += jumps_ms[random_below(random, 4)];
}

static void maybe_outage(struct random *random, struct pair *pair)
{
    if (pair->outage_count == OUTAGES_MAX || random_below(random, 30))
        return;
    int64_t from_ms = pair->now_ms;
    pair->now_ms += 3000 + random_below(random, 20000);
    pair->outages[pair->outage_count] =
        (struct outage){pair->outage_count + 1, from_ms, pair->now_ms};
    pair->outage_count++;
}

static int settled[3], follows, rematches, awaited;

/** Goes on with the game that follows, where one does, in the domain and in the model. */
static void follow(struct pair *pair, const struct game *before, const struct game *next)
{
    struct game_change change;
    struct play following;
    game_complete(before, next, pair->now_ms, &change);
    AGREE(pair, change.game.version == next->version && !change.begins);
    bool ended = before->status == GAME_LIVE && next->status != GAME_LIVE;
    bool rematch = !game_has_rematch(before) && play_has_rematch(&pair->play);
    bool goes_on = ended && play_next(&pair->play, pair->now_ms, &following);
    if (rematch)
        play_again(&pair->play, pair->now_ms, &following);
    AGREE(pair, change.has_follower == (goes_on || rematch));
    AGREE(pair, change.has_match == (pair->play.is_match && (ended || rematch)));
    if (change.has_match && !rematch) {
        AGREE(pair, change.match.version == pair->play.number + 1);
        AGREE(pair, (change.match.status == GAME_LIVE) == goes_on);
    }
    if (!change.has_follower)
        return;
    follows += goes_on;
    rematches += rematch;
    awaited += change.follower.awaited != SEATS_NONE;
    pair->games++;
    pair->game = change.follower;
    pair->play = following;
    pair->applied = pair->outage_count; /* it began after them */
}

static void settle(struct pair *pair)
{
    struct game next, before = pair->game;
    for (; pair->applied < pair->outage_count; pair->applied++) {
        const struct outage *outage = &pair->outages[pair->applied];
        play_outage(&pair->play, outage->from_ms, outage->to_ms);
    }
    bool moved = pair->play.adjusted_ms != pair->game.adjusted_ms;
    bool over = play_is_over_time(&pair->play, pair->now_ms);
    enum settlement settlement =
        game_settle(&pair->game, pair->outages, pair->outage_count, pair->now_ms, &next);
    AGREE(pair, settlement == (over ? SETTLED_EXPIRED : moved ? SETTLED_MOVED : SETTLED_ALREADY));
    settled[settlement]++;
    AGREE(pair, !game_is_due(&next, pair->now_ms));
    pair->game = next;
    if (over)
        play_time_out(&pair->play,
                      next.rules.ply > before.rules.ply ? next.rules.plies[before.rules.ply].square
                                                        : -1,
                      pair->now_ms);
    else if (moved)
        play_adjusted(&pair->play);
    check_agreement(pair);
    if (over)
        follow(pair, &before, &next);
}

/** What a command came to, in the domain and in the model's opinion. */
struct outcome {
    struct game next;
    bool replay, repeated;
    enum error_code code, expected;
};

static int near(struct random *random, int right)
{
    int choice = random_below(random, 16);
    return choice < 13 ? right : right + choice - 14;
}

static void try_move(struct random *random, struct pair *pair, int caller, int seats,
                     struct outcome *out)
{
    uint64_t legal = pair->game.rules.legal;
    struct game_move move = {near(random, pair->play.board.ply + 1),
                             legal && random_below(random, 10) ? random_square(random, legal)
                                                               : random_below(random, 64),
                             near(random, pair->play.board.branch), seats};
    if (pair->play.board.ply > 0 && random_below(random, 8) == 0) {
        move.ply = 1 + random_below(random, pair->play.board.ply);
        move.square = pair->play.board.placements[move.ply - 1].square;
    }
    out->code = game_play(&pair->game, &move, pair->now_ms, &out->next, &out->replay).code;
    out->expected = play_move(&pair->play, caller, move.ply, move.square, move.branch, pair->now_ms,
                              &out->repeated);
}

static void try_ai(struct random *random, struct pair *pair, struct outcome *out)
{
    int square = random_square(random, pair->game.rules.legal);
    out->code = game_play_ai(&pair->game, square, BY_AI, pair->now_ms, &out->next).code;
    out->expected = play_move_of_ai(&pair->play, square, pair->now_ms);
    out->replay = out->repeated = false;
}

static void try_something_rare(struct random *random, struct pair *pair, int caller, int seats,
                               struct outcome *out)
{
    const struct game *game = &pair->game;
    struct play *play = &pair->play;
    int color = random_below(random, 2), ply = near(random, play->board.ply);
    int branch = near(random, play->board.branch + 1), by;
    enum rev_color side = (enum rev_color)color;
    int64_t now_ms = pair->now_ms;
    struct game *next = &out->next;
    bool *replay = &out->replay, *repeated = &out->repeated;
    if (random_below(random, 2))
        ply = DRAW_ANY_PLY;
    switch (random_below(random, 16)) {
    case 0:
        out->code = game_resign(game, seats, side, now_ms, next, replay).code;
        out->expected = play_resign(play, caller, color, now_ms, repeated);
        break;
    case 1:
        out->code = game_abort(game, seats, now_ms, next, replay).code;
        out->expected = play_abort(play, caller, now_ms, repeated);
        break;
    case 2:
    case 3:
        out->code = game_undo(game, branch, seats, now_ms, next, replay).code;
        out->expected = play_undo(play, caller, branch, now_ms, repeated);
        break;
    case 4:
    case 5:
    case 6:
        out->code = game_offer_draw(game, seats, ply, now_ms, next, replay).code;
        out->expected = play_offer(play, caller, ply, now_ms, repeated);
        break;
    case 7:
    case 8:
        out->code = game_accept_draw(game, seats, ply, now_ms, next, replay).code;
        out->expected = play_accept(play, caller, ply, now_ms, repeated);
        break;
    case 9:
    case 15:
        out->code = game_drop_draw(game, seats, ply, now_ms, next, replay).code;
        out->expected = play_drop(play, caller, ply, now_ms, repeated);
        break;
    case 14:
        by = random_below(random, 3) - 1;
        out->code =
            game_drop_rematch(game, seats, by < 0 ? SEATS_NONE : 1 << by, now_ms, next, replay)
                .code;
        out->expected = play_refuse_rematch(play, caller, by, now_ms, repeated);
        break;
    case 10:
    case 11:
        if (play->is_match) {
            out->code = game_leave_match(game, seats, side, now_ms, next, replay).code;
            out->expected = play_leave(play, caller, color, now_ms, repeated);
            break;
        }
        __attribute__((fallthrough));
    default:
        out->code = game_offer_rematch(game, seats, &friends, now_ms, next, replay).code;
        out->expected = play_want_rematch(play, caller, now_ms, repeated);
        break;
    }
}

static void try_command(struct random *random, struct pair *pair, struct outcome *out)
{
    bool live = pair->game.status == GAME_LIVE;
    int caller = random_below(random, 12) < 9 ? random_below(random, 2) : random_below(random, 4);
    int turn = model_now(&pair->play.board)->turn;
    if (live && turn != NOBODY && pair->play.holder[turn] != NOBODY && random_below(random, 4))
        caller = pair->play.holder[turn];
    int seats = game_seats_of(&pair->game, &PEOPLE[caller]);
    bool of_draws = pair->play.has_offered[BLACK] || pair->play.has_offered[WHITE];
    if (game_is_ai_turn(&pair->game) && random_below(random, 4))
        try_ai(random, pair, out);
    else if (random_below(random, live && !of_draws ? 14 : 3) > 0 && live)
        try_move(random, pair, caller, seats, out);
    else
        try_something_rare(random, pair, caller, seats, out);
}

static int answered[ERROR_CODE_COUNT], replayed;

static void run_command(struct random *random, struct pair *pair)
{
    static struct outcome out;
    struct game before = pair->game;
    memset(&out, 0, sizeof out);
    try_command(random, pair, &out);
    if (out.code != out.expected)
        ck_abort_msg("sequence %d, step %d: %s instead of %s", pair->sequence, pair->step,
                     out.code ? error_slug(out.code) : "accepted",
                     out.expected ? error_slug(out.expected) : "accepted");
    answered[out.code]++;
    if (out.code == ERROR_NONE) {
        AGREE(pair, out.replay == out.repeated);
        replayed += out.replay;
        pair->game = out.next;
    }
    check_agreement(pair);
    if (out.code == ERROR_NONE && !out.replay)
        follow(pair, &before, &out.next);
}

START_TEST(long_sequences_of_play_agree_with_the_model)
{
    struct random random = random_for("long_sequences_of_play_agree_with_the_model");
    static struct pair pair;
    for (pair.sequence = 0; pair.sequence < SEQUENCES; pair.sequence++) {
        begin_pair(&random, &pair);
        check_agreement(&pair);
        for (pair.step = 0; pair.step < COMMANDS_MAX && pair.games < GAMES_MAX; pair.step++) {
            pass_time(&random, &pair);
            maybe_outage(&random, &pair);
            settle(&pair);
            run_command(&random, &pair);
        }
    }
    static const enum error_code reached[] = {
        ERROR_NONE,
        ERROR_NOT_A_SEAT,
        ERROR_UNDO_NOT_ALLOWED,
        ERROR_STALE_BRANCH,
        ERROR_OUT_OF_STEP,
        ERROR_PLY_ALREADY_PLAYED,
        ERROR_NOT_YOUR_TURN,
        ERROR_GAME_OVER,
        ERROR_NOTHING_TO_UNDO,
        ERROR_ILLEGAL_MOVE,
        ERROR_TOO_LATE_TO_ABORT,
        ERROR_DRAW_NOT_ALLOWED,
        ERROR_OWN_OFFER,
        ERROR_DRAW_OFFERED,
        ERROR_NO_DRAW_OFFER,
        ERROR_GAME_NOT_OVER,
        ERROR_MATCH_OVER,
        ERROR_DRAW_OFFER_REPEATED,
        ERROR_REMATCH_DECLINED,
    };
    for (size_t i = 0; i < sizeof reached / sizeof reached[0]; i++)
        ck_assert_msg(answered[reached[i]] > 20, "%s came up %d times",
                      reached[i] ? error_slug(reached[i]) : "success", answered[reached[i]]);
    ck_assert_int_gt(settled[SETTLED_MOVED], 1000);
    ck_assert_int_gt(settled[SETTLED_EXPIRED], 1000);
    ck_assert_int_gt(replayed, 1000);
    ck_assert_int_gt(follows, 1000);
    ck_assert_int_gt(rematches, 200);
    ck_assert_int_gt(awaited, 20);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("domain_play");
    TCase *cases = tcase_create("cases");
    tcase_add_loop_test(cases, a_turn_has_its_whole_time_from_its_beginning, 0,
                        sizeof turns / sizeof turns[0]);
    tcase_add_test(cases, no_clock_runs_on_the_turn_of_the_ai);
    tcase_add_test(cases, with_forfeit_the_side_to_move_has_lost_at_its_deadline);
    tcase_add_test(cases, with_autoplay_the_third_turn_missed_running_is_leaving);
    tcase_add_test(cases, an_own_move_resets_the_turns_that_were_missed);
    tcase_add_test(cases, a_game_without_a_clock_is_given_up_after_a_month);
    tcase_add_loop_test(cases, an_outage_moves_a_deadline_by_what_it_took_of_the_turn, 0,
                        sizeof outages / sizeof outages[0]);
    tcase_add_test(cases, ids_of_what_follows_are_functions_of_what_it_follows);
    tcase_add_test(cases, a_match_goes_on_until_one_side_has_its_wins);
    tcase_add_test(cases, the_bonus_of_a_later_game_is_the_first_human_turns);
    tcase_add_test(cases, a_draw_is_offered_once_between_two_own_moves);
    tcase_add_test(cases, a_rematch_is_offered_once_by_each_side);
    tcase_add_loop_test(cases, whoever_offered_a_rematch_long_ago_is_awaited_for_one_turn, 0,
                        sizeof acceptances / sizeof acceptances[0]);
    suite_add_tcase(suite, cases);

    TCase *beside = tcase_create("beside the model");
    tcase_set_timeout(beside, 300);
    tcase_add_test(beside, long_sequences_of_play_agree_with_the_model);
    suite_add_tcase(suite, beside);
    return suite_run(suite);
}
