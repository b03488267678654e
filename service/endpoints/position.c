#include "endpoints/position.h"

#include "domain/words.h"

#include <string.h>

/** What an illegal transcript's problem shows besides: the moves that were legal there. */
static void write_legal_moves(struct http_request *request, struct text *body)
{
    struct json_writer writer = json_writer_to(body);
    text_puts(body, ",\"legal_moves\":");
    json_legal_moves(&writer, request->state);
}

static struct result refuse_transcript(struct http_request *request, const struct json_in *in,
                                       const struct rev_game *game, const char *text, size_t length,
                                       size_t bad_at)
{
    char pointer[JSON_IN_POINTER_SIZE + sizeof "/transcript"];
    snprintf(pointer, sizeof pointer, "%s/transcript", in->pointer);
    if (bad_at + 2 > length || rev_square_parse(text + bad_at, 2) == REV_NO_SQUARE)
        return fail_at(&request->problem, ERROR_INVALID_FIELD, pointer,
                       "Character %zu does not begin a square.", bad_at + 1);
    request->state = http_request_alloc(request, sizeof *game);
    memcpy(request->state, game, sizeof *game);
    request->problem_extra = write_legal_moves;
    return fail_at(&request->problem, ERROR_ILLEGAL_MOVE, pointer, "%.2s at ply %d is not legal%s.",
                   text + bad_at, game->ply + 1, game->over ? ": the game is over" : "");
}

struct result position_read(const struct json_in *body, enum json_need need,
                            struct rev_position *position, bool *present)
{
    const char *text = NULL;
    size_t length = 0, bad_at = 0;
    TRY(json_get_string(body, "position", need, &text, &length));
    if (text && !rev_position_parse(text, length, position, &bad_at))
        return json_refuse(body, "position",
                           "Must be 64 squares of X, O and -, a space, and X or O; character %zu "
                           "is not that.",
                           bad_at + 1);
    *present = text != NULL;
    return OK;
}

static struct result read_start(const struct json_in *in, struct rev_game *game, bool *has_start)
{
    static const char *const openings[] = {"standard", "original", NULL};
    int opening = 0;
    struct rev_position position;
    TRY(position_read(in, JSON_OPTIONAL, &position, has_start));
    if (*has_start && json_has(in, "opening"))
        return json_refuse(in, "opening", "A position has no opening.");
    TRY(json_get_choice(in, "opening", JSON_OPTIONAL, openings, &opening));
    rev_game_init(game,
                  *has_start ? REV_OPENING_POSITION
                  : opening  ? REV_OPENING_ORIGINAL
                             : REV_OPENING_STANDARD,
                  &position);
    return OK;
}

static struct result read_one(struct http_request *request, const struct json_in *in,
                              struct rev_game *game)
{
    const char *text = NULL;
    size_t length = 0, bad_at = 0;
    bool has_start = false;
    TRY(read_start(in, game, &has_start));
    TRY(json_get_string(in, "transcript", has_start ? JSON_OPTIONAL : JSON_REQUIRED, &text,
                        &length));
    if (text && !rev_game_play_transcript(game, text, length, &bad_at))
        return refuse_transcript(request, in, game, text, length, bad_at);
    return OK;
}

struct result positions_read(struct http_request *request, const struct json_in *body,
                             struct positions *positions)
{
    static const char *const fields[] = {"position", "transcript", "opening", NULL};
    struct json_in array, element;
    TRY(json_get_array(body, "positions", JSON_OPTIONAL, POSITIONS_PER_REQUEST_MAX, &array));
    positions->many = array.present;
    positions->count = 1;
    if (!array.present)
        return read_one(request, body, &positions->games[0]);
    for (int i = 0; fields[i]; i++)
        if (json_has(body, fields[i]))
            return json_refuse(body, fields[i], "Does not go with positions.");
    positions->count = (int)json_count(&array);
    if (positions->count == 0)
        return json_refuse(body, "positions", "Must have at least one element.");
    for (int i = 0; i < positions->count; i++) {
        TRY(json_element(&array, (size_t)i, &element));
        TRY(json_only(&element, fields));
        TRY(read_one(request, &element, &positions->games[i]));
    }
    return OK;
}

void positions_answer(struct http_request *request, const struct positions *positions,
                      void (*write)(struct json_writer *writer, int index, const void *context),
                      const void *context)
{
    struct json_writer writer = ep_json(request, 200);
    if (!positions->many) {
        write(&writer, 0, context);
        return;
    }
    json_begin_object(&writer);
    json_member(&writer, "positions");
    json_begin_array(&writer);
    for (int i = 0; i < positions->count; i++)
        write(&writer, i, context);
    json_end(&writer);
    json_end(&writer);
}
