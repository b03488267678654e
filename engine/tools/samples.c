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
    int values[REV_PLY_MAX + 1]; /* hundredths for black, by ply from `from` on */
};

/** Mixes what was found at each ply with what came of it. */
static void mix_values(struct record *record, int searched, double later)
{
    double value = HUNDREDTHS * record->margin;
    for (int ply = record->plies; ply >= record->from; ply--) {
        if (ply - record->from < searched)
            value = (1 - later) * record->values[ply] + later * value;
        record->values[ply] = (int)lround(value);
    }
}

static bool read_record(const char *fields, int plies, double later, struct record *record)
{
    int searched_at = 0;
    record->plies = plies;
    record->from = 0;
    int read = sscanf(fields, "%d %d %*d %n", &record->margin, &record->from, &searched_at);
    if (read < 1 || abs(record->margin) > 64 || record->from < 0 || record->from > plies)
        return false;
    int searched = 0;
    const char *at = fields + searched_at;
    while (searched_at && record->from + searched < plies) {
        char *end;
        long value = strtol(at, &end, 10);
        if (end == at || labs(value) > 64 * HUNDREDTHS)
            break;
        record->values[record->from + searched++] = (int)value;
        at = *end == ',' ? end + 1 : end;
    }
    mix_values(record, searched, later);
    return true;
}

/** 1: read; 0: no such line; -1: out of memory. */
static int read_game(struct samples *samples, const char *line)
{
    size_t length = strcspn(line, " \t\r\n");
    struct rev_game game;
    struct record record;
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    if (!rev_game_play_transcript(&game, line, length, NULL) ||
        !read_record(line + length, game.ply, samples->later, &record))
        return 0;
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

static int read_position(struct samples *samples, const char *line)
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
    return samples_add(samples, sample) ? 1 : -1;
}

static bool read_lines(struct samples *samples, const char *path,
                       int (*read_line)(struct samples *samples, const char *line))
{
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "reversi: cannot open %s\n", path);
        return false;
    }
    char line[LINE_SIZE];
    int read = 1;
    while (read >= 0 && fgets(line, sizeof line, file)) {
        read = read_line(samples, line);
        samples->lines++;
        samples->bad_lines += read == 0;
    }
    bool good = read >= 0 && !ferror(file);
    if (!good)
        fprintf(stderr, "reversi: %s could not be read to its end\n", path);
    fclose(file);
    return good;
}

bool samples_read_games(struct samples *samples, const char *path)
{
    return read_lines(samples, path, read_game);
}

bool samples_read_positions(struct samples *samples, const char *path)
{
    return read_lines(samples, path, read_position);
}
