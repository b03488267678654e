#include "render/picture.h"

#include <stdio.h>

static void put_whole(struct text *out, int number)
{
    if (number >= 10)
        put_whole(out, number / 10);
    text_putc(out, (char)('0' + number % 10));
}

/** Appends a length, which is never negative, with at most two decimals, none of them idle. */
static void put_number(struct text *out, double value)
{
    int hundredths = (int)(value * 100 + 0.5);
    put_whole(out, hundredths / 100);
    if (hundredths % 100 == 0)
        return;
    text_putc(out, '.');
    put_whole(out, hundredths / 10 % 10);
    if (hundredths % 10)
        put_whole(out, hundredths % 10);
}

/** Appends ` name="value"`. */
static void put_length(struct text *out, const char *name, double value)
{
    text_putc(out, ' ');
    text_puts(out, name);
    text_puts(out, "=\"");
    put_number(out, value);
    text_putc(out, '"');
}

static void put_color(struct text *out, const char *name, uint32_t color)
{
    text_printf(out, " %s=\"#%06x\"", name, (unsigned)color);
}

/** Appends text as XML has it; control characters, which XML cannot hold, become blanks. */
static void put_escaped(struct text *out, const char *text)
{
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '&')
            text_puts(out, "&amp;");
        else if (byte == '<')
            text_puts(out, "&lt;");
        else if (byte == '>')
            text_puts(out, "&gt;");
        else
            text_putc(out, byte < ' ' ? ' ' : *text);
    }
}

/* --- what is said of it ------------------------------------------------------------------ */

static void put_squares(struct text *out, const char *lead, uint64_t set)
{
    text_puts(out, lead);
    for (int square = 0; square < 64; square++) {
        if (!(set & rev_bit(square)))
            continue;
        char name[REV_SQUARE_TEXT_SIZE];
        rev_square_write(square, name);
        text_printf(out, " %s", name);
    }
    text_puts(out, set ? ". " : " none. ");
}

/** Title and description: all that the picture shows, in words. */
static void put_words(const struct render_scene *scene, struct text *out)
{
    const struct rev_game *game = scene->game;
    char sentence[PICTURE_SENTENCE_SIZE];
    picture_sentence(scene, sentence);
    text_puts(out, "<title>Reversi: ");
    put_escaped(out, sentence);
    text_puts(out, "</title>\n<desc>");
    text_printf(out, "Black %d, white %d. ", rev_game_discs(game, REV_BLACK),
                rev_game_discs(game, REV_WHITE));
    const struct rev_ply *last = picture_last_move(scene);
    if (last)
        put_squares(out, last->color == REV_BLACK ? "Last move: black on" : "Last move: white on",
                    rev_bit(last->square));
    if (*picture_pass_sentence(scene))
        text_printf(out, "%s. ", picture_pass_sentence(scene));
    if (scene->hints && picture_is_running(scene))
        put_squares(out, "Legal moves:", game->legal);
    put_squares(out, "Black discs:", game->now.black);
    put_squares(out, "White discs:", game->now.white);
    out->data[--out->length] = '\0'; /* the blank after the last full stop */
    text_puts(out, "</desc>\n");
}

/* --- what is drawn ----------------------------------------------------------------------- */

static void put_rectangle(struct text *out, double x, double y, double width, double height,
                          uint32_t color)
{
    text_puts(out, "<rect");
    put_length(out, "x", x);
    put_length(out, "y", y);
    put_length(out, "width", width);
    put_length(out, "height", height);
    put_color(out, "fill", color);
    text_puts(out, "/>\n");
}

static void put_circle(struct text *out, double x, double y, double radius)
{
    text_puts(out, "<circle");
    put_length(out, "cx", x);
    put_length(out, "cy", y);
    put_length(out, "r", radius);
    text_puts(out, "/>\n");
}

static void put_board(const struct picture_layout *layout, const struct picture_theme *theme,
                      struct text *out)
{
    int x = layout->board_x, y = layout->board_y, side = layout->board_side;
    put_rectangle(out, 0, 0, layout->width, layout->height, theme->frame);
    put_rectangle(out, x, y, side, side, theme->square);
    text_puts(out, "<path d=\"");
    for (int i = 0; i <= 8; i++) {
        double across = i * layout->cell + layout->line / 2.0;
        text_printf(out, "M%d ", x);
        put_number(out, y + across);
        text_printf(out, "h%dM", side);
        put_number(out, x + across);
        text_printf(out, " %dv%d", y, side);
    }
    text_puts(out, "\"");
    put_color(out, "stroke", theme->line);
    put_length(out, "stroke-width", layout->line);
    text_puts(out, "/>\n<g");
    put_color(out, "fill", theme->line);
    text_puts(out, ">\n");
    for (int i = 0; i < 4; i++)
        put_circle(out, picture_dot(x, layout, i % 2), picture_dot(y, layout, i / 2),
                   layout->dot_radius);
    text_puts(out, "</g>\n");
}

/** One circle on each of some squares. */
static void put_circles(const struct render_scene *scene, const struct picture_layout *layout,
                        uint64_t squares, double drop, double radius, struct text *out)
{
    for (int i = 0; i < 64; i++)
        if (squares & rev_bit(picture_square_at(scene, i % 8, i / 8)))
            put_circle(out, picture_middle(layout->board_x, layout, i % 8),
                       picture_middle(layout->board_y, layout, i / 8) + drop, radius);
}

/** Opens a group of discs of one colour. */
static void put_disc_group(const struct picture_layout *layout, const struct picture_theme *theme,
                           int color, uint32_t rim, struct text *out)
{
    text_puts(out, "<g");
    put_color(out, "fill", theme->discs[color]);
    put_color(out, "stroke", rim);
    put_length(out, "stroke-width", layout->rim_width);
    text_puts(out, ">\n");
}

/** Opens a group without an outline, puts circles, closes it. */
static void put_plain_circles(const struct render_scene *scene, const struct picture_layout *layout,
                              uint64_t squares, double drop, double radius, uint32_t color,
                              struct text *out)
{
    if (!squares)
        return;
    text_puts(out, "<g");
    put_color(out, "fill", color);
    text_puts(out, ">\n");
    put_circles(scene, layout, squares, drop, radius, out);
    text_puts(out, "</g>\n");
}

static void put_pieces(const struct render_scene *scene, const struct picture_layout *layout,
                       const struct picture_theme *theme, struct text *out)
{
    const struct rev_game *game = scene->game;
    const uint64_t discs[2] = {game->now.black, game->now.white};
    const struct rev_ply *last = picture_last_move(scene);
    put_plain_circles(scene, layout, discs[0] | discs[1], layout->shadow_drop, layout->disc_radius,
                      theme->line, out);
    for (int color = REV_BLACK; color <= REV_WHITE; color++) {
        put_disc_group(layout, theme, color, theme->rims[color], out);
        put_circles(scene, layout, discs[color], 0, layout->disc_radius - layout->rim_width / 2,
                    out);
        text_puts(out, "</g>\n");
    }
    put_plain_circles(scene, layout, last ? rev_bit(last->square) : 0, 0, layout->mark_radius,
                      theme->mark, out);
    if (scene->hints && picture_is_running(scene))
        put_plain_circles(scene, layout, game->legal, 0, layout->hint_radius,
                          picture_hint_color(scene), out);
}

/* --- what is written --------------------------------------------------------------------- */

/** Opens a group of texts whose capitals are about this high. */
static void put_text_group(const char *anchor, double height, struct text *out)
{
    static const double CAPITAL_OF_FONT_SIZE = 0.72;
    text_printf(out, "<g text-anchor=\"%s\"", anchor);
    put_length(out, "font-size", height / CAPITAL_OF_FONT_SIZE);
    text_puts(out, ">\n");
}

static void put_text(struct text *out, const char *text, double x, double baseline)
{
    text_puts(out, "<text");
    put_length(out, "x", x);
    put_length(out, "y", baseline);
    text_puts(out, ">");
    put_escaped(out, text);
    text_puts(out, "</text>\n");
}

static void put_labels(const struct render_scene *scene, const struct picture_layout *layout,
                       struct text *out)
{
    double height = layout->label_height;
    if (height <= 0)
        return;
    put_text_group("middle", height, out);
    for (int i = 0; i < 8; i++) {
        char letter[] = {(char)('a' + picture_square_at(scene, i, 0) % 8), '\0'};
        char number[] = {(char)('1' + picture_square_at(scene, 0, i) / 8), '\0'};
        put_text(out, letter, picture_middle(layout->board_x, layout, i), layout->label_baseline);
        put_text(out, number, layout->label_x,
                 picture_middle(layout->board_y, layout, i) + height / 2);
    }
    text_puts(out, "</g>\n");
}

static void put_count(const struct render_scene *scene, const struct picture_layout *layout,
                      const struct picture_theme *theme, int color, struct text *out)
{
    char number[12];
    snprintf(number, sizeof(number), "%d", rev_game_discs(scene->game, (enum rev_color)color));
    put_disc_group(layout, theme, color, picture_strip_rim_color(scene), out);
    put_circle(out, layout->count_disc_x[color], layout->count_y,
               layout->count_disc_radius - layout->rim_width / 2);
    text_puts(out, "</g>\n");
    put_text_group(color == REV_BLACK ? "start" : "end", layout->count_height, out);
    put_text(out, number, layout->count_x[color], layout->count_y + layout->count_height / 2);
    text_puts(out, "</g>\n");
}

static void put_strip(const struct render_scene *scene, const struct picture_layout *layout,
                      const struct picture_theme *theme, struct text *out)
{
    put_count(scene, layout, theme, REV_BLACK, out);
    put_count(scene, layout, theme, REV_WHITE, out);
    if (picture_is_running(scene))
        put_rectangle(out, layout->bar_x[scene->game->now.turn], layout->bar_y, layout->bar_width,
                      layout->bar_height, theme->mark);
    if (layout->line_count == 0)
        return;
    put_text_group("middle", layout->line_height, out);
    for (int i = 0; i < layout->line_count; i++)
        put_text(out, layout->lines[i].text, layout->line_x, layout->lines[i].baseline);
    text_puts(out, "</g>\n");
}

void render_svg(const struct render_scene *scene, struct text *out)
{
    const struct picture_theme *theme = picture_theme(scene->theme);
    struct picture_layout layout;
    picture_layout(scene, &layout);
    text_printf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\" role=\"img\">\n",
                layout.width, layout.height, layout.width, layout.height);
    put_words(scene, out);
    put_board(&layout, theme, out);
    put_pieces(scene, &layout, theme, out);
    text_puts(out, "<g font-family=\"system-ui,sans-serif\"");
    put_color(out, "fill", theme->text);
    text_puts(out, ">\n");
    put_labels(scene, &layout, out);
    put_strip(scene, &layout, theme, out);
    text_puts(out, "</g>\n</svg>\n");
}
