/**
 * CPU time and its distribution, for the subcommands that measure.
 */
#ifndef REVERSI_MEASURE_H
#define REVERSI_MEASURE_H

#include <stddef.h>

/** CPU seconds of this process so far. */
double measure_cpu_seconds(void);

/** Sorts the samples; they are then ready for measure_quantile. */
void measure_sort(double *samples, size_t count);

/** The value that a share of 0..1 of the sorted samples does not exceed; 0 where there are none. */
double measure_quantile(const double *sorted, size_t count, double share);

#endif
