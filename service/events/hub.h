/**
 * Who wants to know when something changes: requests that wait, and streams.
 *
 * A topic is a UUID (a game, a player). A watch is registered before the state is read, so no
 * change can fall between reading and waiting. A signal only says "look again"; the state comes
 * from the store. Thread-safe.
 */
#ifndef REVERSID_EVENTS_HUB_H
#define REVERSID_EVENTS_HUB_H

#include "base/uuid.h"
#include "http/http.h"

struct hub;

/** Never NULL. */
struct hub *hub_new(void);

/** When every request that watched is over. NULL is fine. */
void hub_free(struct hub *hub);

/**
 * Wakes `request` (http_request_wake) at each signal of the topic until the request is over. Takes
 * the request's finish hook. A request watches one topic, once: where it has a finish hook already,
 * nothing changes.
 */
void hub_watch(struct hub *hub, struct http_request *request, const struct uuid *topic);

/** Wakes all here who watch the topic. Cheap when nobody does. */
void hub_wake(struct hub *hub, const struct uuid *topic);

/** The topic has changed, which was committed here: wakes all who watch it, and has the others
 * told. */
void hub_signal(struct hub *hub, const struct uuid *topic);

/** Has signals told to somebody from now on; NULL: to nobody. While nobody signals. */
void hub_tell(struct hub *hub, void (*tell)(void *context, const struct uuid *topic),
              void *context);

#endif
