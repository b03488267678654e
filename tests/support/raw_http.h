/** A client of raw bytes for tests of the HTTP server: sends what no HTTP library would. */
#ifndef REVERSID_TESTS_RAW_HTTP_H
#define REVERSID_TESTS_RAW_HTTP_H

#include <stdbool.h>
#include <stddef.h>

/** An answer as it came. */
struct raw_answer {
    char *bytes; /* head and body, NUL-terminated; raw_free */
    size_t length;
    int status;       /* 0: the connection ended without an answer */
    const char *body; /* in `bytes`; still chunked where it was */
    size_t body_length;
    bool closed; /* the server closed instead of keeping the connection */
};

/** A connection to "http://127.0.0.1:port". Aborts if there is none. */
int raw_connect(const char *url);

/** Sends all. False: the server has closed. */
bool raw_send(int fd, const void *bytes, size_t length);
bool raw_puts(int fd, const char *text);

/**
 * Reads one answer: its head, and as much body as Content-Length says.
 *
 * @param head_only  there is no body though the head speaks of one (HEAD, streams)
 */
struct raw_answer raw_receive(int fd, bool head_only);

/** Reads until the text has come, or the server closed. @return what came, NUL-terminated, malloc
 */
char *raw_read_until(int fd, const char *text);

/** Reads so many bytes; aborts if the server closes before. @return malloc, NUL-terminated */
char *raw_read_exactly(int fd, size_t length);

/** Reads until the server closes. True: it closed in an orderly way. */
bool raw_read_to_end(int fd, size_t *length);

/** The value of a header, trimmed, in static memory; NULL: absent. */
const char *raw_header(const struct raw_answer *answer, const char *name);

void raw_free(struct raw_answer *answer);

/** Connects, sends, reads one answer, closes. */
struct raw_answer raw_exchange(const char *url, const char *request);

#endif
