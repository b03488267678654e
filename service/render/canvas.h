/**
 * A picture of 16 colours in the making, one byte a pixel, drawn with soft edges: a pixel that a
 * shape covers in part gets the palette's nearest colour to the mixture. Internal to this folder.
 */
#ifndef REVERSID_RENDER_CANVAS_H
#define REVERSID_RENDER_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

enum { CANVAS_COLORS = 16, CANVAS_SHADES = 8 };

struct canvas {
    int width, height;
    uint8_t *pixels;                 /* owned: rows of indices into the palette */
    uint32_t palette[CANVAS_COLORS]; /* 0xRRGGBB */
    /* Nearest colours to mixtures, found when first needed; CANVAS_COLORS: not yet. */
    uint8_t mixtures[CANVAS_COLORS][CANVAS_COLORS][CANVAS_SHADES];
};

/** Makes a canvas full of colour 0. False: out of memory. */
bool canvas_init(struct canvas *canvas, int width, int height,
                 const uint32_t palette[CANVAS_COLORS]);
void canvas_release(struct canvas *canvas);

#define CANVAS_CLEANUP __attribute__((cleanup(canvas_release)))

/** Fills a rectangle. What lies outside the canvas is ignored, here and below. */
void canvas_rectangle(struct canvas *canvas, int x, int y, int width, int height, int color);

/** Fills a circle; pixel (0, 0) reaches from 0.0 to 1.0. */
void canvas_circle(struct canvas *canvas, double x, double y, double radius, int color);

/** Draws a text in strokes from x on, its capitals `height` high above the baseline. */
void canvas_text(struct canvas *canvas, const char *text, double x, double baseline, double height,
                 int color);

/** Copies a square of pixels. Both lie on the canvas and do not overlap. */
void canvas_copy(struct canvas *canvas, int from_x, int from_y, int to_x, int to_y, int side);

#endif
