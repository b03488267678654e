/*
 * Invariants: a watch is in exactly one bucket from hub_watch until its request's finish hook has
 * run; the hook takes the lock, so a request that is being woken cannot go away meanwhile.
 */
#include "events/hub.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKET_COUNT = 4096 };

struct watch {
    struct hub *hub;
    struct uuid topic;
    struct http_request *request;
    struct watch *next;
    struct watch **link; /* what points here */
};

struct hub {
    pthread_mutex_t lock;
    struct watch *buckets[BUCKET_COUNT];
    void (*tell)(void *context, const struct uuid *topic); /* NULL: nobody is told */
    void *told;
};

struct hub *hub_new(void)
{
    struct hub *hub = calloc(1, sizeof *hub);
    if (!hub)
        abort();
    pthread_mutex_init(&hub->lock, NULL);
    return hub;
}

void hub_free(struct hub *hub)
{
    if (!hub)
        return;
    pthread_mutex_destroy(&hub->lock);
    free(hub);
}

/** The last bytes of an id are random or a hash in every version that we make. */
static struct watch **bucket_of(struct hub *hub, const struct uuid *topic)
{
    unsigned hash = (unsigned)topic->bytes[14] << 8 | topic->bytes[15];
    return &hub->buckets[hash % BUCKET_COUNT];
}

static void unwatch(void *argument)
{
    struct watch *watch = argument;
    struct hub *hub = watch->hub;
    pthread_mutex_lock(&hub->lock);
    *watch->link = watch->next;
    if (watch->next)
        watch->next->link = watch->link;
    pthread_mutex_unlock(&hub->lock);
    free(watch);
}

void hub_watch(struct hub *hub, struct http_request *request, const struct uuid *topic)
{
    if (http_request_has_finish_hook(request))
        return;
    struct watch *watch = malloc(sizeof *watch);
    if (!watch)
        abort();
    pthread_mutex_lock(&hub->lock);
    struct watch **bucket = bucket_of(hub, topic);
    *watch = (struct watch){hub, *topic, request, *bucket, bucket};
    if (*bucket)
        (*bucket)->link = &watch->next;
    *bucket = watch;
    pthread_mutex_unlock(&hub->lock);
    http_request_on_finish(request, unwatch, watch);
}

void hub_wake(struct hub *hub, const struct uuid *topic)
{
    pthread_mutex_lock(&hub->lock);
    for (struct watch *watch = *bucket_of(hub, topic); watch; watch = watch->next)
        if (uuid_equal(&watch->topic, topic))
            http_request_wake(watch->request);
    pthread_mutex_unlock(&hub->lock);
}

void hub_signal(struct hub *hub, const struct uuid *topic)
{
    hub_wake(hub, topic);
    if (hub->tell)
        hub->tell(hub->told, topic);
}

void hub_tell(struct hub *hub, void (*tell)(void *context, const struct uuid *topic), void *context)
{
    hub->tell = tell;
    hub->told = context;
}
