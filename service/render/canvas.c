#include "render/canvas.h"
#include "render/glyph.h"
#include "render/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool canvas_init(struct canvas *canvas, int width, int height,
                 const uint32_t palette[CANVAS_COLORS])
{
    canvas->width = width;
    canvas->height = height;
    canvas->pixels = calloc((size_t)width * (size_t)height, 1);
    memcpy(canvas->palette, palette, sizeof(canvas->palette));
    memset(canvas->mixtures, CANVAS_COLORS, sizeof(canvas->mixtures));
    return canvas->pixels;
}

void canvas_release(struct canvas *canvas)
{
    free(canvas->pixels);
    canvas->pixels = NULL;
}

static int channel(uint32_t color, int shift)
{
    return color >> shift & 0xff;
}

static int distance(uint32_t a, uint32_t b)
{
    int red = channel(a, 16) - channel(b, 16), green = channel(a, 8) - channel(b, 8),
        blue = channel(a, 0) - channel(b, 0);
    return 3 * red * red + 4 * green * green + 2 * blue * blue; /* as eyes weigh them, roughly */
}

static uint8_t nearest(const struct canvas *canvas, uint32_t color)
{
    int best = 0;
    for (int i = 1; i < CANVAS_COLORS; i++)
        if (distance(canvas->palette[i], color) < distance(canvas->palette[best], color))
            best = i;
    return (uint8_t)best;
}

/** Covers a share (0..1) of a pixel with a colour. */
static void cover(struct canvas *canvas, uint8_t *pixel, int color, double share)
{
    int shade = (int)(share * CANVAS_SHADES + 0.5);
    if (shade <= 0)
        return;
    if (shade >= CANVAS_SHADES) {
        *pixel = (uint8_t)color;
        return;
    }
    uint8_t *mixture = &canvas->mixtures[*pixel][color][shade];
    if (*mixture == CANVAS_COLORS)
        *mixture = nearest(canvas, picture_mix(canvas->palette[*pixel], canvas->palette[color],
                                               (double)shade / CANVAS_SHADES));
    *pixel = *mixture;
}

/** The pixels between two coordinates, those cut in part included, kept within 0..limit. */
struct range {
    int begin, end;
};

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static struct range pixels_between(double from, double to, int limit)
{
    return (struct range){(int)larger(0, from), (int)smaller(limit, to + 1)};
}

void canvas_rectangle(struct canvas *canvas, int x, int y, int width, int height, int color)
{
    struct range columns = pixels_between(x, x + width, canvas->width);
    struct range rows = pixels_between(y, y + height, canvas->height);
    for (int row = rows.begin; row < rows.end; row++)
        if (columns.begin < columns.end)
            memset(canvas->pixels + row * canvas->width + columns.begin, color,
                   (size_t)(columns.end - columns.begin));
}

void canvas_circle(struct canvas *canvas, double x, double y, double radius, int color)
{
    double outer = radius + 0.5, inner = radius > 0.5 ? radius - 0.5 : 0;
    struct range columns = pixels_between(x - outer, x + outer, canvas->width);
    struct range rows = pixels_between(y - outer, y + outer, canvas->height);
    for (int row = rows.begin; row < rows.end; row++) {
        uint8_t *pixels = canvas->pixels + row * canvas->width;
        double dy = row + 0.5 - y;
        for (int column = columns.begin; column < columns.end; column++) {
            double dx = column + 0.5 - x, square = dx * dx + dy * dy;
            if (square <= inner * inner)
                pixels[column] = (uint8_t)color;
            else if (square < outer * outer)
                cover(canvas, pixels + column, color, outer - sqrt(square));
        }
    }
}

/* --- text --------------------------------------------------------------------------------
 *
 * The strokes of one text overlap where they meet, so they are gathered first, each pixel with its
 * largest share, and put on the canvas together.
 */

struct ink {
    int x, y, width, height; /* where on the canvas */
    float *shares;           /* owned */
    double scale, origin_x, origin_y;
};

/** Squared distance of a point from the piece of a line between two points. */
static double square_to_stroke(double x, double y, struct glyph_point from, struct glyph_point to)
{
    double along_x = to.x - from.x, along_y = to.y - from.y;
    double length = along_x * along_x + along_y * along_y;
    double at = length > 0 ? ((x - from.x) * along_x + (y - from.y) * along_y) / length : 0;
    at = larger(0, smaller(1, at));
    double dx = x - from.x - at * along_x, dy = y - from.y - at * along_y;
    return dx * dx + dy * dy;
}

static struct glyph_point placed(const struct ink *ink, struct glyph_point point)
{
    return (struct glyph_point){ink->origin_x + point.x * ink->scale,
                                ink->origin_y + point.y * ink->scale};
}

static void ink_stroke(void *context, struct glyph_point from, struct glyph_point to)
{
    struct ink *ink = context;
    double radius = GLYPH_PEN_RADIUS * ink->scale, outer = radius + 0.5;
    from = placed(ink, from);
    to = placed(ink, to);
    struct range columns =
        pixels_between(smaller(from.x, to.x) - outer, larger(from.x, to.x) + outer, ink->width);
    struct range rows =
        pixels_between(smaller(from.y, to.y) - outer, larger(from.y, to.y) + outer, ink->height);
    for (int row = rows.begin; row < rows.end; row++) {
        for (int column = columns.begin; column < columns.end; column++) {
            double square = square_to_stroke(column + 0.5, row + 0.5, from, to);
            if (square >= outer * outer)
                continue;
            float share = (float)smaller(outer - sqrt(square), smaller(1, 2 * radius));
            float *so_far = &ink->shares[row * ink->width + column];
            if (share > *so_far)
                *so_far = share;
        }
    }
}

void canvas_text(struct canvas *canvas, const char *text, double x, double baseline, double height,
                 int color)
{
    double scale = height / GLYPH_CAPITAL;
    double top = baseline - height;
    struct ink ink = {
        .x = (int)floor(x) - 1,
        .y = (int)floor(top) - 2,
        .width = (int)ceil(glyph_width(text) * scale) + 4,
        .height = (int)ceil(height * 1.5) + 4,
        .scale = scale,
    };
    ink.origin_x = x - ink.x;
    ink.origin_y = top - ink.y;
    ink.shares = calloc((size_t)ink.width * (size_t)ink.height, sizeof(*ink.shares));
    if (!ink.shares)
        abort();
    glyph_strokes(text, ink_stroke, &ink);
    for (int row = 0; row < ink.height; row++)
        for (int column = 0; column < ink.width; column++) {
            int to_x = ink.x + column, to_y = ink.y + row;
            if (to_x >= 0 && to_x < canvas->width && to_y >= 0 && to_y < canvas->height)
                cover(canvas, canvas->pixels + to_y * canvas->width + to_x, color,
                      ink.shares[row * ink.width + column]);
        }
    free(ink.shares);
}

void canvas_copy(struct canvas *canvas, int from_x, int from_y, int to_x, int to_y, int side)
{
    for (int row = 0; row < side; row++)
        memcpy(canvas->pixels + (to_y + row) * canvas->width + to_x,
               canvas->pixels + (from_y + row) * canvas->width + from_x, (size_t)side);
}
