#include "domain/words.h"
#include "endpoints/endpoint.h"

enum { SEAT_NOT_NAMED = -1 };

static struct result read_seat(struct http_request *request, int *seat)
{
    static const char *const fields[] = {"seat", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    *seat = SEAT_NOT_NAMED;
    if (request->body_length == 0)
        return OK;
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    TRY(json_only(&body, fields));
    return json_get_choice(&body, "seat", JSON_OPTIONAL, words_color, seat);
}

/** Whoever holds both seats must say which one resigns. */
static struct result choose_seat(struct http_request *request, int seats, int *seat)
{
    if (*seat != SEAT_NOT_NAMED)
        return OK;
    if (seats == SEATS_BOTH)
        return fail_at(&request->problem, ERROR_MISSING_FIELD, "/seat",
                       "You hold both seats: say which one resigns.");
    *seat = seats == SEATS_WHITE ? REV_WHITE : REV_BLACK;
    return OK;
}

static struct result decide(const struct ep_game *loaded, const void *decision, struct game *next,
                            bool *replay)
{
    const int *seat = decision;
    return game_resign(&loaded->game, loaded->seats, (enum rev_color) * seat, loaded->now_ms, next,
                       replay);
}

struct result ep_resign_game(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct ep_game *loaded;
    int seat;
    TRY(http_query_only(request, names));
    TRY(read_seat(request, &seat));
    TRY(ep_load_game(request, worker, &loaded));
    TRY(choose_seat(request, loaded->seats, &seat));
    TRY(ep_change_game(request, worker, loaded, decide, &seat));
    return ep_answer_command(request, loaded, 0);
}
