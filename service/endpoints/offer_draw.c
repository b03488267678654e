#include "endpoints/draw.h"

struct result ep_offer_draw(struct http_request *request, void *worker)
{
    return draw_command(request, worker, game_offer_draw);
}
