/**
 * `reversi match`: games between levels and simple players.
 */
#include "command.h"
#include "measure.h"
#include "reversi/level.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLE_BYTES = 16 << 20,
    GAMES_MAX = 1000000,
    RANDOM_PLIES = 4 /* every game of a series begins with its own random plies */
};

#define CORNERS UINT64_C(0x8100000000000081)

/** The levels, then the players that know nothing. */
enum { PLAYER_RANDOM = REV_LEVEL_COUNT, PLAYER_GREEDY };

/** What one player's moves cost, over a series. */
struct costs {
    double *seconds;
    size_t count;
    size_t capacity;
};

static uint64_t random_next(uint64_t *state)
{
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

static bool parse_player(const char *name, int *player)
{
    enum rev_level level;
    if (rev_level_parse(name, strlen(name), &level)) {
        *player = (int)level;
        return true;
    }
    *player = strcmp(name, "random") == 0 ? PLAYER_RANDOM : PLAYER_GREEDY;
    return strcmp(name, "random") == 0 || strcmp(name, "greedy") == 0;
}

static int play_random(uint64_t legal, uint64_t *random)
{
    int skip = (int)(random_next(random) % (uint64_t)rev_count(legal));
    while (skip-- > 0)
        legal &= legal - 1;
    return __builtin_ctzll(legal);
}

/** A corner if there is one, else the most flips; equals by chance. */
static int play_greedy(const struct rev_game *game, uint64_t *random)
{
    if (game->legal & CORNERS)
        return play_random(game->legal & CORNERS, random);
    int most = 0;
    uint64_t best = 0;
    for (uint64_t rest = game->legal; rest; rest &= rest - 1) {
        int square = __builtin_ctzll(rest);
        int flips = rev_count(rev_game_flips(game, square));
        if (flips > most)
            best = 0;
        if (flips >= most) {
            most = flips;
            best |= rev_bit(square);
        }
    }
    return play_random(best, random);
}

static int choose_move(struct rev_search_context *context, const struct rev_game *game, int player,
                       uint64_t *random)
{
    if (player == PLAYER_RANDOM)
        return play_random(game->legal, random);
    if (player == PLAYER_GREEDY)
        return play_greedy(game, random);
    return rev_level_play(context, game, (enum rev_level)player, random_next(random), NULL).square;
}

static void record_cost(struct costs *costs, double seconds)
{
    if (costs->count == costs->capacity) {
        size_t capacity = costs->capacity ? 2 * costs->capacity : 1024;
        double *grown = realloc(costs->seconds, capacity * sizeof *grown);
        if (!grown)
            return;
        costs->seconds = grown;
        costs->capacity = capacity;
    }
    costs->seconds[costs->count++] = seconds;
}

/** Plays a game out; players[] and costs[] by color. */
static void play_out(struct rev_search_context *context, struct rev_game *game,
                     const int players[2], struct costs *costs[2], uint64_t *random)
{
    while (!game->over) {
        enum rev_color turn = game->now.turn;
        double begin = measure_cpu_seconds();
        int square = choose_move(context, game, players[turn], random);
        record_cost(costs[turn], measure_cpu_seconds() - begin);
        rev_game_play(game, square);
    }
}

static void play_random_plies(struct rev_game *game, int plies, uint64_t *random)
{
    rev_game_init(game, REV_OPENING_STANDARD, NULL);
    for (int i = 0; i < plies; i++)
        rev_game_play(game, play_random(game->legal, random));
}

struct series {
    int wins, draws, losses; /* of the first player */
    long discs;
    struct costs costs[2]; /* by player, not by color */
};

/** Each opening is played twice, colors exchanged. */
static void play_series(struct rev_search_context *context, const int players[2], long games,
                        uint64_t seed, struct series *series)
{
    for (long i = 0; i < games; i++) {
        uint64_t random = seed + (uint64_t)(i / 2) * UINT64_C(0x632be59bd9b4e019);
        int black = (int)(i & 1);
        struct rev_game game;
        play_random_plies(&game, RANDOM_PLIES, &random);
        play_out(context, &game, (const int[2]){players[black], players[!black]},
                 (struct costs *[2]){&series->costs[black], &series->costs[!black]}, &random);
        int margin = rev_game_discs(&game, REV_BLACK) - rev_game_discs(&game, REV_WHITE);
        if (black != 0)
            margin = -margin;
        series->wins += margin > 0;
        series->draws += margin == 0;
        series->losses += margin < 0;
        series->discs += margin;
    }
}

static void print_costs(const char *name, struct costs *costs)
{
    measure_sort(costs->seconds, costs->count);
    printf("%-7s %zu moves, CPU ms a move: median %.3f, p99 %.3f, most %.3f\n", name, costs->count,
           1e3 * measure_quantile(costs->seconds, costs->count, 0.5),
           1e3 * measure_quantile(costs->seconds, costs->count, 0.99),
           1e3 * measure_quantile(costs->seconds, costs->count, 1));
}

static void print_series(char **names, struct series *series)
{
    double games = series->wins + series->draws + series->losses;
    double mean = (series->wins + 0.5 * series->draws) / games;
    double square = (series->wins + 0.25 * series->draws) / games;
    double error = sqrt((square - mean * mean) / games);
    printf("%s - %s: +%d =%d -%d, score %.1f %% +- %.1f (95 %%), %+.2f discs a game\n", names[0],
           names[1], series->wins, series->draws, series->losses, 100 * mean, 196 * error,
           (double)series->discs / games);
    for (int i = 0; i < 2; i++)
        print_costs(names[i], &series->costs[i]);
}

/** Reads `--games N --seed S` from argv[from] on. */
static bool read_options(int argc, char **argv, int from, long *games, long *seed)
{
    for (int i = from; i < argc; i += 2) {
        if (i + 1 == argc)
            return false;
        bool good =
            strcmp(argv[i], "--games") == 0  ? command_number(argv[i + 1], 1, GAMES_MAX, games)
            : strcmp(argv[i], "--seed") == 0 ? command_number(argv[i + 1], 0, 1L << 62, seed)
                                             : false;
        if (!good)
            return false;
    }
    return true;
}

int command_match(int argc, char **argv)
{
    int players[2];
    long games = 100;
    long seed = 1;
    if (argc < 2 || !parse_player(argv[0], &players[0]) || !parse_player(argv[1], &players[1]) ||
        !read_options(argc, argv, 2, &games, &seed))
        return COMMAND_USAGE;
    struct rev_search_context *context = rev_search_context_new(TABLE_BYTES);
    if (!context)
        return COMMAND_FAILED;
    struct series series = {0};
    play_series(context, players, games, (uint64_t)seed, &series);
    print_series(argv, &series);
    free(series.costs[0].seconds);
    free(series.costs[1].seconds);
    rev_search_context_free(context);
    return COMMAND_OK;
}
