/** Whether two positions are the same to whoever wants to know what to play in them. */
#ifndef REVERSID_DOMAIN_LIKENESS_H
#define REVERSID_DOMAIN_LIKENESS_H

#include "reversi/notation.h"

/**
 * Equal but for turning, mirroring and exchanging the colours of the discs; whose turn it is makes
 * no difference. What an engine says of one then serves for the other.
 */
bool position_is_like(const struct rev_position *a, const struct rev_position *b);

#endif
