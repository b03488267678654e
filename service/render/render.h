/**
 * A board as a picture: SVG, PNG, plain text, emoji.
 *
 * Every form shows the coordinates (a–h, 1–8), the discs, the last move marked, legal moves as
 * dots, the counts and, where somebody was passed over, a line that says so. Pure: same input, same
 * bytes.
 */
#ifndef REVERSID_RENDER_RENDER_H
#define REVERSID_RENDER_RENDER_H

#include "base/text.h"
#include "reversi/game.h"

#include <stdbool.h>

enum render_theme { RENDER_GREEN, RENDER_BLUE, RENDER_WOOD, RENDER_CONTRAST, RENDER_THEME_COUNT };

enum { RENDER_SIZE_MIN = 64, RENDER_SIZE_MAX = 1024, RENDER_SIZE_DEFAULT = 400 };

/** What is drawn. */
struct render_scene {
    const struct rev_game *game;
    const char *caption; /* the result, or NULL: derived from whose turn it is */
    int size;            /* side of the board picture in pixels (SVG, PNG) */
    enum render_theme theme;
    bool hints;  /* legal moves as dots */
    bool last;   /* mark the last move */
    bool labels; /* coordinates */
    bool flip;   /* turned by 180 degrees: h8 top left */
};

/** "green", "blue", … ; published by GET /v1/options. */
const char *render_theme_name(enum render_theme theme);
bool render_theme_parse(const char *name, size_t length, enum render_theme *theme);

void render_svg(const struct render_scene *scene, struct text *out);

/** False: out of memory in the PNG library. */
bool render_png(const struct render_scene *scene, struct text *out);

void render_ascii(const struct render_scene *scene, struct text *out);
void render_emoji(const struct render_scene *scene, struct text *out);

#endif
