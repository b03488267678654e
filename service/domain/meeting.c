#include "domain/meeting.h"

#include "domain/chips.h"

bool meeting_is_blocked(const struct meeting *meeting)
{
    return meeting->sides[0].blocks || meeting->sides[1].blocks;
}

bool meeting_has_accounts(const struct meeting *meeting)
{
    return meeting->sides[0].has_account && meeting->sides[1].has_account;
}

struct result meeting_check(const struct meeting *meeting, int self)
{
    if (!meeting->sides[self].is_there)
        return fail(ERROR_TOKEN_EXPIRED);
    if (!meeting->sides[1 - self].is_there)
        return fail(ERROR_PLAYER_GONE);
    return meeting_is_blocked(meeting) ? fail(ERROR_BLOCKED) : OK;
}

struct result meeting_check_stake(const struct meeting *meeting, int side, int stake)
{
    const struct meeting_side *player = &meeting->sides[side];
    if (stake == 0)
        return OK;
    if (!player->has_account)
        return fail(ERROR_ACCOUNT_NEEDED);
    return player->chips < stake + chips_penalty(stake) ? fail(ERROR_CHIPS_SHORT) : OK;
}
