#include "search_fixture.h"

#include "plain_solver.h"
#include "require.h"
#include "suite.h"

#include "reversi/notation.h"

#include <string.h>

struct rev_search_context *context;

void make_context(void)
{
    context = rev_search_context_new(TABLE_BYTES);
    ck_assert_ptr_nonnull(context);
}

void free_context(void)
{
    rev_search_context_free(context);
}

int empties_of(struct rev_board board)
{
    return 64 - rev_count(board.own | board.opp);
}

struct rev_board random_board(struct random *random, int empties)
{
    for (;;) {
        struct rev_board board = rev_board_start();
        for (;;) {
            uint64_t moves = rev_moves(board);
            if (!moves && !rev_moves(rev_pass(board)))
                break;
            if (moves && empties_of(board) == empties)
                return board;
            if (!moves) {
                board = rev_pass(board);
                continue;
            }
            int square = random_square(random, moves);
            board = rev_play(board, square, rev_flips(board, square));
        }
    }
}

struct rev_board board_of(const char *text)
{
    struct rev_position position;
    ck_assert_msg(rev_position_parse(text, strlen(text), &position, NULL), "%s", text);
    return rev_position_board(&position);
}

void search(struct rev_board board, struct rev_limits limits, struct rev_result *result)
{
    rev_search(context, board, &limits, result);
}

int solve(struct rev_board board)
{
    struct rev_result result;
    search(board, (struct rev_limits){.exact_empties_max = 64}, &result);
    ck_assert(result.exact);
    ck_assert_int_gt(result.move_count, 0);
    ck_assert(result.moves[0].exact && !result.moves[0].bound);
    return result.moves[0].score;
}

int play_line(struct rev_board board, const struct rev_root_move *move)
{
    int sign = 1;
    for (int i = 0; i < move->line_length; i++) {
        if (!rev_moves(board)) {
            board = rev_pass(board);
            sign = -sign;
        }
        uint64_t flips = rev_flips(board, move->line[i]);
        REQUIRE_MSG(flips, "placement %d of the line is illegal", i);
        board = rev_play(board, move->line[i], flips);
        sign = -sign;
    }
    REQUIRE_MSG(!rev_moves(board) && !rev_moves(rev_pass(board)), "the line stops too early");
    return sign * plain_solve(board);
}

bool same_results(const struct rev_result *a, const struct rev_result *b)
{
    if (a->move_count != b->move_count || a->depth != b->depth || a->exact != b->exact ||
        a->confidence != b->confidence || a->cancelled != b->cancelled || a->nodes != b->nodes)
        return false;
    for (int i = 0; i < a->move_count; i++) {
        const struct rev_root_move *x = &a->moves[i];
        const struct rev_root_move *y = &b->moves[i];
        if (x->square != y->square || x->score != y->score || x->hundredths != y->hundredths ||
            x->exact != y->exact || x->bound != y->bound || x->line_length != y->line_length ||
            memcmp(x->line, y->line, (size_t)x->line_length) != 0)
            return false;
    }
    return true;
}

static const struct rev_limits kinds[] = {
    {.depth_max = 5},
    {.nodes_max = 20000},
    {.nodes_max = 30000, .exact_empties_max = 20},
    {.depth_max = 4, .best_moves = 3},
    {.exact_empties_max = 12, .depth_max = 4, .best_moves = 2},
    {.nodes_max = 30000, .exact_empties_max = 22, .confidence = 87},
    {.exact_empties_max = 16, .depth_max = 4, .outcomes_only = true},
};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

const struct rev_limits *case_limits(int index)
{
    return &kinds[index % KIND_COUNT];
}

struct rev_board case_board(struct random *random, int index)
{
    return random_board(random, 9 + index % 50);
}

void search_case(struct rev_search_context *with, struct random *random, int index,
                 struct rev_result *result)
{
    rev_search(with, case_board(random, index), case_limits(index), result);
}
