/**
 * The project's own letters, as strokes of a round pen: they can be drawn at any height.
 *
 * ASCII without the rarer signs; the dashes of typography count as hyphens, the curly apostrophe as
 * the straight one, and whatever is unknown has the shape of a box. Internal to this folder.
 */
#ifndef REVERSID_RENDER_GLYPH_H
#define REVERSID_RENDER_GLYPH_H

#include <stddef.h>
#include <stdint.h>

/** A height of 12 units from the baseline to the top of a capital or digit. */
enum { GLYPH_CAPITAL = 12 };

/** Half the width of the pen, in units. */
#define GLYPH_PEN_RADIUS 0.85

/**
 * The next character of well-formed UTF-8, folded as above.
 *
 * @return  an ASCII character, or 0 for one that has none; `*text` moves on. Requires **text != 0.
 */
char glyph_next(const char **text);

/** Width of a text in units, from the left edge of its first stroke to the right of its last. */
double glyph_width(const char *text);

/** A point of a stroke, in units from the left of the glyph and from the top of capitals. */
struct glyph_point {
    double x, y;
};

/**
 * Hands out the straight pieces of a text's strokes, one after the other.
 *
 * @param stroke  called with both ends; equal ends are a dot
 */
void glyph_strokes(const char *text,
                   void (*stroke)(void *context, struct glyph_point from, struct glyph_point to),
                   void *context);

#endif
