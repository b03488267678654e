#include "raw_http.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/* A wait that no working server comes near; it turns a hang into a failure. */
enum { PATIENCE_S = 60 };

int raw_connect(const char *url)
{
    const char *port = strrchr(url, ':') + 1;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((unsigned short)atoi(port)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    struct timeval patience = {.tv_sec = PATIENCE_S};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        perror("connect");
        abort();
    }
    return fd;
}

bool raw_send(int fd, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t sent = send(fd, at, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        at += sent;
        length -= (size_t)sent;
    }
    return true;
}

bool raw_puts(int fd, const char *text)
{
    return raw_send(fd, text, strlen(text));
}

struct buffer {
    char *bytes;
    size_t length, capacity;
};

/** Reads at most `most` bytes more. @return as recv */
static ssize_t read_more(int fd, struct buffer *buffer, size_t most)
{
    if (buffer->capacity - buffer->length < most + 1) {
        buffer->capacity = 2 * buffer->capacity + most + 1;
        buffer->bytes = realloc(buffer->bytes, buffer->capacity);
    }
    ssize_t count = recv(fd, buffer->bytes + buffer->length, most, 0);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
        fprintf(stderr, "the server was silent for %d s\n", PATIENCE_S);
        abort();
    }
    buffer->length += count > 0 ? (size_t)count : 0;
    buffer->bytes[buffer->length] = '\0';
    return count;
}

/** Reads a head byte by byte, so nothing of what follows is taken. */
static bool read_head(int fd, struct buffer *buffer)
{
    while (buffer->length < 4 || memcmp(buffer->bytes + buffer->length - 4, "\r\n\r\n", 4) != 0)
        if (read_more(fd, buffer, 1) <= 0)
            return false;
    return true;
}

struct raw_answer raw_receive(int fd, bool head_only)
{
    struct buffer buffer = {0};
    struct raw_answer answer = {0};
    if (!read_head(fd, &buffer)) {
        answer.closed = true;
    } else {
        size_t head_length = buffer.length;
        answer.bytes = buffer.bytes;
        answer.length = buffer.length;
        answer.status = atoi(buffer.bytes + strlen("HTTP/1.1 "));
        const char *length = raw_header(&answer, "Content-Length");
        const char *connection = raw_header(&answer, "Connection");
        answer.closed = connection && strcasecmp(connection, "close") == 0;
        length = raw_header(&answer, "Content-Length");
        size_t wanted = head_only || !length ? 0 : (size_t)atoll(length);
        while (buffer.length - head_length < wanted &&
               read_more(fd, &buffer, wanted - (buffer.length - head_length)) > 0)
            continue;
        answer.body_length = buffer.length - head_length;
        answer.body = buffer.bytes + head_length;
    }
    answer.bytes = buffer.bytes;
    answer.length = buffer.length;
    return answer;
}

char *raw_read_until(int fd, const char *text)
{
    struct buffer buffer = {0};
    do
        if (read_more(fd, &buffer, 1) <= 0)
            break;
    while (!strstr(buffer.bytes, text));
    return buffer.bytes;
}

char *raw_read_exactly(int fd, size_t length)
{
    struct buffer buffer = {0};
    while (buffer.length < length)
        if (read_more(fd, &buffer, length - buffer.length) <= 0)
            abort();
    return buffer.bytes;
}

bool raw_read_to_end(int fd, size_t *length)
{
    struct buffer buffer = {0};
    ssize_t count;
    while ((count = read_more(fd, &buffer, 65536)) > 0)
        continue;
    if (length)
        *length = buffer.length;
    free(buffer.bytes);
    return count == 0;
}

const char *raw_header(const struct raw_answer *answer, const char *name)
{
    static _Thread_local char value[1024];
    size_t name_length = strlen(name);
    const char *end = answer->bytes ? strstr(answer->bytes, "\r\n\r\n") : NULL;
    const char *line = end ? strstr(answer->bytes, "\r\n") : NULL;
    for (; line && line < end; line = strstr(line + 2, "\r\n")) {
        if (strncasecmp(line + 2, name, name_length) != 0 || line[2 + name_length] != ':')
            continue;
        const char *start = line + 2 + name_length + 1;
        start += strspn(start, " ");
        snprintf(value, sizeof value, "%.*s", (int)strcspn(start, "\r"), start);
        return value;
    }
    return NULL;
}

void raw_free(struct raw_answer *answer)
{
    free(answer->bytes);
    *answer = (struct raw_answer){0};
}

struct raw_answer raw_exchange(const char *url, const char *request)
{
    int fd = raw_connect(url);
    raw_puts(fd, request);
    struct raw_answer answer = raw_receive(fd, strncmp(request, "HEAD", 4) == 0);
    close(fd);
    return answer;
}
