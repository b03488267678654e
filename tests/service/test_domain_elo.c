/* Elo: cases computed by hand, and what holds for all. */

#include "domain/elo.h"
#include "random.h"
#include "suite.h"

enum { POINT = ELO_POINT };

/**
 * By hand: at a difference of 400 the odds are ten to one, so the stronger side is expected to
 * score 10/11; at 200 the odds are the root of ten to one, 3.162278, and 3.162278 / 4.162278 =
 * 0.759747.
 */
static const struct {
    const char *name;
    int rating, other, games;
    enum elo_score score;
    int after;
} cases[] = {
    {"equal, won: half of 24", 1500 * POINT, 1500 * POINT, 20, ELO_WON, 1512 * POINT},
    {"equal, lost", 1500 * POINT, 1500 * POINT, 20, ELO_LOST, 1488 * POINT},
    {"equal, drawn", 1500 * POINT, 1500 * POINT, 20, ELO_DREW, 1500 * POINT},
    {"the first game: half of 40", ELO_START, ELO_START, 0, ELO_WON, 1220 * POINT},
    {"the 20th still counts 40", 1500 * POINT, 1500 * POINT, 19, ELO_WON, 1520 * POINT},
    {"at 2000 still 24", 2000 * POINT, 2000 * POINT, 100, ELO_WON, 2012 * POINT},
    {"above 2000: half of 16", 2000 * POINT + 1, 2000 * POINT + 1, 100, ELO_WON, 2008 * POINT + 1},
    {"above 2000, but new", 2100 * POINT, 2100 * POINT, 3, ELO_LOST, 2080 * POINT},
    {"400 above, won: 24/11 = 2.1818", 1900 * POINT, 1500 * POINT, 20, ELO_WON, 1902182},
    {"400 above, lost: 240/11 = 21.8182", 1900 * POINT, 1500 * POINT, 20, ELO_LOST, 1878182},
    {"400 above, drawn: 24 (1/2 - 10/11)", 1900 * POINT, 1500 * POINT, 20, ELO_DREW, 1890182},
    {"400 below, won", 1500 * POINT, 1900 * POINT, 20, ELO_WON, 1521818},
    {"900 above counts as 400", 1950 * POINT, 1050 * POINT, 20, ELO_WON, 1952182},
    {"900 below counts as 400", 1050 * POINT, 1950 * POINT, 20, ELO_LOST, 1047818},
    {"200 above, won: 24 (1 - 0.759747)", 1700 * POINT, 1500 * POINT, 20, ELO_WON, 1705766},
    {"at the floor, lost", 100 * POINT, 100 * POINT, 50, ELO_LOST, 100 * POINT},
    {"near the floor, lost", 105 * POINT, 105 * POINT, 50, ELO_LOST, 100 * POINT},
    {"at the floor, won", 100 * POINT, 100 * POINT, 50, ELO_WON, 112 * POINT},
};

START_TEST(cases_computed_by_hand)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg(elo_after(cases[i].rating, cases[i].other, cases[i].games, cases[i].score) ==
                          cases[i].after,
                      "%s", cases[i].name);
}
END_TEST

START_TEST(expectations_add_up_to_one_and_grow_with_the_rating)
{
    int before = 0, wrong = 0;
    for (int rating = ELO_START - 2 * ELO_DIFFERENCE_MAX;
         rating <= ELO_START + 2 * ELO_DIFFERENCE_MAX; rating++) {
        int expected = elo_expected(rating, ELO_START);
        wrong += expected + elo_expected(ELO_START, rating) != ELO_ONE || expected < before;
        before = expected;
    }
    ck_assert_int_eq(wrong, 0);
    ck_assert_int_eq(before, 909091);
    ck_assert_int_eq(elo_expected(ELO_START, ELO_START), ELO_ONE / 2);
}
END_TEST

START_TEST(what_is_shown_is_rounded_to_the_nearest_and_halves_up)
{
    ck_assert_int_eq(elo_shown(1499499), 1499);
    ck_assert_int_eq(elo_shown(1499500), 1500);
    ck_assert_int_eq(elo_shown(1500499), 1500);
    for (int points = 100; points < 4000; points++) {
        ck_assert_int_eq(elo_shown(elo_shown_from(points)), points);
        ck_assert_int_eq(elo_shown(elo_shown_from(points) - 1), points - 1);
    }
}
END_TEST

/** A million games among a hundred players who all have played enough, far from floor and 2000. */
START_TEST(with_equal_k_and_away_from_the_floor_the_sum_never_changes)
{
    enum { PLAYERS = 100, GAMES = 1000 * 1000 };
    static const enum elo_score scores[] = {ELO_LOST, ELO_DREW, ELO_WON};
    struct random random = random_for("elo");
    int ratings[PLAYERS];
    int64_t sum = 0;
    int unequal = 0, low = 0;
    for (int i = 0; i < PLAYERS; i++)
        sum += ratings[i] = ELO_FLOOR + 1000 * POINT + random_below(&random, 500 * POINT);
    for (int game = 0; game < GAMES; game++) {
        int a = random_below(&random, PLAYERS);
        int b = (a + 1 + random_below(&random, PLAYERS - 1)) % PLAYERS;
        /* Results that do not depend on ratings pull those together: nobody nears the floor. */
        enum elo_score score = scores[random_below(&random, 3)];
        int k = ELO_K, change = elo_change(ratings[a], ratings[b], k, score);
        unequal += elo_change(ratings[b], ratings[a], k, ELO_ONE - score) != -change;
        ratings[a] += change;
        ratings[b] -= change;
        low += ratings[a] <= ELO_FLOOR || ratings[b] <= ELO_FLOOR;
    }
    for (int i = 0; i < PLAYERS; i++)
        sum -= ratings[i];
    ck_assert_int_eq(sum, 0);
    ck_assert_int_eq(unequal, 0);
    ck_assert_int_eq(low, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("domain_elo");
    TCase *tcase = tcase_create("domain_elo");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, cases_computed_by_hand);
    tcase_add_test(tcase, expectations_add_up_to_one_and_grow_with_the_rating);
    tcase_add_test(tcase, what_is_shown_is_rounded_to_the_nearest_and_halves_up);
    tcase_add_test(tcase, with_equal_k_and_away_from_the_floor_the_sum_never_changes);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
