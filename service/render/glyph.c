#include "render/glyph.h"

/*
 * A glyph is a path in a grid of units; x and y are one hexadecimal digit each, y grows downwards:
 * capitals reach from 0 to 12 (c), small letters from 4, descenders end at 15 (f).
 *
 *   M xy     lifts the pen and sets it down
 *   L xy     a straight line; to where the pen is: a dot
 *   H xy     a quarter of an ellipse that sets out horizontally and arrives vertically
 *   V xy     the same, the other way round
 *   Q xy xy  a curve towards the first point that arrives at the second
 */
struct glyph {
    int width;
    const char *path;
};

static const struct glyph BOX = {6, "M00L60L6cL0cL00"};

static const struct glyph GLYPHS[128] = {
    [' '] = {2, ""},
    ['!'] = {0, "M00L08M0cL0c"},
    ['\''] = {0, "M00L03"},
    ['('] = {2, "M20Q0205L08Q0b2d"},
    [')'] = {2, "M00Q2225L28Q2b0d"},
    ['+'] = {6, "M07L67M34L3a"},
    [','] = {1, "M1cL0e"},
    ['-'] = {5, "M07L57"},
    ['.'] = {0, "M0cL0c"},
    ['/'] = {6, "M0dL60"},
    [':'] = {0, "M05L05M0bL0b"},
    ['?'] = {6, "M03V30H63Q6637L38M3cL3c"},

    ['0'] = {6, "M03V30H63L69V3cH09L03"},
    ['1'] = {6, "M12L40L4c"},
    ['2'] = {6, "M03V30H63Q670cL6c"},
    ['3'] = {6, "M02Q1030H63V36L26M36H69V3cQ1c0a"},
    ['4'] = {6, "M4cL40L09L69"},
    ['5'] = {6, "M60L10L05L35H68L69V3cQ1c0a"},
    ['6'] = {6, "M50Q0008L09V3cH69L68V35H08"},
    ['7'] = {6, "M00L60L2c"},
    ['8'] = {6, "M36H63V30H03V36H69V3cH09V36"},
    ['9'] = {6, "M1cQ6c64L63V30H03L04V37H64"},

    ['A'] = {8, "M0cL40L8cM28L68"},
    ['B'] = {7, "M06L36H63V30L00L0cL4cH79V46L36"},
    ['C'] = {7, "M72Q6040H04L08V4cQ6c7a"},
    ['D'] = {7, "M00L0cL3cH78L74V30L00"},
    ['E'] = {6, "M60L00L0cL6cM06L56"},
    ['F'] = {6, "M60L00L0cM06L56"},
    ['G'] = {7, "M72Q6040H04L08V4cH78L77L47"},
    ['H'] = {7, "M00L0cM70L7cM06L76"},
    ['I'] = {0, "M00L0c"},
    ['J'] = {5, "M50L59V3cH0a"},
    ['K'] = {7, "M00L0cM60L07M25L7c"},
    ['L'] = {6, "M00L0cL6c"},
    ['M'] = {8, "M0cL00L48L80L8c"},
    ['N'] = {7, "M0cL00L7cL70"},
    ['O'] = {8, "M04V40H84L88V4cH08L04"},
    ['P'] = {7, "M0cL00L40H73L74V47L07"},
    ['Q'] = {8, "M04V40H84L88V4cH08L04M59L8c"},
    ['R'] = {7, "M0cL00L40H73L74V47L07M37L7c"},
    ['S'] = {6, "M62Q5030H03V36H69V3cQ1c0a"},
    ['T'] = {8, "M00L80M40L4c"},
    ['U'] = {8, "M00L08V4cH88L80"},
    ['V'] = {8, "M00L4cL80"},
    ['W'] = {12, "M00L3cL63L9cLc0"},
    ['X'] = {8, "M00L8cM80L0c"},
    ['Y'] = {8, "M00L46L80M46L4c"},
    ['Z'] = {7, "M00L70L0cL7c"},

    ['a'] = {6, "M64L6cM68V34H08V3cH68"},
    ['b'] = {6, "M00L0cM08V34H68V3cH08"},
    ['c'] = {6, "M65Q5434H08V3cQ5c6b"},
    ['d'] = {6, "M60L6cM68V34H08V3cH68"},
    ['e'] = {6, "M08L68V34H08V3cQ5c6a"},
    ['f'] = {5, "M50H23L2cM04L54"},
    ['g'] = {6, "M64L6cV3fQ1f0eM68V34H08V3cH68"},
    ['h'] = {6, "M00L0cM08V34H68L6c"},
    ['i'] = {0, "M04L0cM01L01"},
    ['j'] = {2, "M24L2cV0fM21L21"},
    ['k'] = {6, "M00L0cM54L09M27L6c"},
    ['l'] = {0, "M00L0c"},
    ['m'] = {10, "M04L0cM08V34H57L5cM58V84Ha7Lac"},
    ['n'] = {6, "M04L0cM08V34H68L6c"},
    ['o'] = {6, "M08V34H68V3cH08"},
    ['p'] = {6, "M04L0fM08V34H68V3cH08"},
    ['q'] = {6, "M64L6fM68V34H08V3cH68"},
    ['r'] = {4, "M04L0cM08V44"},
    ['s'] = {6, "M65Q5434H06V38H6aV3cQ1c0b"},
    ['t'] = {4, "M11L19V4cM04L44"},
    ['u'] = {6, "M04L08V3cH68M64L6c"},
    ['v'] = {6, "M04L3cL64"},
    ['w'] = {10, "M04L3cL55L7cLa4"},
    ['x'] = {6, "M04L6cM64L0c"},
    ['y'] = {6, "M04L3cM64L2f"},
    ['z'] = {6, "M04L64L0cL6c"},
};

/** From the right edge of a glyph's box to the left of the next: the pen and some air. */
static const double GAP = 3.1;

enum { CURVE_PIECES = 5 };

/** Cosines of the angles at which a quarter of an ellipse is cut: 0, 18, … 90 degrees. */
static const double COSINES[CURVE_PIECES + 1] = {
    1, 0.95105651629515357, 0.80901699437494745, 0.58778525229247314, 0.30901699437494745, 0,
};

static const struct glyph *glyph_of(char character)
{
    const struct glyph *glyph = &GLYPHS[character & 0x7f];
    return character && glyph->path ? glyph : &BOX;
}

/** Decodes one character. Trusts that the UTF-8 is well-formed, but never passes the NUL. */
static uint32_t decode(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    int more = *at < 0x80 ? 0 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;
    uint32_t code = more == 0 ? *at : *at & (0x3fu >> more);
    for (at++; more > 0 && (*at & 0xc0) == 0x80; more--)
        code = code << 6 | (*at++ & 0x3f);
    *text = (const char *)at;
    return code;
}

char glyph_next(const char **text)
{
    uint32_t code = decode(text);
    if ((code >= 0x2010 && code <= 0x2015) || code == 0x2212)
        return '-';
    if (code == 0x2019)
        return '\'';
    return code < 0x80 ? (char)code : 0;
}

double glyph_width(const char *text)
{
    double width = 0;
    while (*text)
        width += glyph_of(glyph_next(&text))->width + GAP;
    return width > 0 ? width - GAP + 2 * GLYPH_PEN_RADIUS : 0;
}

static int digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

static struct glyph_point read_point(const char *at, double left)
{
    return (struct glyph_point){left + digit(at[0]), digit(at[1])};
}

struct pen {
    struct glyph_point at;
    void (*stroke)(void *context, struct glyph_point from, struct glyph_point to);
    void *context;
};

static void line_to(struct pen *pen, struct glyph_point to)
{
    pen->stroke(pen->context, pen->at, to);
    pen->at = to;
}

/** A quarter of an ellipse around the corner opposite to `corner`. */
static void quarter_to(struct pen *pen, struct glyph_point corner, struct glyph_point to)
{
    struct glyph_point from = pen->at;
    struct glyph_point centre = {from.x + to.x - corner.x, from.y + to.y - corner.y};
    for (int i = 1; i <= CURVE_PIECES; i++) {
        double c = COSINES[i], s = COSINES[CURVE_PIECES - i];
        line_to(pen,
                (struct glyph_point){centre.x + (from.x - centre.x) * c + (to.x - centre.x) * s,
                                     centre.y + (from.y - centre.y) * c + (to.y - centre.y) * s});
    }
}

static void curve_to(struct pen *pen, struct glyph_point towards, struct glyph_point to)
{
    struct glyph_point from = pen->at;
    for (int i = 1; i <= CURVE_PIECES; i++) {
        double t = (double)i / CURVE_PIECES, u = 1 - t;
        line_to(pen, (struct glyph_point){u * u * from.x + 2 * u * t * towards.x + t * t * to.x,
                                          u * u * from.y + 2 * u * t * towards.y + t * t * to.y});
    }
}

static void draw(struct pen *pen, const char *path, double left)
{
    while (*path) {
        char command = *path++;
        struct glyph_point point = read_point(path, left);
        path += 2;
        switch (command) {
        case 'M':
            pen->at = point;
            break;
        case 'L':
            line_to(pen, point);
            break;
        case 'H':
            quarter_to(pen, (struct glyph_point){point.x, pen->at.y}, point);
            break;
        case 'V':
            quarter_to(pen, (struct glyph_point){pen->at.x, point.y}, point);
            break;
        default:
            curve_to(pen, point, read_point(path, left));
            path += 2;
        }
    }
}

void glyph_strokes(const char *text,
                   void (*stroke)(void *context, struct glyph_point from, struct glyph_point to),
                   void *context)
{
    struct pen pen = {.stroke = stroke, .context = context};
    double left = GLYPH_PEN_RADIUS;
    while (*text) {
        const struct glyph *glyph = glyph_of(glyph_next(&text));
        draw(&pen, glyph->path, left);
        left += glyph->width + GAP;
    }
}
