/**
 * `reversi losses`: what a player gives away per move, in discs, by the judgement of a deeper
 * search.
 */
#include "command.h"
#include "measure.h"
#include "player.h"
#include "reversi/balanced.h"
#include "splitmix.h"
#include "value.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLE_BYTES = 64 << 20,
    GAMES_DEFAULT = 20,
    GAMES_MAX = 100000,
    JUDGE_DEPTH = 12,        /* plies, the judged move included */
    JUDGE_EXACT_EMPTIES = 18 /* from here on the judgement is exact */
};

/** Where the board is how full: a row for the moves with empties_min or more empty squares. */
static const struct {
    const char *name;
    int empties_min;
} phases[] = {{"opening, 41 or more empty", 41},
              {"middle, 19 to 40 empty", 19},
              {"end, 18 or fewer empty", 0}};

enum { PHASE_COUNT = sizeof phases / sizeof phases[0] };

struct judge {
    struct rev_search_context *context;
    struct measure_series losses[PHASE_COUNT]; /* discs, a sample a move that was a choice */
};

/** The value of a move for the side that makes it, in hundredths of a disc. */
static int value_of(struct judge *judge, const struct rev_game *game, int square)
{
    struct rev_game next = *game;
    (void)rev_game_play(&next, square);
    struct rev_board board = rev_position_board(&next.now);
    bool same_side = next.now.turn == game->now.turn;
    if (next.over)
        return 100 * value_final(same_side ? board : rev_pass(board));
    struct rev_limits limits = {.depth_max = JUDGE_DEPTH - 1,
                                .exact_empties_max = JUDGE_EXACT_EMPTIES - 1};
    struct rev_result result;
    rev_search(judge->context, board, &limits, &result);
    return same_side ? result.moves[0].hundredths : -result.moves[0].hundredths;
}

static int best_move(struct judge *judge, const struct rev_game *game)
{
    struct rev_limits limits = {.depth_max = JUDGE_DEPTH, .exact_empties_max = JUDGE_EXACT_EMPTIES};
    struct rev_result result;
    rev_search(judge->context, rev_position_board(&game->now), &limits, &result);
    return result.moves[0].square;
}

/**
 * Both moves are valued by searches of their own, so that they are judged alike. Where the played
 * one turns out the better it has lost nothing.
 */
static bool judge_move(struct judge *judge, const struct rev_game *game, int played)
{
    if (rev_count(game->legal) == 1)
        return true;
    int best = best_move(judge, game);
    int loss = 0;
    if (best != played)
        loss = value_of(judge, game, best) - value_of(judge, game, played);
    int empties = 64 - rev_count(game->now.black | game->now.white);
    int phase = 0;
    while (empties < phases[phase].empties_min)
        phase++;
    return measure_add(&judge->losses[phase], loss > 0 ? loss / 100.0 : 0);
}

static bool play_game(struct judge *judge, const struct player *player, int opening,
                      uint64_t *random)
{
    struct rev_game game;
    rev_balanced_game(opening, &game);
    while (!game.over) {
        int square = player_choose(player, judge->context, &game, random, NULL).square;
        if (!judge_move(judge, &game, square))
            return false;
        (void)rev_game_play(&game, square);
    }
    return true;
}

static void print_losses(const char *name, struct measure_series *losses)
{
    double sum = 0;
    size_t none = 0;
    for (size_t i = 0; i < losses->count; i++) {
        sum += losses->samples[i];
        none += losses->samples[i] == 0;
    }
    double count = losses->count > 0 ? (double)losses->count : 1;
    measure_sort(losses->samples, losses->count);
    printf("%-26s %7zu %8.3f %8.2f %8.2f %8.2f %8.1f %%\n", name, losses->count, sum / count,
           measure_quantile(losses->samples, losses->count, 0.5),
           measure_quantile(losses->samples, losses->count, 0.99),
           measure_quantile(losses->samples, losses->count, 1), 100 * (double)none / count);
}

static bool print_table(struct judge *judge, const char *name, long games)
{
    struct measure_series all = {0};
    bool complete = true;
    printf("%s, %ld games against itself, judged by depth %d, exact from %d empty squares on\n",
           name, games, JUDGE_DEPTH, JUDGE_EXACT_EMPTIES);
    printf("%-26s %7s %8s %8s %8s %8s %10s\n", "discs lost a move", "moves", "mean", "median",
           "99 %", "most", "none lost");
    for (int i = 0; i < PHASE_COUNT; i++) {
        for (size_t j = 0; j < judge->losses[i].count; j++)
            complete = measure_add(&all, judge->losses[i].samples[j]) && complete;
        print_losses(phases[i].name, &judge->losses[i]);
    }
    print_losses("all", &all);
    free(all.samples);
    return complete;
}

static bool parse_options(int argc, char **argv, long *games, long *seed)
{
    for (int i = 0; i < argc; i += 2) {
        if (i + 1 == argc)
            return false;
        bool good =
            strcmp(argv[i], "--games") == 0  ? command_number(argv[i + 1], 1, GAMES_MAX, games)
            : strcmp(argv[i], "--seed") == 0 ? command_number(argv[i + 1], 0, LONG_MAX, seed)
                                             : false;
        if (!good)
            return false;
    }
    return true;
}

int command_losses(int argc, char **argv)
{
    struct player player;
    long games = GAMES_DEFAULT;
    long seed = 1;
    if (argc < 1 || !player_parse(argv[0], &player) ||
        !parse_options(argc - 1, argv + 1, &games, &seed))
        return COMMAND_USAGE;
    struct judge judge = {.context = command_context(TABLE_BYTES)};
    bool good = judge.context != NULL;
    for (long i = 0; good && i < games; i++) {
        uint64_t random = (uint64_t)(seed + i);
        int opening = (int)(splitmix_next(&random) % (uint64_t)rev_balanced_count());
        good = play_game(&judge, &player, opening, &random);
    }
    good = good && print_table(&judge, argv[0], games);
    for (int i = 0; i < PHASE_COUNT; i++)
        free(judge.losses[i].samples);
    rev_search_context_free(judge.context);
    return good ? COMMAND_OK : COMMAND_FAILED;
}
