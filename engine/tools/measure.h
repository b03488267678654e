/**
 * CPU time and its distribution, for the subcommands that measure.
 */
#ifndef REVERSI_MEASURE_H
#define REVERSI_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

/** CPU seconds of this process so far. */
double measure_cpu_seconds(void);

/** Seconds since some moment in the past, whatever this process did meanwhile. */
double measure_wall_seconds(void);

/** Samples in the order in which they came. To begin with, {0}; `samples` is for free(). */
struct measure_series {
    double *samples;
    size_t count;
    size_t capacity;
};

/** Adds one. False: out of memory, and the series is as it was. */
bool measure_add(struct measure_series *series, double sample);

/** Sorts the samples; they are then ready for measure_quantile. */
void measure_sort(double *samples, size_t count);

/** The value that a share of 0..1 of the sorted samples does not exceed; 0 where there are none. */
double measure_quantile(const double *sorted, size_t count, double share);

#endif
