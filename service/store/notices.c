/*
 * Invariant: `listens` only while there is a connection, and it has said LISTEN.
 */
#include "store/notices.h"

#include "base/crypto.h"
#include "store/connection.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOPIC_LENGTH = BASE64URL_LENGTH(sizeof(struct uuid)),
    TOPICS_A_NOTICE = 360 /* PostgreSQL takes fewer than 8,000 bytes */
};

struct notices {
    struct store *store;
    bool listens;
};

struct notices *notices_new(const struct store_options *options)
{
    struct notices *notices = calloc(1, sizeof *notices);
    if (!notices)
        abort();
    notices->store = store_new(options);
    return notices;
}

void notices_free(struct notices *notices)
{
    if (!notices)
        return;
    store_free(notices->store);
    free(notices);
}

/** The connection is gone; a new one must say LISTEN again. */
static void give_up(struct notices *notices)
{
    connection_drop(notices->store);
    notices->listens = false;
}

bool notices_listen(struct notices *notices)
{
    if (notices->listens)
        return true;
    ask_begin(notices->store, STATEMENT_listen, read_nothing, NULL);
    notices->listens = !failed(store_flush(notices->store));
    return notices->listens;
}

int notices_socket(const struct notices *notices)
{
    return notices->listens ? PQsocket(notices->store->connection) : -1;
}

static void ask_notify(struct store *store, const struct uuid *topics, int count)
{
    char payload[TOPICS_A_NOTICE * TOPIC_LENGTH + 1] = "";
    assert(count <= TOPICS_A_NOTICE);
    for (int i = 0; i < count; i++)
        crypto_base64url(topics[i].bytes, sizeof topics[i].bytes, payload + i * TOPIC_LENGTH);
    ask_begin(store, STATEMENT_notify, read_nothing, NULL);
    parameter_text(store, payload);
}

bool notices_send(struct notices *notices, const struct uuid *topics, int count)
{
    if (!notices->listens)
        return false;
    while (count > 0) {
        int some = count < TOPICS_A_NOTICE ? count : TOPICS_A_NOTICE;
        ask_notify(notices->store, topics, some);
        topics += some;
        count -= some;
    }
    if (!failed(store_flush(notices->store)))
        return true;
    give_up(notices); /* a flush may have made another connection, which has not said LISTEN */
    return false;
}

/** Reads what another replica told; anything else on the channel is none of ours. */
static void read_notice(const char *payload, notices_ear *hear, void *context)
{
    size_t length = strlen(payload);
    for (size_t at = 0; at + TOPIC_LENGTH <= length; at += TOPIC_LENGTH) {
        struct uuid topic;
        size_t decoded;
        if (crypto_base64url_decode(payload + at, TOPIC_LENGTH, topic.bytes, sizeof topic.bytes,
                                    &decoded) &&
            decoded == sizeof topic.bytes)
            hear(context, &topic);
    }
}

void notices_hear(struct notices *notices, notices_ear *hear, void *context)
{
    PGconn *connection = notices->store->connection;
    if (!notices->listens)
        return;
    bool open = PQconsumeInput(connection) && PQstatus(connection) == CONNECTION_OK;
    for (PGnotify *notice = PQnotifies(connection); notice; notice = PQnotifies(connection)) {
        if (notice->be_pid != PQbackendPID(connection)) /* else it is what we told the others */
            read_notice(notice->extra, hear, context);
        PQfreemem(notice);
    }
    if (!open)
        give_up(notices);
}
