/**
 * The service's sign of life, by which it knows afterwards when it was away.
 *
 * Every replica renews one row. Who finds it older than HEARTBEAT_STALE_MS notes an outage from
 * then until now; nobody enforces a deadline before that is done.
 */
#ifndef REVERSID_JOBS_HEARTBEAT_H
#define REVERSID_JOBS_HEARTBEAT_H

#include "store/store.h"

struct heartbeat;

/** NULL: out of memory. */
struct heartbeat *heartbeat_new(void);

/** NULL is fine. */
void heartbeat_free(struct heartbeat *heartbeat);

/**
 * Gives a sign of life, and notes an outage where the last one is too old. For any thread.
 *
 * Errors: those of store_flush.
 */
FALLIBLE struct result heartbeat_beat(struct heartbeat *heartbeat, struct store *store);

/** A sweeper's job, with the heartbeat as its context: heartbeat_beat. @return false */
bool heartbeat_run(void *heartbeat, struct store *store);

/** Whether the latest outage that is known here held up the game's turn and the game has not been
 *  told. */
bool heartbeat_concerns(struct heartbeat *heartbeat, const struct game *game);

#endif
