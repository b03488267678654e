/**
 * What a subcommand of `reversi` is. To add one: write its file, declare its function here, and
 * give it a row in reversi.c and a line in engine/CMakeLists.txt.
 */
#ifndef REVERSI_COMMAND_H
#define REVERSI_COMMAND_H

#include "reversi/game.h"
#include "reversi/search.h"

/** Exit statuses. */
enum { COMMAND_OK = 0, COMMAND_FAILED = 1, COMMAND_USAGE = 2 };

/**
 * A subcommand's body.
 *
 * @param argc  how many arguments follow the subcommand's name
 * @param argv  those arguments; argv[argc] is NULL
 * @return      the exit status; COMMAND_USAGE makes the caller print how it is used
 */
typedef int command_body(int argc, char **argv);

command_body command_analyse;
command_body command_balanced;
command_body command_bench;
command_body command_evaluate_error;
command_body command_probe_error;
command_body command_fit;
command_body command_fit_quadrants;
command_body command_gtp;
command_body command_hard_games;
command_body command_label;
command_body command_losses;
command_body command_match;
command_body command_nboard;
command_body command_perft;
command_body command_quantise;
command_body command_selfplay;
command_body command_show;
command_body command_solve;

/** Reads a whole decimal number in minimum..maximum. False: it is none. */
bool command_number(const char *text, long minimum, long maximum, long *number);

/** Reads a whole number that may have decimals, in 0..maximum. False: it is none. */
bool command_real(const char *text, double maximum, double *number);

/** As rev_search_context_new; NULL: a sentence on stderr says that memory is short. */
struct rev_search_context *command_context(size_t table_bytes);

/** Reads an argument that is a position. False: a sentence on stderr says where it is wrong. */
bool command_position(const char *text, struct rev_position *position);

/** Prints the board with coordinates, legal moves as dots, disc counts and who moves. */
void command_print_game(const struct rev_game *game);

#endif
