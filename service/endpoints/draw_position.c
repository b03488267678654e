#include "endpoints/board.h"

static struct result read_position(struct http_request *request, struct rev_game *game)
{
    struct http_value text = http_query(request, "position");
    struct rev_position position;
    size_t bad_at = 0;
    if (!text.data)
        return OK;
    if (!rev_position_parse(text.data, text.length, &position, &bad_at))
        return fail_for(&request->problem, ERROR_INVALID_QUERY, "position",
                        "Must be 64 squares of X, O and -, a space, and X or O; character %zu is "
                        "not that.",
                        bad_at + 1);
    if (http_query(request, "opening").data)
        return fail_for(&request->problem, ERROR_INVALID_QUERY, "opening",
                        "A position has no opening.");
    rev_game_init(game, REV_OPENING_POSITION, &position);
    return OK;
}

static struct result read_game(struct http_request *request, struct rev_game *game)
{
    static const char *const openings[] = {"standard", "original", NULL};
    int opening = 0;
    size_t bad_at = 0;
    TRY(ep_query_choice(request, "opening", openings, &opening));
    rev_game_init(game, opening ? REV_OPENING_ORIGINAL : REV_OPENING_STANDARD, NULL);
    TRY(read_position(request, game));
    struct http_value moves = http_query(request, "transcript");
    if (moves.data && !rev_game_play_transcript(game, moves.data, moves.length, &bad_at))
        return fail_for(&request->problem, ERROR_INVALID_QUERY, "transcript",
                        "What begins at character %zu is no legal move.", bad_at + 1);
    return OK;
}

struct result ep_draw_position(struct http_request *request, void *worker)
{
    static const char *const names[] = {"position", "transcript", "opening", "size", "theme",
                                        "hints",    "last",       "labels",  "flip", NULL};
    struct render_scene scene;
    struct rev_game *game = http_request_alloc(request, sizeof *game);
    (void)worker;
    TRY(http_query_only(request, names));
    TRY(board_read_scene(request, &scene));
    TRY(read_game(request, game));
    scene.game = game;
    /* It says the same for ever, as long as the pictures of this version look as they do. */
    http_response_header(request, "Cache-Control", "public, max-age=86400");
    request->response.content_type = "image/svg+xml";
    render_svg(&scene, &request->response.body);
    return OK;
}
