/**
 * Rate limits: a bucket of requests for each client and kind of request, filling evenly.
 *
 * Local to this process. The table has a fixed size; when a place is needed, the client whose
 * bucket is nearest to full, who loses least by being forgotten, makes room.
 */
#ifndef REVERSID_HTTP_RATE_H
#define REVERSID_HTTP_RATE_H

#include "http/server.h"

struct http_rates;

struct http_rates *http_rates_new(void);
void http_rates_free(struct http_rates *rates);

/** Where a client stands after a request. */
struct http_rate_state {
    int quota;         /* 0: there is no limit, the rest means nothing */
    int remaining;     /* whole requests */
    int full_in_s;     /* until the bucket is full again, rounded up */
    int retry_after_s; /* until there is a request in it; 0: there is one */
};

/**
 * Takes a request out of a bucket.
 *
 * @param quota  requests a minute, the same for a client and kind each time; 0: no limit
 * @return  false: it is empty, nothing was taken
 */
bool http_rates_take(struct http_rates *rates, uint64_t client, enum http_rate kind, int quota,
                     int64_t now_ms, struct http_rate_state *state);

/** Remembers that a client's token is good, until it is crowded out. Thread-safe. */
void http_rates_prove(struct http_rates *rates, uint64_t client);

/** Whether a client's token was good lately. */
bool http_rates_is_proven(const struct http_rates *rates, uint64_t client);

/** The bucket's name in headers and in GET /v1/limits. NULL for RATE_NONE. */
const char *http_rate_name(enum http_rate kind);

#endif
