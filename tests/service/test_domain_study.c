/**
 * What a study is made of, and how it goes from step to step.
 */
#include "domain/study.h"
#include "random.h"
#include "suite.h"

#include <string.h>

static const struct study_budget small = {1000, 8, 10};
static const struct uuid id = {{1, 2, 3}};

static struct rev_game game_of(enum rev_opening opening, const char *moves)
{
    struct rev_game game;
    rev_game_init(&game, opening, NULL);
    ck_assert(rev_game_play_transcript(&game, moves, strlen(moves), NULL));
    return game;
}

/** What is searched of a position is the same. */
static void same_position(const struct rev_game *a, const struct rev_game *b)
{
    ck_assert_int_eq(a->over, b->over);
    ck_assert_uint_eq(a->legal, b->legal);
    ck_assert_uint_eq(a->now.black, b->now.black);
    ck_assert_uint_eq(a->now.white, b->now.white);
    ck_assert_int_eq(rev_game_in_centre(a), rev_game_in_centre(b));
    if (!a->over)
        ck_assert_int_eq(a->now.turn, b->now.turn);
}

START_TEST(positions_come_back_whatever_they_are)
{
    struct random random = random_for("positions_come_back_whatever_they_are");
    static struct rev_game games[STUDY_STEPS_MAX];
    static struct study study;
    for (int i = 0; i < STUDY_STEPS_MAX; i++) {
        games[i] = game_of(i % 2 ? REV_OPENING_ORIGINAL : REV_OPENING_STANDARD, "");
        for (int plies = random_below(&random, 65); plies > 0 && !games[i].over; plies--)
            rev_game_play(&games[i], random_square(&random, games[i].legal));
    }
    study_of_positions(&study, &id, games, STUDY_STEPS_MAX, &small, 5);
    ck_assert_int_eq(study.steps, STUDY_STEPS_MAX);
    for (int i = 0; i < STUDY_STEPS_MAX; i++) {
        struct rev_game back;
        ck_assert(study_position(&study, i, &back));
        same_position(&back, &games[i]);
    }
    struct rev_game none;
    ck_assert(!study_position(&study, STUDY_STEPS_MAX, &none));
}
END_TEST

START_TEST(the_fewer_places_are_left_the_fewer_has_one_caller)
{
    static const struct {
        int open, share;
    } cases[] = {{0, 20},  {19, 20}, {500, 20}, {501, 19}, {750, 10},
                 {970, 1}, {999, 1}, {1000, 0}, {1001, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_int_eq(study_share(cases[i].open, 1000, 20), cases[i].share);
}
END_TEST

START_TEST(what_is_no_position_is_noticed)
{
    static const char *const texts[] = {"", "\n", "x\n", "p\n", "pX\n", "oz9\n", "oa1\n", "p"};
    struct study study = {.key = {id, STUDY_OWN}, .steps = 1};
    struct rev_game game;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        strcpy(study.positions, texts[i]);
        ck_assert_msg(!study_position(&study, 0, &game), "%s", texts[i]);
    }
}
END_TEST

START_TEST(a_new_study_waits)
{
    struct rev_game start = game_of(REV_OPENING_STANDARD, "");
    struct study study;
    study_of_positions(&study, &id, &start, 1, &small, 5);
    ck_assert(uuid_equal(&study.key.id, &id));
    ck_assert_int_eq(study.key.strength, STUDY_OWN);
    ck_assert(!study_is_review(&study));
    ck_assert_int_eq(study.status, STUDY_QUEUED);
    ck_assert(study_is_open(&study));
    ck_assert_int_eq(study.version, 1);
    ck_assert_int_eq(study.created_ms, 5);
    ck_assert_int_eq(study.updated_ms, 5);
    ck_assert_int_eq(study.step + study.stage + study.claim + study.attempt, 0);
}
END_TEST

static const struct {
    enum rev_opening opening;
    const char *moves;
    int first, steps;
} reviews[] = {
    {REV_OPENING_STANDARD, "", 0, 0},         {REV_OPENING_STANDARD, "f5d6", 0, 2},
    {REV_OPENING_ORIGINAL, "", 0, 0},         {REV_OPENING_ORIGINAL, "d4e4d5", 3, 0},
    {REV_OPENING_ORIGINAL, "d4e4d5e5", 4, 0}, {REV_OPENING_ORIGINAL, "d4e4e5d5d6", 4, 1},
};

START_TEST(a_review_has_a_step_for_each_move_after_the_centre)
{
    struct game game = {.id = id, .rules = game_of(reviews[_i].opening, reviews[_i].moves)};
    struct study study;
    study_of_game(&study, &game, STUDY_DEEP, 5);
    ck_assert(study_is_review(&study));
    ck_assert_int_eq(study_first_ply(&game.rules), reviews[_i].first);
    ck_assert_int_eq(study.steps, reviews[_i].steps);
    ck_assert_int_eq(study.status, reviews[_i].steps > 0 ? STUDY_QUEUED : STUDY_DONE);
    ck_assert_uint_eq(study.budget.nodes_max, study_budget_of(STUDY_DEEP)->nodes_max);
}
END_TEST

START_TEST(a_stronger_review_may_spend_more)
{
    for (int strength = STUDY_QUICK; strength < STUDY_DEEP; strength++) {
        const struct study_budget *weak = study_budget_of((enum study_strength)strength);
        ck_assert_uint_lt(weak->nodes_max, weak[1].nodes_max);
        ck_assert_int_lt(weak->depth_max, weak[1].depth_max);
        ck_assert_int_lt(weak->exact_empties_max, weak[1].exact_empties_max);
    }
}
END_TEST

START_TEST(topics_are_told_apart)
{
    struct uuid topics[STUDY_STRENGTH_COUNT];
    for (int i = 0; i < STUDY_STRENGTH_COUNT; i++) {
        topics[i] = study_topic(&(struct study_key){id, (enum study_strength)i});
        ck_assert(!uuid_equal(&topics[i], &id));
        for (int j = 0; j < i; j++)
            ck_assert(!uuid_equal(&topics[i], &topics[j]));
    }
    struct uuid again = study_topic(&(struct study_key){id, STUDY_QUICK});
    ck_assert(uuid_equal(&again, &topics[STUDY_QUICK]));
}
END_TEST

/** Searches the present step: it visits `share` percent of what it may. */
static void search(struct study *study, int share)
{
    struct rev_limits limits = study_limits(study);
    struct rev_result result = {.depth = 7, .nodes = limits.nodes_max * (uint64_t)share / 100};
    study_advance(study, &result);
}

START_TEST(a_position_is_searched_with_four_times_the_nodes_until_they_are_spent)
{
    struct rev_game games[2] = {game_of(REV_OPENING_STANDARD, "f5"),
                                game_of(REV_OPENING_STANDARD, "d3")};
    const struct study_budget budget = {100 * 1000 * 1000, 40, 10};
    struct study study;
    study_of_positions(&study, &id, games, 2, &budget, 5);
    uint64_t before = 0, spent = 0;
    while (study.step == 0) {
        struct rev_limits limits = study_limits(&study);
        ck_assert_uint_le(limits.nodes_max, budget.nodes_max);
        ck_assert(before == 0 || limits.nodes_max == 4 * before ||
                  limits.nodes_max == budget.nodes_max);
        ck_assert_int_eq(limits.depth_max, 40);
        ck_assert_int_eq(limits.exact_empties_max, 10);
        ck_assert_int_eq(limits.best_moves, REV_ROOT_MOVES_MAX);
        before = limits.nodes_max;
        spent += before;
        search(&study, 100);
    }
    ck_assert_uint_eq(before, budget.nodes_max);
    ck_assert_uint_eq(study.nodes, spent);
    ck_assert_int_eq(study.stage, 0);
    ck_assert_int_eq(study.depth, 7);
    ck_assert_uint_lt(study_limits(&study).nodes_max, budget.nodes_max);
}
END_TEST

START_TEST(a_search_that_ended_by_itself_is_not_repeated)
{
    struct rev_game games[2] = {game_of(REV_OPENING_STANDARD, "f5"),
                                game_of(REV_OPENING_STANDARD, "d3")};
    const struct study_budget budget = {100 * 1000 * 1000, 40, 10};
    struct study study;
    study_of_positions(&study, &id, games, 2, &budget, 5);
    search(&study, 99);
    ck_assert_int_eq(study.step, 1);
    ck_assert_int_eq(study.status, STUDY_QUEUED);
    search(&study, 0);
    ck_assert_int_eq(study.status, STUDY_DONE);
    ck_assert_int_eq(study.version, 3);
    ck_assert(!study_is_open(&study));
}
END_TEST

START_TEST(a_move_is_searched_once)
{
    struct game game = {.id = id, .rules = game_of(REV_OPENING_STANDARD, "f5d6c3")};
    struct study study;
    study_of_game(&study, &game, STUDY_DEEP, 5);
    ck_assert_int_eq(study_limits(&study).best_moves, 1);
    for (int step = 0; step < 3; step++) {
        ck_assert_int_eq(study.step, step);
        ck_assert_uint_eq(study_limits(&study).nodes_max, study_budget_of(STUDY_DEEP)->nodes_max);
        search(&study, 100);
    }
    ck_assert_int_eq(study.status, STUDY_DONE);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("domain_study");
    TCase *cases = tcase_create("cases");
    tcase_add_test(cases, positions_come_back_whatever_they_are);
    tcase_add_test(cases, the_fewer_places_are_left_the_fewer_has_one_caller);
    tcase_add_test(cases, what_is_no_position_is_noticed);
    tcase_add_test(cases, a_new_study_waits);
    tcase_add_loop_test(cases, a_review_has_a_step_for_each_move_after_the_centre, 0,
                        sizeof reviews / sizeof reviews[0]);
    tcase_add_test(cases, a_stronger_review_may_spend_more);
    tcase_add_test(cases, topics_are_told_apart);
    tcase_add_test(cases, a_position_is_searched_with_four_times_the_nodes_until_they_are_spent);
    tcase_add_test(cases, a_search_that_ended_by_itself_is_not_repeated);
    tcase_add_test(cases, a_move_is_searched_once);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
