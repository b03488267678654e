#include "base/descriptors.h"

#include <sys/resource.h>

static int64_t as_number(rlim_t limit)
{
    return limit == RLIM_INFINITY || limit > INT32_MAX ? INT32_MAX : (int64_t)limit;
}

/** Raises the soft limit. @return how many descriptors there may be */
static int64_t raise_limit(int64_t wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return INT32_MAX; /* not known: accept says when there is none left */
    if (as_number(limit.rlim_cur) >= wanted)
        return as_number(limit.rlim_cur);
    int64_t hard = as_number(limit.rlim_max);
    struct rlimit raised = {(rlim_t)(wanted < hard ? wanted : hard), limit.rlim_max};
    return setrlimit(RLIMIT_NOFILE, &raised) == 0 ? (int64_t)raised.rlim_cur
                                                  : as_number(limit.rlim_cur);
}

int64_t descriptors_reserve(int64_t fixed, int64_t *connections, int64_t *streams)
{
    int64_t wanted = *connections + *streams;
    int64_t room = raise_limit(fixed + wanted) - fixed;
    if (room >= wanted || room < 2)
        return room;
    int64_t fewer = *streams * room / wanted;
    *streams = fewer < 1 ? 1 : fewer;
    *connections = room - *streams;
    return room;
}
