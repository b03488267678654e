/** Addresses of clients: their text, and networks whose word on them is trusted. */
#ifndef REVERSID_HTTP_ADDRESS_H
#define REVERSID_HTTP_ADDRESS_H

#include "http/http.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** An IPv6 address; IPv4 is mapped into it. */
struct http_address {
    uint8_t bytes[16];
};

/** From an AF_INET or AF_INET6 socket address; others are the unspecified address. */
struct http_address http_address_from(const struct sockaddr *address);

/** Reads an IPv4 or IPv6 address, as X-Forwarded-For has it: brackets and a port may be there. */
bool http_address_parse(const char *text, size_t length, struct http_address *address);

/** Writes IPv4 as dotted numbers, IPv6 in its short form. */
void http_address_write(const struct http_address *address, char text[HTTP_ADDRESS_SIZE]);

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 address. */
struct http_address http_address_client(const struct http_address *address);

/* --- networks -------------------------------------------------------------------------------- */

struct http_networks;

/** Reads a comma-separated list of addresses and networks (10.0.0.0/8). NULL: malformed. */
struct http_networks *http_networks_parse(const char *list);
void http_networks_free(struct http_networks *networks);
bool http_networks_contain(const struct http_networks *networks,
                           const struct http_address *address);

/**
 * The client behind trusted proxies: the peer, or, where that is trusted, the rightmost address of
 * X-Forwarded-For that is not; a malformed one ends the search at the proxy that sent it.
 *
 * @param forwarded_for  the header's value; NULL: absent
 */
struct http_address http_address_behind(const struct http_networks *trusted,
                                        const struct http_address *peer, const char *forwarded_for);

#endif
