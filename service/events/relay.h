/**
 * Tells the other replicas what is signalled here, and signals here what they tell.
 *
 * Topics that are signalled are collected and told of together, some tens of times a second. It is
 * a hint: while the database is away, or after a kill, topics are not told of, and whoever waits
 * looks for itself now and then.
 */
#ifndef REVERSID_EVENTS_RELAY_H
#define REVERSID_EVENTS_RELAY_H

#include "events/hub.h"
#include "store/store.h"

struct relay;

/**
 * Starts the thread; from now on the hub's signals are told of.
 *
 * @param hub  must outlive the relay
 * @return     NULL: no thread
 */
struct relay *relay_start(const struct store_options *options, struct hub *hub);

/** Tells of what was signalled last and ends the thread. Nobody may signal any more. NULL is fine.
 */
void relay_stop(struct relay *relay);

/** What has gone through here. */
struct relay_figures {
    uint64_t told;    /* topics that the others were told of */
    uint64_t heard;   /* topics that others told of */
    uint64_t dropped; /* topics that nobody was told of: too many at once, or no database */
};

void relay_figures(struct relay *relay, struct relay_figures *figures);

#endif
