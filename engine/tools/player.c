#include "player.h"

#include "command.h"

#include <limits.h>
#include <string.h>

#define CORNERS UINT64_C(0x8100000000000081)

enum {
    DEPTH_MAX = 60,
    /* A search of a stated depth solves from so many more empty squares on, as other engines do,
     * but never where solving would take minutes. */
    EXACT_LEAD = 6,
    EXACT_EMPTIES_MAX = 26,
    /* How a game's nodes are shared out: the end is expected to be solved from so many empty
     * squares on, and kept for it are the shares of so many moves. */
    SOLVED_EMPTIES = 20,
    SOLVING_SHARES = 3,
    MOVE_NODES_MIN = 2000 /* even where the game's nodes are spent */
};

/** Those that take a number behind the `=`. */
static const struct {
    const char *word;
    enum player_kind kind;
    long limit_max;
} limited[] = {
    {"depth=", PLAYER_DEPTH, DEPTH_MAX},
    {"nodes=", PLAYER_NODES, LONG_MAX},
    {"game-nodes=", PLAYER_GAME_NODES, LONG_MAX},
};

uint64_t player_random(uint64_t *state)
{
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

bool player_parse(const char *word, struct player *player)
{
    struct player parsed = {.kind = PLAYER_LEVEL};
    if (strcmp(word, "random") == 0) {
        parsed.kind = PLAYER_RANDOM;
    } else if (strcmp(word, "greedy") == 0) {
        parsed.kind = PLAYER_GREEDY;
    } else if (!rev_level_parse(word, strlen(word), &parsed.level)) {
        size_t row = 0;
        size_t rows = sizeof limited / sizeof limited[0];
        while (row < rows && strncmp(word, limited[row].word, strlen(limited[row].word)) != 0)
            row++;
        long limit;
        if (row == rows ||
            !command_number(word + strlen(limited[row].word), 1, limited[row].limit_max, &limit))
            return false;
        parsed.kind = limited[row].kind;
        parsed.limit = (uint64_t)limit;
    }
    *player = parsed;
    return true;
}

bool player_options(int argc, char **argv, const char *standard, struct player *player,
                    uint64_t *seed)
{
    long number = 1;
    if (argc % 2 == 1 && !player_parse(argv[0], player))
        return false;
    if (argc % 2 == 0 && !player_parse(standard, player))
        return false;
    for (int i = argc % 2; i < argc; i += 2) {
        if (strcmp(argv[i], "--seed") != 0 || !command_number(argv[i + 1], 0, LONG_MAX, &number))
            return false;
    }
    *seed = (uint64_t)number;
    return true;
}

void player_begin_game(struct player *player)
{
    player->spent = 0;
}

struct player player_of_depth(int depth)
{
    return (struct player){.kind = PLAYER_DEPTH, .limit = (uint64_t)depth};
}

int player_exact_empties(int depth)
{
    return depth + EXACT_LEAD < EXACT_EMPTIES_MAX ? depth + EXACT_LEAD : EXACT_EMPTIES_MAX;
}

static int play_random(uint64_t legal, uint64_t *random)
{
    int skip = (int)(player_random(random) % (uint64_t)rev_count(legal));
    while (skip-- > 0)
        legal &= legal - 1;
    return __builtin_ctzll(legal);
}

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

/** Nodes that solving takes as a rule: nearly twice as many with each empty square more. */
static double solving_nodes(int empties)
{
    double nodes = 2000;
    for (int i = 10; i < empties; i++)
        nodes *= 1.9;
    return nodes;
}

/** What a move may spend of the nodes that are left for the game. */
static struct rev_limits share(uint64_t left, int empties)
{
    struct rev_limits limits = {.nodes_max = left};
    if (3 * solving_nodes(empties) < (double)left) {
        limits.exact_empties_max = empties;
        return limits;
    }
    int moves = empties > SOLVED_EMPTIES ? (empties - SOLVED_EMPTIES + 1) / 2 : 0;
    limits.nodes_max = left / (uint64_t)(moves + SOLVING_SHARES);
    if (limits.nodes_max < MOVE_NODES_MIN)
        limits.nodes_max = MOVE_NODES_MIN;
    return limits;
}

static struct rev_limits search_limits(const struct player *player, int empties)
{
    switch (player->kind) {
    case PLAYER_DEPTH:
        return (struct rev_limits){.depth_max = (int)player->limit,
                                   .exact_empties_max = player_exact_empties((int)player->limit)};
    case PLAYER_GAME_NODES:
        return share(player->spent < player->limit ? player->limit - player->spent : 0, empties);
    default:
        return (struct rev_limits){.nodes_max = player->limit};
    }
}

static struct rev_level_move search(struct player *player, struct rev_search_context *context,
                                    const struct rev_game *game, const atomic_bool *cancel)
{
    int empties = 64 - rev_count(game->now.black | game->now.white);
    struct rev_limits limits = search_limits(player, empties);
    limits.cancel = cancel;
    struct rev_result result;
    rev_search(context, rev_position_board(&game->now), &limits, &result);
    player->spent += result.nodes;
    const struct rev_root_move *best = &result.moves[0];
    return (struct rev_level_move){
        .square = best->square, .score = best->score, .exact = best->exact, .nodes = result.nodes};
}

struct rev_level_move player_choose(struct player *player, struct rev_search_context *context,
                                    const struct rev_game *game, uint64_t *random,
                                    const atomic_bool *cancel)
{
    switch (player->kind) {
    case PLAYER_LEVEL:
        return rev_level_play(context, game, player->level, *random, cancel);
    case PLAYER_RANDOM:
        return (struct rev_level_move){.square = play_random(game->legal, random)};
    case PLAYER_GREEDY:
        return (struct rev_level_move){.square = play_greedy(game, random)};
    default:
        return search(player, context, game, cancel);
    }
}
