/**
 * What the forms of a picture share: what stands where, in which colours, and the sentences.
 *
 * Internal to this folder. Lengths are pixels; SVG uses the same numbers as its units.
 */
#ifndef REVERSID_RENDER_PICTURE_H
#define REVERSID_RENDER_PICTURE_H

#include "render/render.h"

#include <stdint.h>

/** Colours as 0xRRGGBB, and the emoji that stand for them. */
struct picture_theme {
    const char *name;
    uint32_t frame, text;       /* around the board */
    uint32_t square, line;      /* the board; `line` also gives the shadows of the discs */
    uint32_t discs[2], rims[2]; /* by enum rev_color */
    uint32_t mark;              /* the last move, the side to move: tells from both discs */
    const char *emoji_square, *emoji_hint;
};

const struct picture_theme *picture_theme(enum render_theme theme);

/** What stands on a square. */
struct picture_square {
    bool disc;
    enum rev_color color; /* of the disc */
    bool last;            /* the disc of the last move, to be marked */
    bool hint;            /* empty, legal, to be shown as such */
};

struct picture_square picture_square(const struct render_scene *scene, int square);

/** The colour of the dots that mark legal moves: the mover's disc, faintly. */
uint32_t picture_hint_color(const struct render_scene *scene);

/** The outline of the discs beside the counts, where the frame would swallow a dark rim. */
uint32_t picture_strip_rim_color(const struct render_scene *scene);

/** A colour between two: `share` of the second, 0..1. */
uint32_t picture_mix(uint32_t first, uint32_t second, double share);

/** The square in a column and row as drawn, counted from the top left. */
int picture_square_at(const struct render_scene *scene, int column, int row);

/** Somebody is to move and it is to be said. */
bool picture_is_running(const struct render_scene *scene);

enum { PICTURE_SENTENCE_SIZE = 160 };

/** The caption, the result, or whose turn it is; cut to fit where the caption is very long. */
void picture_sentence(const struct render_scene *scene, char sentence[PICTURE_SENTENCE_SIZE]);

/** "White passed", or "". */
const char *picture_pass_sentence(const struct render_scene *scene);

/** The last move to be told of: its ply, or NULL. */
const struct rev_ply *picture_last_move(const struct render_scene *scene);

/** One line of the strip beneath the board. */
struct picture_line {
    char text[PICTURE_SENTENCE_SIZE];
    double baseline;
};

/** Where everything goes. */
struct picture_layout {
    int width, height;
    int cell;             /* distance of two lines of the grid */
    int line;             /* width of a line of the grid */
    int board_x, board_y; /* the upper left corner of the outermost line */
    int board_side;       /* up to the far side of the last line */
    double disc_radius, rim_width, shadow_drop, mark_radius, hint_radius, dot_radius;
    double label_height;            /* height of a digit of the coordinates; 0: none */
    double label_x, label_baseline; /* middle of the row numbers, baseline of the letters */
    double count_height;            /* height of a digit of the counts */
    double count_y;                 /* middle of the counts */
    double count_disc_x[2], count_disc_radius;
    double count_x[2];     /* where the number of black begins, that of white ends */
    int bar_y, bar_height; /* the bar under the count of the side to move */
    int bar_x[2], bar_width;
    double line_height; /* height of a capital of the lines */
    double line_x;      /* their middle */
    int line_count;
    struct picture_line lines[2];
};

void picture_layout(const struct render_scene *scene, struct picture_layout *layout);

/** The middle of a column or row as drawn (0..7), along x or y. */
static inline double picture_middle(int board_start, const struct picture_layout *layout, int index)
{
    return board_start + index * layout->cell + (layout->cell + layout->line) / 2.0;
}

/** Where the first (0) or second (1) pair of the four small dots is, along x or y. */
static inline double picture_dot(int board_start, const struct picture_layout *layout, int index)
{
    return board_start + (index ? 6 : 2) * layout->cell + layout->line / 2.0;
}

#endif
