/** What a seed decides when a game is set up. The same seed decides the same. */
#ifndef REVERSID_DOMAIN_CHANCE_H
#define REVERSID_DOMAIN_CHANCE_H

#include "reversi/notation.h"

#include <stdint.h>

/** The colour for whoever asked for a random one. */
enum rev_color chance_color(uint64_t seed);

/** A balanced position some moves on: the `xot` opening. */
void chance_balanced_position(uint64_t seed, struct rev_position *position);

#endif
