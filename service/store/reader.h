/**
 * Reads for many requests over one connection, from a thread that must not wait.
 *
 * A request queues its questions on reader_store as on any store, and reader_take makes a flight of
 * them in place of a flush. reader_push sends all flights taken since the last one as one batch,
 * with one system call on either side however many they are; reader_pull takes in what has come and
 * ends flights in the order in which they were taken.
 *
 * A reader serves only while all is well. It never retries, and where anything fails or takes long
 * its flights end unanswered: who asked asks again with a store of its own, which knows how to wait
 * and what to say. So there is nothing here to be away from, and nothing that can be lost.
 *
 * Threads: one, its own, but for reader_connect. Nothing here blocks but that.
 */
#ifndef REVERSID_STORE_READER_H
#define REVERSID_STORE_READER_H

#include "store/store.h"

struct reader;

/** One request's questions under way. Made by reader_take, freed by the reader when it ends. */
struct reader_flight;

/**
 * A flight ended. @param answered  its places are filled; false: they mean nothing
 */
typedef void reader_done(void *argument, bool answered);

/** Does not connect yet. Never NULL. The options' strings must outlive it. */
struct reader *reader_new(const struct store_options *options);

/** Requires: nothing is in flight, nobody connects. NULL is fine. */
void reader_free(struct reader *reader);

/**
 * Whether a request may be taken now: connected, answering quickly, and not full. Where false is
 * for lack of a connection that it is time to make, `connect` is set: have reader_connect called.
 */
bool reader_ready(struct reader *reader, bool *connect);

/** Makes the connection. Any thread, once for each time that reader_ready asked for it; waits as
 * long as a flush may. */
void reader_connect(struct reader *reader);

/** Where to ask, between reader_ready and reader_take. Reads only; never flushed. */
struct store *reader_store(struct reader *reader);

/**
 * Makes a flight of what was asked. `done` is called once, from reader_pull, reader_push or
 * reader_abandon. Requires: something was asked.
 */
void reader_take(struct reader *reader, reader_done *done, void *argument);

/**
 * Sends what was taken, and gives up flights that have been under way too long.
 *
 * @return  true: the server has not taken everything yet; push again when the socket takes more
 */
bool reader_push(struct reader *reader);

/** Takes in what has come. */
void reader_pull(struct reader *reader);

/** Ends everything in flight unanswered. */
void reader_abandon(struct reader *reader);

/** The socket to watch; -1: none. A new connection may get the number of an old one: -1 between. */
int reader_socket(const struct reader *reader);

#endif
