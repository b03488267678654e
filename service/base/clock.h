/** The time of day and a steady clock. Milliseconds and nanoseconds, never local time. */
#ifndef REVERSID_BASE_CLOCK_H
#define REVERSID_BASE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Milliseconds since 1970 UTC by this machine's clock. Games use the database's instead. */
int64_t clock_now_ms(void);

/** Milliseconds of a clock that never jumps; only differences mean anything. */
int64_t clock_steady_ms(void);

/** The same in nanoseconds. */
int64_t clock_steady_ns(void);

enum { CLOCK_TEXT_SIZE = sizeof("2026-01-02T03:04:05.678Z") };

/**
 * Reads a time of RFC 3339: any offset, `Z` included, up to nine decimals (cut to milliseconds),
 * years 1970 to 9999 where it is written. No leap seconds: milliseconds since 1970 do not count
 * them.
 *
 * @return  false: it is none, or not a time that the calendar has; `time_ms` is untouched
 */
bool clock_parse(const char *text, size_t length, int64_t *time_ms);

/** Writes a time up to the end of year 9999 as RFC 3339 in UTC with milliseconds. */
void clock_write(int64_t time_ms, char text[CLOCK_TEXT_SIZE]);

#endif
