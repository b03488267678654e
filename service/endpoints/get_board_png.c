#include "endpoints/board.h"

static struct result draw(const struct render_scene *scene, struct text *out)
{
    return render_png(scene, out) ? OK : fail(ERROR_INTERNAL);
}

struct result ep_get_board_png(struct http_request *request, void *worker)
{
    return board_answer(request, worker, board_picture_names, "png", "image/png", draw);
}
