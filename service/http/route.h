/** Which route a path and a method mean. Built once from the table, then only read. */
#ifndef REVERSID_HTTP_ROUTE_H
#define REVERSID_HTTP_ROUTE_H

#include "http/http.h"
#include "http/target.h"

struct http_router;

/**
 * Compiles the table. Requires: paths that begin with '/' and hold at most HTTP_SEGMENTS_MAX
 * segments and HTTP_PARAMS_MAX parameters, no method and path twice (assert).
 *
 * @param routes  borrowed for the router's life
 */
struct http_router *http_router_new(const struct http_route *routes, int route_count);

void http_router_free(struct http_router *router);

/** A route, and for each `{name}` of its path, in order, the segment that stands there. */
struct http_match {
    const struct http_route *route; /* NULL: nothing there takes the method */
    unsigned methods;               /* a bit (1 << enum http_method) for each that is taken there */
    int param_count;
    int param_segments[HTTP_PARAMS_MAX];
};

/**
 * Finds the route. Where several fit, the one whose first differing segment is literal is meant;
 * one that does not take the method gives way to one that does.
 *
 * @return  false: nothing is at this path
 */
bool http_router_match(const struct http_router *router, enum http_method method,
                       const struct http_target *target, struct http_match *match);

/** Which of the path's parameters has this name; -1: none. */
int http_route_param_index(const struct http_route *route, const char *name);

#endif
