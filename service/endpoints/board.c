#include "endpoints/board.h"

#include <stdio.h>

const char *const board_picture_names[] = {"ply",    "size", "theme", "hints", "last",
                                           "labels", "flip", "v",     NULL};

struct query {
    int64_t ply;     /* -1: the present one */
    int64_t version; /* -1: not named */
    struct render_scene scene;
};

static struct result read_theme(struct http_request *request, enum render_theme *theme)
{
    struct http_value name = http_query(request, "theme");
    if (!name.data || render_theme_parse(name.data, name.length, theme))
        return OK;
    return fail_for(&request->problem, ERROR_INVALID_QUERY, "theme",
                    "There is no such theme; GET /v1/options lists them.");
}

struct result board_read_scene(struct http_request *request, struct render_scene *scene)
{
    int64_t size = RENDER_SIZE_DEFAULT;
    *scene = (struct render_scene){.hints = true, .last = true, .labels = true};
    TRY(ep_query_number(request, "size", RENDER_SIZE_MIN, RENDER_SIZE_MAX, &size));
    scene->size = (int)size;
    TRY(read_theme(request, &scene->theme));
    TRY(ep_query_bool(request, "hints", &scene->hints));
    TRY(ep_query_bool(request, "last", &scene->last));
    TRY(ep_query_bool(request, "labels", &scene->labels));
    return ep_query_bool(request, "flip", &scene->flip);
}

static struct result read_query(struct http_request *request, const char *const *names,
                                struct query *query)
{
    *query = (struct query){.ply = -1, .version = -1};
    TRY(http_query_only(request, names));
    TRY(ep_query_number(request, "ply", 0, REV_PLY_MAX, &query->ply));
    TRY(ep_query_number(request, "v", 0, INT32_MAX, &query->version));
    return board_read_scene(request, &query->scene);
}

/** What the picture says of a game that ended in another way than by its discs; NULL: nothing. */
static const char *caption_of(const struct game *game)
{
    static const char *const captions[GAME_REASON_COUNT][2] = {
        [REASON_RESIGNATION] = {"Black wins by resignation", "White wins by resignation"},
        [REASON_TIMEOUT] = {"Black wins on time", "White wins on time"},
        [REASON_AGREEMENT] = {"Draw agreed", "Draw agreed"},
        [REASON_ABANDONED] = {"Black wins: abandoned", "White wins: abandoned"},
    };
    if (game->status == GAME_ABORTED)
        return "Aborted";
    return captions[game->reason][game->winner == WINNER_WHITE];
}

struct result board_answer(struct http_request *request, struct endpoint *endpoint,
                           const char *const *names, const char *form, const char *content_type,
                           board_draw *draw)
{
    struct query query;
    struct ep_game *loaded;
    TRY(read_query(request, names, &query));
    TRY(ep_load_game(request, endpoint, &loaded));
    const struct game *game = &loaded->game;
    if (query.ply > game->rules.ply)
        return fail_for(&request->problem, ERROR_PLY_NOT_FOUND, "ply", "The game is at ply %d.",
                        game->rules.ply);
    ep_game_etag(game, form, SEATS_NONE, request->response.etag);
    request->response.cacheable_for_ever = query.version == game->version;
    if (!request->response.cacheable_for_ever)
        http_response_header(request, "Cache-Control", "no-cache");
    if (http_none_match(request, request->response.etag)) {
        http_response_not_modified(request);
        return OK;
    }
    struct rev_game shown = game->rules;
    if (query.ply >= 0 && query.ply < game->rules.ply)
        rev_game_rewind(&shown, (int)query.ply);
    else
        query.scene.caption = caption_of(game);
    query.scene.hints = query.scene.hints && (game->status == GAME_LIVE || query.ply >= 0);
    query.scene.game = &shown;
    request->response.content_type = content_type;
    return draw(&query.scene, &request->response.body);
}
