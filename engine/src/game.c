#include "reversi/game.h"

#include <string.h>

/* d4 e4 d5 e5 */
static const uint64_t centre = UINT64_C(0x0000001818000000);

static uint64_t moves_of(const struct rev_position *position)
{
    return rev_moves(rev_position_board(position));
}

/**
 * Finds who moves now, passing once where the side to move is stuck.
 *
 * @return  the side to move was passed over and the other has a move
 */
static bool settle(struct rev_game *game)
{
    game->legal = moves_of(&game->now);
    if (game->legal)
        return false;
    struct rev_position passed = game->now;
    passed.turn = rev_other(passed.turn);
    game->legal = moves_of(&passed);
    game->over = game->legal == 0;
    if (game->over)
        return false;
    game->now = passed;
    return true;
}

static struct rev_position standard_start(void)
{
    struct rev_board board = rev_board_start();
    return (struct rev_position){.black = board.own, .white = board.opp, .turn = REV_BLACK};
}

void rev_game_init(struct rev_game *game, enum rev_opening opening,
                   const struct rev_position *start)
{
    struct rev_position first = {.turn = REV_BLACK};
    if (opening == REV_OPENING_STANDARD)
        first = standard_start();
    if (opening == REV_OPENING_POSITION)
        first = *start;

    memset(game, 0, sizeof *game); /* the padding too; tests compare bytes */
    game->opening = opening;
    game->start = first;
    game->now = first;
    if (opening == REV_OPENING_ORIGINAL)
        game->legal = centre;
    else
        game->start_passed = settle(game);
}

bool rev_game_in_centre(const struct rev_game *game)
{
    return game->opening == REV_OPENING_ORIGINAL && game->ply < 4;
}

static bool is_legal(const struct rev_game *game, int square)
{
    return square >= 0 && square < 64 && game->legal & rev_bit(square);
}

uint64_t rev_game_flips(const struct rev_game *game, int square)
{
    if (!is_legal(game, square) || rev_game_in_centre(game))
        return 0;
    return rev_flips(rev_position_board(&game->now), square);
}

static void place(struct rev_position *position, int square, uint64_t flips)
{
    uint64_t placed = rev_bit(square);
    if (position->turn == REV_BLACK)
        position->black |= placed;
    else
        position->white |= placed;
    position->black ^= flips;
    position->white ^= flips;
    position->turn = rev_other(position->turn);
}

enum rev_move_verdict rev_game_play(struct rev_game *game, int square)
{
    if (game->over)
        return REV_MOVE_GAME_OVER;
    if (!is_legal(game, square))
        return REV_MOVE_ILLEGAL;

    struct rev_ply *ply = &game->plies[game->ply];
    ply->square = (uint8_t)square;
    ply->color = (uint8_t)game->now.turn;
    ply->flips = rev_game_flips(game, square);
    place(&game->now, square, ply->flips);
    game->ply++;
    if (rev_game_in_centre(game))
        game->legal &= ~rev_bit(square);
    else
        ply->passed = settle(game);
    return REV_MOVE_PLAYED;
}

void rev_game_rewind(struct rev_game *game, int ply)
{
    struct rev_game replayed;
    rev_game_init(&replayed, game->opening, &game->start);
    for (int i = 0; i < ply; i++)
        (void)rev_game_play(&replayed, game->plies[i].square);
    memcpy(game, &replayed, sizeof *game);
}

bool rev_game_passed(const struct rev_game *game, enum rev_color *passed)
{
    if (game->ply == 0) {
        if (game->start_passed)
            *passed = game->start.turn;
        return game->start_passed;
    }
    const struct rev_ply *last = &game->plies[game->ply - 1];
    if (last->passed)
        *passed = rev_other((enum rev_color)last->color);
    return last->passed;
}

int rev_game_discs(const struct rev_game *game, enum rev_color color)
{
    return rev_count(color == REV_BLACK ? game->now.black : game->now.white);
}

bool rev_game_play_transcript(struct rev_game *game, const char *text, size_t length,
                              size_t *bad_at)
{
    for (size_t offset = 0; offset < length; offset += 2) {
        size_t rest = length - offset;
        int square = rev_square_parse(text + offset, rest < 2 ? rest : 2);
        if (rev_game_play(game, square) != REV_MOVE_PLAYED) {
            if (bad_at)
                *bad_at = offset;
            return false;
        }
    }
    return true;
}

void rev_game_transcript(const struct rev_game *game, char text[REV_TRANSCRIPT_SIZE])
{
    for (int i = 0; i < game->ply; i++)
        rev_square_write(game->plies[i].square, text + 2 * i);
    text[2 * game->ply] = '\0';
}
