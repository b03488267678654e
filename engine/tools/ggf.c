#include "ggf.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { SQUARES = 64, NAME_SIZE = 8 };

/** A property: `NAME[value]`. */
struct property {
    char name[NAME_SIZE];
    const char *value; /* within the text */
    size_t length;
};

void ggf_game_init(struct ggf_game *game)
{
    rev_game_init(&game->game, REV_OPENING_STANDARD, NULL);
    game->pass_due = false;
}

enum rev_color ggf_game_turn(const struct ggf_game *game)
{
    enum rev_color passed;
    if (game->pass_due && rev_game_passed(&game->game, &passed))
        return passed;
    return game->game.now.turn;
}

static bool is_pass(const char *text, size_t length)
{
    static const char *const words[] = {"pa", "pass", "--"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (length == strlen(words[i]) && strncasecmp(text, words[i], length) == 0)
            return true;
    }
    return false;
}

static bool play(struct ggf_game *game, const char *text, size_t length)
{
    length = strnlen(text, length);
    const char *slash = memchr(text, '/', length);
    if (slash)
        length = (size_t)(slash - text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    if (is_pass(text, length)) {
        bool was_due = game->pass_due;
        game->pass_due = false;
        return was_due || game->game.over;
    }
    if (rev_game_play(&game->game, rev_square_parse(text, length)) != REV_MOVE_PLAYED)
        return false;
    enum rev_color passed;
    game->pass_due = rev_game_passed(&game->game, &passed);
    return true;
}

bool ggf_game_move(struct ggf_game *game, const char *text)
{
    return play(game, text, strlen(text));
}

enum step { STEP_PROPERTY, STEP_END, STEP_BROKEN };

/** Reads the next property, or the bracket that ends the game. @param at  moves on behind it */
static enum step next_property(const char **at, struct property *property)
{
    const char *text = *at;
    while (*text && !isalpha((unsigned char)*text) && *text != ')')
        text++;
    if (*text == ')')
        return STEP_END;
    size_t length = 0;
    while (isalpha((unsigned char)text[length]))
        length++;
    size_t blank = strspn(text + length, " \t");
    const char *value = text + length + blank + 1;
    const char *end = length > 0 && text[length + blank] == '[' ? strchr(value, ']') : NULL;
    if (!end)
        return STEP_BROKEN;
    size_t kept = length < NAME_SIZE ? length : NAME_SIZE - 1;
    memcpy(property->name, text, kept);
    property->name[kept] = '\0';
    property->value = value;
    property->length = (size_t)(end - value);
    *at = end + 1;
    return STEP_PROPERTY;
}

/** `8`, 64 squares and the side to move, with blanks anywhere. */
static bool read_board(const struct property *property, struct ggf_game *game)
{
    char text[REV_POSITION_TEXT_SIZE];
    size_t count = 0;
    const char *value = property->value;
    if (property->length < 2 || value[0] != '8' || !isspace((unsigned char)value[1]))
        return false;
    for (size_t i = 1; i < property->length; i++) {
        if (isspace((unsigned char)value[i]))
            continue;
        if (count == SQUARES)
            text[count++] = ' ';
        if (count == REV_POSITION_TEXT_SIZE - 1)
            return false;
        text[count++] = value[i];
    }
    struct rev_position start;
    if (!rev_position_parse(text, count, &start, NULL))
        return false;
    rev_game_init(&game->game, REV_OPENING_POSITION, &start);
    game->pass_due = game->game.start_passed;
    return true;
}

static bool read_move(const struct property *property, struct ggf_game *game)
{
    enum rev_color color = property->name[0] == 'B' ? REV_BLACK : REV_WHITE;
    if (game->pass_due && color == game->game.now.turn)
        game->pass_due = false;
    if (!game->game.over && color != ggf_game_turn(game))
        return false;
    return play(game, property->value, property->length);
}

/** Takes in one property. False: it is wrong, as the fault says. */
static bool read_property(const struct property *property, struct ggf_game *game, int *moves,
                          char fault[GGF_FAULT_SIZE])
{
    if (strcmp(property->name, "BO") == 0 && (*moves > 0 || !read_board(property, game))) {
        snprintf(fault, GGF_FAULT_SIZE, "its BO[] is no position of eight by eight squares");
        return false;
    }
    bool is_move = strcmp(property->name, "B") == 0 || strcmp(property->name, "W") == 0;
    *moves += is_move;
    if (is_move && !read_move(property, game)) {
        snprintf(fault, GGF_FAULT_SIZE, "move %d, %s[%.*s], is not legal", *moves, property->name,
                 property->length < 16 ? (int)property->length : 16, property->value);
        return false;
    }
    return true;
}

bool ggf_read(const char *text, struct ggf_game *game, char fault[GGF_FAULT_SIZE])
{
    struct ggf_game read;
    ggf_game_init(&read);
    struct property property;
    enum step step;
    bool any = false;
    int moves = 0;
    for (; (step = next_property(&text, &property)) == STEP_PROPERTY; any = true) {
        if (!read_property(&property, &read, &moves, fault))
            return false;
    }
    if (!any || step == STEP_BROKEN) {
        snprintf(fault, GGF_FAULT_SIZE, any ? "it is broken off or garbled" : "it is not GGF");
        return false;
    }
    *game = read;
    return true;
}

/** Writes `B[F5]`. @return the characters written */
static int write_move(char *text, enum rev_color color, const char *move)
{
    return sprintf(text, "%c[%s]", color == REV_BLACK ? 'B' : 'W', move);
}

void ggf_write(const struct rev_game *game, char text[GGF_TEXT_SIZE])
{
    char board[REV_BOARD_TEXT_SIZE];
    rev_board_write(&game->start, board);
    for (char *sign = board; *sign; sign++) {
        if (*sign == 'X')
            *sign = '*';
    }
    text +=
        sprintf(text, "(;GM[Othello]PC[reversi]PB[black]PW[white]RE[?]TI[00:00]TY[8]BO[8 %s %c]",
                board, game->start.turn == REV_BLACK ? '*' : 'O');
    if (game->start_passed)
        text += write_move(text, game->start.turn, "PA");
    for (int i = 0; i < game->ply; i++) {
        const struct rev_ply *ply = &game->plies[i];
        char move[REV_SQUARE_TEXT_SIZE];
        rev_square_write(ply->square, move);
        move[0] = (char)toupper((unsigned char)move[0]);
        text += write_move(text, (enum rev_color)ply->color, move);
        if (ply->passed)
            text += write_move(text, rev_other((enum rev_color)ply->color), "PA");
    }
    strcpy(text, ";)");
}
