#include "fit_options.h"

#include "command.h"

#include <stdio.h>
#include <string.h>

static bool is_games(const char *name)
{
    return strcmp(name, "--games") == 0;
}

static bool is_file(const char *name)
{
    return is_games(name) || strcmp(name, "--positions") == 0;
}

static bool is_later(const char *name, const char *value, double *later)
{
    return strcmp(name, "--later") == 0 && command_real(value, 1, later);
}

bool fit_option(const char *name, const char *value, bool *any_file)
{
    double later;
    if (!is_file(name))
        return is_later(name, value, &later);
    *any_file = true;
    return true;
}

static bool read_games(struct samples *samples, const char *path)
{
    if (!samples_read_games(samples, path))
        return false;
    printf("%s: what searches found counts %.2f times at ply 20, %.2f times at ply 40\n", path,
           samples->stretch[20], samples->stretch[40]);
    return true;
}

bool fit_options_read(char **options, int count, struct samples *samples)
{
    samples->later = 1;
    for (int i = 0; i + 1 < count; i += 2) {
        const char *name = options[i];
        const char *value = options[i + 1];
        if (is_later(name, value, &samples->later) || !is_file(name))
            continue;
        if (!(is_games(name) ? read_games : samples_read_positions)(samples, value))
            return false;
    }
    printf("%zu lines read, %zu of them useless, %zu positions\n", samples->lines,
           samples->bad_lines, samples->count);
    if (samples->count == 0)
        fprintf(stderr, "reversi: there is no position to fit to\n");
    return samples->count > 0;
}
