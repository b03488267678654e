/* Chips by double entry, ranks, and what the beginning and the end of a game do to its players. */

#include "domain/deadline.h"
#include "domain/settle.h"
#include "random.h"
#include "suite.h"

#include <string.h>

static const int64_t start_ms = INT64_C(1700000000000);

/* --- chips ---------------------------------------------------------------------------------- */

static int64_t wealth(const struct chips *chips)
{
    return chips_balance(chips) + chips->aside;
}

/** A change's rows tell what it does. */
static void check_entries(const struct chips_change *change)
{
    int64_t balance = change->before.balance, aside = change->before.aside;
    for (int i = 0; i < change->count; i++) {
        balance += change->entries[i].amount;
        aside += change->entries[i].aside;
        ck_assert_int_eq(change->entries[i].balance, balance);
    }
    ck_assert_int_eq(change->after.balance, balance);
    ck_assert_int_eq(change->after.aside, aside);
    ck_assert_int_eq(change->after.seq, change->before.seq + change->count);
}

START_TEST(a_stake_moves_and_nothing_is_lost_but_a_penalty)
{
    static const struct {
        enum chips_outcome first, second;
        int first_gains, destroyed; /* in stakes; in penalties */
    } cases[] = {
        {CHIPS_WON, CHIPS_LOST, 1, 0},
        {CHIPS_LOST, CHIPS_WON, -1, 0},
        {CHIPS_UNDECIDED, CHIPS_UNDECIDED, 0, 0},
        {CHIPS_WON, CHIPS_LEFT, 1, 1},
    };
    static const int lengths[] = {0, 1, 3, 5};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t j = 0; j < sizeof lengths / sizeof lengths[0]; j++) {
            const struct chips none = {0};
            int stake = chips_stake(lengths[j]);
            struct chips_change begun, first, second;
            ck_assert(!failed(chips_put_aside(&none, stake, &begun)));
            check_entries(&begun);
            ck_assert_int_eq(wealth(&begun.after), CHIPS_START);
            chips_settle(&begun.after, stake, cases[i].first, &first);
            chips_settle(&begun.after, stake, cases[i].second, &second);
            check_entries(&first);
            check_entries(&second);
            ck_assert_int_eq(first.after.aside + second.after.aside, 0);
            ck_assert_int_eq(wealth(&first.after), CHIPS_START + cases[i].first_gains * stake);
            ck_assert_int_eq(wealth(&first.after) + wealth(&second.after),
                             2 * CHIPS_START - cases[i].destroyed * chips_penalty(stake));
        }
}
END_TEST

START_TEST(nobody_stakes_more_than_there_is)
{
    struct chips chips = {.balance = 59, .seq = 1};
    struct chips_change change;
    ck_assert_int_eq(chips_put_aside(&chips, 50, &change).code, ERROR_CHIPS_SHORT);
    chips.balance = 60;
    ck_assert(!failed(chips_put_aside(&chips, 50, &change)));
    ck_assert_int_eq(change.after.balance, 0);
}
END_TEST

START_TEST(a_days_rewards_have_an_end)
{
    struct chips chips = {0};
    struct chips_change change;
    int earned = 0;
    for (int win = 0; win < 50; win++) {
        chips_earn(&chips, chips_reward(REV_LEVEL_HARD, 0), 7, &change);
        if (change.count == 0)
            continue;
        check_entries(&change);
        earned += change.entries[change.count - 1].amount;
        chips = change.after;
    }
    ck_assert_int_eq(earned, CHIPS_EARNED_A_DAY_MAX);
    chips_earn(&chips, chips_reward(REV_LEVEL_EASY, 5), 8, &change);
    ck_assert_int_eq(change.entries[0].amount, 20);
}
END_TEST

/* --- ranks ---------------------------------------------------------------------------------- */

START_TEST(ten_games_make_a_rank_that_can_be_taken)
{
    struct rating rating = {0}, next;
    ck_assert_int_eq(rating_unranked(&rating, true), UNRANKED_PROVISIONAL);
    ck_assert_int_eq(rating_unranked(&rating, false), UNRANKED_GUEST);
    for (int game = 1; game <= 10; game++) {
        rating_play(&rating, ELO_START, ELO_DREW, start_ms, &next);
        rating = next;
        ck_assert_int_eq(rating.ranked, game >= RATING_RANKED_GAMES);
        ck_assert_int_eq(rating_unranked(&rating, true),
                         game < 10 ? UNRANKED_PROVISIONAL : UNRANKED_NOT);
    }
    rating_unrank(&rating, &next);
    ck_assert_int_eq(rating_unranked(&next, true), UNRANKED_INACTIVE);
    ck_assert_int_eq(next.seq, rating.seq + 1);
}
END_TEST

/* --- games ---------------------------------------------------------------------------------- */

static struct game_setup between(bool rated, bool staked)
{
    return (struct game_setup){
        .id = {{9}},
        .creator = {{2}},
        .creator_name = "Ann",
        .against = OPPONENT_PLAYER,
        .opponent = {{1}},
        .opponent_name = "Ben",
        .clock = {CLOCK_PER_MOVE, 30, TIMEOUT_FORFEIT},
        .rated = rated,
        .staked = staked,
        .metadata = "{}",
    };
}

static void load(const struct game_change *change, struct standing standings[2], int expected)
{
    struct uuid players[2];
    enum ladder ladder;
    ck_assert_int_eq(settle_players(change, players, &ladder), expected);
    memset(standings, 0, 2 * sizeof *standings);
    for (int i = 0; i < expected; i++) {
        ck_assert(i == 0 || memcmp(players[0].bytes, players[1].bytes, 16) < 0);
        standings[i] = (struct standing){.player = players[i], .has_account = true};
    }
}

/** Begins a game whose players all have ratings, the one with the greater id 1300. */
static struct game begin(const struct game_setup *setup, int people)
{
    struct game_change change;
    struct standing standings[2];
    ck_assert(!failed(game_begin(setup, start_ms, &change)));
    load(&change, standings, people);
    standings[people - 1].rating = (struct rating){.rating = 1300 * ELO_POINT, .seq = 1};
    ck_assert(!failed(settle_change(&change, standings, start_ms)));
    return change.game;
}

static struct game_change resign(const struct game *game)
{
    struct game_change change;
    struct game next;
    bool replay;
    ck_assert(!failed(game_resign(game, SEATS_BLACK, REV_BLACK, start_ms + 1, &next, &replay)));
    game_complete(game, &next, start_ms + 1, &change);
    return change;
}

static void check_ratings(const struct game *game, int black, int white)
{
    ck_assert_int_eq(game->prize.rating[REV_BLACK], black * ELO_POINT);
    ck_assert_int_eq(game->prize.rating[REV_WHITE], white * ELO_POINT);
}

START_TEST(the_end_of_a_game_that_is_neither_rated_nor_for_chips_asks_for_nobody)
{
    struct game_setup setup = between(false, false);
    struct game game = begin(&setup, 2);
    struct game_change end = resign(&game);
    struct standing standings[2];
    load(&end, standings, 0);
}
END_TEST

START_TEST(a_game_that_begins_tells_how_strong_its_players_are_and_changes_nothing_of_them)
{
    static const struct {
        enum game_opponent against;
        enum rev_color color;
        int people, black, white;
    } cases[] = {
        {OPPONENT_PLAYER, REV_BLACK, 2, 1300, 1200}, {OPPONENT_PLAYER, REV_WHITE, 2, 1200, 1300},
        {OPPONENT_AI, REV_BLACK, 1, 1300, 0},        {OPPONENT_AI, REV_WHITE, 1, 0, 1300},
        {OPPONENT_LOCAL, REV_BLACK, 1, 1300, 1300},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct game_setup setup = between(false, false);
        struct game_change change;
        struct standing standings[2];
        setup.against = cases[i].against;
        setup.color = cases[i].color;
        setup.clock = (struct game_clock){CLOCK_NONE, 0, TIMEOUT_FORFEIT};
        struct game game = begin(&setup, cases[i].people);
        check_ratings(&game, cases[i].black, cases[i].white);
        ck_assert(!game.prize.rated);

        ck_assert(!failed(game_begin(&setup, start_ms, &change)));
        load(&change, standings, cases[i].people);
        for (int person = 0; person < cases[i].people; person++)
            standings[person].has_account = false;
        ck_assert(!failed(settle_change(&change, standings, start_ms)));
        check_ratings(&change.game, 0, 0);
        ck_assert_int_eq(change.player_count, 0);
    }
}
END_TEST

START_TEST(the_ladder_is_that_of_the_clock)
{
    static const struct {
        struct game_clock clock;
        enum ladder ladder;
    } cases[] = {
        {{CLOCK_NONE, 0, TIMEOUT_FORFEIT}, LADDER_LIVE},
        {{CLOCK_PER_MOVE, 30, TIMEOUT_FORFEIT}, LADDER_LIVE},
        {{CLOCK_CORRESPONDENCE, 3, TIMEOUT_FORFEIT}, LADDER_CORRESPONDENCE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct game_setup setup = between(false, false);
        struct game_change change;
        struct uuid players[2];
        enum ladder ladder;
        setup.clock = cases[i].clock;
        ck_assert(!failed(game_begin(&setup, start_ms, &change)));
        ck_assert_int_eq(settle_players(&change, players, &ladder), 2);
        ck_assert_int_eq(ladder, cases[i].ladder);
    }
}
END_TEST

START_TEST(the_next_game_and_a_rematch_tell_how_strong_their_players_are_by_then)
{
    struct game_setup setup = between(false, false);
    struct standing standings[2];
    setup.wins_needed = 3;
    struct game game = begin(&setup, 2);
    struct game_change end = resign(&game);
    load(&end, standings, 2);
    standings[0].rating = (struct rating){.rating = 1250 * ELO_POINT, .seq = 4};
    standings[1].has_account = false;
    ck_assert(!failed(settle_change(&end, standings, start_ms + 1)));
    check_ratings(&end.game, 1300, 1200);
    check_ratings(&end.follower, 1250, 0); /* Ben is black now, and Ann is gone */
    ck_assert_int_eq(end.player_count, 0);

    setup = between(true, false);
    game = begin(&setup, 2);
    end = resign(&game);
    load(&end, standings, 2);
    ck_assert(!failed(settle_change(&end, standings, start_ms + 1)));
    static const struct meeting friends = {true, {{.is_there = true}, {.is_there = true}}};
    struct game next;
    bool replay;
    end.game.rematch_by = SEATS_WHITE;
    ck_assert(!failed(
        game_offer_rematch(&end.game, SEATS_BLACK, &friends, start_ms + 2, &next, &replay)));
    struct game_change again;
    game_complete(&end.game, &next, start_ms + 2, &again);
    load(&again, standings, 2);
    standings[1].rating = (struct rating){.rating = 1280 * ELO_POINT, .seq = 5};
    ck_assert(!failed(settle_change(&again, standings, start_ms + 2)));
    check_ratings(&again.follower, 1200, 1280);
    ck_assert(again.follower.prize.rated);
    standings[0].has_account = false;
    game_complete(&end.game, &next, start_ms + 2, &again);
    ck_assert(!failed(settle_change(&again, standings, start_ms + 2)));
    check_ratings(&again.follower, 0, 1280);
    ck_assert(!again.follower.prize.rated);
}
END_TEST

START_TEST(the_next_game_of_a_rated_match_begins_with_what_the_last_one_made_of_the_ratings)
{
    struct game_setup setup = between(true, false);
    struct standing standings[2];
    setup.wins_needed = 3;
    struct game game = begin(&setup, 2);
    struct game_change end = resign(&game);
    load(&end, standings, 2);
    standings[1].has_account = false; /* deleted meanwhile: the match stays rated */
    ck_assert(!failed(settle_change(&end, standings, start_ms + 1)));
    check_ratings(&end.follower, 1220, 1180);
    ck_assert_int_eq(end.player_count, 2);
}
END_TEST

START_TEST(a_rated_game_for_chips_changes_both_players_when_it_begins_and_when_it_ends)
{
    struct game_setup setup = between(true, true);
    struct game_change change, end;
    struct standing standings[2];
    struct game next;
    bool replay;
    ck_assert(!failed(game_begin(&setup, start_ms, &change)));
    load(&change, standings, 2);
    ck_assert(!failed(settle_change(&change, standings, start_ms)));
    ck_assert_int_eq(change.game.prize.rating[REV_BLACK], ELO_START);
    ck_assert_int_eq(change.players[0].chips.after.aside, 60);
    standings[0].chips = change.players[0].chips.after;
    standings[1].chips = change.players[1].chips.after;

    ck_assert(
        !failed(game_resign(&change.game, SEATS_BLACK, REV_BLACK, start_ms + 1, &next, &replay)));
    game_complete(&change.game, &next, start_ms + 1, &end);
    ck_assert(!failed(settle_change(&end, standings, start_ms + 1)));
    ck_assert_int_eq(end.game.rated_to[REV_BLACK], ELO_START - 20 * ELO_POINT);
    ck_assert_int_eq(end.game.rated_to[REV_WHITE], ELO_START + 20 * ELO_POINT);
    ck_assert_int_eq(end.players[0].chips.after.balance, 1050); /* Ben, who has the lesser id */
    ck_assert_int_eq(end.players[1].chips.after.balance, 950);
    ck_assert_int_eq(end.players[1].rating.score, ELO_LOST);

    standings[1].has_account = false; /* deleted meanwhile */
    standings[0].rating.games = standings[1].rating.games = 9;
    ck_assert(!failed(settle_change(&end, standings, start_ms + 1)));
    ck_assert(end.players[0].is_rated && end.players[1].is_rated);
    ck_assert(end.players[0].rating.after.ranked && !end.players[1].rating.after.ranked);
    ck_assert_int_eq(end.players[0].chips.after.balance, 1050);
}
END_TEST

START_TEST(a_game_for_chips_does_not_begin_without_them_nor_with_a_guest)
{
    struct game_setup setup = between(false, true);
    struct game_change change;
    struct standing standings[2];
    ck_assert(!failed(game_begin(&setup, start_ms, &change)));
    load(&change, standings, 2);
    standings[1].chips = (struct chips){.balance = 10, .seq = 3};
    ck_assert_int_eq(settle_change(&change, standings, start_ms).code, ERROR_CHIPS_SHORT);
    standings[1] = (struct standing){.player = standings[1].player};
    ck_assert_int_eq(settle_change(&change, standings, start_ms).code, ERROR_ACCOUNT_NEEDED);
}
END_TEST

/* --- who came ------------------------------------------------------------------------------- */

enum { OWN_DISCS = 2 }; /* that whoever comes places before leaving */

/** What one turn brings: a move of a side that comes, else what the clock does. */
static struct game take_turn(const struct game *game, const bool comes[2], int own[2])
{
    struct game next;
    bool replay;
    enum rev_color color = game->rules.now.turn;
    if (comes[color] && own[color]++ < OWN_DISCS) {
        const struct game_move move = {.ply = game->rules.ply + 1,
                                       .square = __builtin_ctzll(game->rules.legal),
                                       .seats = 1 << color};
        ck_assert(!failed(game_play(game, &move, game->updated_ms + 1, &next, &replay)));
        return next;
    }
    ck_assert_int_eq(game_settle(game, NULL, 0, game->deadline_ms, &next), SETTLED_EXPIRED);
    return next;
}

/** A game for chips to its end: each side comes for two discs, or never. */
static struct game_change play_out(enum timeout_policy policy, int wins_needed, const bool comes[2],
                                   struct standing standings[2])
{
    struct game_setup setup = between(false, true);
    struct game_change change, end;
    int own[2] = {0, 0};
    setup.clock.on_timeout = policy;
    setup.wins_needed = wins_needed;
    ck_assert(!failed(game_begin(&setup, start_ms, &change)));
    load(&change, standings, 2);
    ck_assert(!failed(settle_change(&change, standings, start_ms)));
    for (int i = 0; i < 2; i++)
        standings[i].chips = change.players[i].chips.after;
    struct game game = change.game;
    for (;;) {
        struct game next = take_turn(&game, comes, own);
        game_complete(&game, &next, next.updated_ms, &end);
        if (next.status != GAME_LIVE)
            break;
        game = next;
    }
    ck_assert(!failed(settle_change(&end, standings, end.game.updated_ms)));
    return end;
}

START_TEST(nobody_wins_or_loses_chips_unless_both_came_whatever_the_clock_does)
{
    const bool comes[2] = {_i & 1, _i & 2};
    const int wins_needed = _i & 4 ? 1 : 0;
    const enum timeout_policy policy = _i & 8 ? TIMEOUT_AUTOPLAY : TIMEOUT_FORFEIT;
    struct standing standings[2];
    struct game_change end = play_out(policy, wins_needed, comes, standings);
    bool paid = comes[REV_BLACK] && comes[REV_WHITE], left = policy == TIMEOUT_AUTOPLAY;
    int64_t black = wealth(&end.players[1].chips.after); /* Ann, who has the greater id */
    int64_t white = wealth(&end.players[0].chips.after);
    ck_assert(!end.has_follower);
    ck_assert_int_eq(end.game.reason, left ? REASON_ABANDONED : REASON_TIMEOUT);
    ck_assert_int_eq(game_has_begun(&end.game), paid);
    /* Black is the first who is late, where both are. */
    ck_assert_int_eq(end.game.winner, comes[REV_BLACK] && !paid ? WINNER_BLACK : WINNER_WHITE);
    ck_assert_int_eq(black, CHIPS_START - (paid ? 50 + (left ? 10 : 0) : 0));
    ck_assert_int_eq(white, CHIPS_START + (paid ? 50 : 0));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("domain_settle");
    TCase *tcase = tcase_create("domain_settle");
    tcase_add_test(tcase, a_stake_moves_and_nothing_is_lost_but_a_penalty);
    tcase_add_test(tcase, nobody_stakes_more_than_there_is);
    tcase_add_test(tcase, a_days_rewards_have_an_end);
    tcase_add_test(tcase, ten_games_make_a_rank_that_can_be_taken);
    tcase_add_test(tcase, the_end_of_a_game_that_is_neither_rated_nor_for_chips_asks_for_nobody);
    tcase_add_test(tcase,
                   a_game_that_begins_tells_how_strong_its_players_are_and_changes_nothing_of_them);
    tcase_add_test(tcase, the_ladder_is_that_of_the_clock);
    tcase_add_test(tcase, the_next_game_and_a_rematch_tell_how_strong_their_players_are_by_then);
    tcase_add_test(
        tcase, the_next_game_of_a_rated_match_begins_with_what_the_last_one_made_of_the_ratings);
    tcase_add_test(tcase,
                   a_rated_game_for_chips_changes_both_players_when_it_begins_and_when_it_ends);
    tcase_add_test(tcase, a_game_for_chips_does_not_begin_without_them_nor_with_a_guest);
    tcase_add_loop_test(tcase, nobody_wins_or_loses_chips_unless_both_came_whatever_the_clock_does,
                        0, 16);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
