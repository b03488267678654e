#include "base/clock.h"

#include <stdio.h>
#include <string.h>
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

/** Writes a number with leading zeros, and the character that follows it. */
static char *put_number(char *at, int value, int digits, char after)
{
    for (int i = digits - 1; i >= 0; i--, value /= 10)
        at[i] = (char)('0' + value % 10);
    at[digits] = after;
    return at + digits + 1;
}

/* By hand: every answer has three times in it, and strftime and snprintf take ten times as long. */
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
    text = put_number(text, parts.tm_year + 1900, 4, '-');
    text = put_number(text, parts.tm_mon + 1, 2, '-');
    text = put_number(text, parts.tm_mday, 2, 'T');
    text = put_number(text, parts.tm_hour, 2, ':');
    text = put_number(text, parts.tm_min, 2, ':');
    text = put_number(text, parts.tm_sec, 2, '.');
    text = put_number(text, (int)rest, 3, 'Z');
    *text = '\0';
}

/** Reads exactly `digits` digits; false: other characters, or a value outside. */
static bool take_number(const char **at, const char *end, int digits, int min, int max, int *value)
{
    int number = 0;
    if (end - *at < digits)
        return false;
    for (int i = 0; i < digits; i++, (*at)++) {
        if (**at < '0' || **at > '9')
            return false;
        number = number * 10 + (**at - '0');
    }
    *value = number;
    return number >= min && number <= max;
}

/** Reads one of some characters. */
static bool take(const char **at, const char *end, const char *either)
{
    /* strchr would find a NUL at the end of any list. */
    if (*at == end || **at == '\0' || !strchr(either, **at))
        return false;
    (*at)++;
    return true;
}

/** The decimals of a second, cut to milliseconds. */
static bool take_fraction(const char **at, const char *end, int *ms)
{
    int digits = 0, scale = 100;
    *ms = 0;
    if (!take(at, end, "."))
        return true;
    for (; *at < end && **at >= '0' && **at <= '9'; (*at)++, digits++, scale /= 10)
        *ms += (**at - '0') * scale;
    return digits >= 1 && digits <= 9;
}

/** The offset from UTC in minutes. */
static bool take_offset(const char **at, const char *end, int *minutes)
{
    *minutes = 0;
    if (take(at, end, "Zz"))
        return true;
    int sign = *at < end && **at == '-' ? -1 : 1, hour, minute;
    if (!take(at, end, "+-") || !take_number(at, end, 2, 0, 23, &hour) || !take(at, end, ":") ||
        !take_number(at, end, 2, 0, 59, &minute))
        return false;
    *minutes = sign * (hour * 60 + minute);
    return true;
}

bool clock_parse(const char *text, size_t length, int64_t *time_ms)
{
    const char *at = text, *end = text + length;
    struct tm parts = {0};
    int ms, offset;
    if (!take_number(&at, end, 4, 1970, 9999, &parts.tm_year) || !take(&at, end, "-") ||
        !take_number(&at, end, 2, 1, 12, &parts.tm_mon) || !take(&at, end, "-") ||
        !take_number(&at, end, 2, 1, 31, &parts.tm_mday) || !take(&at, end, "Tt ") ||
        !take_number(&at, end, 2, 0, 23, &parts.tm_hour) || !take(&at, end, ":") ||
        !take_number(&at, end, 2, 0, 59, &parts.tm_min) || !take(&at, end, ":") ||
        !take_number(&at, end, 2, 0, 59, &parts.tm_sec) || !take_fraction(&at, end, &ms) ||
        !take_offset(&at, end, &offset) || at != end)
        return false;
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    struct tm normal = parts;
    time_t seconds = timegm(&normal);
    /* The 31st of a shorter month comes out as a day of the next one. */
    if (normal.tm_mday != parts.tm_mday)
        return false;
    *time_ms = ((int64_t)seconds - offset * 60) * 1000 + ms;
    return true;
}
