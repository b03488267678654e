/**
 * Draw offers. An offer belongs to the ply it was made at: any placement makes it lapse. Against
 * the AI there are none; on one device nobody need be asked, so the offer is the draw.
 */
#ifndef REVERSID_DOMAIN_DRAW_H
#define REVERSID_DOMAIN_DRAW_H

#include "domain/game.h"

/** No ply was named: whatever the game is at. */
enum { DRAW_ANY_PLY = -1 };

/**
 * Offers a draw. Repeatable, also once it was accepted. In a local game it ends the game.
 *
 * @param ply     the placements that the offer is made after, or DRAW_ANY_PLY
 *
 * Errors: NOT_A_SEAT, DRAW_NOT_ALLOWED (against the AI), GAME_OVER, OUT_OF_STEP (the game is at
 * another ply), DRAW_OFFERED (the other side has: accept or decline).
 */
FALLIBLE struct result game_offer_draw(const struct game *game, int seats, int ply, int64_t now_ms,
                                       struct game *next, bool *replay);

/**
 * Takes an own offer back, or declines the other side's. Repeatable: where none stands there is
 * nothing to do, also once the game is over.
 *
 * Errors: NOT_A_SEAT, DRAW_NOT_ALLOWED.
 */
FALLIBLE struct result game_drop_draw(const struct game *game, int seats, int64_t now_ms,
                                      struct game *next, bool *replay);

/**
 * Accepts the other side's offer: the game is drawn by agreement. Repeatable.
 *
 * @param ply  the ply of the offer that is meant, or DRAW_ANY_PLY
 *
 * Errors: NOT_A_SEAT, DRAW_NOT_ALLOWED, OWN_OFFER, GAME_OVER, NO_DRAW_OFFER (none stands, or it is
 * of another ply).
 */
FALLIBLE struct result game_accept_draw(const struct game *game, int seats, int ply, int64_t now_ms,
                                        struct game *next, bool *replay);

#endif
