#include "http/negotiate.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

bool http_etag_listed(const char *if_none_match, const char *etag)
{
    const char *at = skip_blanks(if_none_match);
    if (*at == '*' && *skip_blanks(at + 1) == '\0')
        return true;
    if (strncmp(etag, "W/", 2) == 0)
        etag += 2;
    size_t length = strlen(etag);
    while (*at) {
        if (strncmp(at, "W/", 2) == 0)
            at += 2;
        const char *end = *at == '"' ? strchr(at + 1, '"') : NULL;
        if (!end)
            return false; /* not a list of ETags */
        if ((size_t)(end + 1 - at) == length && memcmp(at, etag, length) == 0)
            return true;
        at = skip_blanks(end + 1);
        at = skip_blanks(*at == ',' ? at + 1 : at);
    }
    return false;
}

/** One element of a list such as Accept: a name and its weight. */
struct preference {
    const char *name;
    size_t length;
    int weight; /* thousandths */
};

/** Reads a qvalue. False: there is none. */
static bool read_weight(const char **at, int *weight)
{
    const char *digit = *at;
    if (*digit != '0' && *digit != '1')
        return false;
    int value = (*digit++ - '0') * 1000;
    if (*digit == '.') {
        digit++;
        for (int scale = 100; scale > 0 && *digit >= '0' && *digit <= '9'; scale /= 10)
            value += (*digit++ - '0') * scale;
    }
    *weight = value > 1000 ? 1000 : value;
    *at = digit;
    return true;
}

/** Reads the next element and what follows it up to the comma; parameters but q are skipped. */
static bool next_preference(const char **at, struct preference *preference)
{
    const char *start = *at + strspn(*at, " \t,");
    size_t length = strcspn(start, " \t,;");
    if (length == 0)
        return false;
    *preference = (struct preference){start, length, 1000};
    const char *rest = skip_blanks(start + length);
    while (*rest == ';') {
        rest = skip_blanks(rest + 1);
        if ((*rest == 'q' || *rest == 'Q') && rest[1] == '=') {
            rest += 2;
            if (!read_weight(&rest, &preference->weight))
                return false;
        } else {
            rest += strcspn(rest, ";,");
        }
        rest = skip_blanks(rest);
    }
    if (*rest != '\0' && *rest != ',')
        return false;
    *at = rest;
    return true;
}

/** How closely a range of Accept means a type: 0 not at all, 1 all types, 2 its family, 3 itself.
 */
static int closeness(const struct preference *range, const char *type)
{
    const char *slash = strchr(type, '/');
    size_t family = (size_t)(slash - type) + 1;
    if (range->length == 3 && memcmp(range->name, "*/*", 3) == 0)
        return 1;
    if (range->length == family + 1 && strncasecmp(range->name, type, family) == 0 &&
        range->name[family] == '*')
        return 2;
    size_t length = strcspn(type, ";");
    return range->length == length && strncasecmp(range->name, type, length) == 0 ? 3 : 0;
}

/** The weight that Accept gives a type: that of the closest range. -1: there was no range. */
static int type_weight(const char *accept, const char *type)
{
    struct preference range;
    int closest = 0, weight = 0, ranges = 0;
    while (next_preference(&accept, &range)) {
        int close = closeness(&range, type);
        if (close > closest) {
            closest = close;
            weight = range.weight;
        }
        ranges++;
    }
    return ranges == 0 ? -1 : weight;
}

const char *http_accept_choose(const char *accept, const char *const *offered)
{
    const char *best = NULL;
    int best_weight = 0;
    for (; *offered; offered++) {
        int weight = type_weight(accept, *offered);
        if (weight < 0)
            return *offered;
        if (weight > best_weight) {
            best_weight = weight;
            best = *offered;
        }
    }
    return best;
}

static bool is_named(const struct preference *preference, const char *name)
{
    return preference->length == strlen(name) &&
           strncasecmp(preference->name, name, preference->length) == 0;
}

bool http_accepts_gzip(const char *accept_encoding)
{
    struct preference coding;
    int gzip = -1, any = -1;
    while (next_preference(&accept_encoding, &coding)) {
        if (is_named(&coding, "gzip") || is_named(&coding, "x-gzip"))
            gzip = coding.weight;
        else if (is_named(&coding, "*"))
            any = coding.weight;
    }
    return gzip > 0 || (gzip < 0 && any > 0);
}

bool http_is_json_type(const char *content_type)
{
    static const char type[] = "application/json", charset[] = "charset=";
    if (strncasecmp(content_type, type, sizeof type - 1) != 0)
        return false;
    const char *at = skip_blanks(content_type + sizeof type - 1);
    if (*at == '\0')
        return true;
    if (*at != ';')
        return false;
    at = skip_blanks(at + 1);
    if (*at == '\0')
        return true;
    if (strncasecmp(at, charset, sizeof charset - 1) != 0)
        return false;
    at += sizeof charset - 1;
    return strcasecmp(at, "utf-8") == 0 || strcasecmp(at, "\"utf-8\"") == 0;
}

bool http_origin_listed(const char *origins, const char *origin)
{
    size_t wanted = strlen(origin);
    for (const char *at = origins; *at;) {
        at += strspn(at, " \t,");
        size_t length = strcspn(at, " \t,");
        if ((length == 1 && *at == '*') ||
            (length == wanted && length > 0 && strncasecmp(at, origin, length) == 0))
            return true;
        at += length;
    }
    return false;
}
