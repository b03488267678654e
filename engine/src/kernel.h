/**
 * A kernel: all code whose speed hangs on the machine's vector units, compiled once for each kind
 * of machine, and the choice among them.
 *
 * The files listed as `kernel_sources` in engine/CMakeLists.txt are compiled once for each kernel,
 * with REV_KERNEL set to its name (portable, avx2, avx512) and the options that it stands for.
 * There, bitboard.h inlines flips and mobility, so that no hot loop calls through a pointer; what
 * such a file exports it names with REV_KERNEL_SYMBOL and offers as a member of struct rev_kernel.
 */
#ifndef REVERSI_KERNEL_H
#define REVERSI_KERNEL_H

#include "reversi/board.h"
#include "reversi/search.h"

#include <stdint.h>

#define REV_KERNEL_JOIN(name, kernel) name##_##kernel
#define REV_KERNEL_EXPAND(name, kernel) REV_KERNEL_JOIN(name, kernel)

/** rev_x becomes rev_x_avx2 and so on: one external name a kernel. Only where REV_KERNEL is set. */
#define REV_KERNEL_SYMBOL(name) REV_KERNEL_EXPAND(name, REV_KERNEL)

struct table;
struct features;

struct rev_kernel {
    const char *name;
    uint64_t (*moves)(struct rev_board board);
    uint64_t (*flips)(struct rev_board board, int square); /* any square in 0..63 */
    uint64_t (*perft)(struct rev_board board, int depth);
    /* The evaluation, as worker.h and feature.h have it; needs weights_load, and so does search. */
    int (*evaluate)(uint64_t own, uint64_t opp);
    void (*features_set)(struct rev_board board, struct features *features);
    void (*features_move)(const struct features *before, int square, uint64_t flips,
                          struct features *after);
    void (*features_pass)(const struct features *before, struct features *after);
    int (*features_evaluate)(const struct features *features, int discs);
    void (*search)(struct table *table, const struct rev_pause *pause, struct rev_board board,
                   const struct rev_limits *limits, struct rev_result *result);
};

/**
 * The kernels that this machine can run, the fastest first.
 *
 * @param index  0 or more; 0 is what the public functions use, the last one is the portable kernel
 * @return       read-only, lives for ever; NULL: there are no more
 *
 * Threads: any.  Cost: a few tests; not for inner loops.
 */
const struct rev_kernel *rev_kernel_at(int index);

/** rev_kernel_at(0), found once. */
const struct rev_kernel *rev_kernel(void);

#endif
