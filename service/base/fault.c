#include "base/fault.h"

#ifdef REVERSID_FAULTS

#include <signal.h>
#include <stdlib.h>
#include <string.h>

bool fault_is_due(const char *point)
{
    const char *due = getenv("REVERSID_FAULT");
    return due && strcmp(due, point) == 0;
}

void fault_strike(void)
{
    raise(SIGKILL);
}

#endif
