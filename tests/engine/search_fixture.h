/**
 * What the tests of the search share: a context, positions, and results that can be compared.
 */
#ifndef REVERSI_TEST_SEARCH_FIXTURE_H
#define REVERSI_TEST_SEARCH_FIXTURE_H

#include "random.h"

#include "reversi/notation.h"
#include "reversi/search.h"

#include <stdbool.h>

enum {
    TABLE_BYTES = 1 << 20,
    ALL_MOVES = REV_ROOT_MOVES_MAX,
    SEARCH_CASES = 50 /* enough to search each kind of case at many numbers of empties */
};

/** With a table of TABLE_BYTES; made and freed by the fixture below. */
extern struct rev_search_context *context;

void make_context(void);
void free_context(void);

int empties_of(struct rev_board board);

/** Plays at random from the start down to a number of empties; the mover has a move. */
struct rev_board random_board(struct random *random, int empties);

/** Reads the text of a position. */
struct rev_board board_of(const char *text);

/** Searches with the context. */
void search(struct rev_board board, struct rev_limits limits, struct rev_result *result);

/** The exact value of the best move. */
int solve(struct rev_board board);

/** Discs for the mover at the end of a line of placements, passing where need be. */
int play_line(struct rev_board board, const struct rev_root_move *move);

/** Whether two results agree in everything. */
bool same_results(const struct rev_result *a, const struct rev_result *b);

/** The position of a case, by its number. */
struct rev_board case_board(struct random *random, int index);

/** Its limits: of one kind after the other. */
const struct rev_limits *case_limits(int index);

/** Searches it. */
void search_case(struct rev_search_context *with, struct random *random, int index,
                 struct rev_result *result);

#endif
