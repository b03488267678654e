#include "record/record.h"
#include "base/clock.h"
#include "domain/words.h"

#include <stdio.h>

static void put_value(struct text *out, const char *value)
{
    for (; *value; value++) {
        unsigned char byte = (unsigned char)*value;
        text_putc(out, byte < ' ' || byte == 0x7f ? ' '
                       : byte == '['              ? '('
                       : byte == ']'              ? ')'
                       : byte == '\\'             ? '/'
                       : byte == ';'              ? ','
                                                  : *value);
    }
}

static void put_tag(struct text *out, const char *tag, const char *value)
{
    text_printf(out, "%s[", tag);
    put_value(out, value);
    text_putc(out, ']');
}

/** A time as GGF has it: `2026.01.02_03:04:05.UTC`. */
static void put_time(struct text *out, int64_t time_ms)
{
    char time[CLOCK_TEXT_SIZE];
    clock_write(time_ms, time);
    time[4] = time[7] = '.';
    text_printf(out, "DT[%.10s_%.8s.UTC]", time, time + 11);
}

static void put_player(struct text *out, const char *tag, const struct seat *seat)
{
    char name[PLAYER_NAME_SIZE];
    if (seat->kind == SEAT_AI) {
        snprintf(name, sizeof name, "reversid %s", words_level[seat->level]);
        put_tag(out, tag, name);
    } else {
        put_tag(out, tag, seat->name);
    }
}

/** How the end came about, where it was not by the discs. */
static const char *result_flag(enum game_reason reason)
{
    switch (reason) {
    case REASON_RESIGNATION:
    case REASON_ABANDONED: /* GGF has no flag of its own for it */
        return ":r";
    case REASON_TIMEOUT:
        return ":t";
    case REASON_AGREEMENT:
        return ":s";
    default:
        return "";
    }
}

static void put_result(struct text *out, const struct game *game)
{
    if (game->status != GAME_FINISHED) {
        text_puts(out, "RE[?]");
        return;
    }
    int black = 0, white = 0;
    if (game->reason == REASON_DISCS)
        game_discs_empties_to_winner(&game->rules, game->winner, &black, &white);
    else if (game->winner == WINNER_BLACK)
        black = 64;
    else if (game->winner == WINNER_WHITE)
        white = 64;
    text_printf(out, "RE[%s%d.00%s]", black > white ? "+" : "", black - white,
                result_flag(game->reason));
}

static void put_board(struct text *out, const struct rev_position *position)
{
    text_puts(out, "BO[8");
    for (int square = 0; square < 64; square++) {
        if (square % 8 == 0)
            text_putc(out, ' ');
        text_putc(out, position->black & rev_bit(square)   ? '*'
                       : position->white & rev_bit(square) ? 'O'
                                                           : '-');
    }
    text_puts(out, position->turn == REV_BLACK ? " *]" : " O]");
}

/** The first ply that GGF can tell, 0 but for the original opening, and the position before it. */
static int first_ply(const struct rev_game *game, struct rev_position *position)
{
    enum { CENTRE = 4 };
    *position = game->start;
    if (game->opening != REV_OPENING_ORIGINAL)
        return 0;
    struct rev_game begun = *game;
    rev_game_rewind(&begun, game->ply < CENTRE ? game->ply : CENTRE);
    *position = begun.now;
    return begun.ply;
}

static void put_moves(struct text *out, const struct game *game, int first)
{
    static const char letters[2] = {'B', 'W'};
    const struct rev_game *rules = &game->rules;
    if (rules->start_passed)
        text_printf(out, "%c[PA]", letters[rules->start.turn]);
    for (int ply = first; ply < rules->ply; ply++) {
        const struct rev_ply *played = &rules->plies[ply];
        char square[REV_SQUARE_TEXT_SIZE];
        int hundredths = game->used_ms[ply] / 10;
        rev_square_write(played->square, square);
        text_printf(out, "%c[%s//%d.%02d]", letters[played->color], square, hundredths / 100,
                    hundredths % 100);
        if (played->passed)
            text_printf(out, "%c[PA]", letters[rev_other((enum rev_color)played->color)]);
    }
}

void record_ggf(const struct game *game, const char *site, struct text *out)
{
    struct rev_position position;
    int first = first_ply(&game->rules, &position);
    text_puts(out, "(;GM[Othello]");
    put_tag(out, "PC", site);
    put_time(out, game->created_ms);
    put_player(out, "PB", &game->seats[REV_BLACK]);
    put_player(out, "PW", &game->seats[REV_WHITE]);
    put_result(out, game);
    text_puts(out, "TI[0]TY[8]");
    put_board(out, &position);
    put_moves(out, game, first);
    text_puts(out, ";)");
}

void record_transcript(const struct game *game, struct text *out)
{
    char transcript[REV_TRANSCRIPT_SIZE];
    rev_game_transcript(&game->rules, transcript);
    text_puts(out, transcript);
}
