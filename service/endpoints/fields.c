/* Fields that several operations take. */
#include "domain/words.h"
#include "endpoints/endpoint.h"

struct result ep_read_seat(struct http_request *request, int *seat)
{
    static const char *const fields[] = {"seat", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    *seat = EP_SEAT_NOT_NAMED;
    if (request->body_length == 0)
        return OK;
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    TRY(json_only(&body, fields));
    return json_get_choice(&body, "seat", JSON_OPTIONAL, words_color, seat);
}

struct result ep_choose_seat(struct http_request *request, int seats, int *seat)
{
    if (*seat != EP_SEAT_NOT_NAMED)
        return OK;
    if (seats == SEATS_BOTH)
        return fail_at(&request->problem, ERROR_MISSING_FIELD, "/seat",
                       "You hold both seats: say which one.");
    *seat = seats == SEATS_WHITE ? REV_WHITE : REV_BLACK;
    return OK;
}

struct result ep_read_ply(struct http_request *request, int *ply)
{
    static const char *const fields[] = {"ply", NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    int64_t number = *ply;
    if (request->body_length == 0)
        return OK;
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    TRY(json_only(&body, fields));
    TRY(json_get_integer(&body, "ply", JSON_OPTIONAL, 0, REV_PLY_MAX, &number));
    *ply = (int)number;
    return OK;
}

/** What a clock of a kind counts; refuses what another kind counts. */
static struct result read_amount(const struct json_in *object, struct game_clock *clock)
{
    bool days = clock->kind == CLOCK_CORRESPONDENCE, seconds = clock->kind == CLOCK_PER_MOVE;
    int64_t amount = days ? CLOCK_DAYS_DEFAULT : seconds ? CLOCK_SECONDS_DEFAULT : 0;
    if (!seconds && json_has(object, "seconds"))
        return json_refuse(object, "seconds", "Seconds go with \"kind\": \"per_move\".");
    if (!days && json_has(object, "days"))
        return json_refuse(object, "days", "Days go with \"kind\": \"correspondence\".");
    if (seconds)
        TRY(json_get_integer(object, "seconds", JSON_OPTIONAL, CLOCK_SECONDS_MIN, CLOCK_SECONDS_MAX,
                             &amount));
    if (days)
        TRY(json_get_integer(object, "days", JSON_OPTIONAL, CLOCK_DAYS_MIN, CLOCK_DAYS_MAX,
                             &amount));
    clock->amount = (int)amount;
    return OK;
}

struct result ep_read_clock(const struct json_in *body, struct game_clock *clock)
{
    static const char *const fields[] = {"kind", "seconds", "days", "on_timeout", NULL};
    struct json_in object;
    int kind = CLOCK_NONE, on_timeout = TIMEOUT_FORFEIT;
    TRY(json_get_object(body, "clock", JSON_OPTIONAL, &object));
    if (!object.present)
        return OK;
    TRY(json_only(&object, fields));
    TRY(json_get_choice(&object, "kind", JSON_REQUIRED, words_clock, &kind));
    *clock = (struct game_clock){.kind = (enum clock_kind)kind};
    TRY(read_amount(&object, clock));
    if (clock->kind == CLOCK_NONE && json_has(&object, "on_timeout"))
        return json_refuse(&object, "on_timeout", "Without a clock nothing happens in time.");
    TRY(json_get_choice(&object, "on_timeout", JSON_OPTIONAL, words_on_timeout, &on_timeout));
    clock->on_timeout = (enum timeout_policy)on_timeout;
    return OK;
}

struct result ep_read_match_length(const struct json_in *body, int *wins_needed)
{
    int64_t wins = 0;
    TRY(json_get_integer(body, "wins_needed", JSON_OPTIONAL, 1, MATCH_WINS_MAX, &wins));
    if (wins != 0 && !match_length_is_valid((int)wins))
        return json_refuse(body, "wins_needed", "Must be 1, 3 or 5.");
    *wins_needed = (int)wins;
    return OK;
}
