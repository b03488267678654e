/**
 * Draw offers. An offer belongs to the ply it was made at: any placement makes it lapse. Each side
 * makes one between two of its own moves, whatever becomes of it, so nobody can press the other.
 * Against the AI there are none; on one device nobody need be asked, so the offer is the draw.
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
 * another ply), DRAW_OFFERED (the other side has: accept or decline), DRAW_OFFER_REPEATED (one was
 * made since this side's last move).
 */
FALLIBLE struct result game_offer_draw(const struct game *game, int seats, int ply, int64_t now_ms,
                                       struct game *next, bool *replay);

/** Whether game_offer_draw would change something for this caller now. */
bool game_can_offer_draw(const struct game *game, int seats);

/**
 * Takes an own offer back, or declines the other side's. Repeatable: where the offer that is meant
 * does not stand there is nothing to do, also once the game is over.
 *
 * @param ply  the ply of the offer that is meant, or DRAW_ANY_PLY
 *
 * Errors: NOT_A_SEAT, DRAW_NOT_ALLOWED.
 */
FALLIBLE struct result game_drop_draw(const struct game *game, int seats, int ply, int64_t now_ms,
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
