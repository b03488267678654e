#include "render/canvas.h"
#include "render/glyph.h"
#include "render/picture.h"

#include <png.h>
#include <stdio.h>

/** The palette: the colours of the theme, and the mixtures that soft edges need most. */
enum color {
    COLOR_FRAME,
    COLOR_TEXT,
    COLOR_TEXT_EDGE,
    COLOR_TEXT_EDGE_INNER,
    COLOR_SQUARE,
    COLOR_LINE,
    COLOR_DISC_BLACK,
    COLOR_DISC_WHITE,
    COLOR_RIM_BLACK,
    COLOR_RIM_WHITE,
    COLOR_RIM_BLACK_EDGE,
    COLOR_RIM_WHITE_EDGE,
    COLOR_MARK,
    COLOR_MARK_ON_BLACK_EDGE,
    COLOR_MARK_ON_WHITE_EDGE,
    COLOR_HINT
};

static void make_palette(const struct render_scene *scene, uint32_t palette[CANVAS_COLORS])
{
    const struct picture_theme *theme = picture_theme(scene->theme);
    const uint32_t *discs = theme->discs, *rims = theme->rims;
    palette[COLOR_FRAME] = theme->frame;
    palette[COLOR_TEXT] = theme->text;
    palette[COLOR_TEXT_EDGE] = picture_mix(theme->frame, theme->text, 0.33);
    palette[COLOR_TEXT_EDGE_INNER] = picture_strip_rim_color(scene);
    palette[COLOR_SQUARE] = theme->square;
    palette[COLOR_LINE] = theme->line;
    for (int color = REV_BLACK; color <= REV_WHITE; color++) {
        palette[COLOR_DISC_BLACK + color] = discs[color];
        palette[COLOR_RIM_BLACK + color] = rims[color];
        palette[COLOR_RIM_BLACK_EDGE + color] = picture_mix(theme->square, rims[color], 0.5);
        palette[COLOR_MARK_ON_BLACK_EDGE + color] = picture_mix(discs[color], theme->mark, 0.5);
    }
    palette[COLOR_MARK] = theme->mark;
    palette[COLOR_HINT] = picture_hint_color(scene);
}

static void draw_disc(struct canvas *canvas, const struct picture_layout *layout, double x,
                      double y, double radius, int rim, int color)
{
    canvas_circle(canvas, x, y, radius, rim);
    canvas_circle(canvas, x, y, radius - layout->rim_width, COLOR_DISC_BLACK + color);
}

/** Draws what stands on a square around its middle. */
static void draw_square(struct canvas *canvas, const struct picture_layout *layout,
                        struct picture_square square, double x, double y)
{
    if (square.hint)
        canvas_circle(canvas, x, y, layout->hint_radius, COLOR_HINT);
    if (!square.disc)
        return;
    canvas_circle(canvas, x, y + layout->shadow_drop, layout->disc_radius, COLOR_LINE);
    draw_disc(canvas, layout, x, y, layout->disc_radius, COLOR_RIM_BLACK + (int)square.color,
              (int)square.color);
    if (square.last)
        canvas_circle(canvas, x, y, layout->mark_radius, COLOR_MARK);
}

static void draw_grid(struct canvas *canvas, const struct picture_layout *layout)
{
    int x = layout->board_x, y = layout->board_y, side = layout->board_side;
    canvas_rectangle(canvas, x, y, side, side, COLOR_SQUARE);
    for (int i = 0; i <= 8; i++) {
        canvas_rectangle(canvas, x + i * layout->cell, y, layout->line, side, COLOR_LINE);
        canvas_rectangle(canvas, x, y + i * layout->cell, side, layout->line, COLOR_LINE);
    }
}

/** Draws the four small dots: last, since squares that are copied would wipe them off. */
static void draw_dots(struct canvas *canvas, const struct picture_layout *layout)
{
    for (int i = 0; i < 4; i++)
        canvas_circle(canvas, picture_dot(layout->board_x, layout, i % 2),
                      picture_dot(layout->board_y, layout, i / 2), layout->dot_radius, COLOR_LINE);
}

/** Draws the squares; those that look alike are drawn once and copied. */
static void draw_squares(struct canvas *canvas, const struct picture_layout *layout,
                         const struct render_scene *scene)
{
    int inner = layout->cell - layout->line;
    int first_x[16], first_y[16];
    bool drawn[16] = {false};
    for (int i = 0; i < 64; i++) {
        struct picture_square square =
            picture_square(scene, picture_square_at(scene, i % 8, i / 8));
        int look = square.disc * 8 + (int)square.color * 4 + square.last * 2 + square.hint;
        if (!square.disc && !square.hint)
            continue;
        int x = layout->board_x + layout->line + i % 8 * layout->cell;
        int y = layout->board_y + layout->line + i / 8 * layout->cell;
        if (drawn[look]) {
            canvas_copy(canvas, first_x[look], first_y[look], x, y, inner);
            continue;
        }
        draw_square(canvas, layout, square, x + inner / 2.0, y + inner / 2.0);
        drawn[look] = true;
        first_x[look] = x;
        first_y[look] = y;
    }
}

enum alignment { ALIGN_LEFT, ALIGN_MIDDLE, ALIGN_RIGHT };

static void draw_text(struct canvas *canvas, const char *text, double x, double baseline,
                      double height, enum alignment alignment)
{
    double width = glyph_width(text) * height / GLYPH_CAPITAL;
    canvas_text(canvas, text, x - width * (int)alignment / 2, baseline, height, COLOR_TEXT);
}

static void draw_labels(struct canvas *canvas, const struct picture_layout *layout,
                        const struct render_scene *scene)
{
    if (layout->label_height <= 0)
        return;
    for (int i = 0; i < 8; i++) {
        char letter[] = {(char)('a' + picture_square_at(scene, i, 0) % 8), '\0'};
        char number[] = {(char)('1' + picture_square_at(scene, 0, i) / 8), '\0'};
        double height = layout->label_height;
        draw_text(canvas, letter, picture_middle(layout->board_x, layout, i),
                  layout->label_baseline, height, ALIGN_MIDDLE);
        draw_text(canvas, number, layout->label_x,
                  picture_middle(layout->board_y, layout, i) + height / 2, height, ALIGN_MIDDLE);
    }
}

static void draw_strip(struct canvas *canvas, const struct picture_layout *layout,
                       const struct render_scene *scene)
{
    for (int color = REV_BLACK; color <= REV_WHITE; color++) {
        char number[12];
        snprintf(number, sizeof(number), "%d", rev_game_discs(scene->game, (enum rev_color)color));
        draw_disc(canvas, layout, layout->count_disc_x[color], layout->count_y,
                  layout->count_disc_radius, COLOR_TEXT_EDGE_INNER, color);
        draw_text(canvas, number, layout->count_x[color],
                  layout->count_y + layout->count_height / 2, layout->count_height,
                  color == REV_BLACK ? ALIGN_LEFT : ALIGN_RIGHT);
    }
    if (picture_is_running(scene))
        canvas_rectangle(canvas, layout->bar_x[scene->game->now.turn], layout->bar_y,
                         layout->bar_width, layout->bar_height, COLOR_MARK);
    for (int i = 0; i < layout->line_count; i++)
        draw_text(canvas, layout->lines[i].text, layout->line_x, layout->lines[i].baseline,
                  layout->line_height, ALIGN_MIDDLE);
}

/* --- the file ---------------------------------------------------------------------------- */

static void append(png_structp png, png_bytep bytes, size_t length)
{
    text_append(png_get_io_ptr(png), (const char *)bytes, length);
}

static void flush(png_structp png)
{
    (void)png;
}

static void set_palette(png_structp png, png_infop info, const uint32_t colors[CANVAS_COLORS])
{
    png_color palette[CANVAS_COLORS];
    for (int i = 0; i < CANVAS_COLORS; i++)
        palette[i] = (png_color){(png_byte)(colors[i] >> 16), (png_byte)(colors[i] >> 8),
                                 (png_byte)colors[i]};
    png_set_PLTE(png, info, palette, CANVAS_COLORS);
}

/** Writes the canvas. Leaves by png's longjmp where it fails. */
static void write_canvas(png_structp png, png_infop info, const struct canvas *canvas)
{
    png_set_IHDR(png, info, (png_uint_32)canvas->width, (png_uint_32)canvas->height, 4,
                 PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    set_palette(png, info, canvas->palette);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_compression_level(png, 3); /* half the time of the usual 6 for a fifth more bytes */
    png_write_info(png, info);
    png_set_packing(png); /* two pixels a byte */
    for (int row = 0; row < canvas->height; row++)
        png_write_row(png, canvas->pixels + row * canvas->width);
    png_write_end(png, NULL);
}

static bool write_png(const struct canvas *canvas, struct text *out)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    if (!png)
        return false;
    png_infop info = png_create_info_struct(png);
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, out, append, flush);
    write_canvas(png, info, canvas);
    png_destroy_write_struct(&png, &info);
    return true;
}

bool render_png(const struct render_scene *scene, struct text *out)
{
    struct picture_layout layout;
    uint32_t palette[CANVAS_COLORS];
    CANVAS_CLEANUP struct canvas canvas;
    picture_layout(scene, &layout);
    make_palette(scene, palette);
    if (!canvas_init(&canvas, layout.width, layout.height, palette))
        return false;
    draw_grid(&canvas, &layout);
    draw_squares(&canvas, &layout, scene);
    draw_dots(&canvas, &layout);
    draw_labels(&canvas, &layout, scene);
    draw_strip(&canvas, &layout, scene);
    return write_png(&canvas, out);
}
