/**
 * Elo ratings, in thousandths of a point, in integers only: the same two ratings and result give
 * the same change on every machine.
 *
 * What a side is expected to score is a number of millionths, and both sides' add up to a million.
 * A change is K times (score - expected), rounded half away from zero, so of two players with the
 * same K one loses exactly what the other wins, as long as neither comes to the floor.
 *
 * Source: A. Elo, The Rating of Chessplayers, Past and Present (1978): the logistic curve on which
 * 400 points are odds of ten to one.
 */
#ifndef REVERSID_DOMAIN_ELO_H
#define REVERSID_DOMAIN_ELO_H

#include <stdint.h>

enum {
    ELO_POINT = 1000,                     /* thousandths a point */
    ELO_START = 1200 * ELO_POINT,         /* before the first rated game */
    ELO_FLOOR = 100 * ELO_POINT,          /* nobody falls lower */
    ELO_DIFFERENCE_MAX = 400 * ELO_POINT, /* a greater difference counts as this one */

    ELO_K_NEW = 40, /* until ELO_NEW_GAMES rated games have been played */
    ELO_K = 24,
    ELO_K_HIGH = 16, /* above ELO_HIGH */
    ELO_NEW_GAMES = 20,
    ELO_HIGH = 2000 * ELO_POINT,

    ELO_ONE = 1000 * 1000 /* a whole score, in millionths */
};

/** What a side scored in a game, in millionths. */
enum elo_score { ELO_LOST = 0, ELO_DREW = ELO_ONE / 2, ELO_WON = ELO_ONE };

/**
 * What a side is expected to score, in millionths.
 *
 * @param rating  of the side, in thousandths
 * @param other   of the other side
 * @return        90,909 … 909,091; with the other side's exactly ELO_ONE
 */
int elo_expected(int rating, int other);

/** How much a game counts for a player with this rating who played so many rated games before. */
int elo_k(int rating, int games);

/** The change of a rating, in thousandths; before the floor is looked at. */
int elo_change(int rating, int other, int k, enum elo_score score);

/** The rating after a game, at least ELO_FLOOR. */
int elo_after(int rating, int other, int games, enum elo_score score);

/** The whole points that are shown, and by which players are ranked: halves are rounded up. */
int elo_shown(int rating);

/** The least rating that is shown as these whole points. */
int elo_shown_from(int points);

#endif
