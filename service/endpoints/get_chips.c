#include "endpoints/chips.h"

/** What is left to be earned today. */
static int left_today(const struct chips *chips, int64_t now_ms)
{
    int earned = chips->earned_day == chips_day(now_ms) ? chips->earned : 0;
    return CHIPS_EARNED_A_DAY_MAX - earned;
}

void chips_write(struct json_writer *writer, const struct chips *chips, int64_t now_ms)
{
    json_begin_object(writer);
    json_member_number(writer, "balance", chips_balance(chips));
    json_member_number(writer, "aside", chips->aside);
    json_member_number(writer, "can_earn_today", left_today(chips, now_ms));
    json_end(writer);
}

struct result ep_get_chips(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct ep_caller caller;
    struct standing standing;
    TRY(http_query_only(request, names));
    TRY(ep_ask_caller(request, endpoint, &caller));
    store_ask_standing(endpoint->store, &caller.token.player, LADDER_LIVE, &standing);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    if (!standing.has_account)
        return fail(ERROR_ACCOUNT_NEEDED);
    struct json_writer writer = ep_json(request, 200);
    chips_write(&writer, &standing.chips, caller.answer.now_ms);
    return OK;
}
