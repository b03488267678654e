/**
 * A board as a picture: SVG, PNG, plain text, emoji. Pure: the same scene gives the same bytes.
 *
 * Every form shows the discs, the coordinates (a–h, 1–8), the last move, the legal moves as dots,
 * the counts, whose turn it is or the result, and a line where somebody was passed over. The
 * pictures also have the four small dots two squares from each edge that boards have by custom.
 *
 * A picture is `size` pixels wide: a square with the board and, beneath it, a strip with the counts
 * and the sentence. Coordinates and sentences need RENDER_LABELS_SIZE_MIN pixels and are left out
 * below; a sentence that is too long is set smaller, in two lines, or left out. The counts, and a
 * bar under the count of the side to move, are always there.
 */
#ifndef REVERSID_RENDER_RENDER_H
#define REVERSID_RENDER_RENDER_H

#include "base/text.h"
#include "reversi/game.h"

#include <stdbool.h>
#include <stddef.h>

enum render_theme { RENDER_GREEN, RENDER_BLUE, RENDER_WOOD, RENDER_CONTRAST, RENDER_THEME_COUNT };

enum {
    RENDER_SIZE_MIN = 64,
    RENDER_SIZE_MAX = 1024,
    RENDER_SIZE_DEFAULT = 400,
    RENDER_LABELS_SIZE_MIN = 120 /* below, letters of a legible height would crowd the board */
};

/** What is drawn. */
struct render_scene {
    const struct rev_game *game; /* borrowed; rewound already where an earlier ply is shown */
    /* UTF-8: how the game ended, a sentence of up to some 40 characters without a full stop. Says
       that nobody is to move any more: no hints, no turn, no pass. NULL: told from the board. */
    const char *caption;
    int size; /* width of the picture, RENDER_SIZE_MIN..RENDER_SIZE_MAX; the texts ignore it */
    enum render_theme theme;
    bool hints;  /* legal moves as dots */
    bool last;   /* mark the last move */
    bool labels; /* coordinates */
    bool flip;   /* turned by 180 degrees: h8 top left */
};

/** "green", "blue", "wood", "contrast"; published by GET /v1/options. */
const char *render_theme_name(enum render_theme theme);

/** False: no theme of this name; `theme` is untouched. */
bool render_theme_parse(const char *name, size_t length, enum render_theme *theme);

/** How many pixels a picture of this width is high. */
int render_height(int size);

/** Appends an SVG document: 3–8 KB, with title and description for those who do not see it. */
void render_svg(const struct render_scene *scene, struct text *out);

/**
 * Appends a PNG file with a palette of 16 colours, some kilobytes.
 *
 * @return  false: out of memory in the PNG library; `out` ends in an unfinished file
 *
 * Cost: a few tenths of a millisecond at 400 pixels, growing with the area; one byte a pixel.
 */
bool render_png(const struct render_scene *scene, struct text *out);

/**
 * Appends the board in ASCII: a header `a b c …`, numbered rows of `X` (black), `O` (white), `.`
 * (empty) and `*` (legal), the last disc in brackets, then the counts and the sentences, a line
 * each. Anything else in a caption becomes `?`.
 */
void render_ascii(const struct render_scene *scene, struct text *out);

/**
 * Appends the board in emoji that chat clients draw equally wide: ⚫ ⚪, 🖤 🤍 for the last
 * disc, squares in the theme's colour, small diamonds for legal moves; then the same lines.
 */
void render_emoji(const struct render_scene *scene, struct text *out);

#endif
