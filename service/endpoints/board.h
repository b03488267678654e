/** What the three forms of a board have in common. */
#ifndef REVERSID_ENDPOINTS_BOARD_H
#define REVERSID_ENDPOINTS_BOARD_H

#include "endpoints/endpoint.h"
#include "render/render.h"

/** Draws a scene as one form. */
typedef struct result board_draw(const struct render_scene *scene, struct text *out);

/**
 * Answers with a board.
 *
 * @param names  the query parameters that this form takes; ends with NULL
 * @param form   the representation's name, for its ETag
 */
FALLIBLE struct result board_answer(struct http_request *request, struct endpoint *endpoint,
                                    const char *const *names, const char *form,
                                    const char *content_type, board_draw *draw);

/**
 * Reads what every picture can be asked for: size, theme, hints, last, labels, flip. The game is
 * the caller's to add.
 *
 * Errors: INVALID_QUERY.
 */
FALLIBLE struct result board_read_scene(struct http_request *request, struct render_scene *scene);

/** The parameters of a game's picture. */
extern const char *const board_picture_names[];

#endif
