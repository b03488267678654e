#include "base/limits.h"
#include "domain/words.h"
#include "endpoints/ladder.h"

_Static_assert(LADDER_STEP_MIN *LADDER_STEPS_MAX >= 4000 + 1000, "all ratings fit into the steps");

static void answer(struct http_request *request, enum ladder ladder, int width,
                   const struct ladder_steps *steps)
{
    int64_t total = 0;
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member_string(&writer, "ladder", words_ladder[ladder]);
    json_member_number(&writer, "step", width);
    json_member(&writer, "items");
    json_begin_array(&writer);
    for (int i = 0; i < steps->count; i++) {
        total += steps->steps[i].players;
        json_begin_object(&writer);
        json_member_number(&writer, "from", steps->steps[i].points);
        json_member_number(&writer, "players", steps->steps[i].players);
        json_end(&writer);
    }
    json_end(&writer);
    json_member_number(&writer, "total", total);
    json_member_time(&writer, "as_of", steps->now_ms);
    json_end(&writer);
}

struct result ep_get_ladder_distribution(struct http_request *request, void *worker)
{
    static const char *const names[] = {"step", NULL};
    struct endpoint *endpoint = worker;
    struct ladder_steps *steps = http_request_alloc(request, sizeof *steps);
    struct ep_caller caller;
    enum ladder ladder;
    int64_t width = LADDER_STEP_DEFAULT;
    TRY(http_query_only(request, names));
    TRY(ladder_read_name(request, &ladder));
    TRY(ep_query_number(request, "step", LADDER_STEP_MIN, LADDER_STEP_MAX, &width));
    TRY(ep_ask_caller(request, endpoint, &caller));
    store_ask_ladder_steps(endpoint->store, ladder, (int)width, steps);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    answer(request, ladder, (int)width, steps);
    return OK;
}
