/**
 * Google's keys, fetched when they are needed and kept as long as Google says.
 *
 * A thread of its own fetches, so nobody who verifies a token ever waits in a call: keys_check says
 * that the key is on its way, and `fetched` is called when an attempt has ended.
 *
 * Once that is over a newer set is asked for, and waited for. Where that fails the older one serves
 * on until it is tried again, KEYS_RETRY_MS_MAX later at most: a key that Google has withdrawn is
 * good no longer than Google cannot be reached. A key that is not in the set has it fetched again,
 * but not at any stranger's pleasure: once in KEYS_UNKNOWN_MS. A token that was issued since may be
 * signed with a newer key: that it is not is known only when they have been fetched after it.
 */
#ifndef REVERSID_AUTH_KEYS_H
#define REVERSID_AUTH_KEYS_H

#include "auth/id_token.h"

enum {
    KEYS_FETCH_MS_MAX = 3000,
    KEYS_AGE_S_MIN = 5 * 60,
    KEYS_AGE_S_MAX = 24 * 60 * 60,
    KEYS_AGE_S_DEFAULT = 60 * 60, /* where Google does not say */
    KEYS_UNKNOWN_MS = 5 * 60 * 1000,
    KEYS_RETRY_MS_MIN = 1000, /* after an attempt failed; twice as long after each further one */
    KEYS_RETRY_MS_MAX = 60 * 1000
};

struct keys;

struct keys_options {
    const char *url;
    const char *ca_file; /* "": whom the system trusts */
    /** An attempt to fetch has ended. On the keys' own thread. */
    void (*fetched)(void *context);
    void *context;
    int64_t (*steady_ms)(void); /* NULL: clock_steady_ms */
    int64_t (*now_ms)(void);    /* NULL: clock_now_ms */
};

/** Whether keys could be fetched from there: an https address with a host. Asks nobody. */
bool keys_is_url(const char *url);

/** Whether a file can be read and has a certificate, so that it can vouch for somebody. */
bool keys_is_ca_file(const char *path);

/** Starts the thread; fetches nothing yet. The strings must outlive it. NULL: no thread. */
struct keys *keys_start(const struct keys_options *options);

/** Waits for an attempt that is under way. NULL is fine. */
void keys_stop(struct keys *keys);

enum keys_answer {
    KEYS_GOOD,
    KEYS_BAD,        /* the key is there, and did not sign this */
    KEYS_UNKNOWN,    /* Google had no such key when the token was issued */
    KEYS_COMING,     /* ask again after `fetched` */
    KEYS_UNAVAILABLE /* it is too soon to fetch them again: they could not be fetched, or the token
                        is newer than they are */
};

/**
 * Whether a token is signed with the key that it names. Any thread; waits for nothing.
 *
 * @param retry_s  of KEYS_UNAVAILABLE: when they may be fetched again, at least 1
 */
enum keys_answer keys_check(struct keys *keys, const struct id_token *token, int *retry_s);

#endif
