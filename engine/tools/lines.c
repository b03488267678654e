#include "lines.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void lines_init(struct lines *lines, int file)
{
    lines->file = file;
    lines->ended = false;
    lines->skipping = false;
    lines->taken = 0;
    lines->filled = 0;
}

/** Makes room at the end of the buffer; a line that fills all of it is dropped. */
static void make_room(struct lines *lines)
{
    memmove(lines->bytes, lines->bytes + lines->taken, lines->filled - lines->taken);
    lines->filled -= lines->taken;
    lines->taken = 0;
    /* One byte stays free: the last line may need it for its NUL. */
    if (lines->filled == sizeof lines->bytes - 1) {
        lines->filled = 0;
        lines->skipping = true;
    }
}

/** Reads what is there. False: nothing came within the time. */
static bool fill(struct lines *lines, double seconds_max)
{
    struct pollfd wait = {.fd = lines->file, .events = POLLIN};
    int ready = poll(&wait, 1, seconds_max < 0 ? -1 : (int)(seconds_max * 1000 + 0.999));
    if (ready == 0)
        return false;
    if (ready < 0) {
        lines->ended = errno != EINTR;
        return true;
    }
    make_room(lines);
    ssize_t count =
        read(lines->file, lines->bytes + lines->filled, sizeof lines->bytes - 1 - lines->filled);
    if (count > 0)
        lines->filled += (size_t)count;
    else
        lines->ended = count == 0 || errno != EINTR;
    return true;
}

/** Hands out bytes[taken..end) and goes on after it. */
static char *take(struct lines *lines, size_t end)
{
    char *line = lines->bytes + lines->taken;
    lines->bytes[end] = '\0';
    if (end > lines->taken && lines->bytes[end - 1] == '\r')
        lines->bytes[end - 1] = '\0';
    lines->taken = end + 1;
    return line;
}

/** True: there is a whole line; one that is to be dropped has been. */
static bool take_line(struct lines *lines, char **line)
{
    for (;;) {
        char *begin = lines->bytes + lines->taken;
        char *end = memchr(begin, '\n', lines->filled - lines->taken);
        if (!end)
            return false;
        *line = take(lines, (size_t)(end - lines->bytes));
        if (!lines->skipping)
            return true;
        lines->skipping = false;
    }
}

enum lines_result lines_next(struct lines *lines, double seconds_max, char **line)
{
    double give_up_at = now() + seconds_max;
    bool late = false;
    while (!take_line(lines, line)) {
        if (lines->ended) {
            if (lines->taken >= lines->filled || lines->skipping)
                return LINES_ENDED;
            *line = take(lines, lines->filled);
            lines->taken = lines->filled;
            return LINES_LINE;
        }
        double left = seconds_max < 0 ? -1 : give_up_at - now();
        if (late || !fill(lines, seconds_max >= 0 && left < 0 ? 0 : left))
            return LINES_NOTHING_YET;
        /* Bytes without an end of line may come for ever. */
        late = seconds_max >= 0 && now() >= give_up_at;
    }
    return LINES_LINE;
}

static bool begins_with_one_of(const char *line, size_t length, const char *const words[])
{
    for (; *words; words++) {
        size_t word = strlen(*words);
        if (length >= word && memcmp(line, *words, word) == 0 &&
            (length == word || line[word] == ' ' || line[word] == '\r'))
            return true;
    }
    return false;
}

bool lines_have(struct lines *lines, const char *const words[])
{
    bool full = lines->filled - lines->taken == sizeof lines->bytes - 1;
    if (!full && !lines->ended)
        fill(lines, 0);
    size_t at = lines->taken;
    for (;;) {
        const char *begin = lines->bytes + at;
        const char *end = memchr(begin, '\n', lines->filled - at);
        if (!end)
            return false;
        if (begins_with_one_of(begin, (size_t)(end - begin), words))
            return true;
        at = (size_t)(end - lines->bytes) + 1;
    }
}

bool lines_reader_is_gone(int file)
{
    struct pollfd look = {.fd = file};
    return poll(&look, 1, 0) > 0 && look.revents & POLLERR;
}
