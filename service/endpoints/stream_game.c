/*
 * A stream is a parked request: each run looks at the game and sends it if its version is new.
 * Between changes it runs at the watch's recheck, and sends a comment when the heartbeat is due.
 */
#include "base/clock.h"
#include "base/limits.h"
#include "endpoints/endpoint.h"

#include <string.h>

struct stream {
    struct ep_game *loaded;
    bool lines;           /* NDJSON instead of server-sent events */
    int64_t version_sent; /* -1: none */
    int64_t last_sent_ms;
};

static struct result read_last_event(struct http_request *request, int64_t *version)
{
    struct http_value header = http_header(request, "Last-Event-ID");
    uint64_t number;
    *version = -1;
    if (!header.data || header.length == 0)
        return OK;
    if (!text_parse_number(header.data, header.length, INT32_MAX, &number))
        return fail_for(&request->problem, ERROR_INVALID_HEADER, "Last-Event-ID",
                        "Last-Event-ID must be the version of an event of this stream.");
    *version = (int64_t)number;
    return OK;
}

static void write_event(struct stream *stream, struct text *event)
{
    const struct ep_game *loaded = stream->loaded;
    if (!stream->lines)
        text_printf(event, "event: game\nid: %d\ndata: ", loaded->game.version);
    struct json_writer writer = json_writer_to(event);
    ep_write_game(&writer, loaded->endpoint, &loaded->game, &loaded->found.meeting, loaded->seats,
                  loaded->now_ms);
    text_puts(event, stream->lines ? "\n" : "\n\n");
}

static void send_if_new(struct http_request *request, struct stream *stream)
{
    TEXT_CLEANUP struct text out = {0};
    int64_t now = clock_steady_ms();
    if (stream->loaded->game.version != stream->version_sent) {
        write_event(stream, &out);
        stream->version_sent = stream->loaded->game.version;
    } else if (now - stream->last_sent_ms >= STREAM_HEARTBEAT_MS && !http_stream_busy(request))
        text_puts(&out, stream->lines ? "\n" : ":\n\n");
    else
        return;
    stream->last_sent_ms = now;
    http_stream_send(request, out.data, out.length);
}

static struct result go_on(struct http_request *request, void *worker);

/** Sends what is new, then waits or ends. */
static struct result serve(struct http_request *request, struct stream *stream)
{
    send_if_new(request, stream);
    if (stream->loaded->game.status != GAME_LIVE || request->closing || request->gone) {
        http_stream_end(request);
        return OK;
    }
    return http_request_park(request, clock_steady_ms() + WATCH_RECHECK_MS, go_on);
}

static struct result go_on(struct http_request *request, void *worker)
{
    struct stream *stream = request->state;
    struct ep_game *loaded = stream->loaded;
    loaded->endpoint = worker;
    struct result read = request->gone ? OK : ep_reload_game(request, worker, loaded);
    /* A database that is away comes back; any other failure will not pass. */
    if (failed(read) && read.code != ERROR_DATABASE_UNAVAILABLE) {
        http_stream_end(request);
        return OK;
    }
    return serve(request, stream);
}

static struct result open_stream(struct http_request *request, struct ep_game *loaded,
                                 const char *type, int64_t last_event)
{
    struct stream *stream = http_request_alloc(request, sizeof *stream);
    stream->loaded = loaded;
    stream->lines = strcmp(type, "application/x-ndjson") == 0;
    stream->version_sent = last_event;
    stream->last_sent_ms = clock_steady_ms();
    request->state = stream;
    request->problem_extra = NULL; /* what reads a struct ep_game there */
    request->response.content_type = type;
    http_response_header(request, "Cache-Control", "no-store");
    http_response_header(request, "X-Accel-Buffering", "no");
    TRY(http_stream_begin(request));
    return serve(request, stream);
}

struct result ep_stream_game(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    static const char *const types[] = {"text/event-stream", "application/x-ndjson", NULL};
    struct ep_game *loaded;
    int64_t last_event;
    const char *type = http_accept(request, types);
    TRY(http_query_only(request, names));
    if (!type)
        return fail_for(&request->problem, ERROR_NOT_ACCEPTABLE, "Accept",
                        "This is a stream: text/event-stream or application/x-ndjson.");
    TRY(read_last_event(request, &last_event));
    TRY(ep_watch_game(request, worker));
    TRY(ep_load_game(request, worker, &loaded));
    if (loaded->game.status != GAME_LIVE && loaded->game.version == last_event) {
        request->response.status = 204;
        return OK;
    }
    return open_stream(request, loaded, type, last_event);
}
