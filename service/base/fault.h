/**
 * Points at which a test has the service killed, as by SIGKILL: REVERSID_FAULT names one, in a
 * build with the option REVERSID_FAULTS. In any other build there is nothing here.
 */
#ifndef REVERSID_BASE_FAULT_H
#define REVERSID_BASE_FAULT_H

#include <stdbool.h>

#ifdef REVERSID_FAULTS

/** Whether the process is to be killed at a point of this name. */
bool fault_is_due(const char *point);

/** Kills the process. */
void fault_strike(void);

#else

static inline bool fault_is_due(const char *point)
{
    (void)point;
    return false;
}

static inline void fault_strike(void)
{
}

#endif

/** Kills the process if it is to be killed here. */
static inline void fault_point(const char *point)
{
    if (fault_is_due(point))
        fault_strike();
}

#endif
