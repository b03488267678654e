/**
 * Who counts as one client, as a number: the key of limits and counters.
 *
 * A keyed hash, so nobody can choose an address or token that shares another's fate.
 */
#ifndef REVERSID_HTTP_CLIENT_H
#define REVERSID_HTTP_CLIENT_H

#include "http/address.h"

#include <stdint.h>

/** The secret of a server's hashes; random at its start. */
struct http_client_secret {
    uint64_t words[2];
};

struct http_client_secret http_client_secret_new(void);

/** The client behind a bearer token. */
uint64_t http_client_by_token(const struct http_client_secret *secret, const char *token,
                              size_t length);

/** The client at an address; all addresses of an IPv6 /64 are one. */
uint64_t http_client_by_address(const struct http_client_secret *secret,
                                const struct http_address *address);

/** Who sends from that address tokens that may be ours, but are not known to be good. */
uint64_t http_client_unproven(const struct http_client_secret *secret,
                              const struct http_address *address);

/* --- how many of something a client has ------------------------------------------------------ */

struct http_counter;

/** Counts for up to `total_max` things at the same time, `each_max` of one client. Thread-safe. */
struct http_counter *http_counter_new(int total_max, int each_max);
void http_counter_free(struct http_counter *counter);

/** Counts one more. False: the client has as many as it may, nothing was counted. */
bool http_counter_enter(struct http_counter *counter, uint64_t client);
void http_counter_leave(struct http_counter *counter, uint64_t client);

#endif
