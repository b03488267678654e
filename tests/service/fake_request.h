/**
 * Requests for tests of what wakes them: no HTTP behind them, only a count of how often they were
 * woken, and the hook that runs when they are over. A program that links this has no HTTP server.
 */
#ifndef TEST_FAKE_REQUEST_H
#define TEST_FAKE_REQUEST_H

#include "http/http.h"

#include <stdatomic.h>

/** Zero-initialised: a new request. */
struct fake_request {
    struct http_request request;
    atomic_int wakes;
    void (*hook)(void *argument);
    void *argument;
};

/** The request is over: runs its finish hook, if it has one. */
void fake_request_finish(struct fake_request *fake);

#endif
