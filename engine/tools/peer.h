/**
 * Another program, run as a child and spoken to in lines: started, asked, measured, ended.
 *
 * The child leads a process group of its own, so that whatever it starts is measured and ended with
 * it. It is ended when the peer is stopped, when this program is interrupted, and when it dies.
 */
#ifndef REVERSI_PEER_H
#define REVERSI_PEER_H

#include "lines.h"

#include <sys/types.h>

enum { PEER_FAULT_SIZE = 400 };

/**
 * A running program. Invariant: once `fault` is not empty nothing more is sent or read, and every
 * function that talks to the program fails at once.
 */
struct peer {
    const char *command; /* borrowed */
    double answer_s_max; /* how long an answer may take */
    double give_up_at;   /* monotonic time at which the current answer is overdue */
    int lines_left;      /* that may still come before the current answer does */
    pid_t group;         /* of the child, who leads it; 0: none runs */
    int to;              /* its standard input */
    struct lines *from;  /* owned; its standard output */
    char asked[80];      /* what it was asked last, for the fault */
    char heard[80];      /* what it said last, for the fault */
    char fault[PEER_FAULT_SIZE];
};

/**
 * Starts a program. Its standard error is ours.
 *
 * @param command       a line for /bin/sh; kept, so it has to stay where it is
 * @param answer_s_max  seconds; how long it may take over an answer, its start included
 * @return              false: it could not be started, and `fault` says why. peer_stop is called
 *                      either way
 */
bool peer_start(struct peer *peer, const char *command, double answer_s_max);

/** Sends a line, without its end. False: it cannot be; `fault` says why. */
__attribute__((format(printf, 2, 3))) bool peer_send(struct peer *peer, const char *format, ...);

/**
 * The next line of what it says.
 *
 * @return  good until the next call; NULL: it ended, or the answer to what was sent last is
 *          overdue, or it says all kinds of things but no answer; `fault` says which
 */
char *peer_receive(struct peer *peer);

/** Notes a fault of its own kind, unless there is one. Returns false, for the caller to return. */
__attribute__((format(printf, 2, 3))) bool peer_blame(struct peer *peer, const char *format, ...);

/** CPU seconds of all that lives in its process group, and of what that has waited for. */
double peer_cpu_seconds(const struct peer *peer);

/**
 * Ends it: one without a fault sees the end of its input first, and has a moment to end itself. To
 * be called once for each peer_start; any state is accepted.
 */
void peer_stop(struct peer *peer);

#endif
