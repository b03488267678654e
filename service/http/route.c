#include "http/route.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct segment {
    const char *text; /* in the route's path; of a parameter, behind the brace */
    size_t length;
    bool is_param;
};

struct compiled {
    const struct http_route *route;
    int segment_count;
    struct segment segments[HTTP_SEGMENTS_MAX];
};

/* Sorted by number of segments, then literal segments before parameters, place by place: the first
   that fits is the one that is meant. */
struct http_router {
    int count;
    int first_of[HTTP_SEGMENTS_MAX + 2]; /* index of the first route with so many segments */
    struct compiled routes[];
};

static struct compiled compile(const struct http_route *route)
{
    struct compiled compiled = {.route = route};
    int params = 0;
    const char *at = route->path;
    assert(*at == '/');
    while (*at == '/' && at[1] != '\0') {
        const char *start = at + 1;
        size_t length = strcspn(start, "/");
        assert(length > 0 && compiled.segment_count < HTTP_SEGMENTS_MAX);
        struct segment *segment = &compiled.segments[compiled.segment_count++];
        *segment = (struct segment){start, length, *start == '{'};
        if (segment->is_param) {
            assert(start[length - 1] == '}' && ++params <= HTTP_PARAMS_MAX);
            segment->text++;
            segment->length -= 2;
        }
        at = start + length;
    }
    (void)params;
    return compiled;
}

static int compare(const void *left, const void *right)
{
    const struct compiled *a = left, *b = right;
    if (a->segment_count != b->segment_count)
        return a->segment_count - b->segment_count;
    for (int i = 0; i < a->segment_count; i++)
        if (a->segments[i].is_param != b->segments[i].is_param)
            return a->segments[i].is_param ? 1 : -1;
    return a->route < b->route ? -1 : 1;
}

struct http_router *http_router_new(const struct http_route *routes, int route_count)
{
    struct http_router *router =
        calloc(1, sizeof *router + (size_t)route_count * sizeof router->routes[0]);
    if (!router)
        abort();
    router->count = route_count;
    for (int i = 0; i < route_count; i++)
        router->routes[i] = compile(&routes[i]);
    qsort(router->routes, (size_t)route_count, sizeof router->routes[0], compare);
    for (int segments = 0, i = 0; segments < HTTP_SEGMENTS_MAX + 2; segments++) {
        while (i < route_count && router->routes[i].segment_count < segments)
            i++;
        router->first_of[segments] = i;
    }
    return router;
}

void http_router_free(struct http_router *router)
{
    free(router);
}

static bool fits(const struct compiled *compiled, const struct http_target *target)
{
    for (int i = 0; i < compiled->segment_count; i++) {
        const struct segment *segment = &compiled->segments[i];
        const struct http_value *given = &target->segments[i];
        if (!segment->is_param && (segment->length != given->length ||
                                   memcmp(segment->text, given->data, given->length) != 0))
            return false;
    }
    return true;
}

static void take(const struct compiled *compiled, struct http_match *match)
{
    match->route = compiled->route;
    match->param_count = 0;
    for (int i = 0; i < compiled->segment_count; i++)
        if (compiled->segments[i].is_param)
            match->param_segments[match->param_count++] = i;
}

bool http_router_match(const struct http_router *router, enum http_method method,
                       const struct http_target *target, struct http_match *match)
{
    *match = (struct http_match){0};
    int first = router->first_of[target->segment_count];
    int end = router->first_of[target->segment_count + 1];
    for (int i = first; i < end; i++) {
        const struct compiled *compiled = &router->routes[i];
        if (!fits(compiled, target))
            continue;
        match->methods |= 1u << compiled->route->method;
        if (!match->route && compiled->route->method == method)
            take(compiled, match);
    }
    return match->methods != 0;
}

int http_route_param_index(const struct http_route *route, const char *name)
{
    size_t length = strlen(name);
    int index = 0;
    for (const char *brace = strchr(route->path, '{'); brace; brace = strchr(brace + 1, '{')) {
        if (strncmp(brace + 1, name, length) == 0 && brace[1 + length] == '}')
            return index;
        index++;
    }
    return -1;
}
