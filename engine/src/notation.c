#include "reversi/notation.h"

int rev_square_parse(const char *text, size_t length)
{
    if (length != 2)
        return REV_NO_SQUARE;
    int column = (text[0] | 0x20) - 'a'; /* folds the case of letters */
    int row = text[1] - '1';
    if (column < 0 || column > 7 || row < 0 || row > 7)
        return REV_NO_SQUARE;
    return row * 8 + column;
}

void rev_square_write(int square, char text[REV_SQUARE_TEXT_SIZE])
{
    text[0] = (char)('a' + square % 8);
    text[1] = (char)('1' + square / 8);
    text[2] = '\0';
}

enum cell { CELL_BLACK, CELL_WHITE, CELL_EMPTY, CELL_BAD };

static enum cell cell_parse(char c)
{
    switch (c) {
    case 'X':
    case 'x':
    case '*':
    case 'B':
    case 'b':
        return CELL_BLACK;
    case 'O':
    case 'o':
    case 'W':
    case 'w':
        return CELL_WHITE;
    case '-':
    case '.':
        return CELL_EMPTY;
    default:
        return CELL_BAD;
    }
}

/** Puts the character at `offset` into the position. False: it cannot stand there. */
static bool position_read(struct rev_position *position, size_t offset, char c)
{
    if (offset == 64)
        return c == ' ';
    if (offset > 65)
        return false;

    enum cell cell = cell_parse(c);
    if (offset == 65) {
        position->turn = cell == CELL_BLACK ? REV_BLACK : REV_WHITE;
        return cell == CELL_BLACK || cell == CELL_WHITE;
    }
    if (cell == CELL_BLACK)
        position->black |= rev_bit((int)offset);
    if (cell == CELL_WHITE)
        position->white |= rev_bit((int)offset);
    return cell != CELL_BAD;
}

bool rev_position_parse(const char *text, size_t length, struct rev_position *position,
                        size_t *bad_at)
{
    enum { LENGTH = REV_POSITION_TEXT_SIZE - 1 };
    struct rev_position read = {0};
    size_t offset = 0;
    while (offset < length && position_read(&read, offset, text[offset]))
        offset++;
    if (offset == LENGTH && offset == length) {
        *position = read;
        return true;
    }
    if (bad_at)
        *bad_at = offset;
    return false;
}

void rev_board_write(const struct rev_position *position, char text[REV_BOARD_TEXT_SIZE])
{
    for (int square = 0; square < 64; square++) {
        uint64_t bit = rev_bit(square);
        text[square] = position->black & bit ? 'X' : position->white & bit ? 'O' : '-';
    }
    text[64] = '\0';
}

void rev_position_write(const struct rev_position *position, char text[REV_POSITION_TEXT_SIZE])
{
    rev_board_write(position, text);
    text[64] = ' ';
    text[65] = position->turn == REV_BLACK ? 'X' : 'O';
    text[66] = '\0';
}
