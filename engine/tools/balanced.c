/**
 * `reversi balanced`: makes the table of balanced openings, engine/src/balanced.def.
 */
#include "command.h"
#include "reversi/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = 8, DEPTH = 12, SCORE_MAX = 1, TABLE_BYTES = 16 << 20, COUNT_MAX = 10000 };

static uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

/** Plays random plies. False: the game ended, or somebody had to pass. */
static bool play_randomly(struct rev_game *game, uint64_t *random)
{
    rev_game_init(game, REV_OPENING_STANDARD, NULL);
    while (game->ply < PLIES) {
        uint64_t legal = game->legal;
        for (uint64_t skip = random_next(random) % (uint64_t)rev_count(legal); skip > 0; skip--)
            legal &= legal - 1;
        rev_game_play(game, __builtin_ctzll(legal));
        if (game->over || game->plies[game->ply - 1].passed)
            return false;
    }
    return true;
}

static bool is_balanced(struct rev_search_context *context, const struct rev_game *game)
{
    struct rev_limits limits = {.depth_max = DEPTH};
    struct rev_result result;
    rev_search(context, rev_position_board(&game->now), &limits, &result);
    return abs(result.moves[0].score) <= SCORE_MAX;
}

/** Whether the position came before; remembers it otherwise. */
static bool is_known(struct rev_position *known, long count, const struct rev_position *position)
{
    for (long i = 0; i < count; i++)
        if (known[i].black == position->black && known[i].white == position->white)
            return true;
    known[count] = *position;
    return false;
}

int command_balanced(int argc, char **argv)
{
    long count;
    if (argc != 1 || !command_number(argv[0], 1, COUNT_MAX, &count))
        return COMMAND_USAGE;
    struct rev_search_context *context = command_context(TABLE_BYTES);
    struct rev_position *known = calloc((size_t)count + 1, sizeof *known);
    if (!context || !known)
        return COMMAND_FAILED;
    uint64_t random = UINT64_C(0x2545f4914f6cdd1d);
    for (long found = 0; found < count;) {
        struct rev_game game;
        char transcript[REV_TRANSCRIPT_SIZE];
        if (!play_randomly(&game, &random) || !is_balanced(context, &game) ||
            is_known(known, found, &game.now))
            continue;
        found++;
        rev_game_transcript(&game, transcript);
        printf("\"%s\",\n", transcript);
        fflush(stdout);
    }
    free(known);
    rev_search_context_free(context);
    return COMMAND_OK;
}
