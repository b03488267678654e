#include "endpoints/board.h"

static struct result draw_ascii(const struct render_scene *scene, struct text *out)
{
    render_ascii(scene, out);
    return OK;
}

static struct result draw_emoji(const struct render_scene *scene, struct text *out)
{
    render_emoji(scene, out);
    return OK;
}

struct result ep_get_board_txt(struct http_request *request, void *worker)
{
    static const char *const names[] = {"ply",    "style", "hints", "last",
                                        "labels", "flip",  "v",     NULL};
    static const char *const styles[] = {"ascii", "emoji", NULL};
    int style = 0;
    TRY(ep_query_choice(request, "style", styles, &style));
    return board_answer(request, worker, names, styles[style], "text/plain; charset=utf-8",
                        style ? draw_emoji : draw_ascii);
}
