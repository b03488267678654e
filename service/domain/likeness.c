/*
 * Discs never leave the board. So of two positions one can lead to the other only if its discs
 * stand on squares where the other's do as well: nearly every pair is told apart by that alone,
 * without a game being replayed, and what is left to try are the one or two squares between them.
 */
#include "domain/likeness.h"

enum { START_DISCS = 4 };

/* --- images -------------------------------------------------------------------------------- */

/** Left becomes right. */
static uint64_t mirror(uint64_t squares)
{
    squares = (squares >> 1 & UINT64_C(0x5555555555555555)) |
              (squares & UINT64_C(0x5555555555555555)) << 1;
    squares = (squares >> 2 & UINT64_C(0x3333333333333333)) |
              (squares & UINT64_C(0x3333333333333333)) << 2;
    return (squares >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (squares & UINT64_C(0x0f0f0f0f0f0f0f0f))
                                                               << 4;
}

/** Exchanges the bits of `mask` with those so many places further up. */
static uint64_t exchange(uint64_t squares, int places, uint64_t mask)
{
    uint64_t changed = (squares ^ squares >> places) & mask;
    return squares ^ changed ^ changed << places;
}

/** Columns become rows: halves, quarters and single squares change places across the diagonal. */
static uint64_t transpose(uint64_t squares)
{
    squares = exchange(squares, 28, UINT64_C(0x00000000f0f0f0f0));
    squares = exchange(squares, 14, UINT64_C(0x0000cccc0000cccc));
    return exchange(squares, 7, UINT64_C(0x00aa00aa00aa00aa));
}

static uint64_t occupied(struct rev_board board)
{
    return board.own | board.opp;
}

void likeness_of(const struct rev_position *position, struct likeness *likeness)
{
    struct rev_board board = rev_position_board(position);
    likeness->discs = rev_count(occupied(board));
    for (int i = 0; i < LIKENESS_IMAGES; i++) {
        likeness->images[i] = board;
        board.own = i % 2 == 0 ? mirror(board.own) : transpose(board.own);
        board.opp = i % 2 == 0 ? mirror(board.opp) : transpose(board.opp);
    }
}

/* --- the game ------------------------------------------------------------------------------ */

/** The squares that are occupied after so many plies. */
static uint64_t occupied_after(const struct course *game, int plies)
{
    uint64_t squares = occupied(rev_board_start());
    for (int ply = 0; ply < plies; ply++)
        squares |= rev_bit(game->squares[ply]);
    return squares;
}

/** How the game stood after so many plies. False: they cannot be played. */
static bool replay(const struct course *game, int plies, struct rev_board *board)
{
    *board = rev_board_start();
    for (int ply = 0; ply < plies; ply++) {
        int square = game->squares[ply];
        if (rev_flips(*board, square) == 0)
            *board = rev_pass(*board);
        uint64_t flips = rev_flips(*board, square);
        if (flips == 0)
            return false;
        *board = rev_play(*board, square, flips);
    }
    return true;
}

/* --- the rule ------------------------------------------------------------------------------ */

/** Equal but for who has which colour, and who is to move. */
static bool is_same(struct rev_board a, struct rev_board b)
{
    return (a.own == b.own && a.opp == b.opp) || (a.own == b.opp && a.opp == b.own);
}

static bool is_within(struct rev_board inner, struct rev_board outer)
{
    return (occupied(inner) & ~occupied(outer)) == 0;
}

/** Whether moves lead from one to the other, or none is needed. Requires is_within(from, to).
 *  Tries every order in which the squares between them can be played. */
static bool leads(struct rev_board from, struct rev_board to)
{
    uint64_t missing = occupied(to) & ~occupied(from);
    if (missing == 0)
        return is_same(from, to);
    if (rev_moves(from) == 0)
        from = rev_pass(from);
    for (uint64_t moves = rev_moves(from) & missing; moves; moves &= moves - 1) {
        int square = __builtin_ctzll(moves);
        if (leads(rev_play(from, square, rev_flips(from, square)), to))
            return true;
    }
    return false;
}

/** Whether one is so near to where the game stands that at most two moves lie between them. */
static bool is_near(const struct likeness *asked, const struct course *game, int ahead)
{
    struct rev_board stands = {occupied_after(game, game->plies), 0};
    bool replayed = false;
    for (int i = 0; i < LIKENESS_IMAGES; i++) {
        const struct rev_board *image = &asked->images[i];
        if (!(ahead < 0 ? is_within(*image, stands) : is_within(stands, *image)))
            continue;
        if (!replayed && !replay(game, game->plies, &stands))
            return false;
        replayed = true;
        if (ahead < 0 ? leads(*image, stands) : leads(stands, *image))
            return true;
    }
    return false;
}

/** Whether the game stood there after so many plies. */
static bool came_through(const struct likeness *asked, const struct course *game, int plies)
{
    uint64_t squares = occupied_after(game, plies);
    struct rev_board stood;
    bool may_be = false;
    for (int i = 0; i < LIKENESS_IMAGES; i++)
        may_be |= occupied(asked->images[i]) == squares;
    if (!may_be || !replay(game, plies, &stood))
        return false;
    for (int i = 0; i < LIKENESS_IMAGES; i++)
        if (is_same(asked->images[i], stood))
            return true;
    return false;
}

bool likeness_tells(const struct likeness *asked, const struct course *game)
{
    int plies = asked->discs - START_DISCS, ahead = plies - game->plies;
    if (plies < 0 || ahead > LIKENESS_NEAR_PLIES)
        return false;
    bool close = ahead >= -LIKENESS_NEAR_PLIES;
    if (close && is_near(asked, game, ahead))
        return true;
    bool counts = close || asked->discs >= LIKENESS_OPENING_DISCS;
    return ahead < 0 && counts && came_through(asked, game, plies);
}
