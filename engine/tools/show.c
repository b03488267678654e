/**
 * `reversi show`: a position or the end of a transcript as a board that people can read.
 */
#include "command.h"

#include <stdio.h>
#include <string.h>

static const char *color_name(enum rev_color color)
{
    return color == REV_BLACK ? "black" : "white";
}

static char square_sign(const struct rev_game *game, int square)
{
    uint64_t bit = rev_bit(square);
    if (game->now.black & bit)
        return 'X';
    if (game->now.white & bit)
        return 'O';
    return game->legal & bit ? '.' : '-';
}

static void print_legal(const struct rev_game *game)
{
    printf("%s moves:", color_name(game->now.turn));
    for (uint64_t rest = game->legal; rest; rest &= rest - 1) {
        char name[REV_SQUARE_TEXT_SIZE];
        rev_square_write(__builtin_ctzll(rest), name);
        printf(" %s", name);
    }
    putchar('\n');
}

void command_print_game(const struct rev_game *game)
{
    puts("  a b c d e f g h");
    for (int row = 0; row < 8; row++) {
        printf("%d", row + 1);
        for (int column = 0; column < 8; column++)
            printf(" %c", square_sign(game, row * 8 + column));
        putchar('\n');
    }
    printf("black (X) %d, white (O) %d\n", rev_game_discs(game, REV_BLACK),
           rev_game_discs(game, REV_WHITE));
    enum rev_color passed;
    if (rev_game_passed(game, &passed))
        printf("%s had to pass\n", color_name(passed));
    if (game->over)
        puts("the game is over");
    else
        print_legal(game);
}

bool command_position(const char *text, struct rev_position *position)
{
    size_t bad_at;
    if (rev_position_parse(text, strlen(text), position, &bad_at))
        return true;
    fprintf(stderr, "reversi: the position is wrong at character %zu\n", bad_at + 1);
    return false;
}

int command_show(int argc, char **argv)
{
    struct rev_game game;
    struct rev_position start;
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    if (argc > 0 && strcmp(argv[0], "--original") == 0) {
        rev_game_init(&game, REV_OPENING_ORIGINAL, NULL);
        argc--, argv++;
    } else if (argc > 0 && strchr(argv[0], ' ')) { /* only positions hold a space */
        if (!command_position(argv[0], &start))
            return COMMAND_FAILED;
        rev_game_init(&game, REV_OPENING_POSITION, &start);
        argc--, argv++;
    }
    if (argc > 1)
        return COMMAND_USAGE;

    size_t bad_at;
    if (argc == 1 && !rev_game_play_transcript(&game, argv[0], strlen(argv[0]), &bad_at)) {
        fprintf(stderr, "reversi: the transcript is wrong at character %zu\n", bad_at + 1);
        return COMMAND_FAILED;
    }
    command_print_game(&game);
    return COMMAND_OK;
}
