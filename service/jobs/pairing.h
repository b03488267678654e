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
 * looks for the next, a bounded number of times: then it stays open, for the next who asks. One
 * whose player can no longer pay for it is withdrawn, and so is one whose player is gone.
 *
 * @param seek  that was loaded; afterwards as it is then
 *
 * Errors: those of store_flush.
 */
FALLIBLE struct result pairing_try(const struct pairing *pairing, struct store *store,
                                   struct seek_found *seek);

/** The state of the job. */
struct pairing_sweep {
    struct pairing pairing;
    struct uuid after; /* the last seek that was looked at; nil: begin anew */
};

/**
 * A sweeper's job, with a pairing_sweep as its context: withdraws open seeks for chips whose
 * players have not enough of them any more. Whoever asks for one finds that out as well; this is
 * for those that are seldom asked for, which others would meet in vain.
 *
 * @return  whether there may be more of them
 */
bool pairing_sweep(void *sweep, struct store *store);

/** Wakes whoever waits for a seek, and its player's streams. */
void pairing_tell(const struct pairing *pairing, const struct seek *seek);

#endif
