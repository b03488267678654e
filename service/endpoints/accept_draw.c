#include "endpoints/draw.h"

struct result ep_accept_draw(struct http_request *request, void *worker)
{
    return draw_command(request, worker, game_accept_draw);
}
