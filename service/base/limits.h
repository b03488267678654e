/** Every size, count and wait that this service bounds, with its reason. */
#ifndef REVERSID_BASE_LIMITS_H
#define REVERSID_BASE_LIMITS_H

enum {
    /* Deeper than any body of ours by far; far from where a recursive parser would hurt. */
    JSON_BODY_DEPTH_MAX = 16,

    /* The largest body that any operation takes: 100 positions with room to spare. */
    BODY_BYTES_MAX = 64 * 1024,

    /* A move, a resignation, a sign-in: nothing legitimate comes near. */
    BODY_BYTES_SMALL = 4 * 1024,

    /* Nobody takes back so often; far from overflowing. */
    BRANCH_MAX = 1000000,

    /* Ids in one GET /v1/games?ids= and positions in one body: a page's worth. */
    GAMES_PER_REQUEST_MAX = 100,
    POSITIONS_PER_REQUEST_MAX = 100,

    /* Default and largest page. */
    PAGE_SIZE_DEFAULT = 20,
    PAGE_SIZE_MAX = 100,

    /* Longest ?wait=, below the 30 s after which common proxies give up. */
    WAIT_S_MAX = 25,

    /* An Idempotency-Key is a client's UUID or a short token of its own. */
    IDEMPOTENCY_KEY_LENGTH_MAX = 128,

    /* Comments on idle streams, so that proxies keep them and dead peers are noticed. */
    STREAM_HEARTBEAT_MS = 15 * 1000,

    /* How often a stream or a waiting request looks at its game though nobody signalled: another
       replica may have changed it and the hint got lost. */
    WATCH_RECHECK_MS = 5 * 1000,

    /* A compare-and-set that lost is decided again; so many times in a row means a storm. */
    COMPARE_AND_SET_TRIES = 8,

    /* A guest's token lives so long after its last use. */
    GUEST_TOKEN_DAYS = 180,

    /* Its expiry is moved only when so much of it has passed: a write a day, not one a request. */
    GUEST_TOKEN_SLIDE_DAYS = 1,

    /* An AI turn is claimed for so long at a time, and again while it is thought about: after a
       crash nobody waits longer. */
    AI_LEASE_MS = 5 * 1000,

    /* Claims of one AI turn before a simple move is played instead: a game never hangs. */
    AI_ATTEMPTS_MAX = 3,

    /* A seed is a JSON number that every client can represent exactly. */
    SEED_BITS = 53
};

#endif
