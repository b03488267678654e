/**
 * Discs that can never turn again.
 */
#ifndef REVERSI_STABILITY_H
#define REVERSI_STABILITY_H

#include <stdint.h>

/**
 * Some of the discs of `own` that no sequence of moves can turn: those in full lines or next to
 * stable ones in all four directions. Others may be stable as well.
 */
uint64_t stable_discs(uint64_t own, uint64_t opp);

#endif
