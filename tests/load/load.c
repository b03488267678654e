/*
 * Load on a running service, from one thread: it takes as little as it can from the cores that it
 * shares with what it measures. It prints
 *
 *   load prepare PORT GAMES
 *     "GAME TOKEN" for each of so many local games that it makes, each played to a ply of its own
 *   load read PORT CONNECTIONS SECONDS
 *     figures of GET of the games that standard input lists like that; a game without a token is
 *     read as anybody may
 *   load move PORT CONNECTIONS SECONDS
 *     figures of moves, each connection's in games of its own, which are made beforehand
 *   load think PORT CONNECTIONS SECONDS
 *     figures of moves chosen by level hard: keeps the AI busy
 *   load stream PORT STREAMS
 *     "open" when so many streams of the listed games are; holds them until a signal comes
 *
 * Each connection sends its next request when the answer to the last one is complete. An answer
 * that is not what it should be ends the program. A measurement says "begins" once its preparations
 * are over; its figures are one line of name=value, times in microseconds. Games are those of
 * REVERSID_TRANSCRIPTS, a file whose lines begin with a transcript.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    ANSWER_BYTES_MAX = 64 * 1024, /* heads and games are far smaller */
    REQUEST_BYTES_MAX = 1024,
    TOKEN_SIZE = 128,
    ID_SIZE = 36 + 1,
    TRANSCRIPT_SIZE = 2 * 60 + 1,
    EVENTS_MAX = 64,
    /* No machine plays faster, so no connection runs out of games; one that does, rests. */
    MOVES_PER_SECOND_MAX = 12000
};

struct game {
    char id[ID_SIZE];
    char token[TOKEN_SIZE]; /* "": none */
    const char *transcript;
    int played; /* discs so far */
    int plies;  /* how far it is to be played */
};

struct connection;

/** Composes the connection's next request; false: it has none. */
typedef bool compose_next(struct connection *connection);

/** Takes in an answer whose status was right. */
typedef void take_answer(struct connection *connection, const char *body, size_t length);

struct connection {
    int number;
    int fd;
    bool resting;
    char token[TOKEN_SIZE];
    struct game *games; /* its own part of all */
    size_t game_count;
    size_t at;
    char request[REQUEST_BYTES_MAX];
    size_t request_length;
    int status_wanted;
    take_answer *take;
    uint64_t sent_ns;
    char answer[ANSWER_BYTES_MAX + 1];
    size_t answer_length;
};

static struct {
    int port;
    int epoll_fd;
    int count;
    struct connection *connections;
    int busy;
    struct game *games;
    size_t game_count;
    char (*transcripts)[TRANSCRIPT_SIZE];
    size_t transcript_count;
    bool timed; /* latencies are noted */
    uint32_t *latencies_us;
    size_t latency_count, latency_capacity;
} load;

__attribute__((noreturn, format(printf, 1, 2))) static void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(EXIT_FAILURE);
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        die("out of memory");
    return memory;
}

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* --- latencies ------------------------------------------------------------------------------- */

static void note_latency(uint64_t ns)
{
    if (load.latency_count == load.latency_capacity) {
        load.latency_capacity = load.latency_capacity ? 2 * load.latency_capacity : 1 << 16;
        load.latencies_us =
            realloc(load.latencies_us, load.latency_capacity * sizeof load.latencies_us[0]);
        if (!load.latencies_us)
            die("out of memory");
    }
    load.latencies_us[load.latency_count++] = (uint32_t)(ns / 1000);
}

static int compare(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static uint32_t percentile(int percent)
{
    size_t index = load.latency_count * (size_t)percent / 100;
    return load.latency_count ? load.latencies_us[index] : 0;
}

static double own_cpu_us(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void print_result(double seconds, double cpu_us)
{
    size_t count = load.latency_count;
    qsort(load.latencies_us, count, sizeof load.latencies_us[0], compare);
    printf("requests=%zu seconds=%.3f p50=%" PRIu32 " p95=%" PRIu32 " p99=%" PRIu32
           " client_cpu=%.1f\n",
           count, seconds, percentile(50), percentile(95), percentile(99),
           count ? cpu_us / (double)count : 0.0);
}

/* --- requests -------------------------------------------------------------------------------- */

/** Composes a request; a POST or PUT has a JSON body. */
__attribute__((format(printf, 5, 6))) static void compose(struct connection *connection,
                                                          int status_wanted, const char *token,
                                                          const char *body, const char *line, ...)
{
    char target[256], authorization[TOKEN_SIZE + 32] = "";
    va_list arguments;
    va_start(arguments, line);
    vsnprintf(target, sizeof target, line, arguments);
    va_end(arguments);
    if (*token)
        snprintf(authorization, sizeof authorization, "Authorization: Bearer %s\r\n", token);
    size_t size = sizeof connection->request;
    int length =
        body ? snprintf(connection->request, size,
                        "%s HTTP/1.1\r\nHost: 127.0.0.1\r\n%sContent-Type: application/json\r\n"
                        "Content-Length: %zu\r\n\r\n%s",
                        target, authorization, strlen(body), body)
             : snprintf(connection->request, size, "%s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n",
                        target, authorization);
    if (length < 0 || (size_t)length >= size)
        die("a request is too long");
    connection->request_length = (size_t)length;
    connection->status_wanted = status_wanted;
}

static void send_request(struct connection *connection)
{
    connection->answer_length = 0;
    connection->sent_ns = now_ns();
    ssize_t sent = send(connection->fd, connection->request, connection->request_length, 0);
    if (sent != (ssize_t)connection->request_length)
        die("sending: %s", strerror(errno));
}

static void go_on(struct connection *connection, compose_next *next)
{
    if (next(connection)) {
        send_request(connection);
    } else if (!connection->resting) {
        connection->resting = true;
        load.busy--;
    }
}

/* --- answers --------------------------------------------------------------------------------- */

/** Where the body begins, and how long it is; NULL: the head has not come completely. */
static const char *find_body(const struct connection *connection, size_t *length)
{
    static const char field[] = "\r\nContent-Length: ";
    const char *end = strstr(connection->answer, "\r\n\r\n");
    if (!end)
        return NULL;
    const char *found = strcasestr(connection->answer, field);
    if (!found || found > end)
        die("an answer without a length: %s", connection->answer);
    *length = strtoul(found + sizeof field - 1, NULL, 10);
    return end + 4;
}

static void check_status(const struct connection *connection)
{
    int status = atoi(connection->answer + strlen("HTTP/1.1 "));
    if (status != connection->status_wanted)
        die("%.120s\nwas answered\n%s", connection->request, connection->answer);
}

/** Copies the string member that `name`, as `"id":"`, begins. */
static void copy_member(const char *body, const char *name, char *value, size_t size)
{
    const char *begin = strstr(body, name);
    const char *end = begin ? strchr(begin + strlen(name), '"') : NULL;
    size_t length = end ? (size_t)(end - begin) - strlen(name) : size;
    if (length >= size)
        die("no %s in %s", name, body);
    memcpy(value, begin + strlen(name), length);
    value[length] = '\0';
}

/** Receives; true: the answer is complete. */
static bool receive(struct connection *connection)
{
    char *at = connection->answer + connection->answer_length;
    ssize_t count = recv(connection->fd, at, ANSWER_BYTES_MAX - connection->answer_length, 0);
    if (count < 0 && errno == EAGAIN)
        return false;
    if (count <= 0)
        die("the service closed a connection, after: %s", connection->answer);
    at[count] = '\0';
    connection->answer_length += (size_t)count;
    size_t length;
    const char *body = find_body(connection, &length);
    if (!body || connection->answer_length < (size_t)(body - connection->answer) + length)
        return false;
    if (load.timed)
        note_latency(now_ns() - connection->sent_ns);
    check_status(connection);
    if (connection->take)
        connection->take(connection, body, length);
    return true;
}

/* --- running --------------------------------------------------------------------------------- */

static void connect_one(struct connection *connection)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)load.port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int on = 1;
    connection->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection->fd < 0 ||
        connect(connection->fd, (struct sockaddr *)&address, sizeof address) != 0)
        die("connecting to port %d: %s", load.port, strerror(errno));
    fcntl(connection->fd, F_SETFL, O_NONBLOCK);
    setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    if (epoll_ctl(load.epoll_fd, EPOLL_CTL_ADD, connection->fd, &event) != 0)
        die("epoll: %s", strerror(errno));
}

static void connect_all(int count)
{
    load.count = count;
    load.epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    load.connections = allocate((size_t)count, sizeof load.connections[0]);
    for (int i = 0; i < count; i++) {
        load.connections[i].number = i;
        connect_one(&load.connections[i]);
    }
}

/** Shares the games out, each to one connection. */
static void share_games(void)
{
    size_t from = 0;
    for (int i = 0; i < load.count; i++) {
        size_t until = load.game_count * (size_t)(i + 1) / (size_t)load.count;
        load.connections[i].games = load.games + from;
        load.connections[i].game_count = until - from;
        load.connections[i].at = 0;
        from = until;
    }
}

/** Runs until no connection has anything more to send, or the time is over. */
static void run_until(compose_next *next, uint64_t end_ns)
{
    struct epoll_event events[EVENTS_MAX];
    load.busy = load.count;
    for (int i = 0; i < load.count; i++) {
        load.connections[i].resting = false;
        go_on(&load.connections[i], next);
    }
    while (load.busy > 0) {
        int count = epoll_wait(load.epoll_fd, events, EVENTS_MAX, -1);
        for (int i = 0; i < count; i++) {
            struct connection *connection = events[i].data.ptr;
            bool complete = receive(connection);
            if (now_ns() >= end_ns)
                return;
            if (complete)
                go_on(connection, next);
        }
    }
}

static void run_all(compose_next *next)
{
    run_until(next, UINT64_MAX);
}

static void run_timed(compose_next *next, double seconds)
{
    puts("begins");
    fflush(stdout);
    uint64_t begin = now_ns();
    double cpu_us = own_cpu_us();
    load.timed = true;
    run_until(next, begin + (uint64_t)(seconds * 1e9));
    print_result((double)(now_ns() - begin) / 1e9, own_cpu_us() - cpu_us);
}

/* --- making games ---------------------------------------------------------------------------- */

static void read_transcripts(void)
{
    const char *name = getenv("REVERSID_TRANSCRIPTS");
    FILE *file = name ? fopen(name, "r") : NULL;
    char line[1024];
    size_t capacity = 0;
    if (!file)
        die("REVERSID_TRANSCRIPTS must name a file of transcripts");
    while (fgets(line, sizeof line, file)) {
        size_t length = strspn(line, "abcdefgh12345678");
        if (length == 0 || length >= TRANSCRIPT_SIZE)
            continue;
        if (load.transcript_count == capacity) {
            capacity = capacity ? 2 * capacity : 256;
            load.transcripts = realloc(load.transcripts, capacity * sizeof load.transcripts[0]);
            if (!load.transcripts)
                die("out of memory");
        }
        memcpy(load.transcripts[load.transcript_count], line, length);
        load.transcripts[load.transcript_count++][length] = '\0';
    }
    fclose(file);
    if (load.transcript_count == 0)
        die("%s holds no transcript", name);
}

static void take_token(struct connection *connection, const char *body, size_t length)
{
    (void)length;
    copy_member(body, "\"access_token\":\"", connection->token, sizeof connection->token);
}

static bool next_token(struct connection *connection)
{
    if (connection->token[0])
        return false;
    compose(connection, 201, "", "{}", "POST /v1/auth/guest");
    connection->take = take_token;
    return true;
}

static void take_game(struct connection *connection, const char *body, size_t length)
{
    (void)length;
    struct game *game = &connection->games[connection->at++];
    copy_member(body, "\"id\":\"", game->id, sizeof game->id);
    memcpy(game->token, connection->token, sizeof game->token);
}

static bool next_new_game(struct connection *connection)
{
    if (connection->at == connection->game_count)
        return false;
    compose(connection, 201, connection->token, "{\"opponent\":{\"type\":\"local\"}}",
            "POST /v1/games");
    connection->take = take_game;
    return true;
}

/** Makes games of these connections, to be played by them. */
static void make_games(size_t count)
{
    read_transcripts();
    load.game_count = count;
    load.games = allocate(count, sizeof load.games[0]);
    for (size_t i = 0; i < count; i++) {
        load.games[i].transcript = load.transcripts[i % load.transcript_count];
        load.games[i].plies = (int)strlen(load.games[i].transcript) / 2;
    }
    share_games();
    run_all(next_token);
    run_all(next_new_game);
    share_games();
}

static bool next_move(struct connection *connection)
{
    while (connection->at < connection->game_count &&
           connection->games[connection->at].played == connection->games[connection->at].plies)
        connection->at++;
    if (connection->at == connection->game_count)
        return false;
    struct game *game = &connection->games[connection->at];
    char body[32];
    snprintf(body, sizeof body, "{\"square\":\"%.2s\"}", game->transcript + 2 * game->played);
    game->played++;
    compose(connection, 201, connection->token, body, "PUT /v1/games/%s/moves/%d", game->id,
            game->played);
    connection->take = NULL;
    return true;
}

/* --- reading games --------------------------------------------------------------------------- */

/** Reads "GAME TOKEN" or "GAME" a line. */
static void list_games(void)
{
    char line[ID_SIZE + TOKEN_SIZE + 2];
    size_t capacity = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (load.game_count == capacity) {
            capacity = capacity ? 2 * capacity : 256;
            load.games = realloc(load.games, capacity * sizeof load.games[0]);
            if (!load.games)
                die("out of memory");
        }
        struct game *game = &load.games[load.game_count];
        *game = (struct game){0};
        if (sscanf(line, "%36s %127s", game->id, game->token) >= 1)
            load.game_count++;
    }
    if (load.game_count == 0)
        die("no games on standard input");
}

static void check_game(struct connection *connection, const char *body, size_t length)
{
    const char *id = connection->games[connection->at].id;
    if (!memmem(body, length, id, ID_SIZE - 1))
        die("not the game %s: %s", id, body);
}

static bool next_read(struct connection *connection)
{
    connection->at = (connection->at + 1) % connection->game_count;
    const struct game *game = &connection->games[connection->at];
    compose(connection, 200, game->token, NULL, "GET /v1/games/%s", game->id);
    connection->take = check_game;
    return true;
}

/* --- the AI ---------------------------------------------------------------------------------- */

static bool next_thought(struct connection *connection)
{
    /* Near the start, where level hard spends its whole budget; each with a seed of its own. */
    char body[192];
    snprintf(body, sizeof body,
             "{\"transcript\":\"f5d6c3d3c4f4f6f3e6e7\",\"level\":\"hard\",\"seed\":%d}",
             1000 * connection->number + (int)(connection->at++ % 1000));
    compose(connection, 200, "", body, "POST /v1/positions/move");
    connection->take = NULL;
    return true;
}

/* --- streams --------------------------------------------------------------------------------- */

/** Opens one and waits for its first event. */
static void open_stream(struct connection *connection, const struct game *game)
{
    compose(connection, 200, game->token, NULL, "GET /v1/games/%s/events", game->id);
    fcntl(connection->fd, F_SETFL, 0);
    send_request(connection);
    while (!strstr(connection->answer, "\"server_time\"")) {
        char *at = connection->answer + connection->answer_length;
        ssize_t count = recv(connection->fd, at, ANSWER_BYTES_MAX - connection->answer_length, 0);
        if (count <= 0)
            die("a stream ended: %s", connection->answer);
        connection->answer_length += (size_t)count;
        at[count] = '\0';
    }
    check_status(connection);
}

static void hold_streams(int count)
{
    list_games();
    connect_all(count);
    for (int i = 0; i < count; i++)
        open_stream(&load.connections[i], &load.games[(size_t)i % load.game_count]);
    puts("open");
    fflush(stdout);
    pause();
}

/* --- commands -------------------------------------------------------------------------------- */

static void prepare(int games)
{
    connect_all(games < 16 ? games : 16);
    make_games((size_t)games);
    /* Some live game at every stage of the game: none is played to its end. */
    for (size_t i = 0; i < load.game_count; i++)
        load.games[i].plies = (int)((size_t)load.games[i].plies * i / load.game_count);
    run_all(next_move);
    for (size_t i = 0; i < load.game_count; i++)
        printf("%s %s\n", load.games[i].id, load.games[i].token);
}

static void measure(const char *what, int connections, double seconds)
{
    compose_next *next = next_thought;
    if (strcmp(what, "read") == 0) {
        next = next_read;
        list_games();
    }
    connect_all(connections);
    if (strcmp(what, "move") == 0) {
        next = next_move;
        make_games((size_t)(seconds * MOVES_PER_SECOND_MAX / 50) + 2 * (size_t)connections);
    }
    if (load.game_count > 0)
        share_games();
    run_timed(next, seconds);
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "";
    int number = argc > 3 ? atoi(argv[3]) : 0;
    bool timed = strcmp(command, "read") == 0 || strcmp(command, "move") == 0 ||
                 strcmp(command, "think") == 0;
    if (number < 1 || argc != (timed ? 5 : 4))
        die("usage: load prepare|stream PORT NUMBER; load read|move|think PORT CONNECTIONS "
            "SECONDS");
    load.port = atoi(argv[2]);
    if (timed)
        measure(command, number, atof(argv[4]));
    else if (strcmp(command, "prepare") == 0)
        prepare(number);
    else if (strcmp(command, "stream") == 0)
        hold_streams(number);
    else
        die("no command \"%s\"", command);
    return EXIT_SUCCESS;
}
