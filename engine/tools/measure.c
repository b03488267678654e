#include "measure.h"

#include <stdlib.h>
#include <time.h>

double measure_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double measure_wall_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

bool measure_add(struct measure_series *series, double sample)
{
    if (series->count == series->capacity) {
        size_t capacity = series->capacity ? 2 * series->capacity : 1024;
        double *grown = realloc(series->samples, capacity * sizeof *grown);
        if (!grown)
            return false;
        series->samples = grown;
        series->capacity = capacity;
    }
    series->samples[series->count++] = sample;
    return true;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

void measure_sort(double *samples, size_t count)
{
    if (count > 0)
        qsort(samples, count, sizeof *samples, compare);
}

double measure_quantile(const double *sorted, size_t count, double share)
{
    return count == 0 ? 0 : sorted[(size_t)(share * (double)(count - 1) + 0.5)];
}
