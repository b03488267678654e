#include "http/address.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t mapped_prefix[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool is_mapped(const struct http_address *address)
{
    return memcmp(address->bytes, mapped_prefix, sizeof mapped_prefix) == 0;
}

static struct http_address map_ipv4(const void *bytes)
{
    struct http_address address;
    memcpy(address.bytes, mapped_prefix, sizeof mapped_prefix);
    memcpy(address.bytes + sizeof mapped_prefix, bytes, 4);
    return address;
}

struct http_address http_address_from(const struct sockaddr *address)
{
    struct http_address from = {{0}};
    if (address->sa_family == AF_INET)
        from = map_ipv4(&((const struct sockaddr_in *)address)->sin_addr);
    else if (address->sa_family == AF_INET6)
        memcpy(from.bytes, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
    return from;
}

/** Takes brackets and a port off: [::1]:80, [::1], 1.2.3.4:80. */
static void strip_port(const char **text, size_t *length)
{
    if (*length > 0 && **text == '[') {
        const char *end = memchr(*text, ']', *length);
        if (end) {
            ++*text;
            *length = (size_t)(end - *text);
        }
        return;
    }
    const char *colon = memchr(*text, ':', *length);
    if (colon && !memchr(colon + 1, ':', *length - (size_t)(colon + 1 - *text)))
        *length = (size_t)(colon - *text);
}

bool http_address_parse(const char *text, size_t length, struct http_address *address)
{
    char copy[INET6_ADDRSTRLEN];
    struct in_addr ipv4;
    strip_port(&text, &length);
    if (length == 0 || length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (inet_pton(AF_INET, copy, &ipv4) == 1) {
        *address = map_ipv4(&ipv4);
        return true;
    }
    struct http_address ipv6;
    if (inet_pton(AF_INET6, copy, ipv6.bytes) != 1)
        return false;
    *address = ipv6;
    return true;
}

void http_address_write(const struct http_address *address, char text[HTTP_ADDRESS_SIZE])
{
    if (is_mapped(address))
        inet_ntop(AF_INET, address->bytes + sizeof mapped_prefix, text, HTTP_ADDRESS_SIZE);
    else
        inet_ntop(AF_INET6, address->bytes, text, HTTP_ADDRESS_SIZE);
}

struct http_address http_address_client(const struct http_address *address)
{
    struct http_address client = *address;
    if (!is_mapped(address))
        memset(client.bytes + 8, 0, 8);
    return client;
}

/* --- networks -------------------------------------------------------------------------------- */

struct network {
    struct http_address address;
    int bits; /* of the 128 */
};

struct http_networks {
    int count;
    struct network networks[];
};

static bool parse_network(const char *text, size_t length, struct network *network)
{
    const char *slash = memchr(text, '/', length);
    size_t address_length = slash ? (size_t)(slash - text) : length;
    if (!http_address_parse(text, address_length, &network->address))
        return false;
    uint64_t width = is_mapped(&network->address) ? 32 : 128, bits = width;
    if (slash && !text_parse_number(slash + 1, length - address_length - 1, width, &bits))
        return false;
    network->bits = (int)(128 - width + bits);
    return true;
}

struct http_networks *http_networks_parse(const char *list)
{
    size_t most = strlen(list) / 2 + 1; /* each takes a byte and a separator at least */
    struct http_networks *networks =
        calloc(1, sizeof *networks + most * sizeof networks->networks[0]);
    if (!networks)
        abort();
    for (const char *at = list; *at;) {
        at += strspn(at, " \t,");
        size_t length = strcspn(at, " \t,");
        if (length > 0 && !parse_network(at, length, &networks->networks[networks->count++])) {
            free(networks);
            return NULL;
        }
        at += length;
    }
    return networks;
}

void http_networks_free(struct http_networks *networks)
{
    free(networks);
}

static bool in_network(const struct network *network, const struct http_address *address)
{
    int bytes = network->bits / 8, rest = network->bits % 8;
    if (memcmp(network->address.bytes, address->bytes, (size_t)bytes) != 0)
        return false;
    return rest == 0 || (network->address.bytes[bytes] ^ address->bytes[bytes]) >> (8 - rest) == 0;
}

bool http_networks_contain(const struct http_networks *networks, const struct http_address *address)
{
    for (int i = 0; i < networks->count; i++)
        if (in_network(&networks->networks[i], address))
            return true;
    return false;
}

struct http_address http_address_behind(const struct http_networks *trusted,
                                        const struct http_address *peer, const char *forwarded_for)
{
    struct http_address client = *peer;
    size_t length = forwarded_for ? strlen(forwarded_for) : 0;
    while (length > 0 && http_networks_contain(trusted, &client)) {
        size_t start = length;
        while (start > 0 && forwarded_for[start - 1] != ',')
            start--;
        const char *text = forwarded_for + start;
        size_t skip = strspn(text, " \t");
        size_t text_length = strcspn(text + skip, " \t,");
        if (skip > length - start || !http_address_parse(text + skip, text_length, &client))
            break;
        length = start > 0 ? start - 1 : 0;
    }
    return client;
}
