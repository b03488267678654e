#include "endpoints/endpoint.h"
#include "record/record.h"

enum format { FORMAT_JSON, FORMAT_GGF, FORMAT_TRANSCRIPT };
static const char *const formats[] = {"json", "ggf", "transcript", NULL};

static void write_record(struct http_request *request, const struct ep_game *loaded, int format)
{
    struct text *body = &request->response.body;
    if (format == FORMAT_JSON) {
        struct json_writer writer = ep_json(request, 200);
        json_game_export(&writer, &loaded->game);
        return;
    }
    request->response.content_type = "text/plain; charset=utf-8";
    if (format == FORMAT_GGF)
        record_ggf(&loaded->game, "reversid", body);
    else
        record_transcript(&loaded->game, body);
    text_putc(body, '\n');
}

struct result ep_export_game(struct http_request *request, void *worker)
{
    static const char *const names[] = {"format", NULL};
    struct ep_game *loaded;
    int format = FORMAT_JSON;
    TRY(http_query_only(request, names));
    TRY(ep_query_choice(request, "format", formats, &format));
    TRY(ep_load_game(request, worker, &loaded));
    ep_game_etag(&loaded->game, formats[format], SEATS_NONE, request->response.etag);
    if (http_none_match(request, request->response.etag))
        http_response_not_modified(request);
    else
        write_record(request, loaded, format);
    return OK;
}
