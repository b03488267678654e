#include "samples.h"

#include "reversi/game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 4096, HELD_OUT_ONE_IN = 16, HUNDREDTHS = 100 };

bool samples_add(struct samples *samples, struct sample sample)
{
    if (samples->count == samples->capacity) {
        size_t capacity = samples->capacity ? 2 * samples->capacity : 1 << 16;
        struct sample *grown = realloc(samples->items, capacity * sizeof *grown);
        if (!grown)
            return false;
        samples->items = grown;
        samples->capacity = capacity;
    }
    samples->items[samples->count++] = sample;
    return true;
}

void samples_release(struct samples *samples)
{
    free(samples->items);
    *samples = (struct samples){0};
}

/** The same for the same text on every run: FNV-1a, its high bits. */
static bool is_held_out(const char *text, size_t length)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
    return (hash >> 40) % HELD_OUT_ONE_IN == 0;
}

/** The position at hand, and where a side was passed over before it, that as well. */
static bool add_position(struct samples *samples, const struct rev_game *game, int for_black,
                         bool held_out)
{
    struct rev_board board = rev_position_board(&game->now);
    int value = game->now.turn == REV_BLACK ? for_black : -for_black;
    enum rev_color passed;
    if (rev_game_passed(game, &passed) &&
        !samples_add(samples, (struct sample){rev_pass(board), (int16_t)-value, held_out}))
        return false;
    return samples_add(samples, (struct sample){board, (int16_t)value, held_out});
}

/** What a line says about a game besides its moves. */
struct record {
    int margin;
    int from;
    int plies;
    int searched;                /* how many plies from `from` on have a value */
    int values[REV_PLY_MAX + 1]; /* hundredths for black, by ply */
};

/** False: not the fields of a game of so many plies. */
static bool read_record(const char *fields, int plies, struct record *record)
{
    int searched_at = 0;
    record->plies = plies;
    record->from = 0;
    record->searched = 0;
    int read = sscanf(fields, "%d %d %*d %n", &record->margin, &record->from, &searched_at);
    if (read < 1 || abs(record->margin) > 64 || record->from < 0 || record->from > plies)
        return false;
    const char *at = fields + searched_at;
    while (searched_at && record->from + record->searched < plies) {
        char *end;
        long value = strtol(at, &end, 10);
        if (end == at || labs(value) > 64 * HUNDREDTHS)
            break;
        record->values[record->from + record->searched++] = (int)value;
        at = *end == ',' ? end + 1 : end;
    }
    return true;
}

static double at_most_all(double hundredths)
{
    return fmin(fmax(hundredths, -64 * HUNDREDTHS), 64 * HUNDREDTHS);
}

/** Mixes what was found at each ply with what came of it. */
static void mix_values(struct record *record, const struct samples *samples)
{
    double value = HUNDREDTHS * record->margin;
    for (int ply = record->plies; ply >= record->from; ply--) {
        if (ply - record->from < record->searched) {
            double found = at_most_all(samples->stretch[ply] * record->values[ply]);
            value = (1 - samples->later) * found + samples->later * value;
        }
        record->values[ply] = (int)lround(value);
    }
}

static size_t transcript_length(const char *line)
{
    return strcspn(line, " \t\r\n");
}

/** The sums of a regression through 0 of the margin on what was found, by ply. */
struct regression {
    double products[REV_PLY_MAX + 1];
    double squares[REV_PLY_MAX + 1];
};

/** 1: added; 0: no such line. */
static int regress_game(void *sums, const char *line)
{
    struct regression *regression = sums;
    struct record record;
    size_t length = transcript_length(line);
    if (length / 2 > REV_PLY_MAX || !read_record(line + length, (int)(length / 2), &record))
        return 0;
    for (int ply = record.from; ply < record.from + record.searched; ply++) {
        double found = record.values[ply];
        regression->products[ply] += found * HUNDREDTHS * record.margin;
        regression->squares[ply] += found * found;
    }
    return 1;
}

/** Where little is known the factor stays near 1. */
static void find_stretch(struct samples *samples, const struct regression *regression)
{
    const double doubt = 1000.0 * (10 * HUNDREDTHS) * (10 * HUNDREDTHS); /* games of 10 discs */
    for (int ply = 0; ply <= REV_PLY_MAX; ply++)
        samples->stretch[ply] =
            (regression->products[ply] + doubt) / (regression->squares[ply] + doubt);
}

/** 1: read; 0: no such line; -1: out of memory. */
static int read_game(void *context, const char *line)
{
    struct samples *samples = context;
    size_t length = transcript_length(line);
    struct rev_game game;
    struct record record;
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    if (!rev_game_play_transcript(&game, line, length, NULL) ||
        !read_record(line + length, game.ply, &record))
        return 0;
    mix_values(&record, samples);
    bool held_out = is_held_out(line, length);
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    for (size_t at = 0; at < length; at += 2) {
        if (game.ply >= record.from &&
            !add_position(samples, &game, record.values[game.ply], held_out))
            return -1;
        rev_game_play(&game, rev_square_parse(line + at, 2));
    }
    return 1;
}

static int read_position(void *context, const char *line)
{
    enum { LENGTH = REV_POSITION_TEXT_SIZE - 1 };
    struct rev_position position;
    if (strlen(line) <= LENGTH || !rev_position_parse(line, LENGTH, &position, NULL))
        return 0;
    char *end;
    double value = strtod(line + LENGTH, &end);
    struct rev_board board = rev_position_board(&position);
    if (end == line + LENGTH || !(value >= -64 && value <= 64) || /* no nan either */
        (!rev_moves(board) && !rev_moves(rev_pass(board))))
        return 0;
    struct sample sample = {board, (int16_t)(HUNDREDTHS * value), is_held_out(line, LENGTH)};
    return samples_add(context, sample) ? 1 : -1;
}

struct reading {
    bool good;
    size_t lines;
    size_t bad_lines; /* for which `read_line` said 0; -1 ends the reading */
};

static struct reading read_lines(const char *path, void *context,
                                 int (*read_line)(void *context, const char *line))
{
    struct reading reading = {0};
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "reversi: cannot open %s\n", path);
        return reading;
    }
    char line[LINE_SIZE];
    int read = 1;
    while (read >= 0 && fgets(line, sizeof line, file)) {
        read = read_line(context, line);
        reading.lines++;
        reading.bad_lines += read == 0;
    }
    reading.good = read >= 0 && !ferror(file);
    if (!reading.good)
        fprintf(stderr, "reversi: %s could not be read to its end\n", path);
    fclose(file);
    return reading;
}

static bool add_lines(struct samples *samples, const char *path,
                      int (*read_line)(void *context, const char *line))
{
    struct reading reading = read_lines(path, samples, read_line);
    samples->lines += reading.lines;
    samples->bad_lines += reading.bad_lines;
    return reading.good;
}

bool samples_read_games(struct samples *samples, const char *path)
{
    struct regression regression = {0};
    if (!read_lines(path, &regression, regress_game).good)
        return false;
    find_stretch(samples, &regression);
    return add_lines(samples, path, read_game);
}

bool samples_read_positions(struct samples *samples, const char *path)
{
    return add_lines(samples, path, read_position);
}
