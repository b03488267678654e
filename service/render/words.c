/* The board in ASCII and in emoji. */
#include "render/glyph.h"
#include "render/picture.h"

/** Appends what of a sentence ASCII can say. */
static void put_ascii(struct text *out, const char *sentence)
{
    while (*sentence) {
        char character = glyph_next(&sentence);
        text_putc(out, character >= ' ' && character < 0x7f ? character : '?');
    }
}

static char ascii_of(struct picture_square square)
{
    if (square.disc)
        return square.color == REV_BLACK ? 'X' : 'O';
    return square.hint ? '*' : '.';
}

/** Each square is led by a blank, or by a bracket around the last disc. */
static void put_ascii_row(const struct render_scene *scene, int row, struct text *out)
{
    bool open = false;
    for (int column = 0; column < 8; column++) {
        struct picture_square square = picture_square(scene, picture_square_at(scene, column, row));
        if (open || square.last || column > 0 || scene->labels || scene->last)
            text_putc(out, open ? ']' : square.last ? '[' : ' ');
        text_putc(out, ascii_of(square));
        open = square.last;
    }
    text_puts(out, open ? "]\n" : "\n");
}

void render_ascii(const struct render_scene *scene, struct text *out)
{
    char sentence[PICTURE_SENTENCE_SIZE];
    if (scene->labels)
        text_puts(out, scene->flip ? "  h g f e d c b a\n" : "  a b c d e f g h\n");
    for (int row = 0; row < 8; row++) {
        if (scene->labels)
            text_putc(out, (char)('1' + picture_square_at(scene, 0, row) / 8));
        put_ascii_row(scene, row, out);
    }
    text_printf(out, "\nX black %d, O white %d\n", rev_game_discs(scene->game, REV_BLACK),
                rev_game_discs(scene->game, REV_WHITE));
    if (*picture_pass_sentence(scene))
        text_printf(out, "%s\n", picture_pass_sentence(scene));
    picture_sentence(scene, sentence);
    put_ascii(out, sentence);
    text_putc(out, '\n');
}

/* Letters of the kind that flags are made of: a character of no width between them keeps two of
   them from turning into one. */
static const char *const LETTERS[8] = {"🇦", "🇧", "🇨", "🇩", "🇪", "🇫", "🇬", "🇭"};
static const char *const NUMBERS[8] = {"1️⃣", "2️⃣", "3️⃣", "4️⃣",
                                       "5️⃣", "6️⃣", "7️⃣", "8️⃣"};
static const char CORNER[] = "⬛";
static const char NO_WIDTH[] = "\u200b";

static const char *emoji_of(const struct render_scene *scene, struct picture_square square)
{
    const struct picture_theme *theme = picture_theme(scene->theme);
    if (!square.disc)
        return square.hint ? theme->emoji_hint : theme->emoji_square;
    if (square.last)
        return square.color == REV_BLACK ? "🖤" : "🤍";
    return square.color == REV_BLACK ? "⚫" : "⚪";
}

static void put_emoji_header(const struct render_scene *scene, struct text *out)
{
    text_puts(out, CORNER);
    for (int column = 0; column < 8; column++) {
        text_puts(out, column > 0 ? NO_WIDTH : "");
        text_puts(out, LETTERS[picture_square_at(scene, column, 0) % 8]);
    }
    text_putc(out, '\n');
}

void render_emoji(const struct render_scene *scene, struct text *out)
{
    char sentence[PICTURE_SENTENCE_SIZE];
    if (scene->labels)
        put_emoji_header(scene, out);
    for (int row = 0; row < 8; row++) {
        if (scene->labels)
            text_puts(out, NUMBERS[picture_square_at(scene, 0, row) / 8]);
        for (int column = 0; column < 8; column++) {
            int square = picture_square_at(scene, column, row);
            text_puts(out, emoji_of(scene, picture_square(scene, square)));
        }
        text_putc(out, '\n');
    }
    text_printf(out, "⚫ %d  ⚪ %d\n", rev_game_discs(scene->game, REV_BLACK),
                rev_game_discs(scene->game, REV_WHITE));
    if (*picture_pass_sentence(scene))
        text_printf(out, "%s\n", picture_pass_sentence(scene));
    picture_sentence(scene, sentence);
    text_printf(out, "%s\n", sentence);
}
