#include "value.h"

#include "reversi/notation.h"

#include <string.h>

int value_final(struct rev_board board)
{
    int own = rev_count(board.own);
    int opp = rev_count(board.opp);
    if (own == opp)
        return 0;
    return own > opp ? REV_SCORE_MAX - 2 * opp : 2 * own - REV_SCORE_MAX;
}

static void search_pass(struct rev_search_context *context, struct rev_board board,
                        const struct rev_limits *limits, struct rev_result *result)
{
    struct rev_limits one = *limits;
    one.best_moves = 1;
    rev_search(context, rev_pass(board), &one, result);
    struct rev_root_move *pass = &result->moves[0];
    result->move_count = 1;
    pass->square = REV_NO_SQUARE;
    pass->score = -pass->score;
    pass->hundredths = -pass->hundredths;
}

static void value_end(struct rev_board board, const struct rev_limits *limits,
                      struct rev_result *result)
{
    int score = value_final(board);
    if (limits->outcomes_only)
        score = (score > 0) - (score < 0);
    *result = (struct rev_result){.move_count = 1, .exact = true, .confidence = 100};
    result->moves[0] = (struct rev_root_move){
        .square = REV_NO_SQUARE, .score = score, .hundredths = 100 * score, .exact = true};
}

void value_search(struct rev_search_context *context, struct rev_board board,
                  const struct rev_limits *limits, struct rev_result *result)
{
    if (rev_moves(board))
        rev_search(context, board, limits, result);
    else if (rev_moves(rev_pass(board)))
        search_pass(context, board, limits, result);
    else
        value_end(board, limits, result);
}

void value_name(const struct rev_root_move *move, char name[VALUE_NAME_SIZE])
{
    if (move->square != REV_NO_SQUARE)
        rev_square_write(move->square, name);
    else
        strcpy(name, move->line_length > 0 ? "pass" : "over");
}
