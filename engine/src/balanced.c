#include "reversi/balanced.h"

#include <assert.h>
#include <string.h>

static const char *const transcripts[] = {
#include "balanced.def"
};

int rev_balanced_count(void)
{
    return sizeof transcripts / sizeof transcripts[0];
}

void rev_balanced_game(int index, struct rev_game *game)
{
    assert(index >= 0 && index < rev_balanced_count());
    rev_game_init(game, REV_OPENING_STANDARD, NULL);
    bool legal =
        rev_game_play_transcript(game, transcripts[index], strlen(transcripts[index]), NULL);
    assert(legal);
    (void)legal;
}

void rev_balanced_position(int index, struct rev_position *position)
{
    struct rev_game game;
    rev_balanced_game(index, &game);
    *position = game.now;
}
