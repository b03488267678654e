#include "player.h"

#include "command.h"
#include "splitmix.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define CORNERS UINT64_C(0x8100000000000081)

/** From how many empty squares more than it has plies a search goes to the end, and exactly so. */
struct leads {
    int end;
    int exact;
};

static const struct leads depth_leads = {.end = 7, .exact = 3};

/* Chosen by what a game loses where, and what a move costs there: docs/decisions/midgame.md. */
static const struct leads paced_leads = {.end = 2, .exact = -3};
enum { PACED_LATE_EMPTIES = 36 };
static const double PACED_LATE_PLIES = 1.5;

enum {
    END_EMPTIES_MAX = 30, /* beyond, even an unsure search to the end would take minutes */
    EXACT_EMPTIES_MAX = 24,
    END_CONFIDENCE = 95
};

/** `depth=12`, `depth=12.5`. */
static bool parse_depth(const char *text, struct player *player)
{
    char *end;
    *player = player_of_depth(strtod(text, &end));
    return isdigit((unsigned char)*text) && *end == '\0' && player->depth >= 1 &&
           player->depth <= PLAYER_DEPTH_MAX;
}

bool player_parse(const char *word, struct player *player)
{
    struct player parsed = {.kind = PLAYER_LEVEL};
    long nodes;
    if (strcmp(word, "random") == 0) {
        parsed.kind = PLAYER_RANDOM;
    } else if (strcmp(word, "greedy") == 0) {
        parsed.kind = PLAYER_GREEDY;
    } else if (strncmp(word, "nodes=", 6) == 0 && command_number(word + 6, 1, LONG_MAX, &nodes)) {
        parsed.kind = PLAYER_NODES;
        parsed.nodes = (uint64_t)nodes;
    } else if (!rev_level_parse(word, strlen(word), &parsed.level) &&
               !(strncmp(word, "depth=", 6) == 0 && parse_depth(word + 6, &parsed))) {
        return false;
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

struct player player_of_depth(double depth)
{
    return (struct player){.kind = PLAYER_DEPTH, .depth = depth};
}

struct player player_paced(double depth)
{
    return (struct player){.kind = PLAYER_PACED, .depth = depth};
}

static void limit_end(struct rev_limits *limits, const struct leads *leads, int depth, int empties)
{
    if (empties > depth + leads->end || empties > END_EMPTIES_MAX)
        return;
    limits->exact_empties_max = empties;
    if (empties > depth + leads->exact || empties > EXACT_EMPTIES_MAX)
        limits->confidence = END_CONFIDENCE;
}

void player_limit_end(struct rev_limits *limits, int depth, int empties)
{
    limit_end(limits, &depth_leads, depth, empties);
}

static int play_random(uint64_t legal, uint64_t *random)
{
    int skip = (int)(splitmix_next(random) % (uint64_t)rev_count(legal));
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

/** The whole plies of a search; the fraction is drawn anew for each position. */
static int whole_depth(double depth, const struct rev_game *game, uint64_t seed)
{
    seed ^= splitmix_next(&(uint64_t){game->now.black}) ^ game->now.white;
    double drawn = (double)(splitmix_next(&seed) >> 11) * 0x1p-53;
    return (int)depth + (drawn < depth - (int)depth);
}

static struct rev_level_move search(const struct player *player, struct rev_search_context *context,
                                    const struct rev_game *game, uint64_t seed,
                                    const atomic_bool *cancel)
{
    struct rev_limits limits = {
        .nodes_max = player->nodes, .whole_iterations = true, .cancel = cancel};
    int empties = 64 - rev_count(game->now.black | game->now.white);
    if (player->kind == PLAYER_DEPTH) {
        limits.depth_max = whole_depth(player->depth, game, seed);
        limit_end(&limits, &depth_leads, limits.depth_max, empties);
    } else if (player->kind == PLAYER_PACED) {
        double late = empties <= PACED_LATE_EMPTIES ? PACED_LATE_PLIES : 0;
        limits.depth_max = whole_depth(player->depth + late, game, seed);
        limit_end(&limits, &paced_leads, limits.depth_max, empties);
    }
    struct rev_result result;
    rev_search(context, rev_position_board(&game->now), &limits, &result);
    const struct rev_root_move *best = &result.moves[0];
    return (struct rev_level_move){
        .square = best->square, .score = best->score, .exact = best->exact, .nodes = result.nodes};
}

struct rev_level_move player_choose(const struct player *player, struct rev_search_context *context,
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
        return search(player, context, game, *random, cancel);
    }
}
