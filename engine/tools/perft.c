/**
 * `reversi perft`: how many sequences of plies there are, and how fast they are counted.
 */
#include "command.h"
#include "measure.h"

#include <inttypes.h>
#include <stdio.h>

enum { DEPTH_DEFAULT = 11, DEPTH_MAX = 30 };

int command_perft(int argc, char **argv)
{
    long depth_max = DEPTH_DEFAULT;
    if (argc > 2 || (argc > 0 && !command_number(argv[0], 0, DEPTH_MAX, &depth_max)))
        return COMMAND_USAGE;
    struct rev_board board = rev_board_start();
    if (argc == 2) {
        struct rev_position position;
        if (!command_position(argv[1], &position))
            return COMMAND_FAILED;
        board = rev_position_board(&position);
    }

    printf("kernel %s, one thread\n", rev_board_kernel());
    printf("%5s %20s %12s\n", "depth", "sequences", "CPU seconds");
    for (int depth = 0; depth <= depth_max; depth++) {
        double begin = measure_cpu_seconds();
        uint64_t count = rev_perft(board, depth);
        printf("%5d %20" PRIu64 " %12.6f\n", depth, count, measure_cpu_seconds() - begin);
    }
    return COMMAND_OK;
}
