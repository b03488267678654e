#include "base/clock.h"

#include <stdio.h>
#include <time.h>

static int64_t read_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_now_ms(void)
{
    return read_ns(CLOCK_REALTIME) / 1000000;
}

int64_t clock_steady_ms(void)
{
    return read_ns(CLOCK_MONOTONIC) / 1000000;
}

int64_t clock_steady_ns(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

void clock_write(int64_t time_ms, char text[CLOCK_TEXT_SIZE])
{
    int64_t seconds = time_ms / 1000, rest = time_ms % 1000;
    if (rest < 0) {
        rest += 1000;
        seconds--;
    }
    time_t time = (time_t)seconds;
    struct tm parts;
    gmtime_r(&time, &parts);
    size_t length = strftime(text, CLOCK_TEXT_SIZE, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(text + length, CLOCK_TEXT_SIZE - length, ".%03dZ", (int)rest);
}
