/*
 * Invariants, all under the lock: `set` is what the latest successful fetch brought, and empty
 * before the first. `wanted` or `fetching`: an attempt will end, and `fetched` be called, after
 * now. Times are by the steady clock, but for `begun_ms`, which is compared with what tokens say.
 */
#include "auth/keys.h"

#include "auth/download.h"
#include "auth/key_set.h"
#include "base/clock.h"
#include "base/log.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509_vfy.h>
#include <pthread.h>
#include <stdlib.h>

struct keys {
    struct keys_options options;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool stopping;
    bool wanted;
    bool fetching;
    bool failed;        /* the latest attempt did */
    int failures;       /* in a row */
    int64_t stale_ms;   /* from when on the set is fetched again */
    int64_t retry_ms;   /* no attempt before, after one that failed */
    int64_t unknown_ms; /* no attempt for an unknown key before */
    int64_t begun_ms;   /* the fetch that brought the set, by the time of day */
    struct key_set set;
};

static int64_t clamp(int64_t value, int64_t min, int64_t max)
{
    return value < min ? min : value > max ? max : value;
}

/** Takes in what an attempt brought; under the lock. */
static void settle(struct keys *keys, struct key_set *set, int64_t begun_ms, long max_age_s)
{
    int64_t now_ms = keys->options.steady_ms();
    keys->failed = set->count == 0;
    if (keys->failed) {
        int doublings = keys->failures < 6 ? keys->failures : 6;
        keys->failures++;
        keys->retry_ms =
            now_ms + clamp((int64_t)KEYS_RETRY_MS_MIN << doublings, 0, KEYS_RETRY_MS_MAX);
        return;
    }
    key_set_release(&keys->set);
    keys->set = *set;
    keys->begun_ms = begun_ms;
    keys->failures = 0;
    keys->retry_ms = now_ms;
    keys->stale_ms = now_ms + 1000 * clamp(max_age_s < 0 ? KEYS_AGE_S_DEFAULT : max_age_s,
                                           KEYS_AGE_S_MIN, KEYS_AGE_S_MAX);
}

static void fetch(struct keys *keys)
{
    char why[DOWNLOAD_WHY_SIZE] = "it answered no keys that are of use";
    TEXT_CLEANUP struct text body = {0};
    struct key_set set = {0};
    long max_age_s;
    int64_t begun_ms = keys->options.now_ms();
    struct download download = {keys->options.url, keys->options.ca_file, KEYS_FETCH_MS_MAX,
                                KEY_SET_BYTES_MAX};
    if (!download_run(&download, &body, &max_age_s, why) ||
        !key_set_read(body.data ? body.data : "", body.length, &set))
        LOG(LOG_WARNING, "keys-not-fetched", log_string("why", why));
    else
        LOG(LOG_INFO, "keys-fetched", log_number("keys", set.count),
            log_number("max_age_s", max_age_s));
    pthread_mutex_lock(&keys->lock);
    settle(keys, &set, begun_ms, max_age_s);
    keys->fetching = false;
    pthread_mutex_unlock(&keys->lock);
    keys->options.fetched(keys->options.context);
}

static void *run(void *argument)
{
    struct keys *keys = argument;
    pthread_mutex_lock(&keys->lock);
    while (!keys->stopping) {
        if (!keys->wanted) {
            pthread_cond_wait(&keys->changed, &keys->lock);
            continue;
        }
        keys->wanted = false;
        keys->fetching = true;
        pthread_mutex_unlock(&keys->lock);
        fetch(keys);
        pthread_mutex_lock(&keys->lock);
    }
    pthread_mutex_unlock(&keys->lock);
    return NULL;
}

static void release(struct keys *keys)
{
    key_set_release(&keys->set);
    pthread_cond_destroy(&keys->changed);
    pthread_mutex_destroy(&keys->lock);
    free(keys);
}

bool keys_is_url(const char *url)
{
    return download_is_url(url);
}

bool keys_is_ca_file(const char *path)
{
    X509_STORE *store = X509_STORE_new();
    bool loaded = store && X509_STORE_load_file(store, path) == 1;
    X509_STORE_free(store);
    ERR_clear_error();
    return loaded;
}

struct keys *keys_start(const struct keys_options *options)
{
    struct keys *keys = calloc(1, sizeof *keys);
    if (!keys)
        return NULL;
    keys->options = *options;
    if (!keys->options.steady_ms)
        keys->options.steady_ms = clock_steady_ms;
    if (!keys->options.now_ms)
        keys->options.now_ms = clock_now_ms;
    pthread_mutex_init(&keys->lock, NULL);
    pthread_cond_init(&keys->changed, NULL);
    download_begin();
    if (pthread_create(&keys->thread, NULL, run, keys) == 0)
        return keys;
    release(keys);
    return NULL;
}

void keys_stop(struct keys *keys)
{
    if (!keys)
        return;
    pthread_mutex_lock(&keys->lock);
    keys->stopping = true;
    pthread_cond_signal(&keys->changed);
    pthread_mutex_unlock(&keys->lock);
    pthread_join(keys->thread, NULL);
    release(keys);
}

/** Has them fetched, unless that is under way. Under the lock. */
static void want(struct keys *keys)
{
    keys->wanted = keys->wanted || !keys->fetching;
    pthread_cond_signal(&keys->changed);
}

/** Whether the set is newer than a token, by both clocks: the token's key is in it, or nowhere. */
static bool is_newer(const struct keys *keys, const struct id_token *token)
{
    return keys->begun_ms >= token->issued_ms + ID_TOKEN_LEEWAY_S * 1000;
}

/** What to do about a token's key that is not there. Under the lock. */
static enum keys_answer miss(struct keys *keys, const struct id_token *token, int64_t now_ms)
{
    bool empty = keys->set.count == 0;
    if (keys->wanted || keys->fetching)
        return KEYS_COMING;
    if (now_ms < keys->retry_ms)
        return KEYS_UNAVAILABLE;
    if (!empty && now_ms < keys->unknown_ms)
        return keys->failed || !is_newer(keys, token) ? KEYS_UNAVAILABLE : KEYS_UNKNOWN;
    if (!empty)
        keys->unknown_ms = now_ms + KEYS_UNKNOWN_MS;
    want(keys);
    return KEYS_COMING;
}

enum keys_answer keys_check(struct keys *keys, const struct id_token *token, int *retry_s)
{
    pthread_mutex_lock(&keys->lock);
    int64_t now_ms = keys->options.steady_ms();
    EVP_PKEY *key = key_set_find(&keys->set, token->kid);
    bool over = key && now_ms >= keys->stale_ms && now_ms >= keys->retry_ms;
    if (over) {
        want(keys);
        key = NULL;
    }
    enum keys_answer answer = over ? KEYS_COMING : key ? KEYS_BAD : miss(keys, token, now_ms);
    int64_t due_ms = keys->retry_ms > keys->unknown_ms || keys->set.count == 0 ? keys->retry_ms
                                                                               : keys->unknown_ms;
    *retry_s = (int)clamp((due_ms - now_ms + 999) / 1000, 1, KEYS_UNKNOWN_MS / 1000);
    if (key)
        EVP_PKEY_up_ref(key);
    pthread_mutex_unlock(&keys->lock);
    if (key && id_token_is_signed(token, key))
        answer = KEYS_GOOD;
    EVP_PKEY_free(key);
    return answer;
}
