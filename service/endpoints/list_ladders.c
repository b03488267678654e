#include "domain/words.h"
#include "endpoints/ladder.h"

static const char *const descriptions[LADDER_COUNT] = {
    [LADDER_LIVE] = "Rated games with seconds for each move.",
    [LADDER_CORRESPONDENCE] = "Rated games with days for each move.",
};

static void write_ladder(struct json_writer *writer, enum ladder ladder,
                         const struct ladder_total *total)
{
    json_begin_object(writer);
    json_member_string(writer, "ladder", words_ladder[ladder]);
    json_member_string(writer, "description", descriptions[ladder]);
    json_member_number(writer, "total", total->players);
    json_end(writer);
}

struct result ep_list_ladders(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct ladder_total totals[LADDER_COUNT];
    struct ep_caller caller;
    TRY(http_query_only(request, names));
    TRY(ep_ask_caller(request, endpoint, &caller));
    for (int ladder = 0; ladder < LADDER_COUNT; ladder++)
        store_ask_ladder_total(endpoint->store, (enum ladder)ladder, &totals[ladder]);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member(&writer, "items");
    json_begin_array(&writer);
    for (int ladder = 0; ladder < LADDER_COUNT; ladder++)
        write_ladder(&writer, (enum ladder)ladder, &totals[ladder]);
    json_end(&writer);
    json_member_number(&writer, "ranked_games", RATING_RANKED_GAMES);
    json_member_number(&writer, "active_days", RATING_ACTIVE_DAYS);
    json_member_time(&writer, "as_of", totals[0].now_ms);
    json_end(&writer);
    return OK;
}
