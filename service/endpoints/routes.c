#include "base/limits.h"
#include "endpoints/endpoint.h"

/* Moves in running games are refused last when the queue is full; what never enters it, never. */
#define WORK_FOR_NONE WORK_ACCEPTED
#define WORK_FOR_PROBE WORK_ORDINARY
#define WORK_FOR_READ WORK_ORDINARY
#define WORK_FOR_MOVE WORK_IMPORTANT
#define WORK_FOR_CREATE WORK_ORDINARY
#define WORK_FOR_ENGINE WORK_ORDINARY

#define WORK_FOR_LOOK WORK_ORDINARY

#define RATE_PROBE RATE_NONE
#define RATE_LOOK RATE_READ

#define LOCAL_NONE false
#define LOCAL_PROBE false
#define LOCAL_READ false
#define LOCAL_LOOK true
#define LOCAL_MOVE false
#define LOCAL_CREATE false
#define LOCAL_ENGINE false

/* Handlers that look at tokens, with the token judged first; OPEN ones are taken as they are. */
#define DEFINE_PLAYER(name)                                                                        \
    static struct result judged_##name(struct http_request *request, void *worker)                 \
    {                                                                                              \
        return ep_token_first(request, worker, ep_##name(request, worker));                        \
    }
#define DEFINE_PUBLIC(name) DEFINE_PLAYER(name)
#define DEFINE_ENTRY(name) DEFINE_PLAYER(name)
#define DEFINE_OPEN(name)
#define HANDLER_PLAYER(name) judged_##name
#define HANDLER_PUBLIC(name) judged_##name
#define HANDLER_ENTRY(name) judged_##name
#define HANDLER_OPEN(name) ep_##name

#define ROUTE(name, method, path, access, scope, body, rate) DEFINE_##access(name)
#include "http/routes.def"
#undef ROUTE

const struct http_route endpoint_routes[] = {
#define ROUTE(name, method, path, access, scope, body, rate)                                       \
    {#name,           HTTP_##method,   path,                                                       \
     ACCESS_##access, SCOPE_##scope,   body,                                                       \
     RATE_##rate,     WORK_FOR_##rate, HANDLER_##access(name),                                     \
     LOCAL_##rate},
#include "http/routes.def"
#undef ROUTE
};

const int endpoint_route_count = sizeof endpoint_routes / sizeof endpoint_routes[0];
