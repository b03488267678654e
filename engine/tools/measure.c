#include "measure.h"

#include <stdlib.h>
#include <time.h>

double measure_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
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
