#include "domain/fair_play.h"

bool fair_play_forbids(const struct rated_games *games, const struct rev_position *asked)
{
    struct likeness likeness;
    if (games->more)
        return true;
    if (games->count == 0)
        return false;
    likeness_of(asked, &likeness);
    for (int i = 0; i < games->count; i++)
        if (likeness_tells(&likeness, &games->games[i]))
            return true;
    return false;
}

bool fair_play_concerns(const struct game *game)
{
    bool is_given = game->opening == OPENING_POSITION;
    int discs = rev_count(game->rules.now.black | game->rules.now.white);
    return game_is_ai_turn(game) && (is_given || discs >= LIKENESS_OPENING_DISCS);
}

struct uuid fair_play_player(const struct game *game)
{
    bool black = game->seats[REV_BLACK].kind == SEAT_HUMAN;
    return game->seats[black ? REV_BLACK : REV_WHITE].player;
}
