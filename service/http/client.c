#include "http/client.h"

#include "base/crypto.h"
#include "base/text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct http_client_secret http_client_secret_new(void)
{
    struct http_client_secret secret;
    crypto_random(&secret, sizeof secret);
    return secret;
}

static uint64_t hash(const struct http_client_secret *secret, const void *bytes, size_t length)
{
    uint8_t digest[SHA256_SIZE];
    TEXT_CLEANUP struct text keyed = {0};
    text_append(&keyed, (const char *)secret, sizeof *secret);
    text_append(&keyed, bytes, length);
    crypto_sha256(keyed.data, keyed.length, digest);
    uint64_t number;
    memcpy(&number, digest, sizeof number);
    return number;
}

uint64_t http_client_by_token(const struct http_client_secret *secret, const char *token,
                              size_t length)
{
    return hash(secret, token, length);
}

/* The last byte tells the kinds apart; no token holds such bytes. */
enum address_kind { BY_ADDRESS, UNPROVEN };

static uint64_t hash_address(const struct http_client_secret *secret,
                             const struct http_address *address, enum address_kind kind)
{
    struct http_address client = http_address_client(address);
    unsigned char bytes[sizeof client.bytes + 1];
    memcpy(bytes, client.bytes, sizeof client.bytes);
    bytes[sizeof client.bytes] = (unsigned char)kind;
    return hash(secret, bytes, sizeof bytes);
}

uint64_t http_client_by_address(const struct http_client_secret *secret,
                                const struct http_address *address)
{
    return hash_address(secret, address, BY_ADDRESS);
}

uint64_t http_client_unproven(const struct http_client_secret *secret,
                              const struct http_address *address)
{
    return hash_address(secret, address, UNPROVEN);
}

/* --- counters -------------------------------------------------------------------------------- */

/*
 * Invariant: open addressing with linear probing in a table that is never more than half used, so a
 * free slot is always near. A slot whose count came down to zero stays in its chain until the table
 * is built anew without such.
 */

struct slot {
    uint64_t client;
    int count;
    bool used;
};

struct http_counter {
    pthread_mutex_t lock;
    int each_max;
    size_t size, used; /* size is a power of two */
    struct slot *slots;
};

static struct slot *new_slots(size_t size)
{
    struct slot *slots = calloc(size, sizeof slots[0]);
    if (!slots)
        abort();
    return slots;
}

struct http_counter *http_counter_new(int total_max, int each_max)
{
    struct http_counter *counter = calloc(1, sizeof *counter);
    if (!counter)
        abort();
    pthread_mutex_init(&counter->lock, NULL);
    counter->each_max = each_max;
    for (counter->size = 64; counter->size < 4 * (size_t)total_max;)
        counter->size *= 2;
    counter->slots = new_slots(counter->size);
    return counter;
}

void http_counter_free(struct http_counter *counter)
{
    if (!counter)
        return;
    pthread_mutex_destroy(&counter->lock);
    free(counter->slots);
    free(counter);
}

static struct slot *find_slot(struct slot *slots, size_t size, uint64_t client)
{
    for (size_t at = (size_t)client;; at++) {
        struct slot *slot = &slots[at & (size - 1)];
        if (!slot->used || slot->client == client)
            return slot;
    }
}

/** Builds the table anew without the clients that left. */
static void rebuild(struct http_counter *counter)
{
    struct slot *slots = new_slots(counter->size);
    counter->used = 0;
    for (size_t i = 0; i < counter->size; i++) {
        const struct slot *old = &counter->slots[i];
        if (old->used && old->count > 0) {
            *find_slot(slots, counter->size, old->client) = *old;
            counter->used++;
        }
    }
    free(counter->slots);
    counter->slots = slots;
}

bool http_counter_enter(struct http_counter *counter, uint64_t client)
{
    pthread_mutex_lock(&counter->lock);
    if (counter->used >= counter->size / 2)
        rebuild(counter);
    struct slot *slot = find_slot(counter->slots, counter->size, client);
    bool entered = slot->count < counter->each_max;
    if (entered && !slot->used) {
        *slot = (struct slot){.client = client, .used = true};
        counter->used++;
    }
    slot->count += entered;
    pthread_mutex_unlock(&counter->lock);
    return entered;
}

void http_counter_leave(struct http_counter *counter, uint64_t client)
{
    pthread_mutex_lock(&counter->lock);
    find_slot(counter->slots, counter->size, client)->count--;
    pthread_mutex_unlock(&counter->lock);
}
