/**
 * Pairs seeks: whoever makes one, or asks for one that is open, looks for another that fits.
 *
 * A pairing is one transaction that begins the game, ends both seeks and withdraws their players'
 * others. It holds only if neither player has been paired, made a seek or blocked anybody since
 * the decision was prepared, whichever replica did that.
 */
#ifndef REVERSID_JOBS_PAIRING_H
#define REVERSID_JOBS_PAIRING_H

#include "events/hub.h"
#include "jobs/turns.h"
#include "store/store.h"

struct pairing {
    struct turns *turns;
    struct hub *hub;
};

/**
 * Pairs a seek if it is open and another one fits. Where others are faster at the one that fits it
 * looks for the next, a bounded number of times: then it stays open, for the next who asks.
 *
 * @param seek  that was loaded; afterwards as it is then
 *
 * Errors: those of store_flush.
 */
FALLIBLE struct result pairing_try(const struct pairing *pairing, struct store *store,
                                   struct seek_found *seek);

/** Wakes whoever waits for a seek, and its player's streams. */
void pairing_tell(const struct pairing *pairing, const struct seek *seek);

#endif
