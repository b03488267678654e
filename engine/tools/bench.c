/**
 * `reversi bench`: the engine's signature, a node count that changes whenever the search or the
 * evaluation does, and how fast it was.
 */
#include "command.h"
#include "measure.h"
#include "quadrant.h"
#include "reversi/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TABLE_BYTES = 16 << 20 };

/* Games of the medium level against itself. */
static const char *const games[] = {
    "d3c3e6d2c4c5b6c6b5d6e7f4c7f5b3a3c2b4d1a6e3e2e1f3g3g5f2f7g4f6d7g6h5a7g8f8d8g7e8h7"
    "a4a5h8h4h6h3g2a2b2c8b7f1h1h2g1b1b8c1a1a8",
    "e6f6c4e3g7c5d3c6f5b3d6c3f2d7b4a3d2f4b5a4a6e7c2h8f3g5a5a7g6g4c7b6d8e8h5h7g3c8b7c1"
    "b1a1a2a8b2e2d1h6b8h4f7h3f8g8h2h1g2g1f1e1",
    "c4c3d3e3f2e2f3f5f4g4e6g5g6f6e1e7h4h5h6g3d6c6c5f7d2d7b6b5c2c7f8b4e8g2d8b8h1b3h3b1"
    "a6a4c1a5a3b2a1d1a2g1a7b7f1h2a8h7c8g7g8h8",
    "e6f6f5f4e3d6c6c4g4g3g5f3c5h3c3h4c7d3e7b3d2b5c2b4a6f7e2f2h6h5a5h7b6d8e8f8a4e1g1f1"
    "d1b1h2h1c1g2a1b2g6d7g7c8a2a3b8a8b7a7g8h8",
    "f5d6c3f4f6d3f3g6c4e6e3g3g4h3h5g5h6f2h4h7e2g2f1d1d2c1c2b1e7d7h1b2f7e1h2c6h8g1a1b5"
    "b4c5g7e8a6a5a4b3a2f8g8a3b6b7d8c8a8c7b8a7",
    "f5f4f3d6c7d7c3g2d3b8c5f6g6c4e6b6c6b5d8b4b3g5e3c2a3a5c1e8c8b1d1e1a8f2a7a2d2e2b2a4"
    "b7f7g3h3e7f8g8a1h4g4h1h2h5a6g1f1g7h6h8h7",
};

/* Every game is looked at after so many plies, to a depth in the middle and to the end later on. */
static const struct {
    int plies;
    int depth; /* 0: to the end */
} probes[] = {{8, 14}, {18, 14}, {28, 14}, {40, 0}, {44, 0}};

enum {
    GAME_COUNT = sizeof games / sizeof games[0],
    PROBE_COUNT = sizeof probes / sizeof probes[0]
};

struct cost {
    uint64_t nodes;
    double seconds;
};

static void run_probe(struct rev_search_context *context, const char *transcript, int plies,
                      const struct rev_limits *limits, struct cost *cost)
{
    struct rev_game game;
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    rev_game_play_transcript(&game, transcript, 2 * (size_t)plies, NULL);
    struct rev_result result;
    double begin = measure_cpu_seconds();
    rev_search(context, rev_position_board(&game.now), limits, &result);
    cost->seconds += measure_cpu_seconds() - begin;
    cost->nodes += result.nodes;
}

static void print_cost(const char *name, const struct cost *cost)
{
    printf("%-8s %12" PRIu64 " nodes %8.3f CPU seconds %6.1f Mnodes/s\n", name, cost->nodes,
           cost->seconds, (double)cost->nodes / 1e6 / cost->seconds);
}

int command_bench(int argc, char **argv)
{
    (void)argv;
    if (argc != 0)
        return COMMAND_USAGE;
    double begin = measure_cpu_seconds();
    weights_load();
    double loaded_ms = 1e3 * (measure_cpu_seconds() - begin);
    struct rev_search_context *context = command_context(TABLE_BYTES);
    if (!context)
        return COMMAND_FAILED;
    struct cost midgame = {0};
    struct cost endgame = {0};
    for (int i = 0; i < GAME_COUNT * PROBE_COUNT; i++) {
        int depth = probes[i % PROBE_COUNT].depth;
        struct rev_limits limits = {.depth_max = depth, .exact_empties_max = depth ? 0 : 64};
        run_probe(context, games[i / PROBE_COUNT], probes[i % PROBE_COUNT].plies, &limits,
                  depth ? &midgame : &endgame);
    }
    rev_search_context_free(context);
    printf("kernel %s, one thread\n", rev_board_kernel());
    printf("weights ready after %.0f CPU ms, %zu MiB\n", loaded_ms,
           (sizeof rev_weights + sizeof rev_quadrants) >> 20);
    print_cost("midgame", &midgame);
    print_cost("endgame", &endgame);
    printf("signature %" PRIu64 "\n", midgame.nodes + endgame.nodes);
    return COMMAND_OK;
}
