/**
 * Hints between replicas: one connection of its own that tells the others which topics changed
 * here, and hears which changed there, by LISTEN and NOTIFY.
 *
 * A hint may get lost: while there is no connection nobody hears any, and who sends none is not
 * missed. Whatever rests on them must look for itself now and then. Only committed changes may be
 * told of, and never from a transaction that changes something: PostgreSQL lets one that notifies
 * commit at a time.
 *
 * Threads: one, its own.
 */
#ifndef REVERSID_STORE_NOTICES_H
#define REVERSID_STORE_NOTICES_H

#include "store/store.h"

struct notices;

/** Does not connect yet. Never NULL. The options' strings must outlive it. */
struct notices *notices_new(const struct store_options *options);

/** NULL is fine. */
void notices_free(struct notices *notices);

/**
 * Listens, where it does not yet: makes the connection unless it is time to hold back. Waits for it
 * up to connect_ms_max.
 *
 * @return  false: it does not listen now
 */
bool notices_listen(struct notices *notices);

/** What to poll for reading while it listens; -1 while it does not. */
int notices_socket(const struct notices *notices);

/**
 * Tells the other replicas of topics. Waits for the database's answer.
 *
 * @return  false: they were not told
 */
bool notices_send(struct notices *notices, const struct uuid *topics, int count);

/** Hears of a topic that changed elsewhere. */
typedef void notices_ear(void *context, const struct uuid *topic);

/** Calls `hear` for each topic that others have told of since the last time. Does not wait. To be
 *  called whenever the socket is readable, and after whatever else was done here. */
void notices_hear(struct notices *notices, notices_ear *hear, void *context);

#endif
