/** What offering a draw and accepting one share. */
#ifndef REVERSID_ENDPOINTS_DRAW_H
#define REVERSID_ENDPOINTS_DRAW_H

#include "domain/draw.h"
#include "endpoints/endpoint.h"

/** A decision of domain/draw.h; `ply` is that of the body, DRAW_ANY_PLY without one. */
typedef struct result draw_decide(const struct game *game, int seats, int ply, int64_t now_ms,
                                  struct game *next, bool *replay);

/** The whole command: reads the body, loads the game, decides, saves, answers with the game. */
FALLIBLE struct result draw_command(struct http_request *request, struct endpoint *endpoint,
                                    draw_decide *decide);

#endif
