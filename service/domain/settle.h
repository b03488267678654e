/**
 * What the beginning and the end of a game do to its players: ratings and chips. Pure, like all
 * decisions: what the players have is loaded first, and what they have after it is written in the
 * transaction that writes the game, by compare-and-set.
 *
 *  - A rated game is public. One that counts changes both ratings when it ends; a match's games are
 * rated each.
 *  - A staked match (or single game) puts stake and penalty aside from both when it begins, and
 * gives them to whom they belong when it is decided. Aborted, drawn, or lost by time before both
 * sides had placed two discs of its first game, it returns them.
 *  - Winning against the AI earns chips, unless game_unrewarded.
 *  - A game that begins, whichever, notes what its players are called, and how strong those are
 *    who have accounts.
 */
#ifndef REVERSID_DOMAIN_SETTLE_H
#define REVERSID_DOMAIN_SETTLE_H

#include "domain/match.h"

/**
 * Whose standings a change depends on: nobody's unless a game begins, or one ends that is rated or
 * moves chips.
 *
 * @param players  two places, ascending by id
 * @param ladder   whose ratings
 * @return         how many: 0 where the change does nothing to players
 */
int settle_players(const struct game_change *change, struct uuid players[2], enum ladder *ladder);

/**
 * Completes a change by what it does to players.
 *
 * @param standings  of settle_players, in that order
 *
 * Errors: ACCOUNT_NEEDED, CHIPS_SHORT: a staked match cannot begin.
 */
FALLIBLE struct result settle_change(struct game_change *change, const struct standing *standings,
                                     int64_t now_ms);

#endif
