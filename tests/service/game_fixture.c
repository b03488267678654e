#include "game_fixture.h"

#include <check.h>
#include <string.h>

struct game game_fixture(struct game_setup setup, const char *position, int64_t now_ms)
{
    struct game game;
    if (position)
        ck_assert(rev_position_parse(position, strlen(position), &setup.position, NULL));
    ck_assert(!failed(game_create(&setup, now_ms, &game)));
    return game;
}

static void play_one(struct game *game, int square, int64_t now_ms)
{
    struct game before = *game;
    struct game_move move = {
        .ply = before.rules.ply + 1,
        .square = square,
        .branch = before.branch,
        .seats = game_seats_of(&before, &before.creator),
    };
    bool replay;
    if (game_is_ai_turn(&before))
        ck_assert(!failed(game_play_ai(&before, square, BY_AI, now_ms, game)));
    else
        ck_assert(!failed(game_play(&before, &move, now_ms, game, &replay)));
}

void game_fixture_play(struct game *game, const char *transcript, int64_t each_ms)
{
    for (; *transcript; transcript += 2)
        play_one(game, rev_square_parse(transcript, 2), game->turn_started_ms + each_ms);
}
