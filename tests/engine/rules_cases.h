/**
 * Hard cases of the rules, written by hand; what is expected was worked out with a second, separate
 * program.
 */
#ifndef TEST_RULES_CASES_H
#define TEST_RULES_CASES_H

#include "reversi/game.h"

struct rules_case {
    const char *title;
    enum rev_opening opening;
    const char *start;      /* a position; NULL where the opening says it */
    const char *transcript; /* what is played on top */
    const char *turned;     /* squares that the last placement turned, in reading order */
    const char *board;      /* the 64 characters afterwards */
    char turn;              /* X, O, or - once the game is over */
    char passed;            /* who was passed over just before: X, O, or - */
    const char *legal;      /* the legal squares, in reading order */
};

extern const struct rules_case rules_cases[];
extern const int rules_case_count;

#endif
