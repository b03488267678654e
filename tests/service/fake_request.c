#include "fake_request.h"

#include <check.h>

static struct fake_request *fake_of(struct http_request *request)
{
    return (struct fake_request *)request;
}

void http_request_wake(struct http_request *request)
{
    atomic_fetch_add(&fake_of(request)->wakes, 1);
}

void http_request_on_finish(struct http_request *request, void (*hook)(void *argument),
                            void *argument)
{
    ck_assert_msg(!fake_of(request)->hook, "a request has one finish hook");
    fake_of(request)->hook = hook;
    fake_of(request)->argument = argument;
}

bool http_request_has_finish_hook(const struct http_request *request)
{
    return ((const struct fake_request *)request)->hook != NULL;
}

void fake_request_finish(struct fake_request *fake)
{
    if (fake->hook)
        fake->hook(fake->argument);
    fake->hook = NULL;
}
