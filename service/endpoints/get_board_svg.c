#include "endpoints/board.h"

static struct result draw(const struct render_scene *scene, struct text *out)
{
    render_svg(scene, out);
    return OK;
}

struct result ep_get_board_svg(struct http_request *request, void *worker)
{
    return board_answer(request, worker, board_picture_names, "svg", "image/svg+xml", draw);
}
